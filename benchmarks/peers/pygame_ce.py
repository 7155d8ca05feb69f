"""pygame-ce: sprites with rects in Groups. It has upright rectangles only (and circles, masks)."""

import os
from collections.abc import Sequence
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
from harness.contender import Answer, Frames, pair_rows
from pygame.sprite import collide_circle, collide_rect, groupcollide, spritecollide
from scenes.circles import Circles

from peers.circles import CircleContender

__all__ = [
    "Box",
    "CirclePairs",
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


class TwoGroups(Frames):
    """Bullets move one by one; groupcollide; callbacks for each pair."""

    note = "whole-pixel rects"

    def __init__(self, bullets: Sequence[Place], enemies: Sequence[Place], ys: Any) -> None:
        """Without enemies, the bullets are compared with themselves."""
        self.bullets: Any = pygame.sprite.Group(Bullet(*box, i) for i, box in enumerate(bullets))
        self.enemies: Any = pygame.sprite.Group(Enemy(*box, i) for i, box in enumerate(enemies))
        self.ys, self.moments, self.among_themselves = ys, len(ys), not enemies
        if self.among_themselves:
            self.enemies = self.bullets
            self.note += "; reports each pair twice, and each sprite with itself"
        self.collide = groupcollide

    def frame(self, moment: int) -> Any:
        for bullet, y in zip(self.bullets, self.ys[moment], strict=True):
            bullet.rect.y = y
        found = self.collide(self.bullets, self.enemies, False, False)
        if not self.among_themselves:
            for bullet, enemies in found.items():
                for enemy in enemies:
                    bullet.shot(enemy)
                    enemy.hit(bullet)
        return found

    def answer(self) -> Answer:
        if self.among_themselves:
            return once(self.result)
        # The numbers of a pair must not change places, so those of the enemies come after.
        return pairs(self.result, len(self.bullets))


class CirclePairs(CircleContender):
    """All circles move one by one; groupcollide of a Group with itself by `collide_circle`."""

    note = "rects of 32-bit floats; reports each pair twice, and each sprite with itself"

    def __init__(self, scene: Circles) -> None:
        super().__init__(scene)
        self.balls = []
        for number, radius in enumerate(scene.radius.tolist()):
            ball: Any = pygame.sprite.Sprite()
            ball.rect = pygame.FRect(0, 0, 2 * radius, 2 * radius)
            ball.radius, ball.number = radius, number
            self.balls.append(ball)
        self.group = pygame.sprite.Group(self.balls)
        self.places = scene.places()

    def frame(self, moment: int) -> Any:
        for ball, place in zip(self.balls, self.places[moment], strict=True):
            ball.rect.center = place
        return groupcollide(self.group, self.group, False, False, collide_circle)

    def answer(self) -> Answer:
        return once(self.result)


def once(found: dict[Any, list[Any]]) -> Answer:
    """The pairs within one Group; groupcollide gives each twice, and each sprite with itself."""
    return pairs({a: [b for b in hit if a.number < b.number] for a, hit in found.items()})


def pairs(found: dict[Any, list[Any]], first: int = 0) -> Answer:
    """What groupcollide found, as numbers."""
    return pair_rows([(a.number, first + b.number) for a, others in found.items() for b in others])
