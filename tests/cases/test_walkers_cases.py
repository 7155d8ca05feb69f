"""Faults of walkers that were found once, and stay away."""

import copy
import itertools
import math

from spritecol import Capsule, CharacterController, Circle, Ellipse, Group, Polygon, Rect, Segment, Sprite, Triangle, Vec2
from support.near import near


def test_before_the_first_move_it_stands_nowhere_and_without_targets_it_goes_where_it_wants() -> None:
    hero = CharacterController(Sprite(3, 4, collision=Rect(-6, -16, 12, 16)))
    assert repr(hero) == f"<CharacterController of {hero.sprite!r}>"
    assert (hero.on_floor, hero.on_wall, hero.on_ceiling, hero.floor, hero.floor_normal, hero.floor_motion) == (
        False,
        False,
        False,
        None,
        (0, 0),
        (0, 0),
    )
    assert (hero.up, hero.max_floor_angle, hero.snap, hero.step, hero.nudge) == ((0, -1), 45, 4, 0, 0)
    slides = [hero.move(3, 4, targets) for targets in ([], Group(), [None], hero.sprite)]
    assert [(s.travel, s.remainder, s.hits, s.carried, s.stepped, s.crushed, s.crushed_by) for s in slides] == [
        ((3, 4), (0, 0), [], (0, 0), 0, False, None)
    ] * 4


def test_in_the_middle_of_a_solid_any_least_way_leads_out() -> None:
    solids = [
        (Rect(-6, -1, 12, 2), Rect(-30, -10, 60, 20)),
        (Rect(-1, -6, 2, 12), Rect(-10, -30, 20, 60)),
        (Circle(0, 0, 6), Circle(0, 0, 5)),
        (Circle(0, 0, 6), Rect(-5, -5, 10, 10)),
    ]

    def way(body, solid, angle):
        hero, wall = CharacterController(Sprite(collision=body, angle=angle)), Sprite(collision=solid, angle=angle)
        return hero.move(0, 0, wall).travel.length, hero.sprite.hits(wall)

    assert near([way(*solid, angle) for solid in solids for angle in (0, 30)], [(11, False)] * 8)
    legs = [Rect(-5, -2, 4, 4), Rect(1, -2, 4, 4)], Ellipse(0, 0, 9, 3)
    assert near([way(*legs, angle) for angle in (0, 30)], [(4.9814239699997295, False)] * 2)


def test_of_equal_ways_that_on_the_side_of_the_motion_is_taken() -> None:
    def out(side):
        hero = CharacterController(Sprite(collision=Rect(-1, -6, 2, 12)))
        hero.move(side * 1e-3, 0, Sprite(collision=Rect(-10, -30, 20, 60)))
        return hero.sprite.x

    assert near([out(1), out(-1)], [11.001, -11.001])


def test_between_two_thin_walls_or_between_two_walls_of_one_sprite_it_is_crushed() -> None:
    def room(thick):
        return Rect(-20 - thick, -900, thick, 1800), Rect(20, -900, thick, 1800)

    def play(how, thick):
        walls = [Sprite(collision=s) for s in room(thick)] if how < 2 else [Sprite(collision=[*room(thick)])]
        hero = CharacterController(Sprite(collision=Rect(-20, -70, 40, 70)))
        hero.move(0, 1, walls)
        walls[0].x += how == 0
        walls[-1].x -= how == 0
        hero.sprite.collision = Rect(-20, -70, 40, 70) if how == 0 else Rect(-21, -70, 42, 70)
        return hero.move(0, 1, walls).crushed, hero.sprite.x

    assert [play(how, thick) for how in (0, 1, 2) for thick in (1, 4, 20, 60)] == [(True, 0)] * 12


def test_who_was_crushed_and_can_leave_is_pushed_and_not_carried() -> None:
    def play(up):
        left, right, floor = (
            Sprite(-30, -100, collision=Rect(0, 0, 30, 200)),
            Sprite(16, -100, collision=Rect(0, 0, 30, 200)),
            Sprite(-100, 16, collision=Rect(0, 0, 300, 20)),
        )
        hero, level = CharacterController(Sprite(0, 0, collision=Rect(0, 0, 16, 16)), up=up), [left, right, floor]
        hero.move(0, 1, level)
        left.x, right.x = -27, 13
        crushed = hero.move(0, 1, level).crushed
        right.x += 30
        slide = hero.move(0, 1, level)
        return crushed, slide.crushed, slide.travel, slide.carried, slide.remainder

    assert [play((0, -1)), play(None)] == [(True, False, (3, 0), (0, 0), (-3, 1))] * 2


def test_a_wall_on_one_side_does_not_close_the_other() -> None:
    def play(side, thick, tall):
        press, wall = (
            Sprite(0, -32, collision=Rect(0 if side > 0 else -16, -64, 16, 64)),
            Sprite(-side * 8 - (thick if side > 0 else 0), -tall, collision=Rect(0, 0, thick, tall)),
        )
        level = [Sprite(-500, 0, collision=Rect(0, 0, 1000, 100)), press, *([wall] if thick else [])]
        hero = CharacterController(Sprite(0, 0, collision=Rect(-8, -32, 16, 32)), max_push=32)
        hero.move(0, 1, level)
        press.y += 2
        return hero.move(0, 1, level).crushed, hero.sprite.x * side

    plays = [(side, thick, tall) for side in (1, -1) for thick in (0, 1, 4, 7, 8, 9, 16, 32) for tall in (2, 100)]
    assert [play(*p) for p in plays] == [(False, 24 if thick else -8) for _, thick, _ in plays]


def test_a_way_out_below_a_roof_counts_only_if_the_lift_leads_up_beside_the_roof() -> None:
    """Past the end of the roof the lift leads it up. If it leads there only at last, it is crushed."""

    def end(dx, right, side):
        lift = Sprite(0, 0, collision=Rect(-60, 0, 120, 8))
        roof = Sprite(0, -33, collision=Rect(right - 40 if side > 0 else -right, 0, 40, 5))
        hero = CharacterController(Sprite(side * 12, 0, collision=Rect(-4, -16, 8, 16)))
        hero.move(0, 1, [lift])
        for _ in range(2):
            lift.x, lift.y = lift.x + side * dx, lift.y - 5
            hero.move(0, 0, [lift, roof])
        lift.x, lift.y = lift.x + side * dx, lift.y - 5
        slide = hero.move(0, 0, [lift, roof])
        return slide.crushed, side * hero.sprite.x, hero.sprite.y, side * slide.pushed.x

    for side in (1, -1):
        assert [end(0, right, side) for right in (8, 9, 12)] == [(False, right + 4, -15, right - 8) for right in (8, 9, 12)]
        assert end(6, 29, side) == (True, 24, -10, 0)
        assert end(6, 22, side) == (False, 30, -15, 0)


def test_neither_the_key_nor_a_mirror_decides_who_is_crushed() -> None:
    def box(side, left, top, w, h):
        return Rect(left if side > 0 else -left - w, top, w, h)

    def between(side, key):
        press = Sprite(0, -64, collision=box(side, -26, 0, 32, 32))
        level = [Sprite(-500, 0, collision=Rect(0, 0, 1000, 100)), Sprite(collision=box(side, -26, -10, 8, 8)), press]
        hero = CharacterController(Sprite(-10 * side, 0, collision=Rect(-4, -32, 8, 32)), max_push=32)
        hero.move(0, 0, level)
        press.y += 3
        return hero.move(side * key, 1, level).crushed, hero.sprite.x * side

    assert [between(side, key) for side in (1, -1) for key in (-2, 0, 2)] == [(False, 10), (False, 10), (False, 12)] * 2

    def on_a_hill(side, key):
        hill, press = (
            Polygon([(side * x, y) for x, y in [(-64, 32), (0, 0), (64, 0), (64, 80), (-64, 80)]]),
            Sprite(0, -25, collision=box(side, -9, 0, 8, 8)),
        )
        hero, level = CharacterController(Sprite(-3 * side, 0, collision=Circle(0, -8, 8))), [Sprite(collision=hill), press]
        hero.move(0, 0, level)
        press.y += 2
        return hero.move(side * key, 1, level).crushed

    assert [on_a_hill(side, key) for side in (1, -1) for key in (-2, 0, 2)] == [False] * 6


def test_what_where_rejects_is_as_if_it_were_not_there_for_ways_out_nudges_and_presses_too() -> None:
    def ghost(where, up):
        wall, other = Sprite(20, -100, collision=Rect(0, 0, 40, 200)), Sprite(-30, -100, z=1, collision=Rect(0, 0, 40, 200))
        slide = CharacterController(Sprite(16, 0, collision=Rect(-8, -8, 16, 16)), up=up).move(0, 0, [wall, other], where=where)
        return slide.travel, slide.crushed

    wheres = (lambda o: o.z == 0), (lambda o, hit: o.z == 0)
    assert [ghost(where, up) for where in wheres for up in ((0, -1), None)] == [((-4, 0), False)] * 4

    def nudged(where):
        tile, beside = Sprite(64, 112, collision=Rect(0, 0, 32, 8)), Sprite(96, 112, z=1, collision=Rect(0, 0, 32, 8))
        hero = CharacterController(Sprite(100, 152, collision=Rect(-6, -28, 12, 28)), nudge=8)
        return hero.move(0, -8, [tile, beside], where=where).on_ceiling, hero.sprite.x, hero.sprite.y

    assert [nudged(where) for where in wheres] == [(False, 102, 144)] * 2

    def pressed(where):
        press, beside = Sprite(0, -34, collision=Rect(-4, -64, 16, 64)), Sprite(-40, -24, z=1, collision=Rect(0, 0, 32, 8))
        hero, level = (
            CharacterController(Sprite(0, 0, collision=Rect(-8, -32, 16, 32)), max_push=32),
            [Sprite(-300, 0, collision=Rect(0, 0, 600, 50)), press, beside],
        )
        hero.move(0, 1, level, where=where)
        press.y += 4
        return hero.move(0, 1, level, where=where).crushed, hero.sprite.x

    assert [pressed(where) for where in wheres] == [(False, -12)] * 2


def test_where_is_told_the_shape_below_the_feet_whether_it_is_the_first_of_its_sprite_or_not() -> None:
    def solid(other, hit):
        return hit.other_shape.name != "ghost"

    def end(order, body):
        shapes = [Rect(-400, -300, 10, 10, name="ghost"), Rect(-200, 0, 230, 50, name="solid"), Rect(30, -4, 100, 50, name="solid")]
        hero, level = CharacterController(Sprite(0, 0, collision=body), step=4), Sprite(collision=shapes[::order])
        stood = [hero.move(3, 1, level, where=solid).on_floor for _ in range(20)]
        return hero.sprite.x > 59, hero.sprite.y, all(stood)

    assert [end(order, s) for order in (1, -1) for s in (Rect(-6, -12, 12, 12), Circle(0, -6, 6))] == [(True, -4, True)] * 4


def test_at_the_foot_of_a_slope_no_speed_is_lost() -> None:
    slope = Sprite(100, 100, collision=Triangle(0, 0, 300, -300 * math.tan(0.5), 300, 0))

    def end(order):
        level, hero = (
            [Sprite(-500, 100, collision=Rect(0, 0, 1000, 100)), slope][::order],
            CharacterController(Sprite(90, 100, collision=Rect(-6, -16, 12, 16))),
        )
        hero.move(0, 1, level)
        hero.move(10, 1, level)
        up = hero.sprite.x, hero.sprite.y
        hero.move(-10, 1, level)
        return up, (hero.sprite.x, hero.sprite.y)

    assert near([end(1), end(-1)], [((94 + 6 * math.cos(0.5), 100 - 6 * math.sin(0.5)), (90, 100))] * 2)


def test_no_step_under_a_low_ceiling_onto_what_is_too_steep_or_in_the_air() -> None:
    def box(left, t, r, b):
        return Sprite(left, t, collision=Rect(0, 0, r - left, b - t))

    stair = [box(-500, 100, 500, 200), box(30, 92, 270, 100)]

    def end(*more, x=0, y=100, step=8, dx=1.5, count=40):
        hero = CharacterController(Sprite(x, y, collision=Rect(-6, -16, 12, 16)), step=step)
        stepped = sum(hero.move(dx, 1, more).stepped for _ in range(count))
        return hero.sprite.x > 30, hero.sprite.y, stepped > 0

    assert [end(*stair, box(0, 50 - gap, 200, 100 - gap)) for gap in (23, 24, 30)] == [
        (False, 100, False),
        (True, 92, True),
        (True, 92, True),
    ]
    assert end(stair[0], Sprite(30, 100, collision=Triangle(0, 0, 40, -80, 40, 0)), step=6) == (False, 100, False)
    assert end(*stair, y=96, dx=40, count=1)[::2] == (False, False)


def test_a_nudge_gives_way_to_the_corner_of_a_ceiling_the_smaller_way_first_and_no_farther_than_told() -> None:
    def box(left, t, r, b):
        return Sprite(left, t, collision=Rect(0, 0, r - left, b - t))

    def end(*ceiling, nudge=20, dx=0):
        hero = CharacterController(Sprite(0, 90, collision=Rect(-6, -16, 12, 16)), nudge=nudge)
        slide = hero.move(dx, -40, ceiling)
        return hero.sprite.x, hero.sprite.y, slide.on_ceiling

    def corner(side, inside):
        return box(-106 + inside, 0, -6 + inside, 60) if side > 0 else box(6 - inside, 0, 106 - inside, 60)

    plays = [(side, inside) for side in (1, -1) for inside in (3, 4, 0.5)]
    assert [end(corner(*p), nudge=p[1]) for p in plays] == [(side * inside, 50, False) for side, inside in plays]
    assert [end(corner(*p), nudge=p[1] - 0.25) for p in plays] == [(0, 76, True)] * 6
    assert [end(box(-4 + k, 0, 3 + k, 60)) for k in (0, -1.5, 1.5)] == [(9, 50, False), (7.5, 50, False), (-8.5, 50, False)]
    assert end(box(-100, 0, -3, 60), box(9, 0, 100, 60), nudge=4) == (3, 50, False)
    assert end(box(-100, 0, -3, 60), box(7, 0, 20, 200), nudge=4) == (0, 76, True)
    # A low wall beside it, which it would be above of when half its width into the ceiling.
    assert end(box(-100, 0, -3, 60), box(7, 71, 20, 200), nudge=4) == (0, 76, True)
    assert end(box(-100, 0, -3, 56), box(-100, 50, -5, 60), box(7, 71, 20, 200), nudge=4) == (0, 76, True)
    assert end(box(-100, 0, -3, 60), box(7, 77, 20, 200), nudge=4) == (3, 50, False)

    def end_of_flat(lid):
        hero = CharacterController(Sprite(collision=Rect(0, 0, 20, 2)), nudge=4)
        slide = hero.move(0, -20, [box(-20, -30, 2, 0), Sprite(20.5, lid, collision=Segment(0, 0, 9, 0))])
        return hero.sprite.x, hero.sprite.y, slide.on_ceiling

    assert [end_of_flat(lid) for lid in (0, -1, 3)] == [(0, 0, True), (2, -1, False), (2, -20, False)]
    assert [round(end(box(-4, 0, 4, 60), dx=side * 1e-3)[0]) for side in (1, -1, 0)] == [10, -10, -10]


def test_who_slides_along_a_ceiling_does_not_rise_into_a_hole() -> None:
    def end(side, at, high, wall):
        ceiling = [Sprite(at + 8, 0, collision=Rect(0, 0, 32, 20 + high)), Sprite(at - 40, 0, collision=Rect(0, 0, 32, 20 + high))]
        stop = [Sprite(at - 40 if side > 0 else at + 8, 20 + high, collision=Rect(0, 0, 32, 70))]
        hero = CharacterController(Sprite(at + 3 * side, 20, collision=Rect(-8, 0, 16, 16)))
        hero.move(-3 * side, -5, [*ceiling, *(stop if wall else [])])
        return hero.sprite.x - at, hero.sprite.y - high, hero.on_ceiling

    plays = [(s, at, h, w) for s in (1, -1) for at in (0, 0.3, 12345.6) for h in (-1.5, -0.5, -4) for w in (0, 1)]
    assert all(abs(x) < 1e-6 and abs(y - 20) < 1e-6 and told for x, y, told in (end(*p) for p in plays)) is True


def test_a_jump_finds_a_hole_as_wide_as_it_is_also_between_shapes_of_one_sprite() -> None:
    hole = Rect(-24, -16, 16, 16), Rect(8, -16, 16, 16)

    def end(ceiling):
        hero = CharacterController(Sprite(0, 17, collision=Rect(-8, -16, 16, 16)), nudge=3)
        hero.move(-3, -4, ceiling)
        return hero.sprite.x, hero.sprite.y, hero.on_ceiling

    assert [end([Sprite(collision=s) for s in hole]), end(Sprite(collision=[*hole]))] == [(0, 13, False)] * 2


def test_who_presses_toward_the_edge_that_it_is_nudged_past_rises() -> None:
    def end(side):
        tile, hero = (
            Sprite(side * 296, 176, collision=Rect(-8, 0, 16, 16)),
            CharacterController(Sprite(side * 279.194, 209.2, collision=Rect(-8, -16, 16, 16)), step=4, nudge=4),
        )
        tops = [hero.move(side * 3, -2.4 + 0.4 * k, tile).travel.y for k in range(5)]
        return tops, side * hero.sprite.x

    assert near([end(1), end(-1)], [([-2.4, -2.0, -1.6, -1.2, -0.8], 280)] * 2)


def test_a_jump_past_the_corner_of_a_lintel_is_told_no_ceiling() -> None:
    level = [Sprite(-100, 64, collision=Rect(0, 0, 300, 16)), Sprite(48, 0, collision=Rect(0, 0, 16, 48))]

    def jump(dx):
        hero = CharacterController(Sprite(40, 64, collision=Rect(-8, -16, 16, 16)))
        hero.move(0, 1, level)
        slide = hero.move(dx, -5.6, level)
        return slide.travel, slide.on_wall, slide.on_ceiling

    assert near([jump(dx) for dx in (0.1, 1, 3, 5.6)], [((0, -5.6), True, False)] * 4)


def test_it_is_not_snapped_after_a_jump_nor_in_the_air() -> None:
    ground = Sprite(-500, 100, collision=Rect(0, 0, 1000, 100))
    hero = CharacterController(Sprite(0, 100, collision=Rect(-6, -16, 12, 16)))
    assert [tuple(hero.move(dx, dy, ground).travel) for dx, dy in ((0, 1), (0, -3), (2, 0))] == [(0, 0), (0, -3), (2, 0)]
    assert CharacterController(Sprite(0, 98, collision=Rect(-6, -16, 12, 16))).move(3, 0, ground).travel == (3, 0)


def test_motion_along_up_by_less_than_a_part_in_1e9_does_not_leave_the_floor() -> None:
    ground = Sprite(-500, 100, collision=Rect(0, 0, 1000, 100))
    hero = CharacterController(Sprite(0, 100, collision=Rect(-6, -16, 12, 16)))
    assert [hero.move(0, 1, ground).on_floor, hero.move(3, -1e-12, ground).on_floor, hero.sprite.y] == [True, True, 100]
    assert (hero.move(3, -1e-3, ground).on_floor, hero.sprite.y) == (False, 100 - 1e-3)


def test_drop_does_nothing_on_a_floor_that_stops_from_all_sides() -> None:
    level = [Sprite(-500, 100, collision=Rect(0, 0, 1000, 100)), Sprite(-50, 100, collision=Rect(0, 0, 50, 8, one_way=(0, -1)))]
    hero = CharacterController(Sprite(0, 100, collision=Rect(-6, -16, 12, 16)))
    assert [(hero.move(0, 1, level, drop=True).on_floor, hero.sprite.y) for _ in range(9)] == [(True, 100)] * 9


def test_a_dropped_plank_is_a_floor_again_after_it() -> None:
    level = [Sprite(-50, 60, collision=Rect(0, 0, 100, 8, one_way=(0, -1))), Sprite(-500, 100, collision=Rect(0, 0, 1000, 100))]
    hero, fall = CharacterController(Sprite(0, 60, collision=Rect(-6, -16, 12, 16))), -10.0
    slides = [hero.move(0, dy, level, drop=drop) for dy, drop in ((1, False), (1, True), (30, False), (30, False))]
    assert hero.floor is level[1]
    for _ in range(60):
        fall = 0.0 if hero.on_floor and fall > 0 else fall + 0.5
        slides += [hero.move(0, fall, level)]
    assert hero.floor is level[0]


def test_it_drops_through_one_row_of_a_stack_only() -> None:
    def end(thick):
        stack = [Sprite(16 * i, 100 + 16 * j, collision=Rect(0, 0, 16, thick, one_way=(0, -1))) for i in range(-4, 4) for j in range(3)]
        hero, tops = CharacterController(Sprite(0, 100, collision=Rect(-6, -16, 12, 16))), []
        for k in range(63):
            hero.move(0, 3 if k % 21 else 1, stack, drop=k % 21 == 0 and k > 0)
            tops.append(hero.sprite.y)
        return tops[20::21]

    assert [end(thick) for thick in (12, 14, 16, 20)] == [[100, 116, 132]] * 4


def test_the_corner_of_one_plank_does_not_open_the_other() -> None:
    planks = [Sprite(-60, 60, collision=Rect(0, 0, 40, 30, one_way=(0, -1))), Sprite(-20, 70, collision=Rect(0, 0, 80, 8, one_way=(0, -1)))]
    hero = CharacterController(Sprite(-30, 58, collision=Rect(-6, -16, 12, 16)))
    assert [hero.move(4, 4, planks).crushed for _ in range(20)] == [False] * 20
    assert hero.sprite.y == 70


def test_arms_and_legs_are_one_walker() -> None:
    def box(left, t, r, b, **k):
        return Sprite(left, t, collision=Rect(0, 0, r - left, b - t, **k))

    level = [box(-500, 100, 500, 200), box(60, 0, 90, 86.5), box(-100, 90, -40, 92, one_way=(0, -1))]
    hero = CharacterController(Sprite(0, 100, collision=[Rect(-5, -20, 10, 20), Circle(0, -24, 5), Rect(-12, -16, 24, 3)]))
    slides = [hero.move(3, 1, level) for _ in range(30)]
    assert (hero.sprite.x, hero.sprite.y, slides[-1].on_wall) == (48, 100, True)
    slides = [hero.move(-3, 1, level) for _ in range(60)]
    assert (hero.sprite.y, any(s.on_wall for s in slides)) == (100, False)
    hero.sprite.x, hero.sprite.y = -70, 80
    assert [hero.move(0, 30, level).on_floor, hero.sprite.y] == [True, 90]


def test_it_stands_below_a_ceiling_that_its_head_touches_and_walks_down_from_there() -> None:
    def gone(at, snap, step, run, rise, side):
        hill = Polygon([(-4 * run, 4 * rise), (32 * run, -32 * rise), (32 * run, 99), (-4 * run, 99)])
        level = [Sprite(*at, collision=s, scale_x=side, center_x=0) for s in (hill, Rect(-11, -40, 32, 16))]
        hero = CharacterController(Sprite(at[0] - 6 * side, at[1], collision=Rect(-6, -24, 12, 24)), snap=snap, step=step)
        stands = hero.move(0, 0.5, level).travel.length < 1e-6 and hero.on_floor
        return [stands] + [math.dist((0, 0), hero.move(-0.5 * side, 0.5, level).travel) for _ in range(3)]

    plays = [
        (at, snap, step, run, 1, side)
        for at in ((0, 0), (332.5, -72), (11541.25, -95051))
        for snap, step in ((4, 8), (4, 0), (0, 0))
        for run in (1, 2, 4)
        for side in (1, -1)
    ]
    assert all(p[0] and all(abs(d - 0.5) < 1e-6 for d in p[1:]) for p in (gone(*play) for play in plays)) is True


def test_a_step_behind_a_slot_is_climbed() -> None:
    def end(body, speed, slot):
        level = [Sprite(-100, 100, collision=Rect(0, 0, 100, 50)), Sprite(slot, 96, collision=Rect(0, 0, 900, 50))]
        hero = CharacterController(Sprite(-30, 100, collision=body), step=8)
        for _ in range(int(90 / speed)):
            hero.move(speed, 1, level)
        return hero.sprite.x > slot + 20, round(hero.sprite.y, 6), hero.on_floor

    bodies = Rect(-6, -16, 12, 16), Circle(0, -6, 6), Capsule(0, -10, 0, -6, 6)
    assert [end(b, speed, slot) for b in bodies for speed in (0.5, 1.7, 6) for slot in (0.5, 1, 2, 4)] == [(True, 96, True)] * 36


def test_a_stair_whose_top_goes_on_as_a_slope_stops_no_box_nor_round_feet() -> None:
    def end(body, x, speed, rise, run, slope):
        top = Polygon([(60, 100 - rise), (60 + run, 100 - rise - slope), (60 + run, 190), (60, 190)])
        hero, level = (
            CharacterController(Sprite(x, 100, collision=body), step=8),
            [Sprite(-99, 100, collision=Rect(0, 0, 159, 90)), Sprite(collision=top)],
        )
        for _ in range(int(80 / speed)):
            hero.move(speed, 0.5, level)
        return hero.sprite.x > 72

    bodies = Rect(-4, -28, 8, 28), Circle(0, -6, 6), Capsule(0, -10, 0, -6, 6)
    plays = [
        (b, x, speed, rise, 200, slope)
        for b in bodies
        for x in (20.3, 21)
        for speed in (1, 3.3, 8)
        for rise in (4, 8)
        for slope in (0, 50, 100, 200)
    ]
    plays += [
        (bodies[0], 40 + x, speed, rise, run, 100) for x in range(8) for speed in (1, 3, 8) for rise in (4, 6, 7) for run in (100, 200, 400)
    ]
    assert all(end(*play) for play in plays) is True


def test_a_dash_over_a_crest_into_a_wall_ends_on_the_floor() -> None:
    def end(body, slope, x):
        def box(left, t, r, b):
            return Sprite(left, t, collision=Rect(0, 0, r - left, b - t))

        top = 100 - 64 * slope
        level = [
            box(-99, 100, 0, 199),
            Sprite(collision=Polygon([(0, 100), (64, top), (64, 199), (0, 199)])),
            box(64, top, 99, 199),
            box(80, -99, 99, top),
        ]
        hero = CharacterController(Sprite(-60 - x / 10, 100, collision=body))
        return all(hero.move(25, 0.4, level).on_floor for _ in range(9)) and hero.on_wall and hero.sprite.y == top

    bodies = Rect(-6, -16, 12, 16), Circle(0, -6, 6), Capsule(0, -10, 0, -6, 6)
    assert all(end(b, slope, x) for b in bodies for slope in (0.25, 0.5, 1) for x in range(10)) is True


def test_what_the_head_only_touches_by_a_corner_is_no_wall() -> None:
    def box(x, y):
        return Sprite(x, y, collision=Rect(0, 0, 20, 20))

    def told(x):
        hero, level = CharacterController(Sprite(x, 100, collision=Rect(-10, -20, 20, 20))), [box(80, 60), box(120, 100), box(80, 120)]
        hero.move(0, 0.3, level)
        return hero.move(110 - x, 0.3, level).travel, hero.on_wall

    assert [told(113), told(114)] == [((-3, 0), False), ((-4, 0), False)]


def test_a_corner_of_a_ceiling_that_is_just_grazed_uphill_stops_nobody() -> None:
    level = [
        Sprite(0, 0.3, collision=Polygon([(169, -32), (217, 16), (217, 208), (169, 208)])),
        Sprite(217, -31.7, collision=Rect(0, 0, 48, 8)),
        Sprite(217, 16.3, collision=Rect(0, 0, 32, 16)),
    ]
    hero = CharacterController(Sprite(227, 16.3, collision=Rect(-4, -32, 8, 32)), step=8)
    [hero.move(-6, 0.5, level) for _ in range(6)]
    assert hero.sprite.x < 205


def test_it_snaps_into_a_pit_that_it_fits_in_the_move_that_ends_over_it() -> None:
    def end(x, side, speed, deep, wall, merged):
        shapes = [
            Rect(16 if side > 0 else -100, 0, 100, 64),
            Rect(-100 if side > 0 else 16, -wall, 100, 64 + wall),
            Rect(-100, deep, 200, 64),
        ]
        level = [Sprite(x, 0, collision=s) for s in ([shapes] if merged else shapes)]
        hero = CharacterController(Sprite(x + 8 + side * speed, 0, collision=Rect(-8, -16, 16, 16)), snap=deep)
        hero.move(0, 1, level)
        hero.move(-side * speed, 0, level)
        return hero.sprite.x - x, hero.sprite.y - deep, hero.on_floor

    plays = [
        (x, side, speed, deep, wall, one)
        for x in (-160, 0, 112)
        for side in (1, -1)
        for speed in (1, 2, 4)
        for deep in (2, 4, 16)
        for wall in (0, 12, 100)
        for one in (0, 1)
    ]
    assert all(end(*play) == (8, 0, True) for play in plays) is True


def test_between_a_ledge_and_a_wall_round_feet_stand_rest_and_jump() -> None:
    def end(body, side, share, snap):
        gap, level = share * 12, [Sprite(0 if side > 0 else -50, -400, collision=Rect(0, 0, 50, 800))]
        level += [Sprite(-80 if side > 0 else gap, 100, collision=Rect(0, 0, 80 - gap, 300))]
        hero = CharacterController(Sprite(-side * 6, 0, collision=body), snap=snap)
        stood = [hero.move(0, 4, level).on_floor for _ in range(60)][-1]
        rests = [hero.move(0, 1, level).travel.length for _ in range(5)]
        return stood and hero.on_floor, max(rests), hero.move(0, -9, level).travel

    plays = [
        (b, s, share, snap)
        for b in (Circle(0, -6, 6), Capsule(0, -10, 0, -6, 6))
        for s in (1, -1)
        for share in (0.8, 0.86, 0.9, 0.95, 0.98)
        for snap in (0, 4)
    ]
    assert near([end(*play) for play in plays], [(True, 0, (0, -9))] * 40)


def test_a_corner_in_the_floor_is_no_slope_a_beam_whose_corner_just_reaches_the_surface() -> None:
    def end(side, angle, snap):
        beam = Sprite(side * 64, 0, center_x=0, center_y=0, angle=side * angle, collision=Rect(0 if side == 1 else -64, 0, 64, 8))
        hero, level = (
            CharacterController(Sprite(side * 80, 0, collision=Triangle(0, 0, -8, -20, 8, -20)), snap=snap),
            [Sprite(collision=Rect(-480, 0, 960, 48)), beam],
        )
        hero.move(0, 1, level)
        stood = [hero.move(-2.364 * side, 0.4, level).on_floor for _ in range(20)]
        return all(stood), abs(hero.sprite.y) < 1e-6, abs(side * hero.sprite.x - 80 + 20 * 2.364) < 1e-6

    plays = [(s, a, snap) for s in (1, -1) for a in (7.169907342509049, 49.008202112980854, 30.0) for snap in (0, 4)]
    assert [end(*play) for play in plays] == [(True, True, True)] * 12


def test_a_crest_between_two_shapes_is_walked_over_at_full_speed() -> None:
    def end(side, turned):
        flat, slope = (
            Sprite(side * 112, -64, collision=Segment(0, 0, side * 32, 0)),
            Sprite(side * 144, -64, collision=Segment(0, 0, side * 200, 0), center_x=0, center_y=0, angle=30 * side),
        )
        body = Sprite(side * 120, -100, collision=Rect(-8, -14, 16, 28), angle=side * turned)
        hero = CharacterController(body, step=16)
        hero.move(0, 40, [flat, slope])
        x, y = side * body.x, body.y
        stood = all(hero.move(side * 4.318404700707229, 0.4, [flat, slope]).on_floor for _ in range(30))
        down = 2 * (body.y - y)
        return stood, side * body.x - x + down * (1 - math.cos(math.radians(30))), hero.floor_normal.x * side

    assert (
        all(
            abs(far - 30 * 4.318404700707229) < 1e-6 and stood and abs(n - 0.5) < 1e-9
            for stood, far, n in (end(s, t) for s in (1, -1) for t in (300.1660539244904, 35.0, 350.0))
        )
        is True
    )


def test_two_floors_at_one_height_are_the_same_in_any_order() -> None:
    floors = [Sprite(0, -64, collision=Rect(0, 0, 64, 48)), Sprite(16, -64, collision=Segment(0, 0, 80, 0))]

    def end(order, x):
        hero = CharacterController(Sprite(x + 0.3, -70, collision=Ellipse(0, -12, 6, 12, 20)), snap=8)
        hero.move(0, 9, floors[::order])
        hero.move(3.713814673453603, 0.4, floors[::order])
        return hero.sprite.x, hero.sprite.y, floors.index(hero.floor)

    assert [end(1, x) for x in range(20, 60)] == [end(-1, x) for x in range(20, 60)]


def test_nobody_hangs_at_the_mouth_of_a_tunnel_as_high_as_it() -> None:
    def end(above, step):
        level = [
            Sprite(16, 48, collision=Rect(0, 0, 16, 16)),
            Sprite(16, 80, collision=Rect(0, 0, 16, 64)),
            Sprite(-40, 144, collision=Rect(0, 0, 160, 16)),
        ]
        hero = CharacterController(Sprite(8, 80 - above, collision=Rect(-8, -16, 16, 16)), step=step)
        for k in range(60):
            hero.move(3, min(8, 0.4 * k), level)
        return hero.sprite.x > 16 or (hero.on_floor and hero.sprite.y == 144)

    assert [end(above, step) for above in (0, 1e-14, 1e-12, 1e-10, 1e-9, 1e-8) for step in (0, 4)] == [True] * 12


def test_who_stands_at_a_corner_keeps_every_bit_while_something_moves_near_it() -> None:
    def kept(presses, gap):
        floor, beam, passing = (
            Sprite(0.5, 0, collision=Rect(0, 0, 60, 10)),
            Sprite(-19.5, -33, collision=Rect(0, 0, 20, 5)),
            Sprite(35.5, -80, collision=Rect(0, 0, 20, 20)),
        )
        hero, level = CharacterController(Sprite(6.5 + gap, 0, collision=Capsule(0, -27, 0, -6, 6)), step=4), [floor, beam, passing]
        hero.move(0, 0.5, level)
        for _ in range(presses):
            passing.y += 1
            hero.move(-3, 0.5, level)
        passing.y += 1
        return hero.move(0, 0.5, level).travel

    assert [kept(presses, gap) for presses in range(4, 12) for gap in (3, 6, 9)] == [(0, 0)] * 24


def test_the_seams_of_a_wall_are_no_floor_for_who_falls_along_it_from_just_above_one() -> None:
    tiles = [Sprite(160, 16 * i, collision=Rect(0, 0, 16, 16)) for i in range(40)]
    bodies = [(Rect(-8, -16, 16, 16), 8), ([Rect(-6, -16, 12, 12), Circle(0, -6, 6)], 6), (Capsule(0, -10, 0, -6, 6), 6)]

    def fell(body, half, above):
        hero = CharacterController(Sprite(160 - half, 160 - above, collision=body))
        slides = [hero.move(2, fall, tiles) for fall in (0.4, 1, 3, 6, 6)]
        return sum(s.travel.y for s in slides), any(s.on_floor for s in slides)

    assert near([fell(*body, above) for body in bodies for above in (0, 5e-14, 1e-12, 1e-10, 3e-9, 1e-7)], [(16.4, False)] * 18)


def test_at_the_exact_foot_of_a_slanted_wall_who_is_seen_from_above_goes_on_along_that() -> None:
    def end(side, rise, speed, pushed):
        points, door = (
            [(100, 0), (116, -rise), (116, 50), (100, 50)],
            Sprite(side * 100, 0, collision=Rect(-22 if side > 0 else 12, -50, 10, 50)),
        )
        level = [Sprite(collision=Rect(-100, 0, 200, 50)), Sprite(collision=Polygon([(side * x, y) for x, y in points]))]
        hero = CharacterController(Sprite(side * 94, 0, collision=Rect(-6, -16, 12, 16)), up=None)
        if not pushed:
            return hero.move(side * speed, 0, level).travel, Sprite(side * 94, 0, collision=Rect(-6, -16, 12, 16)).move_and_slide(
                side * speed, 0, level
            ).travel
        hero.move(0, 0, [*level, door])
        door.x += side * speed
        slide = hero.move(0, 0, [*level, door])
        return slide.crushed, (side * slide.travel.x, slide.travel.y)

    plays = [(side, rise, speed) for side in (1, -1) for rise in (4, 8, 16) for speed in (1, 3, 5)]
    assert all((a - b).length < 1e-8 and a.x * play[0] > 0 for play in plays for a, b in [end(*play, False)]) is True
    assert [end(*play, True)[0] for play in plays] == [False] * 18
    assert all(math.dist(end(*play, True)[1], (play[2], -play[2] * play[1] / 16)) < 1e-6 for play in plays) is True


def test_settings_may_change_between_moves_and_so_may_the_shape() -> None:
    level = [Sprite(-500, 100, collision=Rect(0, 0, 1000, 100)), Sprite(20, 40, collision=Rect(0, 0, 180, 50))]
    hero = CharacterController(Sprite(0, 100, collision=Rect(-6, -16, 12, 16)))
    assert ([hero.move(2, 1, level).crushed for _ in range(20)][-1], hero.sprite.x) == (False, 14)
    hero.sprite.collision = Rect(-6, -10, 12, 10)
    assert ([hero.move(2, 1, level).crushed for _ in range(20)][-1], hero.sprite.x) == (False, 54)
    hero.sprite.collision = Rect(-6, -16, 12, 16)
    assert (hero.move(0, 1, level).crushed, hero.sprite.x, hero.sprite.y) == (True, 54, 100)
    hero.sprite.x, hero.sprite.collision, hero.step = -100, Rect(-6, -10, 12, 10), 12
    stair = [level[0], Sprite(-80, 88, collision=Rect(0, 0, 50, 12))]
    [hero.move(2, 1, stair) for _ in range(10)]
    assert hero.sprite.y == 88
    hero.step, hero.snap = 0, 0
    assert [hero.move(3, 0, stair).on_floor for _ in range(20)][-1] is False


def test_a_floor_that_vanishes_or_is_none_any_more_is_none() -> None:
    def after(name, value):
        lift, hero = Sprite(-60, 100, collision=Rect(0, 0, 120, 10)), CharacterController(Sprite(3, 100, collision=Rect(-6, -16, 12, 16)))
        hero.move(0, 1, lift)
        lift.vanish() if name == "vanish" else setattr(lift, name, value)
        return hero.move(0, 3, lift).travel.y, hero.floor is None

    assert [
        after(*what)
        for what in (("vanish", 0), ("collision", []), ("collision_enable", False), ("collision_layer", 0), ("collision_mask", 0))
    ] == [(3, True)] * 5


def test_who_has_vanished_or_has_no_shape_goes_where_it_wants() -> None:
    hero, floor = CharacterController(Sprite(0, 100, collision=Rect(-6, -16, 12, 16))), Sprite(-60, 100, collision=Rect(0, 0, 120, 10))
    assert [hero.move(0, 1, floor).on_floor, hero.sprite.vanish(), hero.move(3, 3, floor).travel] == [True, None, (3, 3)]
    hero.sprite.collision = []
    assert hero.move(3, 3, floor).travel == (3, 3)


def test_a_copy_without_its_level_stands_on_a_copy_of_its_floor() -> None:
    lift, hero = Sprite(-60, 100, collision=Rect(0, 0, 120, 10)), CharacterController(Sprite(0, 100, collision=Rect(-6, -16, 12, 16)))
    assert hero.move(0, 1, lift).on_floor is True
    other = copy.deepcopy(hero)
    assert (other.floor is None, other.floor is lift, other.on_floor) == (False, False, True)
    other.floor.x += 5
    assert (other.move(0, 1, other.floor).carried, hero.move(0, 1, lift).carried) == ((5, 0), (0, 0))


def test_crushed_by_several_the_deepest_is_told() -> None:
    def crusher(depths, order):
        hero, floor = CharacterController(Sprite(0, 0, collision=Rect(-8, -16, 16, 16))), Sprite(-99, 0, collision=Rect(0, 0, 198, 20))
        walls = [
            Sprite(-48, -99, collision=Rect(0, 0, 40, 99)),
            Sprite(8, -99, collision=Rect(0, 0, 40, 99)),
            Sprite(-99, -80, collision=Rect(0, 0, 198, 64)),
        ]
        hero.move(0, 1, [floor, *walls])
        walls[0].x, walls[1].x, walls[2].y = -48 + depths[0], 8 - depths[1], -80 + depths[2]
        slide = hero.move(0, 1, [floor, *walls][::order])
        return slide.crushed, walls.index(slide.crushed_by)

    plays = [((1, 3, 0), 1), ((3, 1, 0), 0), ((1, 2, 4), 2), ((4, 2, 1), 0)]
    assert [crusher(depths, order) for depths, _ in plays for order in (1, -1)] == [(True, k) for _, k in plays for _ in "ab"]


def test_beside_an_upright_wall_a_walker_goes_on_while_its_speed_into_the_wall_fades() -> None:
    wall = Sprite(0, 0, collision=Rect(0, 0, 16, 900))

    def hero():
        return CharacterController(Sprite(24, 100, collision=Rect(-8, -16, 16, 16)))

    assert near([hero().move(-(10.0**-k), 5, wall).travel for k in range(6, 16)], [(0, 5)] * 10)
    assert near([hero().move(-(10.0**-k), -5, wall).travel for k in range(6, 16)], [(0, -5)] * 10)


def test_from_above_a_walker_goes_along_tiles_when_it_moves_by_cos_and_sin() -> None:
    tiles = [Sprite(336, 16 * i, collision=Rect(0, 0, 16, 16)) for i in range(60)]

    def end(degrees):
        a, hero = math.radians(degrees), CharacterController(Sprite(320, 600, collision=Rect(0, 0, 16, 16)), up=None)
        for _ in range(60):
            hero.move(3 * math.cos(a), 3 * math.sin(a), tiles)
        return hero.sprite.x, hero.sprite.y

    assert near([end(90), end(-90)], [(320, 780), (320, 420)])


def test_what_is_a_little_too_steep_is_not_climbed_by_pressing() -> None:
    def end(angle, limit, fall):
        rise = 100 * math.tan(math.radians(angle))
        hill = Sprite(collision=Polygon([(-200, 0), (0, 0), (100, -rise), (100, 40), (-200, 40)]))
        hero = CharacterController(Sprite(-60, 0, collision=Rect(-8, -16, 16, 16)), max_floor_angle=limit)
        stood = [hero.move(3, fall, hill).on_floor for _ in range(200)]
        return (hero.sprite.x, hero.sprite.y), all(stood[1:])

    assert near([end(limit + over, limit, 0.5) for limit in (30, 40, 45) for over in (0.1, 1.1, 6)], [((-8, 0), True)] * 9)


def test_from_above_a_round_body_rests_in_a_corner_wider_than_90_degrees() -> None:
    vee = Sprite(collision=Polygon([(-200, -346), (200, -346), (0, 0), (200, 346), (-200, 346)]))
    hero = CharacterController(Sprite(90, 3, collision=Circle(0, 0, 10)), up=None)
    travels = [hero.move(-4, 0, vee).travel.length for _ in range(300)]
    assert near(max(travels[100:]), 0)
    assert near((hero.sprite.x, hero.sprite.y), (10 * math.hypot(200, 346) / 346, 0))


def test_a_step_of_less_than_an_ulp_stops_no_round_body() -> None:
    def end(shape, up):
        tiles = [Sprite(16 * k, -1e-16 if k == 4 else 0, collision=Rect(0, 0, 16, 16)) for k in range(9)]
        hero = CharacterController(Sprite(20, 0, collision=shape), up=up)
        for _ in range(30):
            hero.move(3, 0.5 if up else 0, tiles)
        return hero.sprite.x

    assert near([end(s, up) for s in (Circle(0, -8, 8), Rect(-8, -16, 16, 16)) for up in ((0, -1), None)], [110] * 4)


def test_in_flight_a_walker_does_not_run_up_what_is_too_steep_for_it() -> None:
    def highest(angle):
        rise = 2000 * math.tan(math.radians(angle))
        slope = Sprite(collision=Polygon([(0, 0), (2000, -rise), (2000, 900), (0, 900)]))
        hero, fall, tops = CharacterController(Sprite(60, -200, collision=Rect(-8, -16, 16, 16))), 0.0, []
        for _ in range(240):
            fall = min(fall + 0.4, 4)
            hero.move(6, fall, slope)
            tops.append(hero.sprite.y)
        return min(tops) >= -200, tops == sorted(tops)

    assert [highest(angle) for angle in (46, 50, 55)] == [(True, True)] * 3


def test_a_walker_whose_body_has_grown_into_a_ceiling_is_crushed() -> None:
    floor, bricks = Sprite(0, 100, collision=Rect(0, 0, 300, 50)), Sprite(50, 68, collision=Rect(0, 0, 200, 16))
    hero = CharacterController(Sprite(100, 100, collision=Rect(-8, -16, 16, 16)))
    assert hero.move(0, 0.4, [floor, bricks]).crushed is False
    hero.sprite.collision = Rect(-8, -32, 16, 32)
    assert hero.move(0, 0.4, [floor, bricks]).crushed is True
    assert hero.sprite.y == 100


def test_a_walker_whose_body_has_grown_between_a_wall_and_a_hill_takes_the_way_out_of_both() -> None:
    wall, hill = Sprite(200, -200, collision=Rect(0, 0, 20, 400)), Sprite(60, 100, collision=Polygon([(0, 0), (100, -40), (140, 0)]))
    hero = CharacterController(Sprite(192, 72, collision=Rect(-20, -60, 28, 60)))
    assert hero.move(0, 0, [wall, hill]).crushed is False
    hero.sprite.collision = Rect(-14, -60, 34, 60)
    assert hero.move(0, 0.4, [wall, hill]).crushed is False
    assert (hero.sprite.x < 200, hero.sprite.hits([wall, hill])) == (True, False)


def test_a_thin_lift_that_comes_down_on_who_stands_on_the_floor_crushes_and_lifts_nobody_through_itself() -> None:
    def end(speed, thick):
        floor, lift = Sprite(-100, 0, collision=Rect(0, 0, 200, 20)), Sprite(-50, -60, collision=Rect(0, -thick, 100, thick))
        hero, crushed = CharacterController(Sprite(0, 0, collision=Rect(-8, -28, 16, 28))), False
        while lift.y < -24:
            lift.y += speed
            crushed |= hero.move(0, 0.5, [floor, lift]).crushed
        return crushed, hero.sprite.y

    assert [end(speed, thick) for speed in (3, 6, 10, 14) for thick in (3, 10, 40)] == [(True, 0)] * 12


def test_a_thin_door_that_closes_on_a_walker_before_a_post_crushes_it() -> None:
    def end(speed, thick):
        floor, post = Sprite(-200, 0, collision=Rect(0, 0, 400, 20)), Sprite(8, -60, collision=Rect(0, 0, 30, 60))
        door, crushed = Sprite(-41, -60, collision=Rect(-thick, 0, thick, 60)), False
        hero = CharacterController(Sprite(0, 0, collision=Rect(-8, -16, 16, 16)))
        while door.x < -2:
            door.x += speed
            crushed |= hero.move(0, 0.5, [floor, post, door]).crushed
        return crushed, hero.sprite.x

    assert [end(speed, thick) for speed in (1, 3, 8) for thick in (3, 4, 10, 40)] == [(True, 0)] * 12


def test_a_step_behind_a_slot_is_climbed_by_a_tip_too() -> None:
    def end(speed, slot):
        level = [Sprite(-100, 100, collision=Rect(0, 0, 100, 50)), Sprite(slot, 96, collision=Rect(0, 0, 900, 50))]
        hero = CharacterController(Sprite(-30, 100, collision=Polygon([(0, 0), (6, -8), (0, -16), (-6, -8)])), step=8)
        for _ in range(int(90 / speed)):
            hero.move(speed, 1, level)
        return hero.sprite.x > slot + 20, round(hero.sprite.y, 6), hero.on_floor

    assert [end(speed, slot) for speed in (0.5, 1.7, 6) for slot in (0.5, 1, 2, 4)] == [(True, 96, True)] * 12


def test_from_above_a_walker_ends_where_a_slide_would_to_the_last_bit() -> None:
    def ends(rise, speed):
        level = [Sprite(collision=Rect(-100, 0, 200, 50)), Sprite(collision=Polygon([(100, 0), (116, -rise), (116, 50), (100, 50)]))]
        hero, like = (
            CharacterController(Sprite(94, 0, collision=Rect(-6, -16, 12, 16)), up=None),
            Sprite(94, 0, collision=Rect(-6, -16, 12, 16)),
        )
        return hero.move(speed, 0, level).travel == like.move_and_slide(speed, 0, level).travel

    assert [ends(rise, speed) for rise in (4, 8, 16) for speed in (1, 3, 5)] == [True] * 9


def test_a_tip_loses_no_way_at_the_edge_of_a_step() -> None:
    def stays(body, rise):
        level = [Sprite(-500, 0, collision=Rect(0, 0, 1000, 100)), Sprite(30, -rise, collision=Rect(0, 0, 500, rise))]
        hero = CharacterController(Sprite(0, 0, collision=body), step=rise)
        places = [(hero.move(1.5, 1, level), hero.sprite.x)[1] for _ in range(40)]
        return sum(b - a < 0.1 for a, b in itertools.pairwise(places))

    tips = Triangle(-6, -16, 6, -16, 0, 0), Polygon([(0, 0), (6, -8), (0, -16), (-6, -8)])
    assert [stays(tip, rise) for tip in tips for rise in (1, 2, 3.3, 8)] == [0] * 8


def test_a_tip_that_stands_on_a_seam_of_a_slope_walks_as_fast_as_wanted() -> None:
    def end(x):
        angle = math.radians(10)
        tiles = [
            Sprite(k * 125 * math.cos(angle), k * 125 * math.sin(angle), collision=Rect(0, 0, 125, 60), angle=10) for k in range(-4, 4)
        ]
        hero = CharacterController(Sprite(x, -30, collision=Triangle(-6, -16, 6, -16, 0, 0)))
        for _ in range(9):
            hero.move(0, 30, tiles)
        return hero.move(3, 0, tiles).travel.length

    assert near([end(x) for x in (0, 7)], [3, 3])


def test_a_barrel_jumps_as_high_beside_a_wall_of_tiles_as_away_from_it() -> None:
    def height(walls, dx):
        hero = CharacterController(Sprite(151, 160, collision=Polygon([(-3, 0), (3, 0), (9, -10), (5, -24), (-5, -24), (-9, -10)])))
        level, tops, fall = [Sprite(0, 160, collision=Rect(0, 0, 160, 16)), *walls], [], -6.0
        hero.move(dx, 1, level)
        for k in range(40):
            fall = 0.4 if k and hero.on_floor else fall + 0.4
            hero.move(dx, fall, level)
            tops += [hero.sprite.y]
        return min(tops)

    assert near(height([Sprite(160, 16 * k, collision=Rect(0, 0, 16, 16)) for k in range(11)], 3), height([], 0))


def test_a_lift_that_where_lets_through_carries_nobody() -> None:
    lift, hero = Sprite(-60, 0, collision=Rect(0, 0, 120, 8)), CharacterController(Sprite(0, 0, collision=Rect(-8, -16, 16, 16)))
    assert hero.move(0, 0.5, lift).on_floor is True
    lift.x += 20
    slide = hero.move(0, 0.5, lift, where=lambda other: other is not lift)
    assert (slide.travel, slide.carried) == ((0, 0.5), (0, 0))


def test_a_floor_that_reaches_over_a_slope_leads_to_its_own_edge_and_down_from_there() -> None:
    def end(over, speed):
        level = [Sprite(collision=Rect(-200, 0, 200 + over, 50)), Sprite(collision=Triangle(0, 0, 128, 128, 0, 128))]
        hero = CharacterController(Sprite(-10, -24, collision=Rect(0, 0, 16, 24)))
        hero.move(0, 1, level)
        for _ in range(30):
            hero.move(speed, 1, level)
        return hero.sprite.x, hero.sprite.y

    def wanted(speed):
        return (30 * speed - 10) / math.sqrt(2)

    assert [abs(end(over, speed)[0] - wanted(speed)) < speed + over for over in (0, 0.01, 0.5, 1, 2) for speed in (1, 2, 4)] == [True] * 15


def test_what_turns_beside_a_walker_and_stays_where_it_is_moves_nobody() -> None:
    def play(up, turns, shape, x, y):
        disc, floor = Sprite(x, y, collision=shape), Sprite(-90, 0, collision=Rect(0, 0, 180, 20))
        hero = CharacterController(Sprite(0, 0, collision=Circle(0, -8, 8)), up=up)
        hero.move(0, 1 if up else 0, [disc, floor])
        told = []
        for turn in turns:
            disc.angle += turn
            told.append((hero.move(0, 1 if up else 0, [disc, floor]).crushed, hero.sprite.x, hero.sprite.y))
        return set(told)

    turns = [1, 10, 90, 180, -30, 77.7]
    beside = [(Circle(0, 0, 12), 20, -8), (Circle(0, 0, 12), -20, -8), (Circle(0, 0, 12), 0, -28), (Rect(-30, -1, 60, 2), 40, -8)]
    assert [play(up, turns, *it) for up in ((0, -1), None) for it in beside] == [{(False, 0, 0)}] * 8


def test_a_bar_that_turns_down_on_somebody_who_stands_on_a_floor_crushes_one_that_turns_into_a_flight_pushes() -> None:
    def under(floors, turn):
        bar, floor = Sprite(-36, -16, collision=Rect(0, -4, 60, 8), angle=-17), Sprite(-90, 0, collision=Rect(0, 0, 180, 20))
        hero = CharacterController(Sprite(0, 0, collision=Circle(0, -6, 6)), snap=0, max_push=12)
        crushed, level = False, [bar, floor][: 1 + floors]
        hero.move(0, 0, level)
        for _ in range(int(30 / turn)):
            bar.angle += turn
            crushed |= hero.move(0, 0, level).crushed
        return crushed, hero.sprite.y > 0, hero.sprite.hits(bar) <= crushed

    assert [under(floors, turn) for floors in (1, 0) for turn in (2, 15, 30)] == [(True, False, True)] * 3 + [(False, True, True)] * 3


def test_between_a_ceiling_and_a_thin_lift_it_is_crushed_and_not_led_through_the_lift_as_seen_from_any_angle() -> None:
    def lifted(turn, thick, speed):
        def at(x, y):
            return Vec2(x, y).rotated(turn)

        lift, ceiling = (
            Sprite(*at(-30, 0), collision=Rect(0, 0, 60, thick), angle=turn),
            Sprite(*at(-30, -53), collision=Rect(0, 0, 60, 20), angle=turn),
        )
        hero, crushed = CharacterController(Sprite(collision=Rect(-6, -16, 12, 16), angle=turn), up=at(0, -1)), 0
        for _ in range(int(27 / speed)):
            hero.move(0, 0, [ceiling, lift])
            lift.position += at(0, -speed)
            crushed += hero.move(0, 0, [ceiling, lift]).crushed
        return crushed > 0, at(hero.sprite.x, hero.sprite.y).rotated(-2 * turn).y < -12

    assert [lifted(turn, thick, speed) for turn in (0, 30, 63.7, 251.4) for thick in (2, 3, 8) for speed in (3.1, 5, 6.4)] == [
        (True, True)
    ] * 36


def test_who_is_stuck_in_a_thin_door_that_moves_on_is_crushed_until_it_has_gone_and_let_out_nowhere() -> None:
    floor, wall = Sprite(-200, 0, collision=Rect(0, 0, 400, 50)), Sprite(-60, -100, collision=Rect(0, 0, 30, 200))
    door, hero = Sprite(20, -100, collision=Rect(0, 0, 2, 200)), CharacterController(Sprite(collision=Rect(-8, -28, 16, 28)))

    def told():
        door.x -= 2
        return hero.move(0, 1, [floor, wall, door]).crushed, hero.sprite.x

    assert hero.move(0, 1, [floor, wall, door]).crushed is False
    frames = [told() for _ in range(30)]
    assert frames[16:] == [(False, -22)] + [(True, -22)] * 8 + [(False, -22)] * 5


def test_no_ceiling_is_met_on_the_way_up_beside_a_tile_that_leaves_just_so_much_room() -> None:
    tile, wall = Sprite(112, 144, collision=Rect(0, 0, 16, 16)), Sprite(144, 144, collision=Rect(0, 0, 16, 48))
    floor = Sprite(100, 184, collision=Rect(0, 0, 60, 16))
    man = CharacterController(Sprite(136, 176, collision=Rect(-8, -8, 16, 16)))
    assert man.move(0, 1, [tile, wall, floor]).on_floor is True
    slide = man.move(0.9, -9.25, [tile, wall, floor])
    assert (slide.travel, slide.on_ceiling, slide.on_wall) == ((0, -9.25), False, True)


def test_who_flies_over_a_gap_onto_a_slope_gains_no_height_by_the_steep_wall_behind_it_however_fast_it_is() -> None:
    level = [
        Sprite(collision=Rect(-100, 0, 100, 40)),
        Sprite(collision=Triangle(11, 0, 17, -2, 17, 0)),
        Sprite(collision=Rect(17, -60, 10, 60)),
    ]

    def play(speed, body):
        hero = CharacterController(Sprite(-8, 0, collision=body), snap=0)
        hero.move(0, 1, level)
        hero.move(speed, 0, level)
        return hero.sprite.x, hero.sprite.y, hero.on_floor

    assert near([play(speed, Rect(-5, -10, 10, 10)) for speed in (30, 40, 60)], [(12, -2, True)] * 3)
    assert near([play(speed, Triangle(-5, -10, 5, -10, 0, 0)) for speed in (30, 40, 60)], [(12, -1 / 3, True)] * 3)


def test_a_corner_that_comes_down_on_a_round_head_beside_a_slope_pushes_hardly_farther_than_the_least_move() -> None:
    slope, floor, lift = (
        Sprite(80, 160, collision=Polygon([(0, 16), (16, 0), (16, 16)])),
        Sprite(0, 176, collision=Rect(0, 0, 112, 16)),
        Sprite(80, 136, collision=Rect(0, 0, 32, 8)),
    )
    man = CharacterController(Sprite(79.53292608831691, 158.98179253744445, collision=Capsule(0, -9, 0, 9, 6)), snap=0)
    assert man.move(0, 0.1, [slope, floor, lift]).crushed is False
    lift.y += 4
    assert near(man.sprite.separation([slope, floor, lift]).length, 4.484828127446141)
    push = man.move(0, 0, [slope, floor, lift])
    assert (push.crushed, man.sprite.hits([slope, floor, lift]), 4 < push.travel.length < 6) == (False, False, True)


def test_who_is_pushed_out_by_what_was_far_off_before_it_turned_does_not_slide_on_from_where_it_was() -> None:
    bar = Sprite(45, -51, angle=90, collision=Rect(0, 0, 200, 10))
    ghost = CharacterController(Sprite(collision=Circle(0, 0, 10)), up=None)
    assert ghost.move(0, 0, bar).hits == []
    bar.angle = 120
    out = ghost.sprite.separation(bar)
    slide = ghost.move(2, 0, bar)
    assert (ghost.sprite.hits(bar), slide.crushed, len(slide.hits)) == (False, False, 1)
    assert near(slide.travel, out + Vec2.from_angle(-60))


def test_a_floor_that_takes_it_past_the_top_of_a_wall_has_carried_it_the_whole_way() -> None:
    hero = Sprite(0, 0, collision=Rect(-8, -16, 16, 16))
    lift, wall = Sprite(0, 0, collision=Rect(-20, 0, 40, 8)), Sprite(8, -1, collision=Rect(0, 0, 16, 60))
    walker = CharacterController(hero)
    slide = walker.move(0, 1, [lift, wall])
    lift.x, lift.y = 3, -3
    slide = walker.move(0, 0, [lift, wall])
    assert (hero.x, hero.y, slide.carried, slide.remainder) == (3, -3, (3, -3), (0, 0))


def test_who_stands_is_carried_and_pushed_along_its_floor_by_what_is_steep_as_by_an_upright_wall() -> None:
    def play(body, lifted, rise, steep, dy):
        hero, floor = CharacterController(Sprite(0, 0, collision=body)), Sprite(collision=Rect(-40, 0, 80, 8))
        wedge = Sprite(8.2, 4, collision=steep)
        moves, told, told_y = floor if lifted else wedge, [], []
        hero.move(0, 0.5, [floor, wedge])
        for _ in range(5):
            moves.x += 1.7 if lifted else -1.7
            moves.y += rise
            told.append((hero.move(0, dy, [floor, wedge]).on_floor, hero.sprite.hits([wedge])))
            told_y.append(hero.sprite.y - floor.y)
        return told, told_y

    bodies, steeps = (
        [Rect(-8, -16, 16, 16), Circle(0, -8, 8), Capsule(0, -24, 0, -8, 8)],
        [Polygon([(0, 0), (20, -60), (60, -60), (60, 0)]), Circle(12, -8, 12), Rect(0, -12, 40, 20)],
    )
    plays = [
        (body, lifted, rise, steep, dy)
        for body in bodies
        for lifted, rise in ((True, 0), (True, -0.9), (True, 0.9), (False, 0))
        for steep in steeps
        for dy in (0, 0.5)
    ]
    assert near([play(*p) for p in plays], [([(True, False)] * 5, [0] * 5)] * 72)


def test_but_who_is_carried_into_a_slope_goes_up_that() -> None:
    def play(body, dy):
        hero, floor, slope = (
            CharacterController(Sprite(0, 0, collision=body)),
            Sprite(collision=Rect(-40, 0, 80, 8)),
            Sprite(8, 0, collision=Polygon([(0, 0), (40, -20), (40, 0)])),
        )
        hero.move(0, 0.5, [floor, slope])
        floor.x += 12
        slide = hero.move(0, dy, [floor, slope])
        return slide.on_floor, slide.floor is slope, hero.sprite.y < 0

    assert [play(body, dy) for body in (Rect(-8, -16, 16, 16), Circle(0, -8, 8), Capsule(0, -24, 0, -8, 8)) for dy in (0, 0.5)] == [
        (True, True, True)
    ] * 6


def test_who_walks_up_a_slope_onto_the_flat_stays_on_the_floor_also_without_a_snap() -> None:
    def play(w, h, side, x, speed):
        level = [
            Sprite(-40, 0, collision=Rect(0, 0, 40, h)),
            Sprite(collision=Triangle(0, 0, w, h, 0, h)),
            Sprite(collision=Rect(w, h, 40, 8)),
        ]
        for part in level:
            part.x, part.scale_x = side * part.x, side
        hero = CharacterController(Sprite(side * (w + x), h, collision=Rect(-4, -8, 8, 8)), snap=0)
        hero.move(0, 1, level)
        return {hero.move(-side * speed, 0, level).on_floor for _ in range(round(30 / speed))}, hero.sprite.y

    assert [
        play(w, h, side, x, speed) for w, h in ((8, 8), (16, 8), (12, 9)) for side in (1, -1) for x in (8, 9.3) for speed in (1, 2, 3)
    ] == [({True}, 0)] * 36


def test_a_ten_millionth_of_a_pixel_before_a_slope_no_frame_is_lost() -> None:
    def play(shape, before):
        floor, slope = Sprite(0, 100, collision=Rect(0, 0, 200, 16)), Sprite(100, 100, collision=Polygon([(0, 0), (60, -30), (60, 0)]))
        hero = CharacterController(Sprite(before, 84, collision=shape))
        hero.move(0, 1, [floor, slope])
        return hero.move(3, 1, [floor, slope]).travel.x > 2.6

    assert [play(Rect(0, 0, 16, 16), 84 - off) for off in (0, 1e-8, 2e-8, 4e-8, 1e-7, 1e-6)] == [True] * 6


def test_who_comes_exactly_to_the_corner_of_a_plank_lands_on_it() -> None:
    def play(dx, dy):
        hero, plank = (
            CharacterController(Sprite(16, 84, collision=Rect(0, 0, 16, 16))),
            Sprite(32, 100, collision=Rect(0, 0, 64, 8, one_way=(0, -1))),
        )
        hero.move(dx, dy, plank)
        return hero.sprite.x, hero.sprite.y, hero.on_floor

    assert [play(*way) for way in ((1, 1), (1, 3), (3, 1), (1, 5))] == [(17, 84, True), (17, 84, True), (19, 84, True), (17, 84, True)]
