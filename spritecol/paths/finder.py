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
from collections.abc import Callable, Iterable, Mapping, Set
from functools import wraps
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import numpy as np
import shapely

from spritecol._support.range_check import LIMIT, non_negative, number, shown
from spritecol._support.vectors import Vec2
from spritecol.paths.mesh import Mesh
from spritecol.paths.taut import Round, pulled
from spritecol.paths.walls import XY, Box, Turn, Wall, area, cores_of, distance, solid
from spritecol.shapes import Circle, Segment
from spritecol.sprites.containers.group import Group
from spritecol.sprites.events.present_pairs import lasting_sprites
from spritecol.sprites.sprite.sprite import Sprite

if TYPE_CHECKING:
    from spritecol.typing import Targets

__all__ = ["Paths"]

MADE = {
    *("_copies", "_edges", "_extent", "_flat", "_members", "_meshes", "_shape", "_unit", "_walls"),
}
"""Attributes that follow from the others, and are left out of pickles."""

P = ParamSpec("P")
R = TypeVar("R")

SLACK = 1e-6
"""In pixels, and in thousandths of the size of the map: how much walls are grown too little."""

MARGIN = 1e-8
"""In pixels, and in thousandths of the size of the map: how much walls are grown too much, so that
no rounding lets the disc touch them."""

PULLS = 32
"""How often a way is pulled round one more corner that it hits."""

ROOM = 1.001
"""Radii to stay off a point of a round wall, so that its points next to it are not hit."""


def arguments(count: int, what: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A decorator for a method: a call with another number of arguments says what it takes."""

    def decorate(method: Callable[P, R]) -> Callable[P, R]:
        @wraps(method)
        def call(*args: P.args, **names: P.kwargs) -> R:
            if len(args) + len(names) != count + 1:
                given = ", ".join(map(shown, args[1:]))
                raise TypeError(f"{method.__name__} takes {what}; got ({given})")
            return method(*args, **names)

        return call

    return decorate


class Paths:
    """Shortest ways for a disc among walls.

    The walls are taken as they are when it is made: call `rebuild` after some have changed. One-way
    shapes count as walls from all sides.

    When pickled or deepcopied, it takes its walls anew, as they are then.

    Args:
        walls: a Sprite, a Group, or an iterable of them that can be walked through each time.
        radius: of the disc, in pixels; without one it is a point.
        bounds: (left, top, right, bottom), which the disc does not leave; None for none.

    Raises:
        TypeError: an argument has the wrong type, `walls` is an iterator, or `bounds` are a rect
            with a width and a height.
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
        self._targets = walls
        self._flat: list[Sprite] = []
        self._members = Group(walls) if isinstance(walls, Group) else Group()
        self._find_members()
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

    def __getstate__(self) -> dict[str, Any]:
        """What it was made from, and what a subclass has put in: the rest is made anew."""
        return {name: value for name, value in vars(self).items() if name not in MADE}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Make the rest again."""
        vars(self).update(state)
        Paths.__init__(self, self._targets, radius=self._radius, bounds=self._bounds)

    def _find_members(self) -> None:
        """Look which sprites there are; a Group of a Group knows that by itself."""
        if not isinstance(self._targets, Group):
            flat = lasting_sprites(self._targets, "walls")
            if flat != self._flat:
                self._flat, self._members = flat, Group(flat)

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

    @arguments(2, "two places, as in find((x1, y1), (x2, y2))")
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
        way = self._way(begin, end)
        if way is None:  # what is found must not depend on the direction
            back = (self._way(end, begin) or [])[::-1]
            way = back if back and self._is_clear(back) else None
        return [Vec2(*place) for place in way] if way else None

    def _way(self, begin: XY, end: XY) -> list[XY] | None:
        """The way from one place to another, looked for in the first mesh, then in the second.

        For a point, whose radius is 0, there is only the second one.
        """
        slack = min(SLACK * self._unit, 1e-3 * self._radius)
        for more in (*([-slack] if slack else []), MARGIN * self._unit):
            corners = self._corners(self._mesh(more), begin, end)
            if corners is None:
                return None
            way = self._proved(corners, self._mesh(more))
            if way is None:
                back = (self._proved(corners[::-1], self._mesh(more)) or [])[::-1]
                way = back if back and self._is_clear(back) else None
            if way is not None:
                return way
        return None

    def _corners(self, mesh: Mesh, begin: XY, end: XY) -> list[XY] | None:
        """The corners of the way in a mesh, with both ends; None if there is none.

        Where a corner of a wall stands for an arc, an end may be outside of the mesh.
        """
        first, last = (self._in_mesh(mesh, place) for place in (begin, end))
        if first is None or last is None:
            return None
        way = mesh.way(first, last)
        if way is None and (first != begin or last != end):
            way = (mesh.way(last, first) or [])[::-1]
        if not way:
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

    def _proved(self, corners: list[XY], mesh: Mesh) -> list[XY] | None:
        """A way along which nothing is hit, by the corners of one in a mesh, or None."""
        start, *inner, goal = corners
        margin = MARGIN * self._unit
        groups: list[tuple[Round | None, list[Turn]]] = []
        for before, corner, after in zip(corners, inner, corners[2:], strict=False):
            turn = mesh.turn_at(corner)
            if turn is None:  # a place in the mesh, next to an end that is not
                groups.append((None, [Turn(*corner, 0.0, 0.0, 0.0)]))
                continue
            side = 1 if area(before, corner, after) > 0.0 else -1
            if side * area(before, after, (turn.x, turn.y)) < side * area(before, after, corner):
                continue  # of the other side of a gap in which the disc just fits
            here = Round(turn.x, turn.y, room((turn.x, turn.y), turn.r, start, goal), side)
            if not groups or groups[-1][0] != here:
                groups.append((here, []))
            groups[-1][1].append(turn)
        way, taut = self._pulled(start, [circle for circle, _ in groups if circle], goal, mesh)
        if way is not None or (mesh.more < 0.0 and taut is None):
            return way
        # The disc must touch walls on both sides. So each place has a margin or has none, and may
        # be a corner of the mesh, if these are outside of arcs.
        choices = [[turns] for _, turns in taut or ()]
        if mesh.more > 0.0:
            fine = dict(taut or ())
            choices = [[*([fine[at]] if at in fine else []), part] for at, part in groups]
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

    def _pulled(
        self, start: XY, rounds: list[Round], goal: XY, mesh: Mesh
    ) -> tuple[list[XY] | None, list[tuple[Round, list[Turn]]] | None]:
        """A way pulled tight round circles in turn, and round corners that it hits.

        Returns:
            The way, or None if it hits something still, and its corners round each circle, or None.
        """
        margin = MARGIN * self._unit
        taut = pulled(start, rounds, goal)
        for _ in range(PULLS):
            if taut is None:
                break
            stops = [(-1, start)]
            for k, (_, turns) in enumerate(taut):
                stops += [(k, turn.at(turn.r + margin)) for turn in turns]
            stops.append((len(taut), goal))
            hits = [leg for leg in pairwise(stops) if not self._is_leg(leg[0][1], leg[1][1])]
            if not hits:
                return [place for _, place in stops], taut
            rounds = [circle for circle, _ in taut]
            for (k, a), (following, b) in hits:
                corner = self._corner_hit(a, b, mesh, start, goal)
                if corner is None or corner in rounds:
                    continue
                more = [corner, rounds[k]] if k == following else [corner]
                tighter = pulled(start, [*rounds[: k + 1], *more, *rounds[k + 1 :]], goal)
                if tighter is not None:
                    taut = tighter
                    break
            else:
                break
        return None, taut

    def _corner_hit(self, a: XY, b: XY, mesh: Mesh, *ends: XY) -> Round | None:
        """Round what the way must go so that the disc does not hit on a leg what it hits most.

        That is a corner, or the point that it hits of a round wall that the mesh has as a polygon.
        None if the disc hits too little to tell, or so much that it may pass on either side.
        """
        boxes = mesh.boxes
        near = (boxes[:, 0] < max(a[0], b[0])) & (boxes[:, 2] > min(a[0], b[0]))
        near &= (boxes[:, 1] < max(a[1], b[1])) & (boxes[:, 3] > min(a[1], b[1]))
        walls = [mesh.walls[k] for k in np.flatnonzero(near).tolist()]
        points = [(corner, wall.r, wall.r) for wall in walls for corner in wall.core.corners]
        hit = Sprite(*a, collision=self._shape).sweep(b[0] - a[0], b[1] - a[1], self._copies)
        if hit is not None:
            r = self._radius
            points.append(((hit.point.x, hit.point.y), r - 2.0 * MARGIN * self._unit, ROOM * r))
        most, found = 0.0, None
        for point, r, away in points:
            depth = room(point, r, *ends) - distance(point, nearest_on(a, b, point))
            if most < depth < 0.5 * r:
                most = depth
                side = 1 if area(a, b, point) > 0.0 else -1
                found = Round(*point, room(point, away, *ends), side)
        return found

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
        aside = Sprite(*place, collision=self._shape).separation(self._copies)
        found = place[0] + aside.x, place[1] + aside.y
        if self._is_free(found):  # also in a corridor exactly as wide as the disc
            return Vec2(*found)
        # The bounds are in the way: look for the nearest place in all that is free.
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

    @arguments(4, "four numbers, as in rebuild(left, top, right, bottom)")
    def rebuild(self, left: float, top: float, right: float, bottom: float) -> None:
        """Take the walls in a box anew: those that were there, and those that are there now.

        Members that were added or moved there, have vanished or have other shapes are seen, and
        sprites that were put into a list of walls. Only what is near is made anew when a search
        comes there.

        Args:
            left: x of one side of the box.
            top: y of one side.
            right: x of the other side.
            bottom: y of the other side.

        Raises:
            TypeError: an argument is not a number.
            ValueError: a number is not finite or is beyond 1e12.
        """
        self._find_members()
        now = self._members.query_box(left, top, right, bottom)
        then = set(self._copies.query_box(left, top, right, bottom))
        old = [sprite for sprite, (copy, _) in self._walls.items() if copy in then]
        changed = list(dict.fromkeys([*old, *now]))
        touched: list[Wall] = []
        for sprite in changed:
            if sprite in self._walls:
                copy, walls = self._walls.pop(sprite)
                copy.vanish()
                touched += walls
        members = set(self._members.query_box(-LIMIT, -LIMIT, LIMIT, LIMIT)) if old else set(now)
        for sprite in changed:
            if sprite in members:
                touched += self._take(sprite)
        for mesh in self._meshes.values():
            mesh.set_walls(self._all())
            for wall in touched:
                mesh.drop(wall.box)


def room(corner: XY, r: float, *ends: XY) -> float:
    """How far to stay off a corner: less than r if an end is nearer, where the disc is free.

    Then the wall is round, and the corner is on an outline round it, or an end touches the wall.
    """
    return min(r, *(distance(corner, end) for end in ends))


def nearest_on(a: XY, b: XY, point: XY) -> XY:
    """The point of a line from `a` to `b` that is nearest to another point."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    size = dx * dx + dy * dy
    share = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / size if size else 0.0
    share = min(max(share, 0.0), 1.0)
    return a[0] + share * dx, a[1] + share * dy


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
    if hasattr(value, "topleft"):
        raise TypeError(
            f"{message}, which holds a width and a height: pass rect.left, rect.top, rect.right, "
            "rect.bottom"
        )
    if len(items) != 4:
        raise ValueError(message)
    left, top, right, bottom = (number(item, f"bounds[{k}]") for k, item in enumerate(items))
    if not (left < right and top < bottom):
        raise ValueError(message)
    return left, top, right, bottom
