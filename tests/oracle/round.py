"""Whether sprites hit, by shapely, for scenes at any angle: hit, miss, or too close to call.

Shares no code with the library. Polygons and segments are judged by `relate` with T********, and
only when the answer would survive moving every boundary by the tolerance. A round shape stands
between two polygons: one inscribed, whose hit is the shape's hit, and one circumscribed, whose
miss is the shape's miss; both are made finer where the two shapes meet until they agree.
"""

import math
from enum import Enum
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry

from oracle import exact


class Verdict(Enum):
    """The certain facts about two shapes or sprites."""

    HIT = "hit"
    MISS = "miss"
    CLOSE = "too close to call"


# The gap or overlap, as a part of the numbers' size, above which the library has to be right.
TOLERANCE = 1e-9
# Corners of the first polygons round a disc, and how often they are refined near the contact.
CORNERS = 24
ROUNDS = 7
# Refinement: parameter angles (radians) on either side of the contact.
NEARBY = [0.0, *(sign * 0.25 * 0.2**k for k in range(10) for sign in (-1, 1))]

Pair = tuple[float, float]


class Round:
    """A disc between its inscribed and its circumscribed polygon."""

    def __init__(self, disc: exact.Oval) -> None:
        self.center, self.u, self.v = (_floats(w) for w in (disc.center, disc.u, disc.v))
        self.angles = {2 * math.pi * k / CORNERS for k in range(CORNERS)}

    def at(self, cos: float, sin: float) -> Pair:
        return (
            self.center[0] + self.u[0] * cos + self.v[0] * sin,
            self.center[1] + self.u[1] * cos + self.v[1] * sin,
        )

    def inner(self) -> shapely.Polygon:
        return shapely.Polygon([self.at(math.cos(t), math.sin(t)) for t in sorted(self.angles)])

    def outer(self) -> shapely.Polygon:
        """The tangents at neighboring angles meet in its corners."""
        angles = sorted(self.angles)
        corners = []
        for here, there in zip(angles, [*angles[1:], angles[0] + 2 * math.pi], strict=True):
            middle, reach = (here + there) / 2, 1 / math.cos((there - here) / 2)
            corners.append(self.at(reach * math.cos(middle), reach * math.sin(middle)))
        return shapely.Polygon(corners)

    def refine(self, near: Pair) -> None:
        """Add corners on the side that looks towards a point."""
        x, y = near[0] - self.center[0], near[1] - self.center[1]
        cos, sin = x * self.v[1] - y * self.v[0], self.u[0] * y - self.u[1] * x
        turned = -1 if self.u[0] * self.v[1] < self.u[1] * self.v[0] else 1
        angle = math.atan2(turned * sin, turned * cos)
        self.angles.update((angle + step) % (2 * math.pi) for step in NEARBY)


def _floats(v: exact.Vector) -> Pair:
    return float(v[0]), float(v[1])


Geometry = BaseGeometry | Round


def geometries(sprite: Any) -> list[Geometry]:
    """The parts of a sprite's shapes in world space, in float64."""
    if sprite.vanished or not sprite.collision_enable:
        return []
    pose = exact.pose_of(sprite)
    return [geometry for shape in sprite.shapes for geometry in _of_shape(shape, pose)]


def _of_shape(shape: Any, pose: exact.Pose) -> list[Geometry]:
    pieces = exact.solid(shape, pose)
    if type(shape).__name__ == "Polygon" and pose.area:
        rings = [
            [_floats(pose.point(corner)) for corner in ring]
            for ring in (shape.points, *shape.holes)
        ]
        return [shapely.Polygon(rings[0], rings[1:])]
    return [geometry for piece in pieces for geometry in _of_piece(piece)]


def _of_piece(piece: exact.Convex) -> list[Geometry]:
    if isinstance(piece, exact.Oval):
        return [Round(piece)]
    if piece.r:
        return [geometry for part in exact.without_radius(piece) for geometry in _of_piece(part)]
    corners = list(map(_floats, piece.core))
    kinds = {1: shapely.Point, 2: shapely.LineString}
    return [kinds.get(len(corners), shapely.Polygon)(corners if corners[1:] else corners[0])]


def inner(shape: Geometry) -> BaseGeometry:
    return shape.inner() if isinstance(shape, Round) else shape


def outer(shape: Geometry) -> BaseGeometry:
    return shape.outer() if isinstance(shape, Round) else shape


def shape_verdict(a: Geometry, b: Geometry, tolerance: float) -> Verdict:
    """The verdict on two world-space shapes; the tolerance in pixels."""
    for _ in range(ROUNDS):
        if shapely.distance(outer(a), outer(b)) > tolerance:
            return Verdict.MISS
        if _surely_hit(inner(a), inner(b), tolerance):
            return Verdict.HIT
        rounds = [shape for shape in (a, b) if isinstance(shape, Round)]
        if not rounds:
            break
        contact = _contact(outer(a), outer(b))
        for shape in rounds:
            shape.refine(contact)
    return Verdict.CLOSE


def _contact(a: BaseGeometry, b: BaseGeometry) -> Pair:
    common = shapely.intersection(a, b)
    if common.is_empty:
        common = shapely.shortest_line(a, b)
    return _floats(common.centroid.coords[0])


def _surely_hit(a: BaseGeometry, b: BaseGeometry, tolerance: float) -> bool:
    """Whether the interiors meet, and still would if every boundary moved by the tolerance."""
    if not shapely.relate_pattern(a, b, "T********"):
        return False
    a, b = sorted((a, b), key=shapely.get_dimensions)
    match shapely.get_dimensions(a), shapely.get_dimensions(b):
        case 0, 2:
            return _depth(a, b) > tolerance
        case 1, 1:
            return _crossing(a, b) > tolerance
        case 1, 2:
            parts = shapely.get_parts(shapely.intersection(a, b))
            middles = shapely.line_interpolate_point(
                parts[shapely.length(parts) > 0], 0.5, normalized=True
            )
            return any(_depth(middle, b) > tolerance for middle in middles)
        case 2, 2:
            # A region's inscribed circle has at least the radius area / perimeter.
            parts = shapely.get_parts(shapely.intersection(a, b))
            return any(shapely.area(part) > tolerance * shapely.length(part) for part in parts)
        case _:
            return False


def _depth(point: BaseGeometry, area: BaseGeometry) -> float:
    return float(shapely.distance(point, area.boundary)) if area.contains(point) else 0.0


def _crossing(a: BaseGeometry, b: BaseGeometry) -> float:
    """How far the ends of two crossing segments are, at least, from the other one's line."""
    (p, q), (r, s) = a.coords, b.coords
    return min(_astride(p, q, r, s), _astride(r, s, p, q))


def _astride(p: Pair, q: Pair, r: Pair, s: Pair) -> float:
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = math.hypot(dx, dy)
    if not length:  # a segment that a scale of 0 has made a point
        return 0.0
    left, right = ((dx * (y - p[1]) - dy * (x - p[0])) / length for x, y in (r, s))
    return min(abs(left), abs(right)) if left * right < 0 else 0.0


def size(sprite: Any) -> float:
    """The largest of the numbers that make up a sprite's shapes in world space."""
    center = sprite.center_x, sprite.center_y
    scale = max(1.0, abs(sprite.scale_x), abs(sprite.scale_y)) if sprite.collision_sync else 1.0
    local = [abs(edge) for shape in sprite.shapes for edge in shape.bounds]
    farthest = max([*local, *map(abs, center)], default=0.0)
    return max(abs(sprite.x), abs(sprite.y)) + 2 * scale * farthest


def verdict(a: Any, b: Any, tolerance: float = TOLERANCE) -> Verdict:
    """The verdict on two sprites; the tolerance as a part of the numbers' size."""
    pixels = tolerance * max(size(a), size(b))
    answers = {shape_verdict(p, q, pixels) for p in geometries(a) for q in geometries(b)}
    if Verdict.HIT in answers:
        return Verdict.HIT
    return Verdict.CLOSE if Verdict.CLOSE in answers else Verdict.MISS
