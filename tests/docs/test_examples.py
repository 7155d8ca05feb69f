"""Every example runs without a window, says the same for the same seed, and draws its picture.

What is in the pictures is seen in test_example_pictures.py.
"""

import importlib.util
import re
from pathlib import Path

import pytest
from support.processes import run_python

Image = pytest.importorskip("PIL.Image", reason="the examples draw with Pillow")

FOLDER = Path(__file__).parents[2] / "examples"
SIZES = {  # of the picture: the scene, and 28 pixels of text below it if it is made by `stage`
    "all_vs_all": (640, 508),
    "arcade_asteroids": (640, 508),
    "bullet_storm": (720, 568),
    "debug_view": (720, 450),
    "duel": (640, 448),
    "laser": (720, 478),
    "mouse_picking": (720, 460),
    "obstacles": (720, 478),
    "platformer": (720, 444),
    "quadtree_view": (768, 508),
    "rays": (700, 488),
    "shooter": (800, 478),
}
if importlib.util.find_spec("pytmx") is None:
    del SIZES["platformer"]
PLAYED = {
    name: pytest.param(
        name,
        marks=pytest.mark.skipif(
            name.startswith("arcade") and importlib.util.find_spec("arcade") is None,
            reason="arcade is not installed",
        ),
    )
    for name in SIZES
}
STAGED = [  # played by `stage.Stage`, with pygame or without
    PLAYED[name] for name in SIZES if name != "debug_view"
]
WITH_RAY = {  # no pictures; with arguments that make them small
    "ray_rooms": ["--rooms", "3", "--bullets", "500", "--frames", "120", "--actors", "2"],
    "ray_world": ["--sprites", "3000", "--frames", "4", "--shards", "2"],
}
FOOTER = 28  # pixels below the scene for a line of text, which alone has many colors


def output_of(*arguments: str, folder: Path) -> str:
    """What a Python process prints that was started in `folder` with these arguments."""
    done = run_python(*arguments, folder=folder, CI="1", PYTHONHASHSEED="random")
    assert done.returncode == 0, done.stderr
    return done.stdout


def counted(output: str) -> int:
    """The sum of the counts on the line of totals."""
    (totals,) = re.findall(r"^\d+ frames: (.*)$", output, flags=re.MULTILINE)
    return sum(int(number) for number in re.findall(r"\d+", totals))


def test_every_example_is_tested() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} == {
        "stage",
        "make_pictures",
        "platformer",
        "breakout",
        "small_game",
        *SIZES,
        *WITH_RAY,
    }


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


@pytest.mark.parametrize("name", PLAYED.values())
def test_a_run_prints_hits_and_draws_a_picture(name: str, tmp_path: Path) -> None:
    output = output_of(str(FOLDER / f"{name}.py"), "--frames", "100", folder=tmp_path)
    assert counted(output) > 0
    assert "second 1: " in output
    with Image.open(tmp_path / f"{name}.png") as picture:
        assert picture.size == SIZES[name]
        # The background, and many colors besides: several fills, and edges that were smoothed.
        above = (0, 0, picture.width, picture.height - (0 if name == "debug_view" else FOOTER))
        assert len(picture.crop(above).getcolors(maxcolors=1 << 20)) > 50


@pytest.mark.parametrize("name", PLAYED.values())
def test_the_same_seed_gives_the_same_run(name: str, tmp_path: Path) -> None:
    def run(seed: int, png: str) -> tuple[list[str], bytes]:
        arguments = (
            str(FOLDER / f"{name}.py"),
            "--frames",
            "90",
            "--seed",
            str(seed),
            "--png",
            png,
        )
        lines = output_of(*arguments, folder=tmp_path).splitlines()
        # Neither what the picture is called, nor how long a frame took.
        said = [
            line for line in lines if not line.startswith("the last frame") and " ms " not in line
        ]
        return said, (tmp_path / png).read_bytes()

    first = run(7, "first.png")
    assert run(7, "folder/again.png") == first
    assert run(8, "other.png") != first


@pytest.mark.parametrize("name", STAGED)
def test_pygame_is_not_needed(name: str, tmp_path: Path) -> None:
    script = str(FOLDER / f"{name}.py")
    without_pygame = (
        "import runpy, sys; sys.modules['pygame'] = None; sys.argv = sys.argv[1:];"
        f"sys.path.insert(0, {str(FOLDER)!r}); runpy.run_path({script!r}, run_name='__main__')"
    )
    output_of("-c", without_pygame, script, "--frames", "2", folder=tmp_path)
    assert (tmp_path / f"{name}.png").is_file()


PLAY_IN_A_DUMMY_WINDOW = """
import os, sys
os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")
sys.path.insert(0, sys.argv[1])
import math, {name}, stage
stage.can_open_a_window = lambda: True
stage.FRAMES_PER_SECOND = 0  # as fast as it goes
theater = stage.Stage("{name}", {width}, {height}, [])
window = theater.canvas
held = [["up", "fire", "button"]] * 4 + [["button"]] * 70 + [[], ["down", "left"]] * 15
hands = iter([frozenset(keys) for keys in held])
read, turn = window.keys, iter(range(1000))
window.keys = lambda: next(hands, None) if read() == frozenset() else None
def mouse():
    i = next(turn) / 9
    return {width} * (0.5 + 0.4 * math.cos(i)), {height} * (0.5 + 0.4 * math.sin(1.3 * i))
window.mouse = mouse
theater.run({name}.{scene}(theater))
print(len(held), "frames:", sum(theater.tally.values()))
"""


@pytest.mark.skipif(importlib.util.find_spec("pygame") is None, reason="needs pygame-ce")
@pytest.mark.parametrize(
    ("name", "scene"),
    [
        ("all_vs_all", "AllVersusAll"),
        ("bullet_storm", "BulletStorm"),
        ("laser", "Laser"),
        ("mouse_picking", "Table"),
        ("obstacles", "Field"),
        ("platformer", "Hills"),
        ("quadtree_view", "QuadtreeView"),
        ("rays", "Maze"),
        ("shooter", "PaperPlane"),
    ],
)
def test_the_window_plays_too(name: str, scene: str, tmp_path: Path) -> None:
    if name not in SIZES:
        pytest.skip("needs pytmx")
    width, height = SIZES[name][0], SIZES[name][1] - FOOTER
    program = PLAY_IN_A_DUMMY_WINDOW.format(name=name, scene=scene, width=width, height=height)
    output = output_of("-c", program, str(FOLDER), folder=tmp_path)
    assert "104 frames: " in output
    assert not list(tmp_path.iterdir()), "no picture where there is a window"


@pytest.mark.skipif("platformer" not in SIZES, reason="needs pytmx")
def test_the_tiles_are_those_that_the_program_draws(tmp_path: Path) -> None:
    program = "import make_pictures, pathlib, sys; make_pictures.tiles(pathlib.Path(sys.argv[2]))"
    program = f"import sys; sys.path.insert(0, sys.argv[1]); {program}"
    output_of("-c", program, str(FOLDER), str(tmp_path / "tiles.png"), folder=tmp_path)
    kept = FOLDER / "platformer_map" / "hills.png"
    with Image.open(tmp_path / "tiles.png") as drawn, Image.open(kept) as picture:
        assert drawn.tobytes() == picture.tobytes()


@pytest.mark.skipif("platformer" not in SIZES, reason="needs pytmx")
def test_the_runner_reaches_the_flag(tmp_path: Path) -> None:
    """Up and down slopes, and over gaps and spikes, without a seam to stumble over."""
    output = output_of(str(FOLDER / "platformer.py"), "--frames", "300", folder=tmp_path)
    assert "flags reached 1" in output
    assert "fell" not in output


PLAY_THE_DEBUG_VIEW_IN_A_DUMMY_WINDOW = """
import os, sys
os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")
sys.path.insert(0, sys.argv[1])
import debug_view, pygame, stage
stage.can_open_a_window = lambda: True
seen = []
class Watched(debug_view.DebugView):
    def draw(self, surface):
        super().draw(surface)
        assert pygame.surfarray.array3d(surface).std() > 10
        seen.append((self.debug, self.cells))
debug_view.DebugView = Watched
keys = [None, pygame.K_d, None, pygame.K_d, pygame.K_c, None, pygame.K_ESCAPE]
frames = iter([[] if key is None else [pygame.Event(pygame.KEYDOWN, key=key)] for key in keys])
pygame.event.get = lambda: next(frames)
debug_view.main([])
print(seen)
"""


def test_the_debug_view_is_switched_by_keys(tmp_path: Path) -> None:
    output = output_of("-c", PLAY_THE_DEBUG_VIEW_IN_A_DUMMY_WINDOW, str(FOLDER), folder=tmp_path)
    frames = [(True, False), (False, False), (False, False), (True, False), (True, True)]
    assert output.splitlines()[-1] == str([*frames, frames[-1]])


PLAY_ASTEROIDS_IN_AN_UNSEEN_WINDOW = """
import os, sys
os.environ["ARCADE_HEADLESS"] = "true"
sys.path.insert(0, sys.argv[1])
import arcade, arcade_asteroids
try:
    window = arcade_asteroids.Window()
except Exception as error:
    sys.exit(print("no window:", error))
for key in (arcade.key.SPACE, arcade.key.RIGHT, arcade.key.D):
    window.on_key_press(key, 0)
for _ in range(150):
    window.on_update(1 / 60)
    window.on_draw()
window.on_key_release(arcade.key.SPACE, 0)
print(window.game.tally["shots"], len(arcade.get_image().convert("RGB").getcolors(1 << 20)) > 5)
"""


def test_the_window_of_arcade_plays_too(tmp_path: Path) -> None:
    pytest.importorskip("arcade", reason="arcade is not installed")
    output = output_of("-c", PLAY_ASTEROIDS_IN_AN_UNSEEN_WINDOW, str(FOLDER), folder=tmp_path)
    if output.startswith("no window"):
        pytest.skip(f"arcade can open no window here: {output.strip()}")
    assert output.split() == ["15", "True"]


PLAY_THE_SMALL_GAME = """
import collections, math, os, random, runpy, sys
os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")
import pygame
random.seed(3)
K, frame, scores = pygame, 0, []
class Clock:
    def tick(self, rate):
        global frame
        frame += 1
def keys():
    held = (K.K_a, K.K_RIGHT, K.K_s, K.K_UP)[frame // 60 % 4]
    down = {held, *([K.K_r] if frame == 900 else []), *([K.K_ESCAPE] if frame == 1000 else [])}
    return collections.defaultdict(bool, dict.fromkeys(down, True))
pygame.time.Clock, pygame.key.get_pressed = Clock, keys
pygame.mouse.get_pressed = lambda: (True, False, False)
pygame.mouse.get_pos = lambda: (320 + 300 * math.cos(frame / 20), 240 + 200 * math.sin(frame / 20))
played = runpy.run_path(sys.argv[1])
game = played["game"]
print(game.frame, game.player.hits(game.walls), len(game.walls))
screen = played["screen"]
print(len({tuple(screen.get_at((x, y))) for x in range(0, 640, 4) for y in range(0, 480, 4)}))
"""


@pytest.mark.skipif(importlib.util.find_spec("pygame") is None, reason="needs pygame-ce")
def test_the_small_game_plays(tmp_path: Path) -> None:
    output = output_of("-c", PLAY_THE_SMALL_GAME, str(FOLDER / "small_game.py"), folder=tmp_path)
    first, colors = output.splitlines()
    assert first == "100 False 7"  # played again since R, and not within a wall
    assert int(colors) > 3


@pytest.mark.skipif(importlib.util.find_spec("pygame") is None, reason="needs pygame-ce")
def test_the_ball_of_breakout_stays_in_the_field(tmp_path: Path) -> None:
    """Also at 51 pixels a frame, which the up key leads to."""
    program = PLAY_THE_SMALL_GAME.split("game = played", maxsplit=1)[0].replace(
        "frame // 60 % 4", "-1"
    )
    program += """
game = played["game"]
print(0 < game.ball.x < 640 and 0 < game.ball.y < 500, round(game.speed), len(game.bricks) < 50)
print(game.ball.hits([game.walls, game.bricks, game.paddle]))
"""
    output = output_of("-c", program, str(FOLDER / "breakout.py"), folder=tmp_path)
    assert output.splitlines() == ["True 51 True", "False"]


def test_the_small_game_is_small_and_whole_in_the_guide() -> None:
    text = (FOLDER / "small_game.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 80
    imported = re.findall(r"^(?:from|import) (\w+)", text, flags=re.MULTILINE)
    assert set(imported) == {"math", "random", "pygame", "spritecol"}
    page = (FOLDER.parent / "docs" / "guide" / "small-game.md").read_text(encoding="utf-8")
    assert f"```python\n{text}```" in page
