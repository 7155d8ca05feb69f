"""The bullet hell with spritecol."""

import numpy as np
from scenes import bullet_hell as story

from spritecol import Group, Rect, Sprite, check, update


def middle(size: tuple[float, float]) -> Rect:
    """A rectangle around its sprite's place."""
    width, height = size
    return Rect(-width / 2, -height / 2, width, height)


class Shot(Sprite):
    """Flies up until it hits or leaves the window."""

    collision = middle(story.SHOT)

    def __init__(self, start: story.ShotStart) -> None:
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

    collision = middle(story.BULLET)

    def __init__(self, start: story.BulletStart) -> None:
        super().__init__(start.x, start.y, angle=start.direction)

    def shot(self) -> None:
        self.vanish()


class Enemy(Sprite):
    """Sways and turns, and takes some hits."""

    collision = middle(story.ENEMY)

    def __init__(self, start: story.EnemyStart) -> None:
        super().__init__(start.x, start.y)
        self.sway, self.turn = start.sway, start.turn
        self.strength = story.STRENGTH

    def update(self) -> None:
        self.x += self.sway
        self.angle += self.turn
        if not 0 < self.x < story.WIDTH:
            self.sway = -self.sway

    def hit(self) -> None:
        self.strength -= 1
        if self.strength == 0:
            self.vanish()


class Ship(Sprite):
    """Counts what hits it."""

    collision = middle(story.SHIP)
    hits_taken = 0

    def hit(self) -> None:
        self.hits_taken += 1


class Program(story.Game):
    """Sprites in Groups."""

    def __init__(self) -> None:
        super().__init__(Group, Shot, Bullet, Enemy, Ship(0, story.GUN))

    def steer(self, x: float) -> None:
        self.ship.x = x

    def move(self) -> None:
        update([self.shots, self.enemies])
        bullets = self.bullets  # all at once
        direction = np.radians(bullets.angle)
        x = bullets.x + story.BULLET_SPEED * np.cos(direction)
        y = bullets.y + story.BULLET_SPEED * np.sin(direction)
        bullets.x, bullets.y = x, y
        left = np.flatnonzero((x < 0) | (x > story.WIDTH) | (y < 0) | (y > story.HEIGHT))
        if len(left):
            members = list(bullets)
            for position in left:
                members[position].vanish()

    def collide(self) -> None:
        check(self.shots, self.enemies)
        check([self.bullets, self.enemies], self.ship)
