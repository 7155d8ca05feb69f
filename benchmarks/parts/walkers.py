"""Walkers on a map of tiles with slopes: CharacterController, and `move_and_slide` alone.

All walk to and fro for a few frames and are then put where they started, so that both sides stay in
the same scene: a sprite that only slides rolls down every slope.
"""

from collections.abc import Iterator
from typing import Any

from harness.contest import allowance, contest
from harness.measuring import Effort
from harness.rows import Row
from harness.targets import MICROSECONDS_A_MOVE, SLIDE_ALONE, WALKERS
from peers.spritecol_walkers import UP, Walkers
from scenes.hills import FALL, MOMENTS, RUN, hills

PART = "walkers"
COUNT, TILES = 200, 2_000


class Sliders(Walkers):
    """Each slides, with gravity: what a user would have to make a walker of."""

    note = "no slopes, steps or lifts of its own"

    def frame(self, moment: int) -> Any:
        level, dx = self.level, RUN if moment < MOMENTS // 2 else -RUN
        return [sprite.move_and_slide(dx, FALL, level, up=UP) for sprite in self.sprites]


def rows(effort: Effort) -> Iterator[Row]:
    """The move of one walker, against a slide, and against a fixed time."""
    count, tiles = (20, 400) if effort.quick else (COUNT, TILES)
    scene = hills(tiles, count)
    ours = Walkers(scene)
    ours.compare()
    longer = effort.but(rounds=8, seconds=0.2)
    alone = {SLIDE_ALONE: lambda: [Sliders(scene)]}
    yield from contest(PART, WALKERS, count, ours, alone, longer)
    yield allowance(PART, WALKERS, count, ours, MICROSECONDS_A_MOVE, longer)
