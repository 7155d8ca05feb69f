"""`shapes_from_surface`: the opaque pixels of an image as a few polygons with few vertices.

Rings of pixels are simplified so that they only ever grow outward. Two kinds of steps remove one
vertex each. Where the outline bends inward, the vertex is cut off by a straight edge between its
neighbors. Where two consecutive vertices bend outward, the edge between them is replaced by the
vertex at which the adjacent edges would meet. Each step adds one triangle to the polygon, and is
only taken if the triangle is within the tolerance and contains nothing else of the ring. So covered
pixels stay covered, and rings stay simple, by construction. The smallest triangle goes first.

The outline of the pixels is followed from corner to corner; only NumPy handles single pixels. A
step looks at the vertices near it, in a grid. Most steps are certainly within the tolerance,
because each edge stores a bound for its distance from the pixels, and a triangle exceeds that by
its height at most. For the other steps, shapely computes the area that may be covered.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pygame
from pygame.surface import Surface

from spritecol import Polygon, Rect
from spritecol._support.arguments import arguments
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

TOO_PARALLEL = 1e-4
"""The sine of an angle. Edges at a smaller angle are not extended, because rounding would be too
large."""

ALLOWANCE = 1e-6
"""Pixels by which the tolerance may be exceeded. Because pixels have integer coordinates, many
distances equal the tolerance exactly, and must not be lost to rounding."""

NO_AREA = 1e-9
"""Square pixels. The sign of an area below this may be due to rounding; exactly 0 is certain."""

CELL = 8
"""Pixels. The side of a cell of the grid in which vertices are found. Any side from 2 to 16 works
well. With 64, a ring takes 50 % longer."""

FIRST_STEP = 1.5
"""Pixels by which the area that may be covered grows in its first step. In a single step, dozens of
arcs meet at stairs of pixels, and shapely needs several tries: the area of a ring of 900 pixels
takes seven times as long for a tolerance of 3 pixels, and also of 20."""

ARC = 16
"""Segments of a quarter circle in the area that may be covered. They are inside the true circle, so
the tolerance is kept, though the last 0.1 % of it is not used."""


@arguments()
def shapes_from_surface(
    surface: Surface | pygame.Mask,
    tolerance: float = 1.0,
    threshold: int = 127,
    *,
    name: str | None = None,
    layer: int | None = None,
    mask: int | None = None,
    one_way: tuple[float, float] | None = None,
) -> tuple[Polygon, ...]:
    """Return polygons that cover the opaque pixels of a surface, for a sprite's `collision`.

    Every opaque pixel is covered, and no point of the polygons is farther than `tolerance` from an
    opaque pixel. A larger tolerance gives fewer vertices and faster checks. Holes and islands
    larger than the tolerance are kept.

    Args:
        surface: the image, or a `pygame.Mask`, whose set bits are its opaque pixels. Its top left
            corner is (0, 0), as in a sprite's local space.
        tolerance: in pixels; 0 gives the exact outline of the pixels.
        threshold: pixels with a greater alpha are opaque, as for `pygame.mask.from_surface`. With a
            color key, all pixels of other colors are opaque. Not used for a mask.
        name: a label for each polygon, or None.
        layer: layers of its own for each polygon, as bits; None uses the sprite's own.
        mask: the layers that each polygon sees, as bits; None uses the sprite's own.
        one_way: the only side from which each polygon stops moving sprites, as a direction; None
            for every side.

    Returns:
        A tuple of polygons, empty for an image without opaque pixels.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: the tolerance is negative or not finite, the threshold is not from 0 to 255, or
            a layer, mask or direction is out of range.

    >>> import pygame
    >>> ball = pygame.Surface((41, 41), pygame.SRCALPHA)
    >>> _ = pygame.draw.circle(ball, "white", (20, 20), 20)
    >>> (shape,) = shapes_from_surface(ball)
    >>> len(shapes_from_surface(ball, 0)[0].points), len(shape.points) < 20
    (100, True)
    """
    if not isinstance(surface, Surface | pygame.Mask):
        raise TypeError(f"surface must be a pygame Surface or Mask, got {shown(surface)}")
    tolerance = non_negative(tolerance, "tolerance")
    role: Any = {"name": name, "layer": layer, "mask": mask, "one_way": one_way}
    Rect(0, 0, 1, 1, **role)  # refuses values out of range, even for an empty image
    pixels = opaque_pixels(surface, threshold)
    if not pixels.any():
        return ()
    outline = pixel_outline(pixels)
    if tolerance == 0:
        return tuple([Polygon.from_geometry(part, **role) for part in shapely.get_parts(outline)])
    covering = Covering(outline, tolerance)
    joined = pixel_outline(
        without_gaps(pixels, tolerance), bridged=tolerance >= BRIDGE * math.sqrt(2)
    )
    return tuple([Polygon(*covering.around(part), **role) for part in shapely.get_parts(joined)])


def opaque_pixels(surface: Surface | pygame.Mask, threshold: Any) -> Pixels:
    """Return which pixels count as opaque for pygame, as an array indexed by x and y."""
    allowed = "a whole number from 0 to 255"
    limit = whole_number(threshold, "threshold", 0, 255, kind=allowed, allowed=allowed)
    if 0 in surface.get_size():
        return np.zeros(surface.get_size(), dtype=bool)
    picture = Surface(surface.get_size(), 0, 8)
    mask = surface
    if isinstance(mask, Surface):
        mask = pygame.mask.from_surface(mask, limit)
    mask.to_surface(picture, setcolor=1, unsetcolor=0)
    indices: NDArray[np.uint8] = pygame.surfarray.pixels2d(picture)
    return indices.astype(bool)


def without_gaps(pixels: Pixels, tolerance: float) -> Pixels:
    """Return the pixels with narrow gaps filled, so that specks become one shape.

    This is a morphological closing. A pixel is filled if every square of k by k pixels that
    contains it also contains an opaque pixel. Then no point of it is farther from an opaque pixel
    than (k - 1) / sqrt(2).
    """
    k = 1 + min(math.floor(tolerance * math.sqrt(2)), *pixels.shape)
    grown = _any_in_square(np.pad(pixels, k), k)
    shrunk: Pixels = ~_any_in_square(~grown, k)
    # Each of the two steps shifted everything left and up by k - 1 pixels, and cropped as much.
    width, height = pixels.shape
    return shrunk[1 : width + 1, 1 : height + 1]


def _any_in_square(pixels: Pixels, k: int) -> Pixels:
    """Return for each pixel whether any pixel is set in the k by k square with it at the top
    left.
    """
    for _ in range(2):
        length = 1  # the length of the known runs, which is doubled
        while length < k:
            step = min(length, k - length)
            pixels = pixels[step:] | pixels[:-step]
            length += step
        pixels = pixels.T
    return pixels


def pixel_outline(pixels: Pixels, bridged: bool = False) -> shapely.Geometry:
    """Return the union of the pixels' squares, as a MultiPolygon with a vertex at each corner.

    Pixels that touch only at a corner stay separate, unless `bridged` joins them by a small square.
    """
    set_at = np.pad(pixels, 1)
    shells, holes, places = [], [], []
    for ring, (x, y) in corner_rings(set_at, bridged):
        if set_at[x + 1, y + 1]:
            shells.append(shapely.polygons(ring))
        else:
            holes.append(shapely.linearrings(ring))
            places.append(shapely.points(x - 0.5, y + 0.5))  # in the pixel beside it
    inside: list[list[Any]] = [[] for _ in shells]
    size = shapely.area(shells)
    owners: dict[int, int] = {}  # the smallest shell around each hole
    found = shapely.STRtree(shells).query(np.array(places, object), predicate="intersects")
    for hole, shell in found.T.tolist():
        if hole not in owners or size[shell] < size[owners[hole]]:
            owners[hole] = shell
    for hole, shell in owners.items():
        inside[shell].append(holes[hole])
    return shapely.multipolygons(
        [
            shapely.polygons(shell.exterior, own) if own else shell
            for shell, own in zip(shells, inside, strict=True)
        ]
    )


def corner_rings(
    set_at: Pixels, bridged: bool
) -> Iterator[tuple[Sequence[Vertex], tuple[int, int]]]:
    """Return the rings of an outline, each with its leftmost corner, and the topmost of these.

    Two successive corners in a row or in a column are the ends of an edge. Where two pixels touch,
    there are two corners at one position. Each pixel has one of them or, if `bridged`, the pixels
    beside it do.

    Args:
        set_at: the pixels, with a margin of one pixel.
        bridged: whether pixels that touch are joined.
    """
    a, b, c, d = set_at[:-1, :-1], set_at[1:, :-1], set_at[:-1, 1:], set_at[1:, 1:]
    saddle = (a == d) & (b == c) & (a != b)
    x1, y1 = np.nonzero(a ^ b ^ c ^ d)
    x2, y2 = np.nonzero(saddle)
    x, y = np.concatenate([x1, x2, x2]), np.concatenate([y1, y2, y2])
    # The first of two corners at one position leads to the left. A single corner is not examined.
    is_up = a[x2, y2] != bridged
    leads_right = np.arange(len(x)) >= len(x1) + len(x2)
    leads_down = np.concatenate([np.zeros(len(x1), bool), ~is_up, is_up])
    is_double = np.arange(len(x)) >= len(x1)
    across, down = np.empty(len(x), int), np.empty(len(x), int)
    for order, partner in (
        (np.lexsort((leads_right, x, y)), across),
        (np.lexsort((leads_down, y, x)), down),
    ):
        partner[order[::2]], partner[order[1::2]] = order[1::2], order[::2]
    steps = np.column_stack(
        [np.where(leads_right, BRIDGE, -BRIDGE), np.where(leads_down, BRIDGE, -BRIDGE)]
    )
    corners, double = list(zip(x.tolist(), y.tolist(), strict=True)), is_double.tolist()
    for loop in _loops(across.tolist(), down.tolist()):
        if bridged:
            yield _with_bridges(loop, corners, double, steps), min(corners[k] for k in loop)
        else:
            for ring in _simple_rings([corners[k] for k in loop], [double[k] for k in loop]):
                yield ring, min(ring)


def _loops(across: list[int], down: list[int]) -> Iterator[list[int]]:
    """Follow the edges across and down in turn, until each corner was met."""
    seen = [False] * len(across)
    for start in range(len(across)):
        loop = []
        at = start
        while not seen[at]:
            seen[at] = True
            loop.append(at)
            at = across[at]
            seen[at] = True
            loop.append(at)
            at = down[at]
        if loop:
            yield loop


def _simple_rings(
    loop: list[tuple[int, int]], double: list[bool]
) -> Iterator[list[tuple[int, int]]]:
    """Divide a loop where it returns to a position."""
    ring: list[tuple[int, int]] = []
    been: dict[tuple[int, int], int] = {}  # where in the ring the positions are that may come again
    for place, may_return in zip(loop, double, strict=True):
        if place in been:
            first = been[place]
            yield ring[first:]
            for one in ring[first:]:
                been.pop(one, None)
            del ring[first:]
        if may_return:
            been[place] = len(ring)
        ring.append(place)
    yield ring


def _with_bridges(
    loop: list[int], corners: list[tuple[int, int]], double: list[bool], steps: NDArray[np.float64]
) -> list[Vertex]:
    """Return the ring of a loop, which goes around the bridges where two pixels touch."""
    ring: list[Vertex] = []
    for position, k in enumerate(loop):
        x, y = corners[k]
        if double[k]:
            right, low = steps[k].tolist()
            ways = [(x, y + low), (x + right, y + low), (x + right, y)]
            # All edges of a loop at even positions lead across, including the first.
            ring += ways if position % 2 == 0 else ways[::-1]
        else:
            ring.append((x, y))
    return ring


class Covering:
    """The points that may be covered: all points within the tolerance of some pixels."""

    def __init__(self, outline: shapely.Geometry, tolerance: float) -> None:
        self.outline = outline
        self.tolerance = tolerance
        rings = shapely.get_rings(shapely.get_parts(outline))
        self.edges = {edge for ring in rings for edge in pairwise(_places_of(ring))}

    @cached_property
    def area(self) -> shapely.Geometry:
        """Return the area that may be covered, which grows in steps that double."""
        area, left, step = self.outline, self.tolerance + ALLOWANCE, FIRST_STEP
        while left > 0:
            step = step if left > 1.5 * step else left
            area = shapely.buffer(area, step, quad_segs=ARC)
            left, step = left - step, 2 * step
        shapely.prepare(area)
        return area

    def may_fill(self, hole: shapely.LinearRing) -> bool:
        """Whether a hole may be covered."""
        polygon = shapely.Polygon(hole)
        middle = shapely.point_on_surface(polygon)
        limit = self.tolerance + ALLOWANCE
        return shapely.distance(self.outline, middle) <= limit and self.area.covers(polygon)

    def away(self, ring: list[Vertex]) -> list[float]:
        """Return a bound for how far the edges of a ring are from the pixels. It is 0 for edges of
        pixels.
        """
        return [
            0.0 if (a, b) in self.edges or (b, a) in self.edges else self.tolerance
            for a, b in pairwise([*ring, ring[0]])
        ]

    def around(self, polygon: shapely.Polygon) -> tuple[list[Vertex], list[list[Vertex]]]:
        """Return a simpler polygon around another: its outline, and the holes that may not be
        covered.
        """
        polygon = shapely.orient_polygons(polygon)  # the inside is on the same side of all rings
        holes = [self.simpler(hole) for hole in polygon.interiors if not self.may_fill(hole)]
        return self.simpler(polygon.exterior), holes

    def simpler(self, ring: shapely.LinearRing) -> list[Vertex]:
        """Return a ring around the same area, with fewer vertices."""
        return _Ring(_places_of(ring)[:-1], self).simplified()


class _Ring:
    """A ring while it is simplified: a doubly linked list of vertices, and a heap of steps."""

    def __init__(self, places: list[Vertex], covering: Covering) -> None:
        self.places = places
        self.points = np.array(places)  # likewise, in the form for looking at all vertices
        self.covering = covering
        self.away = covering.away(places)  # no point of the edge after a vertex is farther away
        self.cells: dict[tuple[int, int], set[int]] = {}
        for i, place in enumerate(self.places):
            self.cells.setdefault(_cell_of(*place), set()).add(i)
        count = self.count = len(places)
        self.before = [(i - 1) % count for i in range(count)]
        self.after = [(i + 1) % count for i in range(count)]
        self.alive = [True] * count
        # Changes near a vertex; heap entries of an older version are ignored.
        self.version = [0] * count
        self.heap: list[tuple[float, int, int, Vertex | None]] = []
        self.step_at: Callable[[int], Step | None] = self.cut

    def simplified(self) -> list[Vertex]:
        """The vertices that are left after all possible steps."""
        # Cuts go first, because otherwise the stairs of a slope would be extended to larger stairs.
        for step in (self.cut, self.extend):
            self.step_at = step
            for i, is_alive in enumerate(self.alive):
                if is_alive:
                    self.consider(i)
            while self.heap and self.count > 3:
                _, i, version, vertex = heapq.heappop(self.heap)
                if version == self.version[i] and self.alive[i] and self.is_allowed(i, vertex):
                    self.apply(i, vertex)
        return [place for place, lives in zip(self.places, self.alive, strict=True) if lives]

    def consider(self, i: int) -> None:
        """Push the step at a vertex onto the heap, if there is one."""
        step = self.step_at(i)
        if step is not None:
            size, vertex = step
            heapq.heappush(self.heap, (size, i, self.version[i], vertex))

    def cut(self, i: int) -> Step | None:
        """The step that cuts off a vertex that bends inward."""
        vertices = self.places[self.before[i]], self.places[i], self.places[self.after[i]]
        cross = _cross(*vertices)
        if cross < -NO_AREA or (cross == 0 and _are_exact(*vertices)):
            return -cross, None
        return None

    def extend(self, i: int) -> Step | None:
        """The step that replaces the edge after a vertex by a new vertex."""
        j = self.after[i]
        a, p, b, c = (self.places[k] for k in (self.before[i], i, j, self.after[j]))
        if _cross(a, p, b) <= NO_AREA or _cross(p, b, c) <= NO_AREA:
            return None
        vertex = _intersection(a, p, b, c)
        return None if vertex is None else (abs(_cross(p, vertex, b)), vertex)

    def is_allowed(self, i: int, vertex: Vertex | None) -> bool:
        """Whether a step stays within the tolerance and touches nothing else of the ring."""
        j = self.after[i]
        if vertex is None:
            ends = self.before[i], j
            triangle = self.places[ends[0]], self.places[i], self.places[j]
            if _cross(*triangle) == 0:
                return True
        else:
            ends = i, j
            triangle = self.places[i], vertex, self.places[j]
        own = i, j, ends[0]
        if any(k not in own and _is_inside(triangle, self.places[k]) for k in self.near(triangle)):
            return False
        is_near = self.away_of(i, vertex) <= self.covering.tolerance
        if not is_near and not self.covering.area.covers(shapely.Polygon(triangle)):
            return False
        return vertex is None or not self.crosses_edge(i, j, vertex)

    def near(self, triangle: tuple[Vertex, Vertex, Vertex]) -> Iterator[int]:
        """The vertices in the cells of a triangle's bounding box."""
        left, top = _cell_of(*map(min, *triangle))
        right, bottom = _cell_of(*map(max, *triangle))
        for x in range(left, right + 1):
            for y in range(top, bottom + 1):
                yield from self.cells.get((x, y), ())

    def away_of(self, i: int, vertex: Vertex | None) -> float:
        """Return a distance from the pixels that no point of the triangle of a step exceeds.

        No point is farther from its two edges, or its one edge, than the height above the other
        side.
        """
        j = self.after[i]
        if vertex is None:
            a, p, b = self.places[self.before[i]], self.places[i], self.places[j]
            away = max(self.away[self.before[i]], self.away[i])
        else:
            a, p, b = self.places[i], vertex, self.places[j]
            away = self.away[i]
            if not _is_between(a, p, b):
                return math.inf
        return away + abs(_cross(a, p, b)) / length(b[0] - a[0], b[1] - a[1])

    def crosses_edge(self, i: int, j: int, vertex: Vertex) -> bool:
        """Whether another edge crosses one of the two edges to a new vertex."""
        starts = np.flatnonzero(np.array(self.alive))
        starts = starts[~np.isin(starts, [self.before[i], i, j])]
        p, q = self.points[starts], self.points[np.take(self.after, starts)]
        return any(
            (
                (_orientations(p, end, vertex) * _orientations(q, end, vertex) <= 0)
                & (_line_orientations(end, p, q) * _line_orientations(vertex, p, q) <= 0)
            ).any()
            for end in (self.places[i], self.places[j])
        )

    def apply(self, i: int, vertex: Vertex | None) -> None:
        """Apply a step."""
        away = min(self.away_of(i, vertex), self.covering.tolerance)
        if vertex is None:
            removed, kept_vertex = i, self.before[i]
            self.away[kept_vertex] = away
        else:
            removed, kept_vertex = self.after[i], i
            self.away[self.before[i]] = max(self.away[self.before[i]], away)
            self.away[i] = max(self.away[removed], away)
            self.cells[_cell_of(*self.places[i])].discard(i)
            self.cells.setdefault(_cell_of(*vertex), set()).add(i)
            self.points[i] = self.places[i] = vertex
        self.cells[_cell_of(*self.places[removed])].discard(removed)
        before, after = self.before[removed], self.after[removed]
        self.after[before], self.before[after] = after, before
        self.alive[removed] = False
        self.count -= 1
        # A cut changes the steps at its two ends. Other steps change those from two vertices before
        # to two after.
        first, count = kept_vertex, 2
        if vertex is not None:
            first, count = self.before[self.before[kept_vertex]], 5
        for _ in range(count):
            self.version[first] += 1
            self.consider(first)
            first = self.after[first]


def _cross(a: Vertex, b: Vertex, c: Vertex) -> float:
    """Twice the area of a triangle, positive if the path a, b, c bends outward at b."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _places_of(ring: shapely.LinearRing) -> list[Vertex]:
    """Return the positions of a ring, of which the last is the first."""
    return list(map(tuple, shapely.get_coordinates(ring).tolist()))


def _cell_of(x: float, y: float) -> tuple[int, int]:
    """Return the cell of the grid that contains a position."""
    return math.floor(x / CELL), math.floor(y / CELL)


def _is_between(a: Vertex, p: Vertex, b: Vertex) -> bool:
    """Whether the point of the line through a and b that is nearest to p is between them."""
    x, y = b[0] - a[0], b[1] - a[1]
    along = (p[0] - a[0]) * x + (p[1] - a[1]) * y
    return 0 <= along <= x * x + y * y


def _are_exact(*points: Vertex) -> bool:
    """Whether all coordinates are multiples of a quarter, so that small sums are exact."""
    return all((4 * number).is_integer() for point in points for number in point)


def _intersection(a: Vertex, p: Vertex, b: Vertex, c: Vertex) -> Vertex | None:
    """Return where the edges a-p and c-b meet, extended beyond p and b and slightly farther, or
    None.
    """
    u, v = (p[0] - a[0], p[1] - a[1]), (b[0] - c[0], b[1] - c[1])
    w = b[0] - p[0], b[1] - p[1]
    cross = u[0] * v[1] - u[1] * v[0]
    size_u, size_v = length(*u), length(*v)
    if abs(cross) < TOO_PARALLEL * size_u * size_v:
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
    """Return on which side of a line each of several points is, by sign."""
    return (b[0] - a[0]) * (points[:, 1] - a[1]) - (b[1] - a[1]) * (points[:, 0] - a[0])


def _line_orientations(
    point: Vertex, a: NDArray[np.float64], b: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return on which side of each of several lines a point is, by sign."""
    step = b - a
    return step[:, 0] * (point[1] - a[:, 1]) - step[:, 1] * (point[0] - a[:, 0])


def _is_inside(triangle: tuple[Vertex, Vertex, Vertex], point: Vertex) -> bool:
    """Whether a point is in a triangle or on its edge."""
    a, b, c = triangle
    sides = _cross(a, b, point), _cross(b, c, point), _cross(c, a, point)
    return min(sides) >= 0 or max(sides) <= 0
