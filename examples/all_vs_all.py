"""All against all: 125 turning, scaled boxes, circles, triangles and stars, one check per frame.

The scene comes from DXRuby's collision sample: everything that touches something else lights up.
shapely computes the overlaps from `sprite.geometry`.

    python examples/all_vs_all.py    # needs pygame-ce
"""

from math import cos, radians, sin
from random import uniform

import window
import pygame
import shapely

from spritecol import Circle, Group, Rect, Sprite, Triangle, check, draw, update
from spritecol.integrations.pygame import draw_shapes, fill_shapes

WIDTH, HEIGHT, COUNT = 640, 480, 125
NIGHT, PAPER, AMBER = pygame.Color("#11151f"), "#ece7da", "#fac460"
LEGEND = (("touches nothing", "#46689a"), ("touches something", "#7fb0ee"), ("overlap", AMBER))
KEYS = "B: bounding boxes, space: stop and go, Escape: quit"


def star(radius):
    """Five long triangles, from each tip to two far inner corners."""

    def at(degrees, distance):
        return distance * sin(radians(degrees)), -distance * cos(radians(degrees))

    inner = radius * 0.381966  # where the lines of a pentagram cross: golden ratio ** -2
    tips = range(0, 360, 72)
    return [Triangle(*at(t, radius), *at(t + 108, inner), *at(t - 108, inner)) for t in tips]


class Thing(Sprite):
    """Drifts, turns, bounces off the edges, and lights up while anything touches it."""

    color = pygame.Color("#7fb0ee")
    lit = False

    def __init__(self):
        x, y, angle = uniform(30, WIDTH - 30), uniform(30, HEIGHT - 30), uniform(0, 360)
        super().__init__(x, y, angle=angle, scale_x=uniform(0.6, 1.4), scale_y=uniform(0.6, 1.4))
        self.vx, self.vy, self.spin = uniform(-1.5, 1.5), uniform(-1.5, 1.5), uniform(-2, 2)

    def update(self):
        self.lit = False
        self.angle += self.spin
        self.x += self.vx
        self.y += self.vy
        left, top, right, bottom = self.aabb
        if (left < 0 and self.vx < 0) or (right > WIDTH and self.vx > 0):
            self.vx = -self.vx
        if (top < 0 and self.vy < 0) or (bottom > HEIGHT and self.vy > 0):
            self.vy = -self.vy

    def hit(self, other):  # called by check
        self.lit = True

    def draw(self):
        fill_shapes(screen, self, self.color if self.lit else self.color.lerp(NIGHT, 0.5))


class Box(Thing):
    collision = Rect(-13, -13, 26, 26)


class Disc(Thing):
    collision = Circle(0, 0, 14)
    color = pygame.Color("#68a68c")


class Wedge(Thing):
    collision = Triangle(0, -17, 15, 12, -15, 12)
    color = pygame.Color("#987eba")


class Star(Thing):
    collision = star(20)
    color = pygame.Color("#c67890")


def score():
    return f"{len(touching)} pairs"


screen = window.open(WIDTH, HEIGHT + 48)
font = pygame.font.Font(None, 20)
things = Group((Box, Disc, Wedge, Star)[i % 4]() for i in range(COUNT))
touching, boxes, moving = [], True, True
for hand in window.frames(score):
    boxes ^= "b" in hand.struck
    moving ^= "space" in hand.struck
    if moving:
        update(things)
        touching = check(things)
    screen.fill(NIGHT)
    draw(things)
    if boxes:
        draw_shapes(screen, things, outline=None, hit=None, pivot=None, aabb="#3c4660")
    areas = {thing: thing.geometry for pair in touching for thing in pair}
    for a, b in touching:
        for part in shapely.get_parts(areas[a] & areas[b]):
            if part.geom_type == "Polygon" and part.area:  # rounding may leave less than an area
                pygame.draw.polygon(screen, AMBER, list(part.exterior.coords))
    pygame.draw.rect(screen, "#1a2030", (0, HEIGHT, WIDTH, 48))
    screen.blit(font.render(f"{score()}. {KEYS}", True, PAPER), (12, HEIGHT + 6))
    x = 12
    for words, color in LEGEND:
        x = screen.blit(font.render(words, True, color), (x, HEIGHT + 27)).right + 20
