"""The debug view: sprites drawn by pygame, and on top of them what spritecol sees.

`shapes_from_surface` finds the shapes of the pictures, so a crescent can lie in the notch of
another without a hit, and a star can turn inside a ring. A pygame Group draws the sprites, each
turned and scaled around a center of its own. Sprites that touch light up, with the push that would
part them, and a ray goes from the mouse to the middle.

    python examples/debug_view.py    # needs pygame-ce
"""

import math
from random import uniform

import window
import pygame

from spritecol import Group, check
from spritecol.integrations.pygame import (
    Sprite,
    draw_contacts,
    draw_rays,
    draw_shapes,
    shapes_from_surface,
)

WIDTH, HEIGHT = 720, 450
THINGS = 14
NIGHT, PAPER, AMBER, CORAL = "#11151f", "#ece7da", "#b98a3a", "#f0785c"
KEYS = "D: debug view, C: contacts, R: ray, arrows: move one, mouse: ask, Escape: quit"


def star(size, color):
    """A star with seven points; one is longer than the others, to show how it is turned."""
    image, corners = pygame.Surface((size, size), pygame.SRCALPHA), []
    for i in range(14):
        radius = size / 2 * (0.45 if i % 2 else 1.0 if i == 0 else 0.75)
        tip = pygame.Vector2(0, -radius).rotate(i * 360 / 14)
        corners.append((size / 2 + tip.x, size / 2 + tip.y))
    pygame.draw.polygon(image, color, corners)
    return image


def ring(size, color):
    """A ring with a gap."""
    image = pygame.Surface((size, size), pygame.SRCALPHA)
    pygame.draw.circle(image, color, (size / 2, size / 2), size / 2, size // 6)
    image.fill((0, 0, 0, 0), (0.4 * size, 0, 0.2 * size, 0.5 * size))
    return image


def crescent(size, color):
    image = pygame.Surface((size, size), pygame.SRCALPHA)
    pygame.draw.circle(image, color, (size / 2, size / 2), size / 2)
    pygame.draw.circle(image, (0, 0, 0, 0), (0.75 * size, 0.45 * size), 0.4 * size)
    return image


def letters(size, color):
    """A percent sign: separate parts, with holes."""
    return pygame.font.Font(None, int(1.3 * size)).render("%", True, color)


class Kind:
    """A picture, the same lit up, and its shapes, which are found only once."""

    def __init__(self, make, size, color):
        self.dark, self.bright = make(size, color), make(size, AMBER)
        self.shapes = shapes_from_surface(self.dark)


class Thing(Sprite):
    """Drifts, turns, grows and shrinks; lights up while it touches another."""

    smooth = True

    def __init__(self, kind):
        self.kind, size = kind, kind.dark.width
        super().__init__(
            x=uniform(80, WIDTH - 80),
            y=uniform(80, HEIGHT - 80),
            image=kind.dark,
            collision=kind.shapes,
            center_x=size * uniform(0.2, 0.8),
            center_y=size * uniform(0.2, 0.8),
            offset_sync=True,
            angle=uniform(0, 360),
        )
        self.vx, self.vy, self.spin = uniform(-1, 1), uniform(-1, 1), uniform(-1.5, 1.5)
        self.age, self.breath = 0, uniform(0.01, 0.04)
        self.lit = False

    def update(self):
        self.age += 1
        self.x += self.vx
        self.y += self.vy
        self.angle += self.spin
        self.scale_x = 1 + 0.3 * math.sin(self.age * self.breath)
        left, top, right, bottom = self.aabb
        if (left < 0 and self.vx < 0) or (right > WIDTH and self.vx > 0):
            self.vx = -self.vx
        if (top < 0 and self.vy < 0) or (bottom > HEIGHT and self.vy > 0):
            self.vy = -self.vy
        self.lit = False

    def hit(self):  # called by check
        self.lit = True

    def show(self):
        """Choose the picture for this frame."""
        image = self.kind.bright if self.lit else self.kind.dark
        if image is not self.original_image:
            self.image = image


def score():
    return f"{len(touching)} pairs"


screen = window.open(WIDTH, HEIGHT + 48)
font = pygame.font.Font(None, 20)
makers = (star, "#c67890"), (ring, "#68a68c"), (crescent, "#5c86be"), (letters, "#987eba")
kinds = [Kind(make, size, color) for size in (64, 84, 104) for make, color in makers]
things = [Thing(kinds[i % len(kinds)]) for i in range(THINGS)]
sprites, group = pygame.sprite.Group(things), Group(things)
debug, contacts, ray, touching = True, True, True, []
for hand in window.frames(score):
    debug ^= "d" in hand.struck
    contacts ^= "c" in hand.struck
    ray ^= "r" in hand.struck
    things[0].x += 4 * hand.right
    things[0].y += 4 * hand.down
    sprites.update()
    touching = check(group)
    for thing in things:
        thing.show()
    screen.fill(NIGHT)
    sprites.draw(screen)
    if debug:
        draw_shapes(
            screen,
            group,
            outline=PAPER,
            hit=CORAL,
            aabb="#62719e",
            pivot="#a8e070",
            hits=touching,
            legend=True,
        )
    for a, b in touching if debug and contacts else ():
        draw_contacts(screen, a.contacts(b), width=2)
    if debug and ray:
        middle = WIDTH / 2, HEIGHT / 2
        draw_rays(screen, hand.mouse, middle, group.raycast(*hand.mouse, *middle), width=2)
    pygame.draw.rect(screen, "#1a2030", (0, HEIGHT, WIDTH, 48))
    screen.blit(font.render(f"{score()}. {KEYS}", True, PAPER), (12, HEIGHT + 6))
    below = group.query_point(*hand.mouse)
    text = "At the mouse: " + ("; ".join(map(repr, below)) or "nothing")
    screen.blit(font.render(text[:95], True, "#9aa2b4"), (12, HEIGHT + 27))
