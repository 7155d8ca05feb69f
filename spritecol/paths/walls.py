"""Walls, split into convex parts that are grown by the radius of a disc."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import attrs

from spritecol._support.lazy_imports import shapely
from spritecol._support.polar import cos_sin, degrees_of, length
from spritecol._support.range_check import shown
from spritecol.shapes import (
    Capsule,
    Circle,
    Ellipse,
    Point,
    Polygon,
    Rect,
    Segment,
    Shape,
    Triangle,
)
from spritecol.shapes.convex_cut import XY

BoxTuple = tuple[float, float, float, float]

ARC_STEP = 6.0
"""Degrees between the corners of a way on an arc, which makes the arc up to 0.1 % too long."""


ELLIPSE_SIDES = 128
"""Sides of the polygon around an ellipse, which is 0.02 % longer, or around a stretched capsule."""

ROUND_IT = 1.0 / cos_sin(180.0 / ELLIPSE_SIDES)[0]
"""How much larger a polygon with its corners on a circle must be so that the circle fits into
it."""


class WallCore(NamedTuple):
    """A part of a wall: all points within `r` of a convex polygon, a line or a point."""

    corners: tuple[XY, ...]
    r: float


class Turn(NamedTuple):
    """A corner of a way: (x, y) + the distance of the disc's center times (ux, uy)."""

    x: float
    y: float
    ux: float
    uy: float

    def at(self, distance: float) -> XY:
        """Where it is if the center keeps this distance from (x, y)."""
        return self.x + distance * self.ux, self.y + distance * self.uy


def area(o: XY, a: XY, b: XY) -> float:
    """Return twice the area of a triangle, which is positive if b is to the left of o -> a, with y
    up.
    """
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def distance_apart(a: XY, b: XY) -> float:
    """Return the distance between two points."""
    apart: float = length(b[0] - a[0], b[1] - a[1])
    return apart


def cores_of(shape: Shape) -> Iterator[WallCore]:
    """Return the convex parts of a shape in world space."""
    match shape:
        case Point(x=x, y=y):
            yield WallCore(((x, y),), 0.0)
        case Circle(x=x, y=y, radius=r):
            yield WallCore(((x, y),), r)
        case Segment():
            yield WallCore(((shape.x1, shape.y1), (shape.x2, shape.y2)), 0.0)
        case Capsule():
            yield WallCore(((shape.x1, shape.y1), (shape.x2, shape.y2)), shape.radius)
        case Ellipse():
            c, s = cos_sin(shape.angle)
            rx, ry = shape.radius_x * ROUND_IT, shape.radius_y * ROUND_IT
            ring = [cos_sin(360.0 * k / ELLIPSE_SIDES) for k in range(ELLIPSE_SIDES)]
            places = [(rx * u, ry * v) for u, v in ring]
            yield WallCore(
                tuple([(shape.x + c * u - s * v, shape.y + s * u + c * v) for u, v in places]), 0.0
            )
        case Rect() | Triangle():
            yield WallCore(tuple(shape.corners), 0.0)
        case Polygon():
            for piece in shape.pieces:
                yield WallCore(piece, 0.0)
        case _:
            raise TypeError(f"a wall cannot have this shape: {shown(shape)}")


def solid(shape: Shape) -> Shape:
    """Return the shape without layers and `one_way`, so that it stops everything from all sides."""
    if shape.mask is not None:
        shape = attrs.evolve(shape, mask=None)
    return shape if shape.one_way is None else attrs.evolve(shape, one_way=None)


def before_stretch(shape: Shape) -> Shape:
    """Return a shape that, if an unequal scale makes it a polygon, becomes a polygon around it."""
    return (
        attrs.evolve(shape, radius=shape.radius * ROUND_IT) if isinstance(shape, Capsule) else shape
    )


def ring_of(core: WallCore) -> tuple[XY, ...]:
    """Return the corners of a core, each once, in the direction that has the inside to the left."""
    ring = tuple(dict.fromkeys(core.corners))
    if len(ring) > 2 and sum(area(ring[0], a, b) for a, b in pairwise(ring[1:])) < 0.0:
        return ring[::-1]
    return ring


@lru_cache(maxsize=4096)
def arc(first: XY, last: XY, step: float) -> tuple[XY, ...]:
    """Return the corners of lines that touch a unit circle from one unit normal to another, turning
    left.

    The first and the last corner are on the lines that touch the circle at both normals, exactly if
    these are upright. So is a single corner if one of both is upright. All lines except one are
    equally far apart, so that a larger turn never has shorter lines.
    """
    begin = degrees_of(*first)
    turn = (degrees_of(*last) - begin) % 360.0
    whole = int(turn / step)
    normals = [begin + step * k for k in range(whole + 1)]
    ends = [*normals[1:], begin + turn]
    corners = []
    for a, b in zip(normals, ends, strict=True):
        cosine, sine = cos_sin((b - a) / 2.0)
        tangent = sine / cosine
        if a == begin and (whole or 0.0 not in last):
            corners.append((first[0] - tangent * first[1], first[1] + tangent * first[0]))
        elif b == ends[-1]:
            corners.append((last[0] + tangent * last[1], last[1] - tangent * last[0]))
        else:
            c, s = cos_sin(a)
            corners.append((c - tangent * s, s + tangent * c))
    return tuple(corners)


def outline(core: WallCore, more: float) -> shapely.Polygon:
    """Return the outline of a core, grown by an extra amount, from outside."""
    ring = ring_of(core)
    r = core.r + more
    if len(ring) == 1:
        (x, y), places = ring[0], [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]
        corners = [
            corner
            for a, b in zip(places, places[1:] + places[:1], strict=True)
            for corner in arc(a, b, ARC_STEP)
        ]
        return shapely.Polygon([(x + r * u, y + r * v) for u, v in corners])
    normals = []
    for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
        size = distance_apart(a, b)
        normals.append(((b[1] - a[1]) / size, (a[0] - b[0]) / size))
    return shapely.Polygon(
        [
            (corner[0] + r * u, corner[1] + r * v)
            for corner, before, after in zip(ring, (normals[-1], *normals), normals, strict=False)
            if before != after
            for u, v in arc(before, after, ARC_STEP)
        ]
    )
