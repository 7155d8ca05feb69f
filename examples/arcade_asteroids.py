"""Asteroids with arcade: concave rocks that turn, drift and burst, and a ship that shoots.

arcade moves and draws the sprites in its SpriteLists; spritecol finds the hits between the exact
shapes, so a shot can fly through a notch in a rock. Untouched for five seconds the ship flies by
itself, until a key is pressed; without a display it does so for 600 frames, as fast as it can.

    python examples/arcade_asteroids.py    # needs arcade
"""

import math
import os
import sys
import time
from random import randrange, uniform

os.environ.setdefault("PYGLET_AUDIO", "silent")  # else arcade opens a sound device
if sys.platform == "linux" and not os.environ.get("DISPLAY"):
    os.environ.setdefault("ARCADE_HEADLESS", "true")

import shapely

from spritecol import Circle, Polygon, Triangle

try:
    import arcade
    from PIL import Image, ImageDraw  # comes with arcade

    from spritecol.integrations.arcade import Sprite, check, draw_shapes
except ImportError as error:  # also where there is neither a display nor EGL to do without
    sys.exit(f"arcade_asteroids cannot start: {error}")

WIDTH, HEIGHT, STRIP = 640, 480, 48  # a strip for words below the scene
ROCK, SHIP = 80, 24  # pixels, width and height of their textures
ROCKS = 7  # at the start, and again when all are gone
RELOAD = 9  # frames between two shots
SHOT_AGE = 70  # frames before a shot disappears
PATIENCE = 300  # frames without a touch after which the ship flies by itself
ALONE = 600  # frames that it flies without a display
SMALLEST = 0.3  # of full size: smaller pieces of a rock disappear
NIGHT, PAPER, MAUVE, SAGE, AMBER = (
    (17, 21, 31), (236, 231, 218), (152, 126, 186), (104, 166, 140), (250, 196, 96)
)  # fmt: skip
KEYS = "left and right: turn, up: push, space: shoot, D: shapes, Escape: quit"
LEGEND = (("rock", MAUVE), ("ship (pale: nothing can hit it)", SAGE), ("shot", AMBER))


def painted(name, side, shape, color):
    """A texture with one filled shape and smooth edges."""
    image = Image.new("RGBA", (4 * side, 4 * side))
    corners = shapely.get_coordinates(shape.geometry) * 4
    ImageDraw.Draw(image).polygon([(x, y) for x, y in corners.tolist()], fill=(*color, 255))
    return arcade.Texture(image.reduce(4), hash=name)


def rock_outline():
    """A rugged outline with one or two notches."""
    middle, corners = ROCK / 2, 14
    radii = [middle * uniform(0.75, 1) for _ in range(corners)]
    for _ in range(2):
        radii[randrange(corners)] = 0.3 * middle
    turns = [math.tau * k / corners for k in range(corners)]
    return Polygon(
        [
            (middle + radius * math.cos(turn), middle + radius * math.sin(turn))
            for radius, turn in zip(radii, turns, strict=True)
        ]
    )


class Drifting(Sprite):
    """Leaves the scene on one side and returns on the other."""

    def drift(self):
        self.update()  # arcade moves it, by its velocity
        room = max(abs(self.width), abs(self.height)) / 2
        x, y = self.position
        x = (x + room) % (WIDTH + 2 * room) - room
        y = (y - STRIP + room) % (HEIGHT + 2 * room) - room + STRIP
        self.position = x, y


class Rock(Drifting):
    def __init__(self, game, kind, scale, place):
        texture, outline = game.kinds[kind]
        super().__init__(texture, scale, *place, collision=outline)
        self.game = game
        self.angle = uniform(0, 360)
        self.velocity = uniform(-1, 1), uniform(-1, 1)
        self.change_angle = uniform(-1, 1)

    def hit(self, shot):  # called by check
        """Burst."""
        self.kill()
        shot.kill()
        self.game.hits += 1
        size = self.scale_x / 2
        for _ in range(2 if size > SMALLEST else 0):
            self.game.rocks.append(Rock(self.game, randrange(4), size, self.position))


class Shot(Drifting):
    collision = Circle(3, 3, 3)
    age = 0


class Ship(Drifting):
    collision = Triangle(SHIP / 2, 0, SHIP - 3, SHIP, 3, SHIP)  # its nose is up at angle 0
    safe = 0  # frames until it can be hit again


class Asteroids:
    def __init__(self):
        outlines = [rock_outline() for _ in range(4)]
        self.kinds = [
            (painted(f"rock {k}", ROCK, outline, MAUVE), outline)
            for k, outline in enumerate(outlines)
        ]
        self.shot_texture = painted("shot", 6, Circle(3, 3, 3), AMBER)
        ship = painted("ship", SHIP, Ship.collision_default, SAGE)
        self.ship = Ship(ship, 1, WIDTH / 2, STRIP + HEIGHT / 2)
        self.rocks, self.shots, self.others = (arcade.SpriteList() for _ in range(3))
        self.others.append(self.ship)
        self.reload = self.fired = self.hits = self.lost = 0

    def update(self, turn, push, fires):
        """Advance by one frame."""
        if not self.rocks:
            for k in range(ROCKS):  # at the bottom edge, which wraps around to the top
                self.rocks.append(Rock(self, k % 4, 1, (uniform(0, WIDTH), STRIP)))
        self.steer(turn, push, fires)
        for sprite in [*self.rocks, *self.shots, self.ship]:
            sprite.drift()
        for shot in list(self.shots):
            shot.age += 1
            if shot.age > SHOT_AGE:
                shot.kill()
        check(self.shots, self.rocks)
        self.ship.safe -= 1
        if self.ship.safe < 0 and self.ship.hits(self.rocks):
            self.lost += 1
            self.ship.safe = 60
        self.ship.alpha = 255 if self.ship.safe < 0 else 120

    def steer(self, turn, push, fires):
        self.ship.angle += 4 * turn
        heading = math.radians(self.ship.angle)
        ahead = math.sin(heading), math.cos(heading)  # y runs up
        dx, dy = self.ship.velocity
        self.ship.velocity = (
            0.99 * dx + 0.15 * push * ahead[0],
            0.99 * dy + 0.15 * push * ahead[1],
        )
        self.reload -= 1
        if fires and self.reload < 0:
            self.reload = RELOAD
            x, y = self.ship.position
            shot = Shot(self.shot_texture, 1, x + 12 * ahead[0], y + 12 * ahead[1])
            shot.velocity = 5 * ahead[0], 5 * ahead[1]
            self.shots.append(shot)
            self.fired += 1

    def pilot(self):
        """Turn to the nearest rock and shoot: what `update` takes."""
        x, y = self.ship.position
        near = min(self.rocks, key=lambda rock: math.dist(rock.position, (x, y)), default=self.ship)
        aim = math.degrees(math.atan2(near.center_x - x, near.center_y - y))
        turn = (aim - self.ship.angle + 180) % 360 - 180
        return max(-1, min(1, turn / 4)), 0, abs(turn) < 10

    def sprites(self):
        return [*self.rocks, *self.shots, self.ship]


class Window(arcade.Window):
    def __init__(self):
        super().__init__(WIDTH, HEIGHT + STRIP, "arcade_asteroids")
        self.background_color = (*NIGHT, 255)
        self.game, self.down, self.debug, self.untouched = Asteroids(), set(), False, 0
        self.words = arcade.Text("", 12, 29, PAPER, 10)
        self.legend, x = [], 12
        for words, color in LEGEND:
            self.legend.append(arcade.Text(words, x, 9, color, 10))
            x += self.legend[-1].content_width + 20

    def on_update(self, delta_time):
        right, left, up, space = (
            key in self.down
            for key in (arcade.key.RIGHT, arcade.key.LEFT, arcade.key.UP, arcade.key.SPACE)
        )
        self.untouched = 0 if self.down else self.untouched + 1
        alone = self.untouched > PATIENCE
        self.game.update(*(self.game.pilot() if alone else (right - left, up, space)))

    def on_draw(self):
        self.clear()
        for sprites in (self.game.rocks, self.game.shots, self.game.others):
            sprites.draw()
        if self.debug:
            draw_shapes(self.game.sprites())
        arcade.draw_lbwh_rectangle_filled(0, 0, WIDTH, STRIP, (26, 32, 48))
        self.words.text = f"{self.game.hits} hits, {self.game.lost} lost. {KEYS}"
        for text in (self.words, *self.legend):
            text.draw()

    def on_key_press(self, symbol, modifiers):
        self.down.add(symbol)
        self.debug ^= symbol == arcade.key.D
        if symbol == arcade.key.ESCAPE:
            self.close()

    def on_key_release(self, symbol, modifiers):
        self.down.discard(symbol)


def play_alone(window):
    """Without a display: a few frames, and a picture of the last."""
    window.untouched = PATIENCE
    begun = time.perf_counter()
    for _ in range(ALONE):
        window.on_update(1 / 60)
        window.on_draw()
        window.flip()
    pace = 1000 * (time.perf_counter() - begun) / ALONE
    window.on_draw()
    arcade.get_image().save("arcade_asteroids.png")
    print(f"arcade_asteroids: no display, so it played by itself: {ALONE} frames, "
          f"{window.game.hits} hits, {pace:.1f} ms a frame; "
          "the last is arcade_asteroids.png")  # fmt: skip


if __name__ == "__main__":
    try:
        window = Window()
    except Exception as error:  # whatever pyglet raises where nothing can draw
        sys.exit(f"arcade_asteroids cannot start: {error}")
    if arcade.headless:
        play_alone(window)
    else:
        arcade.run()
