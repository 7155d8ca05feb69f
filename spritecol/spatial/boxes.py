# cython: nonecheck=True
# (The collector may have set fields to None when a __del__ or a weak reference still comes here.)
"""What users give as a box, made into four numbers, or an error that says why not."""

from collections.abc import Sequence

import cython
import numpy
from cython.cimports.cpython.float import PyFloat_AS_DOUBLE, PyFloat_Check
from cython.cimports.cpython.long import PyLong_AsDouble, PyLong_CheckExact
from cython.cimports.libc.math import INFINITY

from spritecol.limits import LIMIT, number, shown

BOUND = cython.declare(cython.double, LIMIT)

SIDES = ("left", "top", "right", "bottom")


def read_box(aabb, name, box):
    """Read (left, top, right, bottom) into `box`, which counts for nothing after an error."""
    if type(aabb) is not tuple or len(aabb) != 4:
        aabb = sides_of(aabb, name)
    left, top, right, bottom = cython.cast(tuple, aabb)
    box.left = side(left, name, 0)
    box.top = side(top, name, 1)
    box.right = side(right, name, 2)
    box.bottom = side(bottom, name, 3)
    if box.left > box.right or box.top > box.bottom:
        raise ValueError(
            f"{name} must have left <= right and top <= bottom, "
            f"got {(box.left, box.top, box.right, box.bottom)}"
        )
    return 0


def read_bounds(bounds, box):
    """Read the bounds of a space, which must have an area."""
    read_box(bounds, "bounds", box)
    if box.left == box.right or box.top == box.bottom:
        raise ValueError(
            "bounds must have left < right and top < bottom, "
            f"got {(box.left, box.top, box.right, box.bottom)}"
        )
    return 0


def read_number(value, name):
    """One number within the limit, or an error that names it."""
    result: cython.double = plain(value)
    if result <= BOUND:
        return result
    return number(value, name)


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def plain(value: object) -> cython.double:
    """A plain number within the limit; anything else, infinity: `number` looks into it."""
    result: cython.double = INFINITY
    if PyFloat_Check(value):
        result = PyFloat_AS_DOUBLE(value)
    elif PyLong_CheckExact(value):
        try:
            result = PyLong_AsDouble(value)
        except OverflowError:
            return INFINITY
    return result if -BOUND <= result <= BOUND else INFINITY


@cython.cfunc
@cython.inline
@cython.exceptval(-2.0e12, check=True)
def side(value: object, name: str, index: cython.int) -> cython.double:
    """One of the four numbers, within the limit."""
    result: cython.double = plain(value)
    if result <= BOUND:
        return result
    return number(value, f"{SIDES[index]} of {name}")


@cython.cfunc
def sides_of(aabb: object, name: str) -> tuple:
    """The four values of a box that is no plain tuple of four.

    An object with these four sides is taken by them: the four values of a `pygame.Rect` as a
    sequence would be x, y, width and height.
    """
    if all(hasattr(aabb, side) for side in SIDES):
        return aabb.left, aabb.top, aabb.right, aabb.bottom
    if isinstance(aabb, numpy.ndarray) and aabb.ndim == 1:
        aabb = aabb.tolist()
    if not isinstance(aabb, Sequence) or isinstance(aabb, (str, bytes, bytearray, memoryview)):
        raise TypeError(
            f"{name} must be four numbers (left, top, right, bottom), got {shown(aabb)}"
        )
    if len(aabb) != 4:
        raise ValueError(
            f"{name} must be four numbers (left, top, right, bottom), "
            f"got {len(aabb)}: {shown(aabb)}"
        )
    return aabb[0], aabb[1], aabb[2], aabb[3]
