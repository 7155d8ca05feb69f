"""A platformer on a map of the editor Tiled, which is loaded by one call.

The ground is one sprite; its slopes and tiles have no seams to get caught on. The coins, the flag
and the start are objects in the map. The runner slides along whatever it meets, at any speed. One
plank can be entered from below, and one platform moves up and down.

    python examples/platformer.py    # needs pygame-ce and pytmx
"""

from math import sin
from pathlib import Path

import window
import pygame
import shapely

from spritecol import Circle, Group, Rect, Sprite
from spritecol.integrations.pygame import fill_shapes
from spritecol.integrations.tiled import sprites_from_tmx

MAP = Path(__file__).with_name("platformer_map") / "hills.tmx"
WIDTH, HEIGHT = 720, 416
PLANKS = [(300, 250), (40, 262)]  # upper left corners
LIFT = (505, 190)
RUN, JUMP, GRAVITY = 2.4, 6.4, 0.34  # pixels per frame; gravity: per frame squared
NIGHT, EARTH, GRASS, PAPER, AMBER = "#11151f", "#385650", "#89b6a0", "#ece7da", "#fac460"
SPIKES, PLANK, STEEL, FLAG = "#c67890", "#9d7e4a", "#4c556b", "#f0785c"
KEYS = "left and right: run, up or space: jump, R: again, Escape: quit"
LEGEND = (("coin", AMBER), ("spikes: avoid them", SPIKES), ("enter it from below", PLANK),
          ("lift", "#7a869e"), ("flag: run there", FLAG))  # fmt: skip


class Runner(Sprite):
    """Runs, jumps and climbs slopes of 45 degrees. (x, y) is between its feet."""

    collision = (Rect(-5, -13, 10, 13, name="body"), Circle(0, -16, 5.5, name="head"))
    falling = slope = 0.0  # the slope of the floor: how far down for each pixel to the right
    stands = False

    def move(self, solid, planks, across):
        """Advance by one frame."""

        def stops(other, hit):
            return other not in planks or (hit.normal == (0, -1) and not hit.overlapping)

        stood = self.stands and self.falling == 0.0
        self.falling = min(self.falling + GRAVITY, 8.0)
        climb = across * self.slope if stood else 0.0  # as fast on a slope as on the flat
        if stood and not across:  # into the floor, so that it stands still on a slope
            across = -self.slope * self.falling
        slide = self.move_and_slide(
            across, climb + self.falling, solid, up=(0, -1), max_floor_angle=50, where=stops
        )
        below = self.sweep(0, 4, solid, where=stops) if stood and not slide.on_floor else None
        if below:  # stay on the ground when it slopes down
            self.y = below.position[1]
        self.stands = slide.on_floor or below is not None
        x, y = below.normal if below else slide.floor_normal
        self.slope = -x / y if self.stands and y else 0.0
        if self.stands or slide.on_ceiling:
            self.falling = 0.0


class Hills:
    def __init__(self):
        sprites = sprites_from_tmx(MAP)
        named = {sprite.name: sprite for sprite in sprites}
        self.ground, self.spikes = named["ground"], named["spikes"]
        self.start, self.flag = named["start"], named["flag"]
        self.coins = Group(sprite for sprite in sprites if sprite.type == "coin")
        self.planks = Group(Sprite(*place, collision=Rect(0, 0, 48, 5)) for place in PLANKS)
        self.lift = Sprite(*LIFT, collision=Rect(0, 0, 48, 6))
        self.solid = Group(self.ground, self.lift, self.planks)
        self.runner = Runner(self.start.x, self.start.y)
        self.facing, self.frame = 1, 0
        self.jumps = self.taken = self.flags = self.falls = 0
        self.next_coin = None  # the place of one in sight

    def update(self, across, jump):
        runner = self.runner
        self.facing = across or self.facing
        if jump and runner.stands:
            runner.falling = -JUMP
            self.jumps += 1
        self.move_lift()
        runner.move(self.solid, self.planks, RUN * across)
        runner.x = min(max(runner.x, 6), WIDTH - 6)
        eyes = runner.x, runner.y - 16
        near = self.coins.nearest(*eyes, max_distance=160)
        in_sight = near and self.solid.line_of_sight(*eyes, *near.point)
        self.next_coin = near.point if in_sight else None
        for coin in runner.check(self.coins):
            coin.vanish()
            self.taken += 1
        if runner.hits([self.spikes, self.flag]):
            self.flags += runner.hits(self.flag)
            self.falls += runner.hits(self.spikes)
            runner.x, runner.y, runner.falling = self.start.x, self.start.y, 0.0

    def move_lift(self):
        """Up and down; whoever stands on it goes with it."""
        self.frame += 1
        y = LIFT[1] + 30 * sin(self.frame / 50)
        rides = self.runner.sweep(0, 1, self.lift) is not None
        way = y - self.lift.y
        self.lift.y = y
        if rides:
            self.runner.move_and_slide(0, way, self.ground)
        self.runner.depenetrate([self.lift])

    def draw(self):
        for i in range(9):  # hills in the distance
            color = "#18202f" if i % 2 else "#1f2a3c"
            pygame.draw.aacircle(screen, color, (90 * i, HEIGHT + 40), 130 + 67 * i % 110)
        fill_shapes(screen, self.spikes, SPIKES)
        fill_shapes(screen, self.ground, EARTH)
        for edge in shapely.get_parts(self.ground.geometry.boundary):
            pygame.draw.lines(screen, GRASS, False, list(edge.coords), 3)
        fill_shapes(screen, self.lift, STEEL)
        fill_shapes(screen, self.planks, PLANK)
        fill_shapes(screen, self.coins, AMBER)
        left, top, right, bottom = self.flag.aabb
        pygame.draw.line(screen, PAPER, (left + 3, top), (left + 3, bottom), 2)
        cloth = [(left + 3, top), (right + 4, top + 6), (left + 3, top + 12)]
        pygame.draw.polygon(screen, FLAG, cloth)
        x, y = self.runner.x, self.runner.y
        if self.next_coin:
            pygame.draw.aaline(screen, "#86693b", (x, y - 16), self.next_coin)
        fill_shapes(screen, self.runner, PAPER)
        pygame.draw.aacircle(screen, NIGHT, (x + 2 * self.facing, y - 17), 1.5)


def score():
    return f"{game.taken} coins, {game.flags} flags, {game.falls} falls"


def pilot(frame):
    """Run to the right, and jump over walls, gaps and spikes."""

    def sees(target, *box):
        return Sprite(game.runner.x, game.runner.y, collision=Rect(*box)).hits(target)

    wall = sees(game.ground, 8, -12, 22, 11) and sees(game.ground, 5, -16, 6, 6)  # and no slope
    danger = sees(game.spikes, 8, -12, 22, 11) or sees(game.spikes, 10, 0, 10, 40)
    leap = wall or danger or not sees(game.ground, 10, 0, 10, 40)
    return window.Hand(["right", "up"] if leap else ["right"])


screen = window.open(WIDTH, HEIGHT + 48)
font, game = pygame.font.Font(None, 20), Hills()
for hand in window.frames(score, pilot):
    if "r" in hand.keys:
        game = Hills()
    game.update(hand.right, "up" in hand.keys or "space" in hand.keys)
    screen.fill(NIGHT)
    game.draw()
    pygame.draw.rect(screen, "#1a2030", (0, HEIGHT, WIDTH, 48))
    screen.blit(font.render(f"{score()}. {KEYS}", True, PAPER), (12, HEIGHT + 6))
    x = 12
    for words, color in LEGEND:
        x = screen.blit(font.render(words, True, color), (x, HEIGHT + 27)).right + 20
