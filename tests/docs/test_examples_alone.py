"""Every example ends without a display, and plays by itself when nobody touches it."""

import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from support.processes import run_python

pygame = pytest.importorskip("pygame", reason="needs pygame-ce")

FOLDER = Path(__file__).parents[2] / "examples"
SHARED = sorted(path.stem for path in FOLDER.glob("*.py") if "window.open(" in path.read_text())
DISPLAYS = ["DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "SDL_VIDEODRIVER", "ARCADE_HEADLESS"]

FEWER_FRAMES = """
import runpy, sys
folder, name, frames = sys.argv[1:]
sys.path.insert(0, folder)
import window
window.ALONE = int(frames)
sys.argv = [f"{name}.py"]
runpy.run_path(f"{folder}/{name}.py", run_name="__main__")
import pygame
assert not pygame.mixer.get_init(), "a sound device was opened"
"""


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the environment of the processes that a test starts."""
    for name in (*DISPLAYS, "PYGAME_HIDE_SUPPORT_PROMPT"):
        monkeypatch.delenv(name, raising=False)
    if sys.platform != "linux":  # where there always is a display
        monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")


def holds(done: Any, name: str, frames: int, folder: Path) -> None:
    """It has ended well, with one line about a picture, which is there."""
    assert (done.returncode, done.stderr) == (0, "")
    said = rf"{name}: no display, so it played by itself: {frames} frames, .*\d.*, "
    said += rf"\d+\.\d ms a frame; the last is {name}\.png\n"
    assert re.fullmatch(said, done.stdout), done.stdout
    assert [path.name for path in folder.iterdir()] == [f"{name}.png"]
    picture = pygame.image.load(folder / f"{name}.png")
    width, height = picture.get_size()
    assert width >= 640
    assert height >= 464
    colors = pygame.surfarray.array2d(picture)
    assert len(np.unique(colors)) > 8


def test_the_first_command_ends_where_there_is_no_display(tmp_path: Path) -> None:
    done = run_python("-c", FEWER_FRAMES, str(FOLDER), "shooter", "100", folder=tmp_path)
    holds(done, "shooter", 100, tmp_path)
    assert re.search(r" [1-9]\d* hits, ", done.stdout)


@pytest.mark.parametrize("driver", ["dummy", "offscreen", "x11"])
def test_it_ends_with_each_driver_that_shows_nothing(driver: str, tmp_path: Path) -> None:
    """And with one that finds nothing to show it on."""
    command = ["-c", FEWER_FRAMES, str(FOLDER), "shooter", "20"]
    done = run_python(*command, folder=tmp_path, SDL_VIDEODRIVER=driver)
    holds(done, "shooter", 20, tmp_path)


@pytest.mark.parametrize("name", SHARED)
def test_every_example_ends_without_a_display(name: str, tmp_path: Path) -> None:
    if name == "platformer":
        pytest.importorskip("pytmx")
    done = run_python("-c", FEWER_FRAMES, str(FOLDER), name, "8", folder=tmp_path)
    holds(done, name, 8, tmp_path)


def test_the_small_game_ends_without_a_display(tmp_path: Path) -> None:
    # It has no line to quiet the client of Wayland.
    environment = {"XDG_RUNTIME_DIR": str(tmp_path)}
    done = run_python(str(FOLDER / "small_game.py"), folder=tmp_path, **environment)
    holds(done, "small_game", 600, tmp_path)
    assert re.search(r" [1-9]\d* hits, ", done.stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there always is a display")
def test_asteroids_ends_without_a_display(tmp_path: Path) -> None:
    pytest.importorskip("arcade", reason="arcade is not installed")
    done = run_python(str(FOLDER / "arcade_asteroids.py"), folder=tmp_path)
    if done.returncode == 0:
        holds(done, "arcade_asteroids", 600, tmp_path)
    else:  # EGL is not there, or has no device
        assert re.fullmatch("arcade_asteroids cannot start: .*\n", done.stderr)
        assert done.stdout == ""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there always is a display")
def test_asteroids_says_in_one_line_that_it_cannot_draw(tmp_path: Path) -> None:
    pytest.importorskip("arcade", reason="arcade is not installed")
    done = run_python(str(FOLDER / "arcade_asteroids.py"), folder=tmp_path, DISPLAY=":nowhere")
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch("arcade_asteroids cannot start: .*\n", done.stderr)


def test_no_example_plays_sound() -> None:
    for path in FOLDER.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert "pygame.init()" not in text, "it opens a sound device"
        assert "mixer" not in text


class Machine:
    """A window that is watched, where each frame takes a second of a clock of its own."""

    def __init__(self, window: Any) -> None:
        self.screen = window.open(320, 200)
        self.events: list[Any] = []
        self.frames = window.frames(lambda: "0 hits", lambda frame: window.Hand(["p"]))

    def next(self, *events: Any) -> Any:
        """Who plays in the next frame, after some events."""
        self.events = list(events)
        hand = next(self.frames)
        return "pilot" if hand.keys == ["p"] else hand

    def pilot_from(self, limit: int = 20) -> int:
        """How many frames the player has before the pilot takes over."""
        for i in range(limit):
            if self.next() == "pilot":
                return i
        return limit


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.syspath_prepend(str(FOLDER))
    made = Machine(importlib.import_module("window"))
    monkeypatch.setattr("pygame.display.get_driver", lambda: "seen")
    monkeypatch.setattr("pygame.event.get", lambda: made.events)
    monkeypatch.setattr("pygame.time.Clock", lambda: SimpleNamespace(tick=lambda rate: 1000))
    yield made
    pygame.display.quit()


def key(kind: int, code: int) -> Any:
    return pygame.Event(kind, key=code)


def test_untouched_for_five_seconds_it_plays_by_itself_until_a_key_is_pressed(
    machine: Machine,
) -> None:
    assert machine.pilot_from() == 5
    assert "press a key" in pygame.display.get_caption()[0]
    hand = machine.next(key(pygame.KEYDOWN, pygame.K_RIGHT))
    assert (hand.keys, hand.struck, hand.right, hand.down) == ({"right"}, {"right"}, 1, 0)
    assert "press a key" not in pygame.display.get_caption()[0]
    hand = machine.next()
    assert (hand.keys, hand.struck) == ({"right"}, set())
    assert machine.pilot_from() == 20, "somebody is holding a key"
    assert machine.next(key(pygame.KEYUP, pygame.K_RIGHT)).keys == set()
    assert machine.pilot_from() == 4


def test_the_mouse_is_a_touch_too(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    assert machine.pilot_from() == 5
    moved = pygame.Event(pygame.MOUSEMOTION, pos=(3, 4), rel=(1, 1), buttons=(0, 0, 0))
    assert machine.next(moved) != "pilot"
    assert machine.pilot_from() == 4
    monkeypatch.setattr("pygame.mouse.get_pressed", lambda: (True, False, False))
    assert machine.next().button
    assert machine.pilot_from() == 20, "somebody is holding a button"


@pytest.mark.parametrize("alone", [False, True])
def test_escape_and_closing_the_window_end_it(machine: Machine, alone: bool) -> None:
    if alone:
        machine.pilot_from()
    with pytest.raises(StopIteration):
        machine.next(key(pygame.KEYDOWN, pygame.K_ESCAPE))
    with pytest.raises(StopIteration):
        machine.next()


def test_a_picture_that_cannot_be_written_here_is_saved_elsewhere(
    machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    save = importlib.import_module("window").save
    assert save("free.png") == Path("free.png")
    (tmp_path / "taken.png").mkdir()
    monkeypatch.setattr("tempfile.mkdtemp", lambda: str(tmp_path / "taken.png"))
    assert save("taken.png") == tmp_path / "taken.png" / "taken.png"
    for name in ("free.png", "taken.png/taken.png"):
        assert pygame.image.load(tmp_path / name).get_size() == (320, 200)


@pytest.mark.parametrize("name", ["arcade_asteroids", "ray_rooms", "ray_world"])
def test_an_example_without_its_library_says_so_in_one_line(name: str, tmp_path: Path) -> None:
    script = (
        "import runpy, sys; sys.modules |= {'arcade': None, 'ray': None}; "
        "sys.path.insert(0, sys.argv[1]); runpy.run_path(f'{sys.argv[1]}/{sys.argv[2]}.py')"
    )
    done = run_python("-c", script, str(FOLDER), name, folder=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(rf"{name} cannot start: .*(arcade|ray).*\n", done.stderr), done.stderr


AS_A_COROUTINE = """
import ast, asyncio, sys
from pathlib import Path
code = Path(sys.argv[1]).read_text(encoding="utf-8")
for old, new in (
    ("import math", "import asyncio, math"),
    ("clock.tick(60 if seen else 0)", "(await asyncio.sleep(1 / 60) or 0)"),
    ("shown < 600", "shown < 60"),
):
    assert old in code
    code = code.replace(old, new)
asyncio.run(eval(compile(code, "game", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)))
"""


def test_the_small_game_plays_as_a_coroutine(tmp_path: Path) -> None:
    """With the changes that the page on games in the browser names."""
    done = run_python(
        "-c",
        AS_A_COROUTINE,
        str(FOLDER / "small_game.py"),
        folder=tmp_path,
        SDL_VIDEODRIVER="dummy",
    )
    holds(done, "small_game", 60, tmp_path)
