"""Every example plays without a display, the same twice, and goes back to a saved state."""

import math
import random
import re
import runpy
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from support.processes import run_python

from spritecol import Polygon, Rect, Sprite, World
from spritecol.testing import sync_test

pygame = pytest.importorskip("pygame", reason="needs pygame-ce")

pytestmark = pytest.mark.filterwarnings("ignore:no fast renderer")  # of SDL's dummy driver

FOLDER = Path(__file__).parents[2] / "examples"
OTHERS = {
    *("__init__", "make_pictures", "squads", "stage", "window"),
    *("arcade_asteroids", "beside_pymunk"),  # need more than pygame-ce
}
PLAYED = sorted({path.stem for path in FOLDER.glob("*.py")} - OTHERS)
KEYS = ["left", "right", "up", "down", *"adswr", "space", "return", "tab"]


@pytest.fixture(params=PLAYED)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_an_example_plays_the_same_twice(
    name: str, stage: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By keys and a mouse at random; something happens, and the end is Escape."""
    monkeypatch.setattr("time.perf_counter", lambda: 0.0)  # bullet_storm shows the time

    def frames() -> list[int]:
        chance, seen = random.Random(5), []

        def player(game: ModuleType, frame: int) -> Any:
            place = chance.uniform(0, 600), chance.uniform(0, 400)
            return stage.Hand(chance.sample(KEYS, 3), place, chance.random() < 0.5)

        def watch(game: ModuleType, screen: Any) -> None:
            seen.append(zlib.crc32(pygame.image.tobytes(screen, "RGB")))

        stage.play(name, 12, player, watch, seed=20)
        return seen

    first = frames()
    assert len(set(first)) > 1
    assert frames() == first


ALONE = """
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
DISPLAYS = ["DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "SDL_VIDEODRIVER", "ARCADE_HEADLESS"]


@pytest.mark.parametrize(
    "game", ["shooter", "small_game", "small_platformer", "dungeon", "arcade_asteroids"]
)
def test_where_there_is_no_display_it_plays_by_itself_and_ends(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in (*DISPLAYS, "PYGAME_HIDE_SUPPORT_PROMPT"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "none"))
    pytest.importorskip("arcade" if game == "arcade_asteroids" else "pygame")
    if game != "shooter":
        done = run_python(str(FOLDER / f"{game}.py"), folder=tmp_path)
    else:
        done = run_python("-c", ALONE, str(FOLDER), game, "60", folder=tmp_path)
    if game == "arcade_asteroids" and done.returncode:  # EGL is not there, or has no device
        assert re.fullmatch("arcade_asteroids cannot start: .*\n", done.stderr)
        return
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{game}: no display, so it played by itself: ")
    assert [path.name for path in tmp_path.iterdir()] == [f"{game}.png"]
    assert pygame.image.load(tmp_path / f"{game}.png").get_width() >= 640


MODULE = """
import runpy, sys
sys.path.append(sys.argv[1])
import examples, window
sys.argv = ["shooter.py"]
window.ALONE = 10
runpy.run_module("examples.shooter", run_name="__main__")
"""


def test_an_example_runs_as_a_module_of_the_folder(tmp_path: Path) -> None:
    """`python -m examples.shooter` finds `window`, which lies beside it."""
    unseen = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    done = run_python("-c", MODULE, str(FOLDER.parent), folder=tmp_path, **unseen)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("shooter: no display")


def test_without_its_library_an_example_says_so_in_one_line(tmp_path: Path) -> None:
    for game, library in (("arcade_asteroids", "arcade"), ("beside_pymunk", "pymunk")):
        script = f"import runpy, sys; sys.modules['{library}'] = None; runpy.run_path(sys.argv[1])"
        done = run_python("-c", script, str(FOLDER / f"{game}.py"), folder=tmp_path)
        assert (done.returncode, done.stdout) == (1, "")
        assert re.fullmatch(f"{game} cannot start: .*{library}.*\n", done.stderr), done.stderr


def test_what_pymunk_moves_carries_and_stops_the_hero(monkeypatch: pytest.MonkeyPatch) -> None:
    """It rides crates, pushes them, and shoots a part of the ragdoll, in poses of one frame."""
    pytest.importorskip("pymunk", reason="needs pymunk")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    names = runpy.run_path(str(FOLDER / "beside_pymunk.py"))
    scene = names["Scene"]()
    first = [crate.position for crate in scene.crates]
    rode, hero = 0, scene.hero
    for frame in range(500):
        scene.update(1, frame % 60 == 0)
        rode += scene.walker.floor in scene.crates
        for thing in scene.things:
            assert thing.position == thing.body.position
            assert thing.angle == math.degrees(thing.body.angle)
        assert hero.x < 640
    assert rode > 5
    moved = [
        crate.position.distance_to(at) > 20 for crate, at in zip(scene.crates, first, strict=True)
    ]
    assert sum(moved) > 4
    scene = names["Scene"]()
    for _ in range(90):
        scene.update(0, False)
    before = {id(thing): thing.body.velocity for thing in scene.things}
    hit = scene.shoot(scene.doll[1].position)
    assert hit.other in scene.things
    assert (hit.other.body.velocity - before[id(hit.other)]).length > 30


def test_the_runner_reaches_the_flag(stage: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Up and down slopes and stairs, below the press, on all lifts, up the ladder, and back."""
    monkeypatch.setattr("window.paint", lambda *_, **__: None)
    floors: set[int] = set()

    def player(module: ModuleType, frame: int) -> Any:
        floors.add(id(module.game.walker.floor))
        return stage.own_pilot(module, frame)

    game = stage.play("platformer", 800, player).game
    assert (game.flags, game.falls) == (1, 0)
    assert game.runner.taken > 2
    assert {id(lift) for lift in list(game.lifts)[:3]} <= floors


def test_the_small_platformer_can_be_won(stage: Any) -> None:
    """Up and down slopes, over gaps, with a stomp; and it is short enough to copy."""
    heights = set()

    def player(module: ModuleType, frame: int) -> Any:
        hero = module.game.hero
        heights.add(hero.y)
        gap = not module.game.solid.query_box(hero.x + 12, hero.y, hero.x + 16, hero.y + 40)
        near = module.game.enemies.nearest(hero, max_distance=40)
        jumps = frame % 2 and (gap or near or hero.walker.on_wall)
        return stage.Hand(["right", "up"] if jumps else ["right"])

    game = stage.play("small_platformer", 600, player).game
    assert not game.hero.vanished
    assert game.hero.hits(game.flag)
    assert len(heights) > 100
    game.hero.position = game.enemies[0].position - (0, 30)
    count = len(game.enemies)
    for _ in range(30):
        game.update(0, False, False)
    assert len(game.enemies) == count - 1
    assert not game.hero.vanished
    game.hero.position = game.enemies[0].position - (12, 0)
    game.update(0, False, False)
    assert game.hero.vanished
    lines = (FOLDER / "small_platformer.py").read_text("utf-8").splitlines()
    assert len([line for line in lines if line]) < 120


def test_the_runner_falls_on_below_a_ceiling_that_slopes_down(stage: Any) -> None:
    game = stage.play("platformer", 1).game
    slope = Polygon([(40, -2200), (640, -2200), (640, -1850), (40, -2150)])
    game.solid.add(Sprite(collision=[slope, Rect(0, -1700, 720, 9)]))
    game.runner.position, game.falling, ceilings = (80, -2080), -6.0, 0
    game.update(1, False)
    game.falling = -20.0
    for _ in range(80):
        game.update(1, False)
        ceilings += game.walker.on_ceiling
    assert ceilings >= 2
    assert game.walker.on_floor


def test_the_dungeon_can_be_won(stage: Any) -> None:
    """Its pilot takes all coins and the key, opens the door, and comes to the crown."""
    most: dict[str, int] = {}

    def player(module: ModuleType, frame: int) -> Any:
        game = module.game
        module.pressed = game.pilot  # type: ignore[attr-defined]
        for what in ("coins", "keys", "crowns"):
            most[what] = max(most.get(what, 0), getattr(game.hero, what))
        if game.hero.crowns:
            assert game.door.vanished
        for body in [game.hero, *game.foes]:
            assert not body.hits(game.barriers, shapes="feet")
        return stage.Hand()

    stage.play("dungeon", 2500, player)
    assert most == {"coins": 13, "keys": 1, "crowns": 1}


def test_the_shooter_counts_each_beam_once(stage: Any) -> None:
    """A beam that hits two enemies at once is used up by the first, and scores once."""
    module = stage.play("shooter", 1)
    game = module.game
    game.enemies.clear()
    game.enemies.add(module.Planet(400, 200), module.Planet(410, 200))
    game.beams.add(module.Beam(405, 200))
    module.check(game.beams, game.enemies)
    assert (game.scored, len(game.beams)) == (1, 0)
    assert sorted(enemy.life for enemy in game.enemies) == [2, 3]


# --- saved and played again ----------------------------------------------------------------------


class Played(NamedTuple):
    """A game of an example: its members, how a frame is played, and what is saved of each."""

    members: Callable[[Any], Sequence[Any]]
    update: Callable[[Any, random.Random], object]
    columns: Sequence[str] = ()
    attributes: Sequence[str] = ()
    ignore: Sequence[str] = ()  # what is shown only


def way(rng: random.Random) -> int:
    return rng.choice([-1, 0, 1])


GAMES = {
    "breakout": Played(
        lambda game: [game.walls, game.bricks, game.paddle, game.ball, game],
        lambda game, rng: game.update(rng.randrange(640), way(rng)),
        ["speed", "lost"],
        ["way"],
    ),
    "fighting": Played(
        lambda game: [game.fighters, game.walls, game.blows, game],
        lambda game, rng: game.update(
            [(way(rng), rng.random() < 0.1, rng.choice([None, "jab", "kick"])) for _ in range(2)]
        ),
        ["vx", "vy", "health", "time", "stop", "frame"],
        ["action", "fighters", "blows"],
    ),
    "platformer": Played(
        lambda game: [game.solid, game.coins, game.runner, game.walker, game.events, game],
        lambda game, rng: game.update(way(rng), rng.random() < 0.3, rng.random() < 0.1),
        ["facing", "frame", "falling", "flags", "falls", "taken"],
    ),
    "shooter": Played(
        lambda game: [game.others, game.plane, game],
        lambda game, rng: game.update(way(rng), way(rng), rng.random() < 0.9),
        ["vx", "vy", "glow", "spin", "life", "frame", "scored", "down", "lost"],
    ),
    "stealth": Played(
        lambda game: [game.thief, game.solid, game.gems, game.guards, game],
        lambda game, rng: game.update(way(rng), way(rng)),
        ["alarm", "frame", "caught"],
        ["way"],
        ignore=["cone", "known"],  # they follow from the rest
    ),
}


@pytest.mark.parametrize("saved", GAMES)
def test_an_example_goes_back_to_a_saved_state(stage: Any, saved: str) -> None:
    module, kept = stage.play(saved, 1), GAMES[saved]
    game = module.fight if saved == "fighting" else module.game
    world = World(*kept.members(game), columns=kept.columns, attributes=kept.attributes)
    seen: set[int] = set()

    def update(frame: int) -> None:
        random.seed(frame)  # of which examples make use
        kept.update(game, random.Random(frame))
        seen.add(world.digest())

    sync_test(world, update, 15, ignore=kept.ignore)
    assert len(seen) > 10  # it is no game in which nothing happens


def test_each_example_is_listed_and_has_a_picture_and_a_film() -> None:
    games = {*PLAYED, "arcade_asteroids"}
    page = (FOLDER.parent / "docs" / "guide" / "examples.md").read_text("utf-8")
    listed = re.findall(r"^\| \[(\w+)\.py\]", page, re.MULTILINE)
    assert sorted(listed) == sorted(games)
    assert len(games) <= 12
    images = {path.name for path in (FOLDER.parent / "docs" / "images").iterdir()}
    for game in games:
        assert f"{game}.png" in images
        assert {f"{game}.gif", f"{game}.webp"} & images


def test_no_example_fills_shapes_in_each_frame() -> None:
    """It would take longer than all else. Each look is painted once, as an image that is kept."""
    # The functions that may fill shapes.
    painting = {"small_game": "painted", "small_platformer": "painted", "window": "upright"}
    for path in FOLDER.glob("*.py"):
        for part in re.split("^(?=def |class |\\w)", path.read_text("utf-8"), flags=re.MULTILINE):
            if "fill_shapes(" in part and path.stem != "make_pictures":
                assert part.startswith(f"def {painting.get(path.stem)}("), path.name


def test_the_small_game_is_whole_in_the_guide() -> None:
    text = (FOLDER / "small_game.py").read_text(encoding="utf-8")
    page = (FOLDER.parent / "docs" / "guide" / "start.md").read_text(encoding="utf-8")
    assert f"```python\n{text}```" in page
