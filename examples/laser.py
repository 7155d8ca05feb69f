"""A laser: a thick ray from the muzzle that ends where it first hits.

The beam is drawn as one sprite, a thin rectangle. It turns with the turret around (0, 0), the
muzzle, and `scale_x` makes it exactly long enough to reach what the ray has hit.

    python examples/laser.py                # in a window (needs pygame-ce): the mouse aims, its
                                            # button or space fires, Escape quits
    python examples/laser.py --frames 240   # no window: aims by itself, writes a picture
"""

import math
import sys

from stage import AMBER, BLUE, CORAL, FAINT, MAUVE, NIGHT, PAPER, ROSE, SAGE, Stage, mix

from spritecol import Circle, Ellipse, Group, Polygon, RayHit, Rect, Sprite, draw, update

WIDTH, HEIGHT = 720, 450
REACH = 900.0  # pixels, farther than any corner of the window
BEAM = 3.0  # pixels, the width of the beam
CROWD = 9  # drones at any time

BOLT = [(-30, -16), (0, -26), (30, -16), (12, 0), (30, 16), (0, 26), (-30, 16), (-12, 0)]
TURRET = (Circle(-18, 0, 16), Rect(-18, -5, 18, 10))
FORMS = (
    ((Circle(0, 0, 15), Ellipse(0, 0, 32, 6)), SAGE),
    ((Polygon(BOLT),), MAUVE),
    ((Rect(-24, -5, 48, 10), Rect(-5, -24, 10, 48)), ROSE),
)


class Drone(Sprite):
    """Drifts and turns, heats up under the beam, and bursts."""

    def __init__(self, scene: "Laser", number: int) -> None:
        chance = scene.stage.random
        shapes, self.color = FORMS[number % len(FORMS)]
        super().__init__(collision=shapes, angle=30 * number)
        self.x = chance.choice([-40, WIDTH + 40]) if scene.born >= CROWD else 80 * number + 40
        self.y = chance.uniform(50, HEIGHT * 0.62)
        self.vx = math.copysign(chance.uniform(0.5, 1.6), WIDTH / 2 - self.x)
        self.spin, self.heat, self.scene = chance.uniform(-1.5, 1.5), 0.0, scene

    def update(self) -> None:
        self.x += self.vx
        self.y += 0.4 * math.sin(self.x / 50)
        self.angle += self.spin
        self.heat = max(0.0, self.heat - 0.01)
        if not -50 < self.x < WIDTH + 50:
            self.vx = -self.vx

    def burn(self) -> None:
        self.heat += 0.06
        if self.heat > 1:
            self.vanish()
            self.scene.stage.tally["drones down"] += 1
            self.scene.bursts.append((self.x, self.y, 0))

    def draw(self) -> None:
        self.scene.stage.paint(self, mix(self.color, AMBER, self.heat))


class Laser:
    """The scene."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.born = 0
        self.drones = Group()
        thin = Rect(0, -BEAM / 2, REACH, BEAM)
        self.beam = Sprite(WIDTH / 2, HEIGHT - 40, collision=thin, angle=-90)
        self.lit: RayHit | None = None
        self.firing = False
        self.bursts: list[tuple[float, float, int]] = []  # x, y, age in frames

    def update(self) -> None:
        while len(self.drones) < CROWD:
            self.drones.add(Drone(self, self.born))
            self.born += 1
        update(self.drones)
        self.aim()
        self.shine()
        self.bursts = [(x, y, age + 1) for x, y, age in self.bursts if age < 25]

    def aim(self) -> None:
        """Turn to the mouse; when nobody plays, to the drone that takes the smallest turn."""
        beam, keys = self.beam, self.stage.keys
        if self.stage.mouse and keys is not None:
            x, y = self.stage.mouse
            self.firing = "button" in keys or "fire" in keys
        else:
            inside = [d for d in self.drones if 40 < d.x < WIDTH - 40]
            target = min(inside, key=lambda d: abs(self.turn_to(d.x, d.y)), default=beam)
            x, y = target.x, target.y
            self.firing = target is not beam
        turn = self.turn_to(x, y)
        beam.angle += max(-2.5, min(2.5, turn))

    def turn_to(self, x: float, y: float) -> float:
        """How many degrees the beam has to turn to point at a position."""
        there = math.degrees(math.atan2(y - self.beam.y, x - self.beam.x))
        return (there - self.beam.angle + 180) % 360 - 180

    def shine(self) -> None:
        """Find what the beam hits first, and end it there."""
        beam, angle = self.beam, math.radians(self.beam.angle)
        far = beam.x + REACH * math.cos(angle), beam.y + REACH * math.sin(angle)
        self.lit, beam.scale_x = None, 1.0
        if self.firing:
            self.lit = self.drones.raycast(beam.x, beam.y, *far, radius=BEAM / 2)
        if self.lit:
            beam.scale_x = math.dist((beam.x, beam.y), self.lit.point) / REACH
            self.stage.tally["frames of fire"] += 1
            self.lit.sprite.burn()

    def draw(self) -> None:
        canvas, beam = self.stage.canvas, self.beam
        for i in range(70):  # the stars
            canvas.circle(i * 397 % WIDTH, i * 211 % (HEIGHT - 40), 0.6 + i % 3 * 0.3, FAINT)
        draw(self.drones)
        if self.firing:
            area = beam.geometry
            canvas.fill(area.buffer(3), mix(NIGHT, CORAL, 0.45))
            canvas.fill(area.buffer(1), CORAL)
            canvas.fill(area, PAPER)
            if self.lit:
                x, y = self.lit.point
                canvas.circle(x, y, 8, mix(CORAL, AMBER, 0.5))
                canvas.circle(x, y, 4, PAPER)
        for x, y, age in self.bursts:
            turns = [math.radians(24 * i) for i in range(15)]
            ring = [(x + 3 * age * math.cos(a), y + 3 * age * math.sin(a)) for a in turns]
            canvas.dots(ring, 2.4 - age / 14, mix(AMBER, NIGHT, age / 30))
        foot = [(-34, 40), (-22, 6), (22, 6), (34, 40)]
        canvas.polygon([(beam.x + x, beam.y + y) for x, y in foot], mix(BLUE, NIGHT, 0.4))
        turret = Sprite(beam.x, beam.y, angle=beam.angle, collision=TURRET)
        self.stage.paint(turret, BLUE)


if __name__ == "__main__":
    stage = Stage("laser", WIDTH, HEIGHT, sys.argv[1:])
    stage.run(Laser(stage))
