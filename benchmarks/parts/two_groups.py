"""Many against many: `check(bullets, enemies)` with callbacks, and pairs within one Group.

All movers are moved one by one, to whole pixels, in every frame.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from harness.contender import Answer, Contender, Frames, pair_rows
from harness.contest import contest
from harness.measuring import Effort
from harness.rows import Row
from peers import load
from scenes.sprites import HEIGHT, WIDTH

from spritecol import Group, Rect, Sprite, check, pairs

PART = "two_groups"
BULLETS, ENEMIES = 1_000, 200
BULLET, ENEMY, BOX = 8, 32, 20  # pixels along a side
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

    collision = Rect(0, 0, BULLET, BULLET)
    shots = 0

    def shot(self, enemy: "Enemy") -> None:
        self.shots += 1


class Enemy(Sprite):
    """Counts the hits it takes."""

    collision = Rect(0, 0, ENEMY, ENEMY)
    hits_taken = 0

    def hit(self, bullet: Bullet) -> None:
        self.hits_taken += 1


class Ours(Frames):
    """Sprites of this library, moved one by one."""

    moments = MOMENTS

    def __init__(self, bullets: Sequence[Box], enemies: Sequence[Box] | None) -> None:
        self.bullets = Group(Bullet(box[0], box[1]) for box in bullets)
        self.enemies = enemies and Group(Enemy(box[0], box[1]) for box in enemies)
        if not enemies:
            for bullet in self.bullets:
                bullet.collision = Rect(0, 0, BOX, BOX)
        self.ys = heights(bullets)
        both = [*self.bullets, *(self.enemies or ())]
        self.numbers = {sprite: number for number, sprite in enumerate(both)}

    def frame(self, moment: int) -> Any:
        for bullet, y in zip(self.bullets, self.ys[moment], strict=True):
            bullet.y = y
        if self.enemies:
            return check(self.bullets, self.enemies)
        return pairs(self.bullets)

    def answer(self) -> Answer:
        return pair_rows([(self.numbers[a], self.numbers[b]) for a, b in self.result])


def rows(effort: Effort) -> Iterator[Row]:
    """Bullets against enemies, and boxes among themselves."""
    scale = 10 if effort.quick else 1
    bullets, enemies = boxes(BULLETS // scale, BULLET, 1), boxes(ENEMIES // scale, ENEMY, 2)
    yield from contest(
        PART,
        "bullets against enemies",
        len(bullets),
        Ours(bullets, enemies),
        {
            "pygame-ce": lambda: [load("pygame_ce").TwoGroups(bullets, enemies, heights(bullets))],
            "fastquadtree.pygame": lambda: [
                load("fastquadtree_groups").IndexedTwoGroups(bullets, enemies, heights(bullets))
            ],
            "arcade": lambda: arcade(bullets, enemies),
        },
        effort,
    )
    crowd = boxes(BULLETS // scale, BOX, 1)
    yield from contest(
        PART,
        "pairs within one group",
        len(crowd),
        Ours(crowd, None),
        {
            "pygame-ce": lambda: [load("pygame_ce").GroupPairs(crowd, heights(crowd))],
            "fastquadtree.pygame": lambda: [
                load("fastquadtree_groups").IndexedGroupPairs(crowd, heights(crowd))
            ],
            "arcade": lambda: arcade(crowd, None),
        },
        effort,
    )


def arcade(bullets: Sequence[Box], enemies: Sequence[Box] | None) -> Sequence[Contender]:
    """With and without a spatial hash of whatever is asked."""
    peer = load("arcade_sprites")
    return [peer.TwoLists(bullets, enemies, heights(bullets), hashed) for hashed in (False, True)]
