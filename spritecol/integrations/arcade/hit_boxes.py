"""From arcade's hit boxes to shapes, and back.

arcade's points lie about the middle of the texture, y up; shapes lie in the texture's pixels, from
its upper left corner, y down.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import shapely

from spritecol import Polygon, Segment, Shape

Points = tuple[tuple[float, float], ...]
Size = tuple[float, float]

BEND = 0.25
"""Pixels that a hit box may leave out where a shape is round: 32 corners for a radius of 20."""

NOWHERE: Points = ((0.0, 0.0),)
"""A hit box that never collides in arcade, and has the bounds that a spatial hash asks for."""


@lru_cache(maxsize=1024)  # sprites of one texture share their points
def shapes_of(points: Points, size: Size) -> tuple[Shape, ...]:
    """What a hit box covers, concave as it may be. Fewer than two points cover nothing."""
    corners = [(x + size[0] / 2, size[1] / 2 - y) for x, y in points]
    if len(corners) < 2:
        return ()
    if len(set(corners)) == 2:
        (x1, y1), (x2, y2) = set(corners)
        return (Segment(x1, y1, x2, y2),)
    try:
        return (Polygon(corners),)
    except ValueError:  # it crosses itself, or all lies in a line
        return _mended(corners)


def _mended(corners: Sequence[tuple[float, float]]) -> tuple[Shape, ...]:
    """The areas that an outline goes round, though it should cross itself."""
    if len(corners) < 3:
        return ()
    valid = shapely.make_valid(shapely.Polygon(corners))
    areas = [part for part in shapely.get_parts(_flat(valid)) if part.area > 0]
    return tuple(Polygon.from_geometry(part) for part in areas)


def _flat(geometry: shapely.Geometry) -> shapely.Geometry:
    """A collection of what is nested in collections."""
    parts = shapely.get_parts(geometry)
    return shapely.GeometryCollection([p for part in parts for p in shapely.get_parts(part)])


def points_of(shapes: Iterable[Shape], size: Size) -> Points:
    """The points of a hit box round all shapes: convex, as arcade takes every hit box to be."""
    whole = shapely.GeometryCollection([shape.geometry for shape in shapes])
    if whole.is_empty:
        return NOWHERE
    hull = shapely.simplify(shapely.convex_hull(whole), BEND)
    corners = shapely.get_coordinates(hull).tolist()
    if len(corners) > 3:
        corners.pop()  # a ring ends where it began
    return tuple((x - size[0] / 2, size[1] / 2 - y) for x, y in corners)
