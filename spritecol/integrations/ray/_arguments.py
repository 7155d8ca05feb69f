"""Checks of arguments that several modules here share."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import ray

from spritecol._support.range_check import number, shown, whole_number
from spritecol.integrations.ray.regions import Bounds


def checked_bounds(bounds: Sequence[float]) -> Bounds:
    """The four numbers of a box, checked: left before right, top before bottom."""
    try:
        left, top, right, bottom = bounds
    except (TypeError, ValueError):
        raise TypeError(
            f"left, top, right, bottom must be four numbers, got {shown(bounds)}"
        ) from None
    left, top = number(left, "left"), number(top, "top")
    right, bottom = number(right, "right"), number(bottom, "bottom")
    if left > right or top > bottom:
        raise ValueError(f"bounds must be left <= right and top <= bottom, got {shown(bounds)}")
    return left, top, right, bottom


def whole(value: object, name: str, least: int) -> int:
    """A whole number of at least `least`."""
    return whole_number(value, name, least, float("inf"), allowed=f"{least} or more")


def as_ids(ids: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Ids as an array of shape (n,)."""
    chosen = np.asarray(ids)
    if chosen.size == 0:
        chosen = chosen.astype(np.int64)
    if chosen.dtype.kind not in "iu" or chosen.ndim != 1:
        raise TypeError(f"ids must be an array of ids, got {shown(ids)}")
    return chosen.astype(np.int64)


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
