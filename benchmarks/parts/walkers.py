"""Walkers on a map of tiles with slopes: CharacterController, and `move_and_slide` alone.

All walk to and fro for a few frames and are then put where they started, so that both sides stay in
the same scene: a sprite that only slides rolls down every slope.
"""

from collections.abc import Iterator
from typing import Any

from harness.contender import Frames
from harness.contest import allowance, contest
from harness.measuring import Effort
from harness.rows import Row
from harness.targets import MICROSECONDS_A_MOVE, SLIDE_ALONE, WALKERS
from scenes.hills import BODY, FALL, MOMENTS, RUN, TILE, Hills, hills

from spritecol import CharacterController, Group, Polygon, Rect, Sprite

PART = "walkers"
COUNT, TILES = 200, 2_000
UP = (0, -1)


class Walkers(Frames):
    """Each walks by its controller; the time is that of one move."""

    geometry = None
    moments = MOMENTS

    def __init__(self, scene: Hills) -> None:
        self.level = Group(Sprite(x, y, collision=Rect(0, 0, TILE, TILE)) for x, y in scene.tiles)
        self.level.add(Sprite(collision=Polygon(corners)) for corners in scene.slopes)
        width, height = BODY
        body = Rect(-width / 2, -height, width, height)
        self.starts = scene.starts
        self.sprites = [Sprite(x, y, collision=body) for x, y in scene.starts]
        self.begin()

    def begin(self) -> None:
        """Back to where they started, and onto the ground."""
        for sprite, (x, y) in zip(self.sprites, self.starts, strict=True):
            sprite.x, sprite.y = x, y
            sprite.move_and_slide(0, 2 * TILE, self.level, up=UP)
        self.walkers = [CharacterController(sprite) for sprite in self.sprites]
        for walker in self.walkers:
            walker.move(0, FALL, self.level)

    def time(self, moment: int) -> float:
        if moment == 0:
            self.begin()
        return super().time(moment) / len(self.sprites)

    def frame(self, moment: int) -> Any:
        level, dx = self.level, RUN if moment < MOMENTS // 2 else -RUN
        return [walker.move(dx, FALL, level) for walker in self.walkers]

    def compare(self) -> None:
        """Stop if one leaves the ground, or gets into it."""
        self.begin()
        for moment in range(MOMENTS):
            self.frame(moment)
            for walker in self.walkers:
                if not walker.on_floor or walker.sprite.hits(self.level):
                    raise SystemExit(f"{PART}: a walker is not on the ground")


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
