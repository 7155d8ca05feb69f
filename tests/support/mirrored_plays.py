"""Plays of a walker in a level of any shapes, in three worlds: as it is, shuffled, and mirrored.

Much lies on a grid of 16, so corners meet corners and edges lie on edges. What is met at the same
time must not decide anything, and a mirrored world must give mirrored answers.
"""

import random
from typing import Any

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

TILE = 16.0
UP = (0, -1)
FEET = {
    "box": [Rect(-8, -28, 16, 28)],
    "wide": [Rect(-20, -10, 40, 10)],
    "circle": [Circle(0, -8, 8)],
    "capsule": [Capsule(0, -8, 0, -20, 7)],
    "ellipse": [Ellipse(0, -12, 6, 12, 20)],
    "tip": [Triangle(0, 0, -8, -20, 8, -20)],
    "barrel": [Polygon([(-3, 0), (3, 0), (9, -10), (5, -24), (-5, -24), (-9, -10)])],
    "two": [Rect(-8, -10, 5, 10), Rect(3, -10, 5, 10), Rect(-8, -24, 16, 15)],
    "rollers": [Circle(-5, -5, 5), Circle(5, -5, 5), Circle(0, -16, 7)],
    "point": [Point(0, 0)],
    "line": [Segment(-5, 0, 5, -3)],
    "pole": [Segment(0, 0, 0, -20)],
}


def mirrored(shape: Any) -> Shape:
    """A shape as a mirror at x = 0 shows it."""
    match shape:
        case Rect(x, y, width, height):
            return Rect(-x - width, y, width, height, one_way=shape.one_way)
        case Circle(x, y, r):
            return Circle(-x, y, r)
        case Ellipse(x, y, rx, ry, angle):
            return Ellipse(-x, y, rx, ry, -angle)
        case Capsule(x1, y1, x2, y2, r):
            return Capsule(-x1, y1, -x2, y2, r)
        case Triangle(x1, y1, x2, y2, x3, y3):
            return Triangle(-x1, y1, -x2, y2, -x3, y3)
        case Polygon(points):
            return Polygon([(-x, y) for x, y in points])
        case Segment(x1, y1, x2, y2):
            return Segment(-x1, y1, -x2, y2)
    return Point(-shape.x, shape.y)


def obstacle(r: random.Random) -> tuple[Shape, float, float, float]:
    """A shape of a level, with x, y and angle."""
    t = TILE
    wide, high = r.choice([1, 2, 3, 4, 6]) * t, r.choice([0.25, 0.5, 1, 3]) * t
    shapes: list[Shape] = [
        Rect(0, 0, wide, high),
        Rect(0, 0, wide, high),
        Rect(0, 0, t, t),
        Rect(0, 0, wide, min(high, t), one_way=UP),
        Rect(0, 0, wide, min(high, t), one_way=UP),
        Triangle(0, 0, wide, 0, r.choice([1, 2, 4]) * t, -high),
        Polygon([(0, 0), (2 * t, -t), (4 * t, -t), (6 * t, 0), (6 * t, t), (0, t)]),
        Circle(0, 0, 0.5 * wide),
        Ellipse(0, 0, 0.5 * wide, 0.5 * t),
        Segment(0, 0, wide, r.choice([0, 0, -t])),
    ]
    x, y = r.uniform(-14, 14) * t, r.uniform(-8, 1) * t
    if r.random() < 0.5:
        x, y = round(x / t) * t, round(y / t) * t
    angle = r.choice([0.0] * 7 + [r.uniform(-50, 50)] * 2 + [r.choice([45, 90, 30, -45, 180])])
    return r.choice(shapes), x, y, angle


class Stage:
    """A level with a walker in it; `side` is -1 in a mirror."""

    def __init__(self, seed: int, kind: str, side: int = 1) -> None:
        r = random.Random(seed)
        self.side = side
        self.sprites: list[Sprite] = []
        self.motions: list[tuple[float, float, float, int] | None] = []
        ground = (Rect(0, 0, 60 * TILE, 3 * TILE), -30 * TILE, 0.0, 0.0)
        for what in [ground, *(obstacle(r) for _ in range(r.randint(4, 14)))]:
            self.add(*what)
            speed = r.choice([0.5, 3, 10])
            motion = (
                r.uniform(-speed, speed),
                r.uniform(-speed, speed),
                r.choice([0, 0, 0, r.uniform(-3, 3)]),
                r.randint(5, 40),
            )
            self.motions.append(motion if r.random() < 0.35 and len(self.sprites) > 1 else None)
        feet = FEET[kind] if side == 1 else [mirrored(shape) for shape in FEET[kind]]
        x, y = r.uniform(-8, 8) * TILE, -r.uniform(2, 12) * TILE
        settings: dict[str, Any] = {
            "snap": r.choice([0, 4, 8]),
            "step": r.choice([0, 0, 4, 8, 16]),
            "nudge": r.choice([0, 0, 6]),
            "max_floor_angle": r.choice([45, 45, 30, 60]),
        }
        self.sprite = Sprite(side * x, y, collision=feet, center_x=0, center_y=0)
        self.walker = CharacterController(self.sprite, **settings)
        self.targets: Any = self.sprites

    def add(self, shape: Shape, x: float, y: float, angle: float) -> None:
        if self.side == -1:
            shape = mirrored(shape)
        sprite = Sprite(self.side * x, y, collision=shape, center_x=0, center_y=0)
        sprite.angle = self.side * angle
        self.sprites.append(sprite)

    def answer(self, frame: int, dx: float, dy: float, drop: bool) -> tuple[Any, ...]:
        """Move all; what a mirror turns around is turned back."""
        for sprite, motion in zip(self.sprites, self.motions, strict=True):
            if motion is not None:
                back = -1 if frame // motion[3] % 2 else 1
                sprite.x += self.side * back * motion[0]
                sprite.y += back * motion[1]
                sprite.angle += self.side * back * motion[2]
        slide = self.walker.move(self.side * dx, dy, self.targets, drop=drop)
        floor = self.walker.floor
        poses = [(sprite.shapes, sprite.x, sprite.y, sprite.angle) for sprite in self.sprites]
        return (
            (self.side * self.sprite.x, self.sprite.y),
            (slide.on_floor, slide.crushed),
            (slide.on_wall, slide.on_ceiling, slide.stepped, tuple(slide.carried)),
            None if floor is None else poses.index(poses[self.sprites.index(floor)]),  # of twins
        )


def play(seed: int, kind: str, frames: int = 90) -> None:
    """Walk, jump and drop at random; another order, and a mirror, change nothing."""
    r = random.Random(f"{seed} {kind}")
    stage, shuffled, mirror = Stage(seed, kind), Stage(seed, kind), Stage(seed, kind, -1)
    if stage.sprite.hits(stage.sprites):
        return  # what it is in from the start, it may leave on any side
    group = Group(shuffled.sprites)
    speed, fall = 3.0, 0.0
    for frame in range(frames):
        if r.random() < 0.06:
            speed = r.choice([-1, 0, 1]) * r.uniform(0.5, 6)
        if stage.walker.on_floor or stage.walker.on_ceiling:
            fall = 0.0
        if stage.walker.on_floor and r.random() < 0.05:
            fall = -r.uniform(3, 9)
        fall = min(fall + 0.4, 12)
        drop = r.random() < 0.03
        shuffled.targets = r.choice([group, r.sample(shuffled.sprites, len(shuffled.sprites))])
        told = f"seed {seed}, {kind}, frame {frame}"
        here = stage.answer(frame, speed, fall, drop)
        assert shuffled.answer(frame, speed, fall, drop) == here, f"{told}: another order"
        there = mirror.answer(frame, speed, fall, drop)
        # To slide along round things makes a difference larger from frame to frame.
        away = max(abs(a - b) for a, b in zip(here[0], there[0], strict=True))
        assert away < 1e-6, f"{told}: {away} from the mirror"
        assert here[1] == there[1], f"{told}: the mirror says {there}, not {here}"
