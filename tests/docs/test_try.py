"""The programs of the page "Try it", and what plays them, without the page itself."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest
from support.processes import run_python

from spritecol import Polygon, Rect, Sprite

DOCS = Path(__file__).parents[2] / "docs"
FOLDER = DOCS / "static" / "try"
PROGRAMS = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "stage")
WITH_ARRAYS = {"crowd", "seen"}  # the page loads NumPy for them

PLAY = """
import json, sys
from pathlib import Path
for library in sys.argv[3:]:
    sys.modules[library] = None
sys.path.insert(0, sys.argv[1])
from stage import Stage
stage = Stage(Path(sys.argv[1], f"{sys.argv[2]}.py").read_text())
for _ in range(200):
    json.loads(stage.picture())
    stage.step()
assert not stage.failed or stage.missing, stage.failed
if stage.missing:
    print("needs", stage.missing)
"""


@pytest.fixture(scope="module")
def stage() -> ModuleType:
    spec = importlib.util.spec_from_file_location("stage_of_the_page", FOLDER / "stage.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_plays_with_nothing_but_the_library(name: str) -> None:
    missing = ["shapely"] if name in WITH_ARRAYS else ["numpy", "shapely"]
    done = run_python("-W", "error", "-c", PLAY, str(FOLDER), name, *missing)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") >= 2
    assert "needs" not in done.stdout


@pytest.mark.parametrize(
    ("code", "told", "missing"),
    [
        ("1 +", "SyntaxError: invalid syntax", ""),
        ("a = 1\nb.c", "line 2: NameError: name 'b' is not defined", ""),
        ("raise ImportError('no', name='numpy')", "line 1: ImportError: no", "numpy"),
        ("def update():\n    1 / 0", "line 2: ZeroDivisionError: division by zero", ""),
        ("raise SystemExit", "line 1: SystemExit", ""),
        ("lines = [(1, 2)]", "ValueError: lines must be a list of (x1, y1, x2, y2), got [(1,", ""),
        ("lines = 'ab'", "ValueError: lines must be a list of (x1, y1, x2, y2), got 'ab'", ""),
        ("lines = [(0, 0, 1, float('nan'))]", "ValueError: Out of range float values are not", ""),
        ("a = []\na.append(a)", "RecursionError: maximum recursion depth exceeded", ""),
    ],
)
def test_an_error_is_told_once(
    stage: ModuleType, capsys: pytest.CaptureFixture[str], code: str, told: str, missing: str
) -> None:
    played = stage.Stage(code)
    for _ in range(3):
        played.step()
        played.picture()
    said = capsys.readouterr().out
    assert said.strip().splitlines()[-1].startswith(told)
    assert said.count(told) == 1
    assert (played.failed, played.missing) == (True, missing)


def test_the_nearest_sprite_is_dragged(stage: ModuleType) -> None:
    code = "from spritecol import Circle, Sprite\n" + "\n".join(
        f"{name} = Sprite({x}, 50, collision=Circle(0, 0, 10))"
        for name, x in {"a": 40, "b": 90}.items()
    )
    played = stage.Stage(code)
    a, b = played.names["a"], played.names["b"]
    assert not played.grab(65, 50)
    played.drag(5, 5)
    assert played.grab(75, 50)  # 5 beside the second one
    played.drag(-35, 3)
    held = [(shape["held"], shape["hits"]) for shape in json.loads(played.picture())["shapes"]]
    assert held == [(False, True), (True, True)]
    played.drop()
    played.drag(9, 9)
    assert (a.position, b.position) == ((40, 50), (55, 53))


def test_the_hero_falls_on_below_a_ceiling_that_slopes_down(stage: ModuleType) -> None:
    names = stage.Stage((FOLDER / "walker.py").read_text()).names
    slope = Polygon([(40, -2200), (440, -2200), (440, -1950), (40, -2150)])
    cave = Sprite(collision=[slope, Rect(0, -1800, 480, 9)])
    names["level"].add(cave)
    names["names"][cave] = "cave"
    hero, walker = names["hero"], names["walker"]
    hero.position, hero.speed, hero.fall = (80, -2090), 2, -9
    ceilings = 0
    for _ in range(70):
        names["update"]()
        ceilings += walker.on_ceiling
    assert ceilings >= 2
    assert walker.on_floor
