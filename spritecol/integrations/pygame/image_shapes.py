"""`shapes_from_surface`: the opaque pixels of an image as a few polygons with few vertices.

Rings of pixels are simplified so that they only ever grow outward. Two kinds of steps remove one
vertex each. Where the outline bends inward, the vertex is cut off by a straight edge between its
neighbors. Where two consecutive vertices bend outward, the edge between them is replaced by the
vertex at which the adjacent edges would meet. Each step adds one triangle to the polygon, and is
only taken if the triangle is within the tolerance and contains nothing else of the ring. So what
was covered stays covered, and rings stay simple, by construction. The smallest triangle goes first.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pygame
from pygame.surface import Surface

from spritecol import Polygon, Rect
from spritecol._support.lazy_imports import numpy as np
from spritecol._support.lazy_imports import shapely
from spritecol._support.polar import length
from spritecol._support.range_check import non_negative, shown, whole_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Pixels = NDArray[np.bool_]

Vertex = tuple[float, float]

# A step: twice the area that it adds, and the vertex that it creates, if any.
Step = tuple[float, Vertex | None]

BRIDGE = 0.25
"""Pixels. Half the side of the square that joins two pixels at the corner where they touch. A
quarter keeps every coordinate exact."""

EXTENSION = 1e-7
"""Pixels by which both edges are extended beyond the vertex where they meet, so that rounding can't
put the vertex inside."""

PARALLEL = 1e-4
"""The sine of an angle. Edges at a smaller one are not extended: rounding would be too large."""

ALLOWANCE = 1e-6
"""Pixels by which the tolerance may be exceeded. As pixels have integer coordinates, many distances
equal the tolerance exactly, and must not be lost to rounding."""

FLAT = 1e-9
"""Square pixels. The sign of an area below this may be due to rounding; exactly 0 is certain."""

ARC = 16
"""Segments of a quarter circle in the area that may be covered. They are inside the true circle, so
the tolerance is kept, though the last 0.1 % of it is not used."""


def shapes_from_surface(
    surface: Surface,
    tolerance: float = 1.0,
    threshold: int = 127,
    *,
    name: str | None = None,
    layer: int | None = None,
    mask: int | None = None,
    one_way: tuple[float, float] | None = None,
) -> list[Polygon]:
    """Polygons that cover the opaque pixels of a surface, for a sprite's `collision`.

    Every opaque pixel is covered, and no point of the polygons is farther than `tolerance` from an
    opaque pixel. A larger tolerance gives fewer vertices and faster checks. Holes and islands
    larger than the tolerance are kept.

    Args:
        surface: the image; its upper left corner is (0, 0), as in a sprite's local space.
        tolerance: in pixels; 0 gives the exact outline of the pixels.
        threshold: pixels with a greater alpha are opaque, as for `pygame.mask.from_surface`. With a
            color key, all pixels of another color are.
        name: a label for each polygon, or None.
        layer: layers of its own for each polygon, as bits; None for those of the sprite.
        mask: the layers that each cares for, as bits; None for those of the sprite.
        one_way: the side from which each stops things, as a direction; None for every side.

    Returns:
        A list of polygons, empty for an image without opaque pixels.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: the tolerance is negative or not finite, the threshold is not from 0 to 255, or
            a layer, mask or direction is out of range.

    >>> ball = Surface((41, 41), pygame.SRCALPHA)
    >>> _ = pygame.draw.circle(ball, "white", (20, 20), 20)
    >>> (shape,) = shapes_from_surface(ball)
    >>> len(shapes_from_surface(ball, 0)[0].points), len(shape.points) < 20
    (100, True)
    """
    if not isinstance(surface, Surface):
        raise TypeError(f"surface must be a pygame Surface, got {shown(surface)}")
    tolerance = non_negative(tolerance, "tolerance")
    role: Any = {"name": name, "layer": layer, "mask": mask, "one_way": one_way}
    Rect(0, 0, 1, 1, **role)  # refuses what is out of range, also for an empty image
    pixels = opaque_pixels(surface, threshold)
    if not pixels.any():
        return []
    outline = pixel_outline(pixels)
    if tolerance == 0:
        return [Polygon.from_geometry(part, **role) for part in shapely.get_parts(outline)]
    covering = Covering(outline, tolerance)
    joined = pixel_outline(closed(pixels, tolerance), bridged=tolerance >= BRIDGE * math.sqrt(2))
    return [Polygon(*covering.around(part), **role) for part in shapely.get_parts(joined)]


def opaque_pixels(surface: Surface, threshold: Any) -> Pixels:
    """Which pixels pygame takes as opaque, as an array indexed by x and y."""
    allowed = "a whole number from 0 to 255"
    limit = whole_number(threshold, "threshold", 0, 255, kind=allowed, allowed=allowed)
    if 0 in surface.get_size():
        return np.zeros(surface.get_size(), dtype=bool)
    mask = pygame.mask.from_surface(surface, limit)
    picture = mask.to_surface(setcolor=(0, 0, 0, 255), unsetcolor=(0, 0, 0, 0))
    alpha: NDArray[np.uint8] = pygame.surfarray.array_alpha(picture)
    return alpha > 0


def closed(pixels: Pixels, tolerance: float) -> Pixels:
    """The pixels with narrow gaps filled, so that specks become one shape: a morphological closing.

    A pixel is filled if every square of k by k pixels that contains it also contains an opaque one.
    No point of it is then farther from an opaque pixel than (k - 1) / sqrt(2).
    """
    k = 1 + min(math.floor(tolerance * math.sqrt(2)), *pixels.shape)
    grown = _any_in_square(np.pad(pixels, k), k)
    shrunk: Pixels = ~_any_in_square(~grown, k)
    # Each of the two steps shifted everything left and up by k - 1 pixels, and cropped as much.
    width, height = pixels.shape
    return shrunk[1 : width + 1, 1 : height + 1]


def _any_in_square(pixels: Pixels, k: int) -> Pixels:
    """Whether any pixel is set in the k by k square whose upper left pixel this is."""
    for axis in (0, 1):
        windows = np.lib.stride_tricks.sliding_window_view(pixels, k, axis=axis)
        pixels = np.asarray(windows.any(axis=-1))
    return pixels


def pixel_outline(pixels: Pixels, bridged: bool = False) -> shapely.Geometry:
    """The union of the pixels' squares, a Polygon or a MultiPolygon.

    Pixels that touch only at a corner stay separate, unless `bridged` joins them by a small square.
    """
    boxes = [_column_boxes(pixels)]
    if bridged:
        a, b, c, d = pixels[:-1, :-1], pixels[1:, :-1], pixels[:-1, 1:], pixels[1:, 1:]
        corners = 1 + np.argwhere((a == d) & (b == c) & (a != b))
        boxes.append(np.hstack([corners - BRIDGE, corners + BRIDGE]))
    union = shapely.union_all(shapely.box(*np.vstack(boxes).T))
    return shapely.simplify(union, 0)  # removes vertices in the middle of an edge


def _column_boxes(pixels: Pixels) -> NDArray[np.float64]:
    """The pixels as boxes (left, top, right, bottom), one per contiguous stretch of a column."""
    padded = np.pad(pixels, ((0, 0), (1, 1))).astype(np.int8)
    change = np.diff(padded, axis=1)
    x, top = np.nonzero(change == 1)
    _, bottom = np.nonzero(change == -1)
    return np.column_stack([x, top, x + 1, bottom]).astype(np.float64)


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
