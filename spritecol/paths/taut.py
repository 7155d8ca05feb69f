"""The way round circles in turn, pulled tight."""

from __future__ import annotations

import math
from typing import NamedTuple

from spritecol._support.polar import length
from spritecol.paths.walls import ARC_STEP, XY, Turn, arc, area

UNIT_ROUNDING = 1e-13
"""More than rounding changes a component of a unit vector."""


FITS = 1e-9
"""A share of a distance by which circles may overlap that have a tangent between them. And a turn
that is none, in radians."""


class Round(NamedTuple):
    """A circle round which a way goes, to the left (1) or to the right (-1) with y up.

    A way that goes far turns there by more than 180 degrees.
    """

    x: float
    y: float
    r: float
    side: int
    is_far: bool
    number: int


def upright(x: float, y: float) -> XY:
    """A unit vector. If it is upright apart from rounding, it is made exactly upright, as walls of
    tiles are.
    """
    if abs(x) < UNIT_ROUNDING:
        return 0.0, math.copysign(1.0, y)
    return (math.copysign(1.0, x), 0.0) if abs(y) < UNIT_ROUNDING else (x, y)


def pulled(
    start: XY, rounds: list[Round], goal: XY, fine: float
) -> list[tuple[Round, list[Turn]]] | int:
    """The circles and the corners round each, if a way is pulled tight round circles in turn.

    Circles that it leaves when it is pulled are left out. If it does not fit between two, the
    number of the first one. The start has the number 0. Circles of at most the radius `fine` have
    few corners.
    """
    circles = [Round(*start, 0.0, 1, False, 0), *rounds, Round(*goal, 0.0, 1, False, 0)]
    along: list[XY] = []
    k = 0
    while k + 1 < len(circles):
        line = between(circles[k], circles[k + 1])
        if line is None:
            return circles[k].number
        along.append(line)
        turn = area((0.0, 0.0), along[k - 1], line) * circles[k].side if k else 0.0
        if turn < -FITS and not circles[k].is_far:
            del circles[k], along[k - 1 :]  # it turns away from this circle
            k -= 1
        else:
            k += 1
    way = []
    for (ux, uy), (vx, vy), circle in zip(along, along[1:], circles[1:], strict=False):
        x, y, r, side, is_far, _ = circle
        step = ARC_STEP if r > fine else 90.0
        # From the middle to the way: to the right of it, if the way turns left.
        first, last = (side * uy, -side * ux), (side * vy, -side * vx)
        turn = area((0.0, 0.0), (ux, uy), (vx, vy)) * side
        if turn <= FITS and ux * vx + uy * vy > 0.0 and not is_far:
            # The way only touches the circle.
            corners: tuple[XY, ...] = (first,)
        else:
            corners = arc(first, last, step) if side > 0 else arc(last, first, step)[::-1]
        way.append((circle, [Turn(x, y, *u) for u in corners]))
    return way


def between(a: Round, b: Round) -> XY | None:
    """The direction of the line that touches both circles, or None if there is none."""
    dx, dy = b.x - a.x, b.y - a.y
    apart = length(dx, dy)
    across = b.side * b.r - a.side * a.r
    if abs(across) > apart * (1.0 + FITS) or not apart:
        return None
    sine = min(max(across / apart, -1.0), 1.0)  # 1 or -1 where the disc just fits between both
    cosine = math.sqrt(1.0 - sine * sine)
    return upright((dx * cosine + dy * sine) / apart, (dy * cosine - dx * sine) / apart)
