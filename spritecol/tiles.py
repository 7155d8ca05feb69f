"""Merges the solid cells of a tile map into a few large rectangles, without seams between them.

Rectangles that only shared edges would leave seams: a segment along a shared edge is inside neither
of the two, and in a rotated map rounding could open a gap. So the rectangles overlap.

They are found as follows. A span is a maximal sequence of adjacent solid cells in one row, or of
columns that are solid in two neighboring rows. Each span is extended up and down as far as its
cells are solid. Then every point inside the solid area is inside a rectangle: a point inside a row
is inside that row's span, and a point on the line between two rows is inside the span common to
both. Spans of the same block extend to the same rectangle, so only a few are left.

One-way cells are merged only along a line of which no cell has a front of its own: seen from above
that is a row, since who stands on a lower row stands on its cells, inside the area of all.
"""

from __future__ import annotations

from collections.abc import Sequence, Sized
from itertools import product
from math import floor, hypot
from typing import TYPE_CHECKING, Any

from spritecol._support.arguments import arguments
from spritecol._support.lazy_imports import numpy as np
from spritecol._support.lazy_imports import shapely
from spritecol._support.polar import cos_sin
from spritecol._support.range_check import LIMIT, layer_bits, number, shown
from spritecol.shapes import Rect
from spritecol.shapes.base import as_name, direction, unchecked_many

__all__ = ["cell_of", "shapes_from_tiles"]

if TYPE_CHECKING:
    import numpy.typing as npt

    Cells = npt.NDArray[np.bool_]
    Indices = npt.NDArray[np.intp]
    Floats = npt.NDArray[np.float64]


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
) -> list[Rect]:
    """Cover the solid cells of a tile map with a few large rectangles.

    The rectangles overlap where they meet, so that nothing catches on a seam or slips through one:
    a sprite with these shapes as its `collision` hits exactly what the whole solid area would hit.

    With `one_way` a cell is merged only with those beside it, across the direction: from above each
    row of cells is a plank of its own, on which one can stand. Planks of two rows share an edge.

    Args:
        grid: rows of cells, topmost first; a cell is solid if it is true. An array of two
            dimensions, or anything that NumPy converts to one.
        tile_width: the width of a cell, in pixels. Column k begins at the float64 `k * tile_width`.
        tile_height: the height of a cell, in pixels.
        one_way: the side from which the rectangles stop what moves, such as (0, -1) for from above,
            or None for every side.
        layer: the layers that the rectangles are on, as bits; None uses the sprite's own.
        mask: the layers that they care for, likewise.
        name: what they are called, for `target_shapes` and the like.

    Returns:
        A list of rectangles in pixels, sorted by top edge, then by left edge. (0, 0) is the top
        left corner of the grid.

    Raises:
        TypeError: a size is not a number, the name is not text, or the grid contains anything but
            numbers and truth values.
        ValueError: the grid does not have two dimensions, contains NaN or a number below 0 (with
            which editors mark empty cells: pass `numpy.asarray(grid) >= 0`), a size is not
            positive, the map's far edge is beyond 1e12, `one_way` is (0, 0), or `layer` or `mask`
            has more than 64 bits.

    >>> shapes_from_tiles([[0, 1, 0], [1, 1, 1]], 16, 16)
    [Rect(16.0, 0.0, 16.0, 32.0), Rect(0.0, 16.0, 48.0, 16.0)]
    """
    solid = _cells(grid)
    across = _edges(tile_width, "tile_width", solid.shape[1])
    down = _edges(tile_height, "tile_height", solid.shape[0])
    front = None if one_way is None else direction(one_way, "one_way")
    shared = {
        "one_way": front,
        "layer": None if layer is None else layer_bits(layer, "layer"),
        "mask": None if mask is None else layer_bits(mask, "mask"),
        "name": as_name(name),
    }
    top, left, bottom, right = _blocks(solid) if front is None else _planks(solid, front)
    return _rects(across[left], down[top], across[right], down[bottom], shared)


def cell_of(hit: Any, tile_width: float, tile_height: float) -> tuple[int, int]:
    """Tell which cell of a tile map was hit.

    It is a cell that the hit shape has a part of, at the place of the hit. If two cells meet there,
    it is the one to the right or below. The map may be moved, turned, scaled and mirrored; it must
    be as it was when it was hit. Its cells are rectangles, not the diamonds of other maps of Tiled.

    Args:
        hit: a RayHit, SweepHit or Contact, whose `other` is the sprite of the map.
        tile_width: the width of a cell, in the pixels of its sprite.
        tile_height: the height of a cell.

    Returns:
        Its column and row; (0, 0) is the one at the top left, at the sprite's (0, 0).

    Raises:
        TypeError: it is not such a hit, or a size is not a number.
        ValueError: a size is not positive.

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
    place = _local(sprite, x, y)
    inside = _local(sprite, x - normal[0], y - normal[1])
    depth = hypot(inside[0] - place[0], inside[1] - place[1])
    # Further than rounding may have moved the place, and nothing beside a cell.
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
    return around[0][0], around[1][0]  # at a round shape, whose geometry is an outline of corners


def _local(sprite: Any, x: float, y: float) -> tuple[float, float]:
    """A point of the world as the shapes of a sprite see it."""
    center_x, center_y = sprite.center_x, sprite.center_y
    x -= sprite.x if sprite.offset_sync else sprite.x + center_x
    y -= sprite.y if sprite.offset_sync else sprite.y + center_y
    if sprite.collision_sync:
        cosine, sine = cos_sin(sprite.angle)
        x, y = x * cosine + y * sine, y * cosine - x * sine
        x, y = x / (sprite.scale_x or 1.0), y / (sprite.scale_y or 1.0)
    return x + center_x, y + center_y


def _cells(grid: Any) -> Cells:
    """The grid as an array of bools with two dimensions."""
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
            "grid must hold truth values or numbers, True or 1 where a cell is solid; got "
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


def _edges(size: float, name: str, count: int) -> Floats:
    """The coordinates at which the cells along one axis begin, and at which the last one ends."""
    length = _length(size, name)
    edges: Floats = np.arange(count + 1, dtype=np.float64) * length
    if edges[-1] > LIMIT:
        raise ValueError(
            f"{name} must keep the map's edge within 1e12, got {shown(size)} for {count} cells"
        )
    return edges


def merges(one_way: tuple[float, float] | None) -> tuple[bool, bool]:
    """Whether cells merge with those left and right of them, and with those above and below.

    They do not across edges that stop things, which are those whose normal leans at most 60 degrees
    from `one_way`.
    """
    if one_way is None:
        return True, True
    dx, dy = one_way
    length = hypot(dx, dy)
    return 2.0 * abs(dx) < length, 2.0 * abs(dy) < length


def _planks(
    solid: Cells, one_way: tuple[float, float]
) -> tuple[Indices, Indices, Indices, Indices]:
    """The rectangles in cells of a one-way map, like the results of `_blocks`."""
    in_rows, in_columns = merges(one_way)
    if in_rows:
        row, left, right = _runs(solid)
        return row, left, row + 1, right
    if not in_columns:
        row, left = np.nonzero(solid)
        return row, left, row + 1, left + 1
    left, top, bottom = _runs(solid.T)
    order = np.lexsort((left, top))
    return top[order], left[order], bottom[order], left[order] + 1


def _runs(cells: Cells) -> tuple[Indices, Indices, Indices]:
    """The row of each maximal sequence of true cells, its first column, and that after its last."""
    padded = np.pad(cells, ((0, 0), (0, 1)))
    spans = _spans(padded)
    row, left = np.divmod(spans[:, 0], padded.shape[1])
    return row, left, spans[:, 1] - row * padded.shape[1]


def _length(size: float, name: str) -> float:
    length = number(size, name)
    if length <= 0.0:
        raise ValueError(f"{name} must be above 0, got {shown(size)}")
    return length


def _blocks(solid: Cells) -> tuple[Indices, Indices, Indices, Indices]:
    """The rectangles in cells: top, left, bottom, right, the last two exclusive."""
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
    """Begin and end of each sequence of true cells, as positions in the flat array: (n, 2)."""
    padded = np.zeros(cells.size + 1, np.bool_)
    padded[1:] = cells.ravel()  # no span crosses the end of a row: the last column is empty
    return np.flatnonzero(padded[1:] != padded[:-1]).reshape(-1, 2)


def _reduce_spans(function: np.ufunc, values: npt.NDArray[np.int32], spans: Indices) -> Indices:
    """The maximum or minimum of the values in each span."""
    if not len(spans):
        return np.empty(0, np.intp)
    # `reduceat` reduces from each index to the next: every other result is that of a gap.
    results: Indices = function.reduceat(values.ravel(), spans.ravel())[::2].astype(np.intp)
    return results


def _rects(
    left: Floats,
    top: Floats,
    right: Floats,
    bottom: Floats,
    shared: dict[str, Any],
) -> list[Rect]:
    """Rectangles with exactly these edges, and what they share."""
    x, width, across = _exact(left, right)
    y, height, down = _exact(top[across], bottom[across])
    return unchecked_many(
        Rect,
        len(y),
        x=x[down],
        y=y,
        width=width[down],
        height=height,
        angle=0.0,
        **shared,
    )


def _exact(start: Floats, stop: Floats) -> tuple[Floats, Floats, Indices]:
    """Starts and lengths whose rounded sums are exactly the stops, and the intervals they cover.

    A rectangle stores its width, so its right edge is a rounded sum. The rounded difference makes
    that sum exact, except for rare intervals in which it is halfway between two floats, as are the
    sums of the neighbors of that difference. Such an interval is covered by two that overlap: one
    that is too short by one unit in the last place, and its right half, whose width is exact
    (P. Sterbenz, "Floating-Point Computation", 1974, theorem 4.3.1).
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
