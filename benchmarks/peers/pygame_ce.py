"""pygame-ce: sprites with rects in Groups. It has upright rectangles only (and circles, masks)."""

import os
from collections.abc import Sequence
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
from harness.measuring import Answer, Contender, pair_rows
from pygame.sprite import collide_rect, groupcollide, spritecollide

__all__ = [
    "Box",
    "GroupPairs",
    "TwoGroups",
    "collide_rect",
    "groupcollide",
    "pygame",
    "spritecollide",
]


Place = tuple[int, int, int, int]  # left, top, width, height


class Box(pygame.sprite.Sprite):
    """A sprite with a rect."""

    def __init__(self, left: int, top: int, width: int, height: int, number: int = 0) -> None:
        super().__init__()
        self.rect = pygame.Rect(left, top, width, height)
        self.number = number


class Bullet(Box):
    """Counts its shots."""

    shots = 0

    def shot(self, enemy: "Enemy") -> None:
        self.shots += 1


class Enemy(Box):
    """Counts the hits it takes."""

    hits = 0

    def hit(self, bullet: Bullet) -> None:
        self.hits += 1


class TwoGroups(Contender):
    """Bullets move one by one; groupcollide; callbacks for each pair."""

    note = "rects of whole pixels only"

    def __init__(self, bullets: Sequence[Place], enemies: Sequence[Place], ys: Any) -> None:
        self.bullets = pygame.sprite.Group(Bullet(*box, i) for i, box in enumerate(bullets))
        self.enemies = pygame.sprite.Group(Enemy(*box, i) for i, box in enumerate(enemies))
        self.ys, self.moments = ys, len(ys)
        self.collide = groupcollide

    def frame(self, moment: int) -> Any:
        for bullet, y in zip(self.bullets, self.ys[moment], strict=True):
            bullet.rect.y = y
        found = self.collide(self.bullets, self.enemies, False, False)
        for bullet, enemies in found.items():
            for enemy in enemies:
                bullet.shot(enemy)
                enemy.hit(bullet)
        return found

    def answer(self) -> Answer:
        # The numbers of a pair must not change places, so those of the enemies come after.
        return pairs(self.result, len(self.bullets))


class GroupPairs(Contender):
    """Everything moves one by one; groupcollide of a Group with itself."""

    note = "rects of whole pixels only; gives each pair twice, and each sprite itself"

    def __init__(self, boxes: Sequence[Place], ys: Any) -> None:
        self.boxes = pygame.sprite.Group(Box(*box, i) for i, box in enumerate(boxes))
        self.ys, self.moments = ys, len(ys)
        self.collide = groupcollide

    def frame(self, moment: int) -> Any:
        for box, y in zip(self.boxes, self.ys[moment], strict=True):
            box.rect.y = y
        return self.collide(self.boxes, self.boxes, False, False)

    def answer(self) -> Answer:
        once = {a: [b for b in found if a.number < b.number] for a, found in self.result.items()}
        return pairs(once)


def pairs(found: dict[Any, list[Any]], first: int = 0) -> Answer:
    """What groupcollide found, as numbers."""
    return pair_rows([(a.number, first + b.number) for a, others in found.items() for b in others])
