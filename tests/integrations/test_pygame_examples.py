"""Games that pygame-ce ships, frame by frame: as they are, after `install`, and converted."""

import random
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

pygame = pytest.importorskip("pygame")
pytest.importorskip("pygame.examples.aliens")

from spritecol.integrations.pygame import install, uninstall  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore:no fast renderer")  # of SDL's dummy driver

FRAMES = 120

CONVERTED = {
    "class Alien(pygame.sprite.Sprite)": "class Alien(Sprite)",
    "class Bomb(pygame.sprite.Sprite)": "class Bomb(Sprite)",
    "class Explosion(pygame.sprite.Sprite)": "class Explosion(Sprite)",
    "class Player(pygame.sprite.Sprite)": "class Player(Sprite)",
    "class Shot(pygame.sprite.Sprite)": "class Shot(Sprite)",
    "pygame.sprite.Sprite.__init__(self, self.containers)": "super().__init__(self.containers)",
    "in pygame.sprite.spritecollide(player, aliens, True):": "in killed(player.check(aliens)):",
    "in pygame.sprite.spritecollide(player, bombs, True):": "in killed(player.check(bombs)):",
    "in pygame.sprite.groupcollide(aliens, shots, True, True).keys():": (
        "in killed([alien for alien in aliens.sprites() if killed(alien.check(shots))]):"
    ),
}
"""What the guide for pygame's users changes in `aliens`. Its sprites hit as rectangles of whole
pixels, and an alien takes all the shots that hit it, so the frames must be the same."""

HEAD = """
from spritecol.integrations.pygame import Sprite

def killed(sprites):
    for sprite in sprites:
        sprite.kill()
    return sprites
"""


class Over(Exception):  # noqa: N818 (it ends a game, and is no error)
    """The last frame is drawn."""


def converted(module: ModuleType) -> ModuleType:
    assert module.__file__
    text = Path(module.__file__).read_text("utf-8")
    for before, after in CONVERTED.items():
        assert before in text
        text = text.replace(before, after)
    found = ModuleType("converted")
    found.__file__ = module.__file__
    exec(compile(HEAD + text, module.__file__, "exec"), vars(found))
    return found


def events(chance: random.Random) -> list[Any]:
    """A click of the mouse now and then, for `chimp`."""
    kind = chance.choice([None, None, None, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP])
    return [] if kind is None else [pygame.Event(kind, button=1, pos=(0, 0))]


def keys(chance: random.Random) -> dict[int, bool]:
    """Left and right by turns, and a lot of shots, for `aliens`."""
    way = chance.random() < 0.5
    fire = chance.random() < 0.7
    return {pygame.K_LEFT: way, pygame.K_RIGHT: not way, pygame.K_SPACE: fire}


def frames(game: ModuleType, seed: int, monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Each frame's checksum and the score, until the game is over."""
    chance = random.Random(seed)
    seen: list[tuple[int, int]] = []

    def flip() -> None:
        screen = pygame.display.get_surface()
        seen.append((zlib.crc32(screen.get_view("0").raw), getattr(game, "SCORE", 0)))
        if len(seen) == FRAMES:
            raise Over

    mixer = SimpleNamespace(
        pre_init=lambda *given: None, get_init=lambda: False, Sound=lambda file: None
    )
    with monkeypatch.context() as patch:
        patch.setenv("SDL_VIDEODRIVER", "dummy")
        patch.setenv("SDL_AUDIODRIVER", "dummy")
        patch.setattr(pygame, "mixer", mixer)
        patch.setattr(pygame, "Clock", lambda: SimpleNamespace(tick=lambda rate: 0))
        patch.setattr(pygame.time, "wait", lambda pause: 0)
        patch.setattr(pygame.display, "flip", flip)
        patch.setattr(pygame.event, "get", lambda: events(chance))
        patch.setattr(pygame.key, "get_pressed", lambda: keys(chance))
        patch.setattr(pygame.mouse, "get_pos", lambda: (chance.randrange(1280), 200))
        if hasattr(game, "SCORE"):
            patch.setattr(game, "SCORE", 0)
            patch.setattr(game, "ALIEN_ODDS", 2)
            patch.setattr(game, "ALIEN_RELOAD", 3)
            patch.setattr(game, "MAX_SHOTS", 12)
            patch.setattr(game, "BOMB_ODDS", 400)
        random.seed(seed)
        with suppress(Over):
            game.main()
    return seen


@pytest.fixture
def installed() -> Iterator[Callable[[], None]]:
    yield install
    uninstall()


@pytest.mark.parametrize("name", ["aliens", "chimp"])
@pytest.mark.parametrize("seed", range(2))
def test_installed_the_frames_are_the_same(
    name: str, seed: int, installed: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = import_module(f"pygame.examples.{name}")
    before = frames(game, seed, monkeypatch)
    assert len(set(before)) > 50
    assert name != "aliens" or before[-1][1] > 0  # aliens were hit
    installed()
    assert frames(game, seed, monkeypatch) == before


@pytest.mark.parametrize("seed", range(2))
def test_converted_the_frames_are_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = import_module("pygame.examples.aliens")
    assert frames(converted(game), seed, monkeypatch) == frames(game, seed, monkeypatch)
