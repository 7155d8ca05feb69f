"""arcade's collision functions and the drop-ins of `spritecol.integrations.arcade`, on one scene.

Squares of 16 px on 1280 by 720, at random. In a window (arcade opens one without a display, given
EGL) SpriteLists keep buffers that ours reads; without one the others are measured.
"""

import random
from collections.abc import Callable
from typing import Any

from arcade.sprite_list import collision as theirs
from scenes.sprites import HEIGHT, WIDTH

from peers.arcade_sprites import arcade
from spritecol.integrations import arcade as ours

__all__ = ["PAIRS", "Scene", "ours", "theirs", "window"]

SIDE = 16  # pixels
QUICK_WINDOW = 90, 60  # pixels: few sprites overlap there too

Search = Callable[[Any], Any]
Before = Callable[[int], None] | None

PAIRS = ("two far apart", "two at one place")  # these do not depend on how many there are


class Scene:
    """A list, the same with a spatial hash, and sprites that are compared with them."""

    def __init__(self, count: int, quick: bool) -> None:
        self.count = count
        self.chance = random.Random(count)
        self.window = QUICK_WINDOW if quick else (WIDTH, HEIGHT)
        self.texture = arcade.Texture.create_empty("square", (SIDE, SIDE))
        self.sprites: Any = arcade.SpriteList()
        self.hashed: Any = arcade.SpriteList(use_spatial_hash=True)
        for sprites in (self.sprites, self.hashed):
            for _ in range(count):
                sprites.append(arcade.Sprite(self.texture, 1.0, *self.place()))
        self.one = arcade.Sprite(self.texture, 1.0, *self.place())
        self.turned = arcade.Sprite(self.texture, 1.0, *self.place(), angle=30)

    def place(self) -> tuple[float, float]:
        """Anywhere in the window."""
        width, height = self.window
        return self.chance.uniform(0, width), self.chance.uniform(0, height)

    def move(self, moment: int) -> None:
        """Give all of the first list new places: the same for the same moment."""
        self.chance.seed(f"{self.count} {moment}")
        for sprite in self.sprites:
            sprite.position = self.place()

    def searches(self) -> dict[str, tuple[Search, Before]]:
        """The calls to measure, of either module, and what comes before each."""
        near, one, both = self.sprites[0], self.one, [self.sprites, self.hashed]
        found: dict[str, Search] = {
            PAIRS[0]: lambda m: m.check_for_collision(one, near),
            PAIRS[1]: lambda m: m.check_for_collision(near, near),
            "a list": lambda m: m.check_for_collision_with_list(one, self.sprites, 3),
            "a list, turned": lambda m: m.check_for_collision_with_list(
                self.turned, self.sprites, 3
            ),
            "a list with a spatial hash": lambda m: m.check_for_collision_with_list(
                one, self.hashed
            ),
            "two lists": lambda m: m.check_for_collision_with_lists(one, both, 3),
            "sprites at a point": lambda m: m.get_sprites_at_point((400, 300), self.sprites),
            "sprites at a point, spatial hash": lambda m: m.get_sprites_at_point(
                (400, 300), self.hashed
            ),
        }
        calls: dict[str, tuple[Search, Before]] = {
            name: (search, None) for name, search in found.items()
        }
        return calls | {"a list, after all have moved": (found["a list"], self.move)}


def window() -> str:
    """Open a window; what draws in it."""
    try:
        return f"in a window, {arcade.Window(320, 240, visible=False).ctx.info.RENDERER}"
    except Exception as error:
        return f"no window: {type(error).__name__}"
