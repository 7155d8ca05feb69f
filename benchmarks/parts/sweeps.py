"""Sweeps of many sprites, and a walk on tiles."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
from harness.contender import Answer, Frames
from harness.contest import contest
from harness.measuring import Effort
from harness.rows import Row
from harness.targets import BULLETS_SWEPT, PAIRS_ALONE, WALK
from peers import load
from scenes.walls import PLAYER, START, STEPS, TILE, level

from spritecol import Circle, Group, Rect, Sprite

PART = "sweeps"
TILES = 5_000
BULLETS = 5_000
ENEMIES = 500
WINDOW = (1280, 720)
SPEED = 20.0  # pixels a frame, at most along each axis


class Walker(Frames):
    """Walks to and fro on a floor of tiles while gravity pulls it down."""

    moments = len(STEPS)

    def __init__(self, count: int) -> None:
        self.tiles = Group(Sprite(x, y, collision=Rect(0, 0, TILE, TILE)) for x, y in level(count))
        self.player = Sprite(*START, collision=Rect(0, 0, *PLAYER))

    def frame(self, moment: int) -> Any:
        return self.player.move_and_slide(*STEPS[moment], self.tiles, up=(0, -1))

    def answer(self) -> Answer:
        return round(self.player.x, 6), round(self.player.y, 6)


class Bullets(Frames):
    """Bullets among turned enemies, all in motion; the first hit of each on its way."""

    geometry = None  # what is hit on the way is not what is hit at its start
    moments = 2

    def __init__(self, count: int, enemies: int) -> None:
        rng = random.Random(count)

        def place() -> tuple[float, float]:
            return rng.uniform(0, WINDOW[0]), rng.uniform(0, WINDOW[1])

        self.bullets = Group(Sprite(*place(), collision=Circle(0, 0, 3)) for _ in range(count))
        self.enemies = Group(
            Sprite(*place(), collision=Rect(-12, -12, 24, 24), angle=rng.uniform(0, 360))
            for _ in range(enemies)
        )
        self.dx, self.dy = np.random.default_rng(count).uniform(-SPEED, SPEED, (2, count))
        self.x, self.y = self.bullets.x, self.bullets.y

    def move(self, moment: int) -> None:
        """Move all bullets, forward or back."""
        self.bullets.x = self.x + moment * self.dx
        self.bullets.y = self.y + moment * self.dy

    def frame(self, moment: int) -> Any:
        self.move(moment)
        return self.bullets.sweep_arrays(self.dx, self.dy, self.enemies)


class Pairs(Bullets):
    """The pairs that overlap where they are."""

    note = "no way, only where they are"

    def frame(self, moment: int) -> Any:
        self.move(moment)
        return self.bullets.pair_indices(self.enemies)


def rows(effort: Effort) -> Iterator[Row]:
    """All cases."""
    tiles = 1_000 if effort.quick else TILES
    walkers = {"arcade": lambda: [load("arcade_platformer").Walker(tiles)]}
    yield from contest(PART, WALK, tiles, Walker(tiles), walkers, effort)

    bullets, enemies = (100, 10) if effort.quick else (BULLETS, ENEMIES)
    pairs = {PAIRS_ALONE: lambda: [Pairs(bullets, enemies)]}
    yield from contest(PART, BULLETS_SWEPT, bullets, Bullets(bullets, enemies), pairs, effort)
