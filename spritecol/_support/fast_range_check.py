"""The range checks that convert each assigned value, or let `range_check` name it in an error.

They stand alone, because the errors are seldom needed and are plain Python.
"""

from collections.abc import Callable

import attrs
import cython as C
from cython.cimports.spritecol._support.python import PyObject_GenericSetAttr

from spritecol._support.range_check import LIMIT, layer_bits, non_negative, number, shown, switch

BOUND = LIMIT


def checked_slowly(value: object, name: str) -> C.double:
    """The slow path of `checked`: other types of numbers, and errors."""
    return number(value, name)


def uncommon_from_0(value: object, name: str) -> C.double:
    """The slow path of `not_negative`: other types of numbers, and errors."""
    return non_negative(value, name)


def number_converter(
    least: C.double, uncommon: Callable[[object], float]
) -> Callable[[object], float]:
    """Return a function that converts a float or int from `least` to the limit, with a slow
    path.
    """

    def convert(value):  # attrs would show the text 'object' in signatures
        result: C.double = plain_number(value)
        return result if least <= result <= BOUND else uncommon(value)

    return convert


# For each class: the names of its fields, their converters, and whether each is None by default.
FIELDS = C.declare(dict, {})


def fill_fields(item: object, kind: object, values: tuple) -> None:
    """Set the fields of a frozen item of attrs, in their order, to values that are converted here.

    The constructor that attrs writes calls `object.__setattr__` from Python for each field, which
    takes twice as long. A class as the item would be changed behind the back of Python's caches.
    """
    if not isinstance(item, kind):
        raise TypeError(f"{kind.__name__}.__init__ needs a {kind.__name__}, got {shown(item)}")
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
    i: C.Py_ssize_t
    for i in range(len(values)):
        value: object = values[i]
        if value is not None or optional[i] is False:
            value = converters[i](value)
        PyObject_GenericSetAttr(item, names[i], value)


def put_fields(item: object, names: tuple, values: tuple) -> None:
    """Set fields of a frozen item of attrs to values as they are."""
    i: C.Py_ssize_t
    for i in range(len(values)):
        PyObject_GenericSetAttr(item, names[i], values[i])


def truth(value: object, name: str) -> C.bint:
    """Convert a bool, or 0 or 1, to a bool, or raise an error that names the attribute."""
    if value is True:
        return True
    if value is False:
        return False
    return switch(value, name)


def bits(value: object, name: str) -> C.ulonglong:
    """Convert an int from 0 to 2**64 - 1, of which each bit is a layer (see `layer_bits`)."""
    if type(value) is int:
        try:
            return value
        except OverflowError:  # an error with a name follows
            pass
    return layer_bits(value, name)
