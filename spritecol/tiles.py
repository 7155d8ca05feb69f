"""Tile maps: the solid cells of a grid, merged into few large rectangles without seams between.

Rectangles that only shared their edges would have seams: a segment along one lies in the inside of
neither, and in a turned map rounding could open a slit. So they overlap. A point inside the solid
lies either within a row, or on the line between two rows; and it lies inside a rectangle for sure
if the rectangles are all runs of solid cells in a row, and all runs common to two rows, each grown
up and down as far as the cells are solid. Those of runs that are alike, or lie above one another in
one solid block, grow into the same rectangle, and few are left.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from spritecol._numbers.limits import LIMIT, number, shown
from spritecol.shapes import Rect
from spritecol.shapes.base import unchecked_many

Cells = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.intp]
Floats = npt.NDArray[np.float64]


def shapes_from_tiles(
    grid: npt.ArrayLike | Sequence[Sequence[object]], tile_width: float, tile_height: float
) -> list[Rect]:
    """The solid cells of a tile map, as few large rectangles that together are one solid.

    They overlap where they meet, so that nothing is caught by a seam or slips through one: a sprite
    that has them for its `collision` hits exactly what the area of all solid cells would hit.

    Args:
        grid: rows of cells, the topmost first; a cell is solid if it is true. An array of two
            dimensions, or whatever NumPy makes one of.
        tile_width: of one cell, in pixels. Column k begins at the float64 `k * tile_width`.
        tile_height: of one cell, in pixels.

    Returns:
        Rectangles by their upper edge, then by their left one. (0, 0) is the grid's corner.

    Raises:
        TypeError: a size is no number; the grid holds something that is not true or false.
        ValueError: the grid has not two dimensions or holds NaN; a size is not above 0, or the
            map's far edge is beyond 1e12.

    >>> shapes_from_tiles([[0, 1, 0], [1, 1, 1]], 16, 16)
    [Rect(16.0, 0.0, 16.0, 32.0), Rect(0.0, 16.0, 48.0, 16.0)]
    """
    solid = _cells(grid)
    across = _edges(tile_width, "tile_width", solid.shape[1])
    down = _edges(tile_height, "tile_height", solid.shape[0])
    top, left, bottom, right = _blocks(solid)
    return _rects(across[left], down[top], across[right], down[bottom])


def _cells(grid: Any) -> Cells:
    """The grid as an array of truth values, with two dimensions."""
    try:
        cells = np.asarray(grid)
    except ValueError as error:  # rows of different lengths
        raise ValueError(f"grid must have rows of one length, got {shown(grid)}") from error
    if cells.ndim != 2:
        raise ValueError(
            f"grid must have two dimensions, rows of cells, got {cells.ndim}: {shown(grid)}"
        )
    if cells.dtype.kind not in "biufO":
        raise TypeError(
            "grid must hold truth values or numbers, True or 1 where a cell is solid; got "
            f"{shown(cells.flat[0]) if cells.size else cells.dtype}"
        )
    if cells.dtype.kind in "fO":  # NaN is the one value that differs from itself
        unknown = np.argwhere(cells != cells)  # noqa: PLR0124
        if len(unknown):
            row, column = unknown[0].tolist()
            raise ValueError(f"grid[{row}][{column}] must be true or false, got nan")
    return cells.astype(np.bool_)


def _edges(size: float, name: str, count: int) -> Floats:
    """Where the cells along one side of the map begin, and where the last of them ends."""
    length = number(size, name)
    if length <= 0.0:
        raise ValueError(f"{name} must be above 0, got {shown(size)}")
    edges: Floats = np.arange(count + 1, dtype=np.float64) * length
    if edges[-1] > LIMIT:
        raise ValueError(
            f"{name} must keep the map's edge within 1e12, got {shown(size)} for {count} cells"
        )
    return edges


def _blocks(solid: Cells) -> tuple[Indices, Indices, Indices, Indices]:
    """The rectangles as rows and columns: top, left, bottom, right; the last two not included."""
    rows, columns = solid.shape
    # A column that is empty ends every row's last run, and gives every run an end within the array.
    width = columns + 1
    cells = np.zeros((rows, width), np.bool_)
    cells[:, :columns] = solid
    common = cells.copy()
    common[1:] &= cells[:-1]
    common[:1] = False
    runs = np.concatenate((_runs(cells), _runs(common)))
    row, left = np.divmod(runs[:, 0], width)
    right = runs[:, 1] - row * width
    # The nearest empty rows above and below each cell, then of the whole run.
    lines = np.arange(rows, dtype=np.int32)[:, None]
    above = np.maximum.accumulate(np.where(cells, np.int32(-1), lines), axis=0)
    top = _over_runs(np.maximum, above, runs) + 1
    below = np.minimum.accumulate(np.where(cells, np.int32(rows), lines)[::-1], axis=0)[::-1]
    bottom = _over_runs(np.minimum, below, runs)
    # Top, left and right say how far down it reaches: those that agree in them are one.
    _, first = np.unique((top * width + left) * width + right, return_index=True)
    return top[first], left[first], bottom[first], right[first]


def _runs(cells: Cells) -> Indices:
    """Where runs of true cells begin and end, as positions in the flat array: (n, 2)."""
    padded = np.zeros(cells.size + 1, np.bool_)
    padded[1:] = cells.ravel()  # no run goes on from row to row: the last column is empty
    return np.flatnonzero(padded[1:] != padded[:-1]).reshape(-1, 2)


def _over_runs(least: np.ufunc, values: npt.NDArray[np.int32], runs: Indices) -> Indices:
    """The greatest or least value in each run."""
    if not len(runs):
        return np.empty(0, np.intp)
    # `reduceat` goes from each index to the next: every other result is of what lies between runs.
    results: Indices = least.reduceat(values.ravel(), runs.ravel())[::2].astype(np.intp)
    return results


def _rects(left: Floats, top: Floats, right: Floats, bottom: Floats) -> list[Rect]:
    """Rectangles with exactly these edges."""
    x, width, across = _exact(left, right)
    y, height, down = _exact(top[across], bottom[across])
    return unchecked_many(Rect, len(y), x=x[down], y=y, width=width[down], height=height, angle=0.0)


def _exact(start: Floats, stop: Floats) -> tuple[Floats, Floats, Indices]:
    """Starts and lengths whose sums are the stops to the last bit, and which spans they are of.

    A rectangle knows its width, and its right edge is a sum that may be rounded. The nearest width,
    or a neighbor of it, makes the sum what it should be, but for rare spans in which each sum lies
    midway between two floats. Those are covered by two that overlap: one is a last bit too short,
    the other one is their right half, whose width is exact (Sterbenz 1974, theorem 4.3.1).
    """
    length = stop - start
    for candidate in (np.nextafter(length, 0.0), np.nextafter(length, np.inf)):
        length = np.where((start + length != stop) & (start + candidate == stop), candidate, length)
    spans = np.arange(len(start))
    odd = np.flatnonzero(start + length != stop)
    if not len(odd):
        return start, length, spans
    length[odd] = np.where(
        start[odd] + length[odd] > stop[odd], np.nextafter(length[odd], 0.0), length[odd]
    )
    order = np.argsort(np.concatenate((spans, odd)), kind="stable")
    starts = np.concatenate((start, stop[odd] / 2.0))[order]
    lengths = np.concatenate((length, stop[odd] / 2.0))[order]
    return starts, lengths, np.concatenate((spans, odd))[order]
