"""Bullets and enemies of spritecol, or boxes among themselves; those that move do so one by one."""

import random
from collections.abc import Sequence
from typing import Any

from harness.contender import Answer, Frames, pair_rows
from scenes.sprites import HEIGHT, WIDTH

from spritecol import Group, Rect, Sprite, check, pairs

MOMENTS = 64  # places that each bullet goes to before it comes back
STEP = 5  # pixels that a bullet moves in a frame, at most

Box = tuple[int, int, int, int]  # left, top, width, height


def boxes(count: int, side: int, seed: int) -> list[Box]:
    """Squares of whole pixels anywhere in the window."""
    rng = random.Random(seed)
    return [(rng.randrange(WIDTH), rng.randrange(HEIGHT), side, side) for _ in range(count)]


def heights(places: Sequence[Box]) -> list[list[int]]:
    """Where they are at each moment, top to bottom."""
    rng = random.Random(3)
    return [[top + rng.randint(-STEP, STEP) for _, top, _, _ in places] for _ in range(MOMENTS)]


class Bullet(Sprite):
    """Counts its shots."""

    shots = 0

    def shot(self, enemy: "Enemy") -> None:
        self.shots += 1


class Enemy(Sprite):
    """Counts the hits it takes."""

    hits_taken = 0

    def hit(self, bullet: Bullet) -> None:
        self.hits_taken += 1


def group_of(kind: type[Sprite], places: Sequence[Box]) -> Group:
    """Sprites that share a square."""
    square = Rect(0, 0, *places[0][2:]) if places else None
    return Group(kind(left, top, collision=square) for left, top, _, _ in places)


class TwoGroups(Frames):
    """`check` of both with callbacks; without enemies the pairs within the one Group."""

    moments = MOMENTS

    def __init__(self, bullets: Sequence[Box], enemies: Sequence[Box]) -> None:
        self.bullets, self.enemies = group_of(Bullet, bullets), group_of(Enemy, enemies)
        self.ys = heights(bullets)
        both = [*self.bullets, *self.enemies]
        self.numbers = {sprite: number for number, sprite in enumerate(both)}

    def frame(self, moment: int) -> Any:
        for bullet, y in zip(self.bullets, self.ys[moment], strict=True):
            bullet.y = y
        return check(self.bullets, self.enemies) if self.enemies else pairs(self.bullets)

    def answer(self) -> Answer:
        return pair_rows([(self.numbers[a], self.numbers[b]) for a, b in self.result])
