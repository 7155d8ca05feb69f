"""A laser: a thick ray from the muzzle that ends where it first hits.

The beam is one sprite, a thin rectangle. It turns with the turret around (0, 0), the muzzle, and
`scale_x` makes it exactly long enough to reach what the ray has hit.

    python examples/laser.py    # needs pygame-ce
"""

import math
from random import choice, uniform

import window
import pygame

from spritecol import Circle, Ellipse, Group, Polygon, Rect, Sprite, draw, update
from spritecol.integrations.pygame import draw_shapes, fill_shapes

WIDTH, HEIGHT = 720, 450
REACH = 900.0  # pixels, farther than any corner of the window
BEAM = 3.0  # pixels, the width of the beam
CROWD = 9  # drones at any time
NIGHT, PAPER, AMBER, CORAL = (pygame.Color(c) for c in ("#11151f", "#ece7da", "#fac460", "#f0785c"))
BOLT = [(-30, -16), (0, -26), (30, -16), (12, 0), (30, 16), (0, 26), (-30, 16), (-12, 0)]
FORMS = (
    ([Circle(0, 0, 15), Ellipse(0, 0, 32, 6)], pygame.Color("#68a68c")),
    ([Polygon(BOLT)], pygame.Color("#987eba")),
    ([Rect(-24, -5, 48, 10), Rect(-5, -24, 10, 48)], pygame.Color("#c67890")),
)
KEYS = "mouse: aim, button: fire, R: again, Escape: quit"
LEGEND = (("drone", FORMS[0][1]), ("hot drone, about to burst", AMBER), ("beam", CORAL))


class Drone(Sprite):
    """Drifts and turns, heats up under the beam, and bursts."""

    def __init__(self, number, x):
        shapes, self.color = FORMS[number % len(FORMS)]
        super().__init__(x, uniform(50, HEIGHT * 0.62), collision=shapes, angle=30 * number)
        self.vx = math.copysign(uniform(0.5, 1.6), WIDTH / 2 - x)
        self.spin, self.heat = uniform(-1.5, 1.5), 0.0

    def update(self):
        self.x += self.vx
        self.y += 0.4 * math.sin(self.x / 50)
        self.angle += self.spin
        self.heat = max(0.0, self.heat - 0.01)
        if not -50 < self.x < WIDTH + 50:
            self.vx = -self.vx

    def draw(self):
        fill_shapes(screen, self, self.color.lerp(AMBER, self.heat))
        draw_shapes(
            screen, self, outline=self.color.lerp(PAPER, 0.5), hit=None, aabb=None, pivot=None
        )


class Laser:
    def __init__(self):
        self.born = self.down = 0
        self.drones: Group[Drone] = Group()
        thin = Rect(0, -BEAM / 2, REACH, BEAM)
        self.beam = Sprite(WIDTH / 2, HEIGHT - 40, collision=thin, angle=-90)
        turret = [Circle(-18, 0, 16), Rect(-18, -5, 18, 10)]
        self.turret = Sprite(self.beam.x, self.beam.y, collision=turret)
        self.lit = None  # what the ray has hit
        self.bursts = []  # x, y, age in frames

    def update(self, aim, firing):
        while len(self.drones) < CROWD:
            edge = choice([-40, WIDTH + 40])
            self.drones.add(Drone(self.born, edge if self.born >= CROWD else 80 * self.born + 40))
            self.born += 1
        update(self.drones)
        beam = self.beam
        there = math.degrees(math.atan2(aim[1] - beam.y, aim[0] - beam.x))
        turn = (there - beam.angle + 180) % 360 - 180
        self.turret.angle = beam.angle = beam.angle + max(-2.5, min(2.5, turn))
        self.shine(firing)
        self.bursts = [(x, y, age + 1) for x, y, age in self.bursts if age < 25]

    def shine(self, firing):
        """Find what the beam hits first, and end it there."""
        beam, angle = self.beam, math.radians(self.beam.angle)
        far = beam.x + REACH * math.cos(angle), beam.y + REACH * math.sin(angle)
        self.lit, beam.scale_x, beam.visible = None, 1.0, firing
        if firing:
            self.lit = self.drones.raycast(beam.x, beam.y, *far, radius=BEAM / 2)
        if self.lit:
            beam.scale_x = self.lit.fraction
            drone = self.lit.other
            drone.heat += 0.06
            if drone.heat > 1:
                drone.vanish()
                self.down += 1
                self.bursts.append((drone.x, drone.y, 0))

    def draw(self):
        for i in range(70):  # the stars
            place = i * 397 % WIDTH, i * 211 % (HEIGHT - 40)
            pygame.draw.aacircle(screen, "#2c3448", place, 0.6 + i % 3 * 0.3)
        draw(self.drones)
        if self.beam.visible:
            angle, length = math.radians(self.beam.angle), REACH * self.beam.scale_x
            start = self.beam.x, self.beam.y
            end = start[0] + length * math.cos(angle), start[1] + length * math.sin(angle)
            pygame.draw.line(screen, NIGHT.lerp(CORAL, 0.45), start, end, 9)
            pygame.draw.line(screen, CORAL, start, end, 5)
            fill_shapes(screen, self.beam, PAPER)
        if self.lit:
            pygame.draw.aacircle(screen, CORAL.lerp(AMBER, 0.5), self.lit.point, 8)
            pygame.draw.aacircle(screen, PAPER, self.lit.point, 4)
        for x, y, age in self.bursts:
            for i in range(15):
                spark = pygame.Vector2(x, y) + pygame.Vector2(3 * age, 0).rotate(24 * i)
                pygame.draw.aacircle(screen, AMBER.lerp(NIGHT, age / 30), spark, 2.4 - age / 14)
        foot = [
            (self.beam.x + x, self.beam.y + y) for x, y in [(-34, 40), (-22, 6), (22, 6), (34, 40)]
        ]
        pygame.draw.polygon(screen, "#3e5a7e", foot)
        fill_shapes(screen, self.turret, "#5c86be")


def score():
    return f"{game.down} drones down"


def pilot(frame):
    """Burn whatever is nearest to where the beam points."""
    near = game.drones.nearest(WIDTH / 2, HEIGHT / 2)
    return window.Hand(mouse=(near.other.x, near.other.y) if near else (0, 0), button=True)


screen = window.open(WIDTH, HEIGHT + 48)
font, game = pygame.font.Font(None, 20), Laser()
for hand in window.frames(score, pilot):
    if "r" in hand.keys:
        game = Laser()
    game.update(hand.mouse, hand.button)
    screen.fill(NIGHT)
    game.draw()
    pygame.draw.rect(screen, "#1a2030", (0, HEIGHT, WIDTH, 48))
    screen.blit(font.render(f"{score()}. {KEYS}", True, PAPER), (12, HEIGHT + 6))
    x = 12
    for words, color in LEGEND:
        x = screen.blit(font.render(words, True, color), (x, HEIGHT + 27)).right + 20
