"""The programs of the page "Try it", and what plays them. `.ci/wasm` opens the page itself."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest
from support.processes import run_python

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


def test_what_is_drawn(stage: ModuleType) -> None:
    code = """
from spritecol import *
a = Sprite(10, 20, collision=Circle(1, 2, 3))
_hidden = Sprite(0, 0, collision=Circle(0, 0, 1))
group = Group(Sprite(12, 20, collision=[Rect(0, 0, 9, 9, one_way=(0, -1)), Point(1, 1)]))
others = {"gone": [Sprite(collision=Triangle(0, 0, 9, 0, 0, 9))], 3: (Sprite(), None)}
others["gone"][0].vanish()
b = [Sprite(99, 0, collision=c) for c in (Segment(0, 0, 1, 1), Ellipse(0, 0, 5, 3, 9),
     Capsule(0, 0, 4, 0, 2), Triangle(0, 0, 9, 0, 0, 9), Polygon([(0, 0), (9, 0), (0, 9)]))]
lines = [(1, 2, 3, 4)]
hit = a.raycast(0, 22, 50, 22)
"""
    drawn = json.loads(stage.Stage(code).picture())
    kinds = [shape["kind"] for shape in drawn["shapes"]]
    assert kinds == ["ellipse", "rect", "point", "segment", "ellipse", "capsule", "rings", "rings"]
    assert drawn["shapes"][0]["numbers"] == [11, 22, 3, 3, 0]
    assert [shape["hits"] for shape in drawn["shapes"]][:4] == [True, True, True, True]
    assert drawn["shapes"][1]["one_way"] == [16.5, 24.5, 0, -1]
    assert drawn["lines"] == [[1, 2, 3, 4]]
    assert [8, 22, -1, 0] in drawn["arrows"]


def test_a_sprite_can_be_dragged(stage: ModuleType) -> None:
    played = stage.Stage(
        "from spritecol import *\na, b = (Sprite(x, 0, collision=Circle(0, 0, 9)) for x in (0, 99))"
    )
    assert played.grab(105, 8)
    played.drag(-90, 5)
    played.drop()
    played.drag(50, 50)
    assert (played.names["b"].x, played.names["b"].y) == (9, 5)
    assert all(shape["hits"] for shape in json.loads(played.picture())["shapes"])
    assert not played.grab(50, 50)


@pytest.mark.parametrize(
    ("code", "told", "missing"),
    [
        ("1 +", "SyntaxError: invalid syntax", ""),
        ("a = 1\nb.c", "line 2: NameError: name 'b' is not defined", ""),
        ("raise ImportError('no', name='numpy')", "line 1: ImportError: no", "numpy"),
        ("def update():\n    1 / 0", "line 2: ZeroDivisionError: division by zero", ""),
        ("raise SystemExit", "line 1: SystemExit", ""),
    ],
)
def test_an_error_is_told_once(
    stage: ModuleType, capsys: pytest.CaptureFixture[str], code: str, told: str, missing: str
) -> None:
    played = stage.Stage(code)
    for _ in range(3):
        played.step()
        played.picture()
    assert capsys.readouterr().out.strip().splitlines()[-1] == told
    assert (played.failed, played.missing) == (True, missing)
