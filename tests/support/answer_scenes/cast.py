"""Sprites of every kind in every pose, from a seed."""

import math
import random
from collections.abc import Sequence
from typing import Any

from spritecol import Circle, Ellipse, Point, Polygon, Rect, Segment, Shape, Sprite, Triangle

Pose = dict[str, Any]  # what a sprite takes by name, but its collision


class Surface:
    """An image of which only the size is known."""

    def __init__(self, width: float, height: float) -> None:
        self._size = width, height

    def get_size(self) -> tuple[float, float]:
        return self._size


class Actor(Sprite):
    """A sprite with a number, by which answers name it."""

    number = -1


def numbered(sprites: Sequence[Any], first: int = 0) -> Sequence[Any]:
    """Give sprites their numbers."""
    for number, sprite in enumerate(sprites, first):
        sprite.number = number
    return sprites


OUTLINES: list[tuple[list[tuple[float, float]], list[list[tuple[float, float]]]]] = [
    ([(0, 0), (6, 3), (0, 6), (2, 3)], []),
    ([(0, 0), (2, 0), (2, 4), (6, 4), (6, 6), (0, 6)], []),
    ([(0, 0), (1, 4), (2, 0), (3, 4), (4, 0), (5, 4), (6, 0), (6, 6), (0, 6)], []),
    ([(0, 0), (7, 0), (7, 7), (2, 7), (2, 3), (4, 3), (4, 5), (5, 2), (1, 2), (0, 8)], []),
    ([(0, 0), (6, 0), (6, 6), (0, 6)], [[(2, 2), (4, 2), (4, 4), (2, 4)]]),
    ([(0, 0), (7, 0), (7, 5), (0, 5)], [[(1, 1), (3, 1), (3, 4)], [(4, 1), (6, 1), (6, 4)]]),
]


def star(reach: float, inner: float, spikes: int, hole: float = 0) -> Polygon:
    """A star, with a hole of the same form if `hole` is not 0."""
    ring = [
        (radius * math.cos(turn), radius * math.sin(turn))
        for k in range(2 * spikes)
        for radius, turn in [(inner if k % 2 else reach, math.pi * k / spikes)]
    ]
    return Polygon(ring, [[(hole * x, hole * y) for x, y in ring]] if hole else [])


def some_shape(rng: random.Random, reach: float, whole: bool) -> Shape:
    """A shape of any kind, about `reach` in radius; in whole numbers, so that much touches."""

    def at(low: float = -1, high: float = 1) -> float:
        number = rng.uniform(low * reach, high * reach)
        return float(round(number)) if whole else number

    def angle() -> float:
        return rng.choice([0, 0, 90, 45, 30]) if whole else rng.uniform(-360, 360)

    kind = rng.randrange(9)
    if kind == 0:
        return Point(at(), at())
    if kind == 1:
        return Segment(at(), at(), at(), at())
    if kind == 2:
        return Circle(at(), at(), at(0))
    if kind == 3:
        return Ellipse(at(), at(), at(0.1), at(0.1), angle())
    if kind in (4, 5):
        return Rect(at(), at(), at(0), at(0), angle() if kind == 5 else 0)
    if kind == 6:
        return Triangle(at(), at(), at(), at(), at(), at())
    if kind == 7:
        shell, holes = rng.choice(OUTLINES)
        size, x, y = max(1.0, round(reach / 4)), at(), at()
        grown = [[(x + size * i, y + size * j) for i, j in ring] for ring in (shell, *holes)]
        return Polygon(grown[0], grown[1:])
    return star(reach, reach * rng.uniform(0.3, 0.7), rng.randint(3, 6), rng.choice([0, 0, 0.4]))


def palette(seed: int, count: int = 60, reach: float = 12) -> list[Shape]:
    """Some shapes of every kind, half of them in whole numbers."""
    rng = random.Random(seed)
    return [some_shape(rng, reach, whole=k % 2 == 0) for k in range(count)]


def pose(rng: random.Random, side: float, whole: bool) -> Pose:
    """What a sprite takes besides its collision."""
    x, y = rng.uniform(0, side), rng.uniform(0, side)
    if whole:
        angle, scales = rng.choice([0, 0, 90, 180, -90, 45]), [1, 1, 1, 2, -1, 0]
        return {
            "x": round(x),
            "y": round(y),
            "angle": angle,
            "scale_x": rng.choice(scales),
            "scale_y": rng.choice(scales),
        }
    return {
        "x": x,
        "y": y,
        "angle": rng.choice([0, 0, rng.uniform(-720, 720)]),
        "scale_x": rng.choice([1, 1, rng.uniform(0.5, 2), -1.5]),
        "scale_y": rng.choice([1, 1, rng.uniform(0.5, 2)]),
        "center_x": rng.choice([None, rng.uniform(-9, 9)]),
        "center_y": rng.choice([None, rng.uniform(-9, 9)]),
        "collision_sync": rng.random() < 0.9,
        "offset_sync": rng.random() < 0.3,
    }


def cast(seed: int, count: int, side: float, kind: type[Actor] = Actor) -> list[Any]:
    """Sprites with one to three shapes of any kind, in any pose."""
    rng = random.Random(seed)
    shapes = palette(seed)
    made = []
    for k in range(count):
        collision = rng.choices(shapes, k=rng.choice([1, 1, 1, 2, 3]))
        made.append(kind(collision=collision, **pose(rng, side, whole=k % 3 == 0)))
    return list(numbered(made))


MIXED = palette(77, 80, 9)
