"""Shortest ways for a disc among walls, none of whose legs hits a wall.

The shortest way is like a taut string: straight between the corners of walls, and around the arcs
on which the disc touches them. `Tangents` finds it with rounded numbers, for which walls that
overlap by a tiny distance only touch. Then the way is made of straight legs. They keep a tiny
margin from the walls if there is room, and else are exactly beside them. A sweep of a disc proves
each leg. A tangent that fails is excluded, and the search starts again.

A point, whose radius is 0, would slip through the seams of tiles, so the search gives it a tiny
radius.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from spritecol._support.arguments import arguments
from spritecol._support.forms import unfold
from spritecol._support.lazy_imports import numpy as np
from spritecol._support.lazy_imports import shapely
from spritecol._support.range_check import LIMIT, OMITTED, non_negative, number, shown
from spritecol._support.vectors import EDGES, Vec2
from spritecol.paths.tangents import Tangents
from spritecol.paths.taut import Round, pulled
from spritecol.paths.walls import (
    BoxTuple,
    Turn,
    WallCore,
    before_stretch,
    cores_of,
    distance_apart,
    outline,
    ring_of,
    solid,
)
from spritecol.paths.way import Way
from spritecol.shapes import Circle, Shape
from spritecol.shapes.convex_cut import XY
from spritecol.sprites.events.present_pairs import lasting_sprites
from spritecol.sprites.group import Group
from spritecol.sprites.sprite import Sprite

if TYPE_CHECKING:
    from spritecol.typing import BoxLike, Targets, VectorLike

__all__ = ["Paths"]

MADE = {"_copies", "_flat", "_members", "_shape", "_tangents", "_unit", "_walls"}
"""Attributes that are computed from the others, and left out of pickles."""

LOOKED_AT = (
    *("x", "y", "angle", "scale_x", "scale_y", "center_x", "center_y"),
    *("collision_sync", "offset_sync", "collision_layer"),
)
"""The attributes of a wall that decide where it is, and whether it can be hit."""

Looks: TypeAlias = tuple[tuple[Shape, ...], dict[str, Any]]

RADIUS_SLACK = 1e-9
"""The search reduces the radius by this, in pixels and in thousandths of the size of the map."""

OFF_WALLS = 1e-8
"""The margin between a way and the walls, so that rounding never lets the disc touch them. In
pixels, and in thousandths of the size of the map."""

WayStop = tuple[float, float, float, int, bool, int]
"""An arc of a way: x and y of its center, its radius without the disc, its side, and its number."""

ROUND = [(u, v) for u in (-1, 0, 1) for v in (-1, 0, 1)]

MOST_TANGENTS = 1000
"""How many tangents may be excluded before the search gives up."""

START, GOAL = -2, -3
"""The numbers of both ends in a search, in addition to the numbers of arcs."""


class Wall(Sprite):
    """A wall as a `Paths` has read it, and the sprite that it was read from."""

    original: Sprite


def looks_of(sprite: Sprite) -> Looks:
    """Return the shapes and the pose of a sprite."""
    return sprite.shapes, {name: getattr(sprite, name) for name in LOOKED_AT}


class Paths:
    """Finds shortest ways for a disc among walls.

    The walls are read when the Paths is created. Call `rebuild` after walls have changed. One-way
    shapes count as walls from all sides, and the masks of walls do not matter.

    A pickled or deep-copied Paths reads its walls again.

    Provisional: it may change in any minor version, see docs/guarantees.md.

    Args:
        walls: a Sprite, a Group, or an iterable of them (not an iterator).
        radius: the radius of the disc, in pixels. The default, 0, is a point.
        bounds: the box that the disc does not leave, as (left, top, right, bottom) or as anything
            with these attributes. None (the default) means no bounds.

    Raises:
        TypeError: an argument has the wrong type, or `walls` is an iterator.
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

    @arguments("Paths takes walls, and everything else by keyword, as in Paths(walls, radius=8)")
    def __init__(
        self, walls: Targets, *, radius: float = 0.0, bounds: BoxLike | None = None
    ) -> None:
        """Read the walls. The first search finds which corners see each other."""
        self._radius = non_negative(radius, "radius")
        self._bounds = None if bounds is None else checked_bounds(bounds)
        self._shape = Circle(0.0, 0.0, self._radius)
        self._targets = walls
        self._flat: list[Sprite] = []
        self._members = Group(walls) if isinstance(walls, Group) else Group()
        self._find_members()
        self._copies: Group[Wall] = Group()
        self._walls: dict[
            int, tuple[Sprite, Wall, list[WallCore], Looks]
        ] = {}  # by the sprite's id
        for sprite in self._members.query_box(-LIMIT, -LIMIT, LIMIT, LIMIT):
            self._take(sprite)
        self._tangents: Tangents | None = None

    def __repr__(self) -> str:
        """The walls and the radius."""
        return f"<Paths among {len(self._walls)} walls for radius {self._radius}>"

    def __getstate__(self) -> dict[str, Any]:
        """Return the arguments and the attributes of a subclass. Everything else is computed
        again.
        """
        return {name: value for name, value in vars(self).items() if name not in MADE}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Compute the rest again."""
        vars(self).update(state)
        Paths.__init__(self, self._targets, radius=self._radius, bounds=self._bounds)

    def _find_members(self) -> None:
        """Find the sprites that are members. A Group of a Group needs no search."""
        if not isinstance(self._targets, Group):
            flat = lasting_sprites(self._targets, "walls")
            if list(map(id, flat)) != list(map(id, self._flat)):
                self._flat, self._members = flat, Group(flat)

    def _is_there(self, sprite: Sprite) -> bool:
        """Whether a sprite is a member that can be hit, wherever it is."""
        return sprite in self._members and bool(
            Group(sprite).query_box(-LIMIT, -LIMIT, LIMIT, LIMIT)
        )

    def _take(self, sprite: Sprite) -> None:
        """Read a wall."""
        given, pose = looks_of(sprite)
        copy = Wall(collision=[solid(shape) for shape in given], **pose)
        copy.original = sprite
        shapes = copy.shapes
        if copy.collision_sync and abs(copy.scale_x) != abs(copy.scale_y):
            copy.collision = [before_stretch(shape) for shape in shapes]
        own = copy.collision_layer
        cores = [
            core
            for shape in copy.world_shapes
            if (own if shape.layer is None else shape.layer)  # otherwise it cannot be hit
            for core in cores_of(shape)
        ]
        copy.collision = shapes
        self._copies.add(copy)
        self._walls[id(sprite)] = sprite, copy, cores, (given, pose)

    def _cores(self) -> list[WallCore]:
        return [core for _, _, cores, _ in self._walls.values() for core in cores]

    def _graph(self) -> Tangents:
        """Return the tangents of the walls, which are made when they are first needed."""
        if self._tangents is None:
            rings = [(ring_of(core), core.r) for core in self._cores()]
            places = [place for ring, _ in rings for place in ring] + corners_of_bounds(
                self._bounds
            )
            most = max((max(abs(x), abs(y)) for x, y in places), default=0.0)
            self._unit = max(1.0, (most + self._radius) / 1000.0)
            slack, margin = RADIUS_SLACK * self._unit, OFF_WALLS * self._unit
            radius = self._radius - slack if self._radius > margin else margin
            bounds = None
            if self._bounds is not None:
                left, top, right, bottom = self._bounds
                r = self._radius
                bounds = left + r, top + r, right - r, bottom - r
            self._tangents = Tangents(rings, radius, slack / 4.0, bounds)
        return self._tangents

    @arguments("find takes two positions, as in find((x1, y1), (x2, y2))")
    def find(self, start: Iterable[float], goal: Iterable[float]) -> Way | None:
        """Return the shortest way from one position to another, or None if there is no way.

        A disc that moves along the way hits no wall. It may touch walls, and pass through gaps that
        are exactly as wide as the disc. The way is at most 0.1 % longer than the shortest possible
        one.

        Args:
            start: (x, y) of the center of the disc at the start, in pixels.
            goal: (x, y) of the center of the disc at the goal, in pixels.

        Returns:
            A `Way`: the corners of the way, including both ends. None if there is no way, or if the
            disc hits a wall or leaves the bounds at one of the ends.

        Raises:
            TypeError: an argument is not a pair of numbers.
            ValueError: a number is not finite or is beyond 1e12.
        """
        begin, end = checked_place(start, "start"), checked_place(goal, "goal")
        if not (self._is_free(begin) and self._is_free(end)):
            return None
        # The result does not depend on the direction.
        first, last = min(begin, end), max(begin, end)
        way = (
            [first, last] if first == last or self._is_sure(first, last) else self._way(first, last)
        )
        if way is None:
            return None
        return Way(way if begin == first else way[::-1])

    def _way(self, begin: XY, end: XY) -> list[XY] | None:
        """Return the shortest way for a disc that cannot go straight there and back."""
        tangents = self._graph()
        slack, margin = RADIUS_SLACK * self._unit, OFF_WALLS * self._unit
        # The search replaces an ellipse by a polygon around it, so an end beside it may be inside
        # the polygon.
        least = (self._radius - slack if self._radius > margin else -margin) - slack
        first, last = tangents.outside(begin, least), tangents.outside(end, least)
        before = [begin] if first != begin else []
        after = [end] if last != end else []
        if not self._is_clear([*before, first]) or not self._is_clear([last, *after]):
            return None
        way = self._straight(first, last) or self._round_corners(first, last)
        return None if way is None else [*before, *way, *after]

    def _straight(self, begin: XY, end: XY) -> list[XY] | None:
        """Return the straight way if nothing is between the ends, which may touch walls."""
        if not self._graph().is_straight(begin, end):
            return None
        return self._squeezed(begin, [], [], end)[0]

    def _round_corners(self, begin: XY, end: XY) -> list[XY] | None:
        """Return the shortest way that is not straight."""
        tangents = self._graph()
        struck: set[tuple[int, int, int, int]] = set()
        for _ in range(MOST_TANGENTS):
            stops = tangents.way(begin, end, struck)
            if stops is None:
                return None
            way, failed = self._proved(begin, stops, end)
            if way is not None:
                return way
            names = [(START, 0), *((arc, side) for *_, side, _, arc in stops), (GOAL, 0)]
            struck.add(names[failed] + names[failed + 1])
        return None

    def _proved(self, begin: XY, stops: list[WayStop], end: XY) -> tuple[list[XY] | None, int]:
        """Return a way around corners that hits nothing; or None, and the corner behind which it
        fails.
        """
        failed = 0
        for more in (OFF_WALLS * self._unit, 0.0):
            taut = self._pulled(begin, stops, end, more)
            if isinstance(taut, int):
                failed = taut
                continue
            way = [begin, *(turn.at(c.r) for c, turns in taut for turn in turns), end]
            if more and self._is_clear(way):
                return way, 0
            found, failed = self._squeezed(begin, taut, stops, end)
            if found is not None:
                return found, 0
        return None, failed

    def _pulled(
        self, begin: XY, stops: list[WayStop], end: XY, more: float
    ) -> list[tuple[Round, list[Turn]]] | int:
        """Return a way pulled tight at a distance from the walls. Its ends may be nearer to
        them.
        """
        rounds = []
        for k, (x, y, r, side, is_far, _) in enumerate(stops, 1):
            near = min(distance_apart((x, y), begin), distance_apart((x, y), end))
            if near:
                rounds.append(Round(x, y, min(r + self._radius + more, near), side, is_far, k))
        return pulled(begin, rounds, end, 2.0 * OFF_WALLS * self._unit)

    def _squeezed(
        self, begin: XY, taut: list[tuple[Round, list[Turn]]], stops: list[WayStop], end: XY
    ) -> tuple[list[XY] | None, int]:
        """Return a way that touches walls where it must, and elsewhere keeps a margin.

        From an end that touches a wall, the way may first lead away by a tiny distance. For
        example, a point at the lower left corner of a tile cannot go straight up, because the left
        edge is a part of the tile.
        """
        margin = OFF_WALLS * self._unit
        layers = []
        for circle, turns in taut:
            least = stops[circle.number - 1][2] + self._radius
            radii = sorted({least + margin, circle.r, min(least, circle.r)}, reverse=True)
            layers += [(circle.number, [turn.at(r) for r in radii]) for turn in turns]
        ways: dict[XY, tuple[float, list[XY]]] = {begin: (0.0, [begin])}
        last = 0
        after = len(stops) + 1
        layers = [(0, around(begin, margin)), *layers, (after, around(end, margin)), (after, [end])]
        for at, places in layers:
            further: dict[XY, tuple[float, list[XY]]] = {}
            for place in places:
                for before, (length, way) in sorted(ways.items(), key=lambda item: item[1][0]):
                    if self._is_sure(before, place):
                        further[place] = length + distance_apart(before, place), [*way, place]
                        break
            if not further:
                return None, at - 1 if last == at else last
            ways, last = further, at
        return list(dict.fromkeys(ways[end][1])), 0

    def _is_free(self, place: XY) -> bool:
        """Whether the disc hits nothing at a position, and is within the bounds."""
        return self._is_within(place) and not Sprite(*place, collision=self._shape).hits(
            self._copies
        )

    def _is_within(self, place: XY) -> bool:
        """Whether the disc is within the bounds."""
        if self._bounds is None:
            return True
        (x, y), r = place, self._radius
        left, top, right, bottom = self._bounds
        return left <= x - r and x + r <= right and top <= y - r and y + r <= bottom

    def _is_leg(self, start: XY, end: XY) -> bool:
        """Whether the disc, which is free at the start, hits nothing on a leg."""
        disc = Sprite(*start, collision=self._shape)
        dx, dy = end[0] - start[0], end[1] - start[1]
        return self._is_within(end) and disc.sweep(dx, dy, self._copies) is None

    def _is_sure(self, start: XY, end: XY) -> bool:
        """Whether the disc hits nothing there and back."""
        return self._is_leg(start, end) and self._is_leg(end, start)

    def _is_clear(self, way: list[XY]) -> bool:
        return all(self._is_sure(a, b) for a, b in pairwise(way))

    @overload
    def nearest_free(self, x: float, y: float) -> Vec2: ...
    @overload
    def nearest_free(self, x: VectorLike) -> Vec2: ...
    def nearest_free(self, x: Any, y: Any = OMITTED) -> Vec2:
        """Return the nearest position at which the disc hits nothing, such as for a goal inside a
        wall.

        Args:
            x: position to the right, in pixels; or a pair (x, y) in place of `x` and `y`.
            y: position down, in pixels.

        Returns:
            A `Vec2`: the given position if the disc fits there, or else the nearest position, to a
            thousandth of the radius. If the bounds are in the way, it is the nearest to a
            hundredth of the radius. If an ellipse overlaps other walls there, the position may be
            farther away than the nearest one.

        Raises:
            TypeError: an argument is not a number.
            ValueError: a number is not finite or is beyond 1e12, or the disc fits nowhere.
        """
        if y is OMITTED:
            x, y = unfold("paths.nearest_free", ("x", "y"), (x, y))
        place = number(x, "x"), number(y, "y")
        if self._is_free(place):
            return Vec2(*place)
        aside = Sprite(*place, collision=self._shape).separation(self._copies)
        found = place[0] + aside.x, place[1] + aside.y
        if self._is_free(found):  # even in a corridor exactly as wide as the disc
            return Vec2(*found)
        # The bounds are in the way: search for the nearest free position everywhere.
        self._graph()
        margin = OFF_WALLS * self._unit
        reach = 2.0 * self._radius + self._unit
        grown = [outline(core, self._radius + margin) for core in self._cores()]
        boxes = shapely.bounds(grown).reshape(-1, 4)
        while reach < 4.0 * LIMIT:
            near = near_boxes(boxes, place, reach)
            area_ = shapely.box(
                place[0] - reach, place[1] - reach, place[0] + reach, place[1] + reach
            )
            if self._bounds is not None:
                left, top, right, bottom = self._bounds
                r = self._radius + margin
                if left + r > right - r or top + r > bottom - r:
                    break
                area_ = area_.intersection(shapely.box(left + r, top + r, right - r, bottom - r))
            free = area_.difference(shapely.union_all([grown[k] for k in near]))
            if not free.is_empty:
                point = shapely.get_point(shapely.shortest_line(free, shapely.Point(place)), 0)
                found = point.x, point.y
                if distance_apart(found, place) <= reach and self._is_free(found):
                    return Vec2(*found)
            reach *= 2.0
            if len(near) == len(grown) and reach > 4.0 * (
                self._unit * 1000.0 + max(map(abs, place))
            ):
                break
        raise ValueError(f"a disc of radius {self._radius} fits nowhere among these walls")

    @overload
    def rebuild(self, left: float, top: float, right: float, bottom: float) -> None: ...
    @overload
    def rebuild(self, left: BoxLike) -> None: ...
    @overload
    def rebuild(self, left: VectorLike, top: VectorLike) -> None: ...
    def rebuild(
        self, left: Any, top: Any = OMITTED, right: Any = OMITTED, bottom: Any = OMITTED
    ) -> None:
        """Read the walls in a box again, after walls there have moved, appeared or gone.

        This covers walls that were in the box before and walls that are there now: members that
        were added, moved, changed their shapes or vanished, and sprites that were put into a list
        of walls. If any have changed, the next search finds again which corners see each other. A
        call for a door that has not moved costs little.

        Args:
            left: x of one side of the box; or a whole box in place of all four numbers: a tuple or
                a list (left, top, right, bottom), or any object with these attributes. Two pairs
                are two corners.
            top: y of one side.
            right: x of the other side.
            bottom: y of the other side.

        Raises:
            TypeError: an argument is not a number.
            ValueError: a number is not finite or is beyond 1e12, or a tuple or a list has its right
                before its left or its bottom above its top.
        """
        if bottom is OMITTED:
            sides = ("left", "top", "right", "bottom")
            left, top, right, bottom = unfold("paths.rebuild", sides, (left, top, right, bottom))
        self._find_members()
        now = self._members.query_box(left, top, right, bottom)
        old = [copy.original for copy in self._copies.query_box(left, top, right, bottom)]
        members = by_id(now)
        members |= by_id(one for one in old if id(one) not in members and self._is_there(one))
        changed = {
            key: sprite
            for key, sprite in by_id([*old, *now]).items()
            if not (
                key in members and key in self._walls and self._walls[key][3] == looks_of(sprite)
            )
        }
        for key in changed:
            if key in self._walls:
                self._walls.pop(key)[1].vanish()
        for key, sprite in changed.items():
            if key in members:
                self._take(sprite)
        if changed:
            self._tangents = None


def by_id(sprites: Iterable[Sprite]) -> dict[int, Sprite]:
    """Return sprites, each once, by their ids."""
    return {id(sprite): sprite for sprite in sprites}


def around(place: XY, margin: float) -> list[XY]:
    """Return a position, and eight positions at a distance from it."""
    x, y = place
    return [place, *((x + margin * u, y + margin * v) for u, v in ROUND if u or v)]


def near_boxes(boxes: Any, place: XY, reach: float) -> list[int]:
    """Return the boxes that are within a distance of a position."""
    near: list[int] = np.flatnonzero(
        (boxes[:, 0] < place[0] + reach)
        & (boxes[:, 2] > place[0] - reach)
        & (boxes[:, 1] < place[1] + reach)
        & (boxes[:, 3] > place[1] - reach)
    ).tolist()
    return near


def corners_of_bounds(bounds: BoxTuple | None) -> list[XY]:
    """Return two corners of bounds, or nothing."""
    return [] if bounds is None else [bounds[:2], bounds[2:]]


def checked_place(value: Iterable[float], name: str) -> XY:
    """Return a position as two floats.

    Raises:
        TypeError: it is not a pair of numbers.
        ValueError: its length is not two, or a number is not finite or is beyond 1e12.
    """
    if isinstance(value, Sprite):
        raise TypeError(f"{name} must be a position (x, y), got {shown(value)}: pass its position")
    if isinstance(value, str | bytes | Mapping | Set) or not isinstance(value, Iterable):
        raise TypeError(f"{name} must be a position (x, y), got {shown(value)}")
    items = list(value)
    if len(items) != 2:
        raise ValueError(f"{name} must be a position (x, y), got {shown(value)}")
    return number(items[0], f"{name}[0]"), number(items[1], f"{name}[1]")


def checked_bounds(value: BoxLike) -> BoxTuple:
    """Return bounds as four floats, in order."""
    message = f"bounds must be (left, top, right, bottom), got {shown(value)}"
    if all(hasattr(value, edge) for edge in EDGES):  # such as a pygame Rect
        value = [getattr(value, edge) for edge in EDGES]
    if isinstance(value, str | bytes | Mapping | Set) or not isinstance(value, Iterable):
        raise TypeError(message)
    items = list(value)
    if len(items) != 4:
        raise ValueError(message)
    left, top, right, bottom = (number(item, f"bounds[{k}]") for k, item in enumerate(items))
    if not (left < right and top < bottom):
        raise ValueError(message)
    return left, top, right, bottom
