"""The bullet hell with spritecol."""

import numpy as np
from scenes.bullet_hell import (
    BULLET,
    BULLET_SPEED,
    ENEMY,
    GUN,
    HEIGHT,
    SHIP,
    SHOT,
    STRENGTH,
    WIDTH,
    BulletStart,
    EnemyStart,
    Game,
    ShotStart,
)

from spritecol import Group, Rect, Sprite, check, update


def middle(size: tuple[float, float]) -> Rect:
    """A rectangle around its sprite's place."""
    width, height = size
    return Rect(-width / 2, -height / 2, width, height)


class Shot(Sprite):
    """Flies up until it hits or leaves the window."""

    collision = middle(SHOT)

    def __init__(self, start: ShotStart) -> None:
        super().__init__(start.x, start.y)
        self.speed = start.speed

    def update(self) -> None:
        self.y -= self.speed
        if self.y < 0:
            self.vanish()

    def shot(self) -> None:
        self.vanish()


class Bullet(Sprite):
    """Of an enemy; points to where it flies. Moved with all others at once."""

    collision = middle(BULLET)

    def __init__(self, start: BulletStart) -> None:
        super().__init__(start.x, start.y, angle=start.direction)

    def shot(self) -> None:
        self.vanish()


class Enemy(Sprite):
    """Sways and turns, and takes some hits."""

    collision = middle(ENEMY)

    def __init__(self, start: EnemyStart) -> None:
        super().__init__(start.x, start.y)
        self.sway, self.turn = start.sway, start.turn
        self.strength = STRENGTH

    def update(self) -> None:
        self.x += self.sway
        self.angle += self.turn
        if not 0 < self.x < WIDTH:
            self.sway = -self.sway

    def hit(self) -> None:
        self.strength -= 1
        if self.strength == 0:
            self.vanish()


class Ship(Sprite):
    """Counts what hits it."""

    collision = middle(SHIP)
    hits_taken = 0

    def hit(self) -> None:
        self.hits_taken += 1


class Program(Game):
    """Sprites in Groups."""

    def __init__(self) -> None:
        super().__init__(Group, Shot, Bullet, Enemy, Ship(0, GUN))

    def steer(self, x: float) -> None:
        self.ship.x = x

    def move(self) -> None:
        update([self.shots, self.enemies])
        bullets = self.bullets  # all at once
        direction = np.radians(bullets.angle)
        x = bullets.x + BULLET_SPEED * np.cos(direction)
        y = bullets.y + BULLET_SPEED * np.sin(direction)
        bullets.x, bullets.y = x, y
        left = np.flatnonzero((x < 0) | (x > WIDTH) | (y < 0) | (y > HEIGHT))
        if len(left):
            members = list(bullets)
            for position in left:
                members[position].vanish()

    def collide(self) -> None:
        check(self.shots, self.enemies)
        check([self.bullets, self.enemies], self.ship)
