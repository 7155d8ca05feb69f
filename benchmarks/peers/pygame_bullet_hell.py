"""The bullet hell with pygame-ce: Groups of sprites with FRects, which do not turn."""

from typing import Any

import pygame
from pygame.sprite import groupcollide, spritecollide
from table import bullet_hell as story

WINDOW = pygame.FRect(0, 0, story.WIDTH, story.HEIGHT)


class Thing(pygame.sprite.Sprite):
    """A sprite with a rectangle around its place."""

    def __init__(self, x: float, y: float, size: tuple[float, float]) -> None:
        super().__init__()
        width, height = size
        self.rect: Any = pygame.FRect(x - width / 2, y - height / 2, width, height)


class Shot(Thing):
    """Flies up until it hits or leaves the window."""

    def __init__(self, start: story.Start) -> None:
        super().__init__(start.x, start.y, story.SHOT)
        self.speed = start.up

    def update(self) -> None:
        self.rect.y -= self.speed
        if self.rect.y < -story.SHOT[1] / 2:
            self.kill()


class Bullet(Thing):
    """Of an enemy; flies one way until it hits or leaves the window."""

    def __init__(self, start: story.Start) -> None:
        super().__init__(start.x, start.y, story.BULLET)
        self.velocity = start.across, start.up

    def update(self) -> None:
        rect = self.rect
        rect.move_ip(self.velocity)
        if not WINDOW.collidepoint(rect.center):
            self.kill()


class Enemy(Thing):
    """Sways, turns its picture, and takes some hits."""

    def __init__(self, start: story.Start) -> None:
        super().__init__(start.x, start.y, story.ENEMY)
        self.sway, self.turn = start.across, start.turn
        self.angle, self.strength = 0.0, story.STRENGTH

    def update(self) -> None:
        self.rect.x += self.sway
        self.angle += self.turn
        if not 0 < self.rect.centerx < story.WIDTH:
            self.sway = -self.sway

    def hit(self) -> None:
        self.strength -= 1
        if self.strength == 0:
            self.kill()


class Ship(Thing):
    """Counts what hits it."""

    hits_taken = 0

    def hit(self) -> None:
        self.hits_taken += 1


class Program(story.Game):
    """Sprites in Groups."""

    def __init__(self) -> None:
        ship = Ship(0, story.GUN, story.SHIP)
        super().__init__(pygame.sprite.Group, Shot, Bullet, Enemy, ship)

    def steer(self, x: float) -> None:
        self.ship.rect.centerx = x

    def move(self) -> None:
        self.shots.update()
        self.enemies.update()
        self.bullets.update()

    def collide(self) -> None:
        for shot, enemies in groupcollide(self.shots, self.enemies, False, False).items():
            for enemy in enemies:
                if enemy.alive():
                    shot.kill()
                    enemy.hit()
                    break
        for _ in spritecollide(self.ship, self.bullets, True):
            self.ship.hit()
        for _ in spritecollide(self.ship, self.enemies, False):
            self.ship.hit()
