"""Faults of sight that were found once, and stay away."""

import copy
import pickle

import pytest
from cases.by_hand import ball, box

from spritecol import Group, Point, Polygon, Segment, Sprite


def seen(walls, x=0.0, y=0.0, radius=100.0) -> Group:
    """A Group of one sprite whose shape is what an eye sees."""
    return Group(Sprite(collision=Group(walls).visible_area(x, y, radius=radius)))


# --- walls and shadows ----------------------------------------------------------------------------


def test_a_wall_is_seen_at_its_corners_and_hides_what_is_behind_it() -> None:
    wall = box(30, -10, 10, 20)
    area = Group(wall).visible_area(0, 0, radius=100, angle=0, spread=90)
    assert {(30, -10), (30, 10)} <= set(area.points)
    cone = Group(Sprite(collision=area))
    assert cone.query_point(50, 0) == []
    assert len(cone.query_point(29, 0)) == 1
    assert cone[0].check(wall) == []


def test_the_area_is_a_shape_that_hits_what_it_shows_also_in_part() -> None:
    (cone,) = seen(box(30, -10, 10, 20))
    in_sight, half, hidden = ball(20, 0, 3), ball(50, 16.5, 3), ball(60, 0, 3)
    assert cone.check([in_sight, half, hidden]) == [in_sight, half]
    visible = sum(contact.region.area for contact in half.contacts(cone))
    assert 0.1 < visible / half.geometry.area < 0.9


def test_the_area_is_a_polygon_that_copies_and_pickles() -> None:
    area = Group(box(30, -10, 10, 20)).visible_area(0, 0, radius=100)
    assert area == Polygon(area.points)
    assert copy.deepcopy(area) == area
    assert pickle.loads(pickle.dumps(area)) == area


@pytest.mark.parametrize(
    ("gap", "sees"), [(0, False), (1e-3, True), (1, True)], ids=["none", "tiny", "1 pixel"]
)
def test_an_eye_sees_through_any_gap_and_not_between_walls_that_touch(gap, sees):
    walls = [box(30, -20, 10, 20), box(30, gap, 10, 20)]
    assert bool(seen(walls).query_box(60, -5, 90, 5)) == sees


def test_an_eye_sees_nothing_between_walls_that_touch_at_a_corner() -> None:
    walls = [box(30, -20, 10, 20), box(40, 0, 10, 20)]
    assert seen(walls).query_point(80, 0.001) == []


def test_an_eye_sees_out_of_a_room_by_its_door() -> None:
    outside = [(40, 100), (0, 100), (0, 0), (100, 0), (100, 100), (60, 100)]
    inside = [(60, 98), (98, 98), (98, 2), (2, 2), (2, 98), (40, 98)]
    room = Sprite(collision=Polygon([*outside, *inside]))
    assert len(seen(room, 50, 50, radius=400).query_point(50, 300)) == 1


# --- nothing to see -------------------------------------------------------------------------------


@pytest.mark.parametrize("radius", [50, 2], ids="radius {}".format)
def test_an_eye_inside_of_a_wall_sees_nothing(radius):
    group = Group(ball(0, 0, 10))
    assert group.visible_area(3, 3, radius=radius) is None
    assert group.visible_area(3, 3, radius=radius, exclude=group[0]) is not None


@pytest.mark.parametrize("shape", [Segment(-5, 0, 5, 0), Point(0, 0)], ids=["segment", "point"])
def test_an_eye_on_a_wall_without_width_sees_nothing(shape):
    assert Group(Sprite(collision=shape)).visible_area(0, 0, radius=9) is None


@pytest.mark.parametrize(
    ("angle", "sees"), [(180, False), (0, True)], ids=["into the wall", "away from it"]
)
def test_an_eye_on_the_side_of_a_wall_sees_away_from_it(angle, sees):
    area = Group(box(10, -20, 20, 40)).visible_area(30, 0, radius=50, angle=angle, spread=60)
    assert (area is not None) == sees


@pytest.mark.parametrize(("radius", "spread"), [(9, 1e-9), (1e-6, 1e-3)])
def test_a_sector_that_is_too_narrow_shows_nothing(radius, spread):
    assert Group().visible_area(3, 4, radius=radius, angle=0, spread=spread) is None


# --- arguments ------------------------------------------------------------------------------------


def test_of_a_whole_circle_the_direction_does_not_matter() -> None:
    walls = Group(box(30, -10, 10, 20))
    assert walls.visible_area(0, 0, radius=100, angle=77) == walls.visible_area(0, 0, radius=100)


def test_where_is_asked_once_of_each_that_may_be_seen() -> None:
    near, far, off = box(30, -10, 10, 20), box(60, -10, 10, 20), box(-50, -10, 10, 20)
    off.collision_enable = False
    walls, asked = Group(near, far, off), []

    def where(sprite):
        asked.append(sprite)
        return sprite is far

    area = walls.visible_area(0, 0, radius=100, where=where)
    assert asked == [near, far]
    assert area == Group(far).visible_area(0, 0, radius=100)


def test_exclude_may_name_what_is_not_seen_anyway() -> None:
    near, off = box(30, -10, 10, 20), box(-50, -10, 10, 20, collision_enable=False)
    area = Group(near, off).visible_area(0, 0, radius=100, exclude=off)
    assert area == Group(near).visible_area(0, 0, radius=100)
