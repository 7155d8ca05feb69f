"""The bullet hell with arcade: SpriteLists; enemies turn with their hit boxes."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from scenes import bullet_hell as story

from peers.arcade_sprites import CELL, arcade, check_for_collision_with_list

# Compare with each of the list. By default arcade asks the graphics card where a list is long and
# has no spatial hash, which needs a window.
SIMPLE = 3


class Shot(arcade.SpriteSolidColor):
    """Flies up until it hits or leaves the window."""

    def __init__(self, start: story.ShotStart) -> None:
        super().__init__(*story.SHOT, start.x, start.y)
        self.speed = start.speed

    def update(self, delta_time: float = 1 / 60, *args: Any, **kwargs: Any) -> None:
        self.center_y -= self.speed
        if self.center_y < 0:
            self.kill()


class Bullet(arcade.SpriteSolidColor):
    """Of an enemy; flies one way until it hits or leaves the window."""

    def __init__(self, start: story.BulletStart) -> None:
        super().__init__(*story.BULLET, start.x, start.y, angle=-start.direction)
        self.velocity = start.velocity

    def update(self, delta_time: float = 1 / 60, *args: Any, **kwargs: Any) -> None:
        across, up = self.velocity
        x, y = self.center_x + across, self.center_y + up
        self.position = x, y
        if not (0 <= x <= story.WIDTH and 0 <= y <= story.HEIGHT):
            self.kill()


class Enemy(arcade.SpriteSolidColor):
    """Sways and turns, and takes some hits."""

    def __init__(self, start: story.EnemyStart) -> None:
        super().__init__(*story.ENEMY, start.x, start.y)
        self.sway, self.turn = start.sway, start.turn
        self.strength = story.STRENGTH

    def update(self, delta_time: float = 1 / 60, *args: Any, **kwargs: Any) -> None:
        self.center_x += self.sway
        self.angle -= self.turn
        if not 0 < self.center_x < story.WIDTH:
            self.sway = -self.sway

    def hit(self) -> None:
        self.strength -= 1
        if self.strength == 0:
            self.kill()


class Ship(arcade.SpriteSolidColor):
    """Counts what hits it."""

    hits_taken = 0

    def __init__(self) -> None:
        super().__init__(*story.SHIP, 0, story.GUN)

    def hit(self) -> None:
        self.hits_taken += 1


class Program(story.Game):
    """Sprites in SpriteLists."""

    def __init__(self, hash_enemies: bool) -> None:
        enemies = arcade.SpriteList(
            use_spatial_hash=hash_enemies, spatial_hash_cell_size=CELL, lazy=True
        )
        stage = partial(arcade.SpriteList, lazy=True)
        super().__init__(stage, Shot, Bullet, Enemy, Ship(), enemies=enemies)

    def add(self, group: Any, sprites: Iterable[Any]) -> None:
        group.extend(sprites)

    def steer(self, x: float) -> None:
        self.ship.center_x = x

    def move(self) -> None:
        # Not by `SpriteList.update`: it passes over the one that comes after a sprite killed in it.
        for sprite in [*self.shots, *self.enemies, *self.bullets]:
            sprite.update()

    def collide(self) -> None:
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
