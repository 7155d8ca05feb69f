"""Bodies, grounds, wild levels and keys: what all plays of walkers are made of.

Bodies have their feet at (0, 0). Ordinary levels are in `scenes.levels`.
"""

import itertools
import math
import random
from collections.abc import Sequence
from typing import Any

from scenes.levels import UP, Box, Level, Part, Place, to_and_fro, turned  # noqa: F401 (for others)

from spritecol import (
    Capsule,
    CharacterController,
    Circle,
    Ellipse,
    Point,
    Polygon,
    Rect,
    Segment,
    Shape,
    Sprite,
    Triangle,
)

HALF, HEIGHT = 6.0, 16.0  # of the bodies of size 1 up to "diamond"
BODIES: dict[str, list[Shape]] = {
    "box": [Rect(-6, -16, 12, 16)],
    "circle": [Circle(0, -6, 6)],
    "capsule": [Capsule(0, -10, 0, -6, 6)],
    "pin": [Triangle(-6, -16, 6, -16, 0, 0)],
    "diamond": [Polygon([(0, 0), (6, -8), (0, -16), (-6, -8)])],
    "wide": [Rect(-20, -10, 40, 10)],
    "ellipse": [Ellipse(0, -12, 6, 12, 20)],
    "barrel": [Polygon([(-3, 0), (3, 0), (9, -10), (5, -24), (-5, -24), (-9, -10)])],
    "round feet": [Rect(-6, -16, 12, 12), Circle(0, -6, 6)],
    "two legs": [Rect(-8, -10, 5, 10), Rect(3, -10, 5, 10), Rect(-8, -24, 16, 15)],
    "rollers": [Circle(-5, -5, 5), Circle(5, -5, 5), Circle(0, -16, 7)],
    "point": [Point(0, 0)],
    "line": [Segment(-5, 0, 5, -3)],
    "pole": [Segment(0, 0, 0, -20)],
    "flat": [Segment(-6, 0, 6, 0)],
}
KINDS = ("box", "circle", "capsule", "pin", "diamond")
BLUNT = ("box", "circle", "capsule")


def walker(
    body: Any = "box", x: float = 0, y: float = 0, *, angle: float = 0, **how: Any
) -> CharacterController:
    """Return a walker at a place, where its feet are if its body is one of BODIES.

    Args:
        body: a name of BODIES, or shapes.
        x: its place.
        y: its place.
        angle: the angle of its sprite.
        how: what a CharacterController takes, such as `step`.
    """
    shapes = BODIES[body] if isinstance(body, str) else body
    return CharacterController(Sprite(x, y, collision=shapes, angle=angle), **how)


def place(c: CharacterController) -> Place:
    """Where the sprite of a walker is."""
    return c.sprite.x, c.sprite.y


def block(left: float, top: float, right: float, bottom: float, **how: Any) -> Sprite:
    return Sprite(left, top, collision=Rect(0, 0, right - left, bottom - top, **how))


def floor(y: float = 0, left: float = -500, right: float = 500) -> Sprite:
    """A wide block whose top is at a height."""
    return block(left, y, right, y + 100)


def plank(left: float, top: float, right: float, thick: float = 8) -> Sprite:
    return block(left, top, right, top + thick, one_way=UP)


def slope(degrees: float, x: float = 0, y: float = 0, long: float = 500) -> Sprite:
    """A long plate whose top goes through a place, and rises to the right if the angle is > 0."""
    return Sprite(x, y, collision=Rect(-long, 0, 2 * long, 60), angle=-degrees)


def lowest(kind: str, nx: float, ny: float) -> float:
    """The least of q . n over the points q of one of KINDS, in closed form."""
    corners: dict[str, tuple[list[Place], float]] = {
        "box": ([(-6, -16), (6, -16), (6, 0), (-6, 0)], 0.0),
        "circle": ([(0, -6)], 6.0),
        "capsule": ([(0, -10), (0, -6)], 6.0),
        "pin": ([(-6, -16), (6, -16), (0, 0)], 0.0),
        "diamond": ([(0, 0), (6, -8), (0, -16), (-6, -8)], 0.0),
    }
    points, radius = corners[kind]
    return min(x * nx + y * ny for x, y in points) - radius * math.hypot(nx, ny)


# --- a ground ------------------------------------------------------------------------------------


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
    """The y at which one of KINDS rests on a ground, in closed form."""
    found = math.inf
    for (a, b), (c, d) in itertools.pairwise(corners):
        rise = (d - b) / (c - a)
        if kind == "box":
            low, high = max(a, x - HALF), min(c, x + HALF)
            if low <= high:
                found = min(found, b + rise * (low - a), b + rise * (high - a))
        elif kind in ("pin", "diamond"):
            if a <= x <= c:
                found = min(found, b + rise * (x - a))
        else:
            steep = math.hypot(1, rise)
            if a <= x - HALF * rise / steep <= c:
                found = min(found, b + rise * (x - a) - HALF * steep + HALF)
            for cx, cy in ((a, b), (c, d)):
                if abs(x - cx) < HALF:
                    found = min(found, cy - math.sqrt(HALF**2 - (x - cx) ** 2) + HALF)
    return found


# --- wild levels ---------------------------------------------------------------------------------


def wild(r: random.Random) -> Level:
    """Any shapes on a floor, much of it on a grid, so that corners meet corners; a third moves."""
    t = 16.0
    parts = [Part(Rect(0, 0, 60 * t, 3 * t), [(-30 * t, 0.0, 0.0)])]
    for _ in range(r.randint(4, 14)):
        wide, high = r.choice([1, 2, 3, 4, 6]) * t, r.choice([0.25, 0.5, 1, 3]) * t
        shapes: list[Shape] = [
            *[Rect(0, 0, wide, high)] * 2,
            Rect(0, 0, t, t),
            *[Rect(0, 0, wide, min(high, t), one_way=UP)] * 2,
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
        speed = r.choice([0.5, 3, 10])
        dx, dy = r.uniform(-speed, speed), r.uniform(-speed, speed)
        turn, frames = r.choice([0, 0, 0, r.uniform(-3, 3)]), r.randint(5, 40)
        poses = [(x + dx * k, y + dy * k, angle + turn * k) for k in range(frames)]
        path = to_and_fro(poses) if r.random() < 0.35 else [(x, y, angle)]
        parts.append(Part(r.choice(shapes), path))
    return Level(parts, (r.uniform(-8, 8) * t, -r.uniform(2, 12) * t))


# --- who walks -----------------------------------------------------------------------------------


class Keys:
    """Somebody who holds keys for some frames each, jumps and drops.

    If the speed `fades`, it becomes a little less from frame to frame when a key is let go.
    """

    def __init__(self, r: random.Random, fades: bool = False) -> None:
        self.r, self.fades = r, fades
        self.speed = r.choice([1.0, 2.0, 3.0, 2.5, 1.7, 6.0])
        self.gravity = r.choice([0.25, 0.4, 0.5, 1.0])
        self.jump, self.most = r.choice([4.0, 6.0, 9.0]), r.choice([8.0, 12.0, 30.0])
        self.side, self.left, self.dx, self.fall = 0, 0, 0.0, 0.0

    def wanted(self, c: CharacterController) -> tuple[float, float, bool]:
        """dx, dy and drop of the next frame."""
        r = self.r
        if self.left == 0:
            self.side, self.left = r.choice([-1, 1, 1, -1, 0]), r.randint(3, 50)
        self.left -= 1
        self.dx = self.side * self.speed if self.side or not self.fades else 0.8 * self.dx
        if c.on_floor or c.on_ceiling:
            self.fall = 0.0
        self.fall = min(self.fall + self.gravity, self.most)
        if c.on_floor and r.random() < 0.05:
            self.fall = -self.jump
        return self.dx, self.fall, r.random() < 0.02
