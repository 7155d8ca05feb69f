"""The way around circles in turn, pulled tight."""

from __future__ import annotations

import math
from typing import NamedTuple

from spritecol._support.polar import length
from spritecol.paths.walls import ARC_STEP, Turn, arc, area
from spritecol.shapes.convex_cut import XY

UNIT_ROUNDING = 1e-13
"""More than rounding can change a component of a unit vector."""


FITS = 1e-9
"""The share of their distance by which two circles may overlap and still have a tangent between
them. Also, in radians, a turn that counts as no turn."""


class Round(NamedTuple):
    """A circle that a way goes around, to the left (1) or to the right (-1) with y up.

    If it is far, the way turns there by more than 180 degrees.
    """

    x: float
    y: float
    r: float
    side: int
    is_far: bool
    number: int


def upright(x: float, y: float) -> XY:
    """Return a unit vector, made exactly upright if it is upright within rounding, like walls of
    tiles.
    """
    if abs(x) < UNIT_ROUNDING:
        return 0.0, math.copysign(1.0, y)
    return (math.copysign(1.0, x), 0.0) if abs(y) < UNIT_ROUNDING else (x, y)


def pulled(
    start: XY, rounds: list[Round], goal: XY, fine: float
) -> list[tuple[Round, list[Turn]]] | int:
    """Pull a way tight around circles. Return the circles, and the corners around each.

    Circles from which the tight way lifts off are left out. If it does not fit between two circles,
    return the number of the first one, where the start has the number 0. Circles with at most the
    radius `fine` have few corners.
    """
    circles = [Round(*start, 0.0, 1, False, 0), *rounds, Round(*goal, 0.0, 1, False, 0)]
    along: list[XY] = []
    k = 0
    while k + 1 < len(circles):
        line = common_tangent(circles[k], circles[k + 1])
        if line is None:
            return circles[k].number
        along.append(line)
        turn = area((0.0, 0.0), along[k - 1], line) * circles[k].side if k else 0.0
        if turn < -FITS and not circles[k].is_far:
            del circles[k], along[k - 1 :]  # the way turns away from this circle
            k -= 1
        else:
            k += 1
    way = []
    for (ux, uy), (vx, vy), circle in zip(along, along[1:], circles[1:], strict=False):
        x, y, r, side, is_far, _ = circle
        step = ARC_STEP if r > fine else 90.0
        # From the center to the way: to the right of it if the way turns left.
        first, last = (side * uy, -side * ux), (side * vy, -side * vx)
        turn = area((0.0, 0.0), (ux, uy), (vx, vy)) * side
        if turn <= FITS and ux * vx + uy * vy > 0.0 and not is_far:
            # The way only touches the circle.
            corners: tuple[XY, ...] = (first,)
        else:
            corners = arc(first, last, step) if side > 0 else arc(last, first, step)[::-1]
        way.append((circle, [Turn(x, y, *u) for u in corners]))
    return way


def common_tangent(a: Round, b: Round) -> XY | None:
    """Return the direction of the line that touches both circles, or None if there is none."""
    dx, dy = b.x - a.x, b.y - a.y
    apart = length(dx, dy)
    across = b.side * b.r - a.side * a.r
    if abs(across) > apart * (1.0 + FITS) or not apart:
        return None
    sine = min(max(across / apart, -1.0), 1.0)  # 1 or -1 if the disc just fits between both
    cosine = math.sqrt(1.0 - sine * sine)
    return upright((dx * cosine + dy * sine) / apart, (dy * cosine - dx * sine) / apart)
