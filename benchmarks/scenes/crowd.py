"""Seeded crowds: sprites of one kind of shape, all over a square."""

import math
from typing import Any

import numpy as np

from spritecol import Circle, Ellipse, Group, Polygon, Rect, Sprite, Triangle

DENSE, SPARSE = 21.5, 45.0  # pixels: each sprite has a square of this side
ENOUGH = 50  # questions until a Group whose members rest has its index


def star(reach: float) -> Polygon:
    """A concave polygon with a hole."""
    ring = [
        (radius * math.cos(math.pi * k / 5), radius * math.sin(math.pi * k / 5))
        for k, radius in enumerate([reach, reach / 2] * 5)
    ]
    return Polygon(ring, [[(x / 2, y / 2) for x, y in ring]])


SHAPES: dict[str, list[Any]] = {
    "circles": [Circle(0, 0, 5 + k / 4) for k in range(20)],
    "rects": [Rect(0, 0, 8 + k, 18 - k) for k in range(12)],
    "turned rects": [Rect(0, 0, 8 + k, 18 - k) for k in range(12)],
    "ellipses": [Ellipse(0, 0, 5 + k / 2, 11 - k / 2) for k in range(12)],
    "stars": [star(8 + k) for k in range(5)],
    "mixed": [
        *(Circle(0, 0, 5 + k / 4) for k in range(4)),
        Rect(-8, -8, 16, 16),
        Triangle(-9, 9, 9, 9, 0, -9),
        star(10),
    ],
}


def crowd(kind: str, count: int, cell: float = DENSE, across: float = 0) -> tuple[Any, Any, Any]:
    """A Group, where its members are, and a generator that is always the same."""
    rng = np.random.default_rng(count)
    places = rng.uniform(0, across or cell * math.sqrt(count), (count, 2))
    shapes, turn = SHAPES[kind], 0 if kind in ("rects", "circles") else 7
    sprites = (
        Sprite(x, y, collision=shapes[k % len(shapes)], angle=turn * k)
        for k, (x, y) in enumerate(places.tolist())
    )
    return Group(sprites), places, rng


def resting(group: Group) -> Group:
    """The Group once it keeps an index."""
    for _ in range(ENOUGH):
        group.query_point(0, 0)
    return group
