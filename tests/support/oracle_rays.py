"""Where rays enter shapes, in exact rational arithmetic, shifted as the fill rule says.

The rule says that a ray counts as shifted by (e, e*e) for a vanishing e. Here e is a number: so
small that the corners of the scenes, which are whole numbers and quarters, cannot come between.
"""

from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

from support import oracle_exact as exact
from support.oracle_exact import Vector

E = Fraction(1, 2**220)


class Entry(NamedTuple):
    """The fraction at which a shape is entered, and whether the ray starts inside."""

    fraction: float
    inside: bool


def entry(solid: exact.Solid, start: Vector, end: Vector) -> Entry | None:
    """Where a ray enters a solid; None if it does not."""
    a, b = (_exact(start), _exact(end))
    match solid:
        case exact.Dot(point):
            return _dot(point, a, b)
        case exact.Line():
            return _line(solid, a, b)
        case exact.Area():
            return _area(solid, a, b)
        case exact.Union(parts):
            entries = [found for part in parts if (found := entry(part, start, end))]
            return min(entries, key=lambda found: (not found.inside, found.fraction), default=None)
    return _disc(solid, a, b)


def _exact(p: Any) -> Vector:
    return Fraction(p[0]), Fraction(p[1])


def _shifted(p: Vector) -> Vector:
    return p[0] + E, p[1] + E * E


def _along(a: Vector, b: Vector, p: Vector) -> float:
    way = exact.minus(b, a)
    return float(exact.dot(exact.minus(p, a), way) / exact.dot(way, way))


def _dot(point: Vector, a: Vector, b: Vector) -> Entry | None:
    if a == point:
        return Entry(0.0, True)
    met = b == point or exact.between(a, b, point)
    return Entry(_along(a, b, point), False) if met else None


def _crossing(a: Vector, b: Vector, start: Vector, end: Vector) -> Fraction | None:
    """The fraction of a -> b at which it crosses an edge; the four are in general position."""
    one, other = exact.side(a, b, start), exact.side(a, b, end)
    before, after = exact.side(start, end, a), exact.side(start, end, b)
    if one * other < 0 and before * after < 0:
        return before / (before - after)
    return None


def _line(line: exact.Line, a: Vector, b: Vector) -> Entry | None:
    if exact.between(line.start, line.end, a):
        return Entry(0.0, True)
    if a == b:
        return None
    if exact.side(a, b, line.start) == 0 == exact.side(a, b, line.end):
        if not exact.line_line(exact.Line(a, b), line):
            return None
        nearest = min(_along(a, b, line.start), _along(a, b, line.end))
        return Entry(max(0.0, nearest), False)
    t = _crossing(_shifted(a), _shifted(b), line.start, line.end)
    return None if t is None else Entry(float(t), False)


def _area(area: exact.Area, a: Vector, b: Vector) -> Entry | None:
    if exact.dot_area(exact.Dot(a), area):
        return Entry(0.0, True)
    a, b = _shifted(a), _shifted(b)
    crossings = [_crossing(a, b, *edge) for edge in exact.edges(area)]
    met = [t for t in crossings if t is not None]
    return Entry(float(min(met)), False) if met else None


def _disc(disc: exact.Disc, a: Vector, b: Vector) -> Entry | None:
    """The smaller root of |w + t d|**2 = 1 where the disc is the unit circle."""
    if exact.dot_disc(exact.Dot(a), disc):
        return Entry(0.0, True)
    w = exact.into(disc, exact.minus(_shifted(a), disc.center))
    end = exact.into(disc, exact.minus(_shifted(b), disc.center))
    way = exact.minus(end, w)
    length, half = exact.dot(way, way), exact.dot(w, way)
    rest = exact.dot(w, w) - 1
    discriminant = half * half - length * rest
    on_the_way = half < 0 < exact.dot(end, way) and discriminant > 0
    if not (on_the_way or exact.dot(end, end) < 1):
        return None
    return Entry(
        max(0.0, min(1.0, float(rest) / (float(-half) + sqrt(max(0, discriminant))))), False
    )
