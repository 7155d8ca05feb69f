"""Plays an example without a window: for pictures, for tests, and where there is no display.

    python examples/stage.py shooter                            # 300 frames, then shooter.png
    python examples/stage.py shooter --hold space,down --frames 40 --png here.png

No example needs this file.
"""

import argparse
import os
import random
from collections import defaultdict
from collections.abc import Callable, Collection
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple
from unittest.mock import patch

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

FOLDER = Path(__file__).parent


class Hand(NamedTuple):
    """What a player does in one frame."""

    keys: Collection[str] = ()  # those held down, as `pygame.key.key_code` names them
    mouse: tuple[float, float] = (0, 0)
    button: bool = False


Player = Callable[[ModuleType, int], Hand]
"""Called before each frame with the example's module and the frame's number, from 0."""

Watch = Callable[[ModuleType, pygame.Surface], object]
"""Called with the example's module and the screen when a frame is shown."""


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

    def hold(turn: int) -> Any:
        held = (pygame.key.key_code(key) for key in hands[turn].keys)
        return defaultdict(bool, dict.fromkeys(held, True))

    def just_pressed() -> Any:
        before = hold(0)
        return defaultdict(bool, {key: True for key in hold(1) if not before[key]})

    def begin(*kinds: Any) -> list[pygame.Event]:
        if shown > frames:
            raise RuntimeError(f"{name}: Escape did not quit")
        hands[:] = hands[1], player(game, shown) if shown < frames else Hand(["escape"])
        return events(*kinds)

    def flip() -> None:
        nonlocal shown
        shown += 1
        screen = pygame.display.get_surface()
        if screen and shown <= frames:
            watch(game, screen)

    random.seed(seed)
    with (
        patch("pygame.event.get", begin),
        patch("pygame.key.get_pressed", lambda: hold(1)),
        patch("pygame.key.get_just_pressed", just_pressed),
        patch("pygame.mouse.get_pos", lambda: hands[1].mouse),
        patch("pygame.mouse.get_pressed", lambda: (hands[1].button, False, False)),
        patch("pygame.display.flip", flip),
        patch("pygame.time.Clock", lambda: argparse.Namespace(tick=lambda rate: None)),
    ):
        exec(compile(Path(game.__file__).read_text("utf-8"), game.__file__, "exec"), vars(game))
    return game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("example", help="its name, such as shooter")
    parser.add_argument("--frames", type=int, default=300, help="how many to play (300)")
    parser.add_argument("--hold", default="", help="keys held down, such as space,left")
    parser.add_argument("--mouse", default="320,240", help="where the mouse is (320,240)")
    parser.add_argument("--png", help="file for the last frame (the example's name .png)")
    parser.add_argument("--seed", type=int, default=20, help="of the random numbers (20)")
    given = parser.parse_args()
    x, y = map(float, given.mouse.split(","))
    hand = Hand([key for key in given.hold.split(",") if key], (x, y), button=True)
    png = given.png or f"{given.example}.png"
    pictures: list[pygame.Surface] = []

    def watch(game: ModuleType, screen: pygame.Surface) -> None:
        pictures[:] = [screen.copy()]

    play(given.example, given.frames, lambda game, frame: hand, watch, given.seed)
    pygame.image.save(pictures[-1], png)
    print(f"{given.frames} frames of {given.example}: {png}")


if __name__ == "__main__":
    main()
