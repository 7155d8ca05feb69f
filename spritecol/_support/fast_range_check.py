"""The compiled range checks: they convert what users assign, or raise an error that names it."""

from collections.abc import Callable, Iterator

import attrs
import cython
from cython import Py_ssize_t, address, bint, declare, double, longlong, ulonglong
from cython.cimports.spritecol._support.python import (
    PyLong_AsLongLongAndOverflow,
    PyLong_CheckExact,
    PyObject_GenericSetAttr,
)

from spritecol._support.lazy_imports import is_array, numpy
from spritecol._support.range_check import LIMIT, layer_bits, number, shown, switch

BOUND = LIMIT


def uncommon(value: object, name: str) -> double:
    """The slow path of `checked`: other types of numbers, and errors."""
    return number(value, name)


def number_converter(
    least: double, uncommon: Callable[[object], float]
) -> Callable[[object], float]:
    """A function that converts a float or int from `least` to the limit; another takes the rest."""

    def convert(value):  # attrs would show the text 'object' in signatures
        result: double = plain_number(value)
        return result if least <= result <= BOUND else uncommon(value)

    return convert


# Of each class: the names of its fields, their converters, and whether each is None by default.
FIELDS = declare(dict, {})


def fill(item: object, kind: object, values: tuple) -> None:
    """Set the fields of a frozen item of attrs, in their order, to values that are converted here.

    The constructor that attrs writes calls `object.__setattr__` from Python for each field, which
    takes twice as long.
    """
    if kind not in FIELDS:
        fields: object = attrs.fields(kind)
        FIELDS[kind] = (
            tuple([each.name for each in fields]),
            tuple([each.converter for each in fields]),
            tuple([each.default is None for each in fields]),
        )
    names: tuple
    converters: tuple
    optional: tuple
    names, converters, optional = FIELDS[kind]
    i: Py_ssize_t
    for i in range(len(values)):
        value: object = values[i]
        if value is not None or optional[i] is False:
            value = converters[i](value)
        PyObject_GenericSetAttr(item, names[i], value)


def put(item: object, names: tuple, values: tuple) -> None:
    """Set fields of a frozen item of attrs to values as they are."""
    i: Py_ssize_t
    for i in range(len(values)):
        PyObject_GenericSetAttr(item, names[i], values[i])


def truth(value: object, name: str) -> bint:
    """Convert a bool, or 0 or 1, to a bool; an error that names the attribute for anything else."""
    if value is True:
        return True
    if value is False:
        return False
    return switch(value, name)


def bits(value: object, name: str) -> ulonglong:
    """Convert an int from 0 to 2**64 - 1, of which each bit is a layer (see `layer_bits`)."""
    overflow: cython.int = 0
    if PyLong_CheckExact(value):
        given: longlong = PyLong_AsLongLongAndOverflow(value, address(overflow))
        if given >= 0:  # it is -1 if it has overflown
            return given
    return layer_bits(value, name)


def as_numbers(values: object, name: str) -> object:
    """Convert values to a new array of float64; errors name the attribute and the first bad one."""
    demand_order(values, name)
    if isinstance(values, Iterator):
        values = list(values)
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
    bad: object = ~(numpy.abs(array) <= BOUND)
    if bad.any():
        number(float(array[bad].flat[0]), name)
    return array


def demand_order(values: object, name: str) -> cython.int:
    """Refuse values that are in no order, such as a set, and an array that lacks some."""
    if isinstance(values, (set, frozenset, dict)):
        raise TypeError(f"{name} must be a number or an array of numbers, got {shown(values)}")
    if is_array(values) and hasattr(values, "mask"):
        raise TypeError(
            f"{name} must be a number or an array of numbers, got a masked one, which lacks some: "
            "fill it, as in values.filled(0)"
        )
    return 0


ARRAY = declare(object, None)
FLOAT64 = declare(object, None)


def is_float64_array(value: object) -> bint:
    """Whether a value is a NumPy array of float64, of no subclass and in native byte order."""
    global ARRAY, FLOAT64  # noqa: PLW0603
    if ARRAY is None:
        if not is_array(value):
            return False
        FLOAT64 = numpy.dtype(numpy.float64)
        ARRAY = numpy.ndarray
    return type(value) is ARRAY and value.dtype is FLOAT64
