# cython: nonecheck=True
"""Morton numbers: the cells of a linear quadtree, counted along a Z.

Level L cuts a space into 2**L by 2**L cells. A cell's index within its level has the bits of its
column in the even places and those of its row in the odd ones, so the index of the cell round it,
one level up, is the same number without its last two bits:

    level 1   0 1        level 2   0  1  4  5
              2 3                  2  3  6  7
                                   8  9 12 13
                                  10 11 14 15

All cells in one row, level after level, have the linear numbers 0 (the root), 1..4, 5..20 and on.

Every function takes whole numbers, and gives `int`, or arrays and lists of them, and gives arrays
(broadcast like those of any NumPy function): uint64 from `encode`, which fills 64 bits, int64 from
all others.
"""

import operator

import cython
import numpy
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol.spatial._arguments import as_boxes, read_bounds, read_box
from cython.cimports.spritecol.spatial._grid import (
    Range,
    Space,
    height_of,
    range_of,
    read_depth,
    space_of,
)

from spritecol._numbers.limits import shown

# 64 bits of which every other block of 16, 8, 4, 2, 1 is set. (As C numbers, which a literal of
# this length would not be.)
WORDS = cython.declare(Number, 0x0000FFFF0000FFFF)
BYTES = cython.declare(Number, 0x00FF00FF00FF00FF)
NIBBLES = cython.declare(Number, 0x0F0F0F0F0F0F0F0F)
PAIRS = cython.declare(Number, 0x3333333333333333)
BITS = cython.declare(Number, 0x5555555555555555)

LAST_COORDINATE = 2**32 - 1
"""Greatest column or row of `encode`: two of them fill the 64 bits of a Morton number."""

LAST_MORTON = 2**64 - 1

LAST_LEVEL = 31
"""Finest level of `linear`, `parent` and `children`: its numbers are the last to fit in int64."""

LAST_LINEAR = (4 ** (LAST_LEVEL + 1) - 1) // 3 - 1

FIRSTS = numpy.array([(4**level - 1) // 3 for level in range(LAST_LEVEL + 1)], numpy.int64)
"""The linear number of each level's first cell."""


def interleave(ix: cython.uint, iy: cython.uint) -> Number:
    """The bits of ix in the even places, those of iy in the odd ones."""
    return spread(ix) | (spread(iy) << 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def spread(bits: Number) -> Number:
    """32 bits moved to the even places, by halving the blocks that stay together."""
    bits = (bits | (bits << 16)) & WORDS
    bits = (bits | (bits << 8)) & BYTES
    bits = (bits | (bits << 4)) & NIBBLES
    bits = (bits | (bits << 2)) & PAIRS
    return (bits | (bits << 1)) & BITS


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def gather(bits: Number) -> Number:
    """The 32 bits in the even places side by side: `spread` backwards."""
    bits &= BITS
    bits = (bits | (bits >> 1)) & PAIRS
    bits = (bits | (bits >> 2)) & NIBBLES
    bits = (bits | (bits >> 4)) & BYTES
    bits = (bits | (bits >> 8)) & WORDS
    return cython.cast(cython.uint, bits | (bits >> 16))


@cython.cfunc
def is_many(value: object) -> cython.bint:
    """Whether a value stands for many numbers."""
    return isinstance(value, (numpy.ndarray, list, tuple))


@cython.cfunc
def whole(value: object, name: str, first: object, last: object) -> object:
    """One whole number as an int, or an error."""
    try:
        result = operator.index(value)
    except TypeError:
        raise TypeError(
            f"{name} must be a whole number or an array of them, got {shown(value)}"
        ) from None
    if not first <= result <= last:
        raise ValueError(f"{name} must be from {first} to {last}, got {shown(value)}")
    return result


@cython.cfunc
def wholes(value: object, name: str, first: object, last: object) -> object:
    """Whole numbers as an array of uint64, or an error that names the first that is wrong."""
    if not is_many(value):
        return numpy.uint64(whole(value, name, first, last))
    array: object = numpy.asarray(value)
    if not array.size:
        return array.astype(numpy.uint64)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be a whole number or an array of them, got {shown(value)}")
    for bad in (int(array.min()), int(array.max())):
        whole(bad, name, first, last)
    return array.astype(numpy.uint64)


def encode(ix, iy):
    """The Morton number of the cell in column ix and row iy, each from 0 to 2**32 - 1.

    >>> encode(2, 3)
    14
    """
    i: cython.Py_ssize_t
    if not is_many(ix) and not is_many(iy):
        return interleave(whole(ix, "ix", 0, LAST_COORDINATE), whole(iy, "iy", 0, LAST_COORDINATE))
    columns, rows = numpy.broadcast_arrays(
        wholes(ix, "ix", 0, LAST_COORDINATE), wholes(iy, "iy", 0, LAST_COORDINATE)
    )
    result: object = numpy.empty(columns.shape, numpy.uint64)
    x: cython.const[Number][::1] = numpy.ascontiguousarray(columns).reshape(-1)
    y: cython.const[Number][::1] = numpy.ascontiguousarray(rows).reshape(-1)
    out: Number[::1] = result.reshape(-1)
    for i in range(out.shape[0]):
        out[i] = interleave(x[i], y[i])
    return result


def decode(m):
    """The column and the row of the cell with Morton number m: `encode` backwards.

    >>> decode(14)
    (2, 3)
    """
    i: cython.Py_ssize_t
    bits: Number
    if not is_many(m):
        bits = whole(m, "m", 0, LAST_MORTON)
        return gather(bits), gather(bits >> 1)
    numbers: object = numpy.ascontiguousarray(wholes(m, "m", 0, LAST_MORTON))
    result: object = numpy.empty((2, *numbers.shape), numpy.int64)
    given: cython.const[Number][::1] = numbers.reshape(-1)
    out: cython.longlong[:, ::1] = result.reshape(2, -1)
    for i in range(given.shape[0]):
        out[0, i] = gather(given[i])
        out[1, i] = gather(given[i] >> 1)
    return result[0], result[1]


def locate(left, top, right, bottom, bounds, depth):
    """The smallest cell that holds a box, as (level, index within the level).

    `bounds` is (left, top, right, bottom) of the space, `depth` its finest level, 0 to 16. Where
    the Morton numbers of the finest cells at two corners differ, in XOR, the highest pair of bits
    tells the level. The right and bottom bounds belong to the last cells. A box that sticks out of
    the bounds is a ValueError.

    >>> locate(2.1, 2.1, 3.9, 3.9, bounds=(0, 0, 4, 4), depth=2)
    (1, 3)
    """
    edges: Box
    box: Box
    space: Space
    i: cython.Py_ssize_t
    values: tuple = (left, top, right, bottom)
    read_bounds(bounds, cython.address(edges))
    space = space_of(cython.address(edges), read_depth(depth))
    if not any(is_many(value) for value in values):
        read_box(values, "the box", cython.address(box))
        return locate_one(cython.address(space), cython.address(box))
    columns: object = numpy.broadcast_arrays(*values)
    shape: tuple = columns[0].shape
    boxes: object = as_boxes(numpy.stack([c.reshape(-1) for c in columns], axis=-1), "boxes")
    given: cython.const[cython.double][:, ::1] = boxes
    result: object = numpy.empty((2, len(boxes)), numpy.int64)
    out: cython.longlong[:, ::1] = result
    for i in range(given.shape[0]):
        box.left, box.top, box.right, box.bottom = (
            given[i, 0],
            given[i, 1],
            given[i, 2],
            given[i, 3],
        )
        out[0, i], out[1, i] = locate_one(cython.address(space), cython.address(box))
    return result[0].reshape(shape), result[1].reshape(shape)


@cython.cfunc
def locate_one(space: cython.pointer(cython.const[Space]), box: cython.pointer(cython.const[Box])):
    """Level and index of one box, which must lie within the space."""
    cells: Range
    height: cython.int
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
    cells = range_of(space, box)
    height = height_of(cells)
    return space.depth - height, interleave(cells.x1 >> height, cells.y1 >> height)


def linear(level, index):
    """The number of a cell among those of all levels: (4**level - 1) / 3 + index.

    `level` is from 0 to 31, `index` from 0 to 4**level - 1.

    >>> linear(2, 15)
    20
    """
    if not is_many(level) and not is_many(index):
        level = whole(level, "level", 0, LAST_LEVEL)
        return (4**level - 1) // 3 + whole(index, f"index on level {level}", 0, 4**level - 1)
    levels, indices = numpy.broadcast_arrays(
        wholes(level, "level", 0, LAST_LEVEL).astype(numpy.int64),
        wholes(index, "index", 0, 4**LAST_LEVEL - 1).astype(numpy.int64),
    )
    bad: object = indices >= numpy.left_shift(1, 2 * levels)
    if bad.any():
        linear(int(levels[bad].flat[0]), int(indices[bad].flat[0]))
    return FIRSTS[levels] + indices


def parent(n):
    """The linear number of the cell round cell n, from 1: the root has none.

    >>> parent(27), parent(24)
    (6, 5)
    """
    if not is_many(n):
        return (whole(n, "n", 1, LAST_LINEAR) - 1) >> 2
    return (wholes(n, "n", 1, LAST_LINEAR).astype(numpy.int64) - 1) >> 2


def children(n):
    """The linear numbers of the four cells inside cell n; for an array one more axis, of four.

    >>> children(5)
    (21, 22, 23, 24)
    """
    if not is_many(n):
        first = 4 * whole(n, "n", 0, (LAST_LINEAR - 4) // 4) + 1
        return first, first + 1, first + 2, first + 3
    firsts: object = 4 * wholes(n, "n", 0, (LAST_LINEAR - 4) // 4).astype(numpy.int64) + 1
    return firsts[..., None] + numpy.arange(4)
