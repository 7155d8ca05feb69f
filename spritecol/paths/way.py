"""`Way`: the corners of a way, and the position after a distance along it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Self, SupportsIndex, overload

from spritecol._support.arguments import arguments
from spritecol._support.forms import unfold
from spritecol._support.names import TellsNames
from spritecol._support.range_check import OMITTED, number, shown
from spritecol._support.vectors import Vec2
from spritecol.typing import VectorLike

__all__ = ["Way"]

EQUAL_DISTANCES = 1e-13
"""Relative to the size of the numbers. Distances that differ by less count as equal."""


class Way(TellsNames, list[Vec2]):
    """The corners of a way, from start to goal.

    To follow it, add the distance per frame to a number `gone` and put the sprite at
    `way.at(gone)`. `Paths.find` returns a Way, and you can make one from your own positions. It is
    a list that you can edit. Every item becomes a `Vec2`, and slices, copies and sums are Ways.
    `way[::-1]` leads back.

    Provisional: it may change in any minor version, see docs/guarantees.md.

    Args:
        places: the corners, (x, y) in pixels. They become `Vec2`.

    Raises:
        TypeError: a position is not a pair of numbers. Also raised when you put one in later; then
            nothing has changed.

    >>> way = Way([(0, 0), (30, 0), (30, 40)])
    >>> way.length, way.at(50), way.direction(50)
    (70.0, Vec2(30.0, 20.0), Vec2(0.0, 1.0))
    """

    __slots__ = ()

    @arguments("Way takes the places of its corners as one list")
    def __init__(self, places: Iterable[VectorLike] = ()) -> None:
        super().__init__(_vectors(places))

    @overload
    def __getitem__(self, place: SupportsIndex) -> Vec2: ...
    @overload
    def __getitem__(self, place: slice) -> Way: ...
    def __getitem__(self, place: SupportsIndex | slice) -> Vec2 | Way:
        if isinstance(place, slice):
            return Way(super().__getitem__(place))
        return super().__getitem__(place)

    @overload
    def __setitem__(self, place: SupportsIndex, value: VectorLike) -> None: ...
    @overload
    def __setitem__(self, place: slice, value: Iterable[VectorLike]) -> None: ...
    def __setitem__(self, place: SupportsIndex | slice, value: Any) -> None:
        super().__setitem__(place, _vectors(value) if isinstance(place, slice) else Vec2(value))  # type: ignore[index, assignment]

    def append(self, place: VectorLike) -> None:
        """Add a position after the goal.

        Args:
            place: (x, y) in pixels.

        Raises:
            TypeError: it is not a pair of numbers.
        """
        super().append(Vec2(place))

    def insert(self, index: SupportsIndex, place: VectorLike) -> None:
        """Insert a position before another one.

        Args:
            index: the index of that other one, as in a list.
            place: (x, y) in pixels.

        Raises:
            TypeError: it is not a pair of numbers.
        """
        super().insert(index, Vec2(place))

    def extend(self, places: Iterable[VectorLike]) -> None:
        """Add positions after the goal.

        Args:
            places: an iterable of (x, y).

        Raises:
            TypeError: a position is not a pair of numbers; then none is added.
        """
        super().extend(_vectors(places))

    def copy(self) -> Way:
        """Return another Way with the same positions.

        Returns:
            A new `Way`.
        """
        return Way(self)

    def __iadd__(self, places: Iterable[VectorLike]) -> Self:  # type: ignore[override, misc]
        self.extend(places)
        return self

    def __add__(self, places: list[Any]) -> Way:  # type: ignore[override]
        return Way([*self, *places]) if isinstance(places, list) else NotImplemented

    def __radd__(self, places: list[Any]) -> Way:
        return Way([*places, *self]) if isinstance(places, list) else NotImplemented

    def __mul__(self, times: SupportsIndex) -> Way:
        return Way(super().__mul__(times))

    __rmul__ = __mul__

    @property
    def length(self) -> float:
        """The length of the way in pixels. It is the same in both directions."""
        return math.fsum(a.distance_to(b) for a, b in pairwise(self))

    def at(self, distance: float) -> Vec2:
        """Return the position at a distance from the start, along the way.

        Args:
            distance: in pixels. A negative distance gives the start, and one beyond the length
                gives the goal.

        Returns:
            A `Vec2`.

        Raises:
            TypeError: `distance` is not a number.
            ValueError: `distance` is not finite or is beyond 1e12, or the way is empty.
        """
        a, b, gone, long = self._leg(number(distance, "distance"))
        if gone >= long or distance >= self.length:
            return b
        return a if gone <= 0.0 else a + (b - a) * (gone / long)

    def direction(self, distance: float) -> Vec2:
        """Return the direction of the way at a distance from the start, as a vector of length 1.

        Args:
            distance: the distance from the start, in pixels. Distances before the start use the
                first leg, and distances beyond the goal use the last leg. At a corner, the leg
                after it is used.

        Returns:
            A `Vec2`, which is (0, 0) if the way has no length.

        Raises:
            TypeError: `distance` is not a number.
            ValueError: `distance` is not finite or is beyond 1e12, or the way is empty.
        """
        a, b, _, _ = self._leg(number(distance, "distance"))
        return (b - a).normalized() if a != b else Vec2(0.0, 0.0)

    @overload
    def distance_of(self, x: float, y: float) -> float: ...
    @overload
    def distance_of(self, x: VectorLike) -> float: ...
    def distance_of(self, x: Any = OMITTED, y: Any = OMITTED) -> float:
        """Return how far along the way a position is: the distance from the start to the nearest
        point.

        `way.at(way.distance_of(x, y))` is that point. Use it for the progress in a race.

        Args:
            x: position to the right, in pixels; or a pair (x, y) in place of `x` and `y`.
            y: position down, in pixels.

        Returns:
            A float from 0 to `length`, in pixels. If several points are equally near, the first one
            counts.

        Raises:
            TypeError: an argument is not a number.
            ValueError: a number is not finite or is beyond 1e12, or the way is empty.

        >>> Way([(0, 0), (30, 0), (30, 40)]).distance_of(27, 10)
        40.0
        """
        if y is OMITTED:
            x, y = unfold("way.distance_of", ("x", "y"), (x, y))
        place = Vec2(number(x, "x"), number(y, "y"))
        if not self:
            raise ValueError("an empty way leads nowhere")
        best, found = place.distance_to(self[0]), 0.0
        lengths: list[float] = []
        for a, b in pairwise(self):
            long = a.distance_to(b)
            if long:
                along = min(max((place - a).dot((b - a) / long), 0.0), long)
                away = place.distance_to(a + (b - a) * (along / long))
                size = max(map(abs, (*place, *a, *b)))
                if away < best - EQUAL_DISTANCES * size:
                    best, found = away, math.fsum((*lengths, along))
            lengths.append(long)
        return found

    def _leg(self, gone: float) -> tuple[Vec2, Vec2, float, float]:
        """Return both ends of the leg at a distance, how far along the leg it is, and the leg's
        length.
        """
        if not self:
            raise ValueError("an empty way leads nowhere")
        found = self[0], self[-1], 0.0, 0.0
        for a, b in pairwise(self):
            long = a.distance_to(b)
            if long:
                found = a, b, gone, long
                if gone < long:
                    break
                gone -= long
        return found


def _vectors(places: Iterable[VectorLike]) -> list[Vec2]:
    """Return positions as vectors, if all are pairs of numbers."""
    if not isinstance(places, Iterable):
        raise TypeError(f"a Way takes positions, as in Way([(0, 0), (9, 9)]), got {shown(places)}")
    return [Vec2(place) for place in places]
