"""Capsule: everything within a radius of a segment."""

from typing import TYPE_CHECKING

import attrs

from spritecol._numbers.lazy_imports import shapely
from spritecol._numbers.polar import length
from spritecol._numbers.records import with_own_replace
from spritecol.shapes.base import (
    Bounds,
    Shape,
    flat,
    half_circle,
    round_geometry,
    with_range_checks,
)
from spritecol.shapes.convex_cut import XY

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry


@with_own_replace
@attrs.frozen(repr=False, getstate_setstate=False, field_transformer=with_range_checks)
class Capsule(Shape):
    """A filled capsule: everything within a radius of a segment.

    With radius 0, it is a segment; if both ends are the same, a circle; if both, a point.

    Args:
        x1, y1: one end of the segment, in pixels, in local space.
        x2, y2: the other end.
        r: the radius, in pixels.
        name: a label for your own use, or None.
        one_way: the side from which it stops what moves, or None for every side.

    Raises:
        TypeError: an argument is not a number.
        ValueError: a number is not finite or is beyond 1e12, or r is negative.

    >>> Capsule(0, -10, 0, 10, 6).bounds
    (-6.0, -16.0, 6.0, 16.0)
    """

    x1: float
    y1: float
    x2: float
    y2: float
    r: float

    @property
    def geometry(self) -> "BaseGeometry":
        """A shapely Polygon with two half circles of 64 sides each, inscribed.

        If it is flat, a LineString or Point; if both ends are the same, a circle of 128 sides.
        """
        if self.r == 0.0:
            return flat(((self.x1, self.y1), (self.x2, self.y2)))
        if self.x1 == self.x2 and self.y1 == self.y2:
            return round_geometry(self.x1, self.y1, self.r, self.r, 0.0)
        return shapely.Polygon(outline_of(self))

    @property
    def bounds(self) -> Bounds:
        """The bounding box of the exact capsule: (left, top, right, bottom)."""
        return (
            min(self.x1, self.x2) - self.r,
            min(self.y1, self.y2) - self.r,
            max(self.x1, self.x2) + self.r,
            max(self.y1, self.y2) + self.r,
        )


def _across(capsule: Capsule) -> XY:
    """The radius of a capsule as a vector across its segment, clockwise from (x1, y1) on."""
    dx, dy = capsule.x2 - capsule.x1, capsule.y2 - capsule.y1
    long = length(dx, dy)
    return -(dy / long) * capsule.r, (dx / long) * capsule.r


def corners_between(capsule: Capsule) -> tuple[XY, XY, XY, XY]:
    """The corners of the rectangle between both ends of a capsule, clockwise on screen.

    They are exact if the capsule is upright or level.
    """
    x1, y1, x2, y2 = capsule.x1, capsule.y1, capsule.x2, capsule.y2
    x, y = _across(capsule)
    return (x1 - x, y1 - y), (x2 - x, y2 - y), (x2 + x, y2 + y), (x1 + x, y1 + y)


def outline_of(capsule: Capsule) -> list[XY]:
    """The corners of a capsule's geometry, clockwise on screen, if it is long and has a radius."""
    x, y = _across(capsule)
    return [
        *half_circle(capsule.x2, capsule.y2, -x, -y),
        *half_circle(capsule.x1, capsule.y1, x, y),
    ]
