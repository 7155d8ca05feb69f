"""Faults of places that were found once, and stay away."""

import math

import pytest
from spritecol import Circle, Group, Polygon, Rect, Segment, Sprite


def test_a_sprite_that_is_asked_about_stands_for_its_shapes_on_no_layer() -> None:
    coin = Sprite(collision=Circle(0, 0, 5), collision_layer=2)
    ghost = Sprite(collision=Circle(0, 0, 5), collision_mask=1)
    group = Group(coin, ghost)
    assert (ghost.check(group), group.query_shape(ghost) == group.query_shape(ghost, mask=2) == [coin]) == ([], True)
    assert group.query_shape(ghost, mask=1) == []
    ghost.collision_enable = False
    assert group.query_shape(ghost, mask=2) == []


def test_where_is_called_last_in_order_and_may_do_anything() -> None:
    group, asked = Group(Sprite(7 * i, collision=Circle(0, 0, 5)) for i in range(40)), []

    def where(sprite):
        asked.append(sprite)
        for other in group:
            other.vanish()
        return len(asked) % 2 == 1

    found = group.query_box(0, -5, 300, 5, where=where)
    assert (len(asked), found == asked[::2], len(group)) == (40, True, 0)


def test_where_runs_once_for_each_sprite_of_an_array() -> None:
    group, asked = Group(Sprite(7 * i, collision=Circle(0, 0, 5)) for i in range(3)), []
    assert len(group.point_indices([(0, 0)] * 5, where=lambda sprite: asked.append(sprite) or True)) == 5
    assert asked == [group[0]]


def test_the_group_changes_while_exclude_is_read() -> None:
    group = Group(Sprite(7 * i, collision=Circle(0, 0, 5)) for i in range(30))

    class Excluding:
        def __iter__(self):
            for sprite in list(group)[:20]:
                sprite.vanish()
            yield group[0]

    assert len(group.query_box(0, -5, 300, 5, exclude=Excluding())) == 9


def test_an_iterator_is_nothing_to_exclude_from_the_second_frame_on_it_would_exclude_nothing() -> None:
    tiles = [Sprite(x, 0, collision=Rect(0, -5, 10, 10)) for x in (0, 5)]
    with pytest.raises(TypeError, match=r"make it a list"):
        Group(tiles).query_point(0, 0, exclude=iter(tiles))
    with pytest.raises(TypeError, match=r"make it a list"):
        tiles[0].sweep(9, 0, tiles, exclude=[tiles[1], reversed(tiles)])
    assert Group(tiles).query_point(0, 0, exclude=dict.fromkeys(tiles).keys()) == []


def test_empty_arrays_and_groups() -> None:
    some = Group(Sprite(collision=Circle(0, 0, 5)))
    assert [ask([]).shape for g in (Group(), some) for ask in (g.point_indices, g.box_indices, g.circle_indices)] == [(0, 2)] * 6
    assert (Group().query_point(0, 0), Group().point_indices([(0, 0)]).shape, Group().query_shape(Segment(0, 0, 1, 1))) == ([], (0, 2), [])


def test_nearest_named_shapes_inside_out_of_reach_nothing_there() -> None:
    knight = Group(Sprite(collision=[Circle(0, 0, 5, name="head"), Rect(-5, 5, 10, 20, name="body")]))
    near = knight.nearest(0, 40)
    assert (near.other_shape.name, near.distance, near.point) == ("body", 15, (0, 25))
    assert knight.nearest(0, -10).other_shape is knight[0].shapes[0]
    box = Group(Sprite(collision=Rect(0, 0, 10, 10)))
    assert [(n.distance, n.point) for n in (box.nearest(3, 14), box.nearest(3, 4))] == [(4, (3, 10)), (0, (3, 4))]
    assert (box.nearest(3, 14, max_distance=3.9), box.nearest(3, 14, max_distance=4).distance) == (None, 4)
    assert (Group().nearest(0, 0), Group(Sprite(), Sprite(collision=[])).nearest_k(0, 0, 5)) == (None, [])
    assert Group().nearest_indices([(0, 0)], 2)[1].tolist() == [[math.inf] * 2]
    assert [a.shape for a in box.nearest_indices([], 3)] == [(0, 3), (0, 3)]


def test_nearest_where_is_asked_in_order_and_no_more_than_needed() -> None:
    group, asked = Group(Sprite(x, collision=Circle(0, 0, 3)) for x in range(0, 500, 10)), []

    def where(sprite):
        asked.append(sprite.x)
        return sprite.x >= 30

    assert [near.other.x for near in group.nearest_k(0, 0, 2, where=where)] == [30, 40]
    assert asked == [0, 10, 20, 30, 40]
    asked.clear()
    assert group.nearest_indices([(0, 0), (0, 1)], 2, where=where)[0].tolist() == [[3, 4]] * 2
    assert len(asked) == len(set(asked)) < 12


def test_the_distance_across_the_side_of_a_box_is_the_difference_of_two_coordinates_to_the_last_bit() -> None:
    box = Sprite(-2, -0.5, collision=Rect(0, 0, 0.9, 1.5))
    other = Sprite(-1.7, collision=Polygon([(0, 0), (0.7, 0.1), (0.6, 0.9), (-0.1, 0.3)]))
    assert box.distance(other).distance == other.aabb[0] - box.aabb[2]


def test_shapes_of_what_is_given_to_query_shape() -> None:
    one, two = (Sprite(x, collision=Circle(0, 0, 3)) for x in (0, 20))
    asker = Sprite(collision=[Circle(0, 0, 5, name="head"), Circle(20, 0, 5, name="fist")])
    assert [Group(one, two, asker).query_shape(asker, shapes=names) for names in (None, "head", "fist", ["fist", "head"])] == [
        [one, two],
        [one],
        [two],
        [one, two],
    ]
    assert [Group(one, two).query_shape(asker.shapes[1], shapes=name) for name in ("fist", "head")] == [[two], []]
    with pytest.raises(ValueError, match=r"no such name"):
        Group(one, two).query_shape(asker, shapes="no such name")
