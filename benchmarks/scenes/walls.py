"""Upright walls and ways among them; a level of tiles and the steps of who walks there."""

import random
from typing import NamedTuple

SIDE = 20.0  # pixels, of what moves
WALL = 40.0  # pixels
WORLD = 3_000.0  # pixels, of 1,000 walls
REACH = 200  # pixels, the longest way along each axis

TILE = 16  # pixels
PLAYER = (12, 20)
COLUMNS = 1_000
START = (8_000, -21)  # a pixel above the floor
STEPS = [(3, 2), (-3, 2)] * 8


class Scene(NamedTuple):
    """Walls as (x, y, width, height), ways as (x, y, dx, dy): x and y are those of the corner."""

    walls: list[tuple[float, float, float, float]]
    ways: list[tuple[float, float, float, float]]
    width: float


def scene(count: int, ways: int) -> Scene:
    """Walls of one density, whatever their number. No way starts where it overlaps a wall."""
    rng = random.Random(count)
    width = WORLD * (count / 1_000) ** 0.5
    walls = [(rng.uniform(0, width), rng.uniform(0, width), WALL, WALL) for _ in range(count)]
    found: list[tuple[float, float, float, float]] = []
    margin = 0.25 * SIDE  # a turned box is wider
    while len(found) < ways:
        x, y = (rng.uniform(0, width) for _ in range(2))
        if all(
            x - margin >= wx + w
            or x + SIDE + margin <= wx
            or y - margin >= wy + h
            or y + SIDE + margin <= wy
            for wx, wy, w, h in walls
        ):
            found.append((x, y, rng.uniform(-REACH, REACH), rng.uniform(-REACH, REACH)))
    return Scene(walls, found, width)


def level(count: int) -> list[tuple[float, float]]:
    """The corners of tiles: a floor, from y = 0 down."""
    return [(float(TILE * (k % COLUMNS)), float(TILE * (k // COLUMNS))) for k in range(count)]
