"""Every example plays, and shows its keys, which are those that work, and what its colors mean.

What is in the pictures is seen in test_example_pictures.py.
"""

import importlib
import importlib.util
import re
import sys
import zlib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.processes import run_python

pygame = pytest.importorskip("pygame", reason="needs pygame-ce")

pytestmark = pytest.mark.filterwarnings("ignore:no fast renderer")  # of SDL's dummy driver

FOLDER = Path(__file__).parents[2] / "examples"
PLAYED = [
    "all_vs_all",
    "breakout",
    "bullet_storm",
    "crowd",
    "debug_view",
    "duel",
    "fighting",
    "laser",
    "mouse_picking",
    "obstacles",
    "platformer",
    "quadtree_view",
    "rays",
    "rollback",
    "shooter",
    "small_game",
    "stealth",
]
WITH_RAY = {  # no pictures; with arguments that make them small
    "ray_rooms": ["--rooms", "2", "--bullets", "300", "--frames", "60", "--actors", "2"],
    "ray_world": ["--sprites", "2000", "--frames", "3", "--shards", "2"],
}
NO_CHANCE = {
    "breakout",
    "bullet_storm",
    "crowd",
    "fighting",
    "platformer",
}  # without random numbers
FRAMES = 10  # enough for the runner to land, and for a shot to be fired
PLACE = 300.0, 200.0  # of the mouse
KEYS = ["left", "right", "up", "down", *"abcdefghijklmnopqrstuvwxyz", "space", "return", "tab"]
GROUPS = {"arrows": KEYS[:4], "WASD": ["w", "a", "s", "d"]}


@pytest.fixture
def stage(stage: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The player of examples; its clock stands still, since bullet_storm shows the time."""
    monkeypatch.setattr("time.perf_counter", lambda: 0.0)
    return stage


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """No shapes are drawn: for long plays of which only the end is looked at."""
    for drawing in ("draw_shapes", "fill_shapes"):
        monkeypatch.setattr(f"spritecol.integrations.pygame.{drawing}", lambda *_, **__: None)


@pytest.fixture
def traced_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """An example that is played again gets the same shapes of the same pictures."""
    integration = importlib.import_module("spritecol.integrations.pygame")
    trace, known = integration.shapes_from_surface, {}

    def traced(picture: Any) -> Any:
        pixels = picture.get_size(), pygame.image.tobytes(picture, "RGBA")
        if pixels not in known:
            known[pixels] = trace(picture)
        return known[pixels]

    monkeypatch.setattr(integration, "shapes_from_surface", traced)


@pytest.fixture(params=PLAYED)
def name(request: pytest.FixtureRequest) -> str:
    if request.param == "platformer":
        pytest.importorskip("pytmx")
    return str(request.param)


def output_of(*arguments: str, folder: Path) -> str:
    """What a Python process prints that was started in `folder` with these arguments."""
    done = run_python(*arguments, folder=folder, CI="1", PYTHONHASHSEED="random")
    assert done.returncode == 0, done.stderr
    return done.stdout


IDLE: dict[str, list[int]] = {}


def idle_frames(stage: Any, name: str) -> list[int]:
    """What is seen when nothing is pressed; played once for all tests."""
    if name not in IDLE:
        IDLE[name] = seen(stage, name)
    return IDLE[name]


def seen(
    stage: Any, name: str, *keys: str, unlike: list[int] | None = None, **options: Any
) -> list[int]:
    """A checksum of each frame; with `unlike`, up to the first that is another than there."""
    frames: list[int] = []
    mouse, button = options.get("mouse", False), options.get("button", False)

    def player(game: ModuleType, frame: int) -> Any:
        if unlike is not None and frames != unlike[:frame]:
            return stage.Hand(["escape"])
        place = (40.0 * frame, 26.0 * frame) if mouse else PLACE
        if mouse and hasattr(game, "things"):  # point at one of them
            left, top, right, bottom = game.things[0].aabb
            place = (left + right) / 2, (top + bottom) / 2
        # Pressed at the second frame, since what switches is asked for once.
        return stage.Hand(keys if frame else (), place, button and frame > 0)

    def watch(game: ModuleType, screen: Any) -> None:
        frames.append(zlib.crc32(pygame.image.tobytes(screen, "RGB")))

    stage.play(name, FRAMES, player, watch, seed=options.get("seed", 20))
    assert len(frames) == FRAMES or unlike is not None
    return frames


def named(text: str) -> set[str]:
    """The keys that a line such as "up or space: jump, R: again" names."""
    words = re.findall(r"(\w[\w ]*?): ", text)
    keys = [key for word in words for key in re.split(" and | or ", word)]
    return {each for key in keys for each in GROUPS.get(key, [key.lower()])}


def test_every_example_is_tested() -> None:
    others = {"arcade_asteroids", "make_pictures", "stage", "window", *WITH_RAY}
    assert {path.stem for path in FOLDER.glob("*.py")} == {*PLAYED, *others}


def test_each_example_can_be_copied(name: str) -> None:
    """With window.py, or alone: it imports no other file of the folder."""
    text = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    imported = set(re.findall(r"^(?:from|import) (\w+)", text, flags=re.MULTILINE))
    assert "pygame" in imported
    known = {"numpy", "pygame", "shapely", "spritecol"}
    shared = set() if name == "small_game" else {"window"}
    assert imported - known - sys.stdlib_module_names == shared


@pytest.mark.usefixtures("traced_once")
def test_the_keys_that_are_shown_are_those_that_work(name: str, stage: Any) -> None:
    text = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    (line,) = re.findall(r'^KEYS = "(.*)"$', text, flags=re.MULTILINE)
    shown = named(line)
    assert shown <= {*KEYS, "mouse", "button", "escape"}
    assert "escape" in shown  # `play` ends by it, or raises
    idle, pressed = idle_frames(stage, name), seen(stage, name, button=True)
    for key in shown.intersection(KEYS):
        assert seen(stage, name, key, unlike=idle) != idle, f"{key} does nothing"
    others = [key for key in KEYS if key not in shown]
    assert seen(stage, name, *others) == idle, "a key works that is not shown"
    moved = seen(stage, name, mouse=True, button=True, unlike=pressed)
    assert (moved != pressed) == ("mouse" in shown)
    assert (pressed != idle) == ("button" in shown)


def test_the_same_seed_gives_the_same_run(name: str, stage: Any) -> None:
    first = idle_frames(stage, name)
    assert seen(stage, name) == first
    seeds = (21,) if name in NO_CHANCE else range(21, 24)
    differs = any(seen(stage, name, seed=seed, unlike=first) != first for seed in seeds)
    assert differs == (name not in NO_CHANCE)
    assert len(set(first)) > 1 or name in {"mouse_picking", "rays"}, "nothing moves by itself"


def test_closing_the_window_ends_it(name: str, stage: Any) -> None:
    frames: list[object] = []

    def player(game: ModuleType, frame: int) -> Any:
        if frame == 3:
            pygame.event.post(pygame.Event(pygame.QUIT))
        return stage.Hand()

    stage.play(name, 50, player, lambda game, screen: frames.append(screen))
    assert len(frames) == 3


def test_keys_and_legend_are_on_the_screen(
    name: str, stage: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[tuple[str, tuple[int, ...]]] = []
    pixels: list[Any] = []

    class Font(pygame.font.Font):
        def render(self, text: str, smooth: bool, color: Any, *rest: Any) -> Any:
            written.append((text, tuple(pygame.Color(color))))
            return super().render(text, smooth, color, *rest)

    def watch(game: ModuleType, screen: Any) -> None:
        pixels[:] = [pygame.surfarray.array3d(screen)]

    monkeypatch.setattr(pygame.font, "Font", Font)
    game = stage.play(name, 2, watch=watch)
    assert any(game.KEYS in text for text, _ in written)
    for words, color in getattr(game, "LEGEND", ()):
        assert (words, tuple(pygame.Color(color))) in written
    on_top = name in {"breakout", "small_game"}  # in the wall
    edge = pixels[0][-6:, 12:36] if on_top else pixels[0][-6:, game.HEIGHT :]
    assert (edge == edge[0, 0]).all(), "a line is too long for the window"


@pytest.mark.parametrize(
    "name", ["laser", "obstacles", "shooter", "platformer", "duel", "rays", "crowd", "stealth"]
)
def test_where_colors_mean_something_there_is_a_legend(name: str) -> None:
    assert "\nLEGEND = (" in (FOLDER / f"{name}.py").read_text(encoding="utf-8")


def test_an_example_that_escape_does_not_end_is_told(
    stage: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "import pygame\npygame.init()\npygame.display.set_mode((9, 9))\nwhile True:\n"
    text += "    pygame.event.get()\n    pygame.display.flip()\n"
    (tmp_path / "stubborn.py").write_text(text, encoding="utf-8")
    monkeypatch.setattr(stage, "FOLDER", tmp_path)
    with pytest.raises(RuntimeError, match="stubborn: Escape did not quit"):
        stage.play("stubborn", 3)
    assert pygame.display.flip.__name__ == "flip"
    assert pygame.display.flip.__module__ != "stage"


@pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason='needs Ray: pip install "spritecol[ray]"'
)
@pytest.mark.parametrize("name", WITH_RAY)
def test_an_example_with_ray_says_the_same_twice(name: str, tmp_path: Path) -> None:
    command = [str(FOLDER / f"{name}.py"), *WITH_RAY[name]]
    outputs = [output_of(*command, folder=tmp_path) for _ in range(2)]
    results = [re.sub(r"[\d,]+ (ms a frame|room steps)", "", text) for text in outputs]
    assert results[0] == results[1]
    assert re.search(r"bullets swept away [1-9]|sprite \d+ touches [1-9]", outputs[0])


@pytest.mark.usefixtures("undrawn")
def test_the_runner_reaches_the_flag(stage: Any) -> None:
    """Up and down slopes and stairs, below the press, on all lifts, up the ladder, and back."""
    pytest.importorskip("pytmx")
    floors: set[int] = set()

    def player(module: ModuleType, frame: int) -> Any:
        floors.add(id(module.game.walker.floor))
        return stage.own_pilot(module, frame)

    game = stage.play("platformer", 800, player).game
    assert (game.flags, game.falls) == (1, 0)
    assert game.runner.taken > 2
    assert {id(lift) for lift in list(game.lifts)[:3]} <= floors


def test_the_runner_stands_still_on_a_slope(stage: Any) -> None:
    pytest.importorskip("pytmx")
    game = stage.play("platformer", 1).game
    game.runner.x, game.runner.y = 144, 290
    places = []
    for _ in range(60):
        game.update(0, False)
        places.append((game.runner.x, game.runner.y))
    assert game.walker.floor_normal.x < -0.7
    assert set(places[30:]) == {places[30]}


def test_the_press_catches_who_stands_below(stage: Any) -> None:
    pytest.importorskip("pytmx")
    game = stage.play("platformer", 1).game
    game.runner.x, game.runner.y = 356, 300
    for _ in range(200):
        game.update(0, False)
    assert game.falls == 1


@pytest.mark.usefixtures("undrawn")
def test_the_pilot_shoots_enemies_down(stage: Any) -> None:
    game = stage.play("shooter", 311, stage.own_pilot).game
    assert game.hits > game.down > 4
    assert len(game.others) < 150  # strays vanish


@pytest.mark.usefixtures("undrawn")
def test_a_plane_that_does_nothing_is_hit(stage: Any) -> None:
    game = stage.play("shooter", 600).game
    assert game.lost > 0
    assert game.plane.angle % 6 == 0


@pytest.mark.usefixtures("undrawn")
def test_the_shield_blocks_and_the_knight_is_hit(stage: Any) -> None:
    blocked = stage.play("duel", 200, lambda game, frame: stage.Hand(mouse=(0, 200))).game
    bare = stage.play("duel", 200, lambda game, frame: stage.Hand(mouse=(0, -400))).game
    assert blocked.blocked > 1
    assert min(bare.wounds.values()) > 0
    assert bare.blocked <= 1


@pytest.mark.usefixtures("undrawn")
def test_the_small_game_plays(stage: Any) -> None:
    from math import cos, sin

    def player(game: ModuleType, frame: int) -> Any:
        keys = [("a", "right", "s", "up")[frame // 60 % 4], *(["r"] if frame == 900 else [])]
        place = 320 + 300 * cos(frame / 20), 240 + 200 * sin(frame / 20)
        return stage.Hand(keys, place, button=True)

    game = stage.play("small_game", 1000, player).game
    assert game.frame == 100, "played again since R"
    assert not game.player.hits(game.walls)
    assert len(game.walls) == 7


@pytest.mark.usefixtures("undrawn")
def test_the_ball_of_breakout_stays_in_the_field(stage: Any) -> None:
    """Also at 51 pixels a frame, which the up key leads to."""

    def player(game: ModuleType, frame: int) -> Any:
        return stage.Hand(["up"] if frame < 100 else [], (320 + frame % 50, 0))

    game = stage.play("breakout", 600, player).game
    assert round(game.speed) == 51
    assert 0 < game.ball.x < 640
    assert 0 < game.ball.y < 500
    assert len(game.bricks) < 50
    assert not game.ball.hits([game.walls, game.bricks, game.paddle])


PLAY_ASTEROIDS_IN_AN_UNSEEN_WINDOW = """
import os, random, sys, zlib
os.environ["ARCADE_HEADLESS"] = "true"
sys.path.insert(0, sys.argv[1])
import arcade, arcade_asteroids
try:
    window = arcade_asteroids.Window()
except Exception as error:
    sys.exit(print("no window:", error))
def play(*keys, frames=12):
    random.seed(2)
    window.game, window.down, window.debug = arcade_asteroids.Asteroids(), set(), False
    for key in keys:
        window.on_key_press(getattr(arcade.key, key), 0)
    pictures = []
    for _ in range(frames):
        window.on_update(1 / 60)
        window.on_draw()
        pictures.append(zlib.crc32(arcade.get_image().convert("RGB").tobytes()))
    for key in keys:
        window.on_key_release(getattr(arcade.key, key), 0)
    return pictures
idle = play()
assert play() == idle
for key in ("LEFT", "RIGHT", "UP", "SPACE", "D"):
    assert play(key) != idle, key
assert play("DOWN", "A", "W", "S", "R", "RETURN") == idle
play("SPACE", "RIGHT", "D", frames=150)
print(window.game.fired, window.game.hits > 0)
words = [window.words, *window.legend]
print(window.words.text.endswith(arcade_asteroids.KEYS), max(t.right for t in words) < 640)
window.on_key_press(arcade.key.ESCAPE, 0)
print(len(arcade_asteroids.LEGEND) == len(window.legend))
"""


def test_asteroids_plays_in_a_window_of_arcade(tmp_path: Path) -> None:
    pytest.importorskip("arcade", reason="arcade is not installed")
    output = output_of("-c", PLAY_ASTEROIDS_IN_AN_UNSEEN_WINDOW, str(FOLDER), folder=tmp_path)
    if output.startswith("no window"):
        pytest.skip(f"arcade can open no window here: {output.strip()}")
    assert output.split() == ["15", *["True"] * 4]


def test_the_small_game_is_small_and_whole_in_the_guide() -> None:
    text = (FOLDER / "small_game.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 90
    imported = re.findall(r"^(?:from|import) (\w+)", text, flags=re.MULTILINE)
    assert set(imported) == {"math", "os", "random", "pygame", "spritecol"}
    page = (FOLDER.parent / "docs" / "guide" / "small-game.md").read_text(encoding="utf-8")
    assert f"```python\n{text}```" in page
