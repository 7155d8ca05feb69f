"""Paper Plane: a small shooter without images. Every sprite is drawn from its shapes.

The plane flies a loop when it is hit, and nothing can hit it during the loop.

    python examples/shooter.py    # needs pygame-ce
"""

import math
from random import choice, random, uniform

import window
import pygame

from spritecol import (
    DISCARD,
    Circle,
    Ellipse,
    Group,
    Polygon,
    Segment,
    Sprite,
    Triangle,
    check,
    draw,
    update,
)

WIDTH, HEIGHT = 800, 450
NIGHT, PAPER, AMBER, CORAL = (pygame.Color(c) for c in ("#11151f", "#ece7da", "#fac460", "#f0785c"))
KEYS = "arrows: fly, space: shoot, R: again, Escape: quit"
LEGEND = (("star: 1 hit", "#c67890"), ("moon: 2 hits", "#68a68c"), ("planet: 3 hits", "#987eba"),
          ("tear: avoid it", CORAL))  # fmt: skip


class Thing(Sprite):
    """Anything that flies. It glows when it is hit, and then fades."""

    color = PAPER
    glow = spin = 0.0

    def __init__(self, x, y, heading=0.0, speed=0.0):
        super().__init__(x, y, angle=heading)
        self.vx = speed * math.cos(math.radians(heading))
        self.vy = speed * math.sin(math.radians(heading))

    def update(self):
        self.x += self.vx
        self.y += self.vy
        self.angle += self.spin
        self.glow *= 0.93

    def draw(self):
        color = self.color.lerp(AMBER, round(6 * self.glow) / 6)  # few colors: few images
        window.paint(screen, self, color, edge=color.lerp(PAPER, 0.4))


class Plane(Thing):
    collision = (
        Polygon([(34, 0), (-11, 0), (-20, -18)], name="left wing"),
        Polygon([(34, 0), (-11, 0), (-20, 18)], name="right wing"),
    )

    def steer(self, right, down, fires):
        self.vx, self.vy = 4.0 * right, 4.0 * down
        self.update()
        self.x = min(max(self.x, 30), WIDTH - 40)
        self.y = min(max(self.y, 30), HEIGHT - 30)
        if self.angle % 360 == 0:  # upright: not in a loop, or at the end of one
            self.spin, self.collision_enable = 0, True
            if fires and game.frame % 5 == 0:
                game.beams.add(Beam(self.x + 34, self.y, 0, 14))

    def hit(self, danger):  # called by check
        self.glow, self.spin, self.collision_enable = 1, -6, False
        game.lost += 1
        return DISCARD  # ignore everything else that hit it in this frame


class Missile(Thing):
    def shot(self, target):  # called by check
        self.vanish()


class Beam(Missile):
    collision = Segment(-18, 0, 0, 0)  # longer than its flight per frame, so it can't skip anything
    color = AMBER


class Tear(Missile):
    collision = Ellipse(0, 0, 9, 4)
    color = CORAL


class Splinter(Thing):
    collision = Polygon([(9, 0), (-5, 5), (-5, -5)])

    def update(self):
        super().update()
        self.scale *= 0.95
        if self.scale < 0.2:
            self.vanish()


class Enemy(Thing):
    life = 1

    def update(self):
        self.vy = 1.5 * math.sin(self.x / 60)
        super().update()
        if random() < 0.005:
            aim = math.degrees(math.atan2(game.plane.y - self.y, game.plane.x - self.x))
            game.tears.add(Tear(self.x, self.y, aim, 4))

    def hit(self, beam):  # called by check
        game.scored += 1
        self.glow = 1.0
        self.life -= 1
        if self.life == 0:
            self.shot(beam)

    def shot(self, other):
        """Break into pieces: it was shot down, or it flew into the plane."""
        self.vanish()
        game.down += 1
        for i in range(16):
            splinter = Splinter(self.x, self.y, i * 22.5, 2 + i % 3)
            splinter.color = self.color
            game.splinters.add(splinter)


def spike(degrees):
    """One of the five triangles of a star: from its tip to two far inner corners."""
    tip, left, right = (math.radians(degrees + turn) for turn in (0, -108, 108))
    return Triangle(24 * math.cos(tip), 24 * math.sin(tip), 9 * math.cos(left),
                    9 * math.sin(left), 9 * math.cos(right), 9 * math.sin(right))  # fmt: skip


class Star(Enemy):
    collision = tuple(spike(72 * i) for i in range(5))
    color = pygame.Color("#c67890")
    spin = 3.0


class Moon(Enemy):
    """A crescent: a beam can fly into its notch without hitting it."""

    collision = Polygon.from_geometry(Circle(0, 0, 30).geometry - Circle(14, 0, 24).geometry)
    color = pygame.Color("#68a68c")
    life = 2
    spin = -1.0


class Planet(Enemy):
    """A ball and its ring, with a gap between them."""

    ring = Ellipse(0, 0, 45, 14).geometry - Ellipse(0, 0, 37, 8).geometry
    collision = (Circle(0, 0, 18), Polygon.from_geometry(ring))
    color = pygame.Color("#987eba")
    life = 3
    spin = 0.5


class PaperPlane:
    def __init__(self):
        self.frame = self.scored = self.down = self.lost = 0
        self.plane = Plane(120, HEIGHT / 2)
        self.beams, self.tears, self.enemies, self.splinters = Group(), Group(), Group(), Group()
        self.dangers = Group(self.tears, self.enemies)
        self.others = Group(self.splinters, self.beams, self.dangers)

    def update(self, right, down, fires):
        self.frame += 1
        if self.frame % 24 == 1:
            kind, y = choice((Star, Moon, Planet)), uniform(80, HEIGHT - 80)
            self.enemies.add(kind(WIDTH + 50, y, 180, uniform(1, 2.5)))
        self.plane.steer(right, down, fires)
        update(self.others)
        check(self.beams, self.enemies)
        check(self.dangers, self.plane)
        inside = self.others.query_box(-60, -60, WIDTH + 60, HEIGHT + 60)
        for stray in set(self.others).difference(inside):
            stray.vanish()


def score():
    return f"{game.scored} hits, {game.down} down, plane hit {game.lost} times"


def pilot(frame):
    """Fly to the height of the nearest enemy, and fire."""
    plane = game.plane
    ahead = [enemy for enemy in game.enemies if enemy.x > plane.x + 60]
    target = min(ahead, key=lambda enemy: enemy.x, default=plane)
    if abs(target.y - plane.y) <= 4:
        return window.Hand(["space"])
    return window.Hand(["space", "down" if target.y > plane.y else "up"])


screen = window.open(WIDTH, HEIGHT + 48)
font, game = pygame.font.Font(None, 20), PaperPlane()
for hand in window.frames(score, pilot):
    if "r" in hand.keys:
        game = PaperPlane()
    game.update(hand.right, hand.down, "space" in hand.keys)
    screen.fill(NIGHT)
    for i in range(60):  # distant stars that drift past
        x = (i * 397 - game.frame * (1 + i % 3) * 0.3) % WIDTH
        pygame.draw.aacircle(screen, "#3c4660", (x, i * 211 % HEIGHT), 0.7 + i % 3 * 0.4)
    draw([game.others, game.plane])
    pygame.draw.rect(screen, "#1a2030", (0, HEIGHT, WIDTH, 48))
    screen.blit(font.render(f"{score()}. {KEYS}", True, PAPER), (12, HEIGHT + 6))
    x = 12
    for words, color in LEGEND:
        x = screen.blit(font.render(words, True, color), (x, HEIGHT + 27)).right + 20
