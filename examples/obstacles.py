"""Compound obstacles that swing around the cursor like maces around a hand, in a field of pegs.

Each obstacle is one sprite with several shapes, far from the point that it turns around. Pegs light
up when struck, and so does the one shape that struck them.

    python examples/obstacles.py    # needs pygame-ce
"""

from math import cos, radians, sin
from random import uniform

import window
import pygame

from spritecol import Circle, Ellipse, Group, Rect, Sprite, Triangle, check, draw, update
from spritecol.integrations.pygame import draw_shapes, fill_shapes

WIDTH, HEIGHT = 720, 450
NIGHT, PAPER, AMBER = (pygame.Color(c) for c in ("#11151f", "#ece7da", "#fac460"))
PEG = pygame.Color("#33496a")
KEYS = "mouse: swing, R: again, Escape: quit"
LEGEND = (("peg", "#5c86be"), ("peg or shape that has struck the other", AMBER))

HAMMER = [Rect(30, -4, 70, 8), Rect(96, -24, 30, 48)]
DUMBBELL = [Circle(-58, 0, 17), Rect(-50, -4, 35, 8), Ellipse(-92, 0, 22, 11)]
SHANK = [Rect(-4, 34, 8, 106), Rect(-26, 60, 52, 8), Circle(0, 30, 10)]
ANCHOR = [*SHANK, Triangle(-44, 118, -4, 128, -4, 146), Triangle(44, 118, 4, 128, 4, 146)]
CHAIN = [*(Circle(0, -40 - 22 * i, 9 - i) for i in range(5)), Circle(0, -158, 22)]


def spike(degrees):
    """One of the five points of a star at (190, 0)."""
    tip, left, right = radians(degrees), radians(degrees - 108), radians(degrees + 108)
    return Triangle(190 + 26 * cos(tip), 26 * sin(tip), 190 + 10 * cos(left), 10 * sin(left),
                    190 + 10 * cos(right), 10 * sin(right))  # fmt: skip


STAR = [*(spike(72 * i) for i in range(5)), Rect(165, -2, 6, 4)]


class Mace(Sprite):
    """Turns around its own position, the cursor; its shapes are some distance away."""

    def __init__(self, shapes, speed, color):
        super().__init__(collision=shapes, angle=uniform(0, 360))
        self.speed, self.color = speed, pygame.Color(color)
        self.struck = set()  # which of its shapes touch something

    def update(self, x, y):
        self.x, self.y = x, y
        self.angle += self.speed
        self.struck.clear()

    def shot(self, peg):  # called by check
        self.struck.update(contact.shape for contact in self.contacts(peg))

    def draw(self):
        fill_shapes(screen, self, self.color)
        shapes = zip(self.shapes, self.world_shapes, strict=True)
        lit = [world for shape, world in shapes if shape in self.struck]
        fill_shapes(screen, Sprite(collision=lit), self.color.lerp(AMBER, 0.75))
        edge = self.color.lerp(PAPER, 0.4)
        draw_shapes(screen, self, outline=edge, hit=None, aabb=None, pivot=None)


class Peg(Sprite):
    """Stands still, and glows for a while when it is struck."""

    collision = Circle(0, 0, 7)
    glow = 0.0

    def update(self, x, y):
        self.glow *= 0.95

    def hit(self, mace):  # called by check
        if self.glow < 0.6:
            field.strikes += 1
        self.glow = 1.0

    def draw(self):
        pygame.draw.aacircle(
            screen, PEG.lerp(AMBER, self.glow), (self.x, self.y), 7 + 2 * self.glow
        )


class Field:
    def __init__(self):
        self.strikes = 0
        self.maces = Group(
            Mace(HAMMER, 2.1, "#c67890"),
            Mace(DUMBBELL, -3.1, "#68a68c"),
            Mace(ANCHOR, 1.2, "#987eba"),
            Mace(CHAIN, -1.6, "#7d9ac4"),
            Mace(STAR, 0.8, "#af7ca5"),
        )
        self.pegs = Group(
            Peg(36 + 54 * i + 27 * (j % 2), 30 + 48 * j) for j in range(9) for i in range(13)
        )

    def update(self, x, y):
        update([self.maces, self.pegs], x, y)
        check(self.maces, self.pegs)


def score():
    return f"{field.strikes} strikes"


screen = window.open(WIDTH, HEIGHT + 48)
font, field = pygame.font.Font(None, 20), Field()
for hand in window.frames(score):
    if "r" in hand.keys:
        field = Field()
    field.update(*hand.mouse)
    screen.fill(NIGHT)
    for radius in (36, 100, 158, 190):
        pygame.draw.aacircle(screen, "#2c3448", hand.mouse, radius, 1)
    draw([field.pegs, field.maces])
    pygame.draw.rect(screen, "#1a2030", (0, HEIGHT, WIDTH, 48))
    screen.blit(font.render(f"{score()}. {KEYS}", True, PAPER), (12, HEIGHT + 6))
    x = 12
    for words, color in LEGEND:
        x = screen.blit(font.render(words, True, color), (x, HEIGHT + 27)).right + 20
