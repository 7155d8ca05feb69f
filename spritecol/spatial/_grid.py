"""Which cells of a space a box covers.

A box that extends beyond the space is clamped to the outermost cells. This misses no overlap. Every
step from a coordinate to its cell is monotone, including the rounding and the clamping, so a larger
coordinate never has a smaller cell. If two boxes overlap, neither begins beyond the other's end on
either axis. Hence their ranges of cells overlap too, and they share at least one finest cell.
"""

import cython
from cython import cast, double, pointer, uint

from spritecol._support.range_check import whole_number

LAST_DEPTH = 16
"""The finest level of a space: 65,536 cells along each axis, so that a column fits in 16 bits."""


def read_depth(depth: object) -> cython.int:
    """The number of the finest level, validated."""
    return whole_number(depth, "depth", 0, LAST_DEPTH)


def space_of(bounds: pointer(cython.const[Box]), depth: cython.int) -> Space:
    """Bounds divided into 2**depth by 2**depth cells."""
    space: Space
    space.bounds = bounds[0]
    space.depth = depth
    space.cells = 1 << depth
    space.cell_width = (bounds.right - bounds.left) / space.cells
    space.cell_height = (bounds.bottom - bounds.top) / space.cells
    return space


def axis_cell(value: double, start: double, size: double, cells: cython.int) -> cython.int:
    """The cell along an axis that contains a coordinate, clamped to the outermost cells."""
    quotient: double = (value - start) / size
    if quotient >= cells:
        return cells - 1
    if quotient > 0.0:
        return cast(cython.int, quotient)
    return 0  # also where the cell size underflows to 0 and the quotient, 0 / 0, is NaN


def range_of(space: pointer(cython.const[Space]), box: pointer(cython.const[Box])) -> CellRange:
    """The finest cells that a box covers."""
    result: CellRange
    cells: cython.int = space.cells
    result.x1 = axis_cell(box.left, space.bounds.left, space.cell_width, cells)
    result.y1 = axis_cell(box.top, space.bounds.top, space.cell_height, cells)
    result.x2 = axis_cell(box.right, space.bounds.left, space.cell_width, cells)
    result.y2 = axis_cell(box.bottom, space.bounds.top, space.cell_height, cells)
    return result


def bit_length(number: uint) -> cython.int:
    """The number of bits in the binary form of a number: 0 for 0, 3 for 4."""
    length: cython.int = 0
    while number:
        number >>= 1
        length += 1
    return length


def height_of(span: CellRange) -> cython.int:
    """How many levels above the finest one a single cell contains the whole range.

    The highest set bit in the XOR of the corner cells marks the coarsest grid line between them.
    """
    return bit_length((span.x1 ^ span.x2) | (span.y1 ^ span.y2))
