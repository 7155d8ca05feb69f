"""Faults of walkers that were found once, and stay away."""

import copy
import itertools
import math

import pytest
from cases.by_hand import box, near
from support.levels import BODIES, UP, block, walker

from spritecol import (
    Capsule,
    CharacterController,
    Circle,
    Ellipse,
    Group,
    Polygon,
    Rect,
    Segment,
    Sprite,
    Triangle,
)

MAN = Rect(-6, -16, 12, 16)
SQUARE_MAN = Rect(-8, -16, 16, 16)
TIPS = {"pin": BODIES["pin"], "diamond": BODIES["diamond"]}

sides = pytest.mark.parametrize("side", [1, -1], ids=["to the right", "to the left"])
orders = pytest.mark.parametrize("order", [1, -1], ids=["in order", "in reverse"])
bodies = pytest.mark.parametrize(
    "body",
    [
        pytest.param(MAN, id="box"),
        pytest.param(Circle(0, -6, 6), id="circle"),
        pytest.param(Capsule(0, -10, 0, -6, 6), id="capsule"),
    ],
)


def ground() -> Sprite:
    """A wide floor whose top is at y = 100."""
    return box(-500, 100, 1000, 100)


# --- before the first move, and without targets ---------------------------------------------------


def test_before_the_first_move_it_stands_nowhere() -> None:
    hero = CharacterController(Sprite(3, 4, collision=MAN))
    assert repr(hero) == f"<CharacterController of {hero.sprite!r}>"
    assert (hero.on_floor, hero.on_wall, hero.on_ceiling) == (False, False, False)
    assert (hero.floor, hero.floor_normal, hero.floor_motion) == (None, (0, 0), (0, 0))
    assert (hero.up, hero.max_floor_angle) == ((0, -1), 45)
    assert (hero.snap, hero.step, hero.nudge) == (4, 0, 0)


@pytest.mark.parametrize(
    "targets",
    [
        pytest.param(lambda hero: [], id="an empty list"),
        pytest.param(lambda hero: Group(), id="an empty Group"),
        pytest.param(lambda hero: [None], id="None in a list"),
        pytest.param(lambda hero: hero.sprite, id="its own sprite"),
    ],
)
def test_without_targets_it_goes_where_it_wants(targets):
    hero = walker(MAN, 3, 4)
    slide = hero.move(3, 4, targets(hero))
    assert (slide.travel, slide.remainder, slide.carried) == ((3, 4), (0, 0), (0, 0))
    assert (slide.hits, slide.stepped) == ([], 0)
    assert (slide.crushed, slide.crushed_by) == (False, None)


def test_after_its_sprite_vanished_or_lost_its_shapes_it_goes_where_it_wants() -> None:
    hero, floor = walker(MAN, 0, 100), box(-60, 100, 120, 10)
    assert hero.move(0, 1, floor).on_floor
    hero.sprite.vanish()
    assert hero.move(3, 3, floor).travel == (3, 3)
    hero.sprite.collision = []
    assert hero.move(3, 3, floor).travel == (3, 3)


# --- what is a floor ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda lift: setattr(lift, "collision", []), id="no shapes"),
        pytest.param(lambda lift: setattr(lift, "collision_enable", False), id="disabled"),
        pytest.param(lambda lift: setattr(lift, "collision_layer", 0), id="no layer"),
        pytest.param(lambda lift: setattr(lift, "collision_mask", 0), id="no mask"),
        pytest.param(Sprite.vanish, id="vanished"),
    ],
)
def test_a_floor_that_cannot_be_hit_any_more_is_none(change):
    lift, hero = box(-60, 100, 120, 10), walker(MAN, 3, 100)
    hero.move(0, 1, lift)
    change(lift)
    assert hero.move(0, 3, lift).travel.y == 3
    assert hero.floor is None


def test_a_copy_without_its_level_stands_on_a_copy_of_its_floor() -> None:
    lift, hero = box(-60, 100, 120, 10), walker(MAN, 0, 100)
    assert hero.move(0, 1, lift).on_floor
    other = copy.deepcopy(hero)
    assert other.on_floor
    assert other.floor is not None
    assert other.floor is not lift
    other.floor.x += 5
    assert other.move(0, 1, other.floor).carried == (5, 0)
    assert hero.move(0, 1, lift).carried == (0, 0)


@orders
@pytest.mark.parametrize("body", [Rect(-6, -12, 12, 12), Circle(0, -6, 6)], ids=["box", "circle"])
def test_where_is_told_the_shape_below_the_feet_not_the_first_of_its_sprite(body, order):
    shapes = [
        Rect(-400, -300, 10, 10, name="ghost"),
        Rect(-200, 0, 230, 50, name="solid"),
        Rect(30, -4, 100, 50, name="solid"),
    ]
    hero, level = walker(body, step=4), Sprite(collision=shapes[::order])
    for _ in range(20):
        slide = hero.move(3, 1, level, where=lambda _, hit: hit.other_shape.name != "ghost")
        assert slide.on_floor
    assert hero.sprite.x > 59
    assert hero.sprite.y == -4


@pytest.mark.parametrize("x", range(20, 60))
def test_two_floors_at_one_height_are_the_same_in_any_order(x):
    floors = [box(0, -64, 64, 48), Sprite(16, -64, collision=Segment(0, 0, 80, 0))]

    def end(order):
        hero = walker(Ellipse(0, -12, 6, 12, 20), x + 0.3, -70, snap=8)
        hero.move(0, 9, floors[::order])
        hero.move(3.713814673453603, 0.4, floors[::order])
        return hero.sprite.x, hero.sprite.y, floors.index(hero.floor)

    assert end(1) == end(-1)


@sides
@pytest.mark.parametrize("angle", [7.169907342509049, 49.008202112980854, 30.0])
@pytest.mark.parametrize("snap", [0, 4], ids="snap {}".format)
def test_a_beam_whose_corner_just_reaches_the_surface_of_a_floor_is_no_slope(snap, angle, side):
    beam = Sprite(side * 64, center_x=0, center_y=0, angle=side * angle)
    beam.collision = Rect(0 if side == 1 else -64, 0, 64, 8)
    level = [Sprite(collision=Rect(-480, 0, 960, 48)), beam]
    hero = walker(Triangle(0, 0, -8, -20, 8, -20), side * 80, snap=snap)
    hero.move(0, 1, level)
    for _ in range(20):
        assert hero.move(-2.364 * side, 0.4, level).on_floor
    assert hero.sprite.y == pytest.approx(0, abs=1e-6)
    assert side * hero.sprite.x == pytest.approx(80 - 20 * 2.364, abs=1e-6)


@pytest.mark.parametrize("above", [0, 5e-14, 1e-12, 1e-10, 3e-9, 1e-7], ids="{} above".format)
@pytest.mark.parametrize(
    ("body", "half"),
    [
        pytest.param(SQUARE_MAN, 8, id="box"),
        pytest.param([Rect(-6, -16, 12, 12), Circle(0, -6, 6)], 6, id="box with round feet"),
        pytest.param(Capsule(0, -10, 0, -6, 6), 6, id="capsule"),
    ],
)
def test_a_seam_of_a_wall_is_no_floor_for_who_falls_along_it_from_above_one(body, half, above):
    tiles = [box(160, 16 * i, 16, 16) for i in range(40)]
    hero = walker(body, 160 - half, 160 - above)
    slides = [hero.move(2, fall, tiles) for fall in (0.4, 1, 3, 6, 6)]
    assert not any(slide.on_floor for slide in slides)
    assert sum(slide.travel.y for slide in slides) == near(16.4)


def test_settings_and_shapes_may_change_between_moves() -> None:
    level = [ground(), box(20, 40, 180, 50)]
    hero = walker(MAN, 0, 100)

    def walks(*way, frames, targets):
        return [hero.move(*way, targets) for _ in range(frames)][-1]

    assert not walks(2, 1, frames=20, targets=level).crushed
    assert hero.sprite.x == 14  # it is too high for the tunnel
    hero.sprite.collision = Rect(-6, -10, 12, 10)
    assert not walks(2, 1, frames=20, targets=level).crushed
    assert hero.sprite.x == 54
    hero.sprite.collision = MAN
    assert hero.move(0, 1, level).crushed
    assert hero.sprite.position == (54, 100)

    stair = [level[0], box(-80, 88, 50, 12)]
    hero.sprite.x, hero.sprite.collision, hero.step = -100, Rect(-6, -10, 12, 10), 12
    walks(2, 1, frames=10, targets=stair)
    assert hero.sprite.y == 88
    hero.step, hero.snap = 0, 0
    assert not walks(3, 0, frames=20, targets=stair).on_floor


# --- slopes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", [0, 1e-8, 2e-8, 4e-8, 1e-7, 1e-6], ids="{} before it".format)
def test_right_before_a_slope_no_frame_is_lost(before):
    slope = Sprite(100, 100, collision=Polygon([(0, 0), (60, -30), (60, 0)]))
    level, hero = [box(0, 100, 200, 16), slope], walker(Rect(0, 0, 16, 16), 84 - before, 84)
    hero.move(0, 1, level)
    assert hero.move(3, 1, level).travel.x > 2.6


@pytest.mark.parametrize("at", [(0, 0), (332.5, -72), (11541.25, -95051)], ids="at {}".format)
@pytest.mark.parametrize(("snap", "step"), [(4, 8), (4, 0), (0, 0)], ids=["step", "snap", "-"])
def test_it_walks_down_a_slope_from_below_a_ceiling_that_its_head_touches(snap, step, at):
    for run, side in itertools.product((1, 2, 4), (1, -1)):
        hill = Polygon([(-4 * run, 4), (32 * run, -32), (32 * run, 99), (-4 * run, 99)])
        ceiling = Rect(-11, -40, 32, 16)
        level = [Sprite(*at, collision=s, scale_x=side, center_x=0) for s in (hill, ceiling)]
        body = Rect(-6, -24, 12, 24)
        hero = walker(body, at[0] - 6 * side, at[1], snap=snap, step=step)
        assert hero.move(0, 0.5, level).travel.length < 1e-6, (run, side)
        assert hero.on_floor, (run, side)
        for _ in range(3):
            travel = hero.move(-0.5 * side, 0.5, level).travel
            assert travel.length == pytest.approx(0.5, abs=1e-6), (run, side)


def test_a_corner_of_a_ceiling_that_it_just_grazes_uphill_stops_nobody() -> None:
    hill = Polygon([(169, -32), (217, 16), (217, 208), (169, 208)])
    level = [Sprite(0, 0.3, collision=hill), box(217, -31.7, 48, 8), box(217, 16.3, 32, 16)]
    hero = walker(Rect(-4, -32, 8, 32), 227, 16.3, step=8)
    for _ in range(6):
        hero.move(-6, 0.5, level)
    assert hero.sprite.x < 205


@bodies
@pytest.mark.parametrize("slope", [0.25, 0.5, 1], ids="slope {}".format)
def test_a_dash_over_a_crest_into_a_wall_ends_on_the_floor(slope, body):
    top = 100 - 64 * slope
    level = [
        block(-99, 100, 0, 199),
        Sprite(collision=Polygon([(0, 100), (64, top), (64, 199), (0, 199)])),
        block(64, top, 99, 199),
        block(80, -99, 99, top),
    ]
    for tenths in range(10):
        hero = walker(body, -60 - tenths / 10, 100)
        for _ in range(9):
            assert hero.move(25, 0.4, level).on_floor, tenths
        assert hero.on_wall, tenths
        assert hero.sprite.y == top, tenths


@sides
@pytest.mark.parametrize("angle", [300.1660539244904, 35, 350], ids="body turned by {}".format)
def test_a_crest_between_two_shapes_is_walked_over_at_full_speed(angle, side):
    speed = 4.318404700707229
    flat = Sprite(side * 112, -64, collision=Segment(0, 0, side * 32, 0))
    slope = Sprite(side * 144, -64, center_x=0, center_y=0, angle=30 * side)
    slope.collision = Segment(0, 0, side * 200, 0)
    hero = walker(Rect(-8, -14, 16, 28), side * 120, -100, angle=side * angle, step=16)
    hero.move(0, 40, [flat, slope])
    x, y = hero.sprite.position
    for _ in range(30):
        assert hero.move(side * speed, 0.4, [flat, slope]).on_floor
    down_the_slope = 2 * (hero.sprite.y - y)
    across = side * (hero.sprite.x - x) - down_the_slope * math.cos(math.radians(30))
    assert across + down_the_slope == pytest.approx(30 * speed, abs=1e-6)
    assert hero.floor_normal.x * side == near(0.5)


@sides
@pytest.mark.parametrize("x", [8, 9.3], ids="{} behind the edge".format)
@pytest.mark.parametrize("speed", [1, 2, 3], ids="{} a frame".format)
@pytest.mark.parametrize(("width", "height"), [(8, 8), (16, 8), (12, 9)], ids=str)
def test_from_a_slope_onto_the_flat_it_stays_on_the_floor_without_a_snap(
    width, height, speed, x, side
):
    level = [
        box(-40, 0, 40, height),
        Sprite(collision=Triangle(0, 0, width, height, 0, height)),
        Sprite(collision=Rect(width, height, 40, 8)),
    ]
    for part in level:
        part.x, part.scale_x = side * part.x, side
    hero = walker(Rect(-4, -8, 8, 8), side * (width + x), height, snap=0)
    hero.move(0, 1, level)
    for _ in range(round(30 / speed)):
        assert hero.move(-side * speed, 0, level).on_floor
    assert hero.sprite.y == 0


@pytest.mark.parametrize("speed", [1, 2, 4], ids="{} a frame".format)
@pytest.mark.parametrize("over", [0, 0.01, 0.5, 1, 2], ids="by {}".format)
def test_a_floor_that_reaches_over_a_slope_leads_to_its_own_edge_and_down_from_there(over, speed):
    slope = Sprite(collision=Triangle(0, 0, 128, 128, 0, 128))
    level, hero = [box(-200, 0, 200 + over, 50), slope], walker(Rect(0, 0, 16, 24), -10, -24)
    hero.move(0, 1, level)
    for _ in range(30):
        hero.move(speed, 1, level)
    wanted = (30 * speed - 10) / math.sqrt(2)
    assert hero.sprite.x == pytest.approx(wanted, abs=speed + over)


@pytest.mark.parametrize("speed", [30, 40, 60], ids="{} a frame".format)
@pytest.mark.parametrize(
    ("body", "y"),
    [
        pytest.param(Rect(-5, -10, 10, 10), -2, id="box"),
        pytest.param(Triangle(-5, -10, 5, -10, 0, 0), -1 / 3, id="pin"),
    ],
)
def test_in_flight_over_a_gap_onto_a_slope_it_gains_no_height_by_the_wall_behind(body, y, speed):
    level = [
        box(-100, 0, 100, 40),
        Sprite(collision=Triangle(11, 0, 17, -2, 17, 0)),
        box(17, -60, 10, 60),
    ]
    hero = walker(body, -8, 0, snap=0)
    hero.move(0, 1, level)
    hero.move(speed, 0, level)
    assert hero.sprite.position == near(12, y)
    assert hero.on_floor


# --- steps ----------------------------------------------------------------------------------------

STAIR = [(-500, 100, 500, 200), (30, 92, 270, 100)]
"""A floor, and a step on it that is 8 high: the corners of both."""


@pytest.mark.parametrize(
    ("gap", "y"),
    [
        pytest.param(23, 100, id="too low"),
        pytest.param(24, 92, id="as high as its body on the step"),
        pytest.param(30, 92, id="higher"),
    ],
)
def test_a_low_ceiling_lets_it_step_up_only_where_it_fits(gap, y):
    level = [*(block(*corners) for corners in STAIR), block(0, 50 - gap, 200, 100 - gap)]
    hero = walker(MAN, 0, 100, step=8)
    stepped = [hero.move(1.5, 1, level).stepped for _ in range(40)]
    assert hero.sprite.y == y
    assert (hero.sprite.x > 30) == (y == 92)
    assert (sum(stepped) > 0) == (y == 92)


def test_it_does_not_step_onto_what_is_too_steep() -> None:
    steep = Sprite(30, 100, collision=Triangle(0, 0, 40, -80, 40, 0))
    hero = walker(MAN, 0, 100, step=6)
    slides = [hero.move(1.5, 1, [ground(), steep]) for _ in range(40)]
    assert hero.sprite.x <= 30
    assert hero.sprite.y == 100
    assert not any(slide.stepped for slide in slides)


def test_it_does_not_step_up_in_the_air() -> None:
    hero = walker(MAN, 0, 96, step=8)
    slide = hero.move(40, 1, [block(*corners) for corners in STAIR])
    assert hero.sprite.x <= 30
    assert not slide.stepped


@pytest.mark.parametrize("slot", [0.5, 1, 2, 4], ids="slot of {}".format)
@pytest.mark.parametrize("speed", [0.5, 1.7, 6], ids="{} a frame".format)
@pytest.mark.parametrize("kind", ["box", "circle", "capsule", "diamond"])
def test_a_step_behind_a_slot_is_climbed(kind, speed, slot):
    level = [box(-100, 100, 100, 50), box(slot, 96, 900, 50)]
    hero = walker(kind, -30, 100, step=8)
    for _ in range(int(90 / speed)):
        hero.move(speed, 1, level)
    assert hero.sprite.x > slot + 20
    assert hero.sprite.y == pytest.approx(96, abs=1e-6)
    assert hero.on_floor


def climbs_onto_a_slope(body, x, speed, rise, run, slope) -> bool:
    """Whether a walker gets up a step, whose top goes on as a slope."""
    outline = [(60, 100 - rise), (60 + run, 100 - rise - slope), (60 + run, 190), (60, 190)]
    level = [box(-99, 100, 159, 90), Sprite(collision=Polygon(outline))]
    hero = walker(body, x, 100, step=8)
    for _ in range(int(80 / speed)):
        hero.move(speed, 0.5, level)
    return hero.sprite.x > 72


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(Rect(-4, -28, 8, 28), id="box"),
        pytest.param(Circle(0, -6, 6), id="circle"),
        pytest.param(Capsule(0, -10, 0, -6, 6), id="capsule"),
    ],
)
@pytest.mark.parametrize("slope", [0, 50, 100, 200], ids="slope {} of 200".format)
def test_a_step_whose_top_goes_on_as_a_slope_stops_nobody(slope, body):
    for play in itertools.product((20.3, 21), (1, 3.3, 8), (4, 8)):
        assert climbs_onto_a_slope(body, *play, 200, slope), play


@pytest.mark.parametrize("run", [100, 200, 400], ids="slope 100 of {}".format)
def test_a_step_whose_top_goes_on_as_a_slope_stops_no_box_wherever_it_starts(run):
    for play in itertools.product(range(40, 48), (1, 3, 8), (4, 6, 7)):
        assert climbs_onto_a_slope(Rect(-4, -28, 8, 28), *play, run, 100), play


@pytest.mark.parametrize("rise", [1, 2, 3.3, 8], ids="step of {}".format)
@pytest.mark.parametrize("kind", TIPS)
def test_a_tip_loses_no_way_at_the_edge_of_a_step(kind, rise):
    level = [box(-500, 0, 1000, 100), box(30, -rise, 500, rise)]
    hero = walker(kind, step=rise)
    for frame in range(40):
        x = hero.sprite.x
        hero.move(1.5, 1, level)
        assert frame == 0 or hero.sprite.x - x >= 0.1, frame


@pytest.mark.parametrize("deep", [2, 4, 16], ids="{} deep".format)
@pytest.mark.parametrize("speed", [1, 2, 4], ids="{} a frame".format)
def test_it_snaps_into_a_pit_as_wide_as_its_body_in_the_move_that_ends_over_it(speed, deep):
    for x, side, wall, merged in itertools.product(
        (-160, 0, 112), (1, -1), (0, 12, 100), (False, True)
    ):
        shapes = [
            Rect(16 if side > 0 else -100, 0, 100, 64),
            Rect(-100 if side > 0 else 16, -wall, 100, 64 + wall),
            Rect(-100, deep, 200, 64),
        ]
        level = [Sprite(x, collision=s) for s in ([shapes] if merged else shapes)]
        hero = walker(SQUARE_MAN, x + 8 + side * speed, 0, snap=deep)
        hero.move(0, 1, level)
        hero.move(-side * speed, 0, level)
        play = f"pit at {x}, side {side}, wall {wall} high, merged: {merged}"
        assert hero.sprite.position == (x + 8, deep), play
        assert hero.on_floor, play


@sides
@pytest.mark.parametrize("snap", [0, 4], ids="snap {}".format)
@pytest.mark.parametrize("share", [0.8, 0.86, 0.9, 0.95, 0.98], ids="{} of its width".format)
@pytest.mark.parametrize("kind", ["circle", "capsule"])
def test_between_a_ledge_and_a_wall_round_feet_stand_rest_and_jump(kind, share, snap, side):
    gap = share * 12
    wall = box(0 if side > 0 else -50, -400, 50, 800)
    ledge = box(-80 if side > 0 else gap, 100, 80 - gap, 300)
    hero = walker(kind, -side * 6, snap=snap)
    for _ in range(60):
        hero.move(0, 4, [wall, ledge])
    assert hero.on_floor
    for _ in range(5):
        assert hero.move(0, 1, [wall, ledge]).travel.length == near(0)
    assert hero.on_floor
    assert hero.move(0, -9, [wall, ledge]).travel == near(0, -9)


@pytest.mark.parametrize("step", [0, 4], ids="step {}".format)
@pytest.mark.parametrize("above", [0, 1e-14, 1e-12, 1e-10, 1e-9, 1e-8], ids="{} above".format)
def test_at_the_mouth_of_a_tunnel_as_high_as_it_a_walker_goes_in_or_falls(above, step):
    level = [box(16, 48, 16, 16), box(16, 80, 16, 64), box(-40, 144, 160, 16)]
    hero = walker(SQUARE_MAN, 8, 80 - above, step=step)
    for frame in range(60):
        hero.move(3, min(8, 0.4 * frame), level)
    has_fallen = hero.on_floor and hero.sprite.y == 144
    assert hero.sprite.x > 16 or has_fallen, hero.sprite.position


@pytest.mark.parametrize("gap", [3, 6, 9], ids="{} from the corner".format)
@pytest.mark.parametrize("presses", range(4, 12), ids="after {} frames".format)
def test_at_a_corner_it_keeps_every_bit_while_something_moves_near_it(presses, gap):
    floor, beam, passing = box(0.5, 0, 60, 10), box(-19.5, -33, 20, 5), box(35.5, -80, 20, 20)
    level, hero = [floor, beam, passing], walker(Capsule(0, -27, 0, -6, 6), 6.5 + gap, step=4)
    hero.move(0, 0.5, level)
    for _ in range(presses):
        passing.y += 1
        hero.move(-3, 0.5, level)
    passing.y += 1
    assert hero.move(0, 0.5, level).travel == (0, 0)


# --- jumps, ceilings, nudges ----------------------------------------------------------------------


def test_it_is_not_snapped_to_the_floor_after_a_jump_nor_in_the_air() -> None:
    hero = walker(MAN, 0, 100)
    assert hero.move(0, 1, ground()).travel == (0, 0)
    assert hero.move(0, -3, ground()).travel == (0, -3)
    assert hero.move(2, 0, ground()).travel == (2, 0)
    assert walker(MAN, 0, 98).move(3, 0, ground()).travel == (3, 0)


def test_motion_along_up_by_less_than_a_part_in_1e9_does_not_leave_the_floor() -> None:
    floor, hero = ground(), walker(MAN, 0, 100)
    assert hero.move(0, 1, floor).on_floor
    assert hero.move(3, -1e-12, floor).on_floor
    assert hero.sprite.y == 100
    assert not hero.move(3, -1e-3, floor).on_floor
    assert hero.sprite.y == 100 - 1e-3


NUDGED_TO_3 = (3, 50, False)
STOPPED = (0, 76, True)
LEFT_CEILING = (-100, 0, -3, 60)


@pytest.mark.parametrize(
    ("nudge", "ceiling", "x", "y", "on_ceiling"),
    [
        pytest.param(20, [(-4, 0, 3, 60)], 9, 50, False, id="right is nearer"),
        pytest.param(20, [(-5.5, 0, 1.5, 60)], 7.5, 50, False, id="right is much nearer"),
        pytest.param(20, [(-2.5, 0, 4.5, 60)], -8.5, 50, False, id="left is nearer"),
        pytest.param(4, [LEFT_CEILING, (9, 0, 100, 60)], *NUDGED_TO_3, id="a hole as wide"),
        pytest.param(4, [LEFT_CEILING, (7, 0, 20, 200)], *STOPPED, id="a wall in the way"),
        pytest.param(4, [LEFT_CEILING, (7, 71, 20, 200)], *STOPPED, id="a low wall in the way"),
        pytest.param(
            4,
            [(-100, 0, -3, 56), (-100, 50, -5, 60), (7, 71, 20, 200)],
            *STOPPED,
            id="a low wall in the way below a ceiling of two levels",
        ),
        pytest.param(4, [LEFT_CEILING, (7, 77, 20, 200)], *NUDGED_TO_3, id="a wall below its feet"),
    ],
)
def test_a_nudge_takes_the_shorter_way_that_is_free(nudge, ceiling, x, y, on_ceiling):
    hero = walker(MAN, 0, 90, nudge=nudge)
    slide = hero.move(0, -40, [block(*corners) for corners in ceiling])
    assert hero.sprite.position == (x, y)
    assert slide.on_ceiling == on_ceiling


@pytest.mark.parametrize(
    ("lid", "x", "y", "on_ceiling"),
    [
        pytest.param(0, 0, 0, True, id="at its top"),
        pytest.param(-1, 2, -1, True, id="above its top"),
        pytest.param(3, 2, -20, False, id="below its feet"),
    ],
)
def test_a_flat_body_is_nudged_unless_a_line_beside_it_is_at_its_height(lid, x, y, on_ceiling):
    line = Sprite(20.5, lid, collision=Segment(0, 0, 9, 0))
    hero = walker(Rect(0, 0, 20, 2), nudge=4)
    slide = hero.move(0, -20, [block(-20, -30, 2, 0), line])
    assert hero.sprite.position == (x, y)
    assert slide.on_ceiling == on_ceiling


@sides
@pytest.mark.parametrize("wall", [False, True], ids=["open", "before a wall"])
@pytest.mark.parametrize("high", [-1.5, -0.5, -4], ids="ceiling at {}".format)
def test_along_a_ceiling_it_does_not_rise_into_a_hole(high, wall, side):
    for at in (0, 0.3, 12345.6):
        level = [box(at + 8, 0, 32, 20 + high), box(at - 40, 0, 32, 20 + high)]
        if wall:
            level.append(box(at - 40 if side > 0 else at + 8, 20 + high, 32, 70))
        hero = walker(Rect(-8, 0, 16, 16), at + 3 * side, 20)
        hero.move(-3 * side, -5, level)
        assert hero.sprite.position == pytest.approx((at, 20 + high), abs=1e-6)
        assert hero.on_ceiling


@pytest.mark.parametrize("merged", [False, True], ids=["of two sprites", "of one sprite"])
def test_a_jump_finds_a_hole_as_wide_as_its_body(merged):
    shapes = Rect(-24, -16, 16, 16), Rect(8, -16, 16, 16)
    hero = walker(SQUARE_MAN, 0, 17, nudge=3)
    hero.move(-3, -4, [Sprite(collision=s) for s in ([shapes] if merged else shapes)])
    assert hero.sprite.position == (0, 13)
    assert not hero.on_ceiling


@sides
def test_a_walker_that_presses_toward_the_edge_it_is_nudged_past_rises(side):
    tile = Sprite(side * 296, 176, collision=Rect(-8, 0, 16, 16))
    hero = walker(SQUARE_MAN, side * 279.194, 209.2, step=4, nudge=4)
    for rise in (-2.4, -2.0, -1.6, -1.2, -0.8):
        assert hero.move(side * 3, rise, tile).travel.y == near(rise)
    assert side * hero.sprite.x == near(280)


@pytest.mark.parametrize("dx", [0.1, 1, 3, 5.6], ids="{} aside".format)
def test_a_jump_past_the_corner_of_a_lintel_meets_no_ceiling(dx):
    level = [box(-100, 64, 300, 16), box(48, 0, 16, 48)]
    hero = walker(SQUARE_MAN, 40, 64)
    hero.move(0, 1, level)
    slide = hero.move(dx, -5.6, level)
    assert slide.travel == near(0, -5.6)
    assert slide.on_wall
    assert not slide.on_ceiling


def test_beside_a_tile_that_leaves_just_enough_room_a_jump_meets_no_ceiling() -> None:
    level = [box(112, 144, 16, 16), box(144, 144, 16, 48), box(100, 184, 60, 16)]
    man = walker(Rect(-8, -8, 16, 16), 136, 176)
    assert man.move(0, 1, level).on_floor
    slide = man.move(0.9, -9.25, level)
    assert slide.travel == (0, -9.25)
    assert slide.on_wall
    assert not slide.on_ceiling


@pytest.mark.parametrize("x", [113, 114])
def test_what_its_head_only_touches_by_a_corner_is_no_wall(x):
    level = [box(80, 60, 20, 20), box(120, 100, 20, 20), box(80, 120, 20, 20)]
    hero = walker(Rect(-10, -20, 20, 20), x, 100)
    hero.move(0, 0.3, level)
    assert hero.move(110 - x, 0.3, level).travel == (110 - x, 0)
    assert not hero.on_wall


# --- one-way platforms ----------------------------------------------------------------------------


def test_drop_does_nothing_on_a_floor_that_stops_from_all_sides() -> None:
    level, hero = [ground(), box(-50, 100, 50, 8, one_way=UP)], walker(MAN, 0, 100)
    for _ in range(9):
        assert hero.move(0, 1, level, drop=True).on_floor
        assert hero.sprite.y == 100


@pytest.mark.parametrize("thick", [12, 14, 16, 20], ids="{} thick".format)
def test_it_drops_through_one_row_of_a_stack_only(thick):
    stack = [
        box(16 * i, 100 + 16 * j, 16, thick, one_way=UP) for i in range(-4, 4) for j in range(3)
    ]
    hero, tops = walker(MAN, 0, 100), []
    for frame in range(63):
        drops = frame > 0 and frame % 21 == 0
        hero.move(0, 3 if frame % 21 else 1, stack, drop=drops)
        tops.append(hero.sprite.y)
    assert tops[20::21] == [100, 116, 132]


def test_the_corner_of_one_platform_does_not_open_the_other() -> None:
    planks = [box(-60, 60, 40, 30, one_way=UP), box(-20, 70, 80, 8, one_way=UP)]
    hero = walker(MAN, -30, 58)
    for _ in range(20):
        assert not hero.move(4, 4, planks).crushed
    assert hero.sprite.y == 70


@pytest.mark.parametrize("way", [(1, 1), (1, 3), (3, 1), (1, 5)], ids=str)
def test_coming_exactly_to_the_corner_of_a_platform_it_lands_on_it(way):
    hero = walker(Rect(0, 0, 16, 16), 16, 84)
    hero.move(*way, box(32, 100, 64, 8, one_way=UP))
    assert hero.sprite.position == (16 + way[0], 84)
    assert hero.on_floor


def test_arms_and_legs_are_one_walker() -> None:
    level = [ground(), block(60, 0, 90, 86.5), block(-100, 90, -40, 92, one_way=UP)]
    hero = walker([Rect(-5, -20, 10, 20), Circle(0, -24, 5), Rect(-12, -16, 24, 3)], 0, 100)
    for _ in range(30):
        hero.move(3, 1, level)
    assert hero.sprite.position == (48, 100)
    assert hero.on_wall  # its arm touches
    for _ in range(60):
        assert not hero.move(-3, 1, level).on_wall
    assert hero.sprite.y == 100
    hero.sprite.x, hero.sprite.y = -70, 80
    assert hero.move(0, 30, level).on_floor
    assert hero.sprite.y == 90


# --- seen from above ------------------------------------------------------------------------------


@sides
@pytest.mark.parametrize("speed", [1, 3, 5], ids="{} a frame".format)
@pytest.mark.parametrize("rise", [4, 8, 16], ids="rise {}".format)
def test_from_the_exact_foot_of_a_slanted_wall_it_goes_along_the_wall_like_a_slide(
    rise, speed, side
):
    outline = [(100, 0), (116, -rise), (116, 50), (100, 50)]
    wall = Sprite(collision=Polygon([(side * x, y) for x, y in outline]))
    level = [box(-100, 0, 200, 50), wall]
    hero, like = walker(MAN, side * 94, up=None), Sprite(side * 94, 0, collision=MAN)
    travel = hero.move(side * speed, 0, level).travel
    assert travel == like.move_and_slide(side * speed, 0, level).travel
    assert travel.x * side > 0
