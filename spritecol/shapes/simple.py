"""The shapes with a fixed number of parameters: all except `Polygon`."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, overload

import attrs

from spritecol._support.arguments import arguments_of_init
from spritecol._support.fast_range_check import fill_fields
from spritecol._support.lazy_imports import shapely
from spritecol._support.polar import cos_sin, length
from spritecol._support.range_check import non_negative, number
from spritecol._support.vectors import Box, Vec2, box_of, vectors
from spritecol.shapes.base import (
    NOT_GIVEN,
    Shape,
    bounds_of,
    flat,
    half_circle,
    round_geometry,
    with_range_checks,
)
from spritecol.shapes.convex_cut import XY, orientation
from spritecol.shapes.polygon import Polygon

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = [
    "Capsule",
    "Circle",
    "Ellipse",
    "Point",
    "Polygon",
    "Rect",
    "Segment",
    "Shape",
    "Triangle",
]


@arguments_of_init
@attrs.frozen(init=False, repr=False, getstate_setstate=False, field_transformer=with_range_checks)
class Point(Shape):
    """A single point.

    A point has no interior. Against a shape with area, it is treated as if it were shifted by an
    infinitesimal amount to the right and down. So it is inside on a left or top edge, and outside
    on a right or bottom edge.

    Args:
        x: pixels to the right, in local space.
        y: pixels down, in local space.
        name: a label for your own use, or None.
        layer, mask: layers of its own, as ints of 64 bits; None uses the sprite's.

    Raises:
        TypeError: a coordinate is not a number.
        ValueError: a coordinate is not finite or is beyond 1e12.

    >>> Point(3, 4).bounds
    Box(3.0, 4.0, 3.0, 4.0)
    """

    x: float
    y: float
    one_way: None = attrs.field(default=None, init=False)

    def __init__(
        self,
        x: float,
        y: float = NOT_GIVEN,
        *,
        name: str | None = None,
        layer: int | None = None,
        mask: int | None = None,
    ) -> None:
        """Convert the numbers, and refuse other types."""
        fill_fields(self, Point, (name, layer, mask, x, y, None))

    @property
    def geometry(self) -> "shapely.Point":
        """The point as a shapely Point."""
        return shapely.Point(self.x, self.y)

    @property
    def bounds(self) -> Box:
        """The bounding box (left, top, right, bottom): the point itself."""
        return box_of(self.x, self.y, self.x, self.y)


@arguments_of_init
@attrs.frozen(init=False, repr=False, getstate_setstate=False, field_transformer=with_range_checks)
class Segment(Shape):
    """A straight line between two points. If both are the same, it is a point.

    Args:
        x1, y1: one end, in pixels, in local space.
        x2, y2: the other end.
        name: a label for your own use, or None.
        one_way: the only side from which it stops moving sprites, or None for every side.
        layer, mask: layers of its own, as ints of 64 bits; None uses the sprite's.

    Raises:
        TypeError: a coordinate is not a number.
        ValueError: a coordinate is not finite or is beyond 1e12.

    >>> Segment(0, 5, 3, 1, name="laser")
    Segment(0.0, 5.0, 3.0, 1.0, name='laser')
    """

    x1: float
    y1: float
    x2: float
    y2: float

    def __init__(
        self,
        x1: float,
        y1: float = NOT_GIVEN,
        x2: float = NOT_GIVEN,
        y2: float = NOT_GIVEN,
        *,
        name: str | None = None,
        one_way: Iterable[float] | None = None,
        layer: int | None = None,
        mask: int | None = None,
    ) -> None:
        """Convert the numbers, and refuse other types."""
        fill_fields(self, Segment, (name, one_way, layer, mask, x1, y1, x2, y2))

    @property
    def geometry(self) -> "BaseGeometry":
        """A shapely LineString, or a Point if both ends are the same."""
        return flat(((self.x1, self.y1), (self.x2, self.y2)))

    @property
    def bounds(self) -> Box:
        """The bounding box of both ends: (left, top, right, bottom)."""
        return bounds_of(((self.x1, self.y1), (self.x2, self.y2)))


@arguments_of_init
@attrs.frozen(init=False, repr=False, getstate_setstate=False, field_transformer=with_range_checks)
class Circle(Shape):
    """A filled circle. With radius 0, it is a point.

    Args:
        x, y: the center, in pixels, in local space. With keywords, they default to 0.
        radius: the radius, in pixels.
        name: a label for your own use, or None.
        one_way: the only side from which it stops moving sprites, or None for every side.
        layer, mask: layers of its own, as ints of 64 bits; None uses the sprite's.

    Raises:
        TypeError: an argument is not a number.
        ValueError: a number is not finite or is beyond 1e12, or radius is negative.

    >>> Circle(10, 10, 4).bounds
    Box(6.0, 6.0, 14.0, 14.0)
    >>> Circle(10, 10, -4)
    Traceback (most recent call last):
    ValueError: Circle.radius must be 0 or more, got -4
    """

    x: float
    y: float
    radius: float

    @overload
    def __init__(
        self,
        x: float,
        y: float,
        radius: float,
        *,
        name: str | None = None,
        one_way: Iterable[float] | None = None,
        layer: int | None = None,
        mask: int | None = None,
    ) -> None: ...
    @overload
    def __init__(
        self,
        *,
        x: float = ...,
        y: float = ...,
        radius: float,
        name: str | None = None,
        one_way: Iterable[float] | None = None,
        layer: int | None = None,
        mask: int | None = None,
    ) -> None: ...
    def __init__(
        self,
        x: float = 0.0,
        y: float = 0.0,
        radius: float = NOT_GIVEN,
        *,
        name: str | None = None,
        one_way: Iterable[float] | None = None,
        layer: int | None = None,
        mask: int | None = None,
    ) -> None:
        """Convert the numbers, and refuse other types."""
        fill_fields(self, Circle, (name, one_way, layer, mask, x, y, radius))

    @property
    def geometry(self) -> "BaseGeometry":
        """An inscribed shapely Polygon of 128 sides, or a Point if radius is 0."""
        return round_geometry(self.x, self.y, self.radius, self.radius, 0.0)

    @property
    def bounds(self) -> Box:
        """The bounding box of the exact circle: (left, top, right, bottom)."""
        return box_of(
            self.x - self.radius, self.y - self.radius, self.x + self.radius, self.y + self.radius
        )


@arguments_of_init
@attrs.frozen(init=False, repr=False, getstate_setstate=False, field_transformer=with_range_checks)
class Ellipse(Shape):
    """A filled ellipse. If one half axis is 0, it is a segment; if both are, a point.

    Args:
        x, y: the center, in pixels, in local space. With keywords, they default to 0.
        radius_x, radius_y: the half axes, in pixels.
        angle: the rotation about the center, in degrees, clockwise on screen.
        name: a label for your own use, or None.
        one_way: the only side from which it stops moving sprites, or None for every side.
        layer, mask: layers of its own, as ints of 64 bits; None uses the sprite's.

    Raises:
        TypeError: an argument is not a number.
        ValueError: a number is not finite or is beyond 1e12, or a half axis is negative.

    >>> Ellipse(0, 0, 3, 2, angle=90).bounds
    Box(-2.0, -3.0, 2.0, 3.0)
    """

    x: float
    y: float
    radius_x: float
    radius_y: float
    angle: float = 0.0

    @overload
    def __init__(
        self,
        x: float,
        y: float,
        radius_x: float,
        radius_y: float,
        angle: float = ...,
        *,
        name: str | None = None,
        one_way: Iterable[float] | None = None,
        layer: int | None = None,
        mask: int | None = None,
    ) -> None: ...
    @overload
    def __init__(
        self,
        *,
        x: float = ...,
        y: float = ...,
        radius_x: float,
        radius_y: float,
        angle: float = ...,
        name: str | None = None,
        one_way: Iterable[float] | None = None,
        layer: int | None = None,
        mask: int | None = None,
    ) -> None: ...
    def __init__(
        self,
        x: float = 0.0,
        y: float = 0.0,
        radius_x: float = NOT_GIVEN,
        radius_y: float = NOT_GIVEN,
        angle: float = 0.0,
        *,
        name: str | None = None,
        one_way: Iterable[float] | None = None,
        layer: int | None = None,
        mask: int | None = None,
    ) -> None:
        """Convert the numbers, and refuse other types."""
        fill_fields(self, Ellipse, (name, one_way, layer, mask, x, y, radius_x, radius_y, angle))

    @property
    def geometry(self) -> "BaseGeometry":
        """An inscribed shapely Polygon of 128 sides; a LineString or Point if it is flat."""
        return round_geometry(self.x, self.y, self.radius_x, self.radius_y, self.angle)

    @property
    def bounds(self) -> Box:
        """The bounding box of the exact ellipse: (left, top, right, bottom)."""
        c, s = cos_sin(self.angle)
        # Its support along x is the length of (radius_x cos, radius_y sin); likewise along y.
        across, down = (
            length(self.radius_x * c, self.radius_y * s),
            length(self.radius_x * s, self.radius_y * c),
        )
        return box_of(self.x - across, self.y - down, self.x + across, self.y + down)


@arguments_of_init
@attrs.frozen(init=False, repr=False, getstate_setstate=False, field_transformer=with_range_checks)
class Rect(Shape):
    """A filled rectangle. If its width or height is 0, it is a segment; if both are, a point.

    Args:
        x, y: the top left corner before rotation, in pixels, in local space. With keywords, they
            default to 0. `Rect.centered` takes the middle.
        width, height: the size, in pixels.
        angle: the rotation about the center of the rectangle, in degrees, clockwise on screen.
        name: a label for your own use, or None.
        one_way: the only side from which it stops moving sprites, or None for every side.
        layer, mask: layers of its own, as ints of 64 bits; None uses the sprite's.

    Raises:
        TypeError: an argument is not a number.
        ValueError: a number is not finite or is beyond 1e12, or a size is negative.

    >>> Rect(0, 0, 4, 2, angle=90).corners
    (Vec2(3.0, -1.0), Vec2(3.0, 3.0), Vec2(1.0, 3.0), Vec2(1.0, -1.0))
    """

    x: float
    y: float
    width: float
    height: float
    angle: float = 0.0

    @overload
    def __init__(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        angle: float = ...,
        *,
        name: str | None = None,
        one_way: Iterable[float] | None = None,
        layer: int | None = None,
        mask: int | None = None,
    ) -> None: ...
    @overload
    def __init__(
        self,
        *,
        x: float = ...,
        y: float = ...,
        width: float,
        height: float,
        angle: float = ...,
        name: str | None = None,
        one_way: Iterable[float] | None = None,
        layer: int | None = None,
        mask: int | None = None,
    ) -> None: ...
    def __init__(
        self,
        x: float = 0.0,
        y: float = 0.0,
        width: float = NOT_GIVEN,
        height: float = NOT_GIVEN,
        angle: float = 0.0,
        *,
        name: str | None = None,
        one_way: Iterable[float] | None = None,
        layer: int | None = None,
        mask: int | None = None,
    ) -> None:
        """Convert the numbers, and refuse other types."""
        fill_fields(self, Rect, (name, one_way, layer, mask, x, y, width, height, angle))

    @classmethod
    def centered(
        cls,
        width: float,
        height: float,
        x: float = 0.0,
        y: float = 0.0,
        angle: float = 0.0,
        *,
        name: str | None = None,
        one_way: Iterable[float] | None = None,
        layer: int | None = None,
        mask: int | None = None,
    ) -> "Rect":
        """Return a rectangle with a given center.

        Args:
            width: the width, in pixels.
            height: the height, in pixels.
            x: x of the center, in pixels, in local space.
            y: y of the center.
            angle: the rotation about the center, in degrees, clockwise on screen.
            name: a label for your own use, or None.
            one_way: the only side from which it stops moving sprites, or None for every side.
            layer: layers of its own, an int of 64 bits; None uses the sprite's layers.
            mask: the layers that it sees, likewise; None uses the sprite's mask.

        Returns:
            A Rect with its center at (x, y). The `x` and `y` of this Rect are its top left corner
            before rotation.

        Raises:
            TypeError: an argument is not a number.
            ValueError: a number is not finite or is beyond 1e12, or a size is negative.

        >>> Rect.centered(16, 8)
        Rect(-8.0, -4.0, 16.0, 8.0)
        """
        wide, high = non_negative(width, "Rect.width"), non_negative(height, "Rect.height")
        left = number(x, "Rect.x") - wide / 2.0
        top = number(y, "Rect.y") - high / 2.0
        return cls(left, top, wide, high, angle, name=name, one_way=one_way, layer=layer, mask=mask)

    @property
    def corners(self) -> tuple[Vec2, ...]:
        """The four corners, clockwise on screen, starting with the top left one before rotation."""
        return vectors(corners_of_rect(self))

    @property
    def geometry(self) -> "BaseGeometry":
        """A shapely Polygon; a LineString or Point if it is flat."""
        if self.width == 0.0 or self.height == 0.0:
            return flat(corners_of_rect(self))
        return shapely.Polygon(corners_of_rect(self))

    @property
    def bounds(self) -> Box:
        """The bounding box of the corners: (left, top, right, bottom)."""
        return bounds_of(corners_of_rect(self))


def corners_of_rect(rect: Rect) -> tuple[XY, XY, XY, XY]:
    """Return the corners of a rectangle as plain pairs."""
    right, bottom = rect.x + rect.width, rect.y + rect.height
    c, s = cos_sin(rect.angle)
    if s == 0.0:  # exact, while the formula below would round
        upright = (rect.x, rect.y), (right, rect.y), (right, bottom), (rect.x, bottom)
        return upright if c > 0.0 else (upright[2], upright[3], upright[0], upright[1])
    w, h = rect.width / 2.0, rect.height / 2.0
    x, y = rect.x + w, rect.y + h
    return (
        (x - w * c + h * s, y - w * s - h * c),
        (x + w * c + h * s, y + w * s - h * c),
        (x + w * c - h * s, y + w * s + h * c),
        (x - w * c - h * s, y - w * s + h * c),
    )


@arguments_of_init
@attrs.frozen(init=False, repr=False, getstate_setstate=False, field_transformer=with_range_checks)
class Triangle(Shape):
    """A filled triangle, with its corners in any order.

    If the corners are collinear, it is a segment; if all are equal, a point.

    Args:
        x1, y1, x2, y2, x3, y3: the corners, in pixels, in local space.
        name: a label for your own use, or None.
        one_way: the only side from which it stops moving sprites, or None for every side.
        layer, mask: layers of its own, as ints of 64 bits; None uses the sprite's.

    Raises:
        TypeError: a coordinate is not a number.
        ValueError: a coordinate is not finite or is beyond 1e12.

    >>> Triangle(0, 0, 4, 0, 0, 3).bounds
    Box(0.0, 0.0, 4.0, 3.0)
    """

    x1: float
    y1: float
    x2: float
    y2: float
    x3: float
    y3: float

    def __init__(
        self,
        x1: float,
        y1: float = NOT_GIVEN,
        x2: float = NOT_GIVEN,
        y2: float = NOT_GIVEN,
        x3: float = NOT_GIVEN,
        y3: float = NOT_GIVEN,
        *,
        name: str | None = None,
        one_way: Iterable[float] | None = None,
        layer: int | None = None,
        mask: int | None = None,
    ) -> None:
        """Convert the numbers, and refuse other types."""
        fill_fields(self, Triangle, (name, one_way, layer, mask, x1, y1, x2, y2, x3, y3))

    @property
    def corners(self) -> tuple[Vec2, ...]:
        """The three corners in the order given."""
        return vectors(((self.x1, self.y1), (self.x2, self.y2), (self.x3, self.y3)))

    @property
    def geometry(self) -> "BaseGeometry":
        """A shapely Polygon; a LineString or Point if it is flat."""
        corners = self.corners
        return shapely.Polygon(corners) if orientation(*corners) else flat(corners)

    @property
    def bounds(self) -> Box:
        """The bounding box of the corners: (left, top, right, bottom)."""
        return bounds_of(self.corners)


@arguments_of_init
@attrs.frozen(init=False, repr=False, getstate_setstate=False, field_transformer=with_range_checks)
class Capsule(Shape):
    """A filled capsule: everything within a radius of a segment.

    With radius 0, it is a segment; if both ends are the same, a circle; if both, a point.

    Args:
        x1, y1: one end of the segment, in pixels, in local space.
        x2, y2: the other end.
        radius: the radius, in pixels.
        name: a label for your own use, or None.
        one_way: the only side from which it stops moving sprites, or None for every side.
        layer, mask: layers of its own, as ints of 64 bits; None uses the sprite's.

    Raises:
        TypeError: an argument is not a number.
        ValueError: a number is not finite or is beyond 1e12, or radius is negative.

    >>> Capsule(0, -10, 0, 10, 6).bounds
    Box(-6.0, -16.0, 6.0, 16.0)
    """

    x1: float
    y1: float
    x2: float
    y2: float
    radius: float

    def __init__(
        self,
        x1: float,
        y1: float = NOT_GIVEN,
        x2: float = NOT_GIVEN,
        y2: float = NOT_GIVEN,
        radius: float = NOT_GIVEN,
        *,
        name: str | None = None,
        one_way: Iterable[float] | None = None,
        layer: int | None = None,
        mask: int | None = None,
    ) -> None:
        """Convert the numbers, and refuse other types."""
        fill_fields(self, Capsule, (name, one_way, layer, mask, x1, y1, x2, y2, radius))

    @property
    def geometry(self) -> "BaseGeometry":
        """A shapely Polygon with two half circles of 64 sides each, inscribed.

        A flat capsule gives a LineString or Point. If both ends are the same, it is a circle of 128
        sides.
        """
        if self.radius == 0.0:
            return flat(((self.x1, self.y1), (self.x2, self.y2)))
        if self.x1 == self.x2 and self.y1 == self.y2:
            return round_geometry(self.x1, self.y1, self.radius, self.radius, 0.0)
        return shapely.Polygon(corners_of_capsule(self))

    @property
    def bounds(self) -> Box:
        """The bounding box of the exact capsule: (left, top, right, bottom)."""
        return box_of(
            min(self.x1, self.x2) - self.radius,
            min(self.y1, self.y2) - self.radius,
            max(self.x1, self.x2) + self.radius,
            max(self.y1, self.y2) + self.radius,
        )


def _across(capsule: Capsule) -> XY:
    """Return the radius of a capsule as a vector across its segment, to continue clockwise from
    (x1, y1).
    """
    dx, dy = capsule.x2 - capsule.x1, capsule.y2 - capsule.y1
    long = length(dx, dy)
    return -(dy / long) * capsule.radius, (dx / long) * capsule.radius


def corners_of_capsule(capsule: Capsule) -> list[XY]:
    """Return the corners of a capsule's geometry, clockwise on screen, if it has a length and a
    radius.
    """
    x, y = _across(capsule)
    return [
        *half_circle(capsule.x2, capsule.y2, -x, -y),
        *half_circle(capsule.x1, capsule.y1, x, y),
    ]
