"""The shapes a sprite is made of: immutable values in the sprite's own (local) space.

Pixels, x to the right, y down; angles in degrees, clockwise on screen.
"""

from math import hypot

import attrs
import shapely

from spritecol._numbers.rotation import cos_sin
from spritecol.shapes.base import Bounds, Shape, bounds_of, flat, round_geometry, with_range_checks
from spritecol.shapes.convex_cut import Pair, orientation
from spritecol.shapes.polygon import Polygon

__all__ = ["Circle", "Ellipse", "Point", "Polygon", "Rect", "Segment", "Shape", "Triangle"]


@attrs.frozen(repr=False, field_transformer=with_range_checks)
class Point(Shape):
    """A single point (x, y), in pixels.

    Against anything that has an area it counts as lying a vanishing bit to the right and below:
    inside on a left or top edge, outside on a right or bottom one.

    Raises:
        TypeError: a coordinate is no number.
        ValueError: a coordinate is not finite or beyond 1e12.

    >>> Point(3, 4).bounds
    (3.0, 4.0, 3.0, 4.0)
    """

    x: float
    y: float

    @property
    def geometry(self) -> shapely.Point:
        """A shapely Point."""
        return shapely.Point(self.x, self.y)

    @property
    def bounds(self) -> Bounds:
        """The point itself, as a box."""
        return self.x, self.y, self.x, self.y


@attrs.frozen(repr=False, field_transformer=with_range_checks)
class Segment(Shape):
    """A straight line from (x1, y1) to (x2, y2), in pixels; both ends may be the same point.

    Raises:
        TypeError: a coordinate is no number.
        ValueError: a coordinate is not finite or beyond 1e12.

    >>> Segment(0, 5, 3, 1, name="laser")
    Segment(0.0, 5.0, 3.0, 1.0, name='laser')
    """

    x1: float
    y1: float
    x2: float
    y2: float

    @property
    def geometry(self) -> shapely.Geometry:
        """A shapely LineString, or a Point where both ends are the same."""
        return flat(((self.x1, self.y1), (self.x2, self.y2)))

    @property
    def bounds(self) -> Bounds:
        """The box round both ends."""
        return bounds_of(((self.x1, self.y1), (self.x2, self.y2)))


@attrs.frozen(repr=False, field_transformer=with_range_checks)
class Circle(Shape):
    """A disc round (x, y) with radius r, in pixels; r = 0 is a point.

    Raises:
        TypeError: one of them is no number.
        ValueError: one is not finite or beyond 1e12, or r is negative.

    >>> Circle(10, 10, 4).bounds
    (6.0, 6.0, 14.0, 14.0)
    >>> Circle(10, 10, -4)
    Traceback (most recent call last):
    ValueError: Circle.r must be 0 or more, got -4
    """

    x: float
    y: float
    r: float

    @property
    def geometry(self) -> shapely.Geometry:
        """An inscribed shapely Polygon of 128 sides, or a Point where r is 0."""
        return round_geometry(self.x, self.y, self.r, self.r, 0.0)

    @property
    def bounds(self) -> Bounds:
        """The box round the true circle."""
        return self.x - self.r, self.y - self.r, self.x + self.r, self.y + self.r


@attrs.frozen(repr=False, field_transformer=with_range_checks)
class Ellipse(Shape):
    """A filled ellipse round (x, y) with half axes rx and ry, in pixels, turned by angle degrees.

    Where a half axis is 0 it is a segment, where both are it is a point.

    Raises:
        TypeError: one of them is no number.
        ValueError: one is not finite or beyond 1e12, or a half axis is negative.

    >>> Ellipse(0, 0, 3, 2, angle=90).bounds
    (-2.0, -3.0, 2.0, 3.0)
    """

    x: float
    y: float
    rx: float
    ry: float
    angle: float = 0.0

    @property
    def geometry(self) -> shapely.Geometry:
        """An inscribed shapely Polygon of 128 sides; a LineString or Point where it is flat."""
        return round_geometry(self.x, self.y, self.rx, self.ry, self.angle)

    @property
    def bounds(self) -> Bounds:
        """The box round the true ellipse: half its width is the length of (rx cos, ry sin)."""
        c, s = cos_sin(self.angle)
        across, down = hypot(self.rx * c, self.ry * s), hypot(self.rx * s, self.ry * c)
        return self.x - across, self.y - down, self.x + across, self.y + down


@attrs.frozen(repr=False, field_transformer=with_range_checks)
class Rect(Shape):
    """A filled rectangle with corner (x, y), width and height in pixels, turned about its middle.

    (x, y) is the top left corner before the orientation by angle degrees. Without width or height it is a
    segment, without both a point.

    Raises:
        TypeError: one of them is no number.
        ValueError: one is not finite or beyond 1e12, or a size is negative.

    >>> Rect(0, 0, 4, 2, angle=90).corners
    ((3.0, -1.0), (3.0, 3.0), (1.0, 3.0), (1.0, -1.0))
    """

    x: float
    y: float
    width: float
    height: float
    angle: float = 0.0

    @property
    def corners(self) -> tuple[Pair, Pair, Pair, Pair]:
        """The four corners, clockwise on screen, from the one that is top left before the orientation."""
        right, bottom = self.x + self.width, self.y + self.height
        c, s = cos_sin(self.angle)
        if s == 0.0:  # by way of the middle, coordinates would be rounded
            upright = (self.x, self.y), (right, self.y), (right, bottom), (self.x, bottom)
            return upright if c > 0.0 else (upright[2], upright[3], upright[0], upright[1])
        w, h = self.width / 2.0, self.height / 2.0
        x, y = self.x + w, self.y + h
        return (
            (x - w * c + h * s, y - w * s - h * c),
            (x + w * c + h * s, y + w * s - h * c),
            (x + w * c - h * s, y + w * s + h * c),
            (x - w * c - h * s, y - w * s + h * c),
        )

    @property
    def geometry(self) -> shapely.Geometry:
        """A shapely Polygon; a LineString or Point where it is flat."""
        if self.width == 0.0 or self.height == 0.0:
            return flat(self.corners)
        return shapely.Polygon(self.corners)

    @property
    def bounds(self) -> Bounds:
        """The box round its corners."""
        return bounds_of(self.corners)


@attrs.frozen(repr=False, field_transformer=with_range_checks)
class Triangle(Shape):
    """A filled triangle with three corners in pixels, in either order.

    With its corners on one line it is a segment, with all of them in one place a point.

    Raises:
        TypeError: a coordinate is no number.
        ValueError: a coordinate is not finite or beyond 1e12.

    >>> Triangle(0, 0, 4, 0, 0, 3).bounds
    (0.0, 0.0, 4.0, 3.0)
    """

    x1: float
    y1: float
    x2: float
    y2: float
    x3: float
    y3: float

    @property
    def corners(self) -> tuple[Pair, Pair, Pair]:
        """The three corners in the order given."""
        return (self.x1, self.y1), (self.x2, self.y2), (self.x3, self.y3)

    @property
    def geometry(self) -> shapely.Geometry:
        """A shapely Polygon; a LineString or Point where it is flat."""
        corners = self.corners
        return shapely.Polygon(corners) if orientation(*corners) else flat(corners)

    @property
    def bounds(self) -> Bounds:
        """The box round its corners."""
        return bounds_of(self.corners)
