"""Polygons with few corners that cover given ones: rings are only ever moved outwards.

Two steps take one corner each. Where the outline bends inwards the corner is cut off by a straight
edge from its neighbor to its neighbor; where two corners in a row bend outwards, the edge between
them is replaced by the corner at which the edges beside it would meet. Each step adds one triangle
to the polygon, and is taken only if the triangle lies within the tolerance and holds nothing else
of the ring. So what was covered stays covered, and rings stay simple, by construction. The smallest
triangle goes first.
"""

import heapq
import math
from collections.abc import Callable

import numpy as np
import shapely
from numpy.typing import NDArray

Pair = tuple[float, float]

# Of a step: twice the area that it adds, and the corner that it makes, if it makes one.
Step = tuple[float, Pair | None]

OUTWARDS = 1e-7
"""Pixels by which both edges are made longer than up to the corner where they meet, so that
rounding cannot put the corner inside."""

PARALLEL = 1e-4
"""The sine of an angle under which edges are not made to meet: rounding would grow too large."""

SLACK = 1e-6
"""Pixels by which the tolerance may be exceeded. Pixels being whole, much lies at the very
tolerance, where it should not be lost to rounding."""

FLAT = 1e-9
"""Square pixels: triangles as small, unless they are exactly flat, may be rounding alone."""

ARC = 16
"""Segments of a quarter circle in the area that may be covered. They lie inside the true circle, so
the tolerance is kept, if not used to the last 0.1 %."""


class Covering:
    """What may be covered: the points within the tolerance of an outline."""

    def __init__(self, outline: shapely.Geometry, tolerance: float) -> None:
        self.area = shapely.buffer(outline, tolerance + SLACK, quad_segs=ARC)
        shapely.prepare(self.area)

    def around(self, polygon: shapely.Polygon) -> tuple[list[Pair], list[list[Pair]]]:
        """A simpler polygon round another one that may itself be covered: its outline and holes."""
        polygon = shapely.orient_polygons(polygon)  # the inside lies to the same side of all rings
        holes = [
            self.simpler(hole)
            for hole in polygon.interiors
            if not self.area.covers(shapely.Polygon(hole))
        ]
        return self.simpler(polygon.exterior), holes

    def simpler(self, ring: shapely.LinearRing) -> list[Pair]:
        """A ring round the same, with fewer corners."""
        return _Ring(shapely.get_coordinates(ring)[:-1], self.area).simplified()


class _Ring:
    """A ring that is simplified: its corners, each with the one before it and the one after it."""

    def __init__(self, points: NDArray[np.float64], area: shapely.Geometry) -> None:
        self.points = points.copy()
        self.area = area
        count = len(points)
        self.before = [(i - 1) % count for i in range(count)]
        self.after = [(i + 1) % count for i in range(count)]
        self.alive = np.ones(count, dtype=bool)
        self.age = [0] * count  # of what is known of a corner; older entries of the heap are void
        self.heap: list[tuple[float, int, int, Pair | None]] = []
        self.step: Callable[[int], Step | None] = self.cut

    def simplified(self) -> list[Pair]:
        # First all that is cut off: else the steps of a slope would be made into larger ones.
        for step in (self.cut, self.extend):
            self.step = step
            for i in np.nonzero(self.alive)[0].tolist():
                self.consider(i)
            while self.heap and np.count_nonzero(self.alive) > 3:
                _, i, age, corner = heapq.heappop(self.heap)
                if age == self.age[i] and self.alive[i] and self.may_take(i, corner):
                    self.take(i, corner)
        return [(float(x), float(y)) for x, y in self.points[self.alive]]

    def consider(self, i: int) -> None:
        """Put the step that begins at a corner on the heap, if there is one."""
        step = self.step(i)
        if step is not None:
            size, corner = step
            heapq.heappush(self.heap, (size, i, self.age[i], corner))

    def cut(self, i: int) -> Step | None:
        """Cutting off a corner that bends inwards."""
        corners = self.at(self.before[i]), self.at(i), self.at(self.after[i])
        turn = _cross(*corners)
        if turn < -FLAT or (turn == 0 and _exact(*corners)):
            return -turn, None
        return None

    def extend(self, i: int) -> Step | None:
        """Replacing the edge after a corner by a new corner."""
        j = self.after[i]
        a, p, b, c = self.at(self.before[i]), self.at(i), self.at(j), self.at(self.after[j])
        if _cross(a, p, b) <= FLAT or _cross(p, b, c) <= FLAT:
            return None
        corner = _meeting(a, p, b, c)
        return None if corner is None else (abs(_cross(p, corner, b)), corner)

    def may_take(self, i: int, corner: Pair | None) -> bool:
        """Whether a step stays within the tolerance and meets nothing else of the ring."""
        j = self.after[i]
        if corner is None:
            ends = self.before[i], j
            triangle = self.at(ends[0]), self.at(i), self.at(j)
            if _cross(*triangle) == 0:
                return True
        else:
            ends = i, j
            triangle = self.at(i), corner, self.at(j)
        own = [i, j, ends[0]]
        if not self.area.covers(shapely.Polygon(triangle)):
            return False
        kept = self.alive.copy()
        kept[own] = False
        if _inside(triangle, self.points[kept]).any():
            return False
        return corner is None or not self.crossed(i, j, corner)

    def crossed(self, i: int, j: int, corner: Pair) -> bool:
        """Whether another edge crosses the two that would lead to a new corner."""
        starts = np.nonzero(self.alive)[0]
        starts = starts[~np.isin(starts, [self.before[i], i, j])]
        p, q = self.points[starts], self.points[[self.after[k] for k in starts]]
        return any(
            (
                (_sides(p, end, corner) * _sides(q, end, corner) <= 0)
                & (_side_of(end, p, q) * _side_of(corner, p, q) <= 0)
            ).any()
            for end in (self.at(i), self.at(j))
        )

    def take(self, i: int, corner: Pair | None) -> None:
        """Take a step."""
        if corner is None:
            gone, stays = i, self.before[i]
        else:
            gone, stays = self.after[i], i
            self.points[i] = corner
        before, after = self.before[gone], self.after[gone]
        self.after[before], self.before[after] = after, before
        self.alive[gone] = False
        # Steps that began up to two corners before saw what has changed, or one after.
        first = self.before[self.before[stays]]
        for _ in range(5):
            self.age[first] += 1
            self.consider(first)
            first = self.after[first]

    def at(self, i: int) -> Pair:
        x, y = self.points[i]
        return float(x), float(y)


def _cross(a: Pair, b: Pair, c: Pair) -> float:
    """Twice the area of a triangle; positive where the path a, b, c bends outwards at b."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _exact(*points: Pair) -> bool:
    """Whether all coordinates are multiples of a quarter, with which small sums are exact."""
    return all((4 * number).is_integer() for point in points for number in point)


def _meeting(a: Pair, p: Pair, b: Pair, c: Pair) -> Pair | None:
    """Where the edges a-p and c-b meet beyond p and b, and a little farther; None: nowhere."""
    u, v = (p[0] - a[0], p[1] - a[1]), (b[0] - c[0], b[1] - c[1])
    w = b[0] - p[0], b[1] - p[1]
    turn = u[0] * v[1] - u[1] * v[0]
    size_u, size_v = math.hypot(*u), math.hypot(*v)
    if abs(turn) < PARALLEL * size_u * size_v:
        return None
    along, back = (w[0] * v[1] - w[1] * v[0]) / turn, (w[0] * u[1] - w[1] * u[0]) / turn
    if along <= 0 or back <= 0:
        return None
    along += OUTWARDS / size_u
    return (
        p[0] + along * u[0] + OUTWARDS / size_v * v[0],
        p[1] + along * u[1] + OUTWARDS / size_v * v[1],
    )


def _sides(points: NDArray[np.float64], a: Pair, b: Pair) -> NDArray[np.float64]:
    """On which side of a line each of many points lies."""
    return (b[0] - a[0]) * (points[:, 1] - a[1]) - (b[1] - a[1]) * (points[:, 0] - a[0])


def _side_of(point: Pair, a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """On which side of each of many lines a point lies."""
    step = b - a
    return step[:, 0] * (point[1] - a[:, 1]) - step[:, 1] * (point[0] - a[:, 0])


def _inside(triangle: tuple[Pair, Pair, Pair], points: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which points lie in a triangle or on its edge."""
    a, b, c = triangle
    sides = np.stack([_sides(points, a, b), _sides(points, b, c), _sides(points, c, a)])
    found: NDArray[np.bool_] = np.all(sides >= 0, axis=0) | np.all(sides <= 0, axis=0)
    return found
