"""Faults of questions about places that were found once, and stay away."""

import math

import pytest
from cases.by_hand import ball, box

from spritecol import Circle, Group, Polygon, Rect, Segment, Sprite


def row(count: int) -> Group:
    """Discs that overlap their neighbors."""
    return Group(ball(7 * k, 0, 5) for k in range(count))


# --- conditions -----------------------------------------------------------------------------------


def test_a_sprite_that_is_asked_about_stands_for_its_shapes_on_no_layer() -> None:
    coin, ghost = ball(0, 0, 5, collision_layer=2), ball(0, 0, 5, collision_mask=1)
    group = Group(coin, ghost)
    assert ghost.check(group) == []
    assert group.query_shape(ghost) == [coin]
    assert group.query_shape(ghost, mask=2) == [coin]
    assert group.query_shape(ghost, mask=1) == []
    ghost.collision_enable = False
    assert group.query_shape(ghost, mask=2) == []


def test_where_is_called_last_in_order_and_may_do_anything() -> None:
    group, asked = row(40), []

    def where(sprite):
        asked.append(sprite)
        for other in group:
            other.vanish()
        return len(asked) % 2 == 1

    found = group.query_box(0, -5, 300, 5, where=where)
    assert len(asked) == 40
    assert found == asked[::2]
    assert len(group) == 0


def test_the_group_may_change_while_exclude_is_read() -> None:
    group = row(30)

    class Excluding:
        def __iter__(self):
            for sprite in list(group)[:20]:
                sprite.vanish()
            yield group[0]

    assert len(group.query_box(0, -5, 300, 5, exclude=Excluding())) == 9


def test_exclude_refuses_an_iterator_which_would_be_empty_in_the_next_frame() -> None:
    tiles = [box(0, -5, 10, 10), box(5, -5, 10, 10)]
    with pytest.raises(TypeError, match=r"make it a list"):
        Group(tiles).query_point(0, 0, exclude=iter(tiles))
    with pytest.raises(TypeError, match=r"make it a list"):
        tiles[0].sweep(9, 0, tiles, exclude=[tiles[1], reversed(tiles)])


def test_exclude_may_be_a_view_of_a_dict() -> None:
    tiles = [box(0, -5, 10, 10), box(5, -5, 10, 10)]
    assert Group(tiles).query_point(0, 0, exclude=dict.fromkeys(tiles).keys()) == []


def test_query_shape_leaves_out_one_shape_of_another_name() -> None:
    coins, fist = Group(ball(0, 0, 3), ball(20, 0, 3)), Circle(20, 0, 5, name="fist")
    assert coins.query_shape(fist, shapes="fist") == [coins[1]]
    assert coins.query_shape(fist, shapes="head") == []


def test_query_shape_names_a_name_that_no_shape_has() -> None:
    asker = Sprite(collision=Circle(0, 0, 5, name="head"))
    with pytest.raises(ValueError, match=r"no such name"):
        Group(ball(0, 0, 3)).query_shape(asker, shapes="no such name")


# --- nothing there --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["point_indices", "box_indices", "circle_indices"])
@pytest.mark.parametrize("count", [0, 1], ids="{} members".format)
def test_about_no_places_nothing_is_found(count, name):
    assert getattr(row(count), name)([]).shape == (0, 2)


def test_in_an_empty_group_nothing_is_found() -> None:
    assert Group().query_point(0, 0) == []
    assert Group().point_indices([(0, 0)]).shape == (0, 2)
    assert Group().query_shape(Segment(0, 0, 1, 1)) == []


def test_nearest_finds_none_where_nothing_has_a_shape() -> None:
    assert Group().nearest(0, 0) is None
    assert Group(Sprite(), Sprite(collision=[])).nearest_k(0, 0, 5) == []
    assert Group().nearest_indices([(0, 0)], 2)[1].tolist() == [[math.inf] * 2]
    positions, distances = Group(box(0, 0, 10, 10)).nearest_indices([], 3)
    assert positions.shape == distances.shape == (0, 3)


# --- what is nearest ------------------------------------------------------------------------------


def test_nearest_tells_which_shape_is_near_and_where() -> None:
    shapes = [Circle(0, 0, 5, name="head"), Rect(-5, 5, 10, 20, name="body")]
    knight = Group(Sprite(collision=shapes))
    near = knight.nearest(0, 40)
    assert (near.other_shape.name, near.distance, near.point) == ("body", 15, (0, 25))
    assert knight.nearest(0, -10).other_shape is knight[0].shapes[0]


def test_nearest_tells_0_inside_and_the_side_outside() -> None:
    group = Group(box(0, 0, 10, 10))
    inside, below = group.nearest(3, 4), group.nearest(3, 14)
    assert (inside.distance, inside.point) == (0, (3, 4))
    assert (below.distance, below.point) == (4, (3, 10))


def test_nearest_finds_what_is_exactly_as_far_as_allowed() -> None:
    group = Group(box(0, 0, 10, 10))
    assert group.nearest(3, 14, max_distance=3.9) is None
    assert group.nearest(3, 14, max_distance=4).distance == 4


def test_nearest_asks_where_in_order_and_no_more_than_needed() -> None:
    group, asked = Group(ball(x, 0, 3) for x in range(0, 500, 10)), []

    def where(sprite):
        asked.append(sprite.x)
        return sprite.x >= 30

    assert [near.other.x for near in group.nearest_k(0, 0, 2, where=where)] == [30, 40]
    assert asked == [0, 10, 20, 30, 40]


def test_across_the_side_of_a_box_the_distance_is_a_difference_to_the_last_bit() -> None:
    mine = box(-2, -0.5, 0.9, 1.5)
    other = Sprite(-1.7, collision=Polygon([(0, 0), (0.7, 0.1), (0.6, 0.9), (-0.1, 0.3)]))
    assert mine.distance(other).distance == other.aabb[0] - mine.aabb[2]
