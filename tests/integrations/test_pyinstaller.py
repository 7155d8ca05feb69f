"""A game that PyInstaller has frozen plays as it does without."""

import os
import platform
import re
import runpy
import shutil
import subprocess
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from support.processes import DEFAULTS, PACKAGE, ROOT, SANITIZED, TIME_LIMIT, run_python

from spritecol import _build

HOOKS = PACKAGE / "spritecol" / "integrations" / "_pyinstaller"
COMPILED = _build.compiled_in(PACKAGE / "spritecol")
MAP = Path(__file__).parent / "maps" / "cellar.tmj"
UNSEEN = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}

REST = """
import sys
from importlib.util import find_spec

import spritecol.integrations.pygame
from spritecol import Group, Number, Overlaps, Polygon, World
from spritecol.integrations.tiled import sprites_from_tmx


class Star(spritecol.integrations.pygame.Sprite):
    collision = Polygon([(0, 0), (9, 4), (20, 0), (10, 20)])
    speed = Number(2.0)


def look():
    print([(sprite.x, sprite.aabb) for sprite in stars], len(watch.update().entered))


level = Group(sprites_from_tmx(sys.argv[1]))
stars = Group(Star(x=x, y=50) for x in (0, 15, 70))
watch = Overlaps(stars)
world = World(stars, watch)
saved = world.save().to_bytes()
look()
stars.x += stars.column("speed")
look()
world.load(saved)
look()
print(len(level), level.aabbs.sum(), stars[0].check(stars) == [stars[1]], stars[2].geometry.area)
print(world.digest(), player.hits(wall), spritecol.spatial.morton.encode(3, 4))
print(spritecol.paths.Paths(wall, radius=5).find((0, 0), (300, 200)).length)
spritecol.integrations.pygame.install()
print(pygame.sprite.spritecollide(stars[0], pygame.sprite.Group(*stars), False) == stars[:2])
for name in ("arcade", "ray", "spritecol.integrations.arcade", "spritecol.integrations.ray"):
    print(name, find_spec(name) is not None)
"""


@pytest.mark.builds
@pytest.mark.skipif(SANITIZED, reason="what is frozen there has no sanitizer before it")
def test_a_frozen_game_plays_as_it_does_without(tmp_path: Path) -> None:
    """The first script of the README, then a map, a World, arrays, and pygame's functions."""
    for module in ("pygame", "PyInstaller"):
        pytest.importorskip(module, reason="a game is frozen")
    if platform.system() == "Linux" and not shutil.which("objdump"):
        pytest.skip("PyInstaller needs objdump")
    readme = (ROOT / "README.md").read_text("utf-8")
    first = re.findall(r"^```python\n(.*?)^```", readme, flags=re.MULTILINE | re.DOTALL)
    game = tmp_path / "game.py"
    game.write_text("\n".join([*first, REST]), encoding="utf-8")
    played = run_python(str(game), str(MAP), folder=tmp_path, **UNSEEN)
    assert (played.returncode, played.stderr) == (0, "")

    frozen = run_python(
        *("-m", "PyInstaller", "--log-level", "WARN", "--onedir", game.name),
        folder=tmp_path,
        PYINSTALLER_CONFIG_DIR=str(tmp_path / "cache"),
    )
    assert frozen.returncode == 0, frozen.stderr
    game.unlink()
    program = shutil.which("game", path=tmp_path / "dist" / "game")
    assert program
    done = subprocess.run(
        [program, str(MAP)],
        cwd=tmp_path,
        env={**os.environ, **DEFAULTS, **UNSEEN},
        capture_output=True,
        text=True,
        timeout=TIME_LIMIT,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    *answers, arcade, ray, our_arcade, our_ray = done.stdout.splitlines()
    assert answers == played.stdout.splitlines()[:-4]
    assert len(answers) == 7
    assert not [line for line in (arcade, ray, our_arcade, our_ray) if not line.endswith(" False")]


def test_an_installation_brings_the_hooks_which_name_all_that_compiled_modules_import() -> None:
    found = {hook for hook in entry_points(group="pyinstaller40") if "spritecol" in hook.value}
    assert found, f"it was installed without its hooks: `{_build.COMMAND}`"
    folders = {folder for hook in found for folder in hook.load()()}
    hooks = {path.stem: path for folder in folders for path in Path(folder).glob("hook-*.py")}
    assert len(hooks) > 2
    named = {name: {*runpy.run_path(str(hooks[name]))["hiddenimports"]} for name in hooks}
    assert named["hook-spritecol"] >= {"attrs", "weakref", "spritecol.sprites.sprite"}
    outside = ("spritecol.integrations", "spritecol.view")
    assert not [module for module in named["hook-spritecol"] if module.startswith(outside)]
    compiled = {name for name in COMPILED if not name.startswith("integrations._drawing")}
    assert set().union(*named.values()) >= {f"spritecol.{name}" for name in compiled}


def test_each_integration_with_compiled_modules_has_a_hook() -> None:
    rooms = {name.rpartition(".")[0] for name in COMPILED if name[:13] == "integrations."}
    rooms = {".".join(room.split(".")[:2]) for room in rooms}
    rooms.remove("integrations._drawing")  # Python modules import it, and it imports no others
    assert rooms >= {"integrations.pygame", "integrations.arcade"}
    hooks = {path.stem for path in HOOKS.glob("hook-*.py")}
    assert hooks == {"hook-spritecol", *(f"hook-spritecol.{room}" for room in rooms)}
