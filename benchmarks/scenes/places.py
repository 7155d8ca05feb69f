"""Shapes at rest, and rays, points and boxes that ask about them."""

from collections.abc import Iterator
from math import cos, pi, sin, sqrt

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Corners = list[tuple[float, float]]

DENSITY = 15_000 / (1280 * 720)  # things per square pixel
LEAST, MOST = 5.0, 10.0  # pixels of a radius
LONGEST = 283.0  # pixels of a ray


def window(count: int) -> tuple[float, float]:
    """The size of a window in which so many things are as dense as everywhere here."""
    height = sqrt(count / DENSITY * 9 / 16)
    return height * 16 / 9, height


def circles(count: int, size: tuple[float, float] | None = None) -> Floats:
    """Rows x, y and radius, in a rectangle of that size, or in the window of so many."""
    rng = np.random.default_rng(count)
    width, height = size or window(count)
    x, y = rng.uniform(0, width, count), rng.uniform(0, height, count)
    return np.column_stack((x, y, rng.uniform(LEAST, MOST, count)))


def polygons(places: Floats) -> Iterator[Corners]:
    """A turned polygon with 3 to 6 corners within each circle."""
    rng = np.random.default_rng(1)
    for x, y, radius in places.tolist():
        corners, turn = int(rng.integers(3, 7)), float(rng.uniform(0, 2 * pi))
        angles = [turn + 2 * pi * k / corners for k in range(corners)]
        yield [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


def rays(count: int, among: int) -> tuple[Floats, Floats]:
    """Where rays start and end, in the window of `among` things."""
    rng = np.random.default_rng(7)
    starts = points(count, among)
    angle, length = rng.uniform(0, 2 * pi, count), rng.uniform(1, LONGEST, count)
    return starts, starts + np.column_stack((np.cos(angle), np.sin(angle))) * length[:, None]


def points(count: int, among: int) -> Floats:
    """Places in the window of `among` things."""
    return np.random.default_rng(3).uniform((0, 0), window(among), (count, 2))


def boxes(places: Floats) -> Floats:
    """A box around each circle, as rows left, top, right, bottom."""
    x, y, r = places.T
    return np.column_stack((x - r, y - r, x + r, y + r))
