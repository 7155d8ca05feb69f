"""Slides in caves of tiles, in other orders and mirrored.

A cave is closed. Whoever slides in it stays among the free tiles that are joined to where it
started, side by side: between two tiles that share a corner nothing gets through. That is told by
whole numbers alone. And the exact test finds it in nothing.
"""

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from spritecol import Circle, Polygon, Rect
from support.forms import CountedDice, Form, Player, Wall
from support.levels import Place

FRAMES = 100
SIZES = 8, 16, 32, 64, 10, 12.5
"""Of a tile, in pixels."""

NEAR = 1e-9
"""A share of the size of the numbers, for rounding."""

Cell = tuple[int, int]


class Cave(NamedTuple):
    """Which tiles of a square are solid; its border is."""

    solid: set[Cell]
    side: int
    tile: float
    left: float

    @property
    def is_on_grid(self) -> bool:
        """Whether its corners are exact: else a gap may be a little less wide than a tile."""
        return self.left % 0.5 == 0.0

    def cells(self) -> set[Cell]:
        return {(x, y) for x in range(self.side) for y in range(self.side)}

    def at(self, x: float, y: float) -> Cell:
        return math.floor((x - self.left) / self.tile), math.floor((y - self.left) / self.tile)

    def walls(self) -> list[Wall]:
        corners = [self.left + k * self.tile for k in range(self.side + 1)]
        return [
            Wall((corners[x], corners[y], corners[x + 1], corners[y + 1]))
            for x, y in sorted(self.solid)
        ]

    def joined(self, start: Cell) -> set[Cell]:
        """The free tiles to which a way leads from one, through their sides."""
        found, left = {start}, [start]
        while left:
            x, y = left.pop()
            for one in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if one not in self.solid and one not in found:
                    found.add(one)
                    left.append(one)
        return found


def cave_of(dice: CountedDice) -> Cave:
    side, tile = dice.pick("side", [8, 12]), dice.pick("tile", SIZES)
    far = round(dice.pick("far", [0, 0, 0, 1e4, 1e6]) * dice.uniform(-1, 1))
    cave = Cave(set(), side, tile, far + dice.pick("off the grid", [0, 0, 0.5, 0.3]))
    cave.solid.update(
        c for c in sorted(cave.cells()) if 0 in c or side - 1 in c or dice.random() < 0.15
    )
    return cave


def body_of(dice: CountedDice, tile: float) -> tuple[Any, float]:
    """A shape that is at most as wide as a tile, most often exactly, and half its width."""
    wide = dice.choice([tile, tile, tile - 1, 0.75 * tile, 0.7 * tile, 0.5 * tile])
    arrow = [(0, 0), (wide, 0), (wide, wide), (wide / 2, 1.2 * wide), (0, wide)]
    shapes = {"box": Rect(0, 0, wide, wide), "ball": Circle(wide / 2, wide / 2, wide / 2)}
    if wide < 0.8 * tile:
        shapes["arrow"] = Polygon(arrow)
    return shapes[dice.pick("body", list(shapes))], wide / 2


class Keys:
    """Keys, which are held for a while; at times any direction; a motion may fade."""

    def __init__(self, dice: CountedDice, speed: float) -> None:
        self.dice, self.speed = dice, speed
        self.held = self.way = (0.0, 0.0)
        self.fades = False

    def wanted(self, frame: int) -> Place:
        dice, speed = self.dice, self.speed
        if frame % 13 == 0:
            x, y = dice.choice([-1, 0, 1]), dice.choice([-1, 0, 1])
            share = math.sqrt(0.5) if x and y and dice.random() < 0.5 else 1.0
            self.held, self.fades = (share * x * speed, share * y * speed), dice.random() < 0.3
        if frame % 37 > 30:
            angle = dice.uniform(0, 2 * math.pi)
            return speed * math.cos(angle), speed * math.sin(angle)
        pairs = zip(self.held, self.way, strict=True)
        self.way = tuple(new if new or not self.fades else 0.8 * old for new, old in pairs)
        return self.way


def judged(seed: Any) -> tuple[list[str], Counter[str]]:
    """Slide about in a cave.

    Returns what is wrong, each with its place, and how often each branch was played.
    """
    dice = CountedDice(f"cave {seed}")
    return [f"{line}, in cave {seed}" for line in slid_about(dice)], dice.seen


def slid_about(dice: CountedDice) -> Iterator[str]:
    """A slide, or a walker from above, in a cave; and another in another form of it."""
    cave = cave_of(dice)
    shape, half = body_of(dice, cave.tile)
    start = dice.choice(sorted(cave.cells() - cave.solid))
    place = cave.left + start[0] * cave.tile, cave.left + start[1] * cave.tile
    order = dice.pick("order", ["as it is", "reversed", "Group", "lists"])
    forms = Form(), Form(order=order, side=dice.pick("mirror", [1, -1]))
    first, other = (Player(form, cave.walls(), shape, place, up=None) for form in forms)
    if first.is_inside:
        return  # far from the origin, where a tile is not as wide as its sprite
    one, two = {  # seen from above, a walker ends where a slide would
        "both walk": (first.move, other.move),
        "both slide": (first.slide, other.slide),
        "one walks": (first.move, other.slide),
    }[dice.pick("moves", ["both walk", "both slide", "both slide", "one walks"])]
    joined, near = cave.joined(start), NEAR * (abs(cave.left) + cave.side * cave.tile)
    speeds = [1, 2, 3, 2.5, 1.7, cave.tile / 4, cave.tile, 3 * cave.tile]
    keys = Keys(dice, dice.choice(speeds))
    is_round = not isinstance(shape, Rect)  # it may roll off one corner, and back off another
    apart = near if forms[1].side < 0 else 0.0  # the sides of a mirrored body are rounded anew
    for frame in range(FRAMES):
        dx, dy = keys.wanted(frame)
        slide, _, (x, y) = one(dx, dy), two(dx, dy), first.place
        short = math.dist(slide.travel, (dx, dy)) > near
        laws = {
            "is in a tile": not first.is_inside,
            "has left its cave": cave.at(x + half, y + half) in joined,
            "went farther than wanted": slide.travel.length <= math.hypot(dx, dy) + near,
            "stopped by nothing": bool(slide.hits) or not short or not cave.is_on_grid,
            "told what it has only touched": is_round or not slide.hits or slide.travel != (dx, dy),
            "stopped by what is behind": all(
                hit.normal.x * dx + hit.normal.y * dy < near for hit in slide.hits[:1]
            ),
            "elsewhere in another form": math.dist(first.place, other.place) <= apart,
        }
        dice.seen.update(frames=1, stopped=short, free=not slide.hits)
        yield from (f"{law} in frame {frame}" for law, holds in laws.items() if not holds)
        if not all(laws.values()):
            return
