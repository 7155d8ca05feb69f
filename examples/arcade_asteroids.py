"""Asteroids with arcade: concave rocks that turn, drift and burst, and a ship that shoots.

arcade moves and draws the sprites in its SpriteLists; spritecol finds the hits between the exact
shapes, so a shot can fly through a notch in a rock.

    python examples/arcade_asteroids.py                # in a window: left and right turn, up
                                                       # accelerates, space shoots, D shows the
                                                       # shapes, Escape quits
    python examples/arcade_asteroids.py --frames 300   # no window: plays by itself, saves a picture

Both need arcade, and Pillow, which comes with it.
"""

import math
import os
import sys
from collections import Counter
from random import Random
from typing import Any

import arcade
import shapely
import stage
from PIL import Image, ImageDraw

from spritecol import Circle, Polygon, Triangle
from spritecol.integrations.arcade import Sprite, check, draw_shapes

WIDTH, HEIGHT = 640, 480
ROCK = 80  # pixels, width and height of a rock's texture
SHIP = 24  # pixels, width and height of the ship's texture
ROCKS = 7  # at the start, and again when all are gone
RELOAD = 9  # frames between two shots
SHOT_AGE = 70  # frames before a shot disappears
SMALLEST = 0.3  # of full size: smaller pieces of a rock disappear


def painted(name: str, side: int, shape: Any, color: stage.Color) -> arcade.Texture:
    """A texture with one filled shape and smooth edges."""
    image = Image.new("RGBA", (4 * side, 4 * side))
    corners = shapely.get_coordinates(shape.geometry) * 4
    ImageDraw.Draw(image).polygon([(x, y) for x, y in corners.tolist()], fill=(*color, 255))
    return arcade.Texture(image.reduce(4), hash=name)


def rock_outline(chance: Random) -> Polygon:
    """A rugged outline with one or two notches."""
    middle, corners = ROCK / 2, 14
    radii = [middle * chance.uniform(0.75, 1) for _ in range(corners)]
    for _ in range(2):
        radii[chance.randrange(corners)] = 0.3 * middle
    turns = [math.tau * k / corners for k in range(corners)]
    return Polygon(
        [
            (middle + radius * math.cos(turn), middle + radius * math.sin(turn))
            for radius, turn in zip(radii, turns, strict=True)
        ]
    )


class Drifting(Sprite):
    """Leaves the scene on one side and returns on the other."""

    color_of_shape = stage.MIST
    position: Any  # declared by arcade, without a type

    def drift(self) -> None:
        self.update()  # arcade moves it, by its velocity
        room = max(abs(self.width), abs(self.height)) / 2
        x, y = self.position
        self.position = (
            (x + room) % (WIDTH + 2 * room) - room,
            (y + room) % (HEIGHT + 2 * room) - room,
        )


class Rock(Drifting):
    color_of_shape = stage.MAUVE

    def __init__(self, game: "Asteroids", kind: int, scale: float, place: Any) -> None:
        texture, outline = game.kinds[kind]
        super().__init__(texture, scale, *place, collision=outline)
        self.game, self.kind = game, kind
        self.angle = game.chance.uniform(0, 360)
        self.velocity = game.chance.uniform(-1, 1), game.chance.uniform(-1, 1)
        self.change_angle = game.chance.uniform(-1, 1)

    def hit(self, shot: Any) -> None:
        """Burst."""
        self.kill()
        shot.kill()
        self.game.tally["rocks hit"] += 1
        size = self.scale_x / 2
        for _ in range(2 if size > SMALLEST else 0):
            kind = self.game.chance.randrange(len(self.game.kinds))
            self.game.rocks.append(Rock(self.game, kind, size, self.position))


class Shot(Drifting):
    collision = Circle(3, 3, 3)
    color_of_shape = stage.AMBER
    age = 0


class Ship(Drifting):
    collision = Triangle(SHIP / 2, 0, SHIP - 3, SHIP, 3, SHIP)  # its nose is up at angle 0
    color_of_shape = stage.SAGE
    safe = 0  # frames until it can be hit again


class Asteroids:
    """The game, with or without a window."""

    def __init__(self, chance: Random, tally: Counter[str]) -> None:
        self.chance, self.tally = chance, tally
        outlines = [rock_outline(chance) for _ in range(4)]
        self.kinds = [
            (painted(f"rock {k}", ROCK, outline, Rock.color_of_shape), outline)
            for k, outline in enumerate(outlines)
        ]
        self.shot_texture = painted("shot", 6, Circle(3, 3, 3), Shot.color_of_shape)
        ship = painted("ship", SHIP, Ship.collision_default, Ship.color_of_shape)
        self.ship = Ship(ship, 1, WIDTH / 2, HEIGHT / 2)
        self.rocks: Any = arcade.SpriteList()
        self.shots: Any = arcade.SpriteList()
        self.others: Any = arcade.SpriteList()
        self.others.append(self.ship)
        self.frame = self.reload = 0

    def update(self, keys: frozenset[str] | None) -> None:
        """Advance by one frame; with None for the keys, the ship plays by itself."""
        self.frame += 1
        if keys is None:
            keys = frozenset({"right", "fire"} | ({"up"} if self.frame % 50 < 8 else set()))
        if not self.rocks:
            for k in range(ROCKS):  # at the bottom edge, which wraps around to the top
                place = self.chance.uniform(0, WIDTH), 0
                self.rocks.append(Rock(self, k % len(self.kinds), 1, place))
        self.steer(keys)
        for sprite in [*self.rocks, *self.shots, self.ship]:
            sprite.drift()
        for shot in list(self.shots):
            shot.age += 1
            if shot.age > SHOT_AGE:
                shot.kill()
        check(self.shots, self.rocks)
        self.ship.safe -= 1
        if self.ship.safe < 0 and self.ship.hits(self.rocks):
            self.tally["ship hit"] += 1
            self.ship.safe = stage.FRAMES_PER_SECOND
        self.ship.alpha = 255 if self.ship.safe < 0 else 120

    def steer(self, keys: frozenset[str]) -> None:
        self.ship.angle += 4 * (("right" in keys) - ("left" in keys))
        turn = math.radians(self.ship.angle)
        ahead = math.sin(turn), math.cos(turn)  # y runs up
        dx, dy = self.ship.velocity
        push = 0.15 if "up" in keys else 0
        self.ship.velocity = 0.99 * dx + push * ahead[0], 0.99 * dy + push * ahead[1]
        self.reload -= 1
        if "fire" in keys and self.reload < 0:
            self.reload = RELOAD
            x, y = self.ship.position
            shot = Shot(self.shot_texture, 1, x + 12 * ahead[0], y + 12 * ahead[1])
            shot.velocity = 5 * ahead[0], 5 * ahead[1]
            self.shots.append(shot)
            self.tally["shots"] += 1

    def sprites(self) -> list[Any]:
        return [*self.rocks, *self.shots, self.ship]


class Scene:
    """The game on a stage without a window, which draws the shapes."""

    def __init__(self, theater: stage.Stage) -> None:
        self.stage = theater
        self.game = Asteroids(theater.random, theater.tally)

    def update(self) -> None:
        self.game.update(None)

    def draw(self) -> None:
        for sprite in self.game.sprites():
            upside_down = shapely.transform(sprite.geometry, lambda p: p * (1, -1) + (0, HEIGHT))
            self.stage.canvas.fill(upside_down, sprite.color_of_shape)
            edge = stage.mix(sprite.color_of_shape, stage.PAPER, 0.5)
            self.stage.canvas.outline(upside_down, edge, 1.5)


KEYS = {
    "left": arcade.key.LEFT,
    "right": arcade.key.RIGHT,
    "up": arcade.key.UP,
    "fire": arcade.key.SPACE,
}


class Window(arcade.Window):  # type: ignore[misc]  # mypy does not see arcade's types
    """The game in an arcade window."""

    def __init__(self) -> None:
        super().__init__(WIDTH, HEIGHT, "arcade_asteroids")
        self.background_color = (*stage.NIGHT, 255)
        self.game = Asteroids(Random(), Counter())
        self.down: set[int] = set()
        self.debug = False

    def on_update(self, delta_time: float) -> None:
        self.game.update(frozenset(name for name, key in KEYS.items() if key in self.down))

    def on_draw(self) -> None:
        self.clear()
        for sprites in (self.game.rocks, self.game.shots, self.game.others):
            sprites.draw()
        if self.debug:
            draw_shapes(self.game.sprites())

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        self.down.add(symbol)
        self.debug ^= symbol == arcade.key.D
        if symbol == arcade.key.ESCAPE:
            self.close()

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        self.down.discard(symbol)


def can_open_a_window() -> bool:
    if os.environ.get("CI") or os.environ.get("ARCADE_HEADLESS"):
        return False
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True


def main(arguments: list[str]) -> None:
    if not arguments and can_open_a_window():
        Window()
        arcade.run()
    else:
        theater = stage.Stage("arcade_asteroids", WIDTH, HEIGHT, ["--headless", *arguments])
        theater.run(Scene(theater))


if __name__ == "__main__":
    main(sys.argv[1:])
