"""Tile maps: the solid cells of a grid as few shapes, beside shapely's union of the cells' boxes.

A union is what a user would do otherwise; shapely's fastest way is that for areas which do not
overlap (`coverage_union_all`). Its result is one geometry, ours are rectangles that cover the same
cells.
"""

from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter

import numpy as np
import shapely
from harness.contest import Row, row
from harness.measuring import Effort, Timing, progress
from numpy.typing import NDArray

from spritecol import Rect
from spritecol.tiles import shapes_from_tiles

PART = "tile_maps"
SIZES = {"caves": 1_000, "cells at random": 300}  # cells along a side
QUICK_SIZE = 40
RUNS = 5
TILE = 16  # pixels

Grid = NDArray[np.bool_]


def at_random(size: int) -> Grid:
    """Half of the cells are solid: the worst case, as few of them have neighbours in a row."""
    return np.random.default_rng(size).random((size, size)) < 0.5


def caves(size: int) -> Grid:
    """Cells at random that have become, four times, what most of their neighbours are."""
    grid = at_random(size)
    for _ in range(4):
        padded = np.pad(grid, 1, mode="edge").astype(np.int8)
        around = sum(padded[i : i + size, k : k + size] for i in range(3) for k in range(3))
        grid = np.asarray(around >= 5, dtype=np.bool_)
    return grid


SCENES: dict[str, Callable[[int], Grid]] = {"caves": caves, "cells at random": at_random}


def merged(grid: Grid) -> list[Rect]:
    """The cells as few rectangles."""
    return shapes_from_tiles(grid, TILE, TILE)


def union(grid: Grid) -> shapely.Geometry:
    """The cells' boxes as one geometry."""
    y, x = (TILE * index for index in np.nonzero(grid))
    return shapely.coverage_union_all(shapely.box(x, y, x + TILE, y + TILE))


def covered(rects: list[Rect], size: int) -> Grid:
    """Which cells rectangles cover."""
    grid = np.zeros((size, size), dtype=np.bool_)
    for rect in rects:
        left, top, width, height = (
            round(n / TILE) for n in (rect.x, rect.y, rect.width, rect.height)
        )
        grid[top : top + height, left : left + width] = True
    return grid


def rows(effort: Effort) -> Iterator[Row]:
    """Both scenes; the answers are compared first."""
    for case, make in SCENES.items():
        size = QUICK_SIZE if effort.quick else SIZES[case]
        progress(f"{PART}: {case}, {size:,} by {size:,}")
        grid = make(size)
        rects = merged(grid)
        area = shapely.area(union(grid)) / TILE**2
        if not np.array_equal(covered(rects, size), grid) or area != np.count_nonzero(grid):
            raise SystemExit(f"{PART}: {case}: the answers differ")
        times: tuple[list[float], list[float]] = [], []
        for _ in range(1 if effort.quick else RUNS):
            times[0].append(seconds(merged, grid))
            times[1].append(seconds(union, grid))
        ours, theirs = (Timing(min(taken), median(taken), len(taken)) for taken in times)
        note = f"{np.count_nonzero(grid):,} solid cells, {len(rects):,} rectangles"
        yield row(PART, case, size, "shapely", ours, theirs, way="coverage_union_all", note=note)


def seconds(call: Callable[[Grid], object], grid: Grid) -> float:
    """The time of one call."""
    start = perf_counter()
    call(grid)
    return perf_counter() - start
