"""Mouse picking: the cursor is at a point, and you can drag the topmost thing under it.

A point on an edge belongs to exactly one of the shapes that share the edge. So exactly one tile of
the board is lit at any time, even when the cursor is on a line between tiles.

    python examples/mouse_picking.py                # in a window (needs pygame-ce): drag with the
                                                    # mouse, Escape quits
    python examples/mouse_picking.py --frames 200   # no window: drags things by itself
"""

import sys

from stage import (
    AMBER,
    BLUE,
    CORAL,
    FAINT,
    MAUVE,
    NIGHT,
    PAPER,
    ROSE,
    SAGE,
    Color,
    Stage,
    mix,
    star,
)

from spritecol import Circle, Ellipse, Group, Polygon, Rect, Shape, Sprite, Triangle, draw

WIDTH, HEIGHT = 720, 432
TILE = 72
CYCLE = 75  # frames for moving one thing, when nobody plays

BOW = Circle(0, 0, 52).geometry - Circle(0, 0, 34).geometry
Form = Shape | list[Triangle]
FORMS: tuple[tuple[Form, Color], ...] = (
    (Circle(0, 0, 40), SAGE),
    (Rect(-52, -34, 104, 68), BLUE),
    (Polygon.from_geometry(BOW), MAUVE),  # a ring: you can pick what is behind its hole
    (star(54), ROSE),
    (Ellipse(0, 0, 62, 30), mix(SAGE, BLUE, 0.5)),
    (
        Polygon([(-50, -40), (50, -40), (50, -8), (-14, -8), (-14, 44), (-50, 44)]),
        mix(ROSE, MAUVE, 0.5),
    ),
)


class Tile(Sprite):
    """A square of the board, below everything else."""

    collision = Rect(0, 0, TILE, TILE)


class Thing(Sprite):
    """Something to drag."""

    def __init__(self, table: "Table", form: Form, color: Color, z: int) -> None:
        chance = table.stage.random
        x, y = 90 + (z * 211) % (WIDTH - 180), 80 + (z * 107) % (HEIGHT - 160)
        super().__init__(x, y, collision=form, angle=chance.uniform(-40, 40), z=z)
        self.table, self.color = table, color

    def draw(self) -> None:
        table = self.table
        held = self is table.held
        color = AMBER if held else mix(self.color, PAPER, 0.45 if self is table.below else 0)
        table.stage.paint(self, color)


class Table:
    """The scene."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.frame = 0
        self.cursor = (WIDTH / 2, HEIGHT / 2)
        columns, rows = WIDTH // TILE, HEIGHT // TILE
        self.board = Group(Tile(TILE * i, TILE * j) for j in range(rows) for i in range(columns))
        self.things = Group(Thing(self, *FORMS[z % len(FORMS)], z) for z in range(14))
        self.below: Sprite | None = None
        self.held: Sprite | None = None
        self.pressed = False
        self.way: list[tuple[float, float]] = []

    def update(self) -> None:
        self.frame += 1
        x, y, pressed = self.hand()
        dx, dy = x - self.cursor[0], y - self.cursor[1]
        self.cursor = (x, y)
        self.below = max(self.things.query_point(x, y), key=lambda thing: thing.z, default=None)
        if pressed and not self.pressed and self.below:
            self.held = self.below
            self.held.z = 1 + max(thing.z for thing in self.things)
            self.stage.tally["picked up"] += 1
        if not pressed and self.held:
            covered = len(self.held.check(self.things))
            self.stage.tally["dropped on others"] += covered
            self.held = None
        if self.held:
            self.held.x += dx
            self.held.y += dy
        self.pressed = pressed

    def hand(self) -> tuple[float, float, bool]:
        """The mouse's position and whether its button is pressed; made up when nobody plays."""
        if self.stage.mouse and self.stage.keys is not None:
            return (*self.stage.mouse, "button" in self.stage.keys)
        # Go to a thing, drag it somewhere, let go; repeat.
        step = self.frame % CYCLE
        if step == 1 or not self.way:
            chance, start = self.stage.random, self.cursor
            thing = chance.choice(list(self.things))
            x, y = chance.uniform(100, WIDTH - 100), chance.uniform(90, HEIGHT - 90)
            self.way = [start, (thing.x + 40, thing.y - 4), (x, y), (x, y)]
        stage, share = divmod(step / CYCLE * 3, 1)
        (x1, y1), (x2, y2) = self.way[int(stage)], self.way[int(stage) + 1]
        eased = share * share * (3 - 2 * share)
        return x1 + (x2 - x1) * eased, y1 + (y2 - y1) * eased, stage == 1

    def draw(self) -> None:
        canvas = self.stage.canvas
        below = self.board.query_point(*self.cursor)
        for tile in self.board:
            left, top, right, bottom = tile.aabb
            corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
            dark = (left + top) / TILE % 2 == 0
            color = mix(NIGHT, FAINT, 0.25 if dark else 0.5)
            if tile in below:
                color = mix(NIGHT, BLUE, 0.4)
            canvas.polygon(corners, color)
        draw(self.things)
        x, y = self.cursor
        arrow = [(x, y), (x + 6, y + 17), (x + 9, y + 10), (x + 16, y + 8)]
        canvas.polygon(arrow, CORAL if self.pressed else PAPER)
        canvas.line([*arrow, arrow[0]], NIGHT, 1)


if __name__ == "__main__":
    stage = Stage("mouse_picking", WIDTH, HEIGHT, sys.argv[1:])
    stage.run(Table(stage))
