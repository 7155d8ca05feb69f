"""The bullet hell with arcade: SpriteLists; enemies turn with their hit boxes."""

import math
from typing import Any

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

from peers.arcade_sprites import CELL, arcade, check_for_collision_with_list

# Compare with each of the list. By default arcade asks the graphics card where a list is long and
# has no spatial hash, which needs a window.
SIMPLE = 3


class Shot(arcade.SpriteSolidColor):
    """Flies up until it hits or leaves the window."""

    def __init__(self, start: ShotStart) -> None:
        super().__init__(*SHOT, start.x, start.y)
        self.speed = start.speed

    def update(self, delta_time: float = 1 / 60, *args: Any, **kwargs: Any) -> None:
        self.center_y -= self.speed
        if self.center_y < 0:
            self.kill()


class Bullet(arcade.SpriteSolidColor):
    """Of an enemy; flies one way until it hits or leaves the window."""

    def __init__(self, start: BulletStart) -> None:
        super().__init__(*BULLET, start.x, start.y, angle=-start.direction)
        direction = math.radians(start.direction)
        self.velocity = BULLET_SPEED * math.cos(direction), BULLET_SPEED * math.sin(direction)

    def update(self, delta_time: float = 1 / 60, *args: Any, **kwargs: Any) -> None:
        across, up = self.velocity
        x, y = self.center_x + across, self.center_y + up
        self.position = x, y
        if not (0 <= x <= WIDTH and 0 <= y <= HEIGHT):
            self.kill()


class Enemy(arcade.SpriteSolidColor):
    """Sways and turns, and takes some hits."""

    def __init__(self, start: EnemyStart) -> None:
        super().__init__(*ENEMY, start.x, start.y)
        self.sway, self.turn = start.sway, start.turn
        self.hits_left = STRENGTH

    def update(self, delta_time: float = 1 / 60, *args: Any, **kwargs: Any) -> None:
        self.center_x += self.sway
        self.angle -= self.turn
        if not 0 < self.center_x < WIDTH:
            self.sway = -self.sway

    def hit(self) -> None:
        self.hits_left -= 1
        if self.hits_left == 0:
            self.kill()


class Ship(arcade.SpriteSolidColor):
    """Counts what hits it."""

    hits_taken = 0

    def __init__(self) -> None:
        super().__init__(*SHIP, 0, GUN)

    def hit(self) -> None:
        self.hits_taken += 1


class Game:
    """Everything on the stage."""

    def __init__(self, hash_enemies: bool) -> None:
        self.shots = arcade.SpriteList(lazy=True)
        self.bullets = arcade.SpriteList(lazy=True)
        self.enemies = arcade.SpriteList(
            use_spatial_hash=hash_enemies, spatial_hash_cell_size=CELL, lazy=True
        )
        self.ship = Ship()
        self.shot_starts, self.bullet_starts = shot_starts(), bullet_starts()
        self.enemy_starts = enemy_starts()
        self.frames = self.shots_born = self.bullets_born = self.enemies_born = 0
        self.fill()

    def fill(self) -> None:
        """Let as many be born as are missing."""
        shots = SHOTS - len(self.shots)
        bullets = BULLETS - len(self.bullets)
        enemies = ENEMIES - len(self.enemies)
        self.shots.extend(Shot(next(self.shot_starts)) for _ in range(shots))
        self.bullets.extend(Bullet(next(self.bullet_starts)) for _ in range(bullets))
        self.enemies.extend(Enemy(next(self.enemy_starts)) for _ in range(enemies))
        self.shots_born += shots
        self.bullets_born += bullets
        self.enemies_born += enemies

    def frame(self) -> None:
        """One frame."""
        self.frames += 1
        self.ship.center_x = ship_x(self.frames)
        # Not by `SpriteList.update`: it passes over the one that comes after a sprite killed in it.
        for sprite in [*self.shots, *self.enemies, *self.bullets]:
            sprite.update()
        for shot in list(self.shots):
            hit = check_for_collision_with_list(shot, self.enemies)
            if hit:
                shot.kill()
                hit[0].hit()
        for bullet in check_for_collision_with_list(self.ship, self.bullets, SIMPLE):
            bullet.kill()
            self.ship.hit()
        for _ in check_for_collision_with_list(self.ship, self.enemies):
            self.ship.hit()
        self.fill()

    @property
    def score(self) -> Score:
        """What has happened so far."""
        destroyed = self.enemies_born - ENEMIES
        enemies_hit = STRENGTH * self.enemies_born - sum(enemy.hits_left for enemy in self.enemies)
        ship_hit = self.ship.hits_taken
        return Score(enemies_hit, destroyed, ship_hit, self.shots_born, self.bullets_born)
