"""Converts shapes to flat numbers: the convex parts that the storage keeps, in local space.

Degenerate shapes become the simpler kind that they are: a circle of radius 0 becomes a point, a
triangle without area a segment.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from spritecol._engine.storage.layout import (
    BOX,
    CAPSULE,
    CIRCLE,
    ELLIPSE,
    POINT,
    POLYGON,
    SEAM,
    SEGMENT,
)
from spritecol._support.polar import cos_sin, length
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
from spritecol.shapes.base import name_number
from spritecol.shapes.convex_cut import XY, orientation
from spritecol.shapes.simple import corners_of_rect

PartNumbers = tuple[int, tuple[float, ...]]


def parts_of(shapes: Sequence[Shape]) -> list[tuple[int, tuple[float, ...], int]]:
    """The parts of `shapes` in order, as (kind, numbers, part_count).

    `part_count` is the number of parts of a shape on its first part, and 0 on the others.
    """
    parts_in_order = []
    for shape in shapes:
        parts = list(_parts(shape))
        parts_in_order += [
            (kind, numbers, 0 if index else len(parts))
            for index, (kind, numbers) in enumerate(parts)
        ]
    return parts_in_order


def directions_of(shapes: Sequence[Shape]) -> list[XY]:
    """`one_way` of each shape, at length 1, or (0, 0); empty if none is one-way."""
    if all(shape.one_way is None for shape in shapes):
        return []
    return [(0.0, 0.0) if shape.one_way is None else _unit(*shape.one_way) for shape in shapes]


def roles_of(shapes: Sequence[Shape]) -> list[tuple[int | None, int | None, int]]:
    """Layer, mask and the number of the name of each shape; empty if none has any."""
    if all((shape.name, shape.layer, shape.mask) == (None, None, None) for shape in shapes):
        return []
    return [(shape.layer, shape.mask, name_number(shape.name)) for shape in shapes]


def _unit(dx: float, dy: float) -> XY:
    largest = max(abs(dx), abs(dy))
    dx, dy = dx / largest, dy / largest
    return dx / length(dx, dy), dy / length(dx, dy)


def _parts(shape: Shape) -> Iterator[PartNumbers]:
    match shape:
        case Point(x=x, y=y):
            yield POINT, (x, y)
        case Segment():
            yield _segment_part((shape.x1, shape.y1), (shape.x2, shape.y2))
        case Circle(x=x, y=y, radius=r):
            yield _ellipse_part(x, y, r, r, 0.0)
        case Capsule():
            yield _capsule_part(shape)
        case Ellipse():
            yield _ellipse_part(shape.x, shape.y, shape.radius_x, shape.radius_y, shape.angle)
        case Rect():
            yield _convex(corners_of_rect(shape))
        case Triangle():
            yield _convex(((shape.x1, shape.y1), (shape.x2, shape.y2), (shape.x3, shape.y3)))
        case Polygon():
            yield from map(_convex if len(shape.pieces) == 1 else _piece, shape.pieces)
            for seam in shape.seams:
                yield SEAM, _flat(seam)
        case _:
            raise TypeError(f"a shape is a Point, Segment, Circle, ..., got {shown(shape)}")


def _flat(points: Sequence[XY]) -> tuple[float, ...]:
    return tuple(number for point in points for number in point)


def _segment_part(a: XY, b: XY) -> PartNumbers:
    return (POINT, a) if a == b else (SEGMENT, (*a, *b))


def _ellipse_part(x: float, y: float, rx: float, ry: float, angle: float) -> PartNumbers:
    if rx == ry != 0:
        return CIRCLE, (x, y, rx)
    c, s = cos_sin(angle)
    if rx == 0:
        return _segment_part((x - s * ry, y + c * ry), (x + s * ry, y - c * ry))
    if ry == 0:
        return _segment_part((x - c * rx, y - s * rx), (x + c * rx, y + s * rx))
    return ELLIPSE, (x, y, c * rx, -s * ry, s * rx, c * ry)


def _capsule_part(capsule: Capsule) -> PartNumbers:
    start, end, r = (capsule.x1, capsule.y1), (capsule.x2, capsule.y2), capsule.radius
    if r == 0.0:
        return _segment_part(start, end)
    return (CIRCLE, (*start, r)) if start == end else (CAPSULE, (*start, *end, r))


def _convex(points: Sequence[XY]) -> PartNumbers:
    """The part for a convex polygon: a segment or point if it is flat."""
    part = _piece(points)
    if part[0] == BOX:
        return part
    first = points[0]
    orientations = {orientation(first, a, b) for a, b in pairwise(points[1:])}
    if orientations == {0}:
        return _segment_part(min(points), max(points))
    # Rounding may have made it hollow by a hair, also at its first corner.
    return part if 1 in orientations else _piece(points[::-1])


def _piece(points: Sequence[XY]) -> PartNumbers:
    """The part for a convex polygon with an area: a box if it is upright."""
    if len(points) == 4:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
        upright = ax == bx and by == cy and cx == dx and dy == ay
        upright = upright or (ay == by and bx == cx and cy == dy and dx == ax)
        if upright and ax != cx and ay != cy:
            return BOX, (min(ax, cx), min(ay, cy), max(ax, cx), max(ay, cy))
    return POLYGON, _flat(points)
