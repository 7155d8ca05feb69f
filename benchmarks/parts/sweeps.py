"""Sweeps of many sprites and with many turns, and a walk on tiles."""

import math
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
from harness.contender import Answer, Frames, UnavailableError
from harness.contest import contest
from harness.measuring import Effort
from harness.rows import Row, missing
from harness.targets import (
    BULLETS_SWEPT,
    BULLETS_SWEPT_BY_TWO,
    MANY_TURNS,
    ONE_CORE,
    PAIRS_ALONE,
    WALK,
)
from harness.two_cores import OnTwoCores
from peers import load
from scenes.walls import PLAYER, START, STEPS, TILE, level

from spritecol import Circle, Group, Polygon, Rect, Sprite, SweepHit

PART = "sweeps"
TILES = 5_000
TEETH = 10
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
    """Bullets among turned enemies, all in motion; the way of each in this frame."""

    geometry: str | None = None  # what is hit on the way is not what is hit at its start
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


class Sweep(Bullets):
    """The first hit of each."""

    def frame(self, moment: int) -> Any:
        self.move(moment)
        return self.bullets.sweep_arrays(self.dx, self.dy, self.enemies)

    def answer(self) -> Answer:
        """All numbers, to the last bit: two cores must find the same."""
        found = self.result
        arrays = (found.hit, found.position, found.fraction, found.point, found.normal)
        return np.column_stack(arrays).ravel()


class SweepOnTwoCores(OnTwoCores):
    """The sweeps of a frame, shared by two threads."""

    geometry = "bullets"

    def answer(self) -> Answer:
        self.ours.result = self.result
        return self.ours.answer()


class Pairs(Bullets):
    """The pairs that overlap where they are."""

    note = "no way, only where they are"

    def frame(self, moment: int) -> Any:
        self.move(moment)
        return self.bullets.pair_indices(self.enemies)


class Gear(Frames):
    """A gear that rolls by teeth and turns as it goes, and meets none of them."""

    def __init__(self, turns: int) -> None:
        corners = [(k * math.pi / 8, 15 if k % 2 else 10) for k in range(16)]
        self.gear = Sprite(
            collision=Polygon([(r * math.cos(t), r * math.sin(t)) for t, r in corners])
        )
        self.teeth = Group(Sprite(20 * k, 16, collision=Circle(0, 0, 1)) for k in range(TEETH))
        self.turn = 360.0 * turns
        self.note = "of the same gear on the same way" if turns == 1 else ""

    def frame(self, moment: int) -> SweepHit | None:
        return self.gear.sweep(20.0 * TEETH, -1, self.teeth, turn=self.turn)

    def answer(self) -> Answer:
        return float(self.result is None)


def rows(effort: Effort) -> Iterator[Row]:
    """All cases."""
    tiles = 1_000 if effort.quick else TILES
    walkers = {"arcade": lambda: [load("arcade_platformer").Walker(tiles)]}
    yield from contest(PART, WALK, tiles, Walker(tiles), walkers, effort)

    gears = {"one turn": lambda: [Gear(1)]}
    yield from contest(PART, MANY_TURNS, TEETH, Gear(1000), gears, effort)

    bullets, enemies = (100, 10) if effort.quick else (BULLETS, ENEMIES)
    pairs = {PAIRS_ALONE: lambda: [Pairs(bullets, enemies)]}
    one = Sweep(bullets, enemies)
    yield from contest(PART, BULLETS_SWEPT, bullets, one, pairs, effort)
    yield from both_cores(bullets, one, effort)


def both_cores(bullets: int, one: Sweep, effort: Effort) -> Iterator[Row]:
    """The sweeps of a frame on two cores, compared with one."""
    try:
        both = SweepOnTwoCores(one)
    except UnavailableError as error:
        yield missing(PART, BULLETS_SWEPT_BY_TWO, bullets, ONE_CORE, str(error))
        return
    one.geometry = both.geometry
    yield from contest(PART, BULLETS_SWEPT_BY_TWO, bullets, both, {ONE_CORE: lambda: [one]}, effort)
