"""Walls, each in convex parts that are grown by the radius of a disc."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import attrs
import shapely

from spritecol._support.polar import cos_sin, direction, length
from spritecol._support.range_check import shown
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

XY = tuple[float, float]
Box = tuple[float, float, float, float]

STEP = 22.5
"""Degrees between the corners of the first mesh on an arc. A search counts arcs, not chords."""

FINE = 6.0
"""Degrees between the corners of the second mesh on an arc, and of the way itself, which they make
up to 0.1 % of its arcs too long."""

NUMBERS = 2**52
"""How many arcs can be told apart, each by a float."""


class Core(NamedTuple):
    """A part of a wall: all points within `r` of a convex polygon, a line or a point."""

    corners: tuple[XY, ...]
    r: float


class Turn(NamedTuple):
    """A corner of the mesh: (x, y) + the distance of the disc's middle times (ux, uy).

    `arc` numbers the arc on which it is, which is `stretch` times as long as the chords between its
    corners.
    """

    x: float
    y: float
    r: float
    ux: float
    uy: float
    arc: int = 0
    stretch: float = 1.0

    def at(self, distance: float) -> XY:
        """Where it is if the middle keeps that distance from (x, y)."""
        return self.x + distance * self.ux, self.y + distance * self.uy


def area(o: XY, a: XY, b: XY) -> float:
    """Twice the area of a triangle: above 0 if b is to the left of o -> a, with y up."""
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def distance(a: XY, b: XY) -> float:
    """How far apart two points are."""
    apart: float = length(b[0] - a[0], b[1] - a[1])
    return apart


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


def stretch_of(chords: tuple[XY, ...]) -> float:
    """How many times as long as its chords an arc of a unit circle is."""
    if len(chords) < 2:
        return 1.0
    a, b = chords[:2]
    return math.radians((direction(*b) - direction(*a)) % 360.0) / distance(a, b)


def turns_of(core: Core, radius: float, outside: bool) -> list[Turn]:
    """The corners of a core that is grown by its own radius and by that of the disc.

    They are on the arcs, or outside of them.
    """
    ring = ring_of(core)
    r = core.r + radius

    def around(corner: XY, before: XY, after: XY) -> list[Turn]:
        if outside:
            corners, stretch = arc(before, after, FINE if r > 0.0 else 90.0), 1.0
        else:
            corners = chord(before, after, STEP)
            stretch = stretch_of(corners)
        number = hash((*corner, r)) % NUMBERS + 1
        return [Turn(*corner, r, *u, number, stretch) for u in corners]

    if len(ring) == 1:
        return around(ring[0], (1.0, 0.0), (1.0, 0.0))
    normals = []
    for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
        size = distance(a, b)
        normals.append(((b[1] - a[1]) / size, (a[0] - b[0]) / size))
    return [
        turn
        for corner, before, after in zip(ring, (normals[-1], *normals), normals, strict=False)
        if before != after
        for turn in around(corner, before, after)
    ]


class Wall:
    """A core that is grown, its box, and by how much more each mesh grows it, its corners there."""

    __slots__ = ("box", "core", "polygons", "r", "radius", "turns")

    def __init__(self, core: Core, radius: float) -> None:
        self.core, self.radius = core, radius
        self.r = core.r + radius
        xs, ys = zip(*core.corners, strict=True)
        more = self.r + 1.0
        self.box: Box = min(xs) - more, min(ys) - more, max(xs) + more, max(ys) + more
        self.turns: dict[float, dict[XY, Turn]] = {}
        self.polygons: dict[float, shapely.Polygon] = {}

    def turns_at(self, more: float) -> dict[XY, Turn]:
        """Its corners where it is grown by so much more; on its arcs if that is less than 0."""
        if more not in self.turns:
            turns = turns_of(self.core, self.radius, outside=more > 0.0)
            self.turns[more] = {turn.at(turn.r + more): turn for turn in turns}
        return self.turns[more]

    def polygon(self, more: float) -> shapely.Polygon:
        """Its outline, grown by so much more; from within if that is less than 0."""
        if more not in self.polygons:
            self.polygons[more] = shapely.Polygon(list(self.turns_at(more)))
        return self.polygons[more]
