"""pygame-ce: sprites with rects in Groups. It has upright rectangles only (and circles, masks)."""

from typing import Any

import numpy as np
import pygame
from measure import pair_rows
from numpy.typing import NDArray

__all__ = ["Bullet", "Enemy", "RectSprite", "collisions", "pygame"]


class RectSprite(pygame.sprite.Sprite):
    """A sprite with a rect and a number."""

    rect: Any
    radius: float

    def __init__(self, left: int, top: int, width: int, height: int, number: int = 0) -> None:
        super().__init__()
        self.rect, self.number = pygame.Rect(left, top, width, height), number


class Bullet(RectSprite):
    """Counts its shots."""

    shots = 0

    def shot(self, enemy: "Enemy") -> None:
        self.shots += 1


class Enemy(RectSprite):
    """Counts the hits it takes."""

    hits = 0

    def hit(self, bullet: Bullet) -> None:
        self.hits += 1


def collisions(found: dict[Any, list[Any]]) -> NDArray[np.intp]:
    """The result of groupcollide as numbers. For one Group with itself, each pair is listed
    once.
    """
    return pair_rows([(a.number, b.number) for a, all_b in found.items() for b in all_b
                      if a.number < b.number])  # fmt: skip
