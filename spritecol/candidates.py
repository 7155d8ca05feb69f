"""`candidate_pairs`: the broad phase of the sprites for anybody's boxes."""

import cython
import numpy
from cython.cimports.spritecol.broad_phase import cross_pairs, self_pairs
from cython.cimports.spritecol.index_pairs import IndexPairs
from cython.cimports.spritecol.storage import Box

from spritecol.limits import LIMIT, number, shown


def as_boxes(aabbs, name):
    """An (n, 4) array of float64, side by side in memory, or an error that says what is wrong."""
    array: object
    try:
        array = numpy.asarray(aabbs)
    except ValueError as error:  # rows of unequal length
        raise ValueError(f"{name} must have the shape (n, 4), got {shown(aabbs)}") from error
    if array.dtype.kind == "O":  # Fractions, say, or whole numbers beyond 64 bits
        try:
            array = numpy.array([number(item, name) for item in array.flat]).reshape(array.shape)
        except TypeError as error:
            raise TypeError(f"{name} must be an array of numbers, got {shown(aabbs)}") from error
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} must be an array of numbers, got {shown(aabbs)}")
    if array.size == 0 and array.ndim < 2:
        return numpy.empty((0, 4))
    if array.ndim != 2 or array.shape[1] != 4:
        raise ValueError(f"{name} must have the shape (n, 4), got {array.shape}")
    array = numpy.require(array, numpy.float64, ["C", "W"])  # a frozen one is copied
    bad: object = ~(numpy.abs(array) <= LIMIT).all(axis=1)
    if bad.any():
        row = int(bad.argmax())
        raise ValueError(
            f"{name}[{row}] must be finite and within {LIMIT:g}, got {array[row].tolist()}"
        )
    bad = (array[:, 0] > array[:, 2]) | (array[:, 1] > array[:, 3])
    if bad.any():
        row = int(bad.argmax())
        raise ValueError(
            f"{name}[{row}] must be left, top, right, bottom with left <= right and "
            f"top <= bottom, got {array[row].tolist()}"
        )
    return array


def candidate_pairs(aabbs, other=None):
    """Which boxes overlap: every pair once, as an intp array of shape (k, 2), sorted.

    `aabbs` is an array of shape (n, 4), or what NumPy makes one of: a box a row, (left, top, right,
    bottom). The pairs are positions (i, j) in it with i < j. With `other`, an array of shape
    (m, 4), they are positions (i, j) in `aabbs` and in `other`.

    Overlap is strict (a.left < b.right and so on): boxes that only touch do not overlap, and a box
    without area overlaps what it lies inside of. Nothing is kept from call to call.

    ValueError for another shape, for numbers that are not finite or beyond 1e12, and where left is
    greater than right or top greater than bottom; TypeError for what are no numbers.

    >>> candidate_pairs([[0, 0, 10, 10], [9, 9, 12, 12], [10, 0, 20, 10]]).tolist()
    [[0, 1], [1, 2]]
    >>> candidate_pairs([[0, 0, 10, 10]], [[9, 9, 12, 12], [10, 0, 20, 10]]).tolist()
    [[0, 0]]
    """
    a: object = as_boxes(aabbs, "aabbs")
    b: object = a
    out: IndexPairs = IndexPairs()
    view_a: cython.double[:, ::1]
    view_b: cython.double[:, ::1]
    first_a: cython.pointer(Box)
    first_b: cython.pointer(Box)
    if other is not None:
        b = as_boxes(other, "other")
    if len(a) == 0 or len(b) == 0:
        return out.array()
    view_a = a
    view_b = b
    first_a = cython.cast(cython.pointer(Box), cython.address(view_a[0, 0]))
    first_b = cython.cast(cython.pointer(Box), cython.address(view_b[0, 0]))
    if other is None:
        self_pairs(first_a, cython.NULL, view_a.shape[0], out)
    else:
        cross_pairs(
            first_a, cython.NULL, view_a.shape[0], first_b, cython.NULL, view_b.shape[0], out
        )
    out.sort(view_a.shape[0], len(b))
    return out.array()
