"""Polygons with few vertices that cover given ones: rings only ever grow outward.

Two kinds of steps remove one vertex each. Where the outline bends inward, the vertex is cut off by
a straight edge between its neighbors. Where two consecutive vertices bend outward, the edge between
them is replaced by the vertex at which the adjacent edges would meet. Each step adds one triangle
to the polygon, and is only taken if the triangle is within the tolerance and contains nothing else
of the ring. So what was covered stays covered, and rings stay simple, by construction. The smallest
triangle goes first.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import TYPE_CHECKING

from spritecol._numbers.lazy_imports import numpy as np
from spritecol._numbers.lazy_imports import shapely
from spritecol._numbers.polar import length

if TYPE_CHECKING:
    from numpy.typing import NDArray

Vertex = tuple[float, float]

# A step: twice the area that it adds, and the vertex that it creates, if any.
Step = tuple[float, Vertex | None]

EXTENSION = 1e-7
"""Pixels by which both edges are extended beyond the vertex where they meet, so that rounding can't
put the vertex inside."""

PARALLEL = 1e-4
"""The sine of an angle. Edges at a smaller one are not extended: rounding would be too large."""

ALLOWANCE = 1e-6
"""Pixels by which the tolerance may be exceeded. As pixels have integer coordinates, many distances
equal the tolerance exactly, and must not be lost to rounding."""

FLAT = 1e-9
"""Square pixels. The sign of a smaller area may be due to rounding, unless it is exactly 0."""

ARC = 16
"""Segments of a quarter circle in the area that may be covered. They are inside the true circle, so
the tolerance is kept, though the last 0.1 % of it is not used."""


class Covering:
    """The area that may be covered: the points within the tolerance of an outline."""

    def __init__(self, outline: shapely.Geometry, tolerance: float) -> None:
        self.area = shapely.buffer(outline, tolerance + ALLOWANCE, quad_segs=ARC)
        shapely.prepare(self.area)

    def around(self, polygon: shapely.Polygon) -> tuple[list[Vertex], list[list[Vertex]]]:
        """A simpler polygon around another: its outline, and the holes that may not be covered."""
        polygon = shapely.orient_polygons(polygon)  # the inside is on the same side of all rings
        holes = [
            self.simpler(hole)
            for hole in polygon.interiors
            if not self.area.covers(shapely.Polygon(hole))
        ]
        return self.simpler(polygon.exterior), holes

    def simpler(self, ring: shapely.LinearRing) -> list[Vertex]:
        """A ring around the same area, with fewer vertices."""
        return _Ring(shapely.get_coordinates(ring)[:-1], self.area).simplified()


class _Ring:
    """A ring while it is simplified: a doubly linked list of vertices, and a heap of steps."""

    def __init__(self, points: NDArray[np.float64], area: shapely.Geometry) -> None:
        self.points = points.copy()
        self.area = area
        count = len(points)
        self.before = [(i - 1) % count for i in range(count)]
        self.after = [(i + 1) % count for i in range(count)]
        self.alive = np.ones(count, dtype=bool)
        self.version = [
            0
        ] * count  # changes near a vertex; heap entries of an older version are ignored
        self.heap: list[tuple[float, int, int, Vertex | None]] = []
        self.step_at: Callable[[int], Step | None] = self.cut

    def simplified(self) -> list[Vertex]:
        """The vertices that are left after all possible steps."""
        # Cuts go first: otherwise the steps of a slope would be extended to larger ones.
        for step in (self.cut, self.extend):
            self.step_at = step
            for i in np.nonzero(self.alive)[0].tolist():
                self.consider(i)
            while self.heap and np.count_nonzero(self.alive) > 3:
                _, i, version, vertex = heapq.heappop(self.heap)
                if version == self.version[i] and self.alive[i] and self.is_allowed(i, vertex):
                    self.apply(i, vertex)
        return [(float(x), float(y)) for x, y in self.points[self.alive]]

    def consider(self, i: int) -> None:
        """Push the step at a vertex onto the heap, if there is one."""
        step = self.step_at(i)
        if step is not None:
            size, vertex = step
            heapq.heappush(self.heap, (size, i, self.version[i], vertex))

    def cut(self, i: int) -> Step | None:
        """The step that cuts off a vertex that bends inward."""
        vertices = self.at(self.before[i]), self.at(i), self.at(self.after[i])
        cross = _cross(*vertices)
        if cross < -FLAT or (cross == 0 and _are_exact(*vertices)):
            return -cross, None
        return None

    def extend(self, i: int) -> Step | None:
        """The step that replaces the edge after a vertex by a new vertex."""
        j = self.after[i]
        a, p, b, c = self.at(self.before[i]), self.at(i), self.at(j), self.at(self.after[j])
        if _cross(a, p, b) <= FLAT or _cross(p, b, c) <= FLAT:
            return None
        vertex = _intersection(a, p, b, c)
        return None if vertex is None else (abs(_cross(p, vertex, b)), vertex)

    def is_allowed(self, i: int, vertex: Vertex | None) -> bool:
        """Whether a step stays within the tolerance and touches nothing else of the ring."""
        j = self.after[i]
        if vertex is None:
            ends = self.before[i], j
            triangle = self.at(ends[0]), self.at(i), self.at(j)
            if _cross(*triangle) == 0:
                return True
        else:
            ends = i, j
            triangle = self.at(i), vertex, self.at(j)
        own = [i, j, ends[0]]
        if not self.area.covers(shapely.Polygon(triangle)):
            return False
        kept = self.alive.copy()
        kept[own] = False
        if _inside(triangle, self.points[kept]).any():
            return False
        return vertex is None or not self.crosses_edge(i, j, vertex)

    def crosses_edge(self, i: int, j: int, vertex: Vertex) -> bool:
        """Whether another edge crosses one of the two edges to a new vertex."""
        starts = np.nonzero(self.alive)[0]
        starts = starts[~np.isin(starts, [self.before[i], i, j])]
        p, q = self.points[starts], self.points[[self.after[k] for k in starts]]
        return any(
            (
                (_orientations(p, end, vertex) * _orientations(q, end, vertex) <= 0)
                & (_line_orientations(end, p, q) * _line_orientations(vertex, p, q) <= 0)
            ).any()
            for end in (self.at(i), self.at(j))
        )

    def apply(self, i: int, vertex: Vertex | None) -> None:
        """Apply a step."""
        if vertex is None:
            removed, kept_vertex = i, self.before[i]
        else:
            removed, kept_vertex = self.after[i], i
            self.points[i] = vertex
        before, after = self.before[removed], self.after[removed]
        self.after[before], self.before[after] = after, before
        self.alive[removed] = False
        # What has changed affects the steps from two vertices before to two after it.
        first = self.before[self.before[kept_vertex]]
        for _ in range(5):
            self.version[first] += 1
            self.consider(first)
            first = self.after[first]

    def at(self, i: int) -> Vertex:
        """The coordinates of a vertex."""
        x, y = self.points[i]
        return float(x), float(y)


def _cross(a: Vertex, b: Vertex, c: Vertex) -> float:
    """Twice the area of a triangle, positive if the path a, b, c bends outward at b."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _are_exact(*points: Vertex) -> bool:
    """Whether all coordinates are multiples of a quarter, so that small sums are exact."""
    return all((4 * number).is_integer() for point in points for number in point)


def _intersection(a: Vertex, p: Vertex, b: Vertex, c: Vertex) -> Vertex | None:
    """Where the edges a-p and c-b meet, extended beyond p and b and slightly farther, or None."""
    u, v = (p[0] - a[0], p[1] - a[1]), (b[0] - c[0], b[1] - c[1])
    w = b[0] - p[0], b[1] - p[1]
    cross = u[0] * v[1] - u[1] * v[0]
    size_u, size_v = length(*u), length(*v)
    if abs(cross) < PARALLEL * size_u * size_v:
        return None
    along, back = (w[0] * v[1] - w[1] * v[0]) / cross, (w[0] * u[1] - w[1] * u[0]) / cross
    if along <= 0 or back <= 0:
        return None
    along += EXTENSION / size_u
    return (
        p[0] + along * u[0] + EXTENSION / size_v * v[0],
        p[1] + along * u[1] + EXTENSION / size_v * v[1],
    )


def _orientations(points: NDArray[np.float64], a: Vertex, b: Vertex) -> NDArray[np.float64]:
    """On which side of a line each of several points is, by sign."""
    return (b[0] - a[0]) * (points[:, 1] - a[1]) - (b[1] - a[1]) * (points[:, 0] - a[0])


def _line_orientations(
    point: Vertex, a: NDArray[np.float64], b: NDArray[np.float64]
) -> NDArray[np.float64]:
    """On which side of each of several lines a point is, by sign."""
    step = b - a
    return step[:, 0] * (point[1] - a[:, 1]) - step[:, 1] * (point[0] - a[:, 0])


def _inside(
    triangle: tuple[Vertex, Vertex, Vertex], points: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Which points are in a triangle or on its edge."""
    a, b, c = triangle
    orientations = np.stack(
        [_orientations(points, a, b), _orientations(points, b, c), _orientations(points, c, a)]
    )
    found: NDArray[np.bool_] = np.all(orientations >= 0, axis=0) | np.all(orientations <= 0, axis=0)
    return found
