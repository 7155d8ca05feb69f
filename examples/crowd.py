"""A crowd of 2,000 units: they flow to the mouse, keep apart, and part around walls.

Each frame moves all of them in one call, in which walls stop them and turn them aside, and pushes
them apart in another. Drag a box in any direction to select some: then only these go to the mouse.

    python examples/crowd.py    # needs pygame-ce
"""

import time

import window
import numpy as np
import pygame

from spritecol import Circle, Group, Rect, Sprite
from spritecol.integrations.pygame import fill_shapes

WIDTH, HEIGHT, UNITS = 720, 540, 2_000
RADIUS, SPEED = 3.0, 1.6  # pixels, and pixels a frame
ROOM = 4.0  # pixels: the radius of the place that one unit takes round the mouse
NIGHT, PAPER, AMBER = (pygame.Color(c) for c in ("#11151f", "#ece7da", "#fac460"))
UNIT, WALL = pygame.Color("#5c86be"), pygame.Color("#3c4660")
KEYS = "mouse: lead, button: select a box, R: again, Escape: quit"
LEGEND = (("unit", UNIT), ("selected", AMBER))
WALLS = [
    *((180, 60 + 150 * k, 12, 110) for k in range(3)),
    *((330 + 90 * (k % 2), 130 + 85 * k, 120, 12) for k in range(4)),
    *((570, 90 + 140 * k, 12, 100) for k in range(3)),
]


class Unit(Sprite):
    """Goes to the mouse, if it is selected."""

    collision = Circle(0, 0, RADIUS)
    selected = 1


class Crowd:
    def __init__(self, count=UNITS):
        self.walls = Group(Sprite(x, y, collision=Rect(0, 0, w, h)) for x, y, w, h in WALLS)
        edges = ((-50, -50, 50, HEIGHT + 100), (WIDTH, -50, 50, HEIGHT + 100),
                 (-50, -50, WIDTH + 100, 50), (-50, HEIGHT, WIDTH + 100, 50))  # fmt: skip
        self.walls.add(Sprite(x, y, collision=Rect(0, 0, w, h)) for x, y, w, h in edges)
        across = 50
        places = [(12 + 3.2 * (k % across), 12 + 13 * (k // across)) for k in range(count)]
        self.units = Group(Unit(x, y) for x, y in places)
        for _ in range(3):  # nobody starts in a wall
            self.push(self.units.separation_arrays(self.walls))
        self.start = None  # the first corner of the box that is dragged, or None
        self.corner = (0.0, 0.0)
        self.met = 0  # how many walls were met in the last frame

    def push(self, push):
        self.units.x += push[:, 0]
        self.units.y += push[:, 1]

    def update(self, mouse=(0.0, 0.0), button=False):
        self.select(mouse, button)
        self.corner = mouse
        dx, dy = mouse[0] - self.units.x, mouse[1] - self.units.y
        away = np.hypot(dx, dy)
        selected = self.units.column("selected")
        calm = ROOM * np.sqrt(selected.sum())  # so far around the mouse they come to rest
        apart = np.clip(0.6 * self.units.separation_arrays(), -2, 2)
        squeezed = np.hypot(apart[:, 0], apart[:, 1])
        speed = selected * SPEED / np.maximum(away, calm) / (1.0 + 2.0 * squeezed)
        slides = self.units.move_and_slide_all(
            speed * dx + apart[:, 0], speed * dy + apart[:, 1], self.walls
        )
        self.met = int(slides.hit.sum())

    def select(self, mouse, button):
        """Drag a box; what is in it when the button is let go is selected."""
        if button and self.start is None:
            self.start = mouse
        elif not button and self.start is not None:
            chosen = self.units.query_box(*self.start, *mouse)
            self.units.set_column("selected", 0 if chosen else 1)
            for unit in chosen:
                unit.selected = 1
            self.start = None


def disc(color):
    """A picture of a unit."""
    picture = pygame.Surface((8, 8), pygame.SRCALPHA)
    pygame.draw.aacircle(picture, color, (4, 4), 3)
    return picture


def score():
    return f"{sum(unit.selected for unit in game.units)} selected"


screen = window.open(WIDTH, HEIGHT + 48)
font, game = pygame.font.Font(None, 20), Crowd()
pictures, seconds = [disc(UNIT), disc(AMBER)], 0.0
for frame, hand in enumerate(window.frames(score), start=1):
    if "r" in hand.keys:
        game = Crowd()
    begun = time.perf_counter()
    game.update(hand.mouse, hand.button)
    seconds += time.perf_counter() - begun
    screen.fill(NIGHT)
    fill_shapes(screen, game.walls, WALL)
    corners = np.column_stack((game.units.x, game.units.y)) - 4
    lit = game.units.column("selected") * (1 - game.units.column("selected").min())
    for chosen, picture in enumerate(pictures):
        screen.fblits([(picture, corner) for corner in corners[lit == chosen].tolist()])
    if game.start is not None:
        x, y = game.start
        box = pygame.Rect(x, y, game.corner[0] - x, game.corner[1] - y)
        box.normalize()
        pygame.draw.rect(screen, AMBER, box, 1)
        pygame.draw.circle(screen, AMBER, game.start, 3)
    pygame.draw.rect(screen, "#1a2030", (0, HEIGHT, WIDTH, 48))
    screen.blit(font.render(f"{score()}. {KEYS}", True, PAPER), (12, HEIGHT + 6))
    x = 12
    for words, color in LEGEND:
        x = screen.blit(font.render(words, True, color), (x, HEIGHT + 27)).right + 20
    text = f"{UNITS} units, moved and kept apart in {1000 * seconds / frame:.1f} ms"
    screen.blit(font.render(text, True, "#7a869e"), (x + 20, HEIGHT + 27))
