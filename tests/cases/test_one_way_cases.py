"""Faults of one-way shapes that were found once, and stay away."""

import math

import pytest
from cases.by_hand import ball, box, near
from support.levels import UP

from spritecol import Capsule, Group, Polygon, Rect, Sprite, Triangle


def plank() -> Sprite:
    """A one-way platform of 64 pixels whose top is at 0."""
    return box(0, 0, 64, 8, one_way=UP)


# --- a sprite is stopped as a whole ---------------------------------------------------------------


def test_a_body_whose_legs_are_in_a_platform_is_not_caught_by_its_arms() -> None:
    body = Sprite(20, -15, collision=[Rect(0, 0, 10, 20), Rect(-10, -6, 30, 4)])
    assert body.sweep(0, 60, plank()) is None
    assert body.sweep_all(0, 60, plank()) == []
    body.y = -20
    hit = body.sweep(0, 60, plank())
    assert (hit.fraction, hit.position, hit.normal) == (0, (20, -20), (0, -1))
    assert not hit.from_inside


def test_arms_that_come_later_pass_with_the_legs_that_came_in_from_the_side() -> None:
    legs, arm = Rect(0, -16, 10, 26), Rect(10, -36, 10, 10)
    body = Sprite(-40, 0, collision=[legs, arm])
    assert body.sweep(60, 40, plank()) is None
    assert body.sweep_all(60, 40, plank()) == []
    assert Sprite(-40, 0, collision=arm).sweep(60, 40, plank()).fraction == near(0.65)


def test_a_solid_shape_of_the_same_sprite_stops_from_below() -> None:
    both = Sprite(collision=[Rect(0, 0, 64, 8, one_way=UP), Rect(0, -30, 64, 8)])
    hit = box(20, 30, 10, 10).sweep(0, -80, both)
    assert hit.other_shape is both.shapes[1]
    assert (hit.normal, hit.position) == ((0, 1), (20, -22))


def test_depenetrate_leaves_the_solid_shape_of_a_sprite_and_not_its_one_way_shape() -> None:
    both = Sprite(collision=[Rect(0, 0, 64, 8, one_way=UP), Rect(0, 0, 12, 8)])
    sprite = box(9, 0, 10, 8)
    assert sprite.depenetrate(both) == (3, 0)
    assert sprite.hits(both)


ARCH = [(0, 0), (60, 0), (60, 40), (50, 40), (50, 10), (10, 10), (10, 40), (0, 40)]


@pytest.mark.parametrize(
    ("x", "dx", "end"),
    [
        pytest.param(-20, 100, -10, id="from the front it stops at the first leg"),
        pytest.param(20, 60, 40, id="from between the legs it stops at the second"),
        pytest.param(80, -100, None, id="from behind it passes both legs"),
    ],
)
def test_an_arch_stops_or_passes_for_the_whole_way(x, dx, end):
    arch = Sprite(collision=Polygon(ARCH, one_way=(-1, 0)))
    hit = box(x, 20, 10, 10).sweep(dx, 0, arch)
    assert (hit and hit.position) == (end if end is None else (end, 20))


def test_one_way_shapes_of_the_moving_sprite_are_ordinary() -> None:
    mover = box(0, 40, 64, 8, one_way=UP)
    assert mover.sweep(0, -60, box(20, 0, 10, 10)).fraction == 0.5


# --- slides and turns -----------------------------------------------------------------------------


def test_each_part_of_a_slide_is_a_way_of_its_own_so_it_lands_after_it_rose_through() -> None:
    """Up through the platform, along the ceiling, and down to the platform again."""
    ceiling = Sprite(collision=Polygon([(0, -100), (300, -100), (300, 50), (0, -70)]))
    platform, sprite = box(-100, 0, 400, 8, one_way=UP), box(0, 20, 10, 10)
    slide = sprite.move_and_slide(250, -70, [platform, ceiling], up=UP)
    assert {hit.other for hit in slide.hits} == {ceiling, platform}
    assert slide.floor is platform
    assert sprite.y == near(-10)


@pytest.mark.parametrize("lip", [0.0, 1e-13, -1e-13], ids="lip of {}".format)
def test_the_foot_of_a_one_way_slope_is_climbed_also_over_a_lip_of_rounding(lip):
    slope = Sprite(20, lip, collision=Triangle(0, 0, 40, -20, 40, 0, one_way=UP))
    floor, sprite = box(-50, 0, 200, 10), box(0, -10, 10, 10)
    assert sprite.move_and_slide(30, 0, [slope, floor], up=UP).floor is slope
    assert sprite.x > 15
    assert not sprite.hits([slope, floor])


def test_a_bar_that_turns_is_stopped_from_above_and_passes_from_below() -> None:
    bar, floor = Sprite(collision=Rect(0, -1, 30, 2), offset_sync=True), box(10, 10, 40, 4, UP)
    assert bar.sweep(0, 0, floor, turn=90).normal.y < 0
    bar.angle = 90
    assert bar.sweep(0, 0, floor, turn=-90) is None
    bar.angle = 179
    assert bar.sweep(0, 0, floor, turn=-170) is None


# --- rays -----------------------------------------------------------------------------------------


def test_a_ray_from_the_surface_starts_inside() -> None:
    group = Group(plank())
    assert group.raycast(10, 0, 10, 30) is None
    assert group.raycast(10, 4, 10, -30, hit_from_inside=False) is None
    assert group.raycast(10, -1e-9, 10, 30) is not None


def test_a_ray_from_inside_of_a_one_way_shape_meets_the_next_shape_of_the_sprite() -> None:
    both = Sprite(collision=[Rect(0, 0, 64, 8, one_way=UP), Rect(0, 20, 64, 8)])
    assert Group(both).raycast(10, 4, 10, 30).point == (10, 20)


def test_where_is_not_asked_about_a_shape_that_lets_pass() -> None:
    platform, asked = plank(), []

    def where(sprite):
        asked.append(sprite)
        return True

    assert Group(platform).raycast(10, 20, 10, -20, where=where) is None
    assert Group(platform).line_of_sight(10, 20, 10, -20, where=where)
    assert box(10, 20, 10, 10).sweep(0, -60, platform, where=where) is None
    assert asked == []
    assert Group(platform).raycast(10, -20, 10, 20, where=where)
    assert asked == [platform]


def test_a_disc_in_one_platform_meets_another_one_within_it() -> None:
    planks = [box(0, 0, 100, 100, UP), box(20, 50, 60, 8, UP)]
    ray = Group(planks).raycast(50, 20, 50, 120, radius=4)
    sweep = ball(50, 20, 4).sweep(0, 100, planks)
    assert sweep.other is ray.other is planks[1]
    assert sweep.fraction == ray.fraction
    assert ray.point.y == 50


@pytest.mark.parametrize(("lean", "stops"), [(55, True), (65, False)], ids="{}".format)
def test_a_one_way_shape_stops_what_comes_within_60_degrees_of_its_direction(lean, stops):
    x, y = -20 * math.sin(math.radians(lean)), -20 * math.cos(math.radians(lean))
    assert (ball(x, y, 10).sweep(-x, -y, plank()) is not None) == stops
    assert (Group(plank()).raycast(x, y, 0, 0, radius=10) is not None) == stops


# --- round bodies ---------------------------------------------------------------------------------


@pytest.mark.parametrize("far", [0, 1020, 1 << 20], ids="at {}".format)
@pytest.mark.parametrize("way", [(4, 8), (4, 4), (8, 4), (1, 6), (4, 0.5)], ids=str)
@pytest.mark.parametrize(
    ("capsule", "one_way", "normal"),
    [
        pytest.param(Capsule(-3, -1, -3, 0, 3), UP, None, id="upright, it passes a platform"),
        pytest.param(Capsule(-3, -1, -3, 0, 3), None, (-1, 0), id="upright, it meets a wall"),
        pytest.param(Capsule(-8, -3, 0, -3, 3), UP, (0, -1), id="flat, it lands on a platform"),
    ],
)
def test_a_capsule_meets_a_corner_where_its_side_ends(capsule, one_way, normal, way, far):
    mover = Sprite(far - way[0] / 4, far - way[1] / 4, collision=capsule)
    hit = mover.sweep(*way, box(far, far, 24, 2, one_way))
    assert (hit and (hit.fraction, hit.normal)) == (normal and (0.25, normal))
