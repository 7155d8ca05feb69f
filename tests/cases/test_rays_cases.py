"""Faults of rays that were found once, and stay away."""

import math

from spritecol import Capsule, Circle, Ellipse, Group, Point, Polygon, Rect, Segment, Sprite, Triangle, Vec2
from support.near import near


def test_the_faces_of_a_box_and_a_wall_met_along_it() -> None:
    box = Group(Sprite(collision=Rect(0, 0, 10, 10)))

    def told(*start):
        return [(h.point, h.normal, h.fraction, h.distance) for h in [box.raycast(*start, 5, 5)]]

    assert told(-5, 5) == [((0, 5), (-1, 0), 0.5, 5)]
    assert told(15, 5) == [((10, 5), (1, 0), 0.5, 5)]
    assert told(5, -5) == [((5, 0), (0, -1), 0.5, 5)]
    assert told(5, 15) == [((5, 10), (0, 1), 0.5, 5)]
    wall = Group(Sprite(collision=Segment(0, -5, 0, 5)))
    assert [wall.raycast(*line).normal for line in ((-3, 0, 3, 0), (3, 0, -3, 0), (0, -9, 0, 9))] == [(-1, 0), (1, 0), (0, -1)]
    assert Group(Sprite(collision=Point(0, 0))).raycast(-3, 0, 3, 0).normal == (-1, 0)
    assert near(Group(Sprite(collision=Rect(-5, -5, 10, 10), angle=45)).raycast(-20, 1, 20, 1).normal, (-math.sqrt(0.5), math.sqrt(0.5)))


def test_an_ellipse() -> None:
    egg = Group(Sprite(collision=Ellipse(0, 0, 4, 2)))
    hit = egg.raycast(2, -9, 2, 0)
    assert near(hit.point, (2, -math.sqrt(3)))
    assert near(hit.normal, Vec2(2 / 16, -math.sqrt(3) / 4).normalized())


def test_along_the_seam_of_two_tiles_there_is_no_way_and_the_right_one_has_the_seam() -> None:
    left, right = (Sprite(x, 0, collision=Rect(0, 0, 8, 50)) for x in (0, 8))
    assert [(h.other is right, h.point, h.normal) for h in Group(left, right).raycast_all(8, -10, 8, 60)] == [(True, (8, 0), (0, -1))]
    assert [h.other is right for h in Group(left, right).raycast_all(8, 60, 8, -10)] == [True]
    assert (Group(left).raycast(0, -10, 0, 60) is None, Group(right).raycast(16, -10, 16, 60)) == (False, None)


def test_a_ray_of_no_length_is_a_point_inside_of_each_of_two_equal_flat_shapes() -> None:
    flat, dot = (0, 0, 0, -1, 0, 1), Sprite(collision=Point(0, 0))
    three = Sprite(collision=[Triangle(*flat), Point(0, 0), Triangle(*flat)])
    found = Group(dot, three).raycast_all(0, 0, 0, 0)
    assert [(h.other is three, [h.other_shape is s for s in three.shapes], h.inside) for h in found] == [
        (False, [False] * 3, True),
        (True, [True, False, False], True),
        (True, [False, True, False], True),
        (True, [False, False, True], True),
    ]
    assert Group(dot, three).raycast_all(0, 1, 0, 1) == []


def test_where_a_cut_between_two_pieces_ends_the_normal_is_of_the_outline() -> None:
    ell = Group(Sprite(collision=Polygon([(0, 0), (30, 0), (30, 10), (10, 10), (10, 30), (0, 30)])))
    hit = ell.raycast(-5, -10, 5, 10)
    assert (hit.point, hit.normal) == ((0, 0), (0, -1))
    frame = Polygon([(0, 0), (10, 0), (10, 10), (0, 10)], [[(3, 3), (6, 3), (6, 6), (3, 6)]])
    hit = Group(Sprite(collision=frame)).raycast(10, 30, -10, -10)
    assert (hit.point, hit.normal) == ((0, 10), (0, 1))


def test_only_the_shape_in_which_it_starts_is_passed_over_and_all_of_that_shape() -> None:
    knight = Group(Sprite(collision=[Circle(0, 0, 10, name="shield"), Rect(5, -5, 20, 10, name="sword")]))
    assert knight.raycast(0, 0, 50, 0).inside is True
    hit = knight.raycast(0, 0, 50, 0, hit_from_inside=False)
    assert (hit.other_shape.name, hit.point) == ("sword", (5, 0))
    bend = Group(Sprite(collision=Polygon([(0, 0), (9, 0), (9, 9), (6, 9), (6, 3), (3, 3), (3, 9), (0, 9)])))
    assert (bend.raycast(1, 8, 20, 8, hit_from_inside=False), bend.raycast(1, 8, 20, 8).inside) == (None, True)
    fenced = Group(
        Sprite(
            collision=[
                Polygon([(0, 0), (40, 0), (40, 40), (30, 40), (30, 10), (10, 10), (10, 40), (0, 40)]),
                Segment(60, 0, 60, 40, name="fence"),
            ]
        )
    )
    assert fenced.raycast(5, 30, 99, 30, radius=2, hit_from_inside=False).other_shape.name == "fence"
    assert near(fenced.raycast(20, 30, 99, 30, radius=2).point, (30, 30))


def test_ties_go_to_the_first() -> None:
    a, b = (Sprite(5, 0, collision=[Rect(0, 0, 4, 4), Rect(0, 0, 4, 4, name="twin")]) for _ in "ab")
    assert [Group(*pair).raycast(0, 2, 9, 2).other is pair[0] for pair in ((a, b), (b, a))] == [True, True]
    assert [h.other_shape.name for h in Group(a).raycast_all(0, 2, 9, 2)] == [None, "twin"]


def test_thick_closed_forms() -> None:
    def hit(shape, *line, radius):
        return Group(Sprite(collision=shape)).raycast(*line, radius=radius)

    ball = hit(Circle(0, 0, 5), -20, 0, 20, 0, radius=3)
    assert near((ball.point, ball.normal, ball.fraction), ((-5, 0), (-1, 0), 12 / 40))
    box = hit(Rect(0, 0, 10, 10), 5, -20, 5, 20, radius=4)
    assert near((box.point, box.normal, box.fraction), ((5, 0), (0, -1), 16 / 40))
    assert near(hit(Ellipse(0, 0, 8, 4), 0, -20, 0, 20, radius=2).fraction, 14 / 40)
    assert near(hit(Point(0, 0), -10, 3, 10, 3, radius=5).fraction, 6 / 20)


def test_thick_a_disc_that_leaves_an_ellipse_which_it_touches_or_comes_to_touch_it_meets_nothing() -> None:
    eggs = [
        Sprite(collision=Ellipse(0, 0, 6, 3)),
        Sprite(collision=Circle(0, 0, 3), scale_x=2),
        Sprite(collision=Capsule(-1, 0, 1, 0, 2), scale_x=2),
    ]
    ways = [((8, 0), (8 + dx, dy)) for dx in (0, 1, 9, 97) for dy in (-40, -3, 0, 1)]
    assert [Group(egg).raycast(*start, *end, radius=2) for egg in eggs for way in ways for start, end in (way, way[::-1])] == [None] * 96
    assert [Group(egg).raycast(20, y, 7.875, 0, radius=2) is None for egg in eggs for y in (-3, 0, 8)] == [False] * 9


def test_thick_touching_is_no_hit_resting_sliding_along_leaving() -> None:
    floor = Group(Sprite(collision=Rect(0, 10, 100, 10)))
    assert [floor.raycast(5, 7, x, y, radius=3) for x, y in ((90, 7), (5, -90), (5, 7))] == [None] * 3
    hit = floor.raycast(5, 7, 9, 8, radius=3)
    assert (hit.fraction, hit.inside) == (0, False)
    assert near(hit.normal, (0, -1))
    assert floor.raycast(5, 8, 5, 0, radius=3).inside is True


def test_thick_along_a_slope_and_through_a_gap() -> None:
    slope = Sprite(collision=Rect(0, 0, 100, 50), angle=30)
    along, (x, y) = Vec2.from_angle(30), slope.world_shapes[0].corners[0]
    start = Vec2(x, y) + 30 * along + 4 * Vec2(along.y, -along.x)
    assert Group(slope).raycast(*start, *(start + 20 * along), radius=4) is None
    walls = Group(Sprite(50, y, collision=Rect(0, 0, 5, 100)) for y in (-104, 4))
    assert [walls.line_of_sight(0, 0, 100, 0, radius=r) for r in (0, 4, 4.01)] == [True, True, False]
    assert walls.line_of_sight_arrays((0, 0), [(100, 0), (100, 50)], radius=3).tolist() == [True, False]


def test_thick_a_plank_of_the_same_sprite_lets_no_ray_through_a_block() -> None:
    block, plank = Rect(16, 32, 16, 16), Rect(0, 32, 16, 16, one_way=(0, -1))

    def met(shapes, x1, y1, x2, y2):
        tile = Sprite(collision=shapes)
        swept = Sprite(x1, y1, collision=Circle(0, 0, 8)).sweep(x2 - x1, y2 - y1, tile)
        found = Group(tile).raycast(x1, y1, x2, y2, radius=8)
        return abs(found.fraction - swept.fraction) < 1e-9, found.other_shape is swept.other_shape is block

    assert [met(s, *line) for s in ([block, plank], [plank, block], [block]) for line in ((-16, 29, 14, 26), (-10, 29, 28, 27))] == [
        (True, True)
    ] * 6


def test_empty_arrays_and_one_of_each() -> None:
    group = Group(Sprite(collision=Rect(0, 0, 10, 10)))
    assert (group.raycast_arrays([], []).hit.shape, group.raycast_arrays((0, 0), (9, 9)).hit.shape) == ((0,), (1,))
    assert group.raycast_arrays((-5, 5), [(5, 5), (-9, 5)]) == group.raycast_arrays([(-5, 5)] * 2, [(5, 5), (-9, 5)])


def test_where_is_asked_in_order_and_may_do_anything() -> None:
    walls, asked = Group(Sprite(x, -5, collision=Rect(0, 0, 2, 10)) for x in range(20, 100, 4)), []

    def third(sprite):
        asked.append(sprite.x)
        walls.clear()
        return len(asked) == 3

    assert walls.raycast(0, 0, 200, 0, where=third).distance == 28
    assert asked == [20, 24, 28]


def test_it_sees_the_present() -> None:
    walls = Group(Sprite(x, -5, collision=Rect(0, 0, 2, 10)) for x in range(20, 2000, 4))

    def step(k):
        walls[0].x = 20 - k
        return walls.raycast(0, 0, 3000, 0).distance

    assert [step(k) for k in range(12)] == [20 - k for k in range(12)]
    walls[0].vanish()
    assert walls.raycast(0, 0, 3000, 0).distance == 24


def test_rays_that_end_at_a_side_by_the_fill_rule_the_left_and_the_upper_one_are_in_the_box() -> None:
    box = Group(Sprite(collision=Rect(10, 10, 10, 10)))
    assert [[ray and ray.fraction for ray in (box.raycast(0, y, 10, y), box.raycast(30, y, 20, y))] for y in (9, 10, 11, 15, 19, 20)] == [
        [None, None],
        [1, None],
        [1, None],
        [1, None],
        [1, None],
        [None, None],
    ]
    assert [[ray and ray.fraction for ray in (box.raycast(x, 0, x, 10), box.raycast(x, 30, x, 20))] for x in (9, 10, 11, 15, 19, 20)] == [
        [None, None],
        [1, None],
        [1, None],
        [1, None],
        [1, None],
        [None, None],
    ]


def test_a_thick_ray_leaves_a_slanted_stretched_capsule_that_it_touches_and_comes_to_touch_it() -> None:
    target = Group(Sprite(scale_x=2, collision=Capsule(0, 0, 4, 3, 5)))
    ways = [(16, 0), (-16, 0), (0, -16), (0, 0)]
    assert [target.raycast(0, -9, x, y - 9, radius=4) for x, y in ways] == [None] * 4
    assert [target.raycast(x, y - 9, 0, -9, radius=4) for x, y in ways] == [None] * 4
    assert (target.raycast(0, -9, 0, 9, radius=4).inside, target.raycast(0, -8.5, 16, -8.5, radius=4).inside) == (False, True)
