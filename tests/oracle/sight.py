"""Visible areas by shapely: a disc or a sector, minus the union of all shadows.

Shares no code with the library. A shadow of a convex part is the hull of the part and of its image,
far away from the eye. Round parts stand between two polygons.
"""

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import attrs
import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from spritecol import Capsule, Circle, Ellipse, Group, Polygon, Segment, Shape, Sprite

SIDES = 720
"""The number of sides of the polygons that stand for round shapes and for the disc."""

Pair = tuple[float, float]


@attrs.frozen
class Eye:
    """An eye and what it looks at, as the arguments of `visible_area`."""

    x: float
    y: float
    radius: float
    angle: float | None = None
    spread: float = 360.0
    tolerance: float = 0.25

    def area_of(self, group: Group, **how: Any) -> Polygon | None:
        return group.visible_area(
            self.x,
            self.y,
            radius=self.radius,
            angle=self.angle,
            spread=self.spread,
            tolerance=self.tolerance,
            **how,
        )

    def disc(self, radius: float) -> BaseGeometry:
        """Return the disc or sector with another radius, as a polygon within it."""
        middle, half = (self.angle or 0.0), self.spread / 2
        steps = [math.radians(middle + half * (2 * k / SIDES - 1)) for k in range(SIDES + 1)]
        ring = [(self.x + radius * math.cos(t), self.y + radius * math.sin(t)) for t in steps]
        if self.spread < 360.0:
            ring.append((self.x, self.y))
        else:
            ring.pop()
        return shapely.Polygon(ring)


def parts_of(shape: Shape, grown: bool) -> Iterator[list[Pair]]:
    """Yield the convex parts of a shape in world space, each as a list of points.

    The polygon that stands for a round part is around it if `grown`, and else within it.
    """
    more = 1 / math.cos(math.pi / SIDES) if grown else 1.0
    ring = [2 * math.pi * k / SIDES for k in range(SIDES)]
    match shape:
        case Circle(x=x, y=y, radius=r):
            yield [(x + more * r * math.cos(t), y + more * r * math.sin(t)) for t in ring]
        case Ellipse():
            c, s = math.cos(math.radians(shape.angle)), math.sin(math.radians(shape.angle))
            yield [
                (shape.x + more * (c * u - s * v), shape.y + more * (s * u + c * v))
                for u, v in (
                    (shape.radius_x * math.cos(t), shape.radius_y * math.sin(t)) for t in ring
                )
            ]
        case Capsule():
            ends = ((shape.x1, shape.y1), (shape.x2, shape.y2))
            yield [
                (x + more * shape.radius * math.cos(t), y + more * shape.radius * math.sin(t))
                for x, y in ends
                for t in ring
            ]
        case Segment():
            yield [(shape.x1, shape.y1), (shape.x2, shape.y2)]
        case _:
            area = shape.geometry
            for triangle in shapely.constrained_delaunay_triangles(area).geoms:
                yield list(triangle.exterior.coords)[:3]


def fronts_of(shape: Shape, eye: Eye) -> Iterator[list[Pair]]:
    """Yield the edges of a convex straight one-way shape that stop rays of the eye."""
    assert shape.one_way is not None
    fx, fy = shape.one_way
    size = math.hypot(fx, fy)
    area = shapely.normalize(shape.geometry)
    # With the inside to the right; a segment has two sides.
    corners = list(area.exterior.coords) if area.area else [*area.coords, area.coords[0]]
    for (ax, ay), (bx, by) in pairwise(corners):
        nx, ny = -(by - ay), bx - ax
        length = math.hypot(nx, ny)
        faces = (eye.x - ax) * nx + (eye.y - ay) * ny > 0
        if faces and nx * fx + ny * fy >= 0.5 * size * length:
            yield [(ax, ay), (bx, by)]


def shadow(part: list[Pair], eye: Eye) -> BaseGeometry:
    """Return the area that a convex part hides: itself, and everything behind it."""
    near = shapely.convex_hull(shapely.MultiPoint(part))
    gap = max(near.distance(shapely.Point(eye.x, eye.y)), 1e-6)
    k = 1 + 8 * eye.radius / gap
    far = [(eye.x + k * (x - eye.x), eye.y + k * (y - eye.y)) for x, y in part]
    return shapely.convex_hull(shapely.MultiPoint([*part, *far]))


def seen_by(eye: Eye, sprites: list[Sprite], grown: bool) -> BaseGeometry:
    """Return what an eye sees of the disc at least (round shapes are grown), or at most."""
    shadows = []
    for sprite in sprites:
        for shape in sprite.world_shapes:
            parts = fronts_of(shape, eye) if shape.one_way else parts_of(shape, grown)
            shadows += [shadow(part, eye) for part in parts]
    return shapely.difference(eye.disc(eye.radius), shapely.union_all(shadows))


def thick(geometry: BaseGeometry, width: float) -> BaseGeometry:
    """Return an area without its parts that are thinner than a width.

    Parts that are thin everywhere are left out first: of these GEOS may make anything.
    """
    parts = [part for part in shapely.get_parts(geometry) if 2 * part.area > width * part.length]
    return shapely.buffer(shapely.GeometryCollection(parts), -width / 2)


def faults(eye: Eye, sprites: list[Sprite], area: Polygon, is_round: bool) -> list[str]:
    """Return how an area differs from the area of this oracle by more than is promised."""
    mine = area.geometry
    found = []
    if not mine.is_valid:
        found.append(f"not valid: {shapely.is_valid_reason(mine)}")
        mine = shapely.make_valid(mine)
    size = max(abs(eye.x), abs(eye.y)) + eye.radius
    hair = 1e-9 * max(1.0, size / 1000)
    whole = shapely.unary_union([shapely.Polygon(piece) for piece in area.pieces])
    if thick(mine.symmetric_difference(whole), hair).area or any(
        not is_convex(piece) for piece in area.pieces
    ):
        found.append("other pieces")
    # It is judged inside of a disc that the tolerance leaves.
    inner = eye.disc(eye.radius - eye.tolerance)
    most = seen_by(eye, sprites, grown=False)
    least = seen_by(eye, sprites, grown=True)
    # Round shapes of the oracle are polygons themselves.
    fine = 4 * hair if not is_round else 1e-4 * eye.radius
    # On a grid, since GEOS's differences of floats that nearly agree are sometimes all wrong.
    grid = hair / 16
    mine, inner, most, least = (shapely.set_precision(g, grid) for g in (mine, inner, most, least))
    too_much = thick(mine.intersection(inner).difference(most), fine)
    if too_much.area:
        found.append(f"too much: {too_much.area} at {too_much.representative_point()}")
    lacking = least.intersection(inner).difference(mine)
    lacking = thick(lacking, fine if not is_round else 2 * eye.tolerance + fine)
    if lacking.area:
        found.append(f"too little: {lacking.area} at {lacking.representative_point()}")
    return found


def is_convex(piece: tuple[Pair, ...]) -> bool:
    """Return whether a ring turns only left, up to rounding."""
    around = (*piece, *piece[:2])
    return all(
        (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]) >= -1e-9
        for a, b, c in zip(around, around[1:], around[2:], strict=False)
    )


def farthest_of_rim(eye: Eye, group: Group, area: Polygon, count: int, **how: Any) -> float:
    """Return how far places on the rim of the disc or sector, if they are in sight, are from the
    area at most.
    """
    mine = area.geometry
    shapely.prepare(mine)
    middle, half = (eye.angle or 0.0), eye.spread / 2
    turns = np.radians(np.linspace(middle - half, middle + half, count + 2)[1:-1])
    places = np.column_stack([np.cos(turns), np.sin(turns)]) * eye.radius + (eye.x, eye.y)
    in_sight = [group.line_of_sight(eye.x, eye.y, *place, **how) for place in places.tolist()]
    return float(shapely.distance(mine, shapely.points(places[in_sight])).max(initial=0.0))


def wrong_points(
    eye: Eye, group: Group, area: Polygon, points: list[Pair], is_round: bool, **how: Any
) -> list[Pair]:
    """Return the points about which the area and a line of sight say different things."""
    mine = area.geometry
    shapely.prepare(mine)
    size = max(abs(eye.x), abs(eye.y)) + eye.radius
    hair = 1e-9 * max(1.0, size / 1000)
    disc = eye.disc(eye.radius - eye.tolerance)
    wrong = []
    for x, y in points:
        point = shapely.Point(x, y)
        inside = mine.contains(point)
        if mine.boundary.distance(point) <= hair or not (inside or disc.contains(point)):
            continue
        sees = group.line_of_sight(eye.x, eye.y, x, y, **how)
        if inside and not sees:
            wrong.append((x, y))
        if not inside and sees and (not is_round or mine.distance(point) > 2 * eye.tolerance):
            wrong.append((x, y))
    return wrong
