"""Faults of sight that were found once, and stay away."""

import copy
import pickle

from spritecol import Circle, Group, Point, Polygon, Rect, Segment, Sprite


def test_a_wall_and_its_shadow() -> None:
    wall = Sprite(30, -10, collision=Rect(0, 0, 10, 20))
    area = Group(wall).visible_area(0, 0, radius=100, angle=0, spread=90)
    assert ((30, -10) in area.points, (30, 10) in area.points) == (True, True)
    cone = Group(Sprite(collision=area))
    assert (cone.query_point(50, 0), len(cone.query_point(29, 0)), cone[0].check(wall)) == ([], 1, [])


def test_the_area_is_a_shape_of_what_it_sees_a_part_may_be_hidden() -> None:
    cone = Sprite(collision=Group(Sprite(30, -10, collision=Rect(0, 0, 10, 20))).visible_area(0, 0, radius=100))
    seen, half, unseen = (Sprite(x, y, collision=Circle(0, 0, 3)) for x, y in ((20, 0), (50, 16.5), (60, 0)))
    assert cone.check([seen, half, unseen]) == [seen, half]
    assert 0.1 < sum(c.region.area for c in half.contacts(cone)) / half.geometry.area < 0.9
    area = cone.shapes[0]
    assert pickle.loads(pickle.dumps(area)) == copy.deepcopy(area) == Polygon(area.points) == area


def test_walls_that_touch_or_all_but_touch_or_touch_at_a_corner() -> None:
    def behind(gap):
        walls = Group(Sprite(30, y + gap * (y == 0), collision=Rect(0, 0, 10, 20)) for y in (-20, 0))
        return bool(Group(Sprite(collision=walls.visible_area(0, 0, radius=100))).query_box(60, -5, 90, 5))

    assert [behind(gap) for gap in (0, 1e-3, 1)] == [False, True, True]
    walls = Group(Sprite(30, -20, collision=Rect(0, 0, 10, 20)), Sprite(40, 0, collision=Rect(0, 0, 10, 20)))
    assert Group(Sprite(collision=walls.visible_area(0, 0, radius=100))).query_point(80, 0.001) == []


def test_a_room_with_a_door() -> None:
    outside = [(40, 100), (0, 100), (0, 0), (100, 0), (100, 100), (60, 100)]
    room = Polygon([*outside, (60, 98), (98, 98), (98, 2), (2, 2), (2, 98), (40, 98)])
    area = Group(Sprite(collision=room)).visible_area(50, 50, radius=400)
    assert len(Group(Sprite(collision=area)).query_point(50, 300)) == 1


def test_an_eye_inside_of_a_wall_on_a_segment_or_a_point_or_that_looks_into_a_wall_or_a_hair_sees_nothing() -> None:
    ball, wall = Group(Sprite(collision=Circle(0, 0, 10))), Group(Sprite(10, -20, collision=Rect(0, 0, 20, 40)))
    assert [ball.visible_area(3, 3, radius=r) for r in (50, 2)] == [None, None]
    assert (ball.visible_area(3, 3, radius=50, exclude=ball[0]) is None) is False
    assert [Group(Sprite(collision=s)).visible_area(0, 0, radius=9) for s in (Segment(-5, 0, 5, 0), Point(0, 0))] == [None, None]
    assert (wall.visible_area(30, 0, radius=50, angle=180, spread=60), wall.visible_area(30, 0, radius=50, angle=0, spread=60) is None) == (
        None,
        False,
    )
    assert [Group().visible_area(3, 4, radius=r, angle=0, spread=w) for r, w in ((9, 1e-9), (1e-6, 1e-3))] == [None, None]


def test_a_whole_spread_has_no_middle() -> None:
    walls = Group(Sprite(30, -10, collision=Rect(0, 0, 10, 20)))
    assert walls.visible_area(0, 0, radius=100, angle=77) == walls.visible_area(0, 0, radius=100)


def test_where_is_asked_of_those_that_may_be_seen_each_once() -> None:
    near, far, hidden = (Sprite(x, -10, collision=Rect(0, 0, 10, 20), collision_enable=x > 0) for x in (30, 60, -50))
    walls, asked = Group(near, far, hidden), []
    area = walls.visible_area(0, 0, radius=100, where=lambda sprite: asked.append(sprite) or sprite is far)
    assert (asked, area == Group(far).visible_area(0, 0, radius=100)) == ([near, far], True)
    assert walls.visible_area(0, 0, radius=100, exclude=hidden) == Group(near, far).visible_area(0, 0, radius=100)
