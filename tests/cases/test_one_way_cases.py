"""Faults of one way that were found once, and stay away."""

import math

from spritecol import Capsule, CharacterController, Circle, Group, Polygon, Rect, Sprite, Triangle
from support.near import near


def test_a_body_with_its_legs_in_a_plank_is_not_caught_by_its_arms() -> None:
    plank = Sprite(collision=Rect(0, 0, 64, 8, one_way=(0, -1)))
    body = Sprite(20, -15, collision=[Rect(0, 0, 10, 20), Rect(-10, -6, 30, 4)])
    assert (body.sweep(0, 60, plank), body.sweep_all(0, 60, plank)) == (None, [])
    body.y = -20
    hit = body.sweep(0, 60, plank)
    assert (hit.fraction, hit.position, hit.normal, hit.overlapping) == (0, (20, -20), (0, -1), False)


def test_arms_that_come_later_pass_with_the_legs_that_came_in_from_the_side() -> None:
    plank = Sprite(collision=Rect(0, 0, 64, 8, one_way=(0, -1)))
    body = Sprite(-40, 0, collision=[Rect(0, -16, 10, 26), Rect(10, -36, 10, 10)])
    assert (body.sweep(60, 40, plank), body.sweep_all(60, 40, plank)) == (None, [])
    assert near(Sprite(-40, 0, collision=Rect(10, -36, 10, 10)).sweep(60, 40, plank).fraction, 0.65)


def test_the_other_shapes_of_a_sprite_still_count() -> None:
    both = Sprite(collision=[Rect(0, 0, 64, 8, one_way=(0, -1)), Rect(0, -30, 64, 8)])
    hit = Sprite(20, 30, collision=Rect(0, 0, 10, 10)).sweep(0, -80, both)
    assert (hit.other_shape == both.shapes[1], hit.normal, hit.position) == (True, (0, 1), (20, -22))
    one, both = Sprite(9, 0, collision=Rect(0, 0, 10, 8)), Sprite(collision=[Rect(0, 0, 64, 8, one_way=(0, -1)), Rect(0, 0, 12, 8)])
    assert (one.depenetrate(both), one.hits(both)) == ((3, 0), True)


def test_a_shape_stops_or_passes_for_the_whole_way_in_through_one_leg_of_an_arch_onto_the_other() -> None:
    points = [(0, 0), (60, 0), (60, 40), (50, 40), (50, 10), (10, 10), (10, 40), (0, 40)]
    arch = Sprite(collision=Polygon(points, one_way=(-1, 0)))

    def box(x):
        return Sprite(x, 20, collision=Rect(0, 0, 10, 10))

    assert (box(20).sweep(60, 0, arch) is None, box(80).sweep(-100, 0, arch)) == (False, None)
    assert box(-20).sweep(100, 0, arch).position == (-10, 20)


def test_shapes_of_the_moving_sprite_are_ordinary() -> None:
    plank = Sprite(0, 40, collision=Rect(0, 0, 64, 8, one_way=(0, -1)))
    assert plank.sweep(0, -60, Sprite(20, 0, collision=Rect(0, 0, 10, 10))).fraction == 0.5


def test_each_part_of_a_slide_is_a_way_of_its_own_along_a_ceiling_and_down_to_the_plank_again() -> None:
    ceiling = Sprite(collision=Polygon([(0, -100), (300, -100), (300, 50), (0, -70)]))
    plank = Sprite(-100, 0, collision=Rect(0, 0, 400, 8, one_way=(0, -1)))
    box = Sprite(0, 20, collision=Rect(0, 0, 10, 10))
    slide = box.move_and_slide(250, -70, [plank, ceiling], up=(0, -1))
    assert ({hit.other for hit in slide.hits} == {ceiling, plank}, slide.floor is plank) == (True, True)
    assert near(box.y, -10)


def test_the_foot_of_a_one_way_slope_is_climbed_also_with_a_lip_of_rounding() -> None:
    def end(lip):
        slope = Sprite(20, lip, collision=Triangle(0, 0, 40, -20, 40, 0, one_way=(0, -1)))
        floor, box = Sprite(-50, 0, collision=Rect(0, 0, 200, 10)), Sprite(0, -10, collision=Rect(0, 0, 10, 10))
        return box.move_and_slide(30, 0, [slope, floor], up=(0, -1)).floor is slope, box.x > 15, box.hits([slope, floor])

    assert [end(lip) for lip in (0.0, 1e-13, -1e-13)] == [(True, True, False)] * 3


def test_a_turn_through_a_one_way_shape() -> None:
    bar, floor = Sprite(collision=Rect(0, -1, 30, 2), offset_sync=True), Sprite(10, 10, collision=Rect(0, 0, 40, 4, one_way=(0, -1)))
    assert bar.sweep(0, 0, floor, turn=90).normal.y < 0
    bar.angle = 90
    assert bar.sweep(0, 0, floor, turn=-90) is None
    bar.angle = 179
    assert bar.sweep(0, 0, floor, turn=-170) is None


def test_a_ray_from_the_surface_starts_inside() -> None:
    plank = Group(Sprite(collision=Rect(0, 0, 64, 8, one_way=(0, -1))))
    assert (plank.raycast(10, 0, 10, 30), plank.raycast(10, 4, 10, -30, hit_from_inside=False)) == (None, None)
    assert (plank.raycast(10, -1e-9, 10, 30) is None) is False
    both = Group(Sprite(collision=[Rect(0, 0, 64, 8, one_way=(0, -1)), Rect(0, 20, 64, 8)]))
    assert both.raycast(10, 4, 10, 30).point == (10, 20)


def test_what_lets_pass_is_not_asked_about() -> None:
    plank, asked = Sprite(collision=Rect(0, 0, 64, 8, one_way=(0, -1))), []

    def where(sprite):
        asked.append(sprite)
        return True

    assert Group(plank).raycast(10, 20, 10, -20, where=where) is None
    assert Group(plank).line_of_sight(10, 20, 10, -20, where=where) is True
    assert Sprite(10, 20, collision=Rect(0, 0, 10, 10)).sweep(0, -60, plank, where=where) is None
    assert asked == []
    assert (Group(plank).raycast(10, -20, 10, 20, where=where) is None, asked == [plank]) == (False, True)


def test_a_disc_meets_a_plank_within_another_one() -> None:
    planks = [Sprite(collision=Rect(0, 0, 100, 100, one_way=(0, -1))), Sprite(20, 50, collision=Rect(0, 0, 60, 8, one_way=(0, -1)))]
    ray = Group(planks).raycast(50, 20, 50, 120, radius=4)
    sweep = Sprite(50, 20, collision=Circle(0, 0, 4)).sweep(0, 100, planks)
    assert (sweep.other is planks[1], ray.fraction == sweep.fraction, ray.point.y) == (True, True, 50)


def test_a_one_way_shape_stops_within_60_degrees() -> None:
    plank = Sprite(collision=Rect(0, 0, 64, 8, one_way=(0, -1)))

    def met(lean):
        x, y = -20 * math.sin(math.radians(lean)), -20 * math.cos(math.radians(lean))
        hit = Sprite(x, y, collision=Circle(0, 0, 10)).sweep(-x, -y, plank)
        return hit is not None, Group(plank).raycast(x, y, 0, 0, radius=10) is not None

    assert [met(55), met(65)] == [(True, True), (False, False)]


def test_a_capsule_passes_a_plank_whose_corner_meets_where_its_side_ends_one_that_lies_flat_lands() -> None:
    def met(far, dx, dy, shape, one_way):
        hit = Sprite(far - dx / 4, far - dy / 4, collision=shape).sweep(
            dx, dy, Sprite(far, far, collision=Rect(0, 0, 24, 2, one_way=one_way))
        )
        return hit and (hit.fraction, hit.normal)

    plays = [(far, *way) for far in (0, 1020, 1 << 20) for way in ((4, 8), (4, 4), (8, 4), (1, 6), (4, 0.5))]
    assert [met(*play, Capsule(-3, -1, -3, 0, 3), (0, -1)) for play in plays] == [None] * 15
    assert [met(*play, Capsule(-3, -1, -3, 0, 3), None) for play in plays] == [(0.25, (-1, 0))] * 15
    assert [met(*play, Capsule(-8, -3, 0, -3, 3), (0, -1)) for play in plays] == [(0.25, (0, -1))] * 15


def test_a_capsule_passes_the_end_that_it_does_not_meet_from_the_front() -> None:
    assert Sprite(4, 5, collision=Capsule(0, 0, 4, 0, 1)).sweep(0, -4, Sprite(2, 1, collision=Rect(0, 0, 2, 1, one_way=(1, 0)))) is None


def test_halfway_through_a_row_of_planks_round_feet_pass_the_corner_of_the_next_one_too() -> None:
    def beside():
        return Sprite(10, 83, collision=Capsule(0, -9, 0, 9, 6)), [
            Sprite(16 * k, 96, collision=Rect(0, 0, 16, 8, one_way=(0, -1))) for k in range(4)
        ]

    man, planks = beside()
    assert man.move_and_slide(3, 0, planks, up=(0, -1)).travel == (3, 0)
    man, planks = beside()
    assert CharacterController(man).move(3, 0, planks).travel == (3, 0)


def test_the_end_of_a_plank_a_little_above_the_floor_is_no_wall_for_round_feet() -> None:
    floor = Sprite(0, 100, collision=Rect(0, 0, 400, 50))
    plank = Sprite(150, 97, collision=Rect(0, 0, 100, 8, one_way=(0, -1)))
    walker = CharacterController(Sprite(50, 100, collision=Capsule(0, -20, 0, -8, 8)))
    walls = [walker.move(1, 0.4, [floor, plank]).on_wall for _ in range(200)]
    assert (walker.sprite.x, walker.sprite.y, any(walls)) == (250, 100, False)
