"""Plays an example by a script, in a window that nobody sees: for pictures and for tests."""

import os
import random
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import patch

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame
from window import Hand

FOLDER = Path(__file__).parent


Player = Callable[[ModuleType, int], Hand]
"""Called before each frame with the example's module and the frame's number, from 0."""

Watch = Callable[[ModuleType, pygame.Surface], object]
"""Called with the example's module and the screen when a frame is shown."""


def own_pilot(game: ModuleType, frame: int) -> Hand:
    """Play as the example does by itself when nobody plays."""
    hand: Hand = game.pilot(frame)
    return hand


def play(
    name: str,
    frames: int,
    player: Player = lambda game, frame: Hand(),
    watch: Watch = lambda game, screen: None,
    seed: int = 20,
) -> ModuleType:
    """Run an example for some frames, then press Escape, and return its module.

    Raises:
        RuntimeError: Escape did not quit.
    """
    game = ModuleType("__main__")
    game.__file__ = str(FOLDER / f"{name}.py")
    shown = 0
    hands = [Hand(), Hand()]  # of the last frame and of this one
    events = pygame.event.get

    def held() -> Any:
        codes = (pygame.key.key_code(key) for key in hands[1].keys)
        return defaultdict(bool, dict.fromkeys(codes, True))

    def begin() -> list[pygame.Event]:
        if shown > frames:
            raise RuntimeError(f"{name}: Escape did not quit")
        hands[:] = hands[1], player(game, shown) if shown < frames else Hand(["escape"])
        before, now = (set(hand.keys) for hand in hands)
        turns = [(pygame.KEYDOWN, now - before), (pygame.KEYUP, before - now)]
        changes = [(kind, pygame.key.key_code(key)) for kind, keys in turns for key in keys]
        return events() + [pygame.Event(kind, key=key) for kind, key in changes]

    def flip() -> None:
        nonlocal shown
        shown += 1
        screen = pygame.display.get_surface()
        if screen and shown <= frames:
            watch(game, screen)

    random.seed(seed)
    with (
        patch("pygame.event.get", begin),
        patch("pygame.key.get_pressed", held),
        patch("pygame.mouse.get_pos", lambda: hands[1].mouse),
        patch("pygame.mouse.get_pressed", lambda: (hands[1].button, False, False)),
        patch("pygame.display.flip", flip),
        # Somebody is there, and no time passes in which the example could play by itself.
        patch("pygame.display.get_driver", lambda: "seen"),
        patch("pygame.time.Clock", lambda: SimpleNamespace(tick=lambda rate: 0)),
    ):
        exec(compile(Path(game.__file__).read_text("utf-8"), game.__file__, "exec"), vars(game))
    return game
