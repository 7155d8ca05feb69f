"""Transforms shapes to world space and builds their union, for users and for drawing.

The engine has a faster transform of its own (`_engine.transform`), which produces numbers; this one
produces shape objects.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

from spritecol._support.lazy_imports import shapely
from spritecol._support.polar import cos_sin, degrees_of, length
from spritecol._support.vectors import vectors
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
from spritecol.shapes.base import unchecked
from spritecol.shapes.convex_cut import XY, orientation
from spritecol.shapes.simple import corners_of_capsule, corners_of_rect

Made = TypeVar("Made")


class PoseMap(NamedTuple):
    """A sprite's pose: world = R(angle) . S(scale_x, scale_y) . (p - center) + pivot.

    If the sprite is only moved, the center here is (0, 0): subtracting it and adding it again could
    round.

    Attributes:
        angle: rotation in degrees, clockwise on screen.
        scale_x, scale_y: factors along the local axes; negative factors mirror.
        center_x, center_y: the center of rotation and scaling in local space, in pixels.
        pivot_x, pivot_y: the same point in world space, in pixels.
    """

    angle: float
    scale_x: float
    scale_y: float
    center_x: float
    center_y: float
    pivot_x: float
    pivot_y: float

    def apply(self, x: float, y: float) -> XY:
        """Return the world position of a local point.

        >>> PoseMap(90, 2, 1, 0, 0, 10, 10).apply(3, 1)
        (9.0, 16.0)
        """
        (place,) = self.apply_all([(x, y)])
        return place

    def apply_all(self, points: Iterable[XY]) -> list[XY]:
        """Return the world positions of local points."""
        a00, a01, a10, a11 = self.matrix
        _, _, _, center_x, center_y, pivot_x, pivot_y = self
        places = []
        for point in points:
            x, y = point[0] - center_x, point[1] - center_y
            places.append((a00 * x + a01 * y + pivot_x, a10 * x + a11 * y + pivot_y))
        return places

    @property
    def matrix(self) -> tuple[float, float, float, float]:
        """Return the matrix R(angle) . S(scale_x, scale_y): a00, a01, a10, a11."""
        c, s = cos_sin(self.angle)
        return c * self.scale_x, -s * self.scale_y, s * self.scale_x, c * self.scale_y

    @property
    def keeps_form(self) -> bool:
        """Whether circles stay circles: both scales have the same magnitude."""
        return abs(self.scale_x) == abs(self.scale_y)

    @property
    def mirrors(self) -> bool:
        """Whether exactly one scale is negative, so that orientations are reversed."""
        return (self.scale_x < 0.0) != (self.scale_y < 0.0)

    def world_angle(self, local_angle: float) -> float:
        """Return the world angle of a Rect or Ellipse with a local angle, if the scale keeps its
        form.
        """
        return self.angle - local_angle if self.mirrors else self.angle + local_angle


_KEPT: dict[Any, tuple[tuple[Shape, ...], Any]] = {}
"""The last results, by the function, the ids of the shapes and their poses. The shapes are kept,
too, so that their ids are not reused."""

MOST_TUPLES_KEPT = 1024
"""The maximal number of entries. Beyond it all are dropped, which costs less than tracking their
age."""


def kept(make: Callable[..., Made], shapes: tuple[Shape, ...], *poses: PoseMap) -> Made:
    """Return a function's result for some posed shapes, which is cached as long as they stay the
    same.
    """
    key = (make, tuple(map(id, shapes)), poses)
    found = _KEPT.get(key)
    if found is None:
        if len(_KEPT) >= MOST_TUPLES_KEPT:
            _KEPT.clear()
        _KEPT[key] = found = shapes, make(shapes, *poses)
    made: Made = found[1]
    return made


def all_in_world(shapes: tuple[Shape, ...], pose: PoseMap) -> tuple[Shape, ...]:
    """Return some shapes of one sprite in world space."""
    return tuple([world_shape(shape, pose) for shape in shapes])


def union_in_world(shapes: tuple[Shape, ...], pose: PoseMap) -> "shapely.Geometry":
    """Return the union of some shapes of one sprite in world space."""
    return union(kept(all_in_world, shapes, pose))


def overlap_in_world(
    shapes: tuple[Shape, ...], pose: PoseMap, other_pose: PoseMap
) -> "shapely.Geometry":
    """Return the overlap of two shapes of two sprites in world space."""
    shape, other = shapes
    return shapely.intersection(
        union_in_world((shape,), pose), union_in_world((other,), other_pose)
    )


def world_shape(shape: Shape, pose: PoseMap) -> Shape:
    """Return the shape in world space, with the same name and layers. `one_way` is transformed,
    too.

    It keeps its class if possible. If the scales differ, a circle becomes an Ellipse, a rotated
    Rect becomes a Polygon, and a Capsule becomes a Polygon with 130 corners on its outline. A shape
    scaled by 0, or a triangle with its corners on one line, becomes a Segment or a Point. A scale
    of 0 along `one_way` makes the direction (0, 0), and the shape then stops nothing.

    >>> world_shape(Circle(1, 0, 1, name="head"), PoseMap(90.0, 3.0, 2.0, 0, 0, 5, 5))
    Ellipse(5.0, 8.0, 3.0, 2.0, angle=90.0, name='head')
    """
    placed = _placed(shape, pose)
    if shape.one_way is not None and not isinstance(placed, Point):
        (dx, dy), (a00, a01, a10, a11) = shape.one_way, pose.matrix
        direction = (a00 * dx + a01 * dy + 0.0, a10 * dx + a11 * dy + 0.0)  # not -0.0
        object.__setattr__(placed, "one_way", *vectors([direction]))
    for keyword in ("layer", "mask"):
        object.__setattr__(placed, keyword, getattr(shape, keyword))
    return placed


def _placed(shape: Shape, pose: PoseMap) -> Shape:
    """Return the shape in world space, without `one_way`."""
    match shape:
        case Point():
            return _point(pose.apply(shape.x, shape.y), shape.name)
        case Segment():
            ends = pose.apply(shape.x1, shape.y1), pose.apply(shape.x2, shape.y2)
            return _segment(*ends, shape.name)
        case _ if pose.scale_x == 0.0 or pose.scale_y == 0.0:
            return _flattened(shape, pose)
        case Circle():
            return _circle(shape, pose)
        case Capsule():
            return _capsule(shape, pose)
        case Ellipse():
            return _ellipse(shape, pose)
        case Rect():
            return _rect(shape, pose)
        case Triangle() if not orientation(
            *shape.corners
        ):  # turned, rounding would give it an area
            first, last = pose.apply_all((min(shape.corners), max(shape.corners)))
            return _segment(first, last, shape.name)
        case Triangle():
            corners = [number for place in pose.apply_all(shape.corners) for number in place]
            names = ("x1", "y1", "x2", "y2", "x3", "y3")
            fields = dict(zip(names, corners, strict=True))
            return unchecked(Triangle, **fields, name=shape.name)
        case Polygon():
            return _polygon(shape, pose)
        case _:
            raise TypeError(f"no transform is known for a shape of kind {type(shape).__name__}")


def union(shapes: Iterable[Shape]) -> "shapely.Geometry":
    """Return the union of shapes as a shapely geometry, which is empty without shapes.

    >>> union([Rect(0, 0, 2, 1), Rect(1, 0, 2, 1)]).area
    3.0
    """
    # Rounding may make a polygon in world space touch itself, which shapely's union rejects.
    parts = [shapely.make_valid(part) for part in (shape.geometry for shape in shapes)]
    match parts:
        case []:
            return shapely.GeometryCollection()
        case [one]:
            return one
        case _:
            return shapely.unary_union(parts)


def _point(at: XY, name: str | None) -> Point:
    return unchecked(Point, x=at[0], y=at[1], name=name)


def _segment(a: XY, b: XY, name: str | None) -> Segment | Point:
    if a == b:
        return _point(a, name)
    return unchecked(Segment, x1=a[0], y1=a[1], x2=b[0], y2=b[1], name=name)


def _flattened(shape: Shape, pose: PoseMap) -> Segment | Point:
    """Return a shape under a scale of 0: its extent along the other axis, or a point."""
    left, top, right, bottom = shape.bounds
    return _segment(pose.apply(left, top), pose.apply(right, bottom), shape.name)


def _circle(circle: Circle, pose: PoseMap) -> Circle | Ellipse:
    x, y = pose.apply(circle.x, circle.y)
    rx, ry = circle.radius * abs(pose.scale_x), circle.radius * abs(pose.scale_y)
    if pose.keeps_form:
        return unchecked(Circle, x=x, y=y, radius=rx, name=circle.name)
    return unchecked(
        Ellipse, x=x, y=y, radius_x=rx, radius_y=ry, angle=pose.angle, name=circle.name
    )


def _capsule(capsule: Capsule, pose: PoseMap) -> Shape:
    (x1, y1), (x2, y2) = pose.apply(capsule.x1, capsule.y1), pose.apply(capsule.x2, capsule.y2)
    if pose.keeps_form:
        r = capsule.radius * abs(pose.scale_x)
        return unchecked(Capsule, x1=x1, y1=y1, x2=x2, y2=y2, radius=r, name=capsule.name)
    if capsule.radius == 0.0:
        return _segment((x1, y1), (x2, y2), capsule.name)
    if capsule.x1 == capsule.x2 and capsule.y1 == capsule.y2:
        fields = {"x": capsule.x1, "y": capsule.y1, "radius": capsule.radius, "name": capsule.name}
        return _circle(unchecked(Circle, **fields), pose)
    return _convex_polygon(pose.apply_all(corners_of_capsule(capsule)), pose, capsule.name)


def _ellipse(ellipse: Ellipse, pose: PoseMap) -> Ellipse:
    x, y = pose.apply(ellipse.x, ellipse.y)
    rx, ry, angle = _half_axes(ellipse, pose)
    return unchecked(Ellipse, x=x, y=y, radius_x=rx, radius_y=ry, angle=angle, name=ellipse.name)


def _half_axes(ellipse: Ellipse, pose: PoseMap) -> tuple[float, float, float]:
    """Return the half axes and the angle of an ellipse in world space.

    In the general case, they are the singular values of S . R(ellipse.angle) . diag(rx, ry), and
    the angle of its left singular vectors, by the closed form for 2 x 2 matrices (J. Blinn,
    "Consider the Lowly 2 x 2 Matrix", IEEE Computer Graphics and Applications, 1996).
    """
    rx, ry, sx, sy = ellipse.radius_x, ellipse.radius_y, abs(pose.scale_x), abs(pose.scale_y)
    c, s = cos_sin(ellipse.angle)
    if pose.keeps_form or s == 0.0:
        return rx * sx, ry * sy, pose.world_angle(ellipse.angle)
    if c == 0.0:
        return rx * sy, ry * sx, pose.world_angle(ellipse.angle)
    m00, m01 = pose.scale_x * c * rx, -pose.scale_x * s * ry
    m10, m11 = pose.scale_y * s * rx, pose.scale_y * c * ry
    same, other = length(m00 + m11, m10 - m01), length(m00 - m11, m10 + m01)
    major = (same + other) / 2.0
    if major == 0.0:
        return 0.0, 0.0, pose.angle
    axis_angle = (degrees_of(m00 - m11, m10 + m01) + degrees_of(m00 + m11, m10 - m01)) / 2.0
    minor = sx * sy * rx * ry / major  # (same - other) / 2 would suffer from cancellation
    return major, minor, pose.angle + axis_angle


def _rect(rect: Rect, pose: PoseMap) -> Shape:
    corners = pose.apply_all(corners_of_rect(rect))
    width, height = rect.width * abs(pose.scale_x), rect.height * abs(pose.scale_y)
    angle = pose.world_angle(rect.angle)
    if not pose.keeps_form:
        c, s = cos_sin(rect.angle)
        if s != 0.0 and c != 0.0:
            return _parallelogram(corners, rect, pose)
        if c == 0.0:
            width, height = rect.width * abs(pose.scale_y), rect.height * abs(pose.scale_x)
    if 0.0 in cos_sin(angle):  # axis-aligned in world space: needs no angle
        if cos_sin(angle)[0] == 0.0:
            width, height = height, width
        angle = 0.0
    if 0.0 in cos_sin(pose.angle) and angle == 0.0:  # the corners are exact, the center may not be
        x, y = min(x for x, _ in corners), min(y for _, y in corners)
    else:
        middle = pose.apply(rect.x + rect.width / 2.0, rect.y + rect.height / 2.0)
        x, y = middle[0] - width / 2.0, middle[1] - height / 2.0
    return unchecked(Rect, x=x, y=y, width=width, height=height, angle=angle, name=rect.name)


def _parallelogram(corners: list[XY], rect: Rect, pose: PoseMap) -> Polygon | Segment | Point:
    """Return a rotated rectangle whose scales differ."""
    if rect.width == 0.0 or rect.height == 0.0:
        return _segment(min(corners), max(corners), rect.name)
    return _convex_polygon(corners, pose, rect.name)


def _convex_polygon(corners: list[XY], pose: PoseMap, name: str | None) -> Polygon:
    """Return a convex polygon in world space, from corners that were clockwise before."""
    points = vectors(corners)
    piece = points[::-1] if pose.mirrors else points
    return unchecked(Polygon, points=points, holes=(), pieces=(piece,), seams=(), name=name)


def _polygon(polygon: Polygon, pose: PoseMap) -> Polygon:
    """Return a polygon in world space with the same pieces. It is not cut again."""
    points = {point for piece in polygon.pieces for point in piece}
    world = dict(zip(points, vectors(pose.apply_all(points)), strict=True)).__getitem__
    # Mirroring reverses the orientation of the corners.
    step = -1 if pose.mirrors else 1
    return unchecked(
        Polygon,
        points=tuple(map(world, polygon.points)),
        holes=tuple(tuple(map(world, hole)) for hole in polygon.holes),
        pieces=tuple(tuple(map(world, piece[::step])) for piece in polygon.pieces),
        seams=tuple((world(a), world(b)) for a, b in polygon.seams),
        name=polygon.name,
    )
