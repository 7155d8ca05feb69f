"""Ways for a disc among walls: the shortest, each leg of which hits nothing.

Where the middle of the disc may be is what the walls leave, each grown by the radius. That is cut
into tiles, and each tile into triangles, when a search first comes there. A search goes from edge
to edge and keeps, for each, the last corner of the way and the part of the edge that is seen from
there (Polyanya: M. Cui, D. Harabor, A. Grastien, "Compromise-free Pathfinding on a Navigation
Mesh", IJCAI 2017). So what it finds is the shortest way in the mesh, where a few corners stand for
each arc round a corner of a wall. `pulled` makes the arcs finer, and sweeps of a disc prove each
leg.

In the first mesh walls are grown by a hair too little, and corners are on their arcs, so that a gap
exactly as wide as the disc stays open. Where the proof then fails, a second one is searched, in
which they are grown by a hair too much, with corners outside of finer arcs.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Set
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count, pairwise, product
from typing import TYPE_CHECKING, NamedTuple

import attrs
import numpy as np
import shapely

from spritecol._numbers.polar import cos_sin, direction, length
from spritecol._numbers.range_check import LIMIT, non_negative, number, shown
from spritecol._numbers.vectors import Vec2
from spritecol.shapes import (
    Capsule,
    Circle,
    Ellipse,
    Point,
    Polygon,
    Rect,
    Segment,
    Shape,
    Triangle,
)
from spritecol.sprites.group import Group
from spritecol.sprites.sprite import Sprite

if TYPE_CHECKING:
    import numpy.typing as npt

    from spritecol.typing import Targets

    Floats = npt.NDArray[np.float64]

__all__ = ["Paths"]

XY = tuple[float, float]
Box = tuple[float, float, float, float]
Place = tuple[int, int]

STEP = 22.5
"""Degrees between the corners of the first mesh on an arc. They make a way up to 0.7 % of its arcs
too short; this decides which way is taken, not how long it becomes."""

FINE = 6.0
"""The same of the second mesh, and of the way itself, outside of arcs: 0.1 % of them too long."""

SLACK = 1e-6
"""In pixels, and in thousandths of the size of the map: how much walls are grown too little."""

MARGIN = 1e-8
"""The same: how much they are grown too much, so that no rounding lets the disc touch them."""

WALLS_IN_TILE = 8
"""On average. More make the first search in a tile slower, fewer make each search slower."""

PATIENCE = 1000
"""Steps of a search, after which it looks whether there is any way."""

OUTSIDE = 1e6
"""In pixels, and in sizes of the map: how far the mesh reaches beyond all walls."""

SAME = 1e-9
"""A share of the size of the map: points on the border of a tile that are closer are one."""


class Core(NamedTuple):
    """A part of a wall: all points within `r` of a convex polygon, a line or a point."""

    corners: tuple[XY, ...]
    r: float


class Turn(NamedTuple):
    """A corner of the mesh: (x, y) + the distance of the disc's middle times (ux, uy)."""

    x: float
    y: float
    r: float
    ux: float
    uy: float

    def at(self, distance: float) -> XY:
        """Where it is if the middle keeps that distance from (x, y)."""
        return self.x + distance * self.ux, self.y + distance * self.uy


class Facet:
    """A triangle of the mesh, anticlockwise with y up.

    Attributes:
        corners: the three corners.
        links: what is behind the edge from each corner to the next, as one comes through it: other
            triangles, their edges, and the left and the right end; None if not known yet.
        sides: on which side of the tile an edge lies, or None.
        tile: the column and the row of the tile.
    """

    __slots__ = ("corners", "links", "sides", "tile")

    def __init__(self, corners: tuple[XY, XY, XY], tile: Place) -> None:
        self.corners = corners
        self.links: list[list[Link] | None] = [None, None, None]
        self.sides: list[int | None] = [None, None, None]
        self.tile = tile

    def ends(self, edge: int) -> tuple[XY, XY]:
        """The ends of an edge: left and right as one comes in, right and left as one goes out."""
        return self.corners[edge], self.corners[(edge + 1) % 3]

    def holds(self, point: XY, near: float) -> bool:
        """Whether a point is inside, or as near as that to it."""
        for edge in range(3):
            p, q = self.ends(edge)
            if area(p, q, point) < -near * distance(p, q):
                return False
        return True


Link = tuple[Facet, int, XY, XY]


def area(o: XY, a: XY, b: XY) -> float:
    """Twice the area of a triangle: above 0 if b is to the left of o -> a, with y up."""
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def distance(a: XY, b: XY) -> float:
    """How far apart two points are."""
    apart: float = length(b[0] - a[0], b[1] - a[1])
    return apart


def closest(a: XY, b: XY, place: XY) -> XY:
    """The point of a line between two points that is closest to a place."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    share = ((place[0] - a[0]) * dx + (place[1] - a[1]) * dy) / (dx * dx + dy * dy)
    share = min(max(share, 0.0), 1.0)
    return a[0] + share * dx, a[1] + share * dy


# --- walls ----------------------------------------------------------------------------------------


def cores_of(shape: Shape) -> Iterator[Core]:
    """The convex parts of a shape in world space."""
    match shape:
        case Point(x=x, y=y):
            yield Core(((x, y),), 0.0)
        case Circle(x=x, y=y, r=r):
            yield Core(((x, y),), r)
        case Segment():
            yield Core(((shape.x1, shape.y1), (shape.x2, shape.y2)), 0.0)
        case Capsule():
            yield Core(((shape.x1, shape.y1), (shape.x2, shape.y2)), shape.r)
        case Ellipse():
            c, s = cos_sin(shape.angle)
            more = 1.0 / cos_sin(180.0 / 64)[0]  # round it, not in it
            ring = [cos_sin(360.0 * k / 64) for k in range(64)]
            places = [(shape.rx * more * u, shape.ry * more * v) for u, v in ring]
            yield Core(
                tuple([(shape.x + c * u - s * v, shape.y + s * u + c * v) for u, v in places]), 0.0
            )
        case Rect() | Triangle():
            yield Core(tuple(shape.corners), 0.0)
        case Polygon():
            for piece in shape.pieces:
                yield Core(piece, 0.0)
        case _:
            raise TypeError(f"walls have no such shape: {shown(shape)}")


def solid(shape: Shape) -> Shape:
    """A shape that stops things from all sides."""
    return shape if shape.one_way is None else attrs.evolve(shape, one_way=None)


def ring_of(core: Core) -> tuple[XY, ...]:
    """The corners of a core, each once, in the direction in which its inside is to the left."""
    ring = tuple(dict.fromkeys(core.corners))
    if len(ring) > 2 and sum(area(ring[0], a, b) for a, b in pairwise(ring[1:])) < 0.0:
        return ring[::-1]
    return ring


@lru_cache(maxsize=4096)
def arc(first: XY, last: XY, step: float, least: int = 1) -> tuple[XY, ...]:
    """The corners of lines that touch a unit circle from one unit normal to another, turning left.

    The first and the last corner are on the lines that touch it at both normals: exactly, if these
    are upright.
    """
    begin, end = direction(*first), direction(*last)
    turn = (end - begin) % 360.0
    if turn == 0.0 and first == last:
        turn = 360.0
    pieces = max(least, math.ceil(turn / step - 1e-9))
    half = turn / pieces / 2.0
    c, s = cos_sin(half)
    tangent = s / c
    corners = [(first[0] - tangent * first[1], first[1] + tangent * first[0])]
    for k in range(1, pieces - 1):
        u, v = cos_sin(begin + half * (2 * k + 1))
        corners.append((u / c, v / c))
    if pieces > 1:
        corners.append((last[0] + tangent * last[1], last[1] - tangent * last[0]))
    return tuple(corners)


@lru_cache(maxsize=4096)
def chord(first: XY, last: XY, step: float) -> tuple[XY, ...]:
    """Points on a unit circle from one unit normal to another, turning left."""
    begin, end = direction(*first), direction(*last)
    turn = (end - begin) % 360.0 or 360.0
    pieces = max(1, math.ceil(turn / step - 1e-9))
    inner = [cos_sin(begin + turn * k / pieces) for k in range(1, pieces)]
    return (first, *inner, last) if first != last else (first, *inner)


def turns_of(core: Core, radius: float, outside: bool) -> list[Turn]:
    """The corners of a core that is grown by its own radius and by that of the disc.

    They are on the arcs, or outside of them.
    """
    ring = ring_of(core)
    r = core.r + radius

    def around(before: XY, after: XY) -> tuple[XY, ...]:
        if outside:
            return arc(before, after, FINE if r > 0.0 else 90.0)
        return chord(before, after, STEP)

    if len(ring) == 1:
        return [Turn(*ring[0], r, *u) for u in around((1.0, 0.0), (1.0, 0.0))]
    normals = []
    for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
        size = distance(a, b)
        normals.append(((b[1] - a[1]) / size, (a[0] - b[0]) / size))
    return [
        Turn(*corner, r, *u)
        for corner, before, after in zip(ring, (normals[-1], *normals), normals, strict=False)
        if before != after
        for u in around(before, after)
    ]


class Wall:
    """A core that is grown, its box, and its corners in the meshes, by whether they are outside."""

    __slots__ = ("box", "core", "known", "polygons", "r", "radius")

    def __init__(self, core: Core, radius: float) -> None:
        self.core, self.radius = core, radius
        self.r = core.r + radius
        xs, ys = zip(*core.corners, strict=True)
        more = self.r + 1.0
        self.box: Box = min(xs) - more, min(ys) - more, max(xs) + more, max(ys) + more
        self.known: dict[bool, list[Turn]] = {}
        self.polygons: dict[float, shapely.Polygon] = {}

    def turns(self, outside: bool) -> list[Turn]:
        """Its corners, on its arcs or outside of them."""
        if outside not in self.known:
            self.known[outside] = turns_of(self.core, self.radius, outside)
        return self.known[outside]

    def polygon(self, more: float) -> shapely.Polygon:
        """Its outline, grown by so much more; from within if that is less than 0."""
        if more not in self.polygons:
            corners = [turn.at(turn.r + more) for turn in self.turns(more > 0.0)]
            self.polygons[more] = shapely.Polygon(corners)
        return self.polygons[more]


# --- the mesh -------------------------------------------------------------------------------------


class Mesh:
    """The triangles of what walls leave, if they are grown by `more` than the radius."""

    def __init__(self, walls: list[Wall], extent: Box, more: float) -> None:
        self.more = more
        left, top, right, bottom = extent
        self.size = max(right - left, bottom - top, 1.0)
        self.near = SAME * self.size
        tiles = max(1.0, len(walls) / WALLS_IN_TILE)
        side = max(math.sqrt((right - left) * (bottom - top) / tiles), self.size / 1000.0)
        self.lines = [self._lines(left, right, side), self._lines(top, bottom, side)]
        self.tiles: dict[Place, list[Facet]] = {}
        self.turns: dict[XY, Turn] = {}
        self.set_walls(walls, walls)

    def _lines(self, low: float, high: float, side: float) -> list[float]:
        """The borders of the columns or of the rows; the first and the last reach far outside."""
        steps = max(1, math.ceil((high - low) / side))
        beyond = OUTSIDE * max(1.0, self.size / 1000.0)
        return [
            low - beyond,
            *(low + (high - low) * k / steps for k in range(steps + 1)),
            high + beyond,
        ]

    def set_walls(self, walls: list[Wall], new: list[Wall]) -> None:
        """Take other walls; the tiles of those that were and are no more must be dropped."""
        self.walls = walls
        self.boxes = np.array([wall.box for wall in walls]).reshape(-1, 4)
        for wall in new:
            for turn in wall.turns(self.more > 0.0):
                self.turns[turn.at(turn.r + self.more)] = turn

    def drop(self, box: Box) -> None:
        """Forget the tiles that a box touches, and what leads there."""
        first, last = self.tile_at((box[0], box[1])), self.tile_at((box[2], box[3]))
        for place in product(range(first[0], last[0] + 1), range(first[1], last[1] + 1)):
            self.tiles.pop(place, None)
        for place in product(range(first[0] - 1, last[0] + 2), range(first[1] - 1, last[1] + 2)):
            for facet in self.tiles.get(place, ()):
                for edge in range(3):
                    if facet.sides[edge] is not None:
                        facet.links[edge] = None

    def tile_at(self, point: XY) -> Place:
        """The tile in which a point is."""
        column, row = (
            min(max(bisect_right(lines, value) - 1, 0), len(lines) - 2)
            for lines, value in zip(self.lines, point, strict=True)
        )
        return column, row

    def facets(self, tile: Place) -> list[Facet]:
        """The triangles of a tile."""
        if tile not in self.tiles:
            self.tiles[tile] = self._cut(tile)
        return self.tiles[tile]

    def _cut(self, tile: Place) -> list[Facet]:
        """Cut what walls leave of a tile into triangles, and link those that share an edge."""
        (xs, ys), (column, row) = self.lines, tile
        left, top, right, bottom = xs[column], ys[row], xs[column + 1], ys[row + 1]
        boxes = self.boxes
        near = (boxes[:, 0] < right) & (boxes[:, 2] > left)
        near &= (boxes[:, 1] < bottom) & (boxes[:, 3] > top)
        solid = [self.walls[k].polygon(self.more) for k in np.flatnonzero(near).tolist()]
        free = shapely.box(left, top, right, bottom)
        free = shapely.difference(free, shapely.union_all(solid)) if solid else free
        parts = shapely.get_parts(free)
        cut = shapely.constrained_delaunay_triangles(parts[shapely.area(parts) > 0.0])
        points = [(x, y) for x, y in shapely.get_coordinates(cut).tolist()]
        made: list[Facet] = []
        alone: dict[tuple[XY, XY], tuple[Facet, int]] = {}
        for k in range(0, len(points), 4):
            a, b, c = points[k : k + 3]
            turn = area(a, b, c)
            if turn == 0.0:
                continue
            facet = Facet((a, b, c) if turn > 0.0 else (a, c, b), tile)
            made.append(facet)
            for edge in range(3):
                p, q = facet.ends(edge)
                if (q, p) in alone:
                    other, far = alone.pop((q, p))
                    facet.links[edge] = [(other, far, q, p)]
                    other.links[far] = [(facet, edge, p, q)]
                else:
                    alone[p, q] = facet, edge
        for (p, q), (facet, edge) in alone.items():
            facet.sides[edge] = self._side(tile, p, q)
            if facet.sides[edge] is None:
                facet.links[edge] = []
        return made

    def _side(self, tile: Place, p: XY, q: XY) -> int | None:
        """The inner border of a tile on which an edge lies: 0 left, 1 top, 2 right, 3 bottom."""
        for side in range(4):
            axis = side % 2
            index = tile[axis] + side // 2
            line = self.lines[axis][index]
            if abs(p[axis] - line) <= self.near and abs(q[axis] - line) <= self.near:
                return side if 0 < index < len(self.lines[axis]) - 1 else None
        return None

    def links(self, facet: Facet, edge: int) -> list[Link]:
        """What is behind an edge: (triangle, its edge, left, right), as one comes through it.

        Of an edge between two tiles it is found when it is first asked for.
        """
        known = facet.links[edge]
        if known is not None:
            return known
        side = facet.sides[edge]
        assert side is not None
        column, row = facet.tile
        step = side // 2 * 2 - 1
        tile = (column + step, row) if side % 2 == 0 else (column, row + step)
        right, left = facet.ends(edge)
        found: list[Link] = []
        for other in self.facets(tile):
            for far in range(3):
                if other.sides[far] == (side + 2) % 4:
                    part = common(left, right, *other.ends(far), self.near)
                    if part is not None:
                        found.append((other, far, *part))
        facet.links[edge] = found
        return found

    def around(self, point: XY) -> list[Facet]:
        """The triangles in which a point is, or on the edge of which."""
        x, y = point
        steps = (-self.near, self.near)
        tiles = sorted({self.tile_at((x + dx, y + dy)) for dx in steps for dy in steps})
        return [
            facet for tile in tiles for facet in self.facets(tile) if facet.holds(point, self.near)
        ]

    def nearest(self, place: XY, reach: float) -> list[XY]:
        """Places in the mesh no farther than that, the nearest of each triangle, in order."""
        (x, y), found = place, []
        first, last = self.tile_at((x - reach, y - reach)), self.tile_at((x + reach, y + reach))
        for tile in product(range(first[0], last[0] + 1), range(first[1], last[1] + 1)):
            for facet in self.facets(tile):
                ends = [facet.ends(edge) for edge in range(3)]
                point = min(
                    (closest(a, b, place) for a, b in ends), key=lambda p: distance(p, place)
                )
                if distance(point, place) <= reach:
                    found.append(point)
        return sorted(found, key=lambda point: distance(point, place))

    def are_joined(self, first: list[Facet], second: list[Facet]) -> bool:
        """Whether one can go from some triangles to others: both spread until they meet."""
        reached = [{id(facet) for facet in first}, {id(facet) for facet in second}]
        edge_of = [first, second]
        while edge_of[0] and edge_of[1]:
            for k in (0, 1):
                found = []
                for facet in edge_of[k]:
                    for edge in range(3):
                        for other, *_ in self.links(facet, edge):
                            if id(other) in reached[1 - k]:
                                return True
                            if id(other) not in reached[k]:
                                reached[k].add(id(other))
                                found.append(other)
                edge_of[k] = found
        return False


def common(left: XY, right: XY, far_left: XY, far_right: XY, least: float) -> tuple[XY, XY] | None:
    """What two parts of one line share, as left and right; None if it is no longer than that."""
    dx, dy = left[0] - right[0], left[1] - right[1]

    def along(point: XY) -> float:
        return dx * point[0] + dy * point[1]

    left = min(left, far_left, key=along)
    right = max(right, far_right, key=along)
    return (left, right) if along(left) - along(right) > least * (abs(dx) + abs(dy)) else None


# --- the search -----------------------------------------------------------------------------------


class Search:
    """One search for the shortest way in a mesh."""

    def __init__(self, mesh: Mesh, start: XY, goal: XY) -> None:
        self.mesh, self.start, self.goal = mesh, start, goal
        self.order = count()
        self.best = {start: 0.0}  # how far it is to each corner
        self.parents: dict[XY, XY] = {}
        self.heap: list[tuple[float, int, float, XY, Link | None]] = []
        self.seen: set[tuple[XY, int, int, XY, XY]] = set()

    def way(self) -> list[XY] | None:
        """The corners of the way, with both ends; None if there is none."""
        begin, ends = self.mesh.around(self.start), self.mesh.around(self.goal)
        goals = {id(facet) for facet in ends}
        popped = 0
        if any(id(facet) in goals for facet in begin):
            return [self.start, self.goal]
        for facet in begin if ends else ():
            for edge in range(3):
                for first in self.mesh.links(facet, edge):
                    self.push(0.0, self.start, first)
        while self.heap:
            popped += 1
            if popped == PATIENCE and not self.mesh.are_joined(begin, ends):
                return None
            _, _, g, root, link = heappop(self.heap)
            if link is None:
                corners = [self.goal, root]
                while corners[-1] != self.start:
                    corners.append(self.parents[corners[-1]])
                return corners[::-1]
            key = (root, id(link[0]), link[1], link[2], link[3])
            if g <= self.best[root] and key not in self.seen:
                self.seen.add(key)
                self.expand(g, root, link, id(link[0]) in goals)
        return None

    def push(self, g: float, root: XY, link: Link) -> None:
        """Remember to go on through a part of an edge, all of which is seen from a root."""
        f = g + least_way(root, link[2], link[3], self.goal)
        heappush(self.heap, (f, next(self.order), g, root, link))

    def turned(self, g: float, root: XY, corner: XY) -> float | None:
        """How far it is to a corner by a root; None if it is none, or another way is shorter."""
        if corner not in self.mesh.turns:
            return None
        g += distance(root, corner)
        known = self.best.get(corner, math.inf)
        if g < known:
            self.best[corner], self.parents[corner] = g, root
        return g if g <= known else None

    def expand(self, g: float, root: XY, link: Link, is_goal: bool) -> None:
        """Go on from a part of an edge through the triangle behind it.

        What the root sees there goes on from the root, and what is to the left or to the right of
        that from the end of the part, if it is a corner.
        """
        facet, edge, left, right = link
        if is_flat(root, left, right):
            near = min(left, right, key=lambda end: distance(root, end))
            is_beyond = root not in (left, right) and is_ahead(root, left, right)
            if is_beyond:
                further = self.turned(g, root, near)
                if further is None:
                    return
                g, root = further, near
            if is_goal:
                self.arrive(g, root)
            for k in (1, 2):
                exit_right, exit_left = facet.ends((edge + k) % 3)
                self.leave(g, root, facet, (edge + k) % 3, exit_left, exit_right)
            return
        p, q = facet.ends(edge)
        apex = facet.corners[(edge + 2) % 3]
        if is_goal:
            goal = self.goal
            end = left if area(root, left, goal) > 0.0 else right
            if area(root, left, goal) <= 0.0 <= area(root, right, goal):
                self.arrive(g, root)
            elif (further := self.turned(g, root, end)) is not None:
                self.arrive(further, end)
        # Where both rays from the root leave: on the edge q-apex, to the right, or on apex-p.
        (ahead, on_left), (behind, on_right) = (
            exit_of(root, end, p, q, apex) for end in (left, right)
        )
        first, second = (edge + 1) % 3, (edge + 2) % 3
        if not on_right:  # the right ray leaves by the right edge
            self.leave(g, root, facet, first, apex if on_left else ahead, behind)
        if on_left:
            self.leave(g, root, facet, second, ahead, behind if on_right else apex)
        if (further := self.turned(g, root, left)) is not None:
            if not on_left:
                self.leave(further, left, facet, first, apex, ahead)
            self.leave(further, left, facet, second, p, ahead if on_left else apex)
        if (further := self.turned(g, root, right)) is not None:
            if on_right:
                self.leave(further, right, facet, second, behind, apex)
            self.leave(further, right, facet, first, apex if on_right else behind, q)

    def leave(self, g: float, root: XY, facet: Facet, edge: int, left: XY, right: XY) -> None:
        """Go on through a part of an edge of a triangle, which may be none."""
        if left == right:
            return
        for other, far, far_left, far_right in self.mesh.links(facet, edge):
            if other.tile == facet.tile:
                self.push(g, root, (other, far, left, right))
            elif part := common(left, right, far_left, far_right, 0.0):
                self.push(g, root, (other, far, *part))

    def arrive(self, g: float, root: XY) -> None:
        """Remember a way to the goal."""
        g += distance(root, self.goal)
        heappush(self.heap, (g, next(self.order), g, root, None))


def is_flat(root: XY, left: XY, right: XY) -> bool:
    """Whether a root is in line with a part of an edge, so that it does not see through it."""
    reach = distance(root, left) + distance(root, right)
    return area(root, right, left) <= 1e-14 * reach * reach


def is_ahead(root: XY, a: XY, b: XY) -> bool:
    """Whether two points in line with a root are on one side of it."""
    return (a[0] - root[0]) * (b[0] - root[0]) + (a[1] - root[1]) * (b[1] - root[1]) > 0.0


def exit_of(root: XY, end: XY, p: XY, q: XY, apex: XY) -> tuple[XY, bool]:
    """Where a ray from a root through a point of the edge p-q leaves: and whether by apex-p."""
    at_apex = area(root, end, apex)
    on_left = at_apex <= 0.0
    far = p if on_left else q
    if end == far:
        return end, on_left
    at_far = area(root, end, far)
    share = at_apex / (at_apex - at_far) if at_apex != at_far else 0.0
    share = min(max(share, 0.0), 1.0)
    x, y = apex[0] + share * (far[0] - apex[0]), apex[1] + share * (far[1] - apex[1])
    # A corner is known by its numbers, so it must have all of them.
    near = 1e-11 * (1.0 + abs(x) + abs(y))
    for corner in (apex, far):
        if abs(x - corner[0]) + abs(y - corner[1]) <= near:
            return corner, on_left
    return (x, y), on_left


def least_way(root: XY, left: XY, right: XY, goal: XY) -> float:
    """How far it is at least from a root through a part of an edge to the goal."""
    at_goal = area(right, left, goal)
    if at_goal * area(right, left, root) > 0.0:  # it must come back: as to the goal's mirror image
        dx, dy = left[0] - right[0], left[1] - right[1]
        twice = 2.0 * at_goal / (dx * dx + dy * dy)
        goal = goal[0] + twice * dy, goal[1] - twice * dx
    if area(root, left, goal) > 0.0:
        return distance(root, left) + distance(left, goal)
    if area(root, right, goal) < 0.0:
        return distance(root, right) + distance(right, goal)
    return distance(root, goal)


# --- the way --------------------------------------------------------------------------------------


class Round(NamedTuple):
    """A circle round which a way goes, to the left (1) or to the right (-1) with y up."""

    x: float
    y: float
    r: float
    side: int


def pulled(start: XY, rounds: list[Round], goal: XY) -> list[list[Turn]] | None:
    """The corners round each circle, if a way is pulled tight round circles in turn.

    None if a circle is in no such way.
    """
    circles = [Round(*start, 0.0, 1), *rounds, Round(*goal, 0.0, 1)]
    along = []
    for a, b in pairwise(circles):
        dx, dy = b.x - a.x, b.y - a.y
        apart = length(dx, dy)
        sine = (b.side * b.r - a.side * a.r) / apart if apart else 1.0
        if not -1.0 < sine < 1.0:
            return None
        cosine = math.sqrt(1.0 - sine * sine)
        along.append(((dx * cosine + dy * sine) / apart, (dy * cosine - dx * sine) / apart))
    way = []
    for (ux, uy), (vx, vy), (x, y, r, side) in zip(along, along[1:], rounds, strict=False):
        if (ux * vy - uy * vx) * side < 0.0:
            return None
        # From the middle to the way: to the right of it, if the way turns left.
        first, last = (side * uy, -side * ux), (side * vy, -side * vx)
        how = (FINE, 2) if r > 0.0 else (90.0, 1)
        corners = arc(first, last, *how) if side > 0 else arc(last, first, *how)[::-1]
        way.append([Turn(x, y, r, *u) for u in corners])
    return way


class Paths:
    """Shortest ways for a disc among walls.

    The walls are taken as they are when it is made: call `rebuild` after some have changed. One-way
    shapes count as walls from all sides.

    Args:
        walls: a Sprite, a Group, or an iterable of them.
        radius: of the disc, in pixels.
        bounds: (left, top, right, bottom), which the disc does not leave; None for none.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: a number is not finite or is beyond 1e12, `radius` is negative, or `bounds` are
            not four numbers in this order.

    >>> from spritecol import Circle, Rect, Sprite
    >>> wall = Sprite(40, -50, collision=Rect(0, 0, 20, 100))
    >>> paths = Paths(wall, radius=10)
    >>> way = paths.find((0, 20), (100, 20))
    >>> len(way) > 2, way[0], way[-1]
    (True, Vec2(0.0, 20.0), Vec2(100.0, 20.0))
    >>> paths.find((0, 20), (50, 0)) is None  # that is in the wall
    True
    """

    def __init__(
        self, walls: Targets, *, radius: float = 0.0, bounds: Iterable[float] | None = None
    ) -> None:
        """Take the walls; the mesh is made where a search comes."""
        self._radius = non_negative(radius, "radius")
        self._bounds = None if bounds is None else checked_bounds(bounds)
        self._shape = Circle(0.0, 0.0, self._radius)
        self._members = Group(walls)
        self._copies = Group()
        self._walls: dict[Sprite, tuple[Sprite, list[Wall]]] = {}
        self._edges: list[Wall] = []
        if self._bounds is not None:
            self._edges = self._fence(self._bounds)
        for sprite in self._members.query_box(-LIMIT, -LIMIT, LIMIT, LIMIT):
            self._take(sprite)
        self._meshes: dict[float, Mesh] = {}
        boxes = [wall.box for wall in self._all()]
        if self._bounds is not None:
            boxes.append(self._bounds)
        if not boxes:
            boxes.append((0.0, 0.0, 1.0, 1.0))
        lows, highs = zip(*[(box[:2], box[2:]) for box in boxes], strict=True)
        (left, right), (top, bottom) = (
            (min(low[k] for low in lows), max(high[k] for high in highs)) for k in (0, 1)
        )
        self._extent = left, top, right, bottom
        self._unit = max(1.0, (max(map(abs, self._extent)) + right - left + bottom - top) / 1000.0)

    def __repr__(self) -> str:
        """The walls and the radius."""
        return f"<Paths among {len(self._walls)} walls for radius {self._radius}>"

    def _fence(self, bounds: Box) -> list[Wall]:
        """Walls along the bounds."""
        left, top, right, bottom = bounds
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        lines = [Segment(*a, *b) for a, b in pairwise([*corners, corners[0]])]
        self._copies.add(Sprite(collision=lines))
        return [Wall(core, self._radius) for line in lines for core in cores_of(line)]

    def _take(self, sprite: Sprite) -> list[Wall]:
        """Take a wall as it is."""
        copy = Sprite(
            sprite.x,
            sprite.y,
            collision=[solid(shape) for shape in sprite.shapes],
            angle=sprite.angle,
            scale_x=sprite.scale_x,
            scale_y=sprite.scale_y,
            center_x=sprite.center_x,
            center_y=sprite.center_y,
            collision_sync=sprite.collision_sync,
            offset_sync=sprite.offset_sync,
        )
        cores = [core for shape in sprite.world_shapes for core in cores_of(shape)]
        walls = [Wall(core, self._radius) for core in cores]
        self._copies.add(copy)
        self._walls[sprite] = copy, walls
        return walls

    def _all(self) -> list[Wall]:
        return [*self._edges, *(wall for _, walls in self._walls.values() for wall in walls)]

    def _mesh(self, more: float) -> Mesh:
        """The mesh in which walls are grown by so much more."""
        if more not in self._meshes:
            self._meshes[more] = Mesh(self._all(), self._extent, more)
        return self._meshes[more]

    def find(self, start: Iterable[float], goal: Iterable[float]) -> list[Vec2] | None:
        """The shortest way from one place to another.

        A disc that moves along its legs hits no wall; it may touch walls, and pass gaps exactly as
        wide as it is. The way is at most a thousandth longer than the shortest.

        Args:
            start: (x, y) of the middle of the disc.
            goal: (x, y) of where it shall be.

        Returns:
            The corners of the way, with both ends; None if there is no way, or the disc hits a wall
            or leaves the bounds at one of the ends.

        Raises:
            TypeError: an argument is not a pair of numbers.
            ValueError: a number is not finite or is beyond 1e12.
        """
        begin, end = checked_place(start, "start"), checked_place(goal, "goal")
        if not (self._is_free(begin) and self._is_free(end)):
            return None
        if begin == end or self._is_clear([begin, end]):
            return [Vec2(*begin), Vec2(*end)]
        slack, margin = SLACK * self._unit, MARGIN * self._unit
        for more in (-min(slack, 1e-3 * self._radius), margin):
            if more < 0.0 or more == margin:
                corners = self._corners(self._mesh(more), begin, end)
                if corners is None:
                    return None
                way = self._proved(corners, self._mesh(more), margin)
                if way is not None:
                    return [Vec2(*place) for place in way]
        return None

    def _corners(self, mesh: Mesh, begin: XY, end: XY) -> list[XY] | None:
        """The corners of the way in a mesh, with both ends; None if there is none.

        Where a corner of a wall stands for an arc, an end may be outside of the mesh.
        """
        first, last = (self._in_mesh(mesh, place) for place in (begin, end))
        if first is None or last is None:
            return None
        way = Search(mesh, first, last).way()
        if way is None:
            return None
        return [*([begin] if first != begin else []), *way, *([end] if last != end else [])]

    def _in_mesh(self, mesh: Mesh, place: XY) -> XY | None:
        """The place, or one in the mesh next to it to which the disc can go; None if none is."""
        if mesh.around(place):
            return place
        largest = max((wall.r for wall in mesh.walls), default=0.0)
        for near in mesh.nearest(place, 0.01 * largest + mesh.near):
            if self._is_leg(place, near):
                return near
        return None

    def _proved(self, corners: list[XY], mesh: Mesh, margin: float) -> list[XY] | None:
        """A way along which nothing is hit, by the corners of one in a mesh, or None."""
        turns = mesh.turns
        start, *inner, goal = corners
        groups: list[tuple[Round | None, list[Turn]]] = []
        for before, corner, after in zip(corners, inner, corners[2:], strict=False):
            if corner not in turns:  # a place in the mesh, next to an end that is not
                groups.append((None, [Turn(*corner, 0.0, 0.0, 0.0)]))
                continue
            turn, side = turns[corner], 1 if area(before, corner, after) > 0.0 else -1
            here = Round(turn.x, turn.y, turn.r, side)
            if not groups or groups[-1][0] != here:
                groups.append((here, []))
            groups[-1][1].append(turn)
        fine = pulled(start, [circle for circle, _ in groups if circle], goal)
        if fine is not None:
            places = [turn.at(turn.r + margin) for part in fine for turn in part]
            way = [start, *places, goal]
            if self._is_clear(way):
                return way
        # Another wall is in between, or the disc must touch walls on both sides. So each place has
        # a margin or has none, and may be a corner of the mesh, if these are outside of arcs.
        if fine is None and mesh.more < 0.0:
            return None
        finer: Iterator[list[Turn]] = iter(fine or ())
        choices: list[list[list[Turn]]] = []
        for circle, part in groups:
            smooth = [next(finer)] if fine and circle else []
            choices.append([*smooth, part] if mesh.more > 0.0 or not circle else smooth)
        legs: list[tuple[XY, XY]] = []
        ends = [start]
        for chains in [*choices, None]:
            begins: list[XY] = [goal]
            if chains is not None:
                layers = [
                    [[turn.at(turn.r + margin), turn.at(turn.r)] for turn in chain]
                    for chain in chains
                ]
                begins = [place for chain in layers for place in chain[0]]
            legs += product(ends, begins)
            if chains is not None:
                legs += [
                    leg for chain in layers for a, b in pairwise(chain) for leg in product(a, b)
                ]
                ends = [place for chain in layers for place in chain[-1]]
        costs: dict[XY, tuple[float, list[XY]]] = {start: (0.0, [start])}
        for a, b in legs:
            if a in costs:
                cost = costs[a][0] + distance(a, b)
                if cost < costs.get(b, (math.inf,))[0] and self._is_leg(a, b):
                    costs[b] = cost, [*costs[a][1], b]
        return costs[goal][1] if goal in costs else None

    def _is_free(self, place: XY) -> bool:
        """Whether the disc hits nothing at a place, and is within the bounds."""
        (x, y), r = place, self._radius
        if self._bounds is not None:
            left, top, right, bottom = self._bounds
            if not (left <= x - r and x + r <= right and top <= y - r and y + r <= bottom):
                return False
        return not Sprite(*place, collision=self._shape).hits(self._copies)

    def _is_leg(self, start: XY, end: XY) -> bool:
        """Whether the disc hits nothing on its way."""
        disc = Sprite(*start, collision=self._shape)
        return not disc.hits(self._copies) and (
            disc.sweep(end[0] - start[0], end[1] - start[1], self._copies) is None
        )

    def _is_clear(self, way: list[XY]) -> bool:
        return all(self._is_leg(a, b) for a, b in pairwise(way))

    def nearest_free(self, x: float, y: float) -> Vec2:
        """The nearest place at which the disc hits nothing, such as for a goal inside of a wall.

        Args:
            x: pixels to the right.
            y: pixels down.

        Returns:
            The place itself if the disc fits there; else the nearest one, to a thousandth of the
            radius.

        Raises:
            TypeError: an argument is not a number.
            ValueError: a number is not finite or is beyond 1e12, or the disc fits nowhere.
        """
        place = number(x, "x"), number(y, "y")
        if self._is_free(place):
            return Vec2(*place)
        margin = MARGIN * self._unit
        reach = 2.0 * self._radius + self._unit
        walls = self._all()
        boxes = np.array([wall.box for wall in walls]).reshape(-1, 4)
        while reach < 4.0 * LIMIT:
            near = np.flatnonzero(
                (boxes[:, 0] < place[0] + reach)
                & (boxes[:, 2] > place[0] - reach)
                & (boxes[:, 1] < place[1] + reach)
                & (boxes[:, 3] > place[1] - reach)
            ).tolist()
            area_ = shapely.box(
                place[0] - reach, place[1] - reach, place[0] + reach, place[1] + reach
            )
            if self._bounds is not None:
                left, top, right, bottom = self._bounds
                r = self._radius + margin
                if left + r > right - r or top + r > bottom - r:
                    break
                area_ = area_.intersection(shapely.box(left + r, top + r, right - r, bottom - r))
            solid = [walls[k].polygon(margin) for k in near]
            free = area_.difference(shapely.union_all(solid))
            if not free.is_empty:
                point = shapely.get_point(shapely.shortest_line(free, shapely.Point(place)), 0)
                found = point.x, point.y
                if distance(found, place) <= reach and self._is_free(found):
                    return Vec2(*found)
            reach *= 2.0
            if len(near) == len(walls) and reach > 4.0 * (
                self._unit * 1000.0 + max(map(abs, place))
            ):
                break
        raise ValueError(f"a disc of radius {self._radius} fits nowhere among these walls")

    def rebuild(self, left: float, top: float, right: float, bottom: float) -> None:
        """Take the walls in a box anew: those that were there, and those that are there now.

        Members that were added or moved there, have vanished or have other shapes are seen. Only
        what is near is made anew when a search comes there.

        Args:
            left: x of one side of the box.
            top: y of one side.
            right: x of the other side.
            bottom: y of the other side.

        Raises:
            TypeError: an argument is not a number.
            ValueError: a number is not finite or is beyond 1e12.
        """
        now = self._members.query_box(left, top, right, bottom)
        then = set(self._copies.query_box(left, top, right, bottom))
        old = [sprite for sprite, (copy, _) in self._walls.items() if copy in then]
        changed = list(dict.fromkeys([*old, *now]))
        dropped: list[Wall] = []
        for sprite in changed:
            if sprite in self._walls:
                copy, walls = self._walls.pop(sprite)
                copy.vanish()
                dropped += walls
        members = set(self._members.query_box(-LIMIT, -LIMIT, LIMIT, LIMIT)) if old else set(now)
        taken: list[Wall] = []
        for sprite in changed:
            if sprite in members:
                taken += self._take(sprite)
        for mesh in self._meshes.values():
            mesh.set_walls(self._all(), taken)
            for wall in (*dropped, *taken):
                mesh.drop(wall.box)


def checked_place(value: Iterable[float], name: str) -> XY:
    """A place as two floats.

    Raises:
        TypeError: it is not a pair of numbers.
        ValueError: it has another length, or a number is not finite or is beyond 1e12.
    """
    message = f"{name} must be a place (x, y), got {shown(value)}"
    if isinstance(value, str | bytes | Mapping | Set) or not isinstance(value, Iterable):
        raise TypeError(message)
    items = list(value)
    if len(items) != 2:
        raise ValueError(message)
    return number(items[0], f"{name}[0]"), number(items[1], f"{name}[1]")


def checked_bounds(value: Iterable[float]) -> Box:
    """Bounds as four floats, in order."""
    message = f"bounds must be (left, top, right, bottom), got {shown(value)}"
    if isinstance(value, str | bytes | Mapping | Set) or not isinstance(value, Iterable):
        raise TypeError(message)
    items = list(value)
    if len(items) != 4:
        raise ValueError(message)
    left, top, right, bottom = (number(item, f"bounds[{k}]") for k, item in enumerate(items))
    if not (left < right and top < bottom):
        raise ValueError(message)
    return left, top, right, bottom
