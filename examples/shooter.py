"""Paper Plane: a small shooter without images. Every sprite is drawn from its shapes.

The plane flies a loop when it is hit, and nothing can hit it during the loop.

    python examples/shooter.py                # in a window (needs pygame-ce): arrow keys fly,
                                              # space shoots, Escape quits
    python examples/shooter.py --frames 311   # no window: flies by itself, writes a picture
"""

import math
import sys

from stage import AMBER, CORAL, FAINT, MAUVE, PAPER, ROSE, SAGE, Stage, mix, star

from spritecol import DISCARD, Circle, Ellipse, Group, Polygon, Segment, Sprite, check, draw, update

WIDTH, HEIGHT = 800, 450


class Thing(Sprite):
    """Anything that flies. It glows when it is hit, and then fades."""

    color = PAPER
    glow = spin = 0.0

    def __init__(
        self, game: "PaperPlane", x: float, y: float, heading: float, speed: float
    ) -> None:
        super().__init__(x, y, angle=heading)
        self.game = game
        self.vx = speed * math.cos(math.radians(heading))
        self.vy = speed * math.sin(math.radians(heading))

    def update(self) -> None:
        self.x += self.vx
        self.y += self.vy
        self.angle += self.spin
        self.glow *= 0.93

    def draw(self) -> None:
        self.game.stage.paint(self, mix(self.color, AMBER, self.glow))


class Plane(Thing):
    collision = (
        Polygon([(34, 0), (-11, 0), (-20, -18)], name="left wing"),
        Polygon([(34, 0), (-11, 0), (-20, 18)], name="right wing"),
    )

    def update(self) -> None:
        keys = self.game.stage.keys
        if keys is None:  # nobody plays
            keys = self.game.autopilot()
        self.vx = 4.0 * (("right" in keys) - ("left" in keys))
        self.vy = 4.0 * (("down" in keys) - ("up" in keys))
        super().update()
        self.x = min(max(self.x, 30), WIDTH - 40)
        self.y = min(max(self.y, 30), HEIGHT - 30)
        if self.angle % 360 == 0:  # upright: not in a loop, or at the end of one
            self.spin, self.collision_enable = 0, True
            if "fire" in keys and self.game.frame % 5 == 0:
                self.game.beams.add(Beam(self.game, self.x + 34, self.y, 0, 14))

    def hit(self, danger: Sprite) -> object:
        self.glow, self.spin, self.collision_enable = 1, -6, False
        self.game.stage.tally["plane hit"] += 1
        return DISCARD  # ignore everything else that hit it in this frame


class Missile(Thing):
    def shot(self, target: Sprite) -> None:
        self.vanish()


class Beam(Missile):
    collision = Segment(-18, 0, 0, 0)  # longer than its flight per frame, so it can't skip anything
    color = AMBER


class Tear(Missile):
    collision = Ellipse(0, 0, 9, 4)
    color = CORAL


class Splinter(Thing):
    collision = Polygon([(9, 0), (-5, 5), (-5, -5)])

    def update(self) -> None:
        super().update()
        self.scale_x = self.scale_y = self.scale_x * 0.95
        if self.scale_x < 0.2:
            self.vanish()


class Enemy(Thing):
    life = 1

    def update(self) -> None:
        self.vy = 1.5 * math.sin(self.x / 60)
        super().update()
        if self.game.stage.random.random() < 0.005:
            plane = self.game.plane
            aim = math.degrees(math.atan2(plane.y - self.y, plane.x - self.x))
            self.game.tears.add(Tear(self.game, self.x, self.y, aim, 4))

    def hit(self, beam: Sprite) -> None:
        self.glow = 1.0
        self.life -= 1
        self.game.stage.tally["enemies hit"] += 1
        if self.life == 0:
            self.shot(beam)

    def shot(self, other: Sprite) -> None:
        """Break into pieces: it was shot down, or it flew into the plane."""
        self.vanish()
        self.game.stage.tally["enemies down"] += 1
        for i in range(16):
            splinter = Splinter(self.game, self.x, self.y, i * 22.5, 2 + i % 3)
            splinter.color = self.color
            self.game.splinters.add(splinter)


class Star(Enemy):
    collision = star(24)
    color = ROSE
    spin = 3.0


class Moon(Enemy):
    """A crescent: a beam can fly into its notch without hitting it."""

    collision = Polygon.from_geometry(Circle(0, 0, 30).geometry - Circle(14, 0, 24).geometry)
    color = SAGE
    life = 2
    spin = -1.0


class Planet(Enemy):
    """A ball and its ring, with a gap between them."""

    ring = Ellipse(0, 0, 45, 14).geometry - Ellipse(0, 0, 37, 8).geometry
    collision = (Circle(0, 0, 18), Polygon.from_geometry(ring))
    color = MAUVE
    life = 3
    spin = 0.5


class PaperPlane:
    """The scene."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.frame = 0
        self.plane = Plane(self, 120, HEIGHT / 2, 0, 0)
        self.beams, self.tears, self.enemies, self.splinters = Group(), Group(), Group(), Group()
        self.dangers = Group(self.tears, self.enemies)
        self.all = Group(self.splinters, self.plane, self.beams, self.dangers)
        self.sky = Sprite(collision=[-60, -60, WIDTH + 60, HEIGHT + 60])

    def update(self) -> None:
        self.frame += 1
        if self.frame % 24 == 1:
            chance = self.stage.random
            kind = chance.choice((Star, Moon, Planet))
            y, speed = chance.uniform(80, HEIGHT - 80), chance.uniform(1, 2.5)
            self.enemies.add(kind(self, WIDTH + 50, y, 180, speed))
        update(self.all)
        check(self.beams, self.enemies)
        check(self.dangers, self.plane)
        for stray in set(self.all) - set(self.sky.check(self.all)) - {self.plane}:
            stray.vanish()

    def autopilot(self) -> frozenset[str]:
        """The keys when nobody plays: fly to the height of the nearest enemy, and fire."""
        ahead = [enemy for enemy in self.enemies if enemy.x > self.plane.x + 60]
        target = min(ahead, key=lambda enemy: enemy.x, default=self.plane)
        if abs(target.y - self.plane.y) <= 4:
            return frozenset(["fire"])
        return frozenset(["fire", "down" if target.y > self.plane.y else "up"])

    def draw(self) -> None:
        for i in range(60):  # distant stars that drift past
            x = (i * 397 - self.frame * (1 + i % 3) * 0.3) % WIDTH
            self.stage.canvas.circle(x, i * 211 % HEIGHT, 0.7 + i % 3 * 0.4, FAINT)
        self.stage.paint_boxes(self.all)
        draw(self.all)


if __name__ == "__main__":
    stage = Stage("shooter", WIDTH, HEIGHT, sys.argv[1:])
    stage.run(PaperPlane(stage))
