"""A platformer on a map of the editor Tiled: a whole walker, in one CharacterController.

It walks slopes and stairs of pixels, jumps through planks, drops from them, and rides on lifts that
slide, tilt and turn; it climbs a ladder, takes coins by events, and must not be caught by a press.

    python examples/platformer.py    # needs pygame-ce
"""

from math import sin
from pathlib import Path

import window
import pygame
import shapely

from spritecol import CharacterController, Circle, Group, Overlaps, Rect, Sprite
from spritecol.integrations.tiled import sprites_from_tmx

MAP = Path(__file__).with_name("platformer_map") / "hills.tmx"
WIDTH, HEIGHT = 720, 416
RUN, JUMP, GRAVITY, CLIMB = 2.4, 6.4, 0.34, 1.6  # pixels per frame; gravity: per frame squared
NIGHT, EARTH, GRASS, PAPER, AMBER = "#11151f", "#385650", "#89b6a0", "#ece7da", "#fac460"
SPIKES, PLANK, STEEL, FLAG, WOOD = "#c67890", "#9d7e4a", "#7a869e", "#f0785c", "#6d5a3a"
KEYS = "left and right: run, up or space: jump, down: drop, R: again, Escape: quit"
LEGEND = (("coin", AMBER), ("spikes: avoid them", SPIKES), ("enter it from below", PLANK),
          ("lifts, and the press", STEEL), ("flag: run there", FLAG))  # fmt: skip


class Runner(Sprite):
    """(x, y) is between its feet."""

    collision = (Rect(-5, -13, 10, 13, name="body"), Circle(0, -16, 5.5, name="head"))
    taken = 0

    def enter(self, coin):
        coin.vanish()
        self.taken += 1


class Hills:
    def __init__(self):
        sprites = sprites_from_tmx(MAP)
        named = {sprite.name: sprite for sprite in sprites}
        self.ground, self.spikes = named["ground"], named["spikes"]
        self.start, self.flag = named["start"], named["flag"]
        kinds = {
            kind: Group(sprite for sprite in sprites if sprite.type == kind)
            for kind in ("solid", "lift", "coin", "ladder")
        }
        self.blocks, self.lifts, self.coins, self.ladders = kinds.values()
        self.solid = Group(self.ground, self.blocks, self.lifts)
        self.homes = [(lift, lift.x, lift.y) for lift in self.lifts]
        for lift in self.lifts:  # they turn about their middles
            left, top, right, bottom = lift.aabb
            lift.center_x, lift.center_y = (right - left) / 2, (bottom - top) / 2
        self.runner = Runner(self.start.x, self.start.y)
        self.walker = CharacterController(self.runner, max_floor_angle=50, step=4, nudge=4)
        self.events = Overlaps(self.runner, self.coins)
        self.facing, self.frame, self.falling = 1, 0, 0.0
        self.flags = self.falls = 0
        self.picture = self.scenery()

    def scenery(self):
        """What does not move, as one image."""
        image = pygame.Surface((WIDTH, HEIGHT))
        image.fill(NIGHT)
        for i in range(9):  # hills in the distance
            color = "#18202f" if i % 2 else "#1f2a3c"
            pygame.draw.aacircle(image, color, (90 * i, HEIGHT + 40), 130 + 67 * i % 110)
        for sprites, color in ((self.spikes, SPIKES), (self.ladders, WOOD), (self.ground, EARTH),
                               (self.blocks[0], EARTH), (self.blocks[1:], PLANK)):  # fmt: skip
            window.paint(image, sprites, color)
        for edge in shapely.get_parts(self.ground.geometry.boundary):
            pygame.draw.lines(image, GRASS, False, list(edge.coords), 3)
        return image

    def update(self, across, jump, down=False):
        self.frame += 1
        self.move_lifts()
        walker, runner = self.walker, self.runner
        self.facing = across or self.facing
        if walker.on_ceiling:
            self.falling = max(self.falling, 0.0)
        if walker.on_floor:
            self.falling = min(self.falling, -JUMP if jump else 0.0)
        self.falling = min(self.falling + GRAVITY, 8.0)
        if runner.hits(self.ladders):
            self.falling = CLIMB * (down - jump)
        slide = walker.move(RUN * across, self.falling, self.solid, drop=down)
        runner.x = min(max(runner.x, 6), WIDTH - 6)
        self.events.update()
        if slide.crushed or runner.hits([self.spikes, self.flag]):
            self.flags += runner.hits(self.flag)
            self.falls += not runner.hits(self.flag)
            runner.x, runner.y, self.falling = self.start.x, self.start.y, 0.0

    def move_lifts(self):
        for lift, x, y in self.homes:
            match lift.properties["way"]:
                case "slide":
                    lift.x, lift.y = x + 36 * sin(self.frame / 40), y + 8 * sin(self.frame / 20)
                case "tilt":
                    lift.angle = 16 * sin(self.frame / 30)
                case "turn":
                    lift.angle += 0.5
                case "press":
                    lift.y = y + 22 - 22 * sin(self.frame / 25)

    def draw(self):
        screen.blit(self.picture, (0, 0))
        window.paint(screen, self.lifts, STEEL)
        window.paint(screen, self.coins, AMBER)
        left, top, right, bottom = self.flag.aabb
        pygame.draw.line(screen, PAPER, (left + 3, top), (left + 3, bottom), 2)
        cloth = [(left + 3, top), (right + 4, top + 6), (left + 3, top + 12)]
        pygame.draw.polygon(screen, FLAG, cloth)
        window.paint(screen, self.runner, PAPER)
        x, y = self.runner.x, self.runner.y
        pygame.draw.aacircle(screen, NIGHT, (x + 2 * self.facing, y - 17), 1.5)


def score():
    return f"{game.runner.taken} coins, {game.flags} flags, {game.falls} falls"


def pilot(frame):
    """Run to the right, up the ladder and back to the flag; wait for the press and the lift."""
    slider, press = game.lifts[0], game.lifts[-1]
    x, y, floor = game.runner.x, game.runner.y, game.walker.floor
    if game.runner.hits(game.ladders) and y > 208:
        return window.Hand(["up"])
    side = 1 if y > 208 else -1

    def sees(left, top, right, bottom):
        box = Rect(min(side * left, side * right), top, right - left, bottom - top)
        return Sprite(x, y, collision=box).hits(game.solid)

    if (300 < x < 330 and press.y > 216) or (385 < x < 398 and slider.x > 404):
        return window.Hand()
    if floor is slider and slider.x < 440 and x > slider.x + 24:
        return window.Hand()
    leap = sees(6, -12, 12, -5) or not sees(8, 0, 22, 40) or (side < 0 and 480 < x < 520)
    return window.Hand(["right" if side > 0 else "left", *(["up"] if leap else [])])


screen = window.open(WIDTH, HEIGHT + 48)
font, game = pygame.font.Font(None, 20), Hills()
for hand in window.frames(score, pilot):
    if "r" in hand.keys:
        game = Hills()
    game.update(hand.right, "up" in hand.keys or "space" in hand.keys, "down" in hand.keys)
    screen.fill(NIGHT)
    game.draw()
    pygame.draw.rect(screen, "#1a2030", (0, HEIGHT, WIDTH, 48))
    screen.blit(font.render(f"{score()}. {KEYS}", True, PAPER), (12, HEIGHT + 6))
    x = 12
    for words, color in LEGEND:
        x = screen.blit(font.render(words, True, color), (x, HEIGHT + 27)).right + 20
