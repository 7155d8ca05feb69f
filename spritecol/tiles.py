"""Merges the solid cells of a tile map into a few large rectangles, without seams between them.

Rectangles that only shared edges would leave seams: a segment along a shared edge is inside neither
of the two, and in a rotated map rounding could open a gap. So the rectangles overlap.

They are found as follows. A span is a maximal sequence of adjacent solid cells in one row, or of
adjacent columns that are solid in both of two neighboring rows. Each span is extended up and down
as far as its cells are solid. Then every point inside the solid area is inside a rectangle: a point
inside a row is inside that row's span, and a point on the line between two rows is inside the span
common to both. Spans of the same block extend to the same rectangle, so only a few rectangles are
left.

Cells that may be far apart are sorted instead, row by row and column by column: no grid is needed.

One-way cells are merged only along lines in which no inner edge has a front. If the front is on
top, such a line is a row: a sprite can stand on a lower row, which is inside the area of all cells.
"""

from __future__ import annotations

from collections.abc import Sequence, Sized
from itertools import product
from math import floor, hypot
from typing import TYPE_CHECKING, Any

from spritecol._support.arguments import arguments
from spritecol._support.lazy_imports import numpy as np
from spritecol._support.lazy_imports import shapely
from spritecol._support.range_check import LIMIT, layer_bits, number, shown
from spritecol.shapes import Rect
from spritecol.shapes.base import as_name, checked_direction, unchecked_many

__all__ = ["cell_of", "shapes_from_tiles"]

if TYPE_CHECKING:
    import numpy.typing as npt

    Cells = npt.NDArray[np.bool_]
    Indices = npt.NDArray[np.intp]
    Floats = npt.NDArray[np.float64]
    _Corners = tuple[Indices, Indices, Indices, Indices]


@arguments()
def shapes_from_tiles(
    grid: npt.ArrayLike | Sequence[Sequence[object]],
    tile_width: float,
    tile_height: float,
    *,
    one_way: Sequence[float] | None = None,
    layer: int | None = None,
    mask: int | None = None,
    name: str | None = None,
) -> tuple[Rect, ...]:
    """Return a few large rectangles that cover the solid cells of a tile map.

    The rectangles overlap where they meet, so nothing catches on a seam or slips through it. A
    sprite with these shapes as its `collision` hits exactly the same as the whole solid area would.

    With `one_way`, a cell is merged only with its neighbors across the direction. With (0, -1),
    each row of cells is a platform of its own on which a sprite can stand. The platforms of two
    adjacent rows share an edge.

    Args:
        grid: rows of cells, topmost first: an array of two dimensions, or anything that NumPy
            converts to one. A cell is solid if it is true.
        tile_width: the width of a cell, in pixels. Column k begins at the float64 `k * tile_width`.
        tile_height: the height of a cell, in pixels.
        one_way: the only side from which the rectangles stop moving sprites, such as (0, -1) for
            from above, or None for every side.
        layer: the layers that the rectangles are on, as bits; None uses the sprite's own.
        mask: the layers that the rectangles see, likewise.
        name: the name of the rectangles, for `target_shapes` and the like.

    Returns:
        A tuple of rectangles in pixels, sorted by top edge, then by left edge. (0, 0) is the top
        left corner of the grid.

    Raises:
        TypeError: a size is not a number, the name is not text, or the grid contains anything but
            numbers and bools.
        ValueError: the grid does not have two dimensions, contains NaN or a negative number (if
            that marks an empty cell, pass `numpy.asarray(grid) >= 0`), a size is not positive, the
            map's far edge is beyond 1e12, `one_way` is (0, 0), or `layer` or `mask` has more than
            64 bits.

    >>> shapes_from_tiles([[0, 1, 0], [1, 1, 1]], 16, 16)
    (Rect(16.0, 0.0, 16.0, 32.0), Rect(0.0, 16.0, 48.0, 16.0))
    """
    solid = _cells(grid)
    rows, columns = solid.shape
    width = _size(tile_width, "tile_width", columns)
    height = _size(tile_height, "tile_height", rows)
    front = None if one_way is None else checked_direction(one_way, "one_way")
    shared = {
        "one_way": front,
        "layer": None if layer is None else layer_bits(layer, "layer"),
        "mask": None if mask is None else layer_bits(mask, "mask"),
        "name": as_name(name),
    }
    if front is None:
        return _rects(_blocks(solid), width, height, shared)
    row, column = np.nonzero(solid)
    return _rects(_planks(column, row, front), width, height, shared)


def shapes_of_cells(
    columns: Indices, rows: Indices, tile_width: float, tile_height: float, **keywords: Any
) -> tuple[Rect, ...]:
    """Return what `shapes_from_tiles` returns, given the places of at least one solid cell.

    Cells may be far apart. Only if the sizes are whole numbers may cells be at negative places.
    `keywords` are valid keywords of shapes.
    """
    shared = {"one_way": None, "layer": None, "mask": None, "name": None, **keywords}
    width = _size(tile_width, "tile_width", max(-columns.min(), columns.max() + 1))
    height = _size(tile_height, "tile_height", max(-rows.min(), rows.max() + 1))
    order = row_by_row(columns, rows)
    columns, rows = columns[order], rows[order]
    front = shared["one_way"]
    corners = _far_blocks(columns, rows) if front is None else _planks(columns, rows, front)
    return _rects(corners, width, height, shared)


def row_by_row(columns: Indices, rows: Indices) -> Indices:
    """Return the indices of cells in the order of a map; of equal cells only the last."""
    order = np.lexsort((columns, rows))
    columns, rows = columns[order], rows[order]
    is_last = np.ones(len(order), np.bool_)
    is_last[:-1] = (columns[1:] != columns[:-1]) | (rows[1:] != rows[:-1])
    return order[is_last]


def cell_of(hit: Any, tile_width: float, tile_height: float) -> tuple[int, int]:
    """Return which cell of a tile map was hit, as (column, row).

    The cell is at the position of the hit and contains a part of the shape that was hit. If two
    cells meet there, it is the cell to the right or below. The map may be moved, rotated, scaled
    and mirrored, but must not have changed since the hit. The cells are rectangles, not the
    diamonds of other maps of Tiled.

    Args:
        hit: a RayHit, SweepHit or Contact, whose `other` is the sprite of the map.
        tile_width: the width of a cell, in pixels of the sprite's local space.
        tile_height: the height of a cell.

    Returns:
        A tuple (column, row). (0, 0) is the top left cell, at the sprite's local (0, 0).

    Raises:
        TypeError: `hit` is not such a hit, or a size is not a number.
        ValueError: a size is not positive, or a scale of the map is 0.

    >>> from spritecol import Group, Sprite
    >>> level = Sprite(collision=shapes_from_tiles([[0, 0, 0], [1, 1, 1]], 16, 16))
    >>> cell_of(Group(level).raycast(24, 0, 24, 50), 16, 16)
    (1, 1)
    """
    sizes = _length(tile_width, "tile_width"), _length(tile_height, "tile_height")
    try:
        sprite, shape, normal = hit.other, hit.other_shape, hit.normal
        points = hit.points if hasattr(hit, "points") else (hit.point,)
    except AttributeError:
        raise TypeError(
            f"hit must be a RayHit, a SweepHit or a Contact, got {shown(hit)}"
        ) from None
    x, y = (sum(numbers) / len(points) for numbers in zip(*points, strict=True))
    place = sprite.to_local(x, y)
    inside = sprite.to_local(x - normal[0], y - normal[1])
    depth = hypot(inside[0] - place[0], inside[1] - place[1])
    # More than rounding may have moved the position, and nothing compared with a cell.
    hair = 1e-6 * min(sizes) + 1e-9 * max(map(abs, (x, y, *place)))
    around = []
    for at, deeper, size in zip(place, inside, sizes, strict=True):
        way = -hair if deeper - at < -1e-6 * depth else hair
        around.append((floor((at + way) / size), floor((at - way) / size)))
    about = shapely.box(place[0] - hair, place[1] - hair, place[0] + hair, place[1] + hair)
    part = shape.geometry.intersection(about)
    for column, row in product(*around):
        left, top = column * sizes[0], row * sizes[1]
        cell = shapely.box(left, top, left + sizes[0], top + sizes[1])
        if part.relate_pattern(cell, "T********"):
            return column, row
    return around[0][0], around[1][0]  # at a round shape, whose geometry is a polygon


def _cells(grid: Any) -> Cells:
    """Return the grid as an array of bools with two dimensions."""
    try:
        cells = np.asarray(grid)
    except ValueError as error:  # rows of different lengths
        sizes = [len(row) if isinstance(row, Sized) else 0 for row in grid]
        row = next((row for row, size in enumerate(sizes) if size != sizes[0]), None)
        what = (
            shown(grid)
            if row is None
            else f"{sizes[row]} cells in grid[{row}], and {sizes[0]} in grid[0]"
        )
        raise ValueError(f"grid must have rows of one length, got {what}") from error
    is_text = cells.dtype.kind == "U"
    text = '; of text make [[cell == "#" for cell in row] for row in rows]' if is_text else ""
    if cells.ndim != 2:
        raise ValueError(
            f"grid must have two dimensions, rows of cells, got {cells.ndim}: {shown(grid)}{text}"
        )
    if cells.dtype.kind not in "biufO":
        raise TypeError(
            "grid must contain bools or numbers, True or 1 for a solid cell; got "
            f"{shown(cells.flat[0]) if cells.size else cells.dtype}{text}"
        )
    if cells.dtype.kind in "fO":  # NaN is the one value that differs from itself
        unknown = np.argwhere(cells != cells)  # noqa: PLR0124
        if len(unknown):
            row, column = unknown[0].tolist()
            raise ValueError(f"grid[{row}][{column}] must be true or false, got nan")
    if cells.dtype.kind in "if" and cells.size and cells.min() < 0:
        row, column = np.argwhere(cells < 0)[0].tolist()
        raise ValueError(
            f"grid[{row}][{column}] is {cells[row, column]}: a cell is solid if it is true, and so "
            "is a number below 0. If such a cell is empty, pass numpy.asarray(grid) >= 0"
        )
    return cells.astype(np.bool_)


def _size(size: float, name: str, count: int) -> float:
    """Return the size of cells along one axis, so many of which must not reach too far."""
    length = _length(size, name)
    if count * length > LIMIT:
        raise ValueError(
            f"{name} must keep the map's edge within 1e12, got {shown(size)} for {count} cells"
        )
    return length


def merges(one_way: tuple[float, float] | None) -> tuple[bool, bool]:
    """Whether cells merge with their left and right neighbors, and with those above and below.

    They do not merge across edges that stop things. These are edges whose normal is within 60
    degrees of `one_way`.
    """
    if one_way is None:
        return True, True
    dx, dy = one_way
    length = hypot(dx, dy)
    return 2.0 * abs(dx) < length, 2.0 * abs(dy) < length


def _planks(columns: Indices, rows: Indices, one_way: tuple[float, float]) -> _Corners:
    """Return the rectangles of one-way cells, which are given row by row: top, left, bottom and
    right, of which the last two are exclusive.
    """
    in_rows, in_columns = merges(one_way)
    if in_rows:
        first, last = _runs(rows, columns)
        return rows[first], columns[first], rows[first] + 1, columns[last] + 1
    if not in_columns:
        return rows, columns, rows + 1, columns + 1
    order = np.lexsort((rows, columns))
    columns, rows = columns[order], rows[order]
    first, last = _runs(columns, rows)
    order = np.lexsort((columns[first], rows[first]))
    first, last = first[order], last[order]
    return rows[first], columns[first], rows[last] + 1, columns[first] + 1


def _runs(lines: Indices, places: Indices) -> tuple[Indices, Indices]:
    """Return the indices of the first and last cell of each sequence of neighbors in a line, given
    cells line by line.
    """
    is_first, is_last = np.ones((2, len(lines)), np.bool_)
    is_first[1:] = is_last[:-1] = (lines[1:] != lines[:-1]) | (places[1:] != places[:-1] + 1)
    return np.flatnonzero(is_first), np.flatnonzero(is_last)


def _length(size: float, name: str) -> float:
    length = number(size, name)
    if length <= 0.0:
        raise ValueError(f"{name} must be above 0, got {shown(size)}")
    return length


def _far_blocks(columns: Indices, rows: Indices) -> _Corners:
    """Return the same as `_blocks`, given cells row by row. It needs no grid, but more time for
    cells that fill one.
    """
    order = np.lexsort((rows, columns))
    first, last = (order[ends] for ends in _runs(columns[order], rows[order]))
    lengths = rows[last] - rows[first] + 1
    top, bottom = np.empty_like(rows), np.empty_like(rows)
    top[order] = np.repeat(rows[first], lengths)
    bottom[order] = np.repeat(rows[last] + 1, lengths)
    found = []
    for spanned in (np.arange(len(rows)), np.flatnonzero(top < rows)):  # rows, and pairs of rows
        if len(spanned):
            first, last = _runs(rows[spanned], columns[spanned])
            tops = np.maximum.reduceat(top[spanned], first)
            bottoms = np.minimum.reduceat(bottom[spanned], first)
            left, right = columns[spanned[first]], columns[spanned[last]] + 1
            found.append((tops, left, bottoms, right))
    corners = np.concatenate([np.array(some) for some in found], axis=1)
    corners = corners[:, np.lexsort(corners[[3, 1, 0]])]
    is_new = np.ones(corners.shape[1], np.bool_)
    is_new[1:] = np.diff(corners).any(axis=0)
    top, left, bottom, right = corners[:, is_new]
    return top, left, bottom, right


def _blocks(solid: Cells) -> _Corners:
    """Return the rectangles of a grid of cells: top, left, bottom and right, of which the last two
    are exclusive.
    """
    rows, columns = solid.shape
    # An empty last column ends the last span of every row, inside the array.
    width = columns + 1
    cells = np.zeros((rows, width), np.bool_)
    cells[:, :columns] = solid
    common = cells.copy()
    common[1:] &= cells[:-1]
    common[:1] = False
    spans = np.concatenate((_spans(cells), _spans(common)))
    row, left = np.divmod(spans[:, 0], width)
    right = spans[:, 1] - row * width
    # The nearest empty rows above and below each cell, and then above and below the whole span. No
    # variable
    # keeps a large array: memory that is still in the cache is used for the next one.
    row_numbers = np.arange(rows, dtype=np.int32)[:, None]
    top = 1 + _reduce_spans(
        np.maximum,
        np.maximum.accumulate(np.where(cells, np.int32(-1), row_numbers), axis=0),
        spans,
    )
    bottom = _reduce_spans(
        np.minimum,
        np.minimum.accumulate(np.where(cells, np.int32(rows), row_numbers)[::-1], axis=0)[::-1],
        spans,
    )
    # Deduplicate: top, left and right determine the bottom.
    _, first = np.unique((top * width + left) * width + right, return_index=True)
    return top[first], left[first], bottom[first], right[first]


def _spans(cells: Cells) -> Indices:
    """Return begin and end of each sequence of true cells, as positions in the flat array: (n,
    2).
    """
    padded = np.zeros(cells.size + 1, np.bool_)
    padded[1:] = cells.ravel()  # no span crosses the end of a row: the last column is empty
    return np.flatnonzero(padded[1:] != padded[:-1]).reshape(-1, 2)


def _reduce_spans(function: np.ufunc, values: npt.NDArray[np.int32], spans: Indices) -> Indices:
    """Return the maximum or minimum of the values in each span."""
    if not len(spans):
        return np.empty(0, np.intp)
    # `reduceat` reduces from each index to the next: every other result belongs to a gap.
    results: Indices = function.reduceat(values.ravel(), spans.ravel())[::2].astype(np.intp)
    return results


def _rects(
    corners: _Corners, tile_width: float, tile_height: float, shared: dict[str, Any]
) -> tuple[Rect, ...]:
    """Return rectangles with exactly these edges, and with the arguments they share."""
    top, left, bottom, right = (corner.astype(np.float64) for corner in corners)
    x, width, across = _exact(left * tile_width, right * tile_width)
    y, height, down = _exact(top[across] * tile_height, bottom[across] * tile_height)
    return tuple(
        unchecked_many(
            Rect,
            len(y),
            x=x[down],
            y=y,
            width=width[down],
            height=height,
            angle=0.0,
            **shared,
        )
    )


def _exact(start: Floats, stop: Floats) -> tuple[Floats, Floats, Indices]:
    """Return starts and lengths whose rounded sums are exactly the stops, and their intervals.

    A rectangle stores its width, so its right edge is a rounded sum. The rounded difference makes
    that sum exact, except for rare intervals in which both this sum and the sums of the neighbors
    of the difference are halfway between two floats. Such an interval is covered by two overlapping
    intervals: one that is too short by one unit in the last place, and the right half, whose width
    is exact (P. Sterbenz, "Floating-Point Computation", 1974, theorem 4.3.1).
    """
    length = stop - start
    intervals = np.arange(len(start))
    inexact = np.flatnonzero(start + length != stop)
    if not len(inexact):  # as for tiles of 16 pixels
        return start, length, intervals
    length[inexact] = np.where(
        start[inexact] + length[inexact] > stop[inexact],
        np.nextafter(length[inexact], 0.0),
        length[inexact],
    )
    order = np.argsort(np.concatenate((intervals, inexact)), kind="stable")
    starts = np.concatenate((start, stop[inexact] / 2.0))[order]
    lengths = np.concatenate((length, stop[inexact] / 2.0))[order]
    return starts, lengths, np.concatenate((intervals, inexact))[order]
