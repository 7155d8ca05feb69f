"""Converts values that users assign to a column, or pass for many sprites, to an array of
numbers.

It is not compiled: NumPy takes longer than all that is said here, and arrays that need no
conversion do not come here (`is_float64_array` in `containers/columns`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from spritecol._support.lazy_imports import is_array, numpy
from spritecol._support.range_check import (
    LEAST_INT64,
    LIMIT,
    MOST_INT64,
    layer_bits,
    number,
    real,
    shown,
    whole_number,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray


def as_limited_floats(values: Any, name: str) -> NDArray[Any]:
    """Convert values to a new array of float64. An error names the first value beyond the limit."""
    demand_order(values, name)
    if isinstance(values, Iterator):
        values = list(values)
    try:
        array = numpy.asarray(values)
    except ValueError as error:  # lists of unequal length
        raise ValueError(f"{name} must be a flat array of numbers, got {shown(values)}") from error
    if array.dtype.kind not in "biuf":
        what = f"{name} must be a number or an array of numbers, got {shown(values)}"
        if array.dtype.kind != "O":
            raise TypeError(what)
        if array.ndim == 0 and not hasattr(type(values), "__float__"):
            raise TypeError(what)
        array = numpy.array([number(item, name) for item in array.flat]).reshape(array.shape)
    array = array.astype(numpy.float64)
    bad: Any = ~(numpy.abs(array) <= LIMIT)
    if bad.any():
        number(float(array[bad].flat[0]), name)
    return array


def as_floats(values: Any, name: str) -> NDArray[Any]:
    """Convert values to a contiguous array of float64, including infinity and NaN."""
    array: Any = as_plain_array(values, name)
    if array.dtype.kind not in "biuf":
        reals = [item if type(item) is float else real(item, name) for item in array.flat]
        array = numpy.array(reals, numpy.float64).reshape(array.shape)
    return numpy.ascontiguousarray(array, numpy.float64).reshape(array.shape)


def as_whole_numbers(values: Any, name: str) -> NDArray[Any]:
    """Convert values to a contiguous array of int64. Errors name the column and a bad value."""
    array: Any = as_plain_array(values, name)
    if array.dtype.kind not in "bi":
        array = numpy.array(
            [
                whole_number(item, name, LEAST_INT64, MOST_INT64)
                for item in array.astype(object).flat
            ],
            numpy.int64,
        ).reshape(array.shape)
    return numpy.ascontiguousarray(array, numpy.int64).reshape(array.shape)


def as_plain_array(values: Any, name: str) -> NDArray[Any]:
    """Return values as an array. Lists become an object array unless they contain only 64-bit ints.

    NumPy would turn larger ints into floats.
    """
    demand_order(values, name)
    if hasattr(type(values), "__array__") or isinstance(values, (str, bytes, bytearray)):
        return numpy.asarray(values)
    array: NDArray[Any]
    if not hasattr(type(values), "__iter__"):
        array = numpy.empty((), dtype=object)
        array[()] = values
        return array
    listed = list(values)
    kinds = [kind for kind in set(map(type, listed)) if kind is not int]
    if not [kind for kind in kinds if not issubclass(kind, numpy.integer)]:
        array = numpy.array(listed)
        if array.dtype.kind == "i":
            return array
    array = numpy.empty(len(listed), dtype=object)
    array[:] = listed
    return array


def as_layers(values: Any, name: str) -> NDArray[Any]:
    """Convert ints to an array of uint64. Errors name the column and the first bad value."""
    array: NDArray[Any] = values
    demand_order(values, name)
    if not is_array(values):
        # Not by NumPy, which would turn ints beyond 63 bits next to smaller ones into floats.
        if isinstance(values, (str, bytes, bytearray)) or not hasattr(type(values), "__iter__"):
            layer_bits(values, name)
        listed = list(values)
        array = numpy.empty(len(listed), dtype=object)
        array[:] = listed
    if array.dtype.kind == "u":
        return array.astype(numpy.uint64)
    if array.dtype.kind == "i":
        if array.size and array.min() < 0:
            layer_bits(int(array.min()), name)
        return array.astype(numpy.uint64)
    return numpy.array([layer_bits(item, name) for item in array.flat], dtype=numpy.uint64).reshape(
        array.shape
    )


def demand_order(values: Any, name: str) -> None:
    """Refuse values without an order, such as a set, and masked arrays."""
    if isinstance(values, (set, frozenset, dict)):
        raise TypeError(f"{name} must be a number or an array of numbers, got {shown(values)}")
    if is_array(values) and hasattr(values, "mask"):
        raise TypeError(
            f"{name} must be a number or an array of numbers, got a masked array, in which some "
            "are missing: fill it, as in values.filled(0)"
        )
