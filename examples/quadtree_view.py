"""What a linear quadtree sees: its cells, and the pairs that it finds, while everything moves.

Each thing has the color of its cell's level: the smaller the cell, the cooler the color. A thing
that crosses a line between cells belongs to the larger cell around both, so sometimes a small thing
is as warm as the large ones. A line joins two things whose bounding boxes overlap; it is bright if
the shapes hit.

    python examples/quadtree_view.py                # in a window (needs pygame-ce); Escape quits
    python examples/quadtree_view.py --frames 120   # no window: prints counts, writes a picture
"""

import sys

from stage import AMBER, BLUE, CORAL, FAINT, MAUVE, MIST, NIGHT, PAPER, ROSE, SAGE, Stage, mix

from spritecol import Circle, Group, Rect, Sprite
from spritecol.spatial import LinearQuadtree, morton

DEPTH = 5  # the finest cells are 24 x 15 pixels, a little larger than most things

# Colors of cells and of the things in them, from the root down.
LEVEL_COLORS = (CORAL, ROSE, MAUVE, BLUE, mix(BLUE, SAGE, 0.6), SAGE)

# How many things there are of each size (pixels from the middle to the edge), largest first.
SIZES = {44: 1, 18: 6, 9: 24, 5: 80, 3: 90}


class Thing(Sprite):
    """Drifts and bounces off the edges; larger things are slower."""

    def __init__(self, stage: Stage, size: float) -> None:
        chance = stage.random
        super().__init__(
            x=chance.uniform(size, stage.width - size),
            y=chance.uniform(size, stage.height - size),
            angle=chance.uniform(0, 90),
            collision=chance.choice([Circle(0, 0, size), Rect(-size, -size / 2, 2 * size, size)]),
        )
        speed = 4 / (size + 3)
        self.vx, self.vy = chance.uniform(-speed, speed), chance.uniform(-speed, speed)
        self.spin = chance.uniform(-1, 1)

    def move(self, width: float, height: float) -> None:
        """Advance by one frame."""
        self.x += self.vx
        self.y += self.vy
        self.angle += self.spin
        left, top, right, bottom = self.aabb
        if (left < 0 and self.vx < 0) or (right > width and self.vx > 0):
            self.vx = -self.vx
        if (top < 0 and self.vy < 0) or (bottom > height and self.vy > 0):
            self.vy = -self.vy


class QuadtreeView:
    """The scene."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.tree = LinearQuadtree((0, 0, stage.width, stage.height), DEPTH)
        self.things = [Thing(stage, size) for size, count in SIZES.items() for _ in range(count)]
        self.boxes = Group(self.things)
        for thing in self.things:
            self.tree.insert(thing, thing.aabb)
        self.pairs: list[tuple[Thing, Thing]] = []

    def update(self) -> None:
        tally = self.stage.tally
        for thing in self.things:
            before = self.tree.cell_of(thing)
            thing.move(self.stage.width, self.stage.height)
            self.tree.move(thing, thing.aabb)
            tally["changes of cell"] += before != self.tree.cell_of(thing)
        known = {frozenset(pair) for pair in self.pairs}
        self.pairs = self.tree.pairs()
        tally["new pairs"] += sum(frozenset(pair) not in known for pair in self.pairs)

    def draw(self) -> None:
        stage = self.stage
        cells = sorted(self.tree.occupied_cells())
        for level, index, _ in cells:
            if level:
                left, top, right, bottom = self.sides(level, index)
                corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
                stage.canvas.polygon(corners, mix(NIGHT, LEVEL_COLORS[level], 0.04 + 0.04 * level))
        for level, index in sorted(self.cut_cells(cells), reverse=True):
            self.draw_cut(level, index)
        stage.paint_boxes(self.boxes)
        for thing in self.things:
            stage.paint(thing, LEVEL_COLORS[self.tree.cell_of(thing)[0]])
        for in_contact, color in ((False, mix(MIST, PAPER, 0.3)), (True, AMBER)):
            lines = [((a.x, a.y), (b.x, b.y)) for a, b in self.pairs if a.hits(b) == in_contact]
            for line in lines:
                stage.canvas.line(line, color, width=2 if in_contact else 1)
            stage.canvas.dots([end for line in lines for end in line], 1.6, color)

    def sides(self, level: int, index: int) -> tuple[float, float, float, float]:
        """The bounds of a cell."""
        column, row = morton.decode(index)
        width, height = self.stage.width / 2**level, self.stage.height / 2**level
        return column * width, row * height, (column + 1) * width, (row + 1) * height

    @staticmethod
    def cut_cells(cells: list[tuple[int, int, int]]) -> set[tuple[int, int]]:
        """The cells that contain smaller occupied cells."""
        cut = set()
        for level, index, _ in cells:
            for up in range(1, level + 1):
                cut.add((level - up, index >> 2 * up))
        return cut

    def draw_cut(self, level: int, index: int) -> None:
        """Draw the two lines that divide a cell into four."""
        left, top, right, bottom = self.sides(level, index)
        x, y = (left + right) / 2, (top + bottom) / 2
        color = mix(FAINT, LEVEL_COLORS[level], 0.6 - 0.12 * level)
        width = 2 - 0.35 * level
        self.stage.canvas.line([(x, top), (x, bottom)], color, width)
        self.stage.canvas.line([(left, y), (right, y)], color, width)


if __name__ == "__main__":
    stage = Stage("quadtree_view", 768, 480, sys.argv[1:])
    stage.run(QuadtreeView(stage))
