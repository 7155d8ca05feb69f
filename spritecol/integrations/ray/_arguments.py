"""Checks of arguments that several modules here share."""

from collections.abc import Callable, Sequence
from typing import Any

import ray

from spritecol._numbers.range_check import shown
from spritecol.integrations.ray.regions import Bounds


def checked_bounds(bounds: Sequence[float]) -> Bounds:
    """Four finite numbers in their order."""
    try:
        left, top, right, bottom = map(float, bounds)
    except (TypeError, ValueError):
        raise TypeError(
            f"left, top, right, bottom must be four numbers, got {shown(bounds)}"
        ) from None
    if not all(abs(number) <= 1e12 for number in (left, top, right, bottom)):
        raise ValueError(f"bounds must be finite and at most 1e12, got {shown(bounds)}")
    if left > right or top > bottom:
        raise ValueError(f"bounds must be left <= right and top <= bottom, got {shown(bounds)}")
    return left, top, right, bottom


def whole(value: object, name: str, least: int) -> int:
    """A whole number of at least `least`."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} must be a whole number, got {shown(value)}")
    if value < least:
        raise ValueError(f"{name} must be at least {least}, got {value}")
    return value


def pickled_call(function: Callable[..., Any], arguments: tuple[Any, ...], name: str) -> bytes:
    """A function and its arguments as bytes.

    Raises:
        TypeError: it can't be called, or one of them can't be pickled.
    """
    if not callable(function):
        raise TypeError(f"{name} must be a function, got {shown(function)}")
    try:
        return bytes(ray.cloudpickle.dumps((function, arguments)))
    except Exception as error:
        raise TypeError(f"{name} and its arguments must be picklable: {error}") from error
