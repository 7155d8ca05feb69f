"""The debug view: sprites drawn by pygame, and on top of them the shapes that spritecol sees.

`shapes_from_surface` finds the shapes of the pictures, so a crescent can lie in the notch of
another without a hit, and a star can turn inside a ring. A pygame Group draws the sprites, each
turned and scaled around a center of its own. Sprites that touch light up.

    python examples/debug_view.py                # in a window: D toggles the debug view, C the
                                                 # cells of the quadtree, arrow keys move one
                                                 # sprite, Escape quits
    python examples/debug_view.py --frames 120   # no window: runs by itself, writes a picture

Both need pygame-ce.
"""

import math
import os
import random
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import stage

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from spritecol import check
from spritecol.integrations.pygame import Sprite, draw_shapes, shapes_from_surface

WIDTH, HEIGHT = 720, 450
COUNT = 22  # things that drift about
STEP = 4  # pixels per frame that an arrow key moves the first of them


def picture(size: int) -> pygame.Surface:
    """A fully transparent picture."""
    return pygame.Surface((size, size), pygame.SRCALPHA)


def star(size: int, color: stage.Color) -> pygame.Surface:
    """A star with seven points; one is longer than the others, to show how it is turned."""
    image, middle = picture(size), size / 2
    corners = []
    for i in range(14):
        radius = middle * (0.45 if i % 2 else 1.0 if i == 0 else 0.75)
        turn = math.tau * i / 14
        corners.append((middle + radius * math.sin(turn), middle - radius * math.cos(turn)))
    pygame.draw.polygon(image, color, corners)
    return image


def ring(size: int, color: stage.Color) -> pygame.Surface:
    """A ring with a gap."""
    image = picture(size)
    pygame.draw.circle(image, color, (size / 2, size / 2), size / 2, size // 6)
    pygame.draw.rect(image, (0, 0, 0, 0), (0.4 * size, 0, 0.2 * size, 0.5 * size))
    return image


def crescent(size: int, color: stage.Color) -> pygame.Surface:
    image = picture(size)
    pygame.draw.circle(image, color, (size / 2, size / 2), size / 2)
    pygame.draw.circle(image, (0, 0, 0, 0), (0.75 * size, 0.45 * size), 0.4 * size)
    return image


def letters(size: int, color: stage.Color) -> pygame.Surface:
    """A percent sign: separate parts, with holes."""
    return pygame.font.Font(None, int(1.3 * size)).render("%", True, color)


KINDS = ((star, stage.ROSE), (ring, stage.SAGE), (crescent, stage.BLUE), (letters, stage.MAUVE))


class Thing(Sprite):
    """Drifts, turns and grows and shrinks; lights up while it touches another."""

    smooth = True

    def __init__(self, chance: random.Random, kind: int) -> None:
        make, color = KINDS[kind % len(KINDS)]
        size = chance.randrange(40, 80)
        self.dark, self.bright = make(size, color), make(size, stage.AMBER)
        super().__init__(
            x=chance.uniform(80, WIDTH - 80),
            y=chance.uniform(80, HEIGHT - 80),
            image=self.dark,
            collision=shapes_from_surface(self.dark),
            center_x=size * chance.uniform(0.2, 0.8),
            center_y=size * chance.uniform(0.2, 0.8),
            offset_sync=True,
            angle=chance.uniform(0, 360),
        )
        self.vx, self.vy = chance.uniform(-1, 1), chance.uniform(-1, 1)
        self.spin, self.breath = chance.uniform(-1.5, 1.5), chance.uniform(0.01, 0.04)
        self.age = 0
        self.lit = False

    def update(self, keys: tuple[int, int] = (0, 0)) -> None:
        self.age += 1
        self.x += self.vx + STEP * keys[0]
        self.y += self.vy + STEP * keys[1]
        self.angle += self.spin
        self.scale_x = 1 + 0.3 * math.sin(self.age * self.breath)
        left, top, right, bottom = self.aabb
        if (left < 0 and self.vx < 0) or (right > WIDTH and self.vx > 0):
            self.vx = -self.vx
        if (top < 0 and self.vy < 0) or (bottom > HEIGHT and self.vy > 0):
            self.vy = -self.vy
        self.lit = False

    def hit(self) -> None:
        self.lit = True

    def show(self) -> None:
        """Choose the picture for this frame."""
        image = self.bright if self.lit else self.dark
        if image is not self.original_image:
            self.image = image


class DebugView:
    """The scene."""

    def __init__(self, seed: int) -> None:
        pygame.font.init()
        chance = random.Random(seed)
        self.things = [Thing(chance, i) for i in range(COUNT)]
        self.group: Any = pygame.sprite.Group(self.things)
        self.in_contact: set[frozenset[Sprite]] = set()
        self.tally: Counter[str] = Counter()
        self.debug = True
        self.cells = False

    def update(self, arrows: tuple[int, int] = (0, 0)) -> None:
        for thing in self.things:
            thing.update(arrows if thing is self.things[0] else (0, 0))
        before = self.in_contact
        self.in_contact = {frozenset(pair) for pair in check(self.things)}
        self.tally["contacts made"] += len(self.in_contact - before)
        self.tally["contacts lost"] += len(before - self.in_contact)
        for thing in self.things:
            thing.show()

    def draw(self, surface: pygame.Surface) -> None:
        surface.fill(stage.NIGHT)
        self.group.draw(surface)
        if self.debug:
            cell = stage.FAINT if self.cells else None
            draw_shapes(surface, self.things, outline=stage.PAPER, hit=stage.CORAL, cell=cell)


def play(scene: DebugView) -> None:
    """Show the scene in a window until the player quits."""
    pygame.display.init()
    screen = pygame.display.set_mode((WIDTH, HEIGHT))
    pygame.display.set_caption("D: debug view, C: cells, arrows: move one, Escape: quit")
    clock = pygame.time.Clock()
    while True:
        for event in pygame.event.get():
            key = event.key if event.type == pygame.KEYDOWN else None
            if event.type == pygame.QUIT or key == pygame.K_ESCAPE:
                pygame.quit()
                return
            if key == pygame.K_d:
                scene.debug = not scene.debug
            elif key == pygame.K_c:
                scene.cells = not scene.cells
        down = pygame.key.get_pressed()
        arrows = (
            down[pygame.K_RIGHT] - down[pygame.K_LEFT],
            down[pygame.K_DOWN] - down[pygame.K_UP],
        )
        scene.update(arrows)
        scene.draw(screen)
        pygame.display.flip()
        clock.tick(stage.FRAMES_PER_SECOND)


def compute(scene: DebugView, frames: int, png: Path) -> None:
    """Run the scene for some frames and draw the last one, with the cells."""
    before: Counter[str] = Counter()
    for frame in range(1, frames + 1):
        scene.update()
        if frame % stage.FRAMES_PER_SECOND == 0:
            second = frame // stage.FRAMES_PER_SECOND
            print(f"second {second}: {stage.words(scene.tally - before)}")
            before = scene.tally.copy()
    print(f"{frames} frames: {stage.words(scene.tally)}")
    surface = pygame.Surface((WIDTH, HEIGHT))
    scene.cells = True
    scene.draw(surface)
    png.parent.mkdir(parents=True, exist_ok=True)
    pygame.image.save(surface, png)
    print(f"the last frame: {png}")


def main(arguments: Sequence[str]) -> None:
    options = stage.parser("debug_view").parse_args(arguments)
    scene = DebugView(options.seed)
    unasked = not options.headless and options.frames is None and options.png is None
    if unasked and stage.can_open_a_window():
        play(scene)
    else:
        frames = 300 if options.frames is None else options.frames
        compute(scene, frames, options.png or Path("debug_view.png"))


if __name__ == "__main__":
    main(sys.argv[1:])
