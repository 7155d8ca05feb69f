# cython: nonecheck=True
"""Boxes as users pass them, converted to numbers and validated."""

from collections.abc import Sequence

import cython
from cython import cast, cfunc, double, exceptval, inline, pointer
from cython.cimports.spritecol._support.fast_range_check import BOUND, plain_number

from spritecol._support.lazy_imports import is_array, numpy
from spritecol._support.range_check import LIMIT, number, shown

EDGES = ("left", "top", "right", "bottom")


def read_box(aabb: object, name: str, box: pointer(Box)) -> cython.int:
    """Read (left, top, right, bottom) into `box`. After an error the content of `box` is invalid.

    Raises:
        TypeError: it is not a box, or an edge is not a number.
        ValueError: an edge is out of range, or the box is inside out.
    """
    if type(aabb) is not tuple or len(aabb) != 4:
        aabb = edges_of(aabb, name)
    left, top, right, bottom = cast(tuple, aabb)
    box.left = read_edge(left, name, 0)
    box.top = read_edge(top, name, 1)
    box.right = read_edge(right, name, 2)
    box.bottom = read_edge(bottom, name, 3)
    if box.left > box.right or box.top > box.bottom:
        raise ValueError(
            f"{name} must have left <= right and top <= bottom, "
            f"got {(box.left, box.top, box.right, box.bottom)}"
        )
    return 0


def read_bounds(bounds: object, box: pointer(Box)) -> cython.int:
    """Read the bounds of a space, which must have an area."""
    read_box(bounds, "bounds", box)
    if box.left == box.right or box.top == box.bottom:
        raise ValueError(
            "bounds must have left < right and top < bottom, "
            f"got {(box.left, box.top, box.right, box.bottom)}"
        )
    return 0


@cfunc
@inline
@exceptval(-2.0e12, check=True)
def read_edge(value: object, name: str, index: cython.int) -> double:
    """One of the four numbers, if it is within the limit."""
    result: double = plain_number(value)
    if result <= BOUND:
        return result
    return number(value, f"{EDGES[index]} of {name}")


@cfunc
def edges_of(aabb: object, name: str) -> tuple:
    """The four edges of a box that is not a plain tuple of four.

    Attributes are tried before the sequence, because a `pygame.Rect` is also a sequence, of x, y,
    width and height.
    """
    if all(hasattr(aabb, edge) for edge in EDGES):
        return aabb.left, aabb.top, aabb.right, aabb.bottom
    if is_array(aabb) and aabb.ndim == 1:
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


def read_boxes(aabbs: object, name: str) -> object:
    """Boxes as a C-contiguous float64 array of shape (n, 4).

    Raises:
        TypeError: an element is not a number.
        ValueError: the shape is wrong, a number is out of range, or a box is inside out.
    """
    array: object
    try:
        array = numpy.asarray(aabbs)
    except ValueError as error:  # rows of unequal length
        raise ValueError(f"{name} must have the shape (n, 4), got {shown(aabbs)}") from error
    if array.dtype.kind == "O":  # such as Fractions, or integers beyond 64 bits
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
    array = numpy.require(array, numpy.float64, ["C", "W"])  # copies a read-only array
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
