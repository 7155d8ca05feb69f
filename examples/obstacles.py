"""Compound obstacles that swing around the cursor like maces around a hand, in a field of pegs.

Each obstacle is one sprite with several shapes, far from the point that it turns around. Pegs light
up when struck, and so does the one shape that struck them.

    python examples/obstacles.py                # in a window (needs pygame-ce): move the mouse,
                                                # Escape quits
    python examples/obstacles.py --frames 200   # no window: the cursor moves by itself
"""

import math
import sys

from stage import AMBER, BLUE, FAINT, MAUVE, NIGHT, PAPER, ROSE, SAGE, Color, Stage, mix, star

from spritecol import Circle, Ellipse, Group, Rect, Shape, Sprite, Triangle, check, draw, update

WIDTH, HEIGHT = 720, 450


def shifted(distance: float) -> list[Triangle]:
    """A star at this distance from the cursor."""
    return [
        Triangle(t.x1 + distance, t.y1, t.x2 + distance, t.y2, t.x3 + distance, t.y3)
        for t in star(26)
    ]


class Mace(Sprite):
    """Turns around its own position, the cursor; its shapes are some distance away."""

    def __init__(self, field: "Field", shapes: list[Shape], speed: float, color: Color) -> None:
        super().__init__(collision=shapes, angle=field.stage.random.uniform(0, 360))
        self.field, self.speed, self.color = field, speed, color
        self.struck: set[int] = set()  # which of its shapes touch something

    def update(self) -> None:
        self.x, self.y = self.field.cursor
        self.angle += self.speed
        self.struck.clear()

    def shot(self, peg: Sprite) -> None:
        """Find out which of its shapes hit."""
        for i, shape in enumerate(self.world_shapes):
            if i not in self.struck and peg.hits(Sprite(collision=shape)):
                self.struck.add(i)

    def draw(self) -> None:
        stage = self.field.stage
        stage.paint(self, self.color)
        for i in sorted(self.struck):
            area = self.world_shapes[i].geometry
            stage.canvas.fill(area, mix(self.color, AMBER, 0.75))
            stage.canvas.outline(area, PAPER, 0.7)


class Peg(Sprite):
    """Stands still, and glows for a while when it is struck."""

    collision = Circle(0, 0, 7)
    glow = 0.0

    def __init__(self, field: "Field", x: float, y: float) -> None:
        super().__init__(x, y)
        self.field = field

    def update(self) -> None:
        self.glow *= 0.95

    def hit(self, mace: Sprite) -> None:
        if self.glow < 0.6:
            self.field.stage.tally["strikes"] += 1
        self.glow = 1.0

    def draw(self) -> None:
        color = mix(mix(NIGHT, BLUE, 0.45), AMBER, self.glow)
        self.field.stage.canvas.circle(self.x, self.y, 7 + 2 * self.glow, color)


class Field:
    """The scene."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.frame = 0
        self.cursor = WIDTH / 2, HEIGHT / 2
        hammer: list[Shape] = [Rect(30, -4, 70, 8), Rect(96, -24, 30, 48)]
        dumbbell: list[Shape] = [Circle(-58, 0, 17), Rect(-50, -4, 35, 8), Ellipse(-92, 0, 22, 11)]
        anchor: list[Shape] = [
            Rect(-4, 34, 8, 106),
            Rect(-26, 60, 52, 8),
            Circle(0, 30, 10),
            Triangle(-44, 118, -4, 128, -4, 146),
            Triangle(44, 118, 4, 128, 4, 146),
        ]
        chain: list[Shape] = [
            *(Circle(0, -40 - 22 * i, 9 - i) for i in range(5)),
            Circle(0, -158, 22),
        ]
        self.maces = Group(
            Mace(self, hammer, 2.1, ROSE),
            Mace(self, dumbbell, -3.1, SAGE),
            Mace(self, anchor, 1.2, MAUVE),
            Mace(self, chain, -1.6, mix(BLUE, PAPER, 0.2)),
            Mace(self, [*shifted(190), Rect(165, -2, 6, 4)], 0.8, mix(ROSE, MAUVE, 0.5)),
        )
        self.pegs = Group(
            Peg(self, 36 + 54 * i + 27 * (j % 2), 30 + 48 * j) for j in range(9) for i in range(13)
        )

    def update(self) -> None:
        self.frame += 1
        t = self.frame / 60
        wander = WIDTH * (0.5 + 0.2 * math.sin(0.8 * t)), HEIGHT * (0.5 + 0.1 * math.sin(1.3 * t))
        self.cursor = self.stage.mouse or wander
        update([self.maces, self.pegs])
        check(self.maces, self.pegs)

    def draw(self) -> None:
        x, y = self.cursor
        for radius in (36, 100, 158, 190):
            ring = [
                (x + radius * math.cos(a / 24), y + radius * math.sin(a / 24)) for a in range(152)
            ]
            self.stage.canvas.line(ring, FAINT, 0.6)
        draw([self.pegs, self.maces])
        self.stage.canvas.line([(x - 9, y), (x + 9, y)], PAPER, 1.5)
        self.stage.canvas.line([(x, y - 9), (x, y + 9)], PAPER, 1.5)


if __name__ == "__main__":
    stage = Stage("obstacles", WIDTH, HEIGHT, sys.argv[1:])
    stage.run(Field(stage))
