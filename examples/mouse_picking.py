"""Mouse picking: the cursor is at a point, and you can drag the topmost thing under it.

A point on an edge belongs to exactly one of the shapes that share the edge. So exactly one tile of
the board is lit at any time, even when the cursor is on a line between tiles.

    python examples/mouse_picking.py    # needs pygame-ce
"""

from math import cos, radians, sin
from random import uniform

import window
import pygame

from spritecol import Circle, Ellipse, Group, Polygon, Rect, Sprite, draw
from spritecol.integrations.pygame import draw_shapes, fill_shapes

WIDTH, HEIGHT, TILE = 720, 432, 72
PAPER, AMBER = "#ece7da", "#fac460"
STAR = [(r * sin(radians(36 * i)), -r * cos(radians(36 * i))) for i, r in enumerate([54, 21] * 5)]
RING = Circle(0, 0, 52).geometry - Circle(0, 0, 34).geometry
FORMS = (
    (Circle(0, 0, 40), "#68a68c"),
    (Rect(-52, -34, 104, 68), "#5c86be"),
    (Polygon.from_geometry(RING), "#987eba"),  # you can pick what is behind its hole
    (Polygon(STAR), "#c67890"),
    (Ellipse(0, 0, 62, 30), "#6296a5"),
    (Polygon([(-50, -40), (50, -40), (50, -8), (-14, -8), (-14, 44), (-50, 44)]), "#af7ca5"),
)
KEYS = "mouse: look, button: drag, R: again, Escape: quit"
LEGEND = (("the tile under the cursor", "#5d7fae"), ("the topmost thing under it", PAPER),
          ("dragged", AMBER))  # fmt: skip


class Thing(Sprite):
    """Something to drag."""

    def __init__(self, z):
        shape, color = FORMS[z % len(FORMS)]
        x, y = 90 + z * 211 % (WIDTH - 180), 80 + z * 107 % (HEIGHT - 160)
        super().__init__(x, y, collision=shape, angle=uniform(-40, 40), z=z)
        self.color = pygame.Color(color)

    def draw(self):
        outline = PAPER if self is table.below else self.color.lerp("#11151f", 0.5)
        fill_shapes(screen, self, AMBER if self is table.held else self.color)
        width = 3 if self is table.below else 1
        draw_shapes(screen, self, outline=outline, width=width, hit=None, aabb=None, pivot=None)


class Table:
    def __init__(self):
        tiles = [(TILE * i, TILE * j) for j in range(HEIGHT // TILE) for i in range(WIDTH // TILE)]
        self.board = Group(Sprite(*place, collision=Rect(0, 0, TILE, TILE)) for place in tiles)
        self.things = Group(Thing(z) for z in range(14))
        self.below = self.held = None
        self.cursor, self.pressed = (0, 0), False
        self.picked = 0

    def update(self, x, y, pressed):
        self.below = max(self.things.query_point(x, y), key=lambda thing: thing.z, default=None)
        if pressed and not self.pressed and self.below:
            self.held = self.below
            self.held.z = 1 + max(thing.z for thing in self.things)
            self.picked += 1
        if not pressed:
            self.held = None
        if self.held:
            self.held.x += x - self.cursor[0]
            self.held.y += y - self.cursor[1]
        self.cursor, self.pressed = (x, y), pressed

    def draw(self):
        for tile in self.board:
            dark = (tile.x + tile.y) / TILE % 2 == 0
            fill_shapes(screen, tile, "#181d2a" if dark else "#1f2534")
        fill_shapes(screen, self.board.query_point(*self.cursor), "#2f4262")
        draw(self.things)


def score():
    under = len(table.held.check(table.things)) if table.held else 0
    return f"{table.picked} picked up, the dragged one lies on {under}"


screen = window.open(WIDTH, HEIGHT + 48)
font, table = pygame.font.Font(None, 20), Table()
for hand in window.frames(score):
    if "r" in hand.keys:
        table = Table()
    table.update(*hand.mouse, hand.button)
    table.draw()
    pygame.draw.rect(screen, "#1a2030", (0, HEIGHT, WIDTH, 48))
    screen.blit(font.render(f"{score()}. {KEYS}", True, PAPER), (12, HEIGHT + 6))
    x = 12
    for words, color in LEGEND:
        x = screen.blit(font.render(words, True, color), (x, HEIGHT + 27)).right + 20
