"""The bullet hell with arcade: SpriteLists; enemies turn with their hit boxes."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from table import bullet_hell as story

from peers.arcade_lists import CELL, arcade

find = arcade.check_for_collision_with_list

# Compare with each of the list. By default arcade asks the graphics card where a list is long and
# has no spatial hash, which needs a window.
SIMPLE = 3


class Shot(arcade.SpriteSolidColor):
    """Flies up until it hits or leaves the window."""

    def __init__(self, start: story.Start) -> None:
        super().__init__(*story.SHOT, start.x, start.y)
        self.speed = start.up

    def update(self, *args: Any, **kwargs: Any) -> None:
        self.center_y -= self.speed
        if self.center_y < 0:
            self.kill()


class Bullet(arcade.SpriteSolidColor):
    """Of an enemy; flies one way until it hits or leaves the window."""

    def __init__(self, start: story.Start) -> None:
        super().__init__(*story.BULLET, start.x, start.y, angle=-start.turn)
        self.velocity = start.across, start.up

    def update(self, *args: Any, **kwargs: Any) -> None:
        across, up = self.velocity
        x, y = self.center_x + across, self.center_y + up
        self.position = x, y
        if not (0 <= x <= story.WIDTH and 0 <= y <= story.HEIGHT):
            self.kill()


class Enemy(arcade.SpriteSolidColor):
    """Sways and turns, and takes some hits."""

    def __init__(self, start: story.Start) -> None:
        super().__init__(*story.ENEMY, start.x, start.y)
        self.sway, self.turn = start.across, start.turn
        self.strength = story.STRENGTH

    def update(self, *args: Any, **kwargs: Any) -> None:
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

    def hit(self) -> None:
        self.hits_taken += 1


class Program(story.Game):
    """Sprites in SpriteLists."""

    def __init__(self, hashed: bool) -> None:
        """`hashed` says whether the enemies have a spatial hash."""
        stage = partial(arcade.SpriteList, lazy=True)
        enemies = stage(use_spatial_hash=hashed, spatial_hash_cell_size=CELL)
        ship = Ship(*story.SHIP, 0, story.GUN)
        super().__init__(stage, Shot, Bullet, Enemy, ship, enemies)

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
            hit = find(shot, self.enemies)
            if hit:
                shot.kill()
                hit[0].hit()
        for bullet in find(self.ship, self.bullets, SIMPLE):
            bullet.kill()
            self.ship.hit()
        for _ in find(self.ship, self.enemies):
            self.ship.hit()
