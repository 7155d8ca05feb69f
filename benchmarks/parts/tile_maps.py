"""Tile maps: the solid cells of a grid as few shapes, beside shapely's union of the cells' boxes.

A union is what a user would do otherwise; shapely's fastest way is that for areas which do not
overlap (`coverage_union_all`). Its result is one geometry, ours are rectangles that cover the same
cells.
"""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import shapely
from harness.contender import Frames
from harness.contest import contest
from harness.measuring import Effort
from harness.rows import Row
from numpy.typing import NDArray

from spritecol import Rect
from spritecol.tiles import shapes_from_tiles

PART = "tile_maps"
SIZES = {"caves": 1_000, "random cells": 300}  # cells along a side
QUICK_SIZE = 40
TILE = 16  # pixels

Grid = NDArray[np.bool_]


def at_random(size: int) -> Grid:
    """Half of the cells are solid: the worst case, as few of them have neighbors in a row."""
    return np.random.default_rng(size).random((size, size)) < 0.5


def caves(size: int) -> Grid:
    """Cells at random that have become, four times, what most of their neighbors are."""
    grid = at_random(size)
    for _ in range(4):
        padded = np.pad(grid, 1, mode="edge").astype(np.int8)
        around = sum(padded[i : i + size, k : k + size] for i in range(3) for k in range(3))
        grid = np.asarray(around >= 5, dtype=np.bool_)
    return grid


SCENES: dict[str, Callable[[int], Grid]] = {"caves": caves, "random cells": at_random}


class Merged(Frames):
    """The cells as few rectangles."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid

    def frame(self, moment: int) -> list[Rect]:
        return shapes_from_tiles(self.grid, TILE, TILE)

    def answer(self) -> int:
        """How many cells are covered: exactly the solid ones."""
        covered = np.zeros_like(self.grid)
        for rect in self.result:
            left, top, width, height = (
                round(n / TILE) for n in (rect.x, rect.y, rect.width, rect.height)
            )
            covered[top : top + height, left : left + width] = True
        if not np.array_equal(covered, self.grid):
            raise SystemExit(f"{PART}: the rectangles cover other cells")
        return int(np.count_nonzero(covered))


class Union(Frames):
    """The cells' boxes as one geometry."""

    way = "coverage_union_all"

    def __init__(self, grid: Grid) -> None:
        self.grid = grid

    def frame(self, moment: int) -> shapely.Geometry:
        y, x = (TILE * index for index in np.nonzero(self.grid))
        return shapely.coverage_union_all(shapely.box(x, y, x + TILE, y + TILE))

    def answer(self) -> float:
        return float(shapely.area(self.result)) / TILE**2


def rows(effort: Effort) -> Iterator[Row]:
    """Both scenes."""
    for case, make in SCENES.items():
        size = QUICK_SIZE if effort.quick else SIZES[case]
        grid = make(size)
        ours, theirs = Merged(grid), Union(grid)
        theirs.note = f"{np.count_nonzero(grid):,} solid cells, {len(ours.frame(0)):,} rectangles"
        yield from contest(PART, case, size, ours, {"shapely": partial(list, [theirs])}, effort)
