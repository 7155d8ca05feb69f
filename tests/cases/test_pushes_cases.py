"""Faults of pushes, presses and lifts that were found once, and stay away."""

import math

import pytest
from cases.by_hand import box, near
from support.levels import UP, walker

from spritecol import Capsule, Circle, Ellipse, Polygon, Rect, Sprite, Vec2

MAN = Rect(-6, -16, 12, 16)
SQUARE_MAN = Rect(-8, -16, 16, 16)
TALL_MAN = Rect(-8, -32, 16, 32)

sides = pytest.mark.parametrize("side", [1, -1], ids=["right", "left"])
ups = pytest.mark.parametrize("up", [UP, None], ids=["from the side", "from above"])
falls = pytest.mark.parametrize("fall", [0, 0.5], ids=["no gravity", "gravity"])


# --- who is in something --------------------------------------------------------------------------


@pytest.mark.parametrize("angle", [0, 30], ids="turned by {}".format)
@pytest.mark.parametrize(
    ("body", "solid", "out"),
    [
        pytest.param(Rect(-6, -1, 12, 2), Rect(-30, -10, 60, 20), 11, id="lying in a wide box"),
        pytest.param(Rect(-1, -6, 2, 12), Rect(-10, -30, 20, 60), 11, id="upright in a high box"),
        pytest.param(Circle(0, 0, 6), Circle(0, 0, 5), 11, id="circle in a circle"),
        pytest.param(Circle(0, 0, 6), Rect(-5, -5, 10, 10), 11, id="circle in a box"),
        pytest.param(
            [Rect(-5, -2, 4, 4), Rect(1, -2, 4, 4)],
            Ellipse(0, 0, 9, 3),
            4.9814239699997295,
            id="legs in an ellipse",
        ),
    ],
)
def test_from_the_middle_of_a_solid_any_least_move_leads_out(body, solid, out, angle):
    hero, wall = walker(body, angle=angle), Sprite(collision=solid, angle=angle)
    assert hero.move(0, 0, wall).travel.length == near(out)
    assert not hero.sprite.hits(wall)


@sides
def test_of_two_equal_ways_out_it_takes_the_one_in_the_direction_of_its_motion(side):
    hero = walker(Rect(-1, -6, 2, 12))
    hero.move(side * 1e-3, 0, Sprite(collision=Rect(-10, -30, 20, 60)))
    assert hero.sprite.x == near(side * 11.001)


def test_a_body_that_grows_between_a_wall_and_a_hill_takes_the_way_out_of_both() -> None:
    hill = Sprite(60, 100, collision=Polygon([(0, 0), (100, -40), (140, 0)]))
    wall = box(200, -200, 20, 400)
    hero = walker(Rect(-20, -60, 28, 60), 192, 72)
    assert not hero.move(0, 0, [wall, hill]).crushed
    hero.sprite.collision = Rect(-14, -60, 34, 60)
    assert not hero.move(0, 0.4, [wall, hill]).crushed
    assert hero.sprite.x < 200
    assert not hero.sprite.hits([wall, hill])


@ups
def test_after_it_was_crushed_it_is_pushed_out_and_not_carried(up):
    left, right = box(-30, -100, 30, 200), box(16, -100, 30, 200)
    hero, level = walker(Rect(0, 0, 16, 16), up=up), [left, right, box(-100, 16, 300, 20)]
    hero.move(0, 1, level)
    left.x, right.x = -27, 13
    assert hero.move(0, 1, level).crushed
    right.x += 30
    slide = hero.move(0, 1, level)
    assert not slide.crushed
    assert slide.travel == (3, 0)
    assert slide.carried == (0, 0)
    assert slide.remainder == (-3, 1)


def test_what_turns_into_a_walker_from_afar_pushes_it_out_and_it_does_not_slide_on() -> None:
    bar = Sprite(45, -51, angle=90, collision=Rect(0, 0, 200, 10))
    ghost = walker(Circle(0, 0, 10), up=None)
    assert ghost.move(0, 0, bar).hits == []
    bar.angle = 120
    out = ghost.sprite.separation(bar)
    slide = ghost.move(2, 0, bar)
    assert not ghost.sprite.hits(bar)
    assert not slide.crushed
    assert len(slide.hits) == 1
    assert slide.travel == near(*(out + Vec2.from_angle(-60)))


# --- crushed or not -------------------------------------------------------------------------------


@pytest.mark.parametrize("thick", [1, 4, 20, 60], ids="walls {} thick".format)
@pytest.mark.parametrize("how", ["walls close in", "body grows", "body grows in one sprite"])
def test_between_two_walls_it_is_crushed_and_stays(how, thick):
    shapes = Rect(-20 - thick, -900, thick, 1800), Rect(20, -900, thick, 1800)
    one_sprite = how == "body grows in one sprite"
    walls = [Sprite(collision=s) for s in ([shapes] if one_sprite else shapes)]
    hero = walker(Rect(-20, -70, 40, 70))
    hero.move(0, 1, walls)
    if how == "walls close in":
        walls[0].x, walls[1].x = 1, -1
    else:
        hero.sprite.collision = Rect(-21, -70, 42, 70)
    assert hero.move(0, 1, walls).crushed
    assert hero.sprite.x == 0


@sides
@pytest.mark.parametrize("tall", [2, 100], ids="wall {} high".format)
@pytest.mark.parametrize("thick", [0, 1, 4, 7, 8, 9, 16, 32], ids="{} thick".format)
def test_a_wall_on_one_side_does_not_close_the_way_out_on_the_other(thick, tall, side):
    press = Sprite(0, -32, collision=Rect(0 if side > 0 else -16, -64, 16, 64))
    wall = box(-side * 8 - (thick if side > 0 else 0), -tall, thick, tall)
    level = [box(-500, 0, 1000, 100), press, *([wall] if thick else [])]
    hero = walker(TALL_MAN, max_push=32)
    hero.move(0, 1, level)
    press.y += 2
    assert not hero.move(0, 1, level).crushed
    assert hero.sprite.x * side == (24 if thick else -8)


@sides
@pytest.mark.parametrize(
    ("lift_dx", "roof_end", "crushed", "x", "y", "pushed"),
    [
        pytest.param(0, 8, False, 12, -15, 0, id="the roof ends at the body"),
        pytest.param(0, 9, False, 13, -15, 1, id="the roof covers it by 1"),
        pytest.param(0, 12, False, 16, -15, 4, id="the roof covers its half"),
        pytest.param(6, 22, False, 30, -15, 0, id="the lift leads past the roof"),
        pytest.param(6, 29, True, 24, -10, 0, id="the lift leads past the roof only at last"),
    ],
)
def test_below_the_end_of_a_roof_it_is_free_if_the_lift_leads_up_beside_it(
    lift_dx, roof_end, crushed, x, y, pushed, side
):
    lift = Sprite(collision=Rect(-60, 0, 120, 8))
    roof = box(roof_end - 40 if side > 0 else -roof_end, -33, 40, 5)
    hero = walker(Rect(-4, -16, 8, 16), side * 12)
    hero.move(0, 1, [lift])
    for _ in range(3):
        lift.x, lift.y = lift.x + side * lift_dx, lift.y - 5
        slide = hero.move(0, 0, [lift, roof])
    assert slide.crushed == crushed
    assert (side * hero.sprite.x, hero.sprite.y) == (x, y)
    assert side * slide.pushed.x == pushed


def mirrored_rect(side: int, left: float, top: float, width: float, height: float) -> Rect:
    return Rect(left if side > 0 else -left - width, top, width, height)


@sides
@pytest.mark.parametrize(("key", "x"), [(-2, 10), (0, 10), (2, 12)], ids=str)
def test_under_a_press_beside_a_block_no_key_and_no_mirror_crushes(key, x, side):
    press = Sprite(0, -64, collision=mirrored_rect(side, -26, 0, 32, 32))
    block = Sprite(collision=mirrored_rect(side, -26, -10, 8, 8))
    level = [box(-500, 0, 1000, 100), block, press]
    hero = walker(Rect(-4, -32, 8, 32), -10 * side, max_push=32)
    hero.move(0, 0, level)
    press.y += 3
    assert not hero.move(side * key, 1, level).crushed
    assert hero.sprite.x * side == x


@sides
@pytest.mark.parametrize("key", [-2, 0, 2], ids="key {}".format)
def test_under_a_press_on_a_hill_no_key_and_no_mirror_crushes(key, side):
    outline = [(-64, 32), (0, 0), (64, 0), (64, 80), (-64, 80)]
    hill = Sprite(collision=Polygon([(side * x, y) for x, y in outline]))
    press = Sprite(0, -25, collision=mirrored_rect(side, -9, 0, 8, 8))
    hero = walker(Circle(0, -8, 8), -3 * side)
    hero.move(0, 0, [hill, press])
    press.y += 2
    assert not hero.move(side * key, 1, [hill, press]).crushed


@pytest.mark.parametrize("turn", [0, 30, 63.7, 251.4], ids="turned by {}".format)
@pytest.mark.parametrize("thick", [2, 3, 8], ids="{} thick".format)
@pytest.mark.parametrize("speed", [3.1, 5, 6.4], ids="{} a frame".format)
def test_between_a_ceiling_and_a_thin_lift_it_is_crushed_and_stays_above_it(turn, thick, speed):
    def at(x, y):
        return Vec2(x, y).rotated(turn)

    lift = Sprite(*at(-30, 0), collision=Rect(0, 0, 60, thick), angle=turn)
    ceiling = Sprite(*at(-30, -53), collision=Rect(0, 0, 60, 20), angle=turn)
    hero, crushed = walker(MAN, angle=turn, up=at(0, -1)), False
    for _ in range(int(27 / speed)):
        hero.move(0, 0, [ceiling, lift])
        lift.position += at(0, -speed)
        crushed |= hero.move(0, 0, [ceiling, lift]).crushed
    assert crushed
    assert hero.sprite.position.rotated(-turn).y < -12


def test_stuck_in_a_thin_door_that_moves_on_it_is_crushed_until_the_door_has_gone() -> None:
    floor, wall = box(-200, 0, 400, 50), box(-60, -100, 30, 200)
    door, hero = box(20, -100, 2, 200), walker(Rect(-8, -28, 16, 28))
    assert not hero.move(0, 1, [floor, wall, door]).crushed
    frames = []
    for _ in range(30):
        door.x -= 2
        frames.append((hero.move(0, 1, [floor, wall, door]).crushed, hero.sprite.x))
    assert frames[16] == (False, -22)
    assert frames[17:25] == [(True, -22)] * 8
    assert frames[25:] == [(False, -22)] * 5


def test_a_corner_on_a_round_head_pushes_hardly_farther_than_the_least_move() -> None:
    slope = Sprite(80, 160, collision=Polygon([(0, 16), (16, 0), (16, 16)]))
    floor, lift = box(0, 176, 112, 16), box(80, 136, 32, 8)
    level = [slope, floor, lift]
    man = walker(Capsule(0, -9, 0, 9, 6), 79.53292608831691, 158.98179253744445, snap=0)
    assert not man.move(0, 0.1, level).crushed
    lift.y += 4
    assert man.sprite.separation(level).length == near(4.484828127446141)
    push = man.move(0, 0, level)
    assert not push.crushed
    assert not man.sprite.hits(level)
    assert 4 < push.travel.length < 6


# --- what turns -----------------------------------------------------------------------------------


@ups
@pytest.mark.parametrize(
    ("shape", "x", "y"),
    [
        pytest.param(Circle(0, 0, 12), 20, -8, id="disc at the right"),
        pytest.param(Circle(0, 0, 12), -20, -8, id="disc at the left"),
        pytest.param(Circle(0, 0, 12), 0, -28, id="disc above"),
        pytest.param(Rect(-30, -1, 60, 2), 40, -8, id="bar that does not reach it"),
    ],
)
def test_what_turns_beside_a_walker_moves_nobody(shape, x, y, up):
    wheel, floor = Sprite(x, y, collision=shape), box(-90, 0, 180, 20)
    hero, fall = walker(Circle(0, -8, 8), up=up), 1 if up else 0
    hero.move(0, fall, [wheel, floor])
    for turn in (1, 10, 90, 180, -30, 77.7):
        wheel.angle += turn
        assert not hero.move(0, fall, [wheel, floor]).crushed
        assert hero.sprite.position == (0, 0)


@pytest.mark.parametrize("turn", [2, 15, 30], ids="by {} a frame".format)
@pytest.mark.parametrize("stands", [True, False], ids=["on a floor", "in flight"])
def test_a_bar_that_turns_down_crushes_who_stands_and_pushes_who_flies(stands, turn):
    bar = Sprite(-36, -16, collision=Rect(0, -4, 60, 8), angle=-17)
    hero = walker(Circle(0, -6, 6), snap=0, max_push=12)
    level, crushed = [bar, *[box(-90, 0, 180, 20)] * stands], False
    hero.move(0, 0, level)
    for _ in range(int(30 / turn)):
        bar.angle += turn
        crushed |= hero.move(0, 0, level).crushed
    assert crushed == stands
    assert (hero.sprite.y > 0) != stands
    assert crushed or not hero.sprite.hits(bar)


# --- carried --------------------------------------------------------------------------------------


def test_a_lift_that_where_rejects_carries_nobody() -> None:
    lift, hero = box(-60, 0, 120, 8), walker(SQUARE_MAN)
    assert hero.move(0, 0.5, lift).on_floor
    lift.x += 20
    slide = hero.move(0, 0.5, lift, where=lambda other: other is not lift)
    assert slide.travel == (0, 0.5)
    assert slide.carried == (0, 0)


def test_a_lift_that_takes_it_past_the_top_of_a_wall_has_carried_it_the_whole_way() -> None:
    lift, wall = Sprite(collision=Rect(-20, 0, 40, 8)), box(8, -1, 16, 60)
    hero = walker(SQUARE_MAN)
    hero.move(0, 1, [lift, wall])
    lift.x, lift.y = 3, -3
    slide = hero.move(0, 0, [lift, wall])
    assert hero.sprite.position == (3, -3)
    assert slide.carried == (3, -3)
    assert slide.remainder == (0, 0)


ROUND_OR_NOT = [
    pytest.param(SQUARE_MAN, id="box"),
    pytest.param(Circle(0, -8, 8), id="circle"),
    pytest.param(Capsule(0, -24, 0, -8, 8), id="capsule"),
]


@falls
@pytest.mark.parametrize("body", ROUND_OR_NOT)
@pytest.mark.parametrize(
    "steep",
    [
        pytest.param(Polygon([(0, 0), (20, -60), (60, -60), (60, 0)]), id="a steep slope"),
        pytest.param(Circle(12, -8, 12), id="a disc"),
        pytest.param(Rect(0, -12, 40, 20), id="an upright wall"),
    ],
)
@pytest.mark.parametrize(
    ("mover", "dx", "dy"),
    [
        pytest.param("floor", 1.7, 0, id="its floor carries it there"),
        pytest.param("floor", 1.7, -0.9, id="its floor carries it there and up"),
        pytest.param("floor", 1.7, 0.9, id="its floor carries it there and down"),
        pytest.param("steep", -1.7, 0, id="it comes"),
    ],
)
def test_what_is_too_steep_pushes_along_the_floor(mover, dx, dy, steep, body, fall):
    hero, floor = walker(body), Sprite(collision=Rect(-40, 0, 80, 8))
    wedge = Sprite(8.2, 4, collision=steep)
    moves = floor if mover == "floor" else wedge
    hero.move(0, 0.5, [floor, wedge])
    for _ in range(5):
        moves.x, moves.y = moves.x + dx, moves.y + dy
        assert hero.move(0, fall, [floor, wedge]).on_floor
        assert not hero.sprite.hits(wedge)
        assert hero.sprite.y == near(floor.y)


@falls
@pytest.mark.parametrize("body", ROUND_OR_NOT)
def test_a_floor_carries_its_rider_up_a_slope(body, fall):
    hero, floor = walker(body), Sprite(collision=Rect(-40, 0, 80, 8))
    slope = Sprite(8, 0, collision=Polygon([(0, 0), (40, -20), (40, 0)]))
    hero.move(0, 0.5, [floor, slope])
    floor.x += 12
    slide = hero.move(0, fall, [floor, slope])
    assert slide.on_floor
    assert slide.floor is slope
    assert hero.sprite.y < 0


@sides
@pytest.mark.parametrize("speed", [1, 3, 5], ids="{} a frame".format)
@pytest.mark.parametrize("rise", [4, 8, 16], ids="rise {}".format)
def test_seen_from_above_a_door_pushes_along_a_slanted_wall_from_its_exact_foot(rise, speed, side):
    outline = [(100, 0), (116, -rise), (116, 50), (100, 50)]
    wall = Sprite(collision=Polygon([(side * x, y) for x, y in outline]))
    door = Sprite(side * 100, 0, collision=Rect(-22 if side > 0 else 12, -50, 10, 50))
    level = [Sprite(collision=Rect(-100, 0, 200, 50)), wall, door]
    hero = walker(MAN, side * 94, up=None)
    hero.move(0, 0, level)
    door.x += side * speed
    slide = hero.move(0, 0, level)
    assert not slide.crushed
    assert math.dist(slide.travel, (side * speed, -speed * rise / 16)) < 1e-6


# --- conditions -----------------------------------------------------------------------------------

rejecting = pytest.mark.parametrize(
    "where",
    [
        pytest.param(lambda other: other.z == 0, id="where of the sprite"),
        pytest.param(lambda other, hit: other.z == 0, id="where of the hit"),
    ],
)
"""Both reject sprites whose z is 1."""


@rejecting
@ups
def test_a_wall_that_where_rejects_closes_no_way_out(up, where):
    level = [box(20, -100, 40, 200), box(-30, -100, 40, 200, z=1)]
    slide = walker(Rect(-8, -8, 16, 16), 16, up=up).move(0, 0, level, where=where)
    assert slide.travel == (-4, 0)
    assert not slide.crushed


@rejecting
def test_a_tile_that_where_rejects_is_nothing_to_a_nudge(where):
    level = [box(64, 112, 32, 8), box(96, 112, 32, 8, z=1)]
    hero = walker(Rect(-6, -28, 12, 28), 100, 152, nudge=8)
    assert not hero.move(0, -8, level, where=where).on_ceiling
    assert hero.sprite.position == (102, 144)


@rejecting
def test_a_block_that_where_rejects_is_nothing_to_who_is_pressed_aside(where):
    press = Sprite(0, -34, collision=Rect(-4, -64, 16, 64))
    level = [box(-300, 0, 600, 50), press, box(-40, -24, 32, 8, z=1)]
    hero = walker(TALL_MAN, max_push=32)
    hero.move(0, 1, level, where=where)
    press.y += 4
    assert not hero.move(0, 1, level, where=where).crushed
    assert hero.sprite.x == -12
