"""arcade: sprites with hit boxes in SpriteLists. Shapes turn and scale; y runs up, angles likewise.

Its sprites need no window, but the import looks for one unless it is told not to.
"""

import os
from collections.abc import Sequence
from typing import Any

os.environ.setdefault("ARCADE_HEADLESS", "True")

import arcade
from arcade import check_for_collision, check_for_collision_with_list
from harness.contender import Answer, Contender, Frames, pair_rows
from scenes.circles import Circles

from peers.circles import CircleContender

__all__ = [
    "BoxPairs",
    "TwoLists",
    "arcade",
    "box",
    "check_for_collision",
    "check_for_collision_with_list",
    "sprite_list",
    "ways",
]

HASHED = {False: "SpriteList", True: "SpriteList with a spatial hash"}
FEW = 1_000  # sprites that compare each with each
CELL = 64  # pixels: the cells of the spatial hash, about two sprites wide


class Solid(arcade.SpriteSolidColor):
    """A rectangle by its middle, with callbacks that count."""

    number = 0
    shots = 0
    hits = 0

    def shot(self, enemy: "Solid") -> None:
        self.shots += 1

    def hit(self, bullet: "Solid") -> None:
        self.hits += 1


def box(
    left: float,
    top: float,
    width: float,
    height: float,
    *,
    angle: float = 0,
    scale: tuple[float, float] = (1, 1),
) -> Solid:
    """A rectangle that turns about its middle; its y is ours, so it is seen in a mirror."""
    sprite = Solid(width, height, left + width / 2, top + height / 2, angle=-angle)
    sprite.scale = scale
    return sprite


def sprite_list(boxes: Sequence[Sequence[float]], hashed: bool) -> Any:
    """A list of rectangles, numbered."""
    sprites = arcade.SpriteList(
        use_spatial_hash=hashed, spatial_hash_cell_size=CELL, capacity=len(boxes), lazy=True
    )
    for number, place in enumerate(boxes):
        sprites.append(box(*place))
        sprites[-1].number = number
    return sprites


class TwoLists(Frames):
    """Bullets move one by one; each asks the list of enemies; callbacks for each pair."""

    def __init__(
        self,
        bullets: Sequence[Sequence[int]],
        enemies: Sequence[Sequence[int]],
        ys: Any,
        hashed: bool,
    ) -> None:
        """Without enemies, the bullets are checked among themselves."""
        self.way = HASHED[hashed]
        self.bullets = sprite_list(bullets, hashed and not enemies)
        self.enemies = sprite_list(enemies, hashed) if enemies else self.bullets
        self.moments = len(ys)
        self.ys = [[y + bullets[0][3] / 2 for y in row] for row in ys]

    def frame(self, moment: int) -> Any:
        for bullet, y in zip(self.bullets, self.ys[moment], strict=True):
            bullet.center_y = y
        found = []
        calls = self.enemies is not self.bullets
        for bullet in self.bullets:
            for enemy in check_for_collision_with_list(bullet, self.enemies):
                found.append((bullet, enemy))
                if calls:
                    bullet.shot(enemy)
                    enemy.hit(bullet)
        return found

    def answer(self) -> Answer:
        if self.enemies is self.bullets:
            return pair_rows([(a.number, b.number) for a, b in self.result if a.number < b.number])
        first = len(self.bullets)
        return pair_rows([(a.number, first + b.number) for a, b in self.result])


class BoxPairs(CircleContender):
    """The boxes around the circles move one by one; each asks the list that they are in."""

    note = "bounding boxes, not circles"
    geometry = "boxes"

    def __init__(self, scene: Circles, hashed: bool) -> None:
        super().__init__(scene)
        self.way = HASHED[hashed]
        sides = 2 * scene.radius
        self.sprites = sprite_list([(0.0, 0.0, side, side) for side in sides.tolist()], hashed)
        self.places = scene.places()

    def frame(self, moment: int) -> Any:
        for sprite, place in zip(self.sprites, self.places[moment], strict=True):
            sprite.position = place
        sprites = self.sprites
        return [(a, b) for a in sprites for b in check_for_collision_with_list(a, sprites)]

    def answer(self) -> Answer:
        return pair_rows([(a.number, b.number) for a, b in self.result if a.number < b.number])


def ways(scene: Circles) -> list[Contender]:
    """With and without a spatial hash; without one, thousands take seconds a frame."""
    return [BoxPairs(scene, hashed) for hashed in HASHED if hashed or scene.count <= FEW]
