"""What a walker stands on, what it drops through, and what is none of its business.

Judged by what the same level does in another form, or without what should not matter.
"""

import itertools
import math
import random
from typing import Any

import pytest
from support.counting import at_least
from support.levels import UP, turned

from spritecol import Capsule, CharacterController, Circle, Group, Polygon, Rect, Segment, Sprite

BODIES: dict[str, Any] = {
    "box": Rect(-8, -16, 16, 16),
    "round feet": Circle(0, -8, 8),
    "two shapes": [Rect(-8, -16, 16, 8), Rect(-6, -8, 12, 8)],
}
PLATFORMS: dict[str, Any] = {
    "flat": Rect(-60, 0, 120, 4, one_way=(0, -1)),
    "thick": Rect(-60, 0, 120, 24, one_way=(0, -1)),
    "line": Segment(-60, 0, 60, 0, one_way=(0, -1)),
    "slope": Polygon([(-60, 0), (60, -30), (60, -26), (-60, 4)], one_way=(0, -1)),
}


def rested(walker: CharacterController, level: Any, frames: int = 60) -> CharacterController:
    """After it has fallen for some frames."""
    fall = 0.0
    for _ in range(frames):
        fall = 0.0 if walker.on_floor else fall + 0.4
        walker.move(0, fall + 0.4, level)
    return walker


@pytest.mark.parametrize("scale", [0.25, 1.0, 8.0])
@pytest.mark.parametrize("platform", PLATFORMS)
@pytest.mark.parametrize("body", BODIES)
def test_a_dropped_platform_counts_again_when_the_feet_are_above_it(
    body: str, platform: str, scale: float
) -> None:
    """After a drop that a solid tile has stopped, and after a jump back up through it."""
    ground = Sprite(0, 200 * scale, collision=Rect(-300, 0, 600, 50), scale=scale)
    top = Sprite(0, 0, collision=PLATFORMS[platform], scale=scale)
    hero = Sprite(3 * scale, -40 * scale, collision=BODIES[body], scale=scale)
    walker = CharacterController(hero, snap=4 * scale)
    level = [ground, top]
    for _ in range(40):
        walker.move(0, 3 * scale, level)
    assert walker.floor is top
    stands = hero.y

    tile = Sprite(hero.x, hero.y, collision=Rect(-20, 0, 40, 10), scale=scale)
    for _ in range(3):
        walker.move(0, 3 * scale, [*level, tile], drop=True)
    for _ in range(20):
        walker.move(0, 3 * scale, level)
    assert walker.floor is top

    walker.move(0, 2 * scale, level, drop=True)
    walker.move(0, 2 * scale, level)
    assert not walker.on_floor
    for _ in range(8):
        walker.move(0, -3 * scale, level)  # up again, out of it
    for _ in range(40):
        walker.move(0, 3 * scale, level)
    assert walker.floor is top
    assert abs(hero.y - stands) < 1e-6 * scale

    walker.move(0, 2 * scale, level, drop=True)
    for _ in range(90):
        walker.move(0, 3 * scale, level)
    assert walker.floor is ground


@pytest.mark.parametrize("up", [(0, -1), (0, 1)])
@pytest.mark.parametrize("along", [-1, -0.25, 0.25, 1])
def test_a_row_of_platforms_is_dropped_as_one(along: float, up: tuple[int, int]) -> None:
    """Also where an edge of the body is exactly at the edge of a tile; not a gate beside it."""
    down = -up[1]
    front = {"one_way": up}
    row = [Sprite(16 * k, 0, collision=Rect(0, 0, 16, 16, **front)) for k in range(-6, 6)]
    one = [Sprite(collision=Rect(-96, 0, 192, 16, **front))]
    with at_least(falls=60) as seen:
        for place in range(-32, 32):
            ends = []
            for level in (row, one):
                top = 0 if down > 0 else 16
                hero = Sprite(place / 2, top, collision=Rect(-6, -20 if down > 0 else 0, 12, 20))
                walker = CharacterController(hero, up=up)
                walker.move(0, down, level)
                assert walker.on_floor
                walker.move(along, 0.4 * down, level, drop=True)
                ends.append((hero.position, walker.on_floor))
            assert ends[0] == ends[1]
            seen["falls"] += not ends[0][1]


def test_keeping_drop_pressed_falls_through_each_platform() -> None:
    tops = [Sprite(0, 60 * k, collision=PLATFORMS["flat"]) for k in range(4)]
    ground = Sprite(0, 240, collision=Rect(-300, 0, 600, 50))
    walker = rested(CharacterController(Sprite(0, -20, collision=BODIES["box"])), [*tops, ground])
    floors = []
    for _ in range(300):
        walker.move(0, 2, [*tops, ground], drop=True)
        if walker.floor is not None and walker.floor not in floors[-1:]:
            floors.append(walker.floor)
    assert floors == [*tops[1:], ground]


@pytest.mark.parametrize(("faster", "lands"), [(6, True), (2, False)])
def test_a_platform_that_falls_away_counts_again_if_the_feet_stay_above_it(
    faster: float, lands: bool
) -> None:
    top = Sprite(0, 0, collision=PLATFORMS["flat"])
    walker = CharacterController(Sprite(0, 0, collision=BODIES["box"]))
    walker.move(0, 1, top)
    walker.move(0, 1, top, drop=True)
    assert walker.floor is None
    for _ in range(3):
        top.y += faster
        walker.move(0, 3, top)
        assert walker.floor is None
    for _ in range(30):
        walker.move(0, 3, top)
    assert (walker.floor is top) == lands


# --- what touches neither the body nor its way ---------------------------------------------------


def crushed_under(press_y: float, extra: Sprite | None, moves: float) -> tuple[Any, ...]:
    floor = Sprite(0, 100, collision=Rect(-100, 0, 200, 20))
    press = Sprite(0, press_y, collision=Rect(-100, -40, 200, 40))
    hero = Sprite(0, 100, collision=Rect(-8, -16, 16, 16))
    walker = CharacterController(hero)
    level: list[Any] = [floor, press, *([extra] if extra else [])]
    where = (lambda other: other is not extra) if extra else None
    walker.move(0, 1, level, where=where)
    results = []
    for _ in range(4):
        press.y += moves
        if extra:
            extra.x += 1.5
        slide = walker.move(0, 1, level, where=where)
        results.append((slide.crushed, tuple(slide.travel), hero.position))
    if extra:
        extra.x += 2.0
    slide = walker.move(0, 1, level, where=where)  # the press rests on it now
    return (*results, slide.crushed, tuple(slide.travel), tuple(slide.pushed))


def test_what_moves_nearby_changes_no_push() -> None:
    """A bird above a press, that touches nothing and is rejected, as in the press without it."""
    rng = random.Random(1)
    with at_least(crushed=60, pushed=20) as seen:
        for _ in range(200):
            press_y = rng.choice([80, 83, 84, rng.uniform(76, 86)])
            moves = rng.choice([0.5, 1, 2, rng.uniform(0.1, 6)])
            bird = Sprite(rng.uniform(-10, 10), rng.uniform(30, 110), collision=Circle(0, 0, 3))
            alone = crushed_under(press_y, None, moves)
            assert crushed_under(press_y, bird, moves) == alone, (press_y, moves, bird)
            seen["crushed"] += alone[4]
            seen["pushed"] += not alone[4]


# --- the most level side -------------------------------------------------------------------------


FLAT, SLOPE = Rect(-200, 0, 200, 50), Polygon([(0, 0), (100, -60), (100, 50), (0, 50)])


@pytest.mark.parametrize("body", BODIES)
def test_at_the_foot_of_a_slope_the_floor_is_the_flat_one(body: str) -> None:
    """Whether floor and slope are one sprite, two, or one polygon."""
    whole = Polygon([(-200, 0), (0, 0), (100, -60), (100, 50), (-200, 50)])
    levels = {
        "one sprite": [Sprite(0, 100, collision=[FLAT, SLOPE])],
        "two sprites": [Sprite(0, 100, collision=FLAT), Sprite(0, 100, collision=SLOPE)],
        "the other order": [Sprite(0, 100, collision=SLOPE), Sprite(0, 100, collision=FLAT)],
        "one polygon": [Sprite(0, 100, collision=whole)],
    }
    plays: dict[str, list[Any]] = {}
    for name, level in levels.items():
        for direction in (1, -1):
            hero = Sprite(-40 if direction > 0 else 60, 100 if direction > 0 else 60)
            hero.collision = BODIES[body]
            walker = rested(CharacterController(hero), Group(level), 30)
            for _ in range(60):
                walker.move(1.25 * direction, 0.5, Group(level))
                told = (*walker.floor_normal, *hero.position, walker.on_floor)
                plays.setdefault(name, []).append([round(float(number), 6) for number in told])
    first, *others = plays.values()
    assert all(other == first for other in others)
    normals = {tuple(row[:2]) for row in first}
    assert (0.0, -1.0) in normals
    assert len(normals) > 1
    assert all(math.isclose(math.hypot(*normal), 1, abs_tol=1e-5) for normal in normals)


def hill(down: tuple[int, int]) -> dict[str, Any]:
    """A flat floor up to x=40, and a slope that leads down from there, cut in several ways."""
    end, low = (40 + down[0], down[1]), 90
    slope = Polygon([(40, 0), end, (end[0], low), (40, low)])
    top = [(40, 0), end, (end[0], low), (0, low)]
    return {
        "one polygon": Sprite(collision=Polygon([(0, 0), *top])),
        "with a bump": Sprite(collision=Polygon([(0, -8), (8, -8), (8, 0), *top])),
        "shapes": Sprite(collision=[Rect(0, 0, 40, low), slope]),
        "sprites": [Sprite(collision=Rect(0, 0, 40, low)), Sprite(collision=slope)],
    }


@pytest.mark.parametrize("down", [(20, 60), (40, 44), (40, 40), (40, 20)])
@pytest.mark.parametrize("form", hill((1, 1)))
def test_with_its_corner_exactly_on_a_crest_it_stands_if_the_slope_beyond_is_walkable(
    form: str, down: tuple[int, int]
) -> None:
    """Also if the slope is a tile of its own. On a steep slope it slides, and one side stops it."""
    level = hill(down)[form]
    walker = CharacterController(Sprite(38, 0, collision=Rect(-6, -16, 12, 16)))
    for _ in range(2):
        walker.move(4, 1, level)
    length = math.hypot(*down)
    normal = down[1] / length, -down[0] / length
    walkable = down[1] <= down[0]
    assert walker.sprite.position == (46, 0)
    assert walker.on_floor is walkable
    assert walker.floor_normal == pytest.approx(normal if walkable else (0, 0))
    slide = walker.sprite.move_and_slide(0, 8, level, up=(0, -1))
    assert [hit.normal for hit in slide.hits] == [pytest.approx(normal)]


def test_a_walk_over_hills_does_not_depend_on_what_they_are_cut_into() -> None:
    """Boxes in whole numbers, on columns that are one polygon, shapes of a sprite, or sprites."""
    r = random.Random("hills")
    with at_least(stood=250, flew=500, walls=150) as seen:
        for _ in range(170):
            wide, x, y = r.choice([8, 12, 16]), r.randint(-500, 500), r.randint(-500, 500)
            tops = [(x + wide * k, y + r.randint(-24, 24)) for k in range(9)]
            low = y + 64
            columns = [
                Polygon([one, two, (two[0], low), (one[0], low)])
                for one, two in itertools.pairwise(tops)
            ]
            whole = Polygon([*tops, (tops[-1][0], low), (x, low)])
            levels: list[Any] = [
                Sprite(collision=whole),
                Sprite(collision=columns),
                [Sprite(collision=column) for column in columns],
            ]
            start = x + r.randint(8, 8 * wide - 8), y - 30
            walkers = [
                CharacterController(Sprite(*start, collision=Rect(-6, -16, 12, 16))) for _ in levels
            ]
            for _ in range(16):
                way = r.choice([-16, -4, -2, 2, 4, 16, 24]), r.choice([1, 1, 4, 16, -8])
                slides = [w.move(*way, level) for w, level in zip(walkers, levels, strict=True)]
                for walker, slide in zip(walkers, slides, strict=True):
                    assert walker.sprite.position == pytest.approx(
                        tuple(walkers[0].sprite.position), abs=1e-6
                    )
                    assert slide.on_floor is slides[0].on_floor
                seen["stood"] += slides[0].on_floor
                seen["flew"] += not slides[0].on_floor
                seen["walls"] += slides[0].on_wall


@pytest.mark.parametrize("across", [0, 2, -2])
@pytest.mark.parametrize("frames", [1, 2, 5])
@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("platform", ["flat", "thick", "line"])
def test_a_drop_begins_with_the_key(body: str, platform: str, frames: int, across: int) -> None:
    """Games set the fall to 0 on a floor, so it does not move down while the key is pressed."""
    top = Sprite(collision=PLATFORMS[platform])
    hero = Sprite(0, -40, collision=BODIES[body])
    walker = CharacterController(hero)
    for _ in range(40):
        walker.move(0, 3, top)
    stands = hero.y
    for _ in range(frames):
        assert not walker.move(across, 0, top, drop=True).on_floor
    assert hero.y == stands
    fall = 0.0
    for _ in range(30):
        fall += 0.4
        assert not walker.move(across, fall, top).on_floor
    assert hero.y > stands + 100


def test_a_drop_that_has_not_begun_is_over_after_a_jump() -> None:
    top = Sprite(collision=Rect(-60, 0, 120, 8, one_way=(0, -1)))
    walker = CharacterController(Sprite(0, 0, collision=Rect(-4, -16, 8, 16)))
    walker.move(0, 1, top)
    walker.move(0, 0, top, drop=True)
    for speed in (-6, -3, 0, 3, 6, 9):
        walker.move(0, speed, top)
    assert walker.floor is top


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("angle", [38, 42, 45])
def test_a_hop_uphill_lands_while_it_still_rises(body: str, angle: float) -> None:
    """The first frame of a jump stays a jump."""
    high = 900 * math.tan(math.radians(angle))
    slope = Sprite(collision=Polygon([(0, 0), (900, -high), (900, 50), (0, 50)]))
    level = [Sprite(collision=Rect(-300, 0, 300, 50)), slope]
    hero = Sprite(-20, 0, collision=BODIES[body])
    walker = CharacterController(hero)
    for _ in range(40):
        walker.move(6, 2, level)
    assert walker.floor is slope
    fall, flown, landed = -8.0, 0, False
    while not landed:
        slide = walker.move(6, fall, level)
        flown += 1
        landed = slide.on_floor
        assert landed or not slide.hits
        fall += 0.4
    assert flown > 2
    assert fall < 0
    assert slide.floor is slope
    before = hero.x
    walker.move(6, 0, level)
    assert hero.x - before == pytest.approx(6 * math.cos(math.radians(angle)))


@pytest.mark.parametrize("speed", [0.7, 1, 1.5, 2, 3])
@pytest.mark.parametrize("snap", [0, 0.25, 4])
def test_round_feet_get_over_the_crest_of_a_ramp(snap: float, speed: float) -> None:
    ramp = Sprite(collision=Polygon([(0, 64), (64, 0), (200, 0), (200, 64)]))
    level = [ramp, Sprite(collision=Rect(-200, 64, 200, 20))]
    for k in range(6):
        hero = Sprite(k * 0.37 - 40, 64, collision=Circle(0, -8, 8))
        walker = CharacterController(hero, snap=snap)
        for _ in range(320):
            walker.move(speed, 0.4, level)
            if hero.x > 100:
                break
        assert hero.x > 100
        assert hero.y == pytest.approx(0)


@pytest.mark.parametrize("across", [0, 1.5, 2, -2, 3])
@pytest.mark.parametrize("is_late", [False, True])
def test_a_drop_from_a_row_of_tiles_is_one_wherever_it_begins(across: float, is_late: bool) -> None:
    """The hero runs on over the seams before it begins to fall."""
    tile = Rect(0, 0, 16, 6, one_way=(0, -1))
    for half in range(64):
        level = Group(Sprite(16 * k, 100, collision=tile) for k in range(-12, 20))
        hero = Sprite(half / 2, 100, collision=Rect(-6, -16, 12, 16))
        walker = CharacterController(hero)
        walker.move(0, 1, level)
        walker.move(0 if is_late else across, 0, level, drop=True)
        fall = 0.0
        for _ in range(12):
            fall += 0.4
            assert not walker.move(across, fall, level).on_floor


# --- what is left of a speed that fades ----------------------------------------------------------

UPRIGHT: dict[str, Any] = {
    "box": lambda top, bottom: Rect(-8, -top, 16, top + bottom),
    "capsule": lambda top, bottom: Capsule(0, 8 - top, 0, bottom - 8, 8),
    "two shapes": lambda top, bottom: [
        Rect(-8, -top, 16, 8),
        Rect(-6, 8 - top, 12, top + bottom - 8),
    ],
}
CROUCH = {"feet": (18, 14), "middle": (14, 10), "head": (22, 6)}
"""How far a crouched body of 28 pixels about (0, 0) extends upward and downward, of 22 and 14."""


def fading(
    r: random.Random, body: str, about: str, angle: float, sets_to_0: bool
) -> list[tuple[float, bool]]:
    """How high a body is and whether it stands, frame by frame, while its speed fades and it
    crouches.

    What it stands on first is a block that crumbles.
    """
    top, bottom = CROUCH[about]
    tall, low = (
        UPRIGHT[body](18, 14),
        UPRIGHT[body](*((18, 10) if about == "feet" else (top, bottom))),
    )
    right, down = turned(angle, 1, 0), turned(angle, 0, 1)
    sprites = [
        Sprite(collision=Rect(16 * k, 20, 16, 16), angle=angle, center_x=0, center_y=0)
        for k in range(-12, 12)
    ]
    block = Sprite(collision=Rect(-30, 17, 60, 3), angle=angle, center_x=0, center_y=0)
    sprite = Sprite(collision=tall, angle=angle, center_x=0, center_y=0)
    walker = CharacterController(sprite, up=(-down[0], -down[1]))
    speed, fade, frames = r.choice([2.0, -3.0, 0.7]), r.choice([0.8, 0.5]), r.sample(range(60), 4)
    told = []
    for frame in range(110):
        speed *= fade
        if sets_to_0 and abs(speed) < 1e-4:
            speed = 0.0
        if frame in frames:
            sprite.collision = low if sprite.collision == tall else tall
        if frame == 50:
            block.collision = None
        way = [speed * a + 0.5 * b for a, b in zip(right, down, strict=True)]
        walker.move(*way, [*sprites, block])
        height = sprite.x * down[0] + sprite.y * down[1]
        told.append((height, walker.on_floor))
        if walker.on_floor:
            assert min(sprite.distance(one) for one in [*sprites, block]) < 1e-6
    return told


@pytest.mark.parametrize("angle", [0, 120, 37])
@pytest.mark.parametrize("about", CROUCH)
@pytest.mark.parametrize("body", UPRIGHT)
def test_what_is_left_of_a_speed_that_fades_holds_nobody_in_the_air(
    body: str, about: str, angle: float
) -> None:
    """It falls and snaps as if the speed had been set to 0."""
    with at_least(alike=400, snapped=4) as seen:
        for play in range(5):
            one = fading(random.Random(play), body, about, angle, sets_to_0=False)
            other = fading(random.Random(play), body, about, angle, sets_to_0=True)
            before = one[0][0]
            for (height, stands), (wanted, stood) in zip(one, other, strict=True):
                assert height == pytest.approx(wanted, abs=1e-6)
                assert stands == stood
                seen["alike"] += 1
                seen["snapped"] += height > before + 1
                before = height


# --- planks at body height -----------------------------------------------------------------------


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize(
    "body",
    [Rect(-8, -28, 16, 28), Capsule(0, -20, 0, -8, 8), Circle(0, -10, 10), Rect(-4, -24, 8, 24)],
)
def test_a_crest_is_walked_whatever_hangs_at_body_height(body: Any, side: int) -> None:
    """Down slopes, over edges and on flat ground; it is walked as if no plank were there."""
    r = random.Random(f"{body} {side}")
    ends = {"slope": [(0, 0), (64, 64), (0, 64)], "low slope": [(0, 0), (99, 33), (0, 99)]}
    ends |= {"edge": [(0, 40), (64, 40), (64, 64), (0, 64)]}
    ends |= {"step": [(0, 3), (64, 3), (64, 64), (0, 64)], "flat": [(0, 0), (99, 0), (0, 64)]}
    with at_least(beside=250, down=200, fell=20) as seen:
        for _ in range(120):
            end = r.choice(list(ends))
            corners = [(side * x, y) for x, y in ends[end]]
            level = [
                Sprite(collision=Rect(-99 if side > 0 else 0, 0, 99, 64)),
                Sprite(collision=Polygon(corners)),
            ]
            wide, high = r.choice([4, 16, 30]), r.choice([1, 4, 8])
            left = r.randint(-20, 16)
            plank = Rect(
                left if side > 0 else -left - wide, -r.randint(high + 4, 30), wide, high, one_way=UP
            )
            planks = [*level, Sprite(collision=plank)]
            r.shuffle(planks)
            speed, start = r.choice([1, 3, 6, 7.5, 10]), -side * r.choice([0, 7, 12.5])
            walkers = [
                CharacterController(Sprite(start, 0, collision=body), snap=r.choice([4, 8]))
                for _ in "ab"
            ]
            walkers[1].snap = walkers[0].snap
            for walker, targets in zip(walkers, (level, planks), strict=True):
                walker.move(0, 0.5, targets)
            for _ in range(8):
                for walker, targets in zip(walkers, (level, planks), strict=True):
                    walker.move(side * speed, 0.5, targets)
                here, there = (walker.sprite.position for walker in walkers)
                assert here == there, (end, plank, speed)
                assert walkers[0].on_floor == walkers[1].on_floor
                seen["beside"] += walkers[1].sprite.hits(planks)
                seen["down"] += there.y > 1
                seen["fell"] += not walkers[1].on_floor
