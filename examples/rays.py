"""Rays in a maze: a lantern sends out 640 rays per frame, and lights what they reach.

The maze is a tile map made of a few large rectangles. One call per frame finds where all rays end.

    python examples/rays.py    # needs pygame-ce
"""

from random import randrange, shuffle

import window
import numpy as np
import pygame

from spritecol import Circle, Group, Sprite
from spritecol.integrations.pygame import fill_shapes
from spritecol.tiles import shapes_from_tiles

COLUMNS, ROWS, CELL = 35, 23, 20
WIDTH, HEIGHT = CELL * COLUMNS, CELL * ROWS
RAYS = 640
REACH = 250.0  # pixels, the length of a ray
NIGHT, AMBER = pygame.Color("#11151f"), pygame.Color("#fac460")
WALL, LIT, CORAL, PAPER = "#2b3d57", "#7195c2", "#f0785c", "#ece7da"
KEYS = "arrows: walk, R: another maze, Escape: quit"
LEGEND = (("you", CORAL), ("what the rays reach", AMBER), ("a wall that a ray hits", LIT))


def maze():
    """Walls between rooms, with random openings so that every room can be reached."""
    walls = np.ones((ROWS, COLUMNS), bool)
    walls[1, 1] = False
    way = [(1, 1)]
    while way:
        row, column = way[-1]
        steps = [(0, 1), (1, 0), (0, -1), (-1, 0)]
        shuffle(steps)
        for down, right in steps:
            there = row + 2 * down, column + 2 * right
            if 0 < there[0] < ROWS and 0 < there[1] < COLUMNS and walls[there]:
                walls[there] = walls[row + down, column + right] = False
                way.append(there)
                break
        else:
            way.pop()
    for _ in range(ROWS * COLUMNS // 4):  # more openings, for a wider view
        walls[randrange(1, ROWS - 1), randrange(1, COLUMNS - 1)] = False
    walls[ROWS // 2, COLUMNS // 2] = False  # where the walker begins
    return walls


class Maze:
    def __init__(self):
        self.walls = Group(Sprite(collision=rect) for rect in shapes_from_tiles(maze(), CELL, CELL))
        angles = np.radians(np.arange(RAYS) * 360 / RAYS)
        self.directions = np.column_stack([np.cos(angles), np.sin(angles)])
        self.walker = Sprite(WIDTH / 2, HEIGHT / 2, collision=Circle(0, 0, 5))
        self.update(0, 0)

    def update(self, right, down):
        self.walker.move_and_slide(2 * right, 2 * down, self.walls)
        self.place = np.array([self.walker.x, self.walker.y])
        rays = self.walls.raycast_arrays(self.place, self.place + REACH * self.directions)
        self.depth = REACH * rays.fraction
        self.lit = set(rays.position[rays.hit].tolist())

    def draw(self):
        for share in np.linspace(1, 0.1, 10).tolist():  # brighter towards the lantern
            ends = self.place + np.minimum(self.depth, share * REACH)[:, None] * self.directions
            pygame.draw.polygon(screen, NIGHT.lerp(AMBER, 0.5 - 0.42 * share), ends.tolist())
        fill_shapes(screen, self.walls, WALL)
        fill_shapes(screen, [self.walls[i] for i in self.lit], LIT)
        fill_shapes(screen, self.walker, CORAL)


def score():
    return f"{RAYS} rays, {len(game.lit)} of {len(game.walls)} walls lit"


def pilot(frame):
    """Walk around, from wall to wall."""
    return window.Hand([("right", "down", "left", "up")[frame // 50 % 4]])


screen = window.open(WIDTH, HEIGHT + 48)
font, game = pygame.font.Font(None, 20), Maze()
for hand in window.frames(score, pilot):
    if "r" in hand.struck:
        game = Maze()
    game.update(hand.right, hand.down)
    screen.fill(NIGHT)
    game.draw()
    pygame.draw.rect(screen, "#1a2030", (0, HEIGHT, WIDTH, 48))
    screen.blit(font.render(f"{score()}. {KEYS}", True, PAPER), (12, HEIGHT + 6))
    x = 12
    for words, color in LEGEND:
        x = screen.blit(font.render(words, True, color), (x, HEIGHT + 27)).right + 20
