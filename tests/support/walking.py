"""Feet, levels and rides for walkers, and what must hold of them after each move.

Where feet must be is told in closed form, and what they are in by shapely. Feet stand at (x, y):
their lowest point is at y, in the middle of what they are. A level can be made as its own image in
a mirror. `ride` and `roam` play one walker by a seed, for as long as one likes.
"""

import itertools
import math
import random
from collections.abc import Callable, Sequence
from typing import Any

import attrs

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
    Shape,
    Sprite,
    Triangle,
)
from support import oracle_shapely
from support.oracle_shapely import Verdict

UP = (0.0, -1.0)
KINDS = ("box", "circle", "capsule", "diamond", "pin")
BLUNT = ("box", "circle", "capsule")
POINTED = ("diamond", "pin")
HALF, HEIGHT = 6.0, 16.0  # of feet of size 1

Place = tuple[float, float]


def feet(kind: str, size: float = 1.0) -> Shape:
    """The shape of a walker; all but the circle are 12 wide and 16 high, times the size."""
    w, h = HALF * size, HEIGHT * size
    match kind:
        case "box":
            return Rect(-w, -h, 2 * w, h)
        case "circle":
            return Circle(0, -w, w)
        case "capsule":
            return Capsule(0, w - h, 0, -w, w)
        case "diamond":
            return Polygon([(0, 0), (w, -h / 2), (0, -h), (-w, -h / 2)])
        case "pin":
            return Triangle(-w, -h, w, -h, 0, 0)
    raise ValueError(kind)


def lowest(kind: str, nx: float, ny: float, size: float = 1.0, turn: float = 0.0) -> float:
    """The least of q . n over the points q of feet that are turned by degrees about (0, 0)."""
    w, h = HALF * size, HEIGHT * size
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    nx, ny = cos * nx + sin * ny, cos * ny - sin * nx  # into the space of the feet
    round_off = w * math.hypot(nx, ny) if kind in ("circle", "capsule") else 0.0
    corners: list[Place] = {
        "box": [(-w, -h), (w, -h), (w, 0.0), (-w, 0.0)],
        "circle": [(0.0, -w)],
        "capsule": [(0.0, w - h), (0.0, -w)],
        "diamond": [(0.0, 0.0), (w, -h / 2), (0.0, -h), (-w, -h / 2)],
        "pin": [(-w, -h), (w, -h), (0.0, 0.0)],
    }[kind]
    return min(x * nx + y * ny for x, y in corners) - round_off


# --- hills ---------------------------------------------------------------------------------------


def hills(r: random.Random, count: int, steepest: float) -> list[Place]:
    """Corners of a ground from left to right, no slope of it steeper than so many degrees."""
    x, y = -40.0, 0.0
    corners = [(-140.0, 0.0), (x, y)]
    for _ in range(count):
        run = r.uniform(25, 60)
        x, y = x + run, y + run * math.tan(math.radians(r.uniform(-steepest, steepest)))
        corners.append((x, y))
    return [*corners, (x + 100, y)]


def columns(corners: Sequence[Place], depth: float = 300.0) -> list[Sprite]:
    """A sprite below each edge of a ground."""
    bottom = max(y for _, y in corners) + depth
    return [
        Sprite(collision=Polygon([(a, b), (c, d), (c, bottom), (a, bottom)]))
        for (a, b), (c, d) in itertools.pairwise(corners)
    ]


def rest(kind: str, x: float, corners: Sequence[Place]) -> float:
    """The y at which feet of size 1 rest on a ground, in closed form."""
    found = math.inf
    for (a, b), (c, d) in itertools.pairwise(corners):
        slope = (d - b) / (c - a)
        if kind == "box":
            low, high = max(a, x - HALF), min(c, x + HALF)
            if low <= high:
                found = min(found, b + slope * (low - a), b + slope * (high - a))
        elif kind in POINTED:
            if a <= x <= c:
                found = min(found, b + slope * (x - a))
        else:
            steep = math.hypot(1, slope)
            touching = x - HALF * slope / steep
            if a <= touching <= c:
                found = min(found, b + slope * (x - a) - HALF * steep + HALF)
            for cx, cy in ((a, b), (c, d)):
                if abs(x - cx) < HALF:
                    found = min(found, cy - math.sqrt(HALF**2 - (x - cx) ** 2) + HALF)
    return found


# --- rides ---------------------------------------------------------------------------------------

LONG = 400.0  # half the length of a lift of size 1


@attrs.define
class Ride:
    """A lift that moves, tilts and changes its size at random, and how far feet are above it.

    Attributes:
        random: where its numbers come from.
        size: of everything, in pixels a pixel.
        speed: the most that it moves in a frame along each axis, in pixels of size 1.
        one_way: whether it stops only what comes from above.
        ways: what it does: any of "move", "tilt", "scale".
        lift: the sprite; it turns about a point on its top.
    """

    random: random.Random
    size: float
    speed: float
    one_way: bool
    ways: frozenset[str]
    lift: Sprite = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        long = LONG * self.size
        side: Any = UP if self.one_way else None
        self.lift = Sprite(
            collision=Rect(-long, 0, 2 * long, 10 * self.size, one_way=side),
            center_x=self.random.uniform(-0.3, 0.3) * long,
            center_y=0,
        )

    def frame(self) -> None:
        """Go on by one frame; it never gets steeper than 40 degrees."""
        r, lift = self.random, self.lift
        if "move" in self.ways:
            lift.x += r.uniform(-self.speed, self.speed) * self.size
            lift.y += r.uniform(-self.speed, self.speed) * self.size
        if "tilt" in self.ways:
            lift.angle = min(40.0, max(-40.0, lift.angle + r.uniform(-3, 3)))
        if "scale" in self.ways:
            lift.scale_x = min(1.3, max(0.7, lift.scale_x * r.uniform(0.98, 1.02)))
            lift.scale_y = min(1.5, max(0.5, lift.scale_y * r.uniform(0.9, 1.1)))

    def above(self, kind: str, rider: Sprite, turn: float = 0.0) -> float:
        """How far the feet are above the line of its top; below 0 they are in it."""
        nx, ny = self.normal()
        away = (rider.x - self.lift.x - self.lift.center_x) * nx
        away += (rider.y - self.lift.y - self.lift.center_y) * ny
        return away + lowest(kind, nx, ny, self.size, turn)

    def along(self, rider: Sprite) -> float:
        """How far to the right of its middle the rider is, in its own pixels of size 1."""
        turn = math.radians(self.lift.angle)
        dx = rider.x - self.lift.x - self.lift.center_x
        dy = rider.y - self.lift.y - self.lift.center_y
        along = (math.cos(turn) * dx + math.sin(turn) * dy) / self.lift.scale_x
        return (along + self.lift.center_x) / self.size

    def normal(self) -> Place:
        turn = math.radians(self.lift.angle)
        return math.sin(turn), -math.cos(turn)


# --- levels --------------------------------------------------------------------------------------


@attrs.define
class Lift:
    """A sprite that swings around a place; all of it is mirrored with the level."""

    sprite: Sprite
    home: Place
    swing: Place
    tilt: float
    shrink: float
    beat: float
    phase: float
    side: float

    def go(self, frame: int) -> None:
        """To where it is at a frame."""
        wave = math.sin(self.beat * frame + self.phase)
        self.sprite.x = self.side * (self.home[0] + self.swing[0] * wave)
        self.sprite.y = self.home[1] + self.swing[1] * wave
        self.sprite.angle = self.side * self.tilt * wave
        self.sprite.scale_x = 1.0 - self.shrink * (0.5 + 0.5 * wave)


@attrs.define
class Level:
    """Tiles, slopes, stairs, planks, a low ceiling and lifts.

    Attributes:
        solids: what does not move.
        planks: one-way shapes that do not move.
        lifts: what moves; every other one is one-way.
        size: of everything, in pixels a pixel.
    """

    solids: list[Sprite]
    planks: list[Sprite]
    lifts: list[Lift]
    size: float

    @property
    def targets(self) -> list[Sprite]:
        return [*self.solids, *self.planks, *(lift.sprite for lift in self.lifts)]

    @property
    def firm(self) -> list[Sprite]:
        """What nothing may get into: all that is not one-way."""
        return [sprite for sprite in self.targets if sprite.shapes[0].one_way is None]

    def go(self, frame: int) -> None:
        for lift in self.lifts:
            lift.go(frame)


def level(seed: Any, size: float = 1.0, at: Place = (0.0, 0.0), side: float = 1.0) -> Level:
    """A level by its seed; with a side of -1, its image in a mirror at x = 0."""
    r = random.Random(f"level {seed}")
    solids, planks, lifts = [], [], []

    def area(*corners: Place) -> Sprite:
        """Corners in pixels of size 1, before the mirror."""
        return Sprite(
            side * at[0],
            at[1],
            collision=Polygon([(side * size * x, size * y) for x, y in corners]),
        )

    def block(x: float, y: float, w: float, h: float) -> Sprite:
        shape = Rect(size * x, size * y, size * w, size * h)
        return Sprite(
            side * at[0], at[1], collision=shape, scale_x=side
        )  # mirrored to the last bit

    def plank(w: float, h: float, **how: Any) -> Rect:
        return Rect(-size * w / 2, 0, size * w, size * h, **how)

    x, y = -160.0, 0.0
    while x < 160:
        kind = r.choice(["flat", "flat", "slope", "steep", "stairs", "gap", "wall"])
        run = r.choice([16.0, 32.0, r.uniform(12, 40)])
        if kind in {"slope", "steep"}:
            most = 40 if kind == "slope" else 60
            rise = run * math.tan(math.radians(r.uniform(-most, most)))
            end = min(90.0, max(-90.0, y + rise))
            solids.append(area((x, y), (x + run, end), (x + run, 200), (x, 200)))
            y = end
        elif kind == "stairs":
            step = r.choice([-1, 1]) * r.choice([1.0, 2.0, 4.0])
            for i in range(4):
                if abs(y + step) < 90:
                    y += step
                solids.append(block(x + i * run / 4, y, run / 4, 200 - y))
        elif kind == "gap":
            solids.append(block(x, 140, run, 60))
        else:
            if kind == "wall":
                y = min(90.0, max(-90.0, y + r.choice([-1, 1]) * r.uniform(6, 30)))
            solids.append(block(x, y, run, 200 - y))
        x += run
    solids += [block(-200, -200, 40, 400), block(x, -200, 40, 400)]
    for _ in range(3):
        solids.append(block(r.uniform(-150, 150), r.uniform(-160, -70), r.uniform(10, 60), 12))
    for _ in range(4):
        where = side * (at[0] + size * r.uniform(-150, 150)), at[1] + size * r.uniform(-120, 60)
        shape = plank(r.uniform(20, 70), r.choice([1.0, 6.0]), one_way=UP)
        tilt = side * r.choice([0.0, 0.0, r.uniform(-30, 30)])
        planks.append(Sprite(*where, collision=shape, angle=tilt))
    for i in range(4):
        how: Any = {"one_way": UP} if i % 2 else {}
        home = at[0] + size * r.uniform(-140, 140), at[1] + size * r.uniform(-120, 60)
        beat = r.uniform(0.02, 0.2)
        swing = size * r.uniform(-60, 60), size * r.uniform(-60, 60)
        fastest = beat * max(map(abs, swing)) / size
        beat *= min(1.0, 40 / fastest)
        lifts.append(
            Lift(
                Sprite(collision=plank(r.uniform(24, 60), r.uniform(4, 20), **how)),
                home, swing, r.choice([0.0, r.uniform(-40, 40)]), r.choice([0.0, 0.4]),
                beat, r.uniform(0, 6), side,
            )
        )  # fmt: skip
    made = Level(solids, planks, lifts, size)
    made.go(0)
    return made


# --- plays ---------------------------------------------------------------------------------------

WAYS = [{"move"}, {"tilt"}, {"scale"}, {"move", "tilt"}, {"move", "tilt", "scale"}]
SETTINGS: list[dict[str, float]] = [
    {}, {"step": 5}, {"step": 5, "nudge": 4}, {"snap": 0}, {"max_floor_angle": 30, "step": 3},
]  # fmt: skip


def ride(seed: Any, kind: str, frames: int) -> None:
    """A rider on a lift that does anything but get too steep: it is never lost.

    Raises:
        AssertionError: it was.
    """
    r = random.Random(f"ride {seed} {kind}")
    size = r.choice([1e-3, 0.1, 1.0, 1.0, 1.0, 30.0, 1e3])
    speed, one_way = r.choice([0.3, 3.0, 40.0]), r.choice([True, False])
    below = Ride(r, size, speed, one_way, frozenset(r.choice(WAYS)))
    lift = below.lift
    far = r.choice([0.0, 0.0, 1e3, 1e5, 1e8 if size >= 1 else 0.0])
    lift.x = far * r.uniform(-1, 1) - lift.center_x
    lift.y = far * r.uniform(-1, 1)
    turn = r.choice([0.0, 0.0, 10.0, 45.0, -30.0])
    rider = Sprite(lift.x + lift.center_x, lift.y, collision=feet(kind, size), angle=turn)
    rider.y += lowest(kind, 0, -1, size, turn) - 3 * size
    c = CharacterController(rider, snap=4 * size)
    for _ in range(4):
        c.move(0, 3 * size, lift)
    for frame in range(frames):
        below.frame()
        u = below.along(rider)
        dx = -math.copysign(1.5 * size, u) if abs(u) > 150 else r.choice([0, 0, size * r.random()])
        slide = c.move(dx, r.choice([0, 0.5 * size]), lift)
        told = f"frame {frame} of {seed}, {kind}"
        assert slide.on_floor, told
        assert c.on_floor, told
        assert slide.floor is c.floor is lift, told
        assert not slide.crushed, told
        numbers = max(abs(rider.x), abs(rider.y), 2 * LONG * size)
        assert abs(below.above(kind, rider, turn)) < 2e-9 * numbers, told
        if not one_way:
            assert not rider.hits(lift), told


def any_feet(r: random.Random) -> Any:
    """Shapes of a walker of any kind, also without area; about 12 wide and 16 high."""
    return r.choice(
        [
            Segment(-6, 0, 6, 0),
            Segment(-6, -r.uniform(0, 3), 6, -r.uniform(0, 3)),
            Segment(0, -16, 0, 0),
            Point(0, 0),
            Rect(-6, -0.01, 12, 0.01),
            Ellipse(0, -8, 6, 8),
            Ellipse(0, -3, 8, 3),
            [Rect(-6, -8, 3, 8), Rect(3, -8, 3, 8), Circle(0, -12, 5)],
            Polygon([(-6, 0), (-6, -16), (6, -16), (6, 0), (3, 0), (0, -6), (-3, 0)]),
            *map(feet, KINDS),
        ]
    )


def any_floor(r: random.Random) -> Shape:
    """A long flat floor that may be thin, concave or one-way, and what is below it."""
    x, one_way = LONG, r.choice([None, None, UP])
    corners = r.choice(
        [
            [(-x, 0), (0, 0), (x, 0), (x, 12), (0, 20), (-x, 12)],
            [(-x, 0), (x, 0), (x, 40), (0.9 * x, 40), (0.9 * x, 9), (-0.9 * x, 9), (-0.9 * x, 40)],
            [(-x, 0), (x, 0), (0, 80)],
        ]
    )
    return r.choice(
        [
            Segment(-x, 0, x, 0, one_way=one_way),
            Rect(-x, 0, 2 * x, 0.5, one_way=one_way),
            Rect(-x, 0, 2 * x, 10, one_way=one_way),
            Polygon(corners, one_way=one_way),
        ]
    )


def toss(seed: Any, frames: int) -> None:
    """A rider of any shape on a floor of any shape that also jumps from one tilt to another.

    Raises:
        AssertionError: it was lost, or crept while the floor was at rest.
    """
    r = random.Random(f"toss {seed}")
    far, speed = r.choice([0.0, 0.0, 1e3, 1e5]), r.choice([0.0, 0.3, 3.0, 40.0])
    tilt, scales, jumps = r.choice([2.0, 10.0, 40.0]), r.random() < 0.3, r.random() < 0.35
    lift = Sprite(far * r.uniform(-1, 1), far * r.uniform(-1, 1), collision=any_floor(r))
    lift.center_x, lift.center_y = r.uniform(-120, 120), r.choice([0.0, 0.0, 5.0, -20.0])
    rider = Sprite(collision=any_feet(r), angle=r.choice([0, 0, 0, 10, 45, 90, r.uniform(0, 360)]))
    rider.scale_x, rider.scale_y = r.choice([1, 1, -1, 0.5, 2, -0.7]), r.choice([1, 1, -1, 0.5, 2])
    rider.x = lift.x + lift.center_x - (rider.aabb[0] + rider.aabb[2]) / 2
    rider.y = lift.y - 3 - rider.aabb[3]
    c = CharacterController(rider, snap=r.choice([4, 4, 0]), step=r.choice([0, 0, 5]))
    for _ in range(4):
        c.move(0, 3, lift)
    for frame in range(frames):
        lift.x += r.uniform(-speed, speed)
        lift.y += r.uniform(-speed, speed)
        angle = lift.angle + r.uniform(-tilt, tilt)
        if jumps and r.random() < 0.3:
            angle = r.uniform(-40, 40)
        lift.angle = min(40.0, max(-40.0, angle))
        if scales:
            lift.scale_x = min(1.5, max(0.5, lift.scale_x * r.uniform(0.9, 1.1)))
            lift.scale_y = min(1.5, max(0.5, lift.scale_y * r.uniform(0.8, 1.2)))
        turn, at = math.radians(lift.angle), (rider.aabb[0] + rider.aabb[2]) / 2 - lift.x
        u = (at - lift.center_x) / math.cos(turn) / lift.scale_x + lift.center_x
        dx = -math.copysign(2.0, u) if abs(u) > 150 else r.choice([0, 0, r.uniform(-2, 2)])
        slide, told = c.move(dx, r.choice([0, 0.5]), lift), f"frame {frame} of {seed}"
        assert slide.on_floor, told
        assert slide.floor is lift, told
        assert not slide.crushed, told
        assert lift.shapes[0].one_way is not None or not rider.hits(lift), told
        if r.random() < 0.1:
            stands = rider.x, rider.y
            c.move(0, r.choice([0, 0.5]), lift)
            assert (rider.x, rider.y) == stands, told
            assert c.on_floor, told


def drive(
    r: random.Random, c: CharacterController, size: float
) -> Callable[[], tuple[float, float, bool]]:
    """Somebody who runs to and fro, jumps and drops, at random: the motion of the next frame."""
    fall, across = 0.0, 3.0 * size

    def wanted() -> tuple[float, float, bool]:
        nonlocal fall, across
        if r.random() < 0.03:
            across = size * r.choice([-3.0, 3.0, 0.0, r.uniform(-9, 9)])
        fall = 0.0 if c.on_floor or c.on_ceiling else min(fall + 0.5 * size, 12 * size)
        if c.on_floor and r.random() < 0.04:
            fall = -size * r.uniform(3, 9)
        return across, fall, r.random() < 0.03

    return wanted


def start(
    seed: Any, kind: str, size: float, side: float = 1.0, at: Place = (0.0, 0.0)
) -> tuple[Level, CharacterController]:
    """A level and a walker above it."""
    r = random.Random(f"start {seed}")
    how: dict[str, Any] = {"snap": 4.0, **r.choice(SETTINGS)}
    how |= {name: size * how[name] for name in ("snap", "step", "nudge") if name in how}
    world = level(seed, size, at, side)
    x, y = side * (at[0] + size * r.uniform(-100, 100)), at[1] - 150 * size
    return world, CharacterController(Sprite(x, y, collision=feet(kind, size)), **how)


def roam(seed: Any, kind: str, frames: int, judge: int = 30) -> None:
    """Somebody in a level: it gets into nothing, and what it tells fits together.

    Shapely is asked in every so many frames, which `judge` says.

    Raises:
        AssertionError: something does not hold.
    """
    r = random.Random(f"{seed} {kind}")
    size = r.choice([1e-3, 1.0, 1.0, 1.0, 1e3])
    at = size * r.choice([0.0, 0.0, 1e5]), 0.0
    world, c = start(seed, kind, size, at=at)
    wanted = drive(r, c, size)
    targets: Any = Group(world.targets) if r.random() < 0.5 else world.targets
    firm, close = world.firm, 1e-9 * max(abs(at[0]), LONG * size)
    for frame in range(frames):
        world.go(frame)
        dx, dy, drop = wanted()
        before, x, y = {id(s) for s in c.sprite.check(firm)}, c.sprite.x, c.sprite.y
        slide = c.move(dx, dy, targets, drop=drop)
        now, told = c.sprite.check(firm), f"frame {frame} of {seed}, {kind}"
        assert {id(s) for s in now} <= before, told
        assert slide.crushed or not now, told
        assert (slide.crushed_by in firm) if slide.crushed else slide.crushed_by is None, told
        if frame % judge == 0 and not slide.crushed:
            judged = [oracle_shapely.verdict(c.sprite, other) for other in firm]
            assert Verdict.HIT not in judged, told
        assert math.dist(slide.travel, (c.sprite.x - x, c.sprite.y - y)) <= close, told
        assert math.dist(slide.travel - slide.carried + slide.remainder, (dx, dy)) <= close, told
        of_slide = slide.on_floor, slide.on_wall, slide.on_ceiling, slide.floor
        assert of_slide == (c.on_floor, c.on_wall, c.on_ceiling, c.floor), told
        assert c.floor is None or (c.on_floor and c.floor in world.targets), told
        if c.on_floor:
            nx, ny = c.floor_normal
            assert abs(math.hypot(nx, ny) - 1) < 1e-9, told
            assert -ny > math.cos(math.radians(c.max_floor_angle)) - 1e-9, told
        else:
            assert c.floor_normal == (0, 0), told
