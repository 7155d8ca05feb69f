"""Where the cells and objects of a map of Tiled are drawn, by the map's orientation.

The formulas come from Tiled's renderers, and round to whole numbers like these.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import atan2, degrees, hypot, sqrt
from typing import Any
from xml.etree.ElementTree import Element

import attrs
import numpy as np
import numpy.typing as npt
import shapely

from spritecol._support.range_check import shown
from spritecol.shapes import Capsule, Circle, Ellipse, Polygon, Rect, Segment, Shape
from spritecol.tiles import merges, shapes_of_cells

MapCells = npt.NDArray[np.intp]
"""Two numbers for each cell: its column and its row."""
MOST_COVERED = 256
"""The most cells of a tile that merges cell by cell. A larger one is united as one area, so that a
picture on a grid of single pixels costs no more than another.
"""
CornerGrid = npt.NDArray[np.float64]
Areas = npt.NDArray[np.object_]
"""Polygons of shapely."""
Offset = tuple[float, float]

FROM_ABOVE = (0.0, -1.0)
"""The value of `one_way` of a platform that stops what falls on it."""


class Grid:
    """Rectangular cells, in pixels of the map. Subclasses describe grids of other cells.

    Attributes:
        size: the size of a tile that is drawn as large as a cell.
        height: the height of the box around a cell. Images stand on its lower left corner.
        corners: the corners of a cell, relative to the top left corner of its box.
        cell: the shape of a whole tile of a layer; None if it is as large as its image.
        alignment: the alignment of tile objects if the tileset has none.
        turns_by_60: whether tiles are rotated like hexagons.
    """

    alignment = "bottomleft"
    turns_by_60 = False
    cell: Shape | None = None

    def __init__(self, width: float, height: float) -> None:
        self.size = width, height
        self.height = height
        self.corners: Sequence[Offset] = [(0, 0), (width, 0), (width, height), (0, height)]

    def start(self, column: int, row: int) -> Offset:
        """Return the position for the sprite of a layer with this first cell."""
        return column * self.size[0], row * self.size[1]

    def boxes(self, columns: Any, rows: Any) -> CornerGrid:
        """Return the top left corners of the boxes around cells."""
        return np.column_stack((columns * self.size[0], rows * self.size[1]))

    def areas(self, boxes: CornerGrid) -> Areas:
        """Return the areas of cells, given their boxes."""
        areas: Areas = shapely.polygons(boxes[:, None] + self.corners)
        return areas

    def merged(
        self, cells: MapCells, boxes: CornerGrid, keywords: Mapping[str, Any]
    ) -> Sequence[Shape]:
        """Return few shapes without seams that cover at least one cell. Boxes of cells are also
        given.
        """
        columns, rows = cells.T
        return shapes_of_cells(columns, rows, *self.size, **keywords)

    def covered(self, shape: Shape) -> Sequence[tuple[int, int]]:
        """Return the cells that the shape of a tile consists of, counted from the tile's own; none
        if it is not made of whole cells, or is large.
        """
        bounds = [edge / size for edge, size in zip(shape.bounds, self.size * 2, strict=True)]
        left, top, right, bottom = map(int, bounds)
        if bounds != [left, top, right, bottom] or (right - left) * (bottom - top) > MOST_COVERED:
            return ()
        # The lower cells of a one-way tile would stop things, too. Above and left of the map, only
        # whole sizes are exact.
        is_plain = shape.one_way is None and not any(size % 1 for size in self.size)
        if bounds != [0, 0, 1, 1] and not is_plain:
            return ()
        is_box = (isinstance(shape, Rect) and not shape.angle) or (
            shape.geometry.equals(shapely.box(*shape.bounds))
        )
        return tuple(product(range(left, right), range(top, bottom))) if is_box else ()

    def merges(self, one_way: Offset | None) -> tuple[bool, bool]:
        """Whether cells merge with their neighbors in the row, and with those in the column."""
        return merges(one_way)

    def whole(self, left: float, top: float, width: float, height: float, shift: Offset) -> Shape:
        """Return the shape of a whole tile object, given the box of its image, which is then
        shifted.
        """
        return Rect(left + shift[0], top + shift[1], width, height)

    def place(self, x: float, y: float) -> Offset:
        """Return where an object is drawn."""
        return x, y

    def drawn(self, shape: Shape) -> Sequence[Shape]:
        """Return the drawn outline of an object's shape, relative to the object."""
        return [shape]


class Slanted(Grid):
    """Cells that are not upright rectangles. A whole tile has the form of its cell."""

    def covered(self, shape: Shape) -> Sequence[tuple[int, int]]:
        return ((0, 0),) if shape.geometry.equals(shapely.Polygon(self.corners)) else ()

    def whole(self, left: float, top: float, width: float, height: float, shift: Offset) -> Shape:
        """A cell at the foot of the image, as wide as it is; a shift fits images to cells."""
        low = np.min(self.corners, axis=0)
        across, down = np.max(self.corners, axis=0) - low
        high = min(height, width * down / across)
        shares = (self.corners - low) / (across, down)
        return Polygon(shares * (width, high) + (left, top + height - high))


class Oblique(Slanted):
    """Parallelograms, with objects in the plane of the ground: rectangular cells that are sheared.

    Args:
        width, height: of a tile.
        skew_x: by how much each row is shifted to the right.
        skew_y: by how much each column is shifted down.
    """

    def __init__(self, width: float, height: float, skew_x: float, skew_y: float) -> None:
        super().__init__(width, height)
        self.skew_x, self.skew_y = skew_x, skew_y
        # The lower left corner of the box is that of the cell.
        self.corners = [
            (-skew_x, 0.0),
            (width - skew_x, skew_y),
            (width, height + skew_y),
            (0.0, height),
        ]
        self.cell = Polygon(self.corners)

    def start(self, column: int, row: int) -> Offset:
        return self.place(column * self.size[0], row * self.size[1])

    def boxes(self, columns: Any, rows: Any) -> CornerGrid:
        width, height = self.size
        x, y = self.place(columns * width, (rows + 1) * height)
        return np.column_stack((x, y - height))

    def merged(
        self, cells: MapCells, boxes: CornerGrid, keywords: Mapping[str, Any]
    ) -> Sequence[Shape]:
        rects = super().merged(cells, boxes, keywords)
        return [attrs.evolve(shape, **keywords) for rect in rects for shape in self.drawn(rect)]

    def place(self, x: Any, y: Any) -> tuple[Any, Any]:
        """Follows `ObliqueRenderer::transform`."""
        return x + y * self.skew_x / self.size[1], y + x * self.skew_y / self.size[0]

    def drawn(self, shape: Shape) -> Sequence[Shape]:
        return projected(shape, self.place)


class Diamonds(Slanted):
    """Cells in rows or columns that are shifted against each other.

    Attributes:
        half: the vector from the top corner of a diamond to its right corner.
    """

    half: Offset

    def start(self, column: int, row: int) -> Offset:
        return 0.0, 0.0

    def merged(
        self, cells: MapCells, boxes: CornerGrid, keywords: Mapping[str, Any]
    ) -> Sequence[Shape]:
        if keywords["one_way"] is not None:
            return [Polygon(box + self.corners, **keywords) for box in boxes]
        return self.joined(boxes, keywords)

    def joined(self, boxes: CornerGrid, keywords: Mapping[str, Any]) -> Sequence[Shape]:
        """Return parallelograms: rectangles of a grid whose axes are the sides of the diamonds."""
        right, down = ((boxes - boxes[0]) / self.half).T
        columns, rows = (
            np.rint(twice / 2).astype(np.intp) for twice in (right + down, down - right)
        )
        made = []
        for rect in shapes_of_cells(columns, rows, 1, 1):
            u, v = np.array(rect.corners).T
            ways = np.column_stack((u - v, u + v)) * self.half
            made.append(Polygon(boxes[0] + self.corners[0] + ways, **keywords))
        return made

    def merges(self, one_way: Offset | None) -> tuple[bool, bool]:
        """One-way cells do not merge, because each of their sides may stop something."""
        return one_way is None, one_way is None


class Isometric(Diamonds):
    """Diamonds in rows that run down to the right. Objects are in the plane of the ground.

    Args:
        width, height: the size of a cell.
        rows: the number of rows of the map. x is 0 at its left end.
        top: y of the top corner of the first cell.
    """

    alignment = "bottom"

    def __init__(self, width: float, height: float, rows: int, top: float = 0.0) -> None:
        super().__init__(width, height)
        self.half = width / 2, height / 2
        self.left, self.top = rows * width // 2, top
        peak = width // 2
        self.corners = [
            (peak, 0.0),
            (peak + width / 2, height / 2),
            (peak, height),
            (peak - width / 2, height / 2),
        ]
        self.cell = Polygon(self.corners)

    def boxes(self, columns: Any, rows: Any) -> CornerGrid:
        x = (columns - rows) * self.half[0] + self.left - self.corners[0][0]
        return np.column_stack((x, (columns + rows) * self.half[1] + self.top))

    def place(self, x: float, y: float) -> Offset:
        right, down = self._seen(x, y)
        return self.left + right, self.top + down

    def _seen(self, x: float, y: float) -> Offset:
        """Return how a vector on the ground is drawn. Both of its axes are in units of the cell
        height.
        """
        return (x - y) * self.half[0] / self.size[1], (x + y) / 2

    def drawn(self, shape: Shape) -> Sequence[Shape]:
        """An ellipse is in the parallelogram of its box, beside which Tiled draws it if a cell is
        not twice as wide as it is high.
        """
        return projected(shape, self._seen)


class Staggered(Diamonds):
    """Diamonds in a grid in which every other row or column is shifted by half a cell.

    Args:
        width, height: the size of a tile.
        by_column: whether columns are shifted down instead of rows to the right.
        even: whether the even rows or columns are shifted instead of the odd ones.
        side: the length of two more sides, which make the diamonds hexagons.
    """

    def __init__(
        self, width: float, height: float, by_column: bool, even: bool, side: float = 0.0
    ) -> None:
        super().__init__(width, height)
        self.by_column, self.even = by_column, even
        across, along = (side, 0.0) if by_column else (0.0, side)
        x, y = (width - across) // 2, (height - along) // 2
        self.half = x + across, y + along
        right, self.height = self.half[0] + x, self.half[1] + y
        outline = [
            (x, 0.0),
            (x + across, 0.0),
            (right, y),
            (right, y + along),
            (x + across, self.height),
            (x, self.height),
            (0.0, y + along),
            (0.0, y),
        ]
        self.corners = list(dict.fromkeys(outline))
        self.cell = Polygon(self.corners)

    def boxes(self, columns: Any, rows: Any) -> CornerGrid:
        lines = columns if self.by_column else rows
        shifted = lines % 2 != self.even
        x, y = self.half
        if self.by_column:
            return np.column_stack((columns * x, rows * self.height + shifted * y))
        return np.column_stack((columns * 2 * x + shifted * x, rows * y))


class Hexagonal(Staggered):
    """Hexagons."""

    turns_by_60 = True

    def joined(self, boxes: CornerGrid, keywords: Mapping[str, Any]) -> Sequence[Shape]:
        """Return areas of hexagons that share sides. They cannot merge into larger hexagons or
        parallelograms.
        """
        parts = shapely.get_parts(shapely.coverage_union_all(self.areas(boxes)))
        return [Polygon.from_geometry(part, **keywords) for part in parts]


def projected(shape: Shape, seen: Callable[[float, float], Offset]) -> Sequence[Shape]:
    """A shape on the ground as shapes on the screen, by a linear map."""
    match shape:
        case Circle(x, y, r):
            return [_projected_ellipse(x, y, r, r, seen)]
        case Ellipse(x, y, rx, ry):
            return [_projected_ellipse(x, y, rx, ry, seen)]
        case Rect(x, y, width, height) if width and height:
            return [Polygon([seen(*corner) for corner in shape.corners])]
        case Rect(x, y, width, height):
            return [Segment(*seen(x, y), *seen(x + width, y + height))]
        case Segment(x1, y1, x2, y2):
            return [Segment(*seen(x1, y1), *seen(x2, y2))]
        case Polygon():
            return [Polygon([seen(*point) for point in shape.points])]
        case Capsule(x1, y1, x2, y2, r):
            wide, high = (r, 0.0) if x1 == x2 else (0.0, r)
            between = Rect(x1 - wide, y1 - high, x2 - x1 + 2 * wide, y2 - y1 + 2 * high)
            ends = [_projected_ellipse(x, y, r, r, seen) for x, y in ((x1, y1), (x2, y2))]
            return [*projected(between, seen), *(ends if r else ())]
    return [shape]


def _projected_ellipse(
    x: float, y: float, rx: float, ry: float, seen: Callable[[float, float], Offset]
) -> Shape:
    """A projected ellipse, whose axes follow from a matrix times its transpose."""
    (a, c), (b, d) = seen(rx, 0.0), seen(0.0, ry)
    xx, xy, yy = a * a + b * b, a * c + b * d, c * c + d * d
    longest = sqrt((xx + yy) / 2 + hypot((xx - yy) / 2, xy))
    shortest = abs(a * d - b * c) / longest if longest else 0.0
    angle = degrees(atan2(2 * xy, xx - yy) / 2)
    return Ellipse(*seen(x, y), longest, shortest, angle=angle)


def grid_of(root: Element) -> Grid:
    """Return the grid of a map."""
    orientation = root.get("orientation", "orthogonal")
    width, height = float(root.attrib["tilewidth"]), float(root.attrib["tileheight"])
    if orientation == "orthogonal":
        return Grid(width, height)
    for key, size in (("tilewidth", width), ("tileheight", height)):
        if not 2 <= size < 1e6:
            raise ValueError(f"{key} must be from 2 to 1e6, got {shown(root.attrib[key])}")
    if orientation == "isometric":
        return Isometric(width, height, int(root.get("height", 0)))
    if orientation == "oblique":
        return _oblique(root, width, height)
    if orientation not in ("staggered", "hexagonal"):
        raise ValueError(
            "the map's orientation must be orthogonal, isometric, oblique, staggered or hexagonal, "
            f"got {shown(orientation)}"
        )
    by_column = _is_first(root, "staggeraxis", "x", "y")
    even = _is_first(root, "staggerindex", "even", "odd")
    if orientation == "staggered":
        return Staggered(width, height, by_column, even)
    side, most = float(root.get("hexsidelength", 0)), width if by_column else height
    if not 0 <= side <= most:
        raise ValueError(
            f"hexsidelength must be from 0 to {most:g}, the {'width' if by_column else 'height'} "
            f"of a tile, got {side:g}"
        )
    return Hexagonal(width, height, by_column, even, side)


def _oblique(root: Element, width: float, height: float) -> Oblique:
    skews = [float(root.get(key, 0)) for key in ("skewx", "skewy")]
    for key, skew in zip(("skewx", "skewy"), skews, strict=True):
        if not abs(skew) < 1e6:
            raise ValueError(f"{key} must be between -1e6 and 1e6, got {shown(root.attrib[key])}")
    if skews[0] * skews[1] == width * height:
        raise ValueError(
            f"skewx times skewy must not be {width * height:g}, tilewidth times tileheight, since "
            f"cells are flat then, got skewx {skews[0]:g} and skewy {skews[1]:g}"
        )
    return Oblique(width, height, *skews)


def _is_first(root: Element, key: str, first: str, default: str) -> bool:
    """Whether an attribute has the first of its two values."""
    value = root.get(key, default)
    if value not in (first, default):
        raise ValueError(f"{key} must be {first} or {default}, got {shown(value)}")
    return value == first
