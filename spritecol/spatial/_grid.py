"""Where a box lies in a space that is cut into cells.

A box that sticks out of the space belongs to the outermost cells. That loses no overlap: every step
from a coordinate to its cell is monotone, the rounding and the cut at the bounds too, so a greater
coordinate never has a smaller cell. Of two boxes that overlap neither begins beyond the other's
end, on either axis; so their ranges of cells overlap as well, and they meet in some finest cell.
"""

import operator

import cython

from spritecol._numbers.limits import shown

LAST_DEPTH = 16
"""Finest level of a space: 65,536 cells along a side, so that a column fits in 16 bits."""


def read_depth(depth: object) -> cython.int:
    """The number of the finest level, or an error."""
    try:
        result = operator.index(depth)
    except TypeError:
        raise TypeError(f"depth must be a whole number, got {shown(depth)}") from None
    if not 0 <= result <= LAST_DEPTH:
        raise ValueError(f"depth must be from 0 to {LAST_DEPTH}, got {shown(depth)}")
    return result


def space_of(bounds: cython.pointer(cython.const[Box]), depth: cython.int) -> Space:
    """Bounds cut into 2**depth by 2**depth cells."""
    space: Space
    space.bounds = bounds[0]
    space.depth = depth
    space.cells = 1 << depth
    space.cell_width = (bounds.right - bounds.left) / space.cells
    space.cell_height = (bounds.bottom - bounds.top) / space.cells
    return space


def axis_cell(
    value: cython.double, start: cython.double, size: cython.double, cells: cython.int
) -> cython.int:
    """Which of the cells along an axis holds a coordinate; the outermost for those beyond."""
    quotient: cython.double = (value - start) / size
    if quotient >= cells:
        return cells - 1
    if quotient > 0.0:
        return cython.cast(cython.int, quotient)
    return 0  # also where cells have no size left and the quotient, 0 / 0, is no number


def range_of(
    space: cython.pointer(cython.const[Space]), box: cython.pointer(cython.const[Box])
) -> Range:
    """The finest cells under a box."""
    result: Range
    cells: cython.int = space.cells
    result.x1 = axis_cell(box.left, space.bounds.left, space.cell_width, cells)
    result.y1 = axis_cell(box.top, space.bounds.top, space.cell_height, cells)
    result.x2 = axis_cell(box.right, space.bounds.left, space.cell_width, cells)
    result.y2 = axis_cell(box.bottom, space.bounds.top, space.cell_height, cells)
    return result


def bit_length(number: cython.uint) -> cython.int:
    """How many bits a number has: 0 for 0, 3 for 4."""
    length: cython.int = 0
    while number:
        number >>= 1
        length += 1
    return length


def height_of(range: Range) -> cython.int:
    """How many levels above the finest one cell holds the whole range.

    The XOR of the corners' cells: its highest bit is the coarsest line that runs between them.
    """
    return bit_length((range.x1 ^ range.x2) | (range.y1 ^ range.y2))
