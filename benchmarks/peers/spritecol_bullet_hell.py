"""The bullet hell with spritecol."""

import numpy as np
from scenes.bullet_hell import (
    BULLET,
    BULLET_SPEED,
    BULLETS,
    ENEMIES,
    ENEMY,
    GUN,
    HEIGHT,
    SHIP,
    SHOT,
    SHOTS,
    STRENGTH,
    WIDTH,
    BulletStart,
    EnemyStart,
    Score,
    ShotStart,
    bullet_starts,
    enemy_starts,
    ship_x,
    shot_starts,
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


class Game:
    """Everything on the stage."""

    def __init__(self) -> None:
        self.shots, self.bullets, self.enemies = Group(), Group(), Group()
        self.ship = Ship(0, GUN)
        self.shot_starts, self.bullet_starts = shot_starts(), bullet_starts()
        self.enemy_starts = enemy_starts()
        self.frames = self.shots_born = self.bullets_born = self.enemies_born = 0
        self.fill()

    def fill(self) -> None:
        """Let as many be born as are missing."""
        shots = SHOTS - len(self.shots)
        bullets = BULLETS - len(self.bullets)
        enemies = ENEMIES - len(self.enemies)
        self.shots.add(Shot(next(self.shot_starts)) for _ in range(shots))
        self.bullets.add(Bullet(next(self.bullet_starts)) for _ in range(bullets))
        self.enemies.add(Enemy(next(self.enemy_starts)) for _ in range(enemies))
        self.shots_born += shots
        self.bullets_born += bullets
        self.enemies_born += enemies

    def frame(self) -> None:
        """One frame."""
        self.frames += 1
        self.ship.x = ship_x(self.frames)
        update([self.shots, self.enemies])
        self.move_bullets()
        check(self.shots, self.enemies)
        check([self.bullets, self.enemies], self.ship)
        self.fill()

    def move_bullets(self) -> None:
        """All at once; those that leave the window vanish."""
        bullets = self.bullets
        direction = np.radians(bullets.angle)
        x = bullets.x + BULLET_SPEED * np.cos(direction)
        y = bullets.y + BULLET_SPEED * np.sin(direction)
        bullets.x, bullets.y = x, y
        left = np.flatnonzero((x < 0) | (x > WIDTH) | (y < 0) | (y > HEIGHT))
        if len(left):
            members = list(bullets)
            for position in left:
                members[position].vanish()

    @property
    def score(self) -> Score:
        """What has happened so far."""
        enemies = [enemy for enemy in self.enemies if isinstance(enemy, Enemy)]
        destroyed = self.enemies_born - ENEMIES
        enemies_hit = STRENGTH * self.enemies_born - sum(enemy.strength for enemy in enemies)
        ship_hit = self.ship.hits_taken
        return Score(enemies_hit, destroyed, ship_hit, self.shots_born, self.bullets_born)
