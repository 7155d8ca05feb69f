"""A duel: a sword swings at a knight behind a shield.

Three things that a check alone does not tell: where the sword touches (sparks fly off along the
normal of the contact), since when (the shield counts a blow once, however many frames it lasts),
and which part was hit (shapes have names).

    python examples/duel.py                # in a window (needs pygame-ce): Escape quits
    python examples/duel.py --frames 240   # no window: writes a picture
"""

import math
import sys

from stage import AMBER, BLUE, CORAL, FAINT, MAUVE, MIST, NIGHT, PAPER, ROSE, Stage, mix

from spritecol import Circle, Contact, Ellipse, Overlaps, Polygon, Rect, Sprite, check

WIDTH, HEIGHT = 640, 420
BLADE = [(0, -4), (150, -4), (168, 0), (150, 4), (0, 4)]
GUARD = Rect(-6, -16, 8, 32)
SPARKS = 6  # from each point of contact


class Sword(Sprite):
    """Swings, and gives off sparks where it touches."""

    def __init__(self, scene: "Duel") -> None:
        super().__init__(170, 230, collision=[Polygon(BLADE, name="blade"), GUARD])
        self.scene = scene

    def swing(self, frame: int) -> None:
        self.angle = 42 * math.sin(frame / 11)
        self.x = 205 + 40 * math.sin(frame / 23)

    def shot(self, other: Sprite, contact: Contact) -> None:
        nx, ny = contact.normal
        chance = self.scene.stage.random
        for x, y in contact.points:
            for _ in range(SPARKS):
                speed = chance.uniform(1, 4)
                vx = speed * nx + chance.uniform(-1, 1)
                self.scene.sparks.append((x, y, vx, speed * ny + chance.uniform(-1, 1), 0))


class Duel:
    """The scene."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.frame = 0
        self.sparks: list[tuple[float, float, float, float, int]] = []  # x, y, speed, age
        self.sword = Sword(self)
        self.shield = Sprite(334, 232, collision=Ellipse(0, 0, 16, 62), angle=8)
        head, body = Circle(0, -78, 24, name="head"), Rect(-26, -50, 52, 120, name="body")
        self.knight = Sprite(372, 220, collision=[head, body])
        self.blows = Overlaps(self.sword, self.shield, enter=self.block, exit=None)
        self.wounds = Overlaps(self.sword, self.knight, by_shape=True)
        self.lit: dict[str | None, float] = {}  # how bright a part of the knight still is

    def block(self, own: Sprite, other: Sprite) -> None:
        """Called for both sprites of a new overlap: one of them is the shield."""
        if own is self.shield:
            self.stage.tally["blows"] += 1

    def update(self) -> None:
        self.frame += 1
        self.sword.swing(self.frame)
        self.shield.y = 226 + 70 * math.sin(self.frame / 29)
        check(self.sword, [self.shield, self.knight], hit=None)
        self.blows.update()
        for _, _, _, part in self.wounds.update().entered:
            self.stage.tally[f"{part.name} hits"] += 1
            self.lit[part.name] = 1.0
        self.lit = {name: light - 0.04 for name, light in self.lit.items() if light > 0.04}
        self.sparks = [
            (x + vx, y + vy, vx, vy + 0.12, age + 1)
            for x, y, vx, vy, age in self.sparks
            if age < 24
        ]

    def draw(self) -> None:
        canvas = self.stage.canvas
        canvas.polygon([(0, 320), (WIDTH, 320), (WIDTH, HEIGHT), (0, HEIGHT)], FAINT)
        for shape in self.knight.world_shapes:
            color = MAUVE if shape.name == "body" else ROSE
            canvas.fill(shape.geometry, mix(color, CORAL, self.lit.get(shape.name, 0.0)))
        self.stage.paint(self.shield, BLUE)
        self.stage.paint(self.sword, MIST)
        for x, y, _, _, age in self.sparks:
            canvas.circle(x, y, 2.4 - age / 14, mix(PAPER if age < 6 else AMBER, NIGHT, age / 26))


if __name__ == "__main__":
    stage = Stage("duel", WIDTH, HEIGHT, sys.argv[1:])
    stage.run(Duel(stage))
