"""Each recipe is a program of its own, short enough to copy, which asserts its effect.

The index of recipes is what its script writes from the keywords below their headings.
"""

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from docs.test_pages import blocks

from spritecol import CharacterController, Polygon, Rect, Sprite

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = DOCS / "guide"
PAGES = {
    name: (GUIDE / name).read_text("utf-8")
    for name in ("recipes.md", "recipes-more.md", "recipes-worlds.md")
}


BODY = Rect(-8, -28, 16, 28)


class Recipe(NamedTuple):
    name: str
    told: str
    program: str


def recipes(page: str) -> Iterator[Recipe]:
    """The parts of a page below headings of the third level."""
    for part in re.split("^### ", PAGES[page], flags=re.MULTILINE)[1:]:
        head, _, rest = part.partition("```python\n")
        name, _, rest_of_head = head.partition("\n")
        told = re.sub(r"^\*Keywords: .*\*$", "", rest_of_head, flags=re.MULTILINE)
        program, _, after = rest.partition("```")
        assert "```" not in after, name
        yield Recipe(name, told, program)


@pytest.mark.parametrize(
    "recipe", [recipe for page in PAGES for recipe in recipes(page)], ids=lambda recipe: recipe.name
)
def test_a_recipe_runs_alone(
    recipe: Recipe, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [line for line in recipe.program.splitlines() if line]
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 100
    assert recipe.told.strip()
    assert [line for line in lines if line.startswith(("assert ", "    assert "))]
    exec(compile(recipe.program, recipe.name, "exec"), vars(ModuleType("recipe")))


@pytest.fixture
def make_index() -> Any:
    spec = importlib.util.spec_from_file_location("make_index", DOCS / "make_index.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_index_is_what_its_script_writes(make_index: Any) -> None:
    stale = "docs/guide/recipes.md is stale: .venv/bin/python docs/make_index.py"
    assert make_index.filled(PAGES["recipes.md"]) == PAGES["recipes.md"], stale


def test_the_index_has_each_recipe_and_its_keywords(make_index: Any) -> None:
    rows = make_index.index()
    for page in PAGES:
        for recipe in recipes(page):
            assert f"[{recipe.name}](" in rows
    assert "| crouching, ducking, sliding under | [Crouch and stand up under a ceiling](" in rows


@pytest.mark.parametrize("line", ["", "*Keywords: ice*\n\n", "Keywords: ice, snow\n\n"])
def test_a_recipe_without_keywords_is_named(line: str, make_index: Any, tmp_path: Path) -> None:
    make_index.PAGE = tmp_path / "recipes.md"
    make_index.PAGE.write_text(f"# Recipes\n\n## Ground\n\n### Ice\n\n{line}The hero slides.\n")
    wanted = r'guide/recipes.md: below the heading "Ice", write two or three words .*\*Keywords: '
    with pytest.raises(ValueError, match=wanted):
        list(make_index.entries(make_index.PAGE))


def played(page: str, name: str) -> dict[str, Any]:
    """What a recipe defines."""
    names = vars(ModuleType("recipe"))
    exec(next(one for one in recipes(page) if one.name == name).program, names)
    return names


SLOPE = [(0, -99), (300, -99), (300, 100), (0, -50)]


def test_a_roof_that_slopes_down_stops_no_fall() -> None:
    """Of any hero of the guide: a ceiling stops only who rises."""
    cave = Sprite(collision=[Rect(0, 300, 999, 9), Polygon(SLOPE)])
    walking: dict[str, Any] = {}
    for block in blocks((GUIDE / "walking.md").read_text("utf-8")):
        exec(block.code, walking)
    for kind in ("Hero", "Jumper"):
        faller = walking[kind](20, -8)
        faller.update(cave, 3.0)
        assert faller.walker.on_ceiling
        for _ in range(50):
            faller.update(cave, 3.0)
        assert faller.walker.on_floor
    leap = played("recipes-more.md", "Jumps in seconds")
    leaper = leap["Leaper"](CharacterController(Sprite(20, -8, collision=BODY)))
    for _ in range(55):
        leaper.update(1 / 60, 180, False, cave)
    assert leaper.walker.on_floor
    climb = played("recipes-more.md", "Slide down a wall and jump off it")
    roof = Polygon([(40, -400), (340, -400), (340, -201), (40, -351)])
    climb["level"].collision = [*climb["level"].shapes, roof]
    climber = climb["Climber"](CharacterController(Sprite(60, -309, collision=BODY)))
    climber.vx = 3
    for _ in range(75):
        climber.update(1, False)
    assert climber.walker.on_floor


@pytest.mark.parametrize("tilt", range(-80, 81, 10))
def test_a_car_gets_off_a_wall_by_the_wheel(tilt: int) -> None:
    car = played("recipes.md", "A car seen from above")["Car"](-200, 0)
    wall, far = Sprite(collision=Rect(0, -900, 40, 1800), angle=tilt), 0.0
    for frame in range(400):
        car.drive(1, 0 if frame < 150 else 1, wall)
        far = max(far, car.distance(wall).distance if frame > 150 else 0)
    assert far > 30
