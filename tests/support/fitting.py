"""Rooms of turned squares, and bodies that fit into them exactly or nearly."""

import math
import random
from typing import Any

from spritecol import Circle, Point, Polygon, Rect, Segment, Sprite, Vec2


def slightly_off(r: random.Random, number: float) -> float:
    """A number, the same number a few ulps on, or 1e-14 to 1e-6 beside it."""
    choice = r.randrange(4)
    if choice < 2:
        return number
    if choice == 2:
        return number + r.choice([-64, -5, -2, -1, 1, 2, 5, 64]) * math.ulp(
            r.choice([16.0, number])
        )
    return number + r.choice([-1, 1]) * float(10 ** r.uniform(-14, -6))


def fitting(r: random.Random) -> Any:
    """A room of turned squares, a body that fits into it exactly or nearly, and a motion along it.

    The squares are placed by the shapes of one sprite or many, by their sprites, or by corners.
    """
    angle = r.choice([0, 30, 45, 45, 60, 90, 135, 180, 225, math.degrees(math.atan(0.75)), 15])
    size = r.choice([16, 16, 8, 1, 0.7, 10])
    far = Vec2(1, 1) * r.choice([0, 0, 0, 1000, 0.1, 12345.678])
    wide = r.randint(1, 4)
    cells = sorted({(r.randint(0, wide), r.randint(0, wide + 1)) for _ in range(2 * wide)})
    squares = [Rect(size * i, size * j, size, size) for i, j in cells]
    form = r.randrange(4)
    if form == 0:
        level = [Sprite(*far, angle=angle, collision=square) for square in squares]
    elif form == 1:
        level = [Sprite(*far, angle=angle, collision=squares)]
    else:
        level = []
        for i, j in cells:
            corners = [
                Vec2(size * x, size * y).rotated(angle)
                for x, y in ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))
            ]
            if form == 2:
                square = Rect(0, 0, size, size)
                level.append(Sprite(*(far + corners[0]), angle=angle, collision=square))
            else:
                level.append(Sprite(*far, collision=Polygon(corners)))
    i, j = r.randint(-1, wide + 1), r.randint(-1, wide + 2)
    aside = r.choice([0, 0, 0.25, 0.5, 1 / 3, r.random()])
    i, j = r.choice([(i + aside, j), (i, j + aside)])
    wide, high = size * r.choice([1, 1, 0.5, 0.25]), size * r.choice([1, 1, 2, 0.5])
    shape = r.choice(
        [
            Rect(0, 0, wide, high),
            Rect(0, 0, wide, high),
            Point(0, 0),
            Circle(0, 0, 8),
            Segment(0, 0, wide, r.choice([0, high])),
            [Rect(0, 0, wide, high / 2), Rect(0, high / 2, wide, high / 2)],
        ]
    )
    at = far + Vec2(size * i, size * j).rotated(angle)
    start = Vec2(*(slightly_off(r, number) for number in at))
    way = Vec2(r.choice([(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (3, 4)]))
    way = way.rotated(angle) * size * r.choice([1, 0.5, 3, 1 / 16, r.random(), 1e-8])
    motion = Vec2(*(slightly_off(r, number) for number in way))
    return level, Sprite(*start, angle=angle, collision=shape), motion
