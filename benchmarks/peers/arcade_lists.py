"""arcade: sprites with hit boxes in SpriteLists, which turn and scale. y and angles run up."""

from collections.abc import Sequence
from typing import Any

import arcade

__all__ = ["CELL", "FEW", "HASHED", "Solid", "arcade", "box", "sprite_list"]

HASHED = {False: "SpriteList", True: "SpriteList with a spatial hash"}
FEW = 1_000  # sprites that compare each with each: without a hash, more take seconds a frame
CELL = 64  # pixels: the cells of the spatial hash, about two sprites wide


class Solid(arcade.SpriteSolidColor):
    """A rectangle by its middle, with callbacks that count."""

    number = shots = hits = 0

    def shot(self, enemy: "Solid") -> None:
        self.shots += 1

    def hit(self, bullet: "Solid") -> None:
        self.hits += 1


def box(
    left: float, top: float, width: float, height: float, angle: float = 0, scale: Any = (1, 1)
) -> Solid:
    """A rectangle that turns about its middle; its y is ours, so it is seen in a mirror."""
    sprite = Solid(width, height, left + width / 2, top + height / 2, angle=-angle)
    sprite.scale = scale
    return sprite


def sprite_list(boxes: Sequence[Sequence[float]], hashed: bool, first: int = 0) -> Any:
    """A list of rectangles, numbered."""
    sprites = arcade.SpriteList(
        use_spatial_hash=hashed, spatial_hash_cell_size=CELL, capacity=len(boxes), lazy=True
    )
    for number, place in enumerate(boxes, first):
        sprites.append(box(*place))
        sprites[-1].number = number
    return sprites
