"""Seeded scenes, shared by tests and benchmarks: plain lists of sprites."""

import math
import random
from collections.abc import Callable
from typing import Any

from spritecol import Circle, Ellipse, Point, Polygon, Rect, Segment, Shape, Sprite, Triangle

# The window of the scenes, in pixels; the table of many circles was measured in it.
WIDTH, HEIGHT = 1280, 720


def tiles(
    columns: int, rows: int, size: float = 32, left: float = 0, top: float = 0
) -> list[Sprite]:
    """A lattice of square tiles, row by row; each begins at the number where the last one ends."""
    tile = Rect(0, 0, size, size)
    xs, ys = [float(left)], [float(top)]
    while len(xs) < columns:
        xs.append(xs[-1] + size)
    while len(ys) < rows:
        ys.append(ys[-1] + size)
    return [Sprite(x, y, collision=tile) for y in ys for x in xs]


def circles(
    count: int,
    radius: tuple[float, float] = (5, 10),
    width: float = WIDTH,
    height: float = HEIGHT,
    seed: int = 2,
) -> list[Sprite]:
    """Circles of random size, anywhere in the window."""
    rng = random.Random(seed)
    return [
        Sprite(
            rng.uniform(0, width),
            rng.uniform(0, height),
            collision=Circle(0, 0, rng.uniform(*radius)),
        )
        for _ in range(count)
    ]


def mixture(
    count: int, reach: float = 15, width: float = WIDTH, height: float = HEIGHT, seed: int = 5
) -> list[Sprite]:
    """Shapes of every kind, about `reach` in radius: turned, stretched, mirrored, off the pivot."""
    rng = random.Random(seed)
    return [
        Sprite(
            rng.uniform(0, width),
            rng.uniform(0, height),
            collision=rng.choice(_KINDS)(rng, reach),
            angle=rng.uniform(0, 360),
            scale_x=rng.uniform(0.5, 1.5) * rng.choice([-1, 1]),
            scale_y=rng.uniform(0.5, 1.5),
            center_x=rng.uniform(-reach, reach),
            center_y=rng.uniform(-reach, reach),
        )
        for _ in range(count)
    ]


def dxruby_objects(
    count: int = 125, width: float = 640, height: float = 480, seed: int = 125
) -> list[Sprite]:
    """Turning and scaled boxes, circles, triangles and stars of five triangles."""
    rng = random.Random(seed)
    kinds: list[Any] = [[0, 0, 29, 29], [15, 15, 15], [15, 0, 29, 29, 0, 29], STAR]
    return [
        Sprite(
            rng.uniform(0, width),
            rng.uniform(0, height),
            collision=kinds[i % len(kinds)],
            angle=rng.uniform(0, 360),
            scale_x=rng.uniform(0.5, 2),
            scale_y=rng.uniform(0.5, 2),
            center_x=15,
            center_y=15,
        )
        for i in range(count)
    ]


def rays(count: int = 640, length: float = 400, x: float = 320, y: float = 240) -> list[Sprite]:
    """Degenerate triangles in all directions from one place, as a lamp throws them."""
    turns = [2 * math.pi * i / count for i in range(count)]
    ends = [(length * math.cos(turn), length * math.sin(turn)) for turn in turns]
    return [Sprite(x, y, collision=Triangle(0, 0, *end, *end)) for end in ends]


def _corner(k: int, radius: float) -> tuple[float, float]:
    turn = math.pi * k / 5
    return 15 + radius * math.sin(turn), 15 - radius * math.cos(turn)


# Five spikes, each from its tip to two corners beyond the star's middle.
STAR = [
    Triangle(*_corner(2 * k, 15), *_corner(2 * k + 3, 6), *_corner(2 * k - 3, 6)) for k in range(5)
]


def _point(rng: random.Random, reach: float) -> Shape:
    return Point(rng.uniform(-reach, reach), rng.uniform(-reach, reach))


def _segment(rng: random.Random, reach: float) -> Shape:
    return Segment(-reach, rng.uniform(-reach, reach), reach, rng.uniform(-reach, reach))


def _circle(rng: random.Random, reach: float) -> Shape:
    return Circle(0, 0, rng.uniform(0.4, 1) * reach)


def _ellipse(rng: random.Random, reach: float) -> Shape:
    return Ellipse(0, 0, reach, rng.uniform(0.2, 1) * reach, rng.uniform(0, 180))


def _rect(rng: random.Random, reach: float) -> Shape:
    height = rng.uniform(0.2, 1.6) * reach
    return Rect(-reach, -height / 2, 2 * reach, height, rng.uniform(0, 180))


def _triangle(rng: random.Random, reach: float) -> Shape:
    return Triangle(-reach, reach, reach, reach, rng.uniform(-reach, reach), -reach)


def _polygon(rng: random.Random, reach: float) -> Shape:
    """A five-pointed star with a hole of the same form."""
    radii = [reach, rng.uniform(0.4, 0.6) * reach] * 5
    around = [math.pi * k / 5 for k in range(10)]
    shell = [(r * math.cos(t), r * math.sin(t)) for r, t in zip(radii, around, strict=True)]
    return Polygon(shell, [[(x / 2, y / 2) for x, y in shell]])


_KINDS: list[Callable[[random.Random, float], Shape]] = [
    _point,
    _segment,
    _circle,
    _ellipse,
    _rect,
    _triangle,
    _polygon,
]
