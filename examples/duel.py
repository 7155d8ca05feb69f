"""A duel: a sword swings at a knight, whose shield you hold.

Three things that a check alone does not tell: where the sword touches (sparks fly off along the
normal of the contact), since when (the shield counts a blow once, however many frames it lasts),
and which part was hit (shapes have names).

    python examples/duel.py    # needs pygame-ce
"""

import math
from random import uniform

import window
import pygame

from spritecol import Circle, Ellipse, Overlaps, Polygon, Rect, Sprite, check
from spritecol.integrations.pygame import draw_shapes, fill_shapes

WIDTH, HEIGHT = 640, 420
NIGHT, PAPER, AMBER, CORAL = (pygame.Color(c) for c in ("#11151f", "#ece7da", "#fac460", "#f0785c"))
PARTS = {"head": pygame.Color("#c67890"), "body": pygame.Color("#987eba")}
KEYS = "mouse: the shield, R: again, Escape: quit"
LEGEND = (("head", PARTS["head"]), ("body", PARTS["body"]), ("a part that was hit", CORAL),
          ("sparks: where the sword touches", AMBER))  # fmt: skip


class Sword(Sprite):
    """Swings, and gives off sparks where it touches."""

    collision = (
        Polygon([(0, -4), (150, -4), (168, 0), (150, 4), (0, 4)], name="blade"),
        Rect(-6, -16, 8, 32, name="guard"),
    )

    def swing(self, frame):
        self.angle = 42 * math.sin(frame / 11)
        self.x = 205 + 40 * math.sin(frame / 23)

    def shot(self, other, contact):  # called by check, with the deepest contact
        nx, ny = contact.normal
        for x, y in contact.points:
            for _ in range(6):
                speed = uniform(1, 4)
                way = speed * nx + uniform(-1, 1), speed * ny + uniform(-1, 1)
                game.sparks.append((x, y, *way, 0))


class Duel:
    def __init__(self):
        self.frame = self.blocked = 0
        self.wounds = {"head": 0, "body": 0}
        self.lit = {"head": 0.0, "body": 0.0}  # how bright a part of the knight still is
        self.sparks = []  # x, y, speed, age
        self.sword = Sword(170, 230)
        self.shield = Sprite(334, 232, collision=Ellipse(0, 0, 16, 62), angle=8)
        head, body = Circle(0, -78, 24, name="head"), Rect(-26, -50, 52, 120, name="body")
        self.knight = Sprite(372, 220, collision=[head, body])
        self.blocks = Overlaps(self.sword, self.shield, enter=None, exit=None)
        self.strikes = Overlaps(self.sword, self.knight, by_shape=True)

    def update(self, mouse_y):
        self.frame += 1
        self.sword.swing(self.frame)
        self.shield.y += min(max(mouse_y - self.shield.y, -5), 5)
        check(self.sword, [self.shield, self.knight], hit=None)
        self.blocked += len(self.blocks.update().entered)
        for _, _, _, part in self.strikes.update().entered:
            self.wounds[part.name] += 1
            self.lit[part.name] = 1.0
        self.lit = {name: max(0.0, light - 0.04) for name, light in self.lit.items()}
        self.sparks = [
            (x + vx, y + vy, vx, vy + 0.12, age + 1)
            for x, y, vx, vy, age in self.sparks
            if age < 24
        ]

    def draw(self):
        pygame.draw.rect(screen, "#2c3448", (0, 320, WIDTH, 100))
        for part in self.knight.world_shapes:  # each in a color of its own
            name = part.name or ""
            color = PARTS[name].lerp(CORAL, self.lit[name])
            fill_shapes(screen, Sprite(collision=part), color)
        fill_shapes(screen, self.shield, "#5c86be")
        fill_shapes(screen, self.sword, "#7a869e")
        draw_shapes(
            screen, [self.shield, self.sword], outline=PAPER, hit=AMBER, aabb=None, pivot=None
        )
        for x, y, _, _, age in self.sparks:
            color = (PAPER if age < 6 else AMBER).lerp(NIGHT, age / 26)
            pygame.draw.aacircle(screen, color, (x, y), 2.4 - age / 14)


def score():
    head, body = game.wounds.values()
    return f"{game.blocked} blocked, {head} on the head, {body} on the body"


screen = window.open(WIDTH, HEIGHT + 48)
font, game = pygame.font.Font(None, 20), Duel()
for hand in window.frames(score):
    if "r" in hand.keys:
        game = Duel()
    game.update(hand.mouse[1])
    screen.fill(NIGHT)
    game.draw()
    pygame.draw.rect(screen, "#1a2030", (0, HEIGHT, WIDTH, 48))
    screen.blit(font.render(f"{score()}. {KEYS}", True, PAPER), (12, HEIGHT + 6))
    x = 12
    for words, color in LEGEND:
        x = screen.blit(font.render(words, True, color), (x, HEIGHT + 27)).right + 20
