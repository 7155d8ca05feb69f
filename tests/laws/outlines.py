"""The edges of polygons in world space, for laws about normals: cuts are none of them."""

import math
from collections.abc import Iterator

from spritecol import Polygon

Pair = tuple[float, float]
Edge = tuple[Pair, Pair, Pair]  # from, to, and the outward normal


def outline(polygon: Polygon) -> Iterator[Edge]:
    """The edges of a polygon in world space."""
    for is_hole, ring in [(False, polygon.points), *((True, hole) for hole in polygon.holes)]:
        around = list(zip(ring, (*ring[1:], ring[0]), strict=True))
        area = math.fsum(a[0] * b[1] - a[1] * b[0] for a, b in around)
        outward = 1 if (area > 0) != is_hole else -1
        for a, b in around:
            length = outward * math.dist(a, b)
            yield a, b, ((b[1] - a[1]) / length, (a[0] - b[0]) / length)


def off(edge: Edge, point: Pair) -> float:
    """The distance of a point from an edge."""
    a, b, _ = edge
    x, y = b[0] - a[0], b[1] - a[1]
    t = ((point[0] - a[0]) * x + (point[1] - a[1]) * y) / (x * x + y * y)
    t = max(0.0, min(t, 1.0))
    return math.dist(point, (a[0] + t * x, a[1] + t * y))
