"""The window of an example, how it paints shapes, and who plays when nobody does.

An arcade machine that nobody touches plays by itself: its attract mode. So does an example that has
not been touched for five seconds, until a key is pressed or the mouse is moved. Without a display
it plays by itself for 600 frames as fast as it can, saves the last one as a picture, says so in one
line, and ends.

small_game.py shows how to do without this file.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from itertools import count
from math import ceil, cos, floor, sin
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
if sys.platform == "linux" and "XDG_RUNTIME_DIR" not in os.environ:
    # Wayland needs that folder; without it SDL would look for Wayland in vain, with a complaint.
    os.environ.setdefault("SDL_VIDEODRIVER", "x11,kmsdrm,offscreen")

import pygame

from spritecol import Group, Shape, Sprite, Vec2
from spritecol.integrations.pygame import draw_shapes, fill_shapes

PATIENCE = 5000  # milliseconds without a touch after which an example plays by itself
ALONE = 600  # frames that it plays without a display
UNSEEN = {"dummy", "offscreen"}  # SDL's drivers that show nothing
TOUCHES = {pygame.KEYDOWN, pygame.KEYUP, pygame.MOUSEMOTION,
           pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL}  # fmt: skip

Color = pygame.Color | str
Paint = tuple[int, ...]  # red, green, blue and opacity


class Hand(NamedTuple):
    """What a player does in one frame. Keys have the names that `pygame.key.key_code` knows."""

    keys: Collection[str] = ()  # those held down
    mouse: tuple[float, float] = (0, 0)
    button: bool = False
    struck: Collection[str] = ()  # those pressed since the last frame

    @property
    def right(self) -> int:
        """-1, 0 or 1: what the left and right arrow say."""
        return ("right" in self.keys) - ("left" in self.keys)

    @property
    def down(self) -> int:
        """-1, 0 or 1: what the up and down arrow say."""
        return ("down" in self.keys) - ("up" in self.keys)


def open(width: int, height: int) -> pygame.Surface:
    """Open the window and get ready for fonts. No sound device, as `pygame.init` would open one."""
    pygame.font.init()
    try:
        return pygame.display.set_mode((width, height))
    except pygame.error:  # there is no display of the kind that the environment names
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        pygame.display.quit()
        return pygame.display.set_mode((width, height))


@lru_cache(maxsize=512)
def upright(
    shapes: tuple[Shape, ...], color: Paint, edge: Paint | None
) -> tuple[pygame.Surface, Vec2]:
    """An image of shapes at twice their size, and its middle, in their coordinates."""
    sprite = Sprite(collision=shapes)
    left, top, right, bottom = sprite.aabb
    left, top = floor(left) - 2, floor(top) - 2
    width, height = ceil(right) + 2 - left, ceil(bottom) + 2 - top
    large = pygame.Surface((4 * width, 4 * height), pygame.SRCALPHA)  # made smaller: smooth edges
    large.fill((*(edge or color)[:3], 0))
    fill_shapes(large, sprite, color, offset=(left, top), zoom=4)
    if edge:
        draw_shapes(large, sprite, outline=edge, hit=None, aabb=None, pivot=None,
                    offset=(left, top), zoom=4, width=5)  # fmt: skip
    image = pygame.transform.smoothscale(large, (2 * width, 2 * height))
    return image, Vec2(left + width / 2, top + height / 2)


@lru_cache(maxsize=4096)
def posed(
    shapes: tuple[Shape, ...], color: Paint, edge: Paint | None, angle: float, scale: float,
    is_mirrored: bool, center: Vec2,
) -> tuple[pygame.Surface, Vec2]:  # fmt: skip
    """An image of shapes, turned and scaled, and where its corner is, seen from their sprite."""
    image, middle = upright(shapes, color, edge)
    arm = (middle - center) * scale
    if is_mirrored:
        image, arm = pygame.transform.flip(image, True, False), Vec2(-arm.x, arm.y)
    image = pygame.transform.rotozoom(image, -angle, scale / 2)
    return image, center + arm.rotated(angle) - Vec2(*image.get_size()) / 2


def paint(screen: pygame.Surface, sprites: Any, color: Color, edge: Color | None = None) -> None:
    """Draw the shapes of sprites by images, each of which is made once and kept.

    A game has images anyway; to fill the shapes anew in each frame would take longer than all else.
    Angles are drawn in steps of 3 degrees, scales in steps of a twentieth.
    """
    fill = tuple(pygame.Color(color))
    line = tuple(pygame.Color(edge)) if edge else None
    for sprite in Group(sprites):
        angle, scale = 3 * round(sprite.angle / 3) % 360, round(sprite.scale_y * 20) / 20
        center = Vec2(sprite.center_x, sprite.center_y)
        image, corner = posed(sprite.shapes, fill, line, angle, scale, sprite.scale_x < 0, center)
        screen.blit(image, (round(sprite.x + corner.x), round(sprite.y + corner.y)))


def wander(frame: int) -> Hand:
    """Move the mouse around the window, and press its button now and then."""
    width, height = pygame.display.get_window_size()
    across, down = cos(frame / 40), sin(frame / 40)
    mouse = round(width * (0.5 + 0.35 * across)), round(height * (0.45 + 0.3 * down))
    return Hand(mouse=mouse, button=frame % 120 >= 30)


def frames(score: Callable[[], str], pilot: Callable[[int], Hand] = wander) -> Iterator[Hand]:
    """Show frame after frame, until Escape is pressed or the window is closed.

    Args:
        score: How the game stands, in a few words.
        pilot: What to do in a frame, by its number, when nobody plays.

    Yields:
        What the player does. The caller draws the frame before it asks for the next.
    """
    seen = pygame.display.get_driver() not in UNSEEN
    name, clock, begun = Path(sys.argv[0]).stem, pygame.time.Clock(), time.perf_counter()
    untouched = 0 if seen else PATIENCE
    keys: set[str] = set()
    for frame in count():
        struck: set[str] = set()
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                return
            if event.type == pygame.KEYDOWN:
                struck.add(pygame.key.name(event.key))
                keys.add(pygame.key.name(event.key))
            elif event.type == pygame.KEYUP:
                keys.discard(pygame.key.name(event.key))
            if event.type in TOUCHES:
                untouched = 0
        if "escape" in struck:
            return
        buttons = pygame.mouse.get_pressed()
        if keys or any(buttons):
            untouched = 0
        alone = untouched >= PATIENCE
        pygame.display.set_caption(f"{name}: press a key to play" if alone else name)
        yield pilot(frame) if alone else Hand(keys, pygame.mouse.get_pos(), buttons[0], struck)
        pygame.display.flip()
        if seen:
            untouched += clock.tick(60)
        elif frame + 1 == ALONE:
            pace = 1000 * (time.perf_counter() - begun) / ALONE
            print(f"{name}: no display, so it played by itself: {ALONE} frames, {score()}, "
                  f"{pace:.1f} ms a frame; the last is {save(f'{name}.png')}")  # fmt: skip
            return


def save(name: str) -> Path:
    """Save what is in the window: in this folder, or in a new one where this cannot be written."""
    path, screen = Path(name), pygame.display.get_surface()
    assert screen
    try:
        pygame.image.save(screen, path)
    except (OSError, pygame.error):
        path = Path(tempfile.mkdtemp()) / name
        pygame.image.save(screen, path)
    return path
