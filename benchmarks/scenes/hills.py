"""A map of tiles with slopes, and walkers spread over it."""

import random
from typing import NamedTuple

TILE = 16  # pixels
DEEP = 10  # tiles in a column
BODY = (12, 24)  # pixels
RUN, FALL = 2.0, 0.5  # pixels a frame; per frame squared
MOMENTS = 16  # half of them to the right, half to the left


class Hills(NamedTuple):
    """Corners of tiles, polygons of slopes, and where walkers start, a bit above the ground."""

    tiles: list[tuple[float, float]]
    slopes: list[list[tuple[float, float]]]
    starts: list[tuple[float, float]]


def hills(count: int, walkers: int) -> Hills:
    """So many tiles in all; every third column or so is a slope of 27 or 45 degrees."""
    rng = random.Random(count)
    tiles: list[tuple[float, float]] = []
    slopes: list[list[tuple[float, float]]] = []
    tops: list[float] = []
    top = 0.0
    for column in range(count // DEEP):
        left, right = float(TILE * column), float(TILE * (column + 1))
        rise = rng.choice([0, 0, 0, 0, 8, 16]) * rng.choice([-1, 1])
        high, low = min(top, top - rise), max(top, top - rise)
        if rise:
            ends = (low, high) if rise > 0 else (high, low)
            slopes.append([(left, ends[0]), (right, ends[1]), (right, low + 1), (left, low + 1)])
        first = 1 if rise else 0
        tiles += [(left, low + TILE * row) for row in range(DEEP - first)]
        tops.append(high)
        top -= rise
    places = [rng.uniform(4, count // DEEP - 4) for _ in range(walkers)]
    starts = [(TILE * x, min(tops[int(x) - 1 : int(x) + 2]) - 1) for x in places]
    return Hills(tiles, slopes, starts)
