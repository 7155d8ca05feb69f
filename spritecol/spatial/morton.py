# cython: nonecheck=True
"""Morton codes: the cells of a linear quadtree, numbered along a Z-shaped curve.

Level L divides a space into 2**L by 2**L cells. The index of a cell within its level has the bits
of its column in the even positions and the bits of its row in the odd positions. So the index of
its parent, one level up, is the same number without its last two bits:

    level 1   0 1        level 2   0  1  4  5
              2 3                  2  3  6  7
                                   8  9 12 13
                                  10 11 14 15

Linear numbers count the cells of all levels in one sequence: 0 is the root, 1..4 are the cells of
level 1, 5..20 are the cells of level 2, and so on.

Every function takes integers and returns `int`, or takes arrays and lists of them and returns
arrays (broadcast as by any NumPy function): uint64 from `encode`, which needs all 64 bits, and
int64 from all others.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.memory import memory_of
from cython.cimports.spritecol.spatial.candidate_pairs import read_bounds, read_box, read_boxes

from spritecol._support.lazy_imports import is_array, numpy
from spritecol._support.range_check import shown, whole_number

__all__ = ["children", "decode", "encode", "linear", "locate", "parent"]

# 64-bit masks in which every other block of 16, 8, 4, 2 or 1 bits is set. (Declared as C integers,
# since Cython treats literals of this length as Python ints.)
WORDS = C.declare(Code, 0x0000FFFF0000FFFF)
BYTES = C.declare(Code, 0x00FF00FF00FF00FF)
NIBBLES = C.declare(Code, 0x0F0F0F0F0F0F0F0F)
PAIRS = C.declare(Code, 0x3333333333333333)
BITS = C.declare(Code, 0x5555555555555555)

LAST_COORDINATE = 2**32 - 1
"""The largest column or row that `encode` takes. Two of them fill the 64 bits of a Morton code."""

LAST_MORTON = 2**64 - 1

LAST_DEPTH = 16
"""The finest level of a space: 65,536 cells along each axis, so that a column fits in 16 bits."""

LAST_LEVEL = 31
"""The finest level in `linear`, `parent` and `children`. It is the last whose numbers fit in
int64."""

LAST_LINEAR = (4 ** (LAST_LEVEL + 1) - 1) // 3 - 1


def __getattr__(name):
    """Make `FIRSTS` when it is first used: the linear number of each level's first cell."""
    if name != "FIRSTS":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
    firsts = [(4**level - 1) // 3 for level in range(LAST_LEVEL + 1)]
    return globals().setdefault(name, numpy.array(firsts, numpy.int64))


def interleave(ix: C.uint, iy: C.uint) -> Code:
    """Return the Morton code: the bits of ix in the even positions, the bits of iy in the odd
    ones.
    """
    return spread_bits(ix) | (spread_bits(iy) << 1)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def spread_bits(bits: Code) -> Code:
    """Move 32 bits to the even positions, splitting the blocks that stay together in half."""
    bits = (bits | (bits << 16)) & WORDS
    bits = (bits | (bits << 8)) & BYTES
    bits = (bits | (bits << 4)) & NIBBLES
    bits = (bits | (bits << 2)) & PAIRS
    return (bits | (bits << 1)) & BITS


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def compact(bits: Code) -> Code:
    """Move the 32 bits in the even positions together, the inverse of `spread_bits`."""
    bits &= BITS
    bits = (bits | (bits >> 1)) & PAIRS
    bits = (bits | (bits >> 2)) & NIBBLES
    bits = (bits | (bits >> 4)) & BYTES
    bits = (bits | (bits >> 8)) & WORDS
    return C.cast(C.uint, bits | (bits >> 16))


@C.cfunc
def is_array_like(value: object) -> C.bint:
    """Whether a value contains several numbers."""
    return isinstance(value, (list, tuple)) or is_array(value)


@C.cfunc
def read_whole(value: object, name: str, first: object, last: object) -> object:
    """Read one integer within a range."""
    if type(value) is int and first <= value <= last:
        return value
    return whole_number(value, name, first, last, kind="a whole number or an array of them")


@C.cfunc
def read_wholes(value: object, name: str, first: object, last: object) -> object:
    """Read integers within a range, as an array of uint64. An error names the first invalid
    integer.
    """
    if not is_array_like(value):
        return numpy.uint64(read_whole(value, name, first, last))
    array: object = numpy.asarray(value)
    if not array.size:
        return array.astype(numpy.uint64)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be a whole number or an array of them, got {shown(value)}")
    for extreme in (int(array.min()), int(array.max())):
        read_whole(extreme, name, first, last)
    return array.astype(numpy.uint64)


def encode(ix, iy):
    """Return the Morton code of the cell in column `ix` and row `iy`.

    Args:
        ix: the column, from 0 to 2**32 - 1, or an array of columns.
        iy: the row, from 0 to 2**32 - 1, or an array of rows.

    Returns:
        An int, or a uint64 array of the broadcast shape.

    Raises:
        TypeError: an argument is not a whole number or an array of them.
        ValueError: a number is out of range.

    >>> encode(2, 3)
    14
    """
    i: C.Py_ssize_t
    if not is_array_like(ix) and not is_array_like(iy):
        return interleave(
            read_whole(ix, "ix", 0, LAST_COORDINATE), read_whole(iy, "iy", 0, LAST_COORDINATE)
        )
    columns, rows = numpy.broadcast_arrays(
        read_wholes(ix, "ix", 0, LAST_COORDINATE), read_wholes(iy, "iy", 0, LAST_COORDINATE)
    )
    columns = numpy.ascontiguousarray(columns)
    rows = numpy.ascontiguousarray(rows)
    result: object = numpy.empty(columns.shape, numpy.uint64)
    count: C.Py_ssize_t = result.size
    if count:
        x: C.pointer(Code) = C.cast(C.pointer(Code), memory_of(columns))
        y: C.pointer(Code) = C.cast(C.pointer(Code), memory_of(rows))
        out: C.pointer(Code) = C.cast(C.pointer(Code), memory_of(result))
        for i in range(count):
            out[i] = interleave(C.cast(C.uint, x[i]), C.cast(C.uint, y[i]))
    return result


def decode(m):
    """Return the column and row of the cell with Morton code `m`. It is the inverse of `encode`.

    Args:
        m: a Morton code, from 0 to 2**64 - 1, or an array of them.

    Returns:
        Two ints (column, row), or two int64 arrays of the shape of `m`.

    Raises:
        TypeError: `m` is not a whole number or an array of them.
        ValueError: a code is out of range.

    >>> decode(14)
    (2, 3)
    """
    i: C.Py_ssize_t
    if not is_array_like(m):
        bits: Code = read_whole(m, "m", 0, LAST_MORTON)
        return compact(bits), compact(bits >> 1)
    numbers: object = numpy.ascontiguousarray(read_wholes(m, "m", 0, LAST_MORTON))
    result: object = numpy.empty((2, *numbers.shape), numpy.int64)
    count: C.Py_ssize_t = numbers.size
    if count:
        given: C.pointer(Code) = C.cast(C.pointer(Code), memory_of(numbers))
        out: C.p_longlong = C.cast(C.p_longlong, memory_of(result))
        for i in range(count):
            out[i] = compact(given[i])
            out[count + i] = compact(given[i] >> 1)
    return result[0], result[1]


def locate(left, top, right, bottom, bounds, depth):
    """Return the smallest cell that contains a box.

    The level follows from the highest pair of bits in which the Morton codes of the finest cells at
    two corners differ. The right and bottom bounds belong to the last cells.

    Args:
        left: the left edge of the box, or an array of left edges.
        top: the top edge, or an array of them.
        right: the right edge, or an array of them.
        bottom: the bottom edge, or an array of them.
        bounds: (left, top, right, bottom) of the space, in the unit of the box.
        depth: the finest level of the space, 0 to 16.

    Returns:
        Two ints (level, index within the level), or two int64 arrays of the broadcast shape.

    Raises:
        TypeError: an edge or a bound is not a number, or the depth is not a whole number.
        ValueError: the box extends beyond the bounds or is inside out, the bounds have no area, or
            a number is out of range.

    >>> locate(2.1, 2.1, 3.9, 3.9, bounds=(0, 0, 4, 4), depth=2)
    (1, 3)
    """
    bounds_box: Box
    box: Box
    i: C.Py_ssize_t
    values: tuple = (left, top, right, bottom)
    read_bounds(bounds, C.address(bounds_box))
    space: Space = space_of(C.address(bounds_box), read_depth(depth))
    if not [value for value in values if is_array_like(value)]:
        read_box(values, "the box", C.address(box))
        return locate_one(C.address(space), C.address(box))
    columns: object = numpy.broadcast_arrays(*values)
    shape: tuple = columns[0].shape
    boxes: object = read_boxes(numpy.stack([c.reshape(-1) for c in columns], axis=-1), "boxes")
    count: C.Py_ssize_t = len(boxes)
    result: object = numpy.empty((2, count), numpy.int64)
    if count:
        given: C.pointer(Box) = C.cast(C.pointer(Box), memory_of(boxes))
        out: C.p_longlong = C.cast(C.p_longlong, memory_of(result))
        for i in range(count):
            out[i], out[count + i] = locate_one(C.address(space), given + i)
    return result[0].reshape(shape), result[1].reshape(shape)


@C.cfunc
def locate_one(space: C.pointer(C.const[Space]), box: BoxRef):
    """Return the level and index of one box, which must be within the space."""
    bounds: Box = space.bounds
    if (
        box.left < bounds.left
        or box.top < bounds.top
        or box.right > bounds.right
        or box.bottom > bounds.bottom
    ):
        raise ValueError(
            "the box must lie within the bounds "
            f"{(bounds.left, bounds.top, bounds.right, bounds.bottom)}, "
            f"got {(box.left, box.top, box.right, box.bottom)}"
        )
    return place_of(space, range_of(space, box))


def linear(level, index):
    """Return the linear number of a cell, counted through all levels: (4**level - 1) / 3 + index.

    Args:
        level: from 0 to 31, or an array of levels.
        index: the Morton code within the level, from 0 to 4**level - 1, or an array of them.

    Returns:
        An int, or an int64 array of the broadcast shape.

    Raises:
        TypeError: an argument is not a whole number or an array of them.
        ValueError: a number is out of range.

    >>> linear(2, 15)
    20
    """
    if not is_array_like(level) and not is_array_like(index):
        level = read_whole(level, "level", 0, LAST_LEVEL)
        return (4**level - 1) // 3 + read_whole(index, f"index on level {level}", 0, 4**level - 1)
    levels, indices = numpy.broadcast_arrays(
        read_wholes(level, "level", 0, LAST_LEVEL).astype(numpy.int64),
        read_wholes(index, "index", 0, 4**LAST_LEVEL - 1).astype(numpy.int64),
    )
    cells: object = numpy.left_shift(1, 2 * levels)  # of each level
    bad: object = indices >= cells
    if bad.any():
        linear(int(levels[bad].flat[0]), int(indices[bad].flat[0]))
    return (cells - 1) // 3 + indices


def parent(n):
    """Return the linear number of the parent of cell `n`.

    Args:
        n: a linear number from 1 (the root has no parent), or an array of them.

    Returns:
        An int, or an int64 array of the shape of `n`.

    Raises:
        TypeError: `n` is not a whole number or an array of them.
        ValueError: a number is out of range.

    >>> parent(27), parent(24)
    (6, 5)
    """
    if not is_array_like(n):
        return (read_whole(n, "n", 1, LAST_LINEAR) - 1) >> 2
    return (read_wholes(n, "n", 1, LAST_LINEAR).astype(numpy.int64) - 1) >> 2


def children(n):
    """Return the linear numbers of the four children of cell `n`.

    Args:
        n: a linear number of a cell above level 31, or an array of them.

    Returns:
        A tuple of four ints, or an int64 array of the shape of `n` with one more axis of length 4.

    Raises:
        TypeError: `n` is not a whole number or an array of them.
        ValueError: a number is out of range.

    >>> children(5)
    (21, 22, 23, 24)
    """
    if not is_array_like(n):
        first = 4 * read_whole(n, "n", 0, (LAST_LINEAR - 4) // 4) + 1
        return first, first + 1, first + 2, first + 3
    firsts: object = 4 * read_wholes(n, "n", 0, (LAST_LINEAR - 4) // 4).astype(numpy.int64) + 1
    return firsts[..., None] + numpy.arange(4)


# Which cells of a space a box covers ------------------------------------------------------------ A
# box that extends beyond the space is clamped to the outermost cells. This misses no overlap. Every
# step from a coordinate to its cell is monotone, including the rounding and the clamping, so a
# larger coordinate never has a smaller cell. If two boxes overlap, neither begins beyond the
# other's end on either axis. So their ranges of cells overlap, too, and they share at least one
# finest cell.


def read_depth(depth: object) -> C.int:
    """The number of the finest level, validated."""
    return whole_number(depth, "depth", 0, LAST_DEPTH)


def space_of(bounds: BoxRef, depth: C.int) -> Space:
    """Bounds divided into 2**depth by 2**depth cells."""
    space: Space
    space.bounds = bounds[0]
    space.depth = depth
    space.cells = 1 << depth
    space.cell_width = (bounds.right - bounds.left) / space.cells
    space.cell_height = (bounds.bottom - bounds.top) / space.cells
    return space


def axis_cell(value: C.double, start: C.double, size: C.double, cells: C.int) -> C.int:
    """The cell along an axis that contains a coordinate, clamped to the outermost cells."""
    quotient: C.double = (value - start) / size
    if quotient >= cells:
        return cells - 1
    if quotient > 0.0:
        return C.cast(C.int, quotient)
    return 0  # also where the cell size underflows to 0 and the quotient, 0 / 0, is NaN


def range_of(space: C.pointer(C.const[Space]), box: BoxRef) -> CellRange:
    """The finest cells that a box covers."""
    result: CellRange
    cells: C.int = space.cells
    result.x1 = axis_cell(box.left, space.bounds.left, space.cell_width, cells)
    result.y1 = axis_cell(box.top, space.bounds.top, space.cell_height, cells)
    result.x2 = axis_cell(box.right, space.bounds.left, space.cell_width, cells)
    result.y2 = axis_cell(box.bottom, space.bounds.top, space.cell_height, cells)
    return result


def bit_length(number: C.uint) -> C.int:
    """The number of bits in the binary form of a number: 0 for 0, 3 for 4."""
    length: C.int = 0
    while number:
        number >>= 1
        length += 1
    return length


def height_of(span: CellRange) -> C.int:
    """How many levels above the finest one a single cell contains the whole range.

    The highest set bit in the XOR of the corner cells marks the coarsest grid line between them.
    """
    return bit_length((span.x1 ^ span.x2) | (span.y1 ^ span.y2))


def place_of(space: C.pointer(C.const[Space]), span: CellRange) -> tuple:
    """The smallest cell that contains a range: its level, and its index within the level."""
    height: C.int = height_of(span)
    return space.depth - height, interleave(span.x1 >> height, span.y1 >> height)
