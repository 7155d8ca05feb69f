"""Conversion between arcade's hit boxes and shapes.

arcade's points are relative to the center of the texture, y up. Shapes are in pixels of the
texture, from its upper left corner, y down.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from spritecol import Polygon, Segment, Shape
from spritecol._numbers.lazy_imports import shapely

Points = tuple[tuple[float, float], ...]
Size = tuple[float, float]

TOLERANCE = 0.25
"""Pixels by which a hit box may deviate from a round shape: 32 vertices for a radius of 20."""

EMPTY: Points = ((0.0, 0.0),)
"""A hit box that never collides in arcade but has the bounds that a spatial hash needs."""


@lru_cache(maxsize=1024)  # sprites of one texture share their points
def shapes_of(points: Points, size: Size) -> tuple[Shape, ...]:
    """The shapes that a hit box covers; it may be concave. Fewer than two points cover nothing."""
    corners = [(x + size[0] / 2, size[1] / 2 - y) for x, y in points]
    if len(corners) < 2:
        return ()
    if len(set(corners)) == 2:
        (x1, y1), (x2, y2) = set(corners)
        return (Segment(x1, y1, x2, y2),)
    try:
        return (Polygon(corners),)
    except ValueError:  # it crosses itself, or all points are on a line
        return _valid_parts(corners)


def _valid_parts(corners: Sequence[tuple[float, float]]) -> tuple[Shape, ...]:
    """The areas that a self-intersecting outline encloses."""
    if len(corners) < 3:
        return ()
    valid = shapely.make_valid(shapely.Polygon(corners))
    areas = [part for part in shapely.get_parts(_flattened(valid)) if part.area > 0]
    return tuple(Polygon.from_geometry(part) for part in areas)


def _flattened(geometry: shapely.Geometry) -> shapely.Geometry:
    """The geometries inside nested collections, as one collection."""
    parts = shapely.get_parts(geometry)
    return shapely.GeometryCollection([p for part in parts for p in shapely.get_parts(part)])


def points_of(shapes: Iterable[Shape], size: Size) -> Points:
    """The hit box of all shapes: their convex hull, since arcade takes every hit box as convex."""
    collection = shapely.GeometryCollection([shape.geometry for shape in shapes])
    if collection.is_empty:
        return EMPTY
    hull = shapely.simplify(shapely.convex_hull(collection), TOLERANCE)
    corners = shapely.get_coordinates(hull).tolist()
    if len(corners) > 3:
        corners.pop()  # the last point of a ring repeats the first
    return tuple((x - size[0] / 2, size[1] / 2 - y) for x, y in corners)
