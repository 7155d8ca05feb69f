"""The sprite of both libraries beside pygame's own: what a game does with each of them, per sprite.

pygame's keeps its image and its rect as plain attributes, and knows no pose. Ours has the same
rect, made from its pose.
"""

import os
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
from harness.contender import Statement
from harness.contest import contest
from harness.measuring import Effort
from harness.rows import Row
from harness.targets import SPRITE_DRAWN, SPRITE_MADE, SPRITE_RECT_READ, SPRITE_RECT_WRITTEN

from spritecol.integrations import pygame as ours

PART = "pygame_sprite"
PEER = "pygame-ce"
COUNT = 100  # sprites that are drawn, 32 by 32 pixels, on 640 by 480


class TheirSprite(pygame.sprite.Sprite):
    """A sprite as pygame's users write it."""

    def __init__(self, x: float, y: float, image: pygame.Surface) -> None:
        super().__init__()
        self.image = image
        self.rect = image.get_rect(topleft=(x, y))


class OurSprite(ours.Sprite):
    """Such a sprite, converted as the guide says."""

    def __init__(self, x: float, y: float, image: pygame.Surface) -> None:
        super().__init__(x=x, y=y, image=image)


def names(kind: Any) -> dict[str, Any]:
    """What the statements use."""
    image = pygame.Surface((32, 32))
    many: pygame.sprite.Group[Any] = pygame.sprite.Group()
    for k in range(COUNT):
        many.add(kind(61 * k % 640, 37 * k % 480, image))
    return {
        "kind": kind,
        "image": image,
        "sprite": kind(5, 6, image),
        "many": many,
        "screen": pygame.Surface((640, 480)),
    }


CASES = {
    SPRITE_MADE: ("kind(5, 6, image)", 1),
    SPRITE_DRAWN: ("many.draw(screen)", COUNT),
    SPRITE_RECT_READ: ("sprite.rect", 1),
    SPRITE_RECT_WRITTEN: ("sprite.rect.x += 1; sprite.rect.x -= 1", 2),
}


def statement(code: str, per: int, names: Mapping[str, Any]) -> Statement:
    """What is timed; the rects of both are compared."""
    made = Statement(code, names, per=per)
    made.answer = lambda: [tuple(sprite.rect) for sprite in (names["sprite"], *names["many"])]  # type: ignore[method-assign]
    return made


def rows(effort: Effort) -> Iterator[Row]:
    """All cases."""
    for case, (code, per) in CASES.items():
        theirs = partial(lambda code, per: [statement(code, per, names(TheirSprite))], code, per)
        mine = statement(code, per, names(OurSprite))
        yield from contest(PART, case, 1, mine, {PEER: theirs}, effort)
