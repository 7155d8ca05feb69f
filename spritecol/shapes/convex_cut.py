"""Cuts a polygon into convex pieces, exactly.

GEOS provides the triangles (a constrained Delaunay triangulation); neighbors are then merged as
long as their union stays convex. Every decision is exact: if floats leave a doubt, integers decide.
Float64 numbers are fractions whose denominators are powers of two, so a common denominator makes
all coordinates integers. The triangulation is verified before use. If the triangulation of GEOS
fails, an exact one replaces it.

Without shapely 2.1, as in a browser, the rings have not been validated before they are cut. Then
`cut` validates them itself, also exactly.

Orientations assume y up: positive means a left turn, and the inside of a polygon is to the left of
its edges. On screen, with y down, that is clockwise.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from spritecol._support.lazy_imports import has_shapely, shapely

XY = tuple[float, float]
Piece = tuple[XY, ...]
Seam = tuple[XY, XY]
_Edge = tuple[int, int]  # two vertices, from the first to the second
_VertexRing = list[int]  # vertices, the inside to the left

RULE = (
    "Polygon.points and holes must be rings that have an area, do not cross or touch themselves, "
    "and holes inside the outline"
)
_ROUNDING = 3.34e-16  # of the sum of two products, for their difference: J. R. Shewchuk, "Adaptive
# Precision Floating-Point Arithmetic", 1997, section 4.2
_MANY = 64  # corners: a row with fewer parts is searched as a whole
_TOO_LONG = 8.0  # times the mean edge; no more than an eighth of the corners are added
_UNDERFLOW = 1e-280  # smaller products may have lost digits
_NOT_SIMPLE = "Polygon.points and holes must be rings that do not cross, and these just cross"


class _Exact:
    """The coordinates of each vertex as multiples of a common unit, computed when one is read."""

    def __init__(self, points: Sequence[XY]) -> None:
        self.points = points

    @cached_property
    def integers(self) -> list[tuple[int, int]]:
        return _integers(self.points)

    def __getitem__(self, vertex: int) -> tuple[int, int]:
        return self.integers[vertex]

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return iter(self.integers)

    def __len__(self) -> int:
        return len(self.points)

    def turn(self, a: int, b: int, c: int) -> float:
        """Return a number with the sign of the area of a triangle of vertices."""
        points = self.points
        (ax, ay), (bx, by), (cx, cy) = points[a], points[b], points[c]
        left, right = (bx - ax) * (cy - ay), (by - ay) * (cx - ax)
        area = left - right
        if abs(area) > _ROUNDING * (abs(left) + abs(right)) + _UNDERFLOW:
            return area
        return _area(self, a, b, c)


def orientation(a: XY, b: XY, c: XY) -> int:
    """Return the exact orientation of three points: 1 (left turn), -1 (right turn), or 0
    (collinear).

    >>> orientation((0, 0), (1, 0), (1, 1)), orientation((0.1, 0.1), (0.2, 0.2), (0.3, 0.3))
    (1, 0)
    """
    area = _Exact((a, b, c)).turn(0, 1, 2)
    return (area > 0) - (area < 0)


def convex_piece(points: Sequence[XY]) -> Piece | None:
    """Return a ring as one piece if it turns only one way and goes around once, which makes it
    valid.

    >>> convex_piece([(0, 0), (2, 2), (2, 0)]), convex_piece([(0, 0), (2, 0), (1, 0)])
    (((0, 0), (2, 0), (2, 2)), None)
    """
    exact = _Exact(points)
    ring = _leftward(list(range(len(points))), exact, inside=1)
    if len(set(points)) < len(points) or not _is_convex(ring, exact):
        return None
    return tuple(points[vertex] for vertex in ring)


def cut(
    points: Sequence[XY], holes: Sequence[Sequence[XY]] = ()
) -> tuple[tuple[Piece, ...], tuple[Seam, ...]]:
    """Cut a polygon into convex pieces. If shapely is installed, the polygon must be known to be
    valid.

    Args:
        points: the corners of the outline, in either direction.
        holes: the corners of each hole, in either direction.

    Returns:
        The pieces and the seams along which they meet. The corners of the pieces are points of the
        input, or lie exactly on its long edges. Pieces have positive area, and no corner of one is
        inside an edge of another: collinear points are kept. A seam is an edge that two pieces
        share.

    Raises:
        ValueError: the rings are not a valid polygon, because shapely's check missed it or shapely
            is not installed.

    >>> cut([(0, 0), (2, 0), (2, 2)])
    ((((0, 0), (2, 0), (2, 2)),), ())
    """
    if not holes and (piece := convex_piece(points)):
        return (piece,), ()
    coords = list(dict.fromkeys(point for ring in (points, *holes) for point in ring))
    ids = {point: vertex for vertex, point in enumerate(coords)}
    exact = _Exact(coords)
    rings = [_leftward([ids[point] for point in points], exact, inside=1)]
    rings += [_leftward([ids[point] for point in hole], exact, inside=-1) for hole in holes]
    if holes or not has_shapely():
        rings = _noded(rings, exact)
    if has_shapely():
        apex_of = _triangulation(rings, coords, exact)
    else:
        apex_of = _judged_triangulation(rings, coords, exact)
    middles = _middles_of_long_edges(rings, coords)
    if middles:
        exact = _Exact(coords)
        _add_middles(apex_of, middles, exact)
    next_vertex = apex_of  # in a triangle, the vertex after an edge is the one opposite to it
    seams = _merge(next_vertex, coords, exact)
    pieces = tuple(tuple(coords[vertex] for vertex in ring) for ring in _face_rings(next_vertex))
    return pieces, tuple((coords[u], coords[v]) for u, v in seams)


def _integers(points: Iterable[XY]) -> list[tuple[int, int]]:
    """Return the points, scaled by the smallest power of two that makes all coordinates
    integers.
    """
    ratios = [(x.as_integer_ratio(), y.as_integer_ratio()) for x, y in points]
    unit = max(max(x[1], y[1]) for x, y in ratios)
    return [(x[0] * (unit // x[1]), y[0] * (unit // y[1])) for x, y in ratios]


def _area(exact: _Exact, a: int, b: int, c: int) -> int:
    """Return twice the signed area of a triangle of vertices. Its sign is their orientation."""
    (ax, ay), (bx, by), (cx, cy) = exact[a], exact[b], exact[c]
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


def _corners(ring: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """For each vertex of a ring: (previous vertex, vertex, next vertex)."""
    return zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True)


def _ring_edges(rings: Iterable[Sequence[int]]) -> Iterator[_Edge]:
    return ((u, v) for ring in rings for _, u, v in _corners(ring))


def _leftward(ring: _VertexRing, exact: _Exact, inside: int) -> _VertexRing:
    """Return the ring, reversed if the sign of its area is not `inside`. It keeps its first
    vertex.
    """
    points = exact.points
    x, y = points[ring[0]]  # near the others, so that the products are small
    area: float = 0.0
    size = 0.0
    for _, u, v in _corners(ring):
        (ux, uy), (vx, vy) = points[u], points[v]
        left, right = (ux - x) * (vy - y), (uy - y) * (vx - x)
        area += left - right
        size += abs(left) + abs(right)
    if abs(area) <= 2.0 * len(ring) * _ROUNDING * size + _UNDERFLOW:
        area = sum(
            exact[u][0] * exact[v][1] - exact[u][1] * exact[v][0] for u, v in _ring_edges([ring])
        )
    return ring if area * inside > 0 else [ring[0], *ring[:0:-1]]


def _is_convex(ring: _VertexRing, exact: _Exact) -> bool:
    """Whether the ring turns only left, and once: exactly one edge begins to rise."""
    turns = []
    for corner in _corners(ring):
        turns.append(exact.turn(*corner))
        if turns[-1] < 0:
            return False
    points = exact.points
    rises = [points[u][::-1] < points[v][::-1] for u, v in _ring_edges([ring])]
    laps = sum(rises[i] and not rises[i - 1] for i in range(len(rises)))
    return max(turns) > 0 and laps == 1


def _noded(rings: list[_VertexRing], exact: _Exact) -> list[_VertexRing]:
    """Return the rings, with a vertex added wherever a corner touches the inside of an edge."""
    from_left = sorted(range(len(exact)), key=exact.__getitem__)
    lefts = [exact[vertex] for vertex in from_left]
    noded = []
    for ring in rings:
        vertices = []
        for _, u, v in _corners(ring):
            first, last = sorted((exact[u], exact[v]))
            low, high = sorted((exact[u][1], exact[v][1]))
            between = [
                vertex
                for vertex in from_left[bisect_right(lefts, first) : bisect_left(lefts, last)]
                if low <= exact[vertex][1] <= high and _area(exact, u, v, vertex) == 0
            ]
            vertices += [u, *(between if exact[u] < exact[v] else between[::-1])]
        noded.append(vertices)
    return noded


def _judged_triangulation(
    rings: list[_VertexRing], coords: list[XY], exact: _Exact
) -> dict[_Edge, int]:
    """Return triangles as `_triangulation` does. Raise ValueError if the rings are not a polygon.

    Rings that neither cross nor touch themselves wind around each point inside once. But a hole
    outside the outline or inside another hole winds around its inside in the opposite direction,
    which no triangles can do. The inside is connected if all triangles are connected by their
    edges.
    """
    for ring in rings:
        if not any(_area(exact, *corner) for corner in _corners(ring)):
            raise ValueError(f"{RULE}; a ring has no area at {coords[ring[0]]}")
        if len(set(ring)) < len(ring):
            twice = next(vertex for vertex in ring if ring.count(vertex) > 1)
            raise ValueError(f"{RULE}; a ring touches itself at {coords[twice]}")
    crossed = _crossed_edge(rings, exact)
    if crossed:
        ends = f"from {coords[crossed[0]]} to {coords[crossed[1]]}"
        raise ValueError(f"{RULE}; the edge {ends} crosses another one, or lies on it")
    boundary = set(_ring_edges(rings))
    try:
        apex_of = _ExactTriangulation(rings, exact).next_vertex
    except ValueError:
        apex_of = {}
    if not apex_of or not _is_triangulation(apex_of, boundary, exact):
        raise ValueError(f"{RULE}; a hole is not inside")
    first = next(iter(apex_of))
    reached, pending = {first}, [first]
    while pending:
        u, v = pending.pop()
        for edge in ((v, apex_of[u, v]), (v, u)):
            if edge in apex_of and edge not in reached:
                reached.add(edge)
                pending.append(edge)
    if len(reached) < len(apex_of):
        raise ValueError(f"{RULE}; the holes cut it in two")
    return apex_of


def _crossed_edge(rings: list[_VertexRing], exact: _Exact) -> _Edge | None:
    """Return an edge of noded rings that crosses another or lies on it, or None."""
    edges = [(u, v) if exact[u] < exact[v] else (v, u) for u, v in _ring_edges(rings)]
    edges.sort(key=lambda edge: exact[edge[0]])
    for i, (a, b) in enumerate(edges):
        for c, d in edges[i + 1 :]:
            if exact[c] >= exact[b]:
                break
            if (a, b) == (c, d) or (
                _area(exact, a, b, c) * _area(exact, a, b, d) < 0
                and _area(exact, c, d, a) * _area(exact, c, d, b) < 0
            ):
                return a, b
    return None


def _triangulation(rings: list[_VertexRing], coords: list[XY], exact: _Exact) -> dict[_Edge, int]:
    """Return triangles that fill the polygon: for each directed edge, the apex of the triangle left
    of it.

    Why `_is_triangulation` is a proof: if the edges of the triangles cancel in pairs, except the
    boundary, the winding numbers of the triangles add up to the winding number of the polygon,
    which is 1 inside and 0 outside. Every triangle contributes 1 to each point that it covers, so
    each point inside is covered exactly once.
    """
    boundary = set(_ring_edges(rings))
    apex_of = _delaunay(rings, coords, exact)
    if not _is_triangulation(apex_of, boundary, exact):
        apex_of = _ExactTriangulation(rings, exact).next_vertex
        if not _is_triangulation(apex_of, boundary, exact):
            raise ValueError(_NOT_SIMPLE)
    return apex_of


def _is_triangulation(apex_of: dict[_Edge, int], boundary: set[_Edge], exact: _Exact) -> bool:
    # A triangle has the same orientation at all its corners, so only the smallest one is checked.
    return all(
        apex_of.get((v, w)) == u and (v < u or w < u or exact.turn(u, v, w) > 0)
        for (u, v), w in apex_of.items()
    ) and boundary == {(u, v) for u, v in apex_of if (v, u) not in apex_of}


def _delaunay(rings: list[_VertexRing], coords: list[XY], exact: _Exact) -> dict[_Edge, int]:
    """Return the triangulation by GEOS, not verified. It is empty if GEOS fails."""
    shell, *holes = [[coords[vertex] for vertex in ring] for ring in rings]
    try:
        triangles = shapely.constrained_delaunay_triangles(shapely.Polygon(shell, holes))
    except shapely.errors.GEOSException:
        return {}
    ids = {point: vertex for vertex, point in enumerate(coords)}
    # Each triangle is four consecutive points; the last repeats the first.
    corners = [ids.get((x, y), -1) for x, y in shapely.get_coordinates(triangles).tolist()]
    apex_of = {}
    for i in range(0, len(corners), 4):
        a, b, c = corners[i : i + 3]
        if min(a, b, c) < 0:
            return {}
        if exact.turn(a, b, c) < 0:
            b, c = c, b
        apex_of[a, b] = c
        apex_of[b, c] = a
        apex_of[c, a] = b
    return apex_of


def _middles_of_long_edges(rings: list[_VertexRing], coords: list[XY]) -> dict[_Edge, int]:
    """Return vertices in the middle of long edges, if it is exact, and add their coordinates.

    In the ground of a level, each corner connects to a corner below it. If there are only two
    corners at the bottom, most triangles end at these. They are then as long as the level, and near
    everything.

    An edge is halved repeatedly. In the result, the whole edge comes before its halves.
    """
    edges = list(_ring_edges(rings))
    middles: dict[_Edge, int] = {}
    if len(edges) <= _MANY:
        return middles
    longest = _TOO_LONG * sum(math.dist(coords[u], coords[v]) for u, v in edges) / len(edges)
    for u, v in edges:  # and vertices that are added meanwhile
        ends = coords[u], coords[v]
        if math.dist(*ends) <= longest:
            continue
        (ax, ay), (bx, by) = ends
        middle = (0.5 * (ax + bx), 0.5 * (ay + by))
        if middle not in ends and orientation(ends[0], middle, ends[1]) == 0:
            middles[u, v] = vertex = len(coords)
            coords.append(middle)
            edges += [(u, vertex), (vertex, v)]
    return middles


def _add_middles(apex_of: dict[_Edge, int], middles: dict[_Edge, int], exact: _Exact) -> None:
    """Add vertices in the middle of boundary edges as corners of the triangles.

    Two triangles with a common edge are replaced by the two triangles along the shorter diagonal.
    The total length of all edges becomes shorter each time, so this ends. Because an edge is halved
    before its halves, each triangle changes only a few times.
    """
    points = exact.points
    for (u, v), middle in middles.items():
        w = apex_of.pop((u, v))
        apex_of.update({(u, middle): w, (middle, w): u, (w, u): middle})
        apex_of.update({(middle, v): w, (v, w): middle, (w, middle): v})
        pending = [(v, w), (w, u)]
        while pending:
            a, c = pending.pop()
            if (a, c) not in apex_of or (c, a) not in apex_of:
                continue
            b, d = apex_of[c, a], apex_of[a, c]
            if (
                math.dist(points[b], points[d]) < math.dist(points[a], points[c])
                and exact.turn(d, a, b) > 0
                and exact.turn(b, c, d) > 0
            ):
                del apex_of[a, c], apex_of[c, a]
                apex_of.update({(a, b): d, (b, d): a, (d, a): b})
                apex_of.update({(b, c): d, (c, d): b, (d, b): c})
                pending += [(a, b), (b, c), (c, d), (d, a)]


def _merge(next_vertex: dict[_Edge, int], coords: list[XY], exact: _Exact) -> list[_Edge]:
    """Merge neighbors while their union stays convex, longest seam first. Return the remaining
    seams.

    Follows S. Hertel and K. Mehlhorn, "Fast Triangulation of Simple Polygons" (1983): at most four
    times the minimal number of pieces. An edge is removed if the corners at both its ends are
    strictly convex without it: rounding in world space could make a straight corner slightly
    concave.
    """
    previous_vertex = {(v, w): u for (u, v), w in next_vertex.items()}
    inner = [(u, v) for u, v in next_vertex if u < v and (v, u) in next_vertex]
    inner.sort(key=lambda edge: -_length_squared(coords, edge))
    seams = []
    for u, v in inner:
        before_u, after_u = previous_vertex[u, v], next_vertex[v, u]
        before_v, after_v = previous_vertex[v, u], next_vertex[u, v]
        if exact.turn(before_u, u, after_u) <= 0 or exact.turn(before_v, v, after_v) <= 0:
            seams.append((u, v))
            continue
        next_vertex[before_u, u], previous_vertex[u, after_u] = after_u, before_u
        next_vertex[before_v, v], previous_vertex[v, after_v] = after_v, before_v
        for edge in ((u, v), (v, u)):
            del next_vertex[edge], previous_vertex[edge]
    return seams


def _length_squared(coords: list[XY], edge: _Edge) -> float:
    (ax, ay), (bx, by) = coords[edge[0]], coords[edge[1]]
    return (bx - ax) ** 2 + (by - ay) ** 2


def _face_rings(next_vertex: dict[_Edge, int]) -> Iterator[_VertexRing]:
    """Return the faces, each as a ring: one per piece."""
    rest = dict(next_vertex)
    for first in next_vertex:  # finding the first of `rest` is slow once many were taken
        u, v = first
        ring = []
        while (u, v) in rest:
            ring.append(v)
            u, v = v, rest.pop((u, v))
        if ring:
            yield ring


class _ExactTriangulation:
    """Adds diagonals one by one until every face is a triangle, in exact integers.

    At a convex corner p, v, n: if the triangle p v n contains no other vertex, p n is a diagonal;
    otherwise v sees the vertex in it that is farthest from p n (M. de Berg et al., "Computational
    Geometry", 3rd ed. 2008, theorem 3.1; it also holds with holes).
    """

    def __init__(self, rings: list[_VertexRing], exact: _Exact) -> None:
        self.exact = exact
        self.into: dict[int, list[int]] = {}  # for each vertex, those that have an edge to it
        self.next_vertex: dict[_Edge, int] = {}  # the next vertex along the face left of an edge
        self._link(rings)
        pending = list(self.next_vertex)
        while pending:
            p, v = pending.pop()
            n = self.next_vertex[p, v]
            if _area(exact, p, v, n) <= 0:
                continue
            inside = self._inside(p, v, n)
            if inside:
                pending += self._add(v, min(inside, key=lambda w: _area(exact, p, n, w)))
            elif self.next_vertex.get((v, n)) != p:
                pending += self._add(p, n)

    def _link(self, rings: list[_VertexRing]) -> None:
        """Link the edges to faces. A face may continue along another ring where rings touch."""
        out: dict[int, list[int]] = {}
        for u, v in _ring_edges(rings):
            out.setdefault(u, []).append(v)
            self.into.setdefault(v, []).append(u)
        for u, v in _ring_edges(rings):
            for w in out[v]:
                if not any(self._in_corner(u, v, w, other) for other in out[v] if other != w):
                    self.next_vertex[u, v] = w

    def _in_corner(self, p: int, v: int, n: int, q: int) -> bool:
        """Whether q, seen from v, is strictly inside the corner p, v, n (to its left)."""
        left_of_out, left_of_in = _area(self.exact, v, n, q), _area(self.exact, p, v, q)
        if _area(self.exact, p, v, n) > 0:
            return left_of_out > 0 and left_of_in > 0
        return left_of_out > 0 or left_of_in > 0

    def _inside(self, p: int, v: int, n: int) -> list[int]:
        """Return the other vertices inside the triangle or on its edges."""
        xs, ys = zip(self.exact[p], self.exact[v], self.exact[n], strict=True)
        left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
        return [
            w
            for w, (x, y) in enumerate(self.exact)
            if left <= x <= right
            and top <= y <= bottom
            and w not in (p, v, n)
            and all(_area(self.exact, a, b, w) >= 0 for a, b in ((p, v), (v, n), (n, p)))
        ]

    def _add(self, u: int, v: int) -> list[_Edge]:
        """Add a diagonal. Return the edges after which a corner has changed."""
        if (u, v) in self.next_vertex:  # the rings cross; continuing would never end
            raise ValueError(_NOT_SIMPLE)
        before_u, after_u = self._corner(u, v)
        before_v, after_v = self._corner(v, u)
        self.next_vertex.update(
            {(before_u, u): v, (u, v): after_v, (before_v, v): u, (v, u): after_u}
        )
        self.into[u].append(v)
        self.into[v].append(u)
        return [(before_u, u), (u, v), (before_v, v), (v, u)]

    def _corner(self, v: int, towards: int) -> tuple[int, int]:
        """Return the vertices before and after v in the corner from which a diagonal leaves v."""
        for p in self.into[v]:
            n = self.next_vertex.get((p, v), p)
            if n != p and self._in_corner(p, v, n, towards):
                return p, n
        raise ValueError(_NOT_SIMPLE)
