"""CharacterController: what a walker may rely on, each law with an oracle of its own.

Closed forms say where feet must be (`support.levels`). Riders, pushes and presses are in
test_rides.py, plays in whole levels in the campaign.
"""

import copy
import itertools
import math
import pickle
import random
from collections import Counter
from typing import Any

import pytest
from support.counting import at_least
from support.forms import unplayed
from support.levels import (
    BLUNT,
    BODIES,
    HALF,
    KINDS,
    Place,
    block,
    columns,
    floor,
    hills,
    place,
    plank,
    rest,
    slope,
    turned,
    walker,
)
from support.walks import judged

from spritecol import (
    Capsule,
    CharacterController,
    Circle,
    Ellipse,
    Group,
    Point,
    Polygon,
    Rect,
    Segment,
    Sprite,
    Triangle,
    Vec2,
    World,
)

every_kind = pytest.mark.parametrize("kind", KINDS)
blunt = pytest.mark.parametrize("kind", BLUNT)
sides = pytest.mark.parametrize("side", [1, -1])


def lands(c: CharacterController, targets: Any) -> CharacterController:
    """Let it fall until it stands."""
    for _ in range(9):
        c.move(0, 30, targets)
    assert c.on_floor
    return c


def near(*numbers: float) -> Any:
    return pytest.approx(numbers, abs=1e-6)


def test_what_a_player_would_expect_happens_in_ordinary_levels_and_wild_ones() -> None:
    """Frame by frame; and in wild ones the same in any order or place: see `support.walks`."""
    laws = {
        "by axes": 1500,
        "rides": 30,
        "speeds": 600,
        "stands": 250,
        "rises": 900,
        "on two floors": 500,
    }
    with at_least(frames=15_000, wild=5000, stood=1200, stopped=200, **laws) as seen:
        for seed in range(80):
            wrong, found = judged(seed)
            assert wrong == []
            seen.update(found)
    assert unplayed(seen) == []
    assert seen["zigzags"] == 0
    assert seen["parted"] <= 1  # by rounding, of the plays that must be alike


# --- walking -------------------------------------------------------------------------------------


@every_kind
@pytest.mark.parametrize("angle", [-44, -30, -10, 0, 10, 30, 44])
@pytest.mark.parametrize("tiles", [1, 8])
def test_it_walks_as_fast_on_every_slope(kind: str, angle: float, tiles: int) -> None:
    """A slope of tiles is like one: seams make lips as high as rounding."""
    long = 1000 / tiles
    ground = [
        Sprite(*turned(-angle, long * k - 500, 0), collision=Rect(0, 0, long, 60), angle=-angle)
        for k in range(tiles)
    ]
    c = lands(walker(kind, 7, -30), ground)
    for dx, dy in itertools.product((3, -3, 0.37, 12), (0, 0.4, 9)):
        for _ in range(5):
            x, y = place(c)
            slide = c.move(dx, dy, ground)
            along = turned(-angle, dx, 0)
            assert place(c) == near(x + along[0], y + along[1])
            assert slide.travel - slide.carried + slide.remainder == near(dx, dy)
            assert (c.on_floor, c.on_wall, slide.stepped) == (True, False, 0)
            assert c.floor_normal == near(*turned(-angle, 0, -1))
            assert not c.sprite.hits(ground)


@pytest.mark.parametrize("seed", range(20))
def test_a_slope_of_tiles_of_any_size_is_walked_as_fast_as_one_in_any_direction(seed: int) -> None:
    """By bodies that stand at no angle of their own, and `up` is turned with the level."""
    r = random.Random(seed)
    size, turn, angle = r.choice([1e-3, 1.0, 1e3]), r.uniform(0, 360), r.uniform(-44, 44)
    count, speed = r.choice([4, 8]), r.uniform(-6, 6) * size
    bodies = Segment(-5, 0, 5, -3), Circle(0, -8, 8), Ellipse(0, -12, 6, 12, angle=20)
    body = r.choice([*bodies, Triangle(0, 0, -8, -20, 8, -20), Rect(-8, -28, 16, 28)])
    long = 800 * size / count
    ground = [
        Sprite(
            *turned(turn + angle, (k - count / 2) * long, 0),
            collision=Rect(0, 0, long, 20 * size),
            angle=turn + angle,
        )
        for k in range(count)
    ]
    sprite = Sprite(*turned(turn, 0, -90 * size), collision=body, angle=turn, scale=size)
    c = CharacterController(sprite, up=turned(turn, 0, -1), snap=r.choice([0, 4]) * size)
    c.move(*turned(turn, 0, 180 * size), ground)
    for _ in range(40):
        before = place(c)
        c.move(*turned(turn, speed, 0), ground)
        assert c.on_floor
        assert math.dist(before, place(c)) == pytest.approx(abs(speed), abs=4e-7 * size)


@every_kind
@pytest.mark.parametrize("seed", range(5))
def test_it_hugs_hills(kind: str, seed: int) -> None:
    """It rests on them after each move; straight on and in a valley its path is as long as told."""
    r = random.Random(f"{kind} {seed}")
    corners = hills(r, 6, 40)
    ground = columns(corners)
    c = lands(walker(kind, 0, -100, snap=10), ground)
    with at_least(bent=10, along=10) as seen:
        for side in (1, -1):
            for _ in range(60):
                dx, (x, y) = side * r.uniform(0, 5), place(c)
                if not -100 < x + dx < corners[-1][0] - 40:
                    break
                c.move(dx, r.choice([0, 1.0]), ground)
                assert c.on_floor
                assert c.sprite.y == pytest.approx(rest(kind, c.sprite.x, corners), abs=1e-6)
                xs = [x + (c.sprite.x - x) * k / 32 for k in range(33)]
                way = [(at, rest(kind, at, corners)) for at in xs]
                length = sum(math.dist(p, q) for p, q in itertools.pairwise(way))
                chord = [y + (c.sprite.y - y) * k / 32 for k in range(33)]
                if all(p[1] > line - 1e-7 for p, line in zip(way, chord, strict=True)):
                    assert length == pytest.approx(abs(dx), abs=0.02 * abs(dx) + 1e-6)
                    seen["along"] += 1
                else:  # over a peak it goes straight on, and down
                    assert 0.76 * abs(dx) <= abs(c.sprite.x - x) <= abs(dx) + 1e-9
                seen["bent"] += abs(length - abs(c.sprite.x - x)) > 1e-6


@pytest.mark.parametrize("seed", range(12))
def test_peaks_are_walked_over_at_one_speed(seed: int) -> None:
    """Also where the ground is farther below the end of a straight way than `snap`."""
    r = random.Random(seed)
    turn, speed = r.choice([0, 90, r.uniform(0, 360)]), r.uniform(5, 15)
    tops = [(0.0, 0.0)]
    for k, x in enumerate(itertools.accumulate(r.uniform(30, 90) for _ in range(8))):
        rise = r.uniform(0.1, 0.95) * (x - tops[-1][0])
        tops.append((x, tops[-1][1] + (rise if k % 2 else -rise)))
    ring = [*tops, (tops[-1][0], 300.0), (0.0, 300.0)]
    ground = Sprite(collision=Polygon(ring), angle=turn)
    body = Sprite(*turned(turn, 9, -200), collision=Triangle(0, 0, -4, -20, 4, -20), angle=turn)
    c = CharacterController(body, up=turned(turn, 0, -1))
    c.move(*turned(turn, 0, 400), ground)
    paths = [0.0, *itertools.accumulate(math.dist(p, q) for p, q in itertools.pairwise(tops))]
    gone = 0.0
    while gone < paths[-1] - 2 * speed:
        x = turned(-turn, *place(c))[0]
        k = sum(x >= top[0] for top in tops) - 1
        part = (x - tops[k][0]) / (tops[k + 1][0] - tops[k][0])
        before, gone = gone, paths[k] + part * (paths[k + 1] - paths[k])
        assert not before or gone - before == pytest.approx(speed, abs=1e-6)
        c.move(*turned(turn, speed, 0), ground)
        assert c.on_floor


def made_of(form: str, tops: list[Place]) -> Any:
    """A ground, as maps have it or as a polygon, whose cuts are hidden."""
    low = max(y for _, y in tops) + 64
    pairs = list(itertools.pairwise(tops))
    if form == "polygon":
        return Sprite(collision=Polygon([*tops, (tops[-1][0], low), (tops[0][0], low)]))
    shapes: list[Any] = [Polygon([p, q, (q[0], low), (p[0], low)]) for p, q in pairs]
    if form != "quads":
        shapes = [Rect(a, max(b, d), c - a, low - max(b, d)) for (a, b), (c, d) in pairs]
        shapes += [
            Triangle(a, b, c, d, *((a, d) if d > b else (c, b)))
            for (a, b), (c, d) in pairs
            if b != d
        ]
    if form == "tiles of a sprite":
        return Sprite(collision=shapes)
    return Group(Sprite(collision=shape) for shape in shapes)


def gone(tops: list[Place], x: float) -> tuple[int, float]:
    """Which of the tops it has passed last, and how long the ground is up to there."""
    k = sum(x >= top[0] for top in tops) - 1
    p, q = tops[k : k + 2]
    before = sum(map(math.dist, tops[:k], tops[1:]))
    return k, before + (x - p[0]) / (q[0] - p[0]) * math.dist(p, q)


@sides
@pytest.mark.parametrize("form", ["tiles", "tiles of a sprite", "quads", "polygon"])
def test_at_a_knee_each_slope_paces_its_share(form: str, side: int) -> None:
    """Down and up, also from exactly there: the foot on the high side goes at one speed."""
    with at_least(frames=2000, bent=250, at_a_knee=30) as seen:
        for seed in range(850, 910):
            r = random.Random(seed)
            tile, speed = r.choice([16, 32]), side * r.choice([1, 2, 3, 1.5, 2.3])
            lean = r.choice([1, -1])  # the ground falls to the right, or to the left
            falls = [0, 0, *(tile * r.randint(0, 4) / 4 for _ in range(6)), 0, 0]
            heights = itertools.accumulate(falls, initial=0.0)
            tops = [(tile * k, y) for k, y in enumerate(heights)]
            ground = made_of(form, sorted((lean * x, y) for x, y in tops))
            x, y = tops[2] if side > 0 else tops[-3]
            c = walker("box", lean * (x + HALF - 8 * speed), y - 4, snap=8)
            c.move(0, 8, ground)
            k, path = gone(tops, lean * c.sprite.x - HALF)
            while 0 < k < len(tops) - 2:
                at_a_knee = lean * c.sprite.x - HALF == tops[k][0]
                c.move(lean * speed, 0.4, ground)
                last, (k, after) = k, gone(tops, lean * c.sprite.x - HALF)
                assert after - path == pytest.approx(speed, abs=1e-6)
                seen.update(frames=1, bent=last != k, at_a_knee=at_a_knee)
                path = after


@pytest.mark.parametrize("seed", range(12))
def test_a_point_walks_over_seams_whose_sides_lean_over(seed: int) -> None:
    r = random.Random(seed)
    turn, speed = r.choice([90, -90, 180, r.uniform(0, 360)]), r.uniform(1, 6) * r.choice([1, -1])
    xs = [-200, *itertools.accumulate(r.uniform(20, 90) for _ in range(7))]
    ground = [
        Sprite(*turned(turn, p, 0), collision=Triangle(0, 0, q - p, 0, (q - p) / 2, 60), angle=turn)
        for p, q in itertools.pairwise(xs)
    ]
    sprite = Sprite(*turned(turn, 0, -30), collision=Point(0, 0))
    c = CharacterController(sprite, up=turned(turn, 0, -1), snap=r.choice([0, 4]))
    c.move(*turned(turn, 0, 60), ground)
    for _ in range(25):
        x, y = place(c)
        c.move(*turned(turn, speed, 0), ground)
        assert c.on_floor
        dx, dy = turned(turn, speed, 0)
        assert place(c) == near(x + dx, y + dy)


@blunt
@sides
@pytest.mark.parametrize("snap", [0, 4])
def test_the_foot_of_a_slope_is_not_left(kind: str, side: int, snap: float) -> None:
    foot = Sprite(side * 33, 0, collision=Triangle(0, 0, side * 300, -120, side * 300, 0))
    ground = [floor(), foot]
    for away in range(12):
        c = lands(walker(kind, side * away / 5, snap=snap), ground)
        assert all(c.move(side * 3, 0, ground).on_floor for _ in range(25))


@every_kind
@pytest.mark.parametrize("angle", [-44.5, -13, 0, 30, 44.9])
def test_landing_does_not_slide_and_standing_still_keeps_every_bit(kind: str, angle: float) -> None:
    valley = columns([(-99, -7), (0.1, 80.7), (99, 9)])
    for targets in ([slope(angle, 0.1, 100.3)], valley):
        c = walker(kind, 3.3, -30.123)
        for _ in range(5):
            c.move(0, 61.7, targets)
        stands = place(c)
        assert targets is valley or stands[0] == 3.3
        assert c.on_floor
        for frame in range(120):
            c.move(0, 0.34 * (frame % 3), targets)
            assert place(c) == stands
            assert c.on_floor


@every_kind
@pytest.mark.parametrize(("angle", "most"), [(50, 45), (-50, 45), (31, 30), (80, 45)])
def test_what_is_too_steep_it_slides_down(kind: str, angle: float, most: float) -> None:
    ground = slope(angle)
    c = walker(kind, 0, -40, max_floor_angle=most)
    fall, lower, met = 0.0, c.sprite.y, 0
    for _ in range(30):
        fall += 0.5
        c.move(0, fall, ground)
        met += c.on_wall
        assert (c.on_floor, c.floor) == (False, None)
        assert c.sprite.y > lower
        lower = c.sprite.y
    assert met > 5
    assert c.sprite.x * angle < 0


@blunt
@sides
def test_a_steep_slope_is_no_floor_where_it_bends(kind: str, side: int) -> None:
    """It slides from a slope of 70 degrees onto one of 60, and never stands."""
    knee = (-60, -60 * math.tan(math.radians(60)))
    top = (knee[0] - 40, knee[1] - 40 * math.tan(math.radians(70)))
    ring = [(0, 0), knee, top, (-300, top[1]), (-300, 0)]
    targets = [Sprite(collision=Polygon([(side * x, y) for x, y in ring]))]
    body = walker(kind, side * (top[0] + 30), top[1] + 20)
    while body.sprite.y < -40:
        before = body.sprite.y
        body.move(0, 3, targets)
        assert not body.on_floor
        assert body.sprite.y > before


@blunt
def test_between_two_steep_slopes_it_stands(kind: str) -> None:
    wedge = [Sprite(collision=Triangle(0, 100, x, -300, x, 100)) for x in (-200, 200)]
    for targets in (wedge, wedge[::-1]):
        c = walker(kind, 5, -100)
        for frame in range(60):
            c.move(0, min(frame, 20), targets)
        assert c.floor_normal == near(0, -1)
        assert c.sprite.x == pytest.approx(0, abs=1e-6)
        stands = place(c)
        for _ in range(60):
            assert c.move(0, 5, targets).on_floor
            assert place(c) == pytest.approx(stands, abs=1e-9)


@blunt
@sides
def test_in_a_narrow_notch_it_falls_on_or_stands(kind: str, side: int) -> None:
    """Also while it drifts from one steep slope to the other, and into one as wide as it is."""
    with at_least(stands=60, falls=20) as seen:
        for half, fall in itertools.product((2, 4, 5, 6), (4, 6, 9)):
            notch = [floor(60)]
            for x, lean in ((-half, -6), (half, 6)):
                notch.append(Sprite(collision=Triangle(x, 20, x + lean, 0, x + lean, 20)))
            c, path = walker(kind, 0, -10), []
            for _ in range(12):
                c.move(side, fall, notch)
                path.append((c.sprite.y, c.on_floor))
            for (y, stands), (later, _) in itertools.pairwise(path):
                assert stands or later > y + 1e-6
                seen["stands" if stands else "falls"] += 1


@pytest.mark.parametrize("quarter", [1, 2, 3])
@pytest.mark.parametrize("kind", ["box", "circle"])
def test_up_may_be_any_direction(quarter: int, kind: str) -> None:
    """A level with a step, a slope and a ceiling, turned by quarters, gives answers that are."""
    rings = [
        [(-200, 100), (50, 100), (50, 200), (-200, 200)],
        [(50, 96), (70, 96), (70, 200), (50, 200)],
        [(70, 96), (170, 46), (170, 200), (70, 200)],
        [(170, 46), (300, 46), (300, 200), (170, 200)],
        [(180, 0), (260, 0), (260, 20), (180, 20)],
    ]
    turn = 90 * quarter
    one, two = (
        CharacterController(
            Sprite(*turned(by, 0, 90), collision=BODIES[kind], angle=by),
            step=4,
            up=turned(by, 0, -1),
        )
        for by in (0, turn)
    )
    levels = [
        [Sprite(collision=Polygon([turned(by, *p) for p in ring])) for ring in rings]
        for by in (0, turn)
    ]
    fall = 0.0
    for frame in range(160):
        fall = -6.0 if frame % 40 == 39 else 0.0 if one.on_floor else fall + 0.5
        dx = 2.0 if frame < 110 else -2.0
        one.move(dx, fall, levels[0])
        two.move(*turned(turn, dx, fall), levels[1])
        assert place(two) == near(*turned(turn, *place(one)))
        assert (two.on_floor, two.on_ceiling) == (one.on_floor, one.on_ceiling)
        assert two.floor_normal == near(*turned(turn, *one.floor_normal))


@pytest.mark.parametrize("angle", [45, 89, 89.9999999, 89.99999999999])
@pytest.mark.parametrize("up", [(1, 0), (-1, 0), (0, 1), (1, 1), (1, -1)])
def test_up_may_turn_any_way_between_two_moves(angle: float, up: tuple[float, float]) -> None:
    """Its last floor may be a wall then. However steep floors may be, a wall is none."""
    room = [floor(0), block(8, -100, 28, 0), block(-28, -100, -8, 0), slope(60, 6, 0)]
    body = CharacterController(Sprite(0, -40, collision=Rect(-4, -8, 8, 8)), max_floor_angle=angle)
    for frame in range(40):
        if frame == 20:
            body.up = up
        body.move(2, 3, room)
        assert -8 <= body.sprite.x <= 8
        assert -100 <= body.sprite.y <= 0
        assert not body.sprite.check(room)
    room[0].x += 1
    assert math.isfinite(body.move(1, 1, room).travel.length)


# --- stepping ------------------------------------------------------------------------------------


def stairs(rise: float, run: float, count: int, left: float = 30) -> list[Sprite]:
    """A floor, and steps that go up from x = left to a landing."""
    steps = [
        block(left + k * run, -(k + 1) * rise, left + (k + 1) * run + 1, 0) for k in range(count)
    ]
    end = left + count * run
    return [floor(), *steps, block(end, -count * rise, end + 200, 0)]


RISES = [(1, 1), (0.25, 0.25), (2, 2), (1, 2), (2, 3), (4, 4), (8, 16), (8, 40), (0.5, 7)]
NO_FLOATS = [(rise, 16) for rise in (0.3, 0.7, 1.1, 2.37, 3.3, 4.91, 5.6)]


@every_kind
@pytest.mark.parametrize(("rise", "run"), RISES + NO_FLOATS)
def test_stairs_as_high_as_step_are_climbed_and_walked_down(
    kind: str, rise: float, run: float
) -> None:
    ground = stairs(rise, run, 6)
    c = lands(walker(kind, 0, step=rise), ground)
    risen = 0.0
    for _ in range(200):
        slide = c.move(1.5, 1, ground)
        risen += slide.stepped
        assert c.on_floor
        assert not c.sprite.hits(ground)
        assert 0 <= slide.stepped <= rise * (1 + 1.5 // run) + 1e-9  # several in one move
        if c.sprite.x > 60 + 6 * run:
            break
    assert c.sprite.y == pytest.approx(-6 * rise, abs=1e-9)
    assert risen == pytest.approx(6 * rise) if kind == "box" else risen > 0 or kind in BLUNT
    while c.sprite.x > 0:
        x = c.sprite.x
        assert c.move(-1.5, 1, ground).on_floor
        assert c.sprite.x < x
    assert place(c)[1] == pytest.approx(0, abs=1e-9)


@every_kind
@pytest.mark.parametrize("step", [0, 4, 7.99])
def test_what_is_higher_than_step_is_a_wall(kind: str, step: float) -> None:
    ground = stairs(8, 40, 1)
    c = lands(walker(kind, 0, step=step), ground)
    for _ in range(60):
        slide = c.move(1.5, 1, ground)
        assert c.sprite.y > -8
        assert slide.stepped == 0 or kind in ("circle", "capsule")
    if kind == "box":
        assert place(c) == near(30 - HALF, 0)
        assert slide.on_wall


@every_kind
@pytest.mark.parametrize("has_wall", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_irregular_stairs_are_climbed_up_to_the_first_riser_that_is_too_high(
    kind: str, seed: int, has_wall: bool
) -> None:
    """What is round walks up 1.76 without a step, so no riser is between `step` and that.

    It rolls over a tread that is narrower than its feet, so that above the riser is not.
    At 4 pixels a frame it may fly from one edge over a tread onto the next, which is then higher.
    The sides of pointed feet touch the edges above on stairs that are steeper than 55 degrees.
    """
    r, is_round = random.Random(f"{kind} {seed} {has_wall}"), kind in ("circle", "capsule")
    least = 0.7 if kind in ("pin", "diamond") else 0.3
    step, side, wall = r.choice([2, 3, 4]), r.choice([1, -1]), r.randrange(6) if has_wall else 9
    ground, x, top, highest = [floor()], 30.0, 0.0, 0.0
    for k in range(9):
        rise = step * (r.uniform(1.02, 1.6) if k == wall else r.uniform(0.1, 1))
        run = max(0.5, r.uniform(least, 2) * rise) if k < 8 else 700
        if k == wall and is_round:
            rise, run = max(rise, 2.3), max(run, 8)
        top -= rise
        highest = top if k == wall else highest
        ground.append(
            block(
                *sorted((side * x, side * (x + run)))[:1], top, max(side * x, side * (x + run)), 0
            )
        )
        x += run
    c = lands(walker(kind, 0, step=step), ground)
    fastest = 2 if has_wall and is_round else 4
    for _ in range(150):
        c.move(side * r.choice([0.3, 1, 2, fastest]), 1, ground)
        assert c.on_floor or (is_round and c.on_wall)  # at the wall, for once
    assert c.sprite.y > highest + 1e-6 if has_wall else c.sprite.y == pytest.approx(top)


@pytest.mark.parametrize("speed", [4, 8, 12, 20])
@pytest.mark.parametrize("start", range(0, 16, 3))
def test_fast_round_feet_stay_on_stairs(speed: float, start: int) -> None:
    steps = [block(16 * k, -2 * k - 2, 16 * k + 16, 300) for k in range(30)]
    ground = [floor(), *steps, block(480, -62, 1400, 300)]
    c = lands(walker("circle", -40 - start, step=4), ground)
    assert all(c.move(speed, 0.5, ground).on_floor for _ in range(40))


@every_kind
@pytest.mark.parametrize("how", ["where", "where of a hit", "exclude", "mask"])
def test_the_edge_of_a_step_is_seen_through_what_does_not_count(kind: str, how: str) -> None:
    """What lies over the edge, and is let through, hides no floor behind it."""
    ghosts = [Sprite(30, -8, collision=Circle(0, 0, 3)), block(25, -9, 26, 0)]
    real: list[Sprite] = stairs(8, 40, 1)
    conditions: Any = {
        "where": {"where": lambda other: other in real},
        "where of a hit": {"where": lambda other, hit: other in real},
        "exclude": {"exclude": ghosts},
        "mask": {"mask": 1},
    }[how]
    for ghost in ghosts:
        ghost.collision_layer = 2 if how == "mask" else 1
    one, two = (lands(walker(kind, 0, step=8), real) for _ in range(2))
    for _ in range(40):
        one.move(1.1, 1, real)
        two.move(1.1, 1, [*ghosts, *real], **conditions)
        assert place(one) == place(two)
    assert one.sprite.y == pytest.approx(-8)


# --- jumping and snapping ------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["box", "round feet", "capsule"])
@pytest.mark.parametrize("wall", ["one", "tiles", "shapes"])
@pytest.mark.parametrize("dx", [0, 3])
def test_a_jump_beside_a_wall_is_as_high_as_a_free_one(kind: str, wall: str, dx: float) -> None:
    """The seams of a wall are no ceiling."""
    parts = [Rect(0, 16 * k, 16, 16) for k in range(11)]
    walls = {
        "one": [Sprite(160, 0, collision=Rect(0, 0, 16, 176))],
        "tiles": [Sprite(160, 0, collision=part) for part in parts],
        "shapes": [Sprite(160, 0, collision=parts)],
    }

    def height(walls: list[Sprite]) -> float:
        c = walker(kind, 0, 160)
        c.sprite.x = 160 - c.sprite.aabb[2]
        level = [block(0, 160, 160, 176), *walls]
        c.move(dx if walls else 0, 1, level)
        tops, fall = [160.0], -6.0
        for frame in range(40):
            fall = 0.4 if frame and (c.on_floor or c.on_ceiling) else fall + 0.4
            c.move(dx if walls else 0, fall, level)
            assert not c.on_ceiling
            tops.append(c.sprite.y)
        return 160 - min(tops)

    assert height([]) > 30
    assert height(walls[wall]) == pytest.approx(height([]))


@every_kind
@pytest.mark.parametrize(("snap", "step", "most"), [(4, 0, 4), (0, 6, 6), (4, 6, 6), (6, 4, 6)])
def test_it_stays_on_a_floor_that_falls_away_by_snap_or_step(
    kind: str, snap: float, step: float, most: float
) -> None:
    for drop, stays in ((most, True), (most - 1, True), (most + 0.01, False)):
        ground = [block(-300, 0, 0, 50), floor(drop)]
        c = lands(walker(kind, -7, snap=snap, step=step), ground)
        c.move(14, 0, ground)
        assert c.on_floor is stays
        assert place(c) == near(7, drop if stays else 0)


# --- one-way shapes ------------------------------------------------------------------------------


@every_kind
def test_a_plank_is_a_floor_from_above_and_nothing_from_below(kind: str) -> None:
    targets = [floor(), plank(-50, -40, 50)]
    c = lands(walker(kind), targets)
    fall, path = -9.0, []
    for _ in range(60):
        slide = c.move(0, fall, targets)
        path.append(c.sprite.y)
        fall = 0.0 if c.on_floor else fall + 0.5
        assert (slide.on_ceiling, slide.on_wall, c.sprite.x) == (False, False, 0)
    assert min(path) < -60
    assert place(c) == near(0, -40)
    assert c.floor is targets[1]


@every_kind
@pytest.mark.parametrize("peak", [-39, -36, -32.1, -30, -20])
def test_a_jump_that_peaks_inside_of_a_plank_falls_back(kind: str, peak: float) -> None:
    targets = [floor(), plank(-50, -40, 50)]
    c = lands(walker(kind), targets)
    c.move(0, peak, targets)
    assert place(c) == near(0, peak)
    assert not any(c.move(dx, 0.3, targets).on_floor for dx in (0, 1, -1))
    fall = 0.5
    while not c.on_floor:
        c.move(0, fall, targets)
        fall += 0.5
    assert place(c) == near(0, 0)


@pytest.mark.parametrize("kind", BODIES)
def test_passing_planks_moves_nobody(kind: str) -> None:
    """Up through many, and sideways through one."""
    layers = [plank(-50, y, 50, thick=3) for y in range(-90, 10, 9)]
    c, free = walker(kind, 0, 20), walker(kind, 0, 20)
    for dx, dy in [(0.7, -3.1)] * 40 + [(-9, 0)] * 20:
        assert not c.move(dx, dy, layers).hits
        free.move(dx, dy, [])
        assert place(c) == place(free)


@every_kind
def test_a_jump_through_a_plank_stops_only_to_the_side(kind: str) -> None:
    """It goes on along a wall, and against what stands on the plank."""
    level = [plank(-50, 60, 50), block(20, 40, 40, 60)]
    c = walker(kind, 0, 75)
    for frame in range(1, 12):
        slide = c.move(3, -4, level)
        assert c.sprite.y <= 75 - 4 * frame + 1e-9
        assert not slide.on_floor
        assert not c.sprite.hits(level[1])
    along = [floor(100), plank(-50, 60, 50), block(50, -200, 80, 100)]
    c, fall = lands(walker(kind, 44, 100), along), -9.0
    for _ in range(60):
        c.move(4, fall, along)
        assert not c.on_floor or c.sprite.y == pytest.approx(60) or c.sprite.y == pytest.approx(100)
        fall = 0.0 if c.on_floor else fall + 0.5
    assert place(c) == near(44, 60)


@every_kind
def test_drop_falls_through_what_it_stands_on_and_only_that(kind: str) -> None:
    planks = [plank(-50, 60, 50), plank(-50, 80, 50), plank(-50, 130, 50)]
    c = lands(walker(kind, 0, 60), planks)
    assert c.floor is planks[0]
    for below in planks[1:]:
        c.move(0, 1, planks, drop=True)
        assert not c.on_floor
        fall = 1.0
        while not c.on_floor:
            fall += 0.5
            c.move(0, fall, planks)
        assert c.floor is below
        assert place(c) == near(0, below.y)


@every_kind
@pytest.mark.parametrize("parts", [2, 3, 5])
def test_who_stands_on_two_planks_drops_through_both(kind: str, parts: int) -> None:
    """Side by side, one on the other, or in one sprite: none of them holds it, and then all do."""
    row = [plank(-50 + 100 * k / parts, 60, -50 + 100 * (k + 1) / parts) for k in range(parts)]
    whole = Sprite(
        collision=[Rect(plank.x, plank.y, 100 / parts, 8, one_way=(0, -1)) for plank in row]
    )
    for planks in (row, row[::-1], [*row, plank(-50, 60, 50)], [whole]):
        targets = [*planks, plank(-50, 130, 50)]
        for start in (0, 50 / parts, -HALF):
            c = lands(walker(kind, start, 60), targets)
            assert c.floor in planks
            c.move(0, 1, targets, drop=True)
            fall = 1.0
            while not c.on_floor:
                fall += 0.5
                c.move(0, fall, targets)
            assert place(c) == near(start, 130)


@blunt
@sides
def test_drop_does_not_open_a_one_way_shape_at_the_side(kind: str, side: int) -> None:
    """Only what it stands on lets it pass: a gate that it touches meanwhile still stops it."""
    gate = Rect(HALF, -40, 8, 160, one_way=(-1, 0))
    targets = [plank(-60, 60, 60), Sprite(0, 0, collision=gate, scale_x=side)]
    c = lands(walker(kind, 0, 60), targets)
    for dy in (3, 4, 5):
        slide = c.move(3 * side, dy, targets, drop=True)
        assert [hit.other for hit in slide.hits] == [targets[1]]
    assert place(c) == near(0, 72)


@pytest.mark.parametrize("quarter", range(4))
@pytest.mark.parametrize("form", ["whole", "tiles", "one sprite"])
def test_a_jump_gives_way_to_a_ceiling_by_nudge_and_no_farther(form: str, quarter: int) -> None:
    """It is then beside the edge, as high as it would be, if there is room for it there."""
    rng = random.Random(f"nudge {form} {quarter}")
    angle = 90 * quarter

    def box(left: float, top: float, right: float, bottom: float) -> Rect:
        a, b = Vec2(left, top).rotated(angle), Vec2(right, bottom).rotated(angle)
        return Rect(min(a.x, b.x), min(a.y, b.y), abs(a.x - b.x), abs(a.y - b.y))

    with at_least(passed=40, too_far=40, no_room=8) as seen:
        for _ in range(150):
            side, inside = rng.choice((-1, 1)), rng.choice((0.5, 1, 2, 3, 4, 6))
            nudge = max(0.0, inside + rng.choice((-2, -0.25, 0, 0.25, 2)))
            gap = rng.choice((inside - 0.25, inside, inside + 3, 99, 99))
            edge = side * (4 - inside)
            ceiling = [
                box(edge + side * x, -24 - y - 8, edge + side * (x + 8), -24 - y)
                for x in range(0, 48, 8)
                for y in (0, 8)
            ]
            wall = box(-side * (4 + gap), -70, -side * (4 + gap + 9), 30)
            if form == "whole":
                ceiling = [box(edge, -40, edge + side * 48, -24)]
            shapes: list[Any] = [*ceiling, wall]
            level = [
                Sprite(collision=one) for one in ([shapes] if form == "one sprite" else shapes)
            ]
            hero = Sprite(collision=box(-4, -16, 4, 0), center_x=0, center_y=0)
            c = CharacterController(hero, up=Vec2(0, -1).rotated(angle), nudge=nudge)
            slide = c.move(*Vec2(0, -30).rotated(angle), level)
            passes = inside <= nudge and inside <= gap
            goal = Vec2(-side * inside, -30) if passes else Vec2(0, -8)
            assert place(c) == near(*goal.rotated(angle)), (side, inside, nudge, gap)
            assert slide.on_ceiling is not passes
            assert bool(slide.hits) is not passes
            assert not slide.on_wall
            seen["passed" if passes else "no_room" if inside <= nudge else "too_far"] += 1


@sides
@pytest.mark.parametrize("quarter", range(4))
def test_a_jump_is_nudged_into_a_shaft_exactly_as_wide_whatever_the_level_is_made_of(
    quarter: int, side: int
) -> None:
    """From anywhere below it, as the ends of the slot that the walls leave are rounded apart."""
    rng = random.Random(f"shaft {quarter} {side}")
    angle = 90 * quarter

    def box(left: float, top: float, right: float, bottom: float) -> Rect:
        a, b = Vec2(left, top).rotated(angle), Vec2(right, bottom).rotated(angle)
        return Rect(min(a.x, b.x), min(a.y, b.y), abs(a.x - b.x), abs(a.y - b.y))

    with at_least(exact=20, rounded=150) as seen:
        for _ in range(200):
            half = rng.choice((1, 2.5, 4, 4, 7))
            middle = rng.choice((0, 12, 12, rng.randint(-300, 300)))
            nudge = min(2, half)
            inside = rng.choice((nudge, 0.25, *(rng.uniform(0.01, nudge) for _ in range(8))))
            start = middle + side * inside
            tops = {side: -24, -side: rng.choice((-8, -24))}  # beside the body, or also above it
            shapes = [
                box(middle - half - 8, tops[-1], middle - half, tops[-1] + 8),
                box(middle + half, tops[1], middle + half + 8, tops[1] + 8),
                box(middle - 20, 0, middle + 20, 8),
            ]
            rng.shuffle(shapes)
            tiles = [Sprite(collision=shape) for shape in shapes]
            goal = Vec2(middle, -5).rotated(angle)
            for level in ([Sprite(collision=shapes)], tiles, tiles[::-1], Group(*tiles)):
                hero = Sprite(collision=box(-half, -14, half, 0))
                hero.position = Vec2(start, 0).rotated(angle)
                c = CharacterController(hero, up=Vec2(0, -1).rotated(angle), nudge=nudge)
                c.move(*Vec2(0, 1).rotated(angle), level)
                c.move(*Vec2(0, -5).rotated(angle), level)
                assert place(c) == near(*goal), (half, middle, start, tops, level)
            seen["exact" if inside * 16 == int(inside * 16) else "rounded"] += 1


@pytest.mark.parametrize("quarter", range(4))
@pytest.mark.parametrize(("across", "aside"), [(0, -6), (2, 8), (-2, -8)])
def test_who_can_pass_a_ceiling_on_either_side_goes_with_its_motion_or_to_the_left(
    quarter: int, across: float, aside: float
) -> None:
    """To the left of the screen, also where y points up."""
    if across == 0 and quarter == 2:
        aside = -aside
    up, right = (Vec2(0, -1).rotated(90 * quarter), Vec2(1, 0).rotated(90 * quarter))
    ceiling = Sprite(collision=Rect(-2, -14, 4, 10), angle=90 * quarter)
    c = CharacterController(Sprite(collision=Rect(-4, -4, 8, 8)), up=up, nudge=8)
    c.move(*(up * 20 + right * across), ceiling)
    assert place(c) == near(*(up * 20 + right * aside))


@every_kind
@pytest.mark.parametrize("speed", [-3, -0.7, 0.7, 2])
@pytest.mark.parametrize("tilt", [0, 0.5])
def test_it_drops_through_a_lift_that_moves_and_tilts(kind: str, speed: float, tilt: float) -> None:
    """Also through one that falls away, if the body falls faster."""
    hows: list[dict[str, Any]] = [{}, {"snap": 0, "step": 8}, {"snap": 8, "step": 0}]
    for thick, how in itertools.product((1, 8), hows):
        lift = Sprite(collision=Rect(-60, 0, 120, thick, one_way=(0, -1)))
        c = lands(walker(kind, **how), lift)
        c.move(0, 1, lift, drop=True)
        fall = 1.0
        for _ in range(60):
            lift.y += speed
            lift.angle += tilt
            fall = min(fall + 0.5, 8)
            assert not c.move(0, fall, lift).on_floor
        assert c.sprite.y > lift.y


# --- from above ----------------------------------------------------------------------------------


@blunt
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
@pytest.mark.parametrize("lean", [30, -30, 0])
def test_from_above_it_slides_along_walls_and_has_no_floor(
    kind: str, turn: float, lean: float
) -> None:
    c, like = walker(kind, up=None), walker(kind).sprite
    x, y = turned(turn, 30, 0)
    wall = Sprite(x, y - 8, collision=Rect(-20, -60, 40, 120), angle=turn)
    for _ in range(20):
        way = turned(turn + lean, 3, 0)
        slide = c.move(*way, wall)
        other = like.move_and_slide(*way, wall)
        assert slide.travel == near(*other.travel)
        assert [slide.on_floor, slide.on_ceiling, slide.floor, slide.floor_normal] == [
            False,
            False,
            None,
            (0, 0),
        ]
        assert slide.carried == (0, 0)
    assert c.on_wall
    assert abs(turned(-turn, *place(c))[1]) == pytest.approx(
        60 * math.sin(math.radians(abs(lean))), abs=1e-6
    )
    kept = place(c)
    wall.x, wall.y = wall.x + turned(turn, 0, 5)[0], wall.y + turned(turn, 0, 5)[1]
    for _ in range(20):  # what only slides along it carries nobody
        assert c.move(0, 0, wall).carried == (0, 0)
        assert place(c) == kept


# --- the order of shapes --------------------------------------------------------------------------


def walk_in(seed: int, order: int, seen: Counter[str]) -> list[Any]:
    """Play a walk on a lift, in a press and over stairs, with all shapes in some order."""
    r, shuffled = random.Random(f"order of shapes {seed}"), random.Random(order)

    def sprite(x: float, y: float, *shapes: Any) -> Sprite:
        return Sprite(x, y, collision=shuffled.sample(shapes, len(shapes)))

    boxes = Rect(-6, -28, 12, 14), Rect(-6, -14, 12, 14), Circle(0, -14, 3)
    round_ones = Capsule(0, -22, 0, -6, 6), Rect(-3, -28, 6, 6)
    hero = sprite(0, 0, *r.choice([boxes, round_ones]))
    lift = sprite(-30, 0, Rect(0, 0, 60, 8), Rect(0, 8, 60, 4), Rect(56, -20, 4, 20))
    press = sprite(-20, -90, Rect(0, 0, 40, 20), Rect(10, 20, 20, 6))
    resting = [
        sprite(-200, 40, *(Rect(16 * k, 0, 16, 16) for k in range(25))),
        sprite(r.randrange(-60, -20), -40, *(Rect(0, 16 * k, 16, 16) for k in range(5))),
        sprite(r.randrange(8, 40), 0, *(Rect(9 * k, -5 * k - 3, 9, 80) for k in range(8))),
    ]
    step, longest = r.choice([0, 8]), r.choice([None, 0, 30])
    c = CharacterController(hero, step=step, max_push=longest)
    walked: list[Any] = []
    for _ in range(14):
        dx, dy = r.choice([0, 2, -2, 4]), r.choice([1, 1, -4])
        slide = c.move(dx, dy, [lift, press, *resting])
        hits = [(hit.other is lift, hit.normal) for hit in slide.hits]
        walked.append((hero.position, slide.carried, slide.pushed, slide.crushed, hits))
        seen["carried"] += slide.carried != (0, 0)
        seen["pushed"] += slide.pushed != (0, 0)
        seen["crushed"] += slide.crushed
        seen["stepped"] += slide.stepped > 0
        lift.position += r.choice([0, 3, -3, 5]), r.choice([0, 0, -2, 2])
        press.y += r.choice([0, 4, 8])
    return walked


def test_the_order_of_shapes_changes_no_bit_of_a_walk() -> None:
    """Neither that of the body's nor of a target's."""
    with at_least(carried=200, pushed=200, crushed=100, stepped=30) as seen:
        for seed in range(150):
            walked = walk_in(seed, 0, seen)
            assert walk_in(seed, 1, seen) == walk_in(seed, 2, seen) == walked, seed


# --- the controller itself -----------------------------------------------------------------------


@pytest.mark.parametrize("how", ["deepcopy", "pickle", "world"])
@pytest.mark.parametrize("moment", [1, 20, 45])
@pytest.mark.parametrize("up", [(0, -1), None])
def test_a_copy_goes_on_as_the_original(how: str, moment: int, up: Any) -> None:
    """On a lift, over a step and a plank, in flight; with its settings."""
    lift, step = block(-80, 0, -20, 8), block(20, -4, 200, 40)
    level: Any = [lift, block(-20, 0, 20, 40), step, plank(60, -24, 90)]
    c = walker("capsule", -50, -3, step=5, nudge=2, snap=3, up=up)
    world = World(*level, c.sprite, c)

    def play(c: CharacterController, level: Any, frames: range) -> list[Any]:
        told = []
        for frame in frames:
            level[0].y = 4 * math.sin(frame / 9)
            dy = -6.0 if frame % 30 == 25 else 2.0
            slide = c.move(2.3, dy, level, drop=frame % 17 == 0)
            index = None if slide.floor is None else level.index(slide.floor)
            told.append((place(c), slide.carried, slide.stepped, c.on_floor, c.on_wall, index))
        return told

    play(c, level, range(moment))
    if how == "world":
        kept = world.save()
        c.step = 0
        play(c, level, range(moment, moment + 3))
        world.restore(kept)
        other, there = c, level
        expected = play(c, level, range(moment, moment + 40))
        world.restore(kept)
    else:
        other, there = (
            copy.deepcopy((c, level))
            if how == "deepcopy"
            else pickle.loads(pickle.dumps((c, level)))
        )
        assert other.sprite is not c.sprite
        expected = play(c, level, range(moment, moment + 40))
    assert (other.step, other.nudge, other.snap, other.up) == (5, 2, 3, up)
    assert play(other, there, range(moment, moment + 40)) == expected
