"""Cuts a polygon into convex pieces, exactly.

The triangles come from GEOS (a constrained Delaunay triangulation); neighbors are then merged for
as long as the union stays convex. Every decision is made in exact integers (float64 numbers are
fractions whose denominator is a power of two, so a common one makes all coordinates integers), and
the triangles are proved right before use. Where GEOS fails that proof, an exact triangulation takes
over.

Directions are those of (x, y) as if y went up: a positive orientation is to the left, and the inside of
a polygon lies to the left of its edges. On screen, with y down, that runs clockwise.
"""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import shapely

Pair = tuple[float, float]
Piece = tuple[Pair, ...]
Seam = tuple[Pair, Pair]
_Exact = list[tuple[int, int]]  # the coordinates of each vertex, in units of a common denominator
_Edge = tuple[int, int]  # two vertices, from the first to the second
_Ring = list[int]  # vertices, the inside to the left

_NOT_SIMPLE = "Polygon.points and holes must be rings that do not cross, and these do, by a hair"


def orientation(a: Pair, b: Pair, c: Pair) -> int:
    """The exact direction of the orientation a, b, c: 1 or -1, or 0 where they lie on one line.

    >>> orientation((0, 0), (1, 0), (1, 1)), orientation((0.1, 0.1), (0.2, 0.2), (0.3, 0.3))
    (1, 0)
    """
    area = _area(_integers((a, b, c)), 0, 1, 2)
    return (area > 0) - (area < 0)


def cut(
    points: Sequence[Pair], holes: Sequence[Sequence[Pair]] = ()
) -> tuple[tuple[Piece, ...], tuple[Seam, ...]]:
    """The convex pieces of a valid polygon, and the seams along which they meet.

    Pieces have the input's own points as corners, positive area, and no corner within another's
    edge: collinear points are kept. A seam is an edge of two pieces.

    Raises:
        ValueError: the rings are no valid polygon (shapely's own check has passed them by mistake).

    >>> cut([(0, 0), (2, 0), (2, 2)])
    ((((0, 0), (2, 0), (2, 2)),), ())
    """
    coords = list(dict.fromkeys(point for ring in (points, *holes) for point in ring))
    ids = {point: vertex for vertex, point in enumerate(coords)}
    exact = _integers(coords)
    rings = [_leftward([ids[point] for point in points], exact, inside=1)]
    if not holes and _is_convex(rings[0], exact):
        return (tuple(coords[vertex] for vertex in rings[0]),), ()
    rings += [_leftward([ids[point] for point in hole], exact, inside=-1) for hole in holes]
    if holes:
        rings = _noded(rings, coords, exact)
    following = _triangulation(rings, coords, exact)
    seams = _merge(following, coords, exact)
    pieces = tuple(tuple(coords[vertex] for vertex in ring) for ring in _loops(following))
    return pieces, tuple((coords[u], coords[v]) for u, v in seams)


def _integers(points: Iterable[Pair]) -> _Exact:
    """The points times the least power of two that makes all of them integers."""
    ratios = [(x.as_integer_ratio(), y.as_integer_ratio()) for x, y in points]
    unit = max(max(x[1], y[1]) for x, y in ratios)
    return [(x[0] * (unit // x[1]), y[0] * (unit // y[1])) for x, y in ratios]


def _area(exact: _Exact, a: int, b: int, c: int) -> int:
    """Twice the signed area of a triangle of vertices; its sign is the direction of the orientation."""
    (ax, ay), (bx, by), (cx, cy) = exact[a], exact[b], exact[c]
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


def _corners(ring: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Each vertex of a ring, between the one before and the one after."""
    return zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True)


def _edges(rings: Iterable[Sequence[int]]) -> Iterator[_Edge]:
    return ((u, v) for ring in rings for _, u, v in _corners(ring))


def _leftward(ring: _Ring, exact: _Exact, inside: int) -> _Ring:
    """The ring, from its own first vertex, in the direction whose signed area has that sign."""
    area = sum(exact[u][0] * exact[v][1] - exact[u][1] * exact[v][0] for u, v in _edges([ring]))
    return ring if area * inside > 0 else [ring[0], *ring[:0:-1]]


def _is_convex(ring: _Ring, exact: _Exact) -> bool:
    return all(_area(exact, *corner) >= 0 for corner in _corners(ring))


def _noded(rings: list[_Ring], coords: list[Pair], exact: _Exact) -> list[_Ring]:
    """The rings, with a vertex wherever a corner of another ring touches an edge midway."""
    edges = list(_edges(rings))
    ends = np.array([[coords[u], coords[v]] for u, v in edges])
    tree = shapely.STRtree(shapely.linestrings(ends))
    touching: dict[_Edge, list[int]] = {}
    for vertex, index in tree.query(shapely.points(np.array(coords))).T.tolist():
        u, v = edges[index]
        if vertex not in (u, v) and _area(exact, u, v, vertex) == 0:
            touching.setdefault((u, v), []).append(vertex)  # in its box and on its line: on it
    noded = []
    for ring in rings:
        vertices = []
        for _, u, v in _corners(ring):
            between = touching.get((u, v), [])
            between.sort(key=exact.__getitem__, reverse=exact[u] > exact[v])
            vertices += [u, *between]
        noded.append(vertices)
    return noded


def _triangulation(rings: list[_Ring], coords: list[Pair], exact: _Exact) -> dict[_Edge, int]:
    """Triangles that fill the polygon: the third vertex for each edge, in both directions.

    Why `_is_triangulation` is a proof: where the edges of triangles cancel in pairs and leave the
    polygon's boundary, their winding numbers add up to the polygon's, 1 inside and 0 outside; and
    as every triangle adds 1 to all that it covers, each place inside is covered exactly once.
    """
    boundary = set(_edges(rings))
    following = _delaunay(rings, coords, exact)
    if not _is_triangulation(following, boundary, exact):
        following = _ExactTriangulation(rings, coords, exact).following
        if not _is_triangulation(following, boundary, exact):
            raise ValueError(_NOT_SIMPLE)
    return following


def _is_triangulation(following: dict[_Edge, int], boundary: set[_Edge], exact: _Exact) -> bool:
    return all(
        following.get((v, w)) == u and _area(exact, u, v, w) > 0 for (u, v), w in following.items()
    ) and boundary == {(u, v) for u, v in following if (v, u) not in following}


def _delaunay(rings: list[_Ring], coords: list[Pair], exact: _Exact) -> dict[_Edge, int]:
    """What GEOS makes of the polygon; nothing where it fails. Not proved yet."""
    shell, *holes = [[coords[vertex] for vertex in ring] for ring in rings]
    try:
        triangles = shapely.constrained_delaunay_triangles(shapely.Polygon(shell, holes))
    except shapely.errors.GEOSException:
        return {}
    ids = {point: vertex for vertex, point in enumerate(coords)}
    # Each triangle is four points in a row, the last of them the first again.
    corners = [ids.get((x, y), -1) for x, y in shapely.get_coordinates(triangles).tolist()]
    following = {}
    for i in range(0, len(corners), 4):
        a, b, c = corners[i : i + 3]
        if min(a, b, c) < 0:
            return {}
        if _area(exact, a, b, c) < 0:
            b, c = c, b
        following.update({(a, b): c, (b, c): a, (c, a): b})
    return following


def _merge(following: dict[_Edge, int], coords: list[Pair], exact: _Exact) -> list[_Edge]:
    """Merge neighbors while the union stays convex, longest seam first; the seams that are left.

    Follows S. Hertel and K. Mehlhorn, Fast triangulation of simple polygons (1983): at most four
    times as many pieces as the fewest possible. An edge may go when the corners at both its ends
    stay convex without it, and not straight: rounding in world space could make a straight corner
    a little hollow.
    """
    preceding = {(v, w): u for (u, v), w in following.items()}
    inner = [(u, v) for u, v in following if u < v and (v, u) in following]
    inner.sort(key=lambda edge: -_length_squared(coords, edge))
    seams = []
    for u, v in inner:
        before_u, after_u = preceding[u, v], following[v, u]
        before_v, after_v = preceding[v, u], following[u, v]
        if _area(exact, before_u, u, after_u) <= 0 or _area(exact, before_v, v, after_v) <= 0:
            seams.append((u, v))
            continue
        following[before_u, u], preceding[u, after_u] = after_u, before_u
        following[before_v, v], preceding[v, after_v] = after_v, before_v
        for edge in ((u, v), (v, u)):
            del following[edge], preceding[edge]
    return seams


def _length_squared(coords: list[Pair], edge: _Edge) -> float:
    (ax, ay), (bx, by) = coords[edge[0]], coords[edge[1]]
    return (bx - ax) ** 2 + (by - ay) ** 2


def _loops(following: dict[_Edge, int]) -> Iterator[_Ring]:
    """The closed walks along the edges: one a piece."""
    rest = dict(following)
    while rest:
        u, v = next(iter(rest))
        ring = []
        while (u, v) in rest:
            ring.append(v)
            u, v = v, rest.pop((u, v))
        yield ring


class _ExactTriangulation:
    """Adds diagonals, one after the other, until every face is a triangle; all in integers.

    At a corner p, v, n that turns left: if the triangle p v n holds no other vertex, p n is
    a diagonal; else v sees the vertex in it that lies farthest from p n (M. de Berg et al.,
    Computational Geometry, 3rd ed. 2008, theorem 3.1; it holds for holes too).
    """

    def __init__(self, rings: list[_Ring], coords: list[Pair], exact: _Exact) -> None:
        self.exact = exact
        self.x, self.y = np.array(coords).T
        self.into: dict[int, list[int]] = {}  # for each vertex, those that have an edge to it
        self.following: dict[_Edge, int] = {}  # the next vertex along the face left of an edge
        self._link(rings)
        pending = list(self.following)
        while pending:
            p, v = pending.pop()
            n = self.following[p, v]
            if _area(exact, p, v, n) <= 0:
                continue
            inside = self._inside(p, v, n)
            if inside:
                pending += self._add(v, min(inside, key=lambda w: _area(exact, p, n, w)))
            elif self.following.get((v, n)) != p:
                pending += self._add(p, n)

    def _link(self, rings: list[_Ring]) -> None:
        """Make faces of the rings; where rings touch, an edge's face goes on along another ring."""
        out: dict[int, list[int]] = {}
        for u, v in _edges(rings):
            out.setdefault(u, []).append(v)
            self.into.setdefault(v, []).append(u)
        for u, v in _edges(rings):
            for w in out[v]:
                if not any(self._in_corner(u, v, w, other) for other in out[v] if other != w):
                    self.following[u, v] = w

    def _in_corner(self, p: int, v: int, n: int, q: int) -> bool:
        """Whether q, seen from v, is strictly between n and p (left of p, v, n)."""
        left_of_out, left_of_in = _area(self.exact, v, n, q), _area(self.exact, p, v, q)
        if _area(self.exact, p, v, n) > 0:
            return left_of_out > 0 and left_of_in > 0
        return left_of_out > 0 or left_of_in > 0

    def _inside(self, p: int, v: int, n: int) -> list[int]:
        """The other vertices that lie in the triangle or on its edges."""
        xs, ys = self.x[[p, v, n]], self.y[[p, v, n]]
        in_box = (self.x >= xs.min()) & (self.x <= xs.max())
        in_box &= (self.y >= ys.min()) & (self.y <= ys.max())
        return [
            w
            for w in np.flatnonzero(in_box).tolist()
            if w not in (p, v, n)
            and all(_area(self.exact, a, b, w) >= 0 for a, b in ((p, v), (v, n), (n, p)))
        ]

    def _add(self, u: int, v: int) -> list[_Edge]:
        """Add a diagonal; the edges after which a corner has changed."""
        if (u, v) in self.following:  # only rings that cross lead here; going on would never end
            raise ValueError(_NOT_SIMPLE)
        before_u, after_u = self._corner(u, v)
        before_v, after_v = self._corner(v, u)
        self.following.update(
            {(before_u, u): v, (u, v): after_v, (before_v, v): u, (v, u): after_u}
        )
        self.into[u].append(v)
        self.into[v].append(u)
        return [(before_u, u), (u, v), (before_v, v), (v, u)]

    def _corner(self, v: int, towards: int) -> tuple[int, int]:
        """The vertices before and after v in the corner from which a diagonal leaves v."""
        for p in self.into[v]:
            n = self.following.get((p, v), p)
            if n != p and self._in_corner(p, v, n, towards):
                return p, n
        raise ValueError(_NOT_SIMPLE)
