"""Caves of tiles: plays of bodies that slide about in them by held keys.

A cave is closed. Whoever slides in it stays among the free tiles that are joined to where it
started, side by side: between two tiles that share a corner nothing gets through. That is told by
whole numbers alone. And the exact test finds it in nothing.
"""

import math
import random
from collections import Counter
from typing import Any, NamedTuple

from spritecol import CharacterController, Circle, Group, Polygon, Rect, Sprite
from support.campaign.bulk import Random
from support.campaign.tally import Tally
from support.levels import block
from support.plays import wrong_of

PLAYS = 40  # of a round

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

    def sprites(self) -> list[Sprite]:
        corners = [self.left + k * self.tile for k in range(self.side + 1)]
        return [
            block(corners[x], corners[y], corners[x + 1], corners[y + 1])
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


def cave_of(r: random.Random) -> Cave:
    side, tile = r.choice([8, 12]), r.choice(SIZES)
    far = round(r.choice([0, 0, 0, 1e4, 1e6]) * r.uniform(-1, 1)) + r.choice([0, 0, 0.5, 0.3])
    cave = Cave(set(), side, tile, far)
    cave.solid.update(
        c for c in sorted(cave.cells()) if 0 in c or side - 1 in c or r.random() < 0.15
    )
    return cave


def body_of(r: random.Random, tile: float) -> tuple[Any, float]:
    """A shape that is at most as wide as a tile, most often exactly, and where its middle is."""
    wide = r.choice([tile, tile, tile - 1, 0.75 * tile, 0.7 * tile, 0.5 * tile])
    arrow = [(0, 0), (wide, 0), (wide, wide), (wide / 2, 1.2 * wide), (0, wide)]
    shapes = [Rect(0, 0, wide, wide), Circle(wide / 2, wide / 2, wide / 2)]
    if wide < 0.8 * tile:
        shapes.append(Polygon(arrow))
    return r.choice(shapes), wide / 2


def wanted(r: random.Random, frame: int, speed: float, held: list[float]) -> tuple[float, float]:
    """By keys, which are held for a while; at times in any direction; a motion may fade."""
    if frame % 13 == 0:
        held[:2] = r.choice([-1, 0, 1]), r.choice([-1, 0, 1])
        held[2] = math.sqrt(0.5) if all(held[:2]) and r.random() < 0.5 else 1.0
        held[3] = r.random() < 0.3
    if frame % 37 > 30:
        angle = r.uniform(0, 2 * math.pi)
        return speed * math.cos(angle), speed * math.sin(angle)
    for k in range(2):
        held[4 + k] = held[k] * speed * held[2] if held[k] or not held[3] else 0.8 * held[4 + k]
    return held[4], held[5]


def slide_about(seed: Any, frames: int = 100) -> Counter[str]:
    """A slide, or a walker from above, in a cave; and another among the same tiles in any order.

    Returns "what: where" of what is wrong, and how many frames each law was about.
    """
    r, found = random.Random(f"caves {seed}"), Counter[str]()
    cave = cave_of(r)
    shape, half = body_of(r, cave.tile)
    start = r.choice(sorted(cave.cells() - cave.solid))
    place = cave.left + start[0] * cave.tile, cave.left + start[1] * cave.tile
    level = cave.sprites()
    heroes = [Sprite(*place, collision=shape) for _ in range(2)]
    hero = heroes[0]
    if hero.hits(level):
        return found  # far from the origin, where a tile is not as wide as its sprite
    shuffled = r.sample(level, len(level))
    targets: list[Any] = [Group(level) if r.random() < 0.5 else level, shuffled]
    walks = r.random() < 0.4
    walkers = [CharacterController(one, up=None) for one in heroes]
    joined, near = cave.joined(start), NEAR * (abs(cave.left) + cave.side * cave.tile)
    speed, held = r.choice([1, 2, 3, 2.5, 1.7, cave.tile / 4, cave.tile, 3 * cave.tile]), [0.0] * 6
    for frame in range(frames):
        dx, dy = wanted(r, frame, speed, held)
        slides = [
            c.move(dx, dy, some) if walks else c.sprite.move_and_slide(dx, dy, some)
            for c, some in zip(walkers, targets, strict=True)
        ]
        slide = slides[0]
        short = math.dist(slide.travel, (dx, dy)) > near
        other = heroes[1]
        laws = {
            "is in a tile": not hero.hits(level),
            "has left its cave": cave.at(hero.x + half, hero.y + half) in joined,
            "went farther than wanted": slide.travel.length <= math.hypot(dx, dy) + near,
            "stopped by nothing": bool(slide.hits) or not short or not cave.is_on_grid,
            "stopped by what is behind": all(
                hit.normal.x * dx + hit.normal.y * dy < near for hit in slide.hits[:1]
            ),
            "elsewhere in another order": (hero.x, hero.y) == (other.x, other.y),
        }
        found.update(["frames", *["stopped"] * short, *["free"] * (not slide.hits)])
        found.update(f"{law}: {seed} frame {frame}" for law, holds in laws.items() if not holds)
        if not all(laws.values()):
            break
    return found


def play(rng: Random, tally: Tally, where: str) -> None:
    """Slide about in some caves."""
    for _ in range(PLAYS):
        found = slide_about(int(rng.integers(1 << 40)))
        tally.judged["caves"] += found["frames"]
        tally.wrong += [f"caves: {line}, {where}" for line in wrong_of(found)]
