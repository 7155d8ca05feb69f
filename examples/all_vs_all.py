"""All against all: 125 turning, scaled boxes, circles, triangles and stars, one check per frame.

The scene comes from DXRuby's collision sample: everything that touches something else lights up.
The bright patches are the overlaps, which shapely computes from the pairs that `check` returns.

    python examples/all_vs_all.py                # in a window (needs pygame-ce); Escape quits
    python examples/all_vs_all.py --frames 120   # no window: prints the hits, writes a picture
"""

import sys

from stage import AMBER, BLUE, MAUVE, NIGHT, PAPER, ROSE, SAGE, Stage, mix, star

from spritecol import Circle, Group, Rect, Sprite, Triangle, check, draw, update

COUNT = 125


class Thing(Sprite):
    """Drifts, turns, bounces off the edges, and lights up while anything touches it."""

    color = BLUE

    def __init__(self, stage: Stage) -> None:
        chance = stage.random
        super().__init__(
            x=chance.uniform(30, stage.width - 30),
            y=chance.uniform(30, stage.height - 30),
            angle=chance.uniform(0, 360),
            scale_x=chance.uniform(0.6, 1.4),
            scale_y=chance.uniform(0.6, 1.4),
        )
        self.stage = stage
        self.vx, self.vy = chance.uniform(-1.5, 1.5), chance.uniform(-1.5, 1.5)
        self.spin = chance.uniform(-2, 2)
        self.lit = False

    def update(self) -> None:
        self.lit = False
        self.angle += self.spin
        self.x += self.vx
        self.y += self.vy
        left, top, right, bottom = self.aabb
        if (left < 0 and self.vx < 0) or (right > self.stage.width and self.vx > 0):
            self.vx = -self.vx
        if (top < 0 and self.vy < 0) or (bottom > self.stage.height and self.vy > 0):
            self.vy = -self.vy

    def hit(self, other: Sprite) -> None:
        self.lit = True

    def draw(self) -> None:
        self.stage.paint(self, self.color if self.lit else mix(self.color, NIGHT, 0.5))


class Box(Thing):
    collision = Rect(-13, -13, 26, 26)


class Disc(Thing):
    collision = Circle(0, 0, 14)
    color = SAGE


class Wedge(Thing):
    collision = Triangle(0, -17, 15, 12, -15, 12)
    color = MAUVE


class Star(Thing):
    collision = star(20)
    color = ROSE


class AllVersusAll:
    """The scene."""

    def __init__(self, stage: Stage) -> None:
        kinds = (Box, Disc, Wedge, Star)
        self.stage = stage
        self.things = Group(*(kinds[i % len(kinds)](stage) for i in range(COUNT)))
        self.touching: list[tuple[Sprite, Sprite]] = []

    def update(self) -> None:
        update(self.things)
        before = set(self.touching)
        self.touching = check(self.things)
        self.stage.tally["contacts"] += len(set(self.touching) - before)

    def draw(self) -> None:
        self.stage.paint_boxes(self.things)
        draw(self.things)
        areas = {thing: thing.geometry for thing in {t for pair in self.touching for t in pair}}
        for a, b in self.touching:
            overlap = areas[a] & areas[b]
            self.stage.canvas.fill(overlap, AMBER)
            self.stage.canvas.outline(overlap, PAPER)


if __name__ == "__main__":
    stage = Stage("all_vs_all", 640, 480, sys.argv[1:])
    stage.run(AllVersusAll(stage))
