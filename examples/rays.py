"""Rays in a maze: a lantern sends out 640 rays per frame, and lights what they reach.

The maze is a tile map made of a few large rectangles. One call per frame finds where all rays end.

    python examples/rays.py                # in a window (needs pygame-ce): arrow keys walk,
                                           # Escape quits
    python examples/rays.py --frames 200   # no window: walks by itself, writes a picture
"""

import random
import sys

import numpy as np
import numpy.typing as npt
from stage import AMBER, BLUE, CORAL, NIGHT, PAPER, Stage, mix

from spritecol import Circle, Group, Sprite
from spritecol.tiles import shapes_from_tiles

ROOMS = 17, 11  # columns and rows, with a wall between any two
CELL = 20  # pixels
WIDTH, HEIGHT = CELL * (2 * ROOMS[0] + 1), CELL * (2 * ROOMS[1] + 1)
RAYS = 640
REACH = 250.0  # pixels, the length of a ray


def maze(chance: random.Random) -> npt.NDArray[np.bool_]:
    """Walls between rooms, with random openings so that every room can be reached."""
    rows, columns = HEIGHT // CELL, WIDTH // CELL
    walls = np.ones((rows, columns), bool)
    walls[1, 1] = False
    way = [(1, 1)]
    while way:
        row, column = way[-1]
        steps = [(0, 1), (1, 0), (0, -1), (-1, 0)]
        chance.shuffle(steps)
        for down, right in steps:
            there = row + 2 * down, column + 2 * right
            if 0 < there[0] < rows and 0 < there[1] < columns and walls[there]:
                walls[there] = walls[row + down, column + right] = False
                way.append(there)
                break
        else:
            way.pop()
    for _ in range(rows * columns // 4):  # more openings, for a wider view
        walls[chance.randrange(1, rows - 1), chance.randrange(1, columns - 1)] = False
    return walls


class Maze:
    """The scene."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.cells = maze(stage.random)
        rects = shapes_from_tiles(self.cells, CELL, CELL)
        self.walls = Group(Sprite(collision=rect) for rect in rects)
        angles = np.radians(np.arange(RAYS) * 360 / RAYS)
        self.directions = np.column_stack([np.cos(angles), np.sin(angles)])
        self.depth = np.full(RAYS, REACH)
        self.lit: set[int] = set()
        self.walker = Sprite(WIDTH / 2, HEIGHT / 2, collision=Circle(0, 0, 5))
        self.goal = self.last = ROOMS[1], ROOMS[0]  # row and column, for when nobody plays

    def update(self) -> None:
        keys = self.stage.keys
        if keys is None:  # nobody plays
            keys = self.wander()
        self.step(2.0 * (("right" in keys) - ("left" in keys)), 0.0)
        self.step(0.0, 2.0 * (("down" in keys) - ("up" in keys)))
        self.look()

    def step(self, dx: float, dy: float) -> None:
        """Move along one axis, unless a wall is in the way; so the walker slides along walls."""
        before = self.walker.x, self.walker.y
        self.walker.x += dx
        self.walker.y += dy
        if self.walker.hits(self.walls):
            self.walker.x, self.walker.y = before

    def look(self) -> None:
        """Find where each ray ends, and at which wall."""
        place = np.array([self.walker.x, self.walker.y])
        rays = self.walls.raycast_arrays(place, place + REACH * self.directions)
        self.depth = REACH * rays.fraction
        self.lit = set(rays.position[rays.hit].tolist())
        self.stage.tally["rays that hit"] += int(rays.hit.sum())
        self.stage.tally["rays"] += RAYS

    def wander(self) -> frozenset[str]:
        """The keys when nobody plays: from cell to cell, turning back only at dead ends."""
        row, column = self.goal
        dx = (column + 0.5) * CELL - self.walker.x
        dy = (row + 0.5) * CELL - self.walker.y
        if abs(dx) + abs(dy) < 2:
            steps = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
            ways = [step for step in steps if not self.cells[step] and step != self.last]
            self.last, self.goal = self.goal, self.stage.random.choice(ways or [self.last])
        across = "right" if dx > 1 else "left" if dx < -1 else ""
        down = "down" if dy > 1 else "up" if dy < -1 else ""
        return frozenset([across, down])

    def draw(self) -> None:
        canvas = self.stage.canvas
        place = np.array([self.walker.x, self.walker.y])
        for share in np.linspace(1, 0.1, 10).tolist():
            reach = np.minimum(self.depth, share * REACH)[:, None]
            canvas.polygon(place + reach * self.directions, mix(NIGHT, AMBER, 0.5 - 0.42 * share))
        for ends in (place + self.depth[:, None] * self.directions)[::8].tolist():
            canvas.line([place.tolist(), ends], mix(NIGHT, AMBER, 0.35), 0.5)
        boxes = self.walls.aabbs.tolist()
        for i in sorted(range(len(boxes)), key=self.lit.__contains__):  # the lit ones on top
            left, top, right, bottom = boxes[i]
            color = mix(BLUE, PAPER, 0.15) if i in self.lit else mix(NIGHT, BLUE, 0.35)
            canvas.polygon([(left, top), (right, top), (right, bottom), (left, bottom)], color)
        self.stage.paint(self.walker, CORAL)


if __name__ == "__main__":
    stage = Stage("rays", WIDTH, HEIGHT, sys.argv[1:])
    stage.run(Maze(stage))
