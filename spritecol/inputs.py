"""What users assign to a sprite, made into numbers and outlines, or an error that says why."""

from functools import lru_cache

import cython
import numpy
from cython.cimports.cpython.float import PyFloat_AS_DOUBLE, PyFloat_Check
from cython.cimports.cpython.long import PyLong_AsDouble, PyLong_CheckExact

from spritecol.limits import LIMIT, non_negative, number, shown
from spritecol.lowering import lower
from spritecol.notation import shapes_from
from spritecol.shapes import Shape
from spritecol.storage import Outline

BOUND = LIMIT


def checked(value, name):
    """`value` as a float, or an error that names the attribute."""
    result: cython.double = 2.0 * BOUND
    if PyFloat_Check(value):
        result = PyFloat_AS_DOUBLE(value)
    elif PyLong_CheckExact(value):
        try:
            result = PyLong_AsDouble(value)
        except OverflowError:
            result = 2.0 * BOUND
    if -BOUND <= result <= BOUND:
        return result
    return number(value, name)  # the rarer kinds of numbers, and the errors


def truth(value, name):
    """`value` as a truth, or an error that names the attribute."""
    if isinstance(value, (bool, int, numpy.bool_)):
        return bool(value)
    raise TypeError(f"{name} must be True or False, got {shown(value)}")


RECENT: dict = {}
"""The outlines of shapes by their id, which stays theirs since they are here too."""

MOST = 1024
"""So many shapes, and so many kinds of equal ones, are remembered."""


def outline_of(given, size):
    """The outline of the shapes that a value of `collision` means."""
    global RECENT  # noqa: PLW0603 (what is forgotten is dropped when all is whole)
    known: object
    forgotten: object = None
    outline: Outline
    if not isinstance(given, Shape):
        return shared_outline(shapes_from(given, size))
    known = RECENT.get(id(given))
    if known is not None:
        return known[1]
    outline = shared_outline((given,))
    if len(RECENT) >= MOST:
        forgotten = RECENT
        RECENT = {}
    RECENT[id(given)] = (given, outline)
    del forgotten
    return outline


@lru_cache(maxsize=MOST)
def shared_outline(shapes):
    """Equal shapes of many sprites share one outline."""
    outline: Outline = Outline(lower(shapes))
    outline.shapes = shapes
    return outline


def size_of(image) -> tuple[float, float] | None:
    """The size of an image: `get_size()`, `.size`, or `.width` and `.height`."""
    if image is None:
        return None
    size = getattr(image, "get_size", None)
    size = size() if callable(size) else getattr(image, "size", None)
    try:
        width, height = size
    except (TypeError, ValueError):
        try:
            width, height = image.width, image.height
        except AttributeError:
            raise TypeError(
                "image must be None or have get_size(), .size, or .width and .height, "
                f"got {shown(image)}"
            ) from None
    return non_negative(width, "image width"), non_negative(height, "image height")


def as_numbers(values, name):
    """`values` as an array of float64, or an error that names the first bad one."""
    try:
        array = numpy.asarray(values)
    except ValueError as error:  # lists of unequal length
        raise ValueError(f"{name} must be numbers in a row, got {shown(values)}") from error
    if array.dtype.kind not in "biuf":
        what = f"{name} must be a number or an array of numbers, got {shown(values)}"
        if array.dtype.kind != "O":
            raise TypeError(what)
        if array.ndim == 0 and not hasattr(type(values), "__float__"):
            raise TypeError(what)
        array = numpy.array([number(item, name) for item in array.flat]).reshape(array.shape)
    array = array.astype(numpy.float64)
    bad: object = ~(numpy.abs(array) <= 1e12)
    if bad.any():
        number(float(array[bad].flat[0]), name)
    return array
