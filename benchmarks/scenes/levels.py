"""Ordinary levels of walkers, as data, and sprites of them.

A level is data: parts with a shape and the poses that they go through. A `View` builds sprites of
it: as it is, mirrored, turned, elsewhere, in another order, or all that rests as one sprite. So two
of them can be compared. Bodies have their feet at (0, 0).
"""

import math
import random
from collections.abc import Sequence
from typing import Any

import attrs

from spritecol import Capsule, Circle, Polygon, Rect, Shape, Sprite

UP = (0.0, -1.0)
Place = tuple[float, float]
Pose = tuple[float, float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom


def turned(degrees: float, x: float, y: float) -> Place:
    """A vector, turned clockwise; by quarters it is exact."""
    quarters, rest = divmod(degrees, 90)
    for _ in range(int(quarters) % 4):
        x, y = -y, x
    cos, sin = math.cos(math.radians(rest)), math.sin(math.radians(rest))
    return (x * cos - y * sin, x * sin + y * cos) if rest else (x, y)


# --- levels as data ------------------------------------------------------------------------------


@attrs.frozen
class Part:
    """A shape of a level, and the poses that it goes through, over and over."""

    shape: Shape
    path: Sequence[Pose]

    @property
    def moves(self) -> bool:
        return len(self.path) > 1

    def pose(self, frame: int) -> Pose:
        return self.path[frame % len(self.path)]

    def box(self, frame: int) -> Box:
        """The box of a Rect that is not turned."""
        x, y, _ = self.pose(frame)
        shape = self.shape
        assert isinstance(shape, Rect)
        left, top = x + shape.x, y + shape.y
        return left, top, left + shape.width, top + shape.height


def to_and_fro(poses: Sequence[Pose]) -> list[Pose]:
    return [*poses, *poses[-2:0:-1]]


@attrs.frozen
class Level:
    """Parts, where the walker starts, and how large the numbers are."""

    parts: list[Part]
    start: Place
    numbers: float = 1000.0
    tile: float = 16.0


@attrs.define
class View:
    """Sprites of a level: mirrored (`side` is -1), turned by degrees, elsewhere, or merged."""

    level: Level
    side: int = 1
    turn: float = 0.0
    at: Place = (0.0, 0.0)
    merged: bool = False
    sprites: list[Sprite] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        whole = [part.shape for part in self.level.parts if self._is_merged(part)]
        how: dict[str, Any] = {"center_x": 0, "center_y": 0, "scale_x": self.side}
        self.sprites = [
            Sprite(collision=[] if self._is_merged(part) else part.shape, **how)
            for part in self.level.parts
        ]
        self.go(0)
        if whole:
            x, y = self.place(0, 0)
            self.sprites.append(Sprite(x, y, collision=whole, angle=self.turn, **how))

    def _is_merged(self, part: Part) -> bool:
        return self.merged and not part.moves and part.path[0] == (0, 0, 0)

    def vector(self, x: float, y: float) -> Place:
        return turned(self.turn, self.side * x, y)

    def place(self, x: float, y: float) -> Place:
        x, y = self.vector(x, y)
        return x + self.at[0], y + self.at[1]

    def back(self, x: float, y: float) -> Place:
        """Where something of the view is in the level."""
        x, y = turned(-self.turn, x - self.at[0], y - self.at[1])
        return self.side * x, y

    def go(self, frame: int) -> None:
        for part, sprite in zip(self.level.parts, self.sprites, strict=False):
            if part.moves or not frame:
                x, y, angle = part.pose(frame)
                sprite.x, sprite.y = self.place(x, y)
                sprite.angle = self.side * angle + self.turn


# --- ordinary levels -----------------------------------------------------------------------------


def path_of(r: random.Random, x: float, y: float, tile: float, speed: float) -> list[Pose]:
    """On a way to and fro: straight, slanted or around, in steps of at most a speed."""
    kind, far = r.choice(["across", "up", "slanted", "around"]), tile * r.choice([2, 3, 5])
    count = max(2, math.ceil(far / speed))
    steps = [k / count for k in range(count + 1)]
    if kind == "around":
        turns = [math.tau * t for t in steps]
        return [(x + 0.5 * far * math.sin(t), y - 0.5 * far * math.cos(t), 0.0) for t in turns]
    across, rise = {"across": (1, 0), "up": (0, -1), "slanted": (1, -0.5)}[kind]
    return to_and_fro([(x + across * far * t, y + rise * far * t, 0.0) for t in steps])


def ordinary(r: random.Random, flat: bool, size: Place, step: float) -> Level:
    """Tiles, slopes, half tiles, stairs, planks, lifts, doors and presses, for a body of a size.

    A `flat` one has no slopes and no stairs.
    """
    tile = r.choice([8.0, 16.0, 16.0, 32.0, 10.0, 7.5, 12.3])
    far = r.choice([0.0, 0.0, 0.0, 1e3, 1e5, 1e6])
    at = [round(far * r.uniform(-1, 1)) + r.choice([0, 0, 0.5, 0.3]) for _ in range(2)]
    as_places = r.choice([True, False])  # the map as places of sprites, or as corners of shapes
    (wide, high), parts = size, []

    def block(x: float, y: float, w: float, h: float, one_way: Any = None) -> None:
        if h > 0 and as_places:
            parts.append(Part(Rect(0, 0, w, h, one_way=one_way), [(at[0] + x, at[1] + y, 0)]))
        elif h > 0:
            parts.append(Part(Rect(at[0] + x, at[1] + y, w, h, one_way=one_way), [(0, 0, 0)]))

    def hill(x: float, y: float, end: float, end_y: float) -> None:
        corners = [(x, y), (end, end_y), (end, low + tile), (x, low + tile)]
        parts.append(Part(Polygon(corners), [(at[0], at[1], 0)]))

    x, y, low = 0.0, 0.0, 12 * tile
    ground: list[Place] = []
    while x < 26 * tile:
        kinds = ["flat"] * 4 + ["wall", "down", "gap", "tunnel", "ledge", "plank", "slot"]
        if not flat:
            kinds += ["half", "stairs", "slope", "slope", "hill"]
        kind, run = r.choice(kinds), r.choice([1, 2, 3, 4]) * tile
        ground.append((x, y))
        rise = {"wall": -r.choice([1, 2]), "down": r.choice([1, 2]), "half": r.choice([-0.5, 0.5])}
        y = min(4 * tile, max(-5 * tile, y + rise.get(kind, 0) * tile))
        if kind == "gap":
            run = r.choice([wide, tile, 2 * tile, wide + 1])
            block(x, low, run, tile)
        elif kind == "stairs" and step:
            each, run = r.choice([-1, 1]) * step, 2 * tile
            for k in range(4):
                y = min(5 * tile, y + each)
                block(x + k * tile / 2, y, tile / 2, low + tile - y)
        elif kind in ("slope", "hill"):
            end = min(6 * tile, y + r.choice([1, 0.5, -1, -0.5]) * run)
            hill(x, y, x + run, end)
            if kind == "hill":
                hill(x + run, end, x + 2 * run, y)
                run, end = 2 * run, y
            y = end
        else:
            for k in range(round(run / tile)):
                block(x + k * tile, y, tile, tile)
            block(x, y + tile, run, low + tile - y - tile)
        if kind == "tunnel":
            block(x, y - high - tile, run, tile)
        elif kind == "ledge":
            block(x, y - high - r.choice([0.5, 1, 2, 3]) * tile, run, r.choice([0.5, 1]) * tile)
        elif kind == "plank":
            block(x, y - r.choice([1, 2, 3]) * tile, run, r.choice([2, tile / 2]), UP)
        elif kind == "slot":
            above = y - high - 1.5 * tile
            block(x - 2 * tile, above, 2 * tile, tile)
            block(x + r.choice([wide, wide + 1]), above, 2 * tile, tile)
        x += run
    block(-tile, -84 * tile, tile, 97 * tile)
    block(x, -84 * tile, tile, 97 * tile)
    for _ in range(r.choice([0, 1, 1, 2, 3])):
        parts.append(machine(r, at, r.choice(ground), tile))
    left = r.choice(ground)[0] + tile / 2
    start = at[0] + max(wide, min(left, x - wide)), at[1] - 8 * tile
    return Level(parts, start, max(map(abs, at)) + 30 * tile, tile)


def machine(r: random.Random, at: Sequence[float], ground: Place, tile: float) -> Part:
    """A lift, a lift that is one-way, a door or a press."""
    w, h = r.choice([2, 3, 4]) * tile, r.choice([4.0, tile / 2, tile])
    kind = r.choice(["lift", "lift", "plank", "plank", "door", "press"])
    speed = r.choice([0.5, 1, 2, 2.5, 5, 10, 40])
    x, y = at[0] + ground[0], at[1] + ground[1] - r.choice([0, 1, 2]) * tile
    if kind in ("lift", "plank"):
        side: Any = UP if kind == "plank" else None
        return Part(Rect(0, 0, w, h, one_way=side), path_of(r, x, y, tile, speed))
    if kind == "door":
        w, h = tile / 2, 2 * tile
    else:
        w, h, y = 2 * tile, 2 * tile, at[1] + ground[1] - 6 * tile
    count = max(2, math.ceil(3 * tile / speed))
    poses = [(x, y - 3 * tile * k / count, 0.0) for k in range(count + 1)]
    return Part(Rect(0, 0, w, h), [*to_and_fro(poses), *poses[:1] * 10])


def body(r: random.Random, kind: str) -> tuple[Shape, Place]:
    """One of BLUNT for an ordinary level, with its width and height."""
    wide = r.choice([16.0, 16.0, 12.0, 8.0, 15.0, 20.0, 11.5])
    high = max(r.choice([16.0, 24.0, 28.0, 32.0, wide]), wide)
    if kind == "box":
        return Rect(r.choice([-wide / 2, 0.0]), -high, wide, high), (wide, high)
    if kind == "circle":
        return Circle(0, -wide / 2, wide / 2), (wide, wide)
    return Capsule(0, -wide / 2, 0, wide / 2 - high - 1, wide / 2), (wide, high + 1)
