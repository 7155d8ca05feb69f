"""Each recipe is a program of its own, short enough to copy, which asserts its effect.

The index of recipes is what its script writes from the keywords below their headings.
"""

import importlib.util
import random
import re
from collections.abc import Iterator
from functools import partial
from itertools import accumulate, count, takewhile
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from docs.test_pages import blocks

from spritecol import CharacterController, Group, Polygon, Rect, Sprite

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = DOCS / "guide"
FOLDER = GUIDE / "recipes"
PAGES = {path.name: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.md"))}
INDEX = PAGES.pop("index.md")

BODY = Rect(-8, -28, 16, 28)


class Recipe(NamedTuple):
    name: str
    told: str
    program: str


def recipes(page: str) -> Iterator[Recipe]:
    """The parts of a page below headings of the second level."""
    for part in re.split("^## ", PAGES[page], flags=re.MULTILINE)[1:]:
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
    stale = "docs/guide/recipes/index.md is stale: .venv/bin/python docs/make_index.py"
    assert make_index.filled(INDEX) == INDEX, stale


def test_the_index_has_each_recipe_and_its_keywords(make_index: Any) -> None:
    rows = make_index.index()
    for page in PAGES:
        for recipe in recipes(page):
            assert f"[{recipe.name}](" in rows
    assert (
        "| crouching, ducking, sliding under, press, crusher, crushed | [Pushed and crushed]("
        in rows
    )


@pytest.mark.parametrize("line", ["", "*Keywords: ice*\n\n", "Keywords: ice, snow\n\n"])
def test_a_recipe_without_keywords_is_named(line: str, make_index: Any, tmp_path: Path) -> None:
    make_index.PAGE, page = tmp_path / "index.md", tmp_path / "floors.md"
    page.write_text(f"# Floors\n\n## Ice\n\n{line}The hero slides.\n")
    wanted = r'guide/recipes/floors.md: below the heading "Ice", write two or .*\*Keywords: '
    with pytest.raises(ValueError, match=wanted):
        list(make_index.entries(page))


def played(name: str) -> dict[str, Any]:
    """What a recipe defines."""
    names = vars(ModuleType("recipe"))
    exec(next(one for page in PAGES for one in recipes(page) if one.name == name).program, names)
    return names


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_read_in_a_few_minutes(page: str) -> None:
    assert 900 <= len(PAGES[page].split()) <= 2000


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
    leap = played("Jumps in seconds")
    leaper = leap["Leaper"](CharacterController(Sprite(20, -8, collision=BODY)))
    for _ in range(55):
        leaper.update(1 / 60, 180, False, cave)
    assert leaper.walker.on_floor
    climb = played("Slide down a wall and jump off it")
    roof = Polygon([(40, -400), (340, -400), (340, -201), (40, -351)])
    climb["level"].collision = [*climb["level"].shapes, roof]
    climber = climb["Climber"](CharacterController(Sprite(60, -309, collision=BODY)))
    climber.vx = 3
    for _ in range(75):
        climber.update(1, False)
    assert climber.walker.on_floor


def test_a_callback_throws_a_hero_up_from_a_floor() -> None:
    """As high as it would fly by its gravity alone, for any hero of the guide that stands."""
    level, body = Sprite(0, 0, collision=Rect(-500, 0, 1000, 50)), Rect(-8, -28, 16, 28)
    walking: dict[str, Any] = {}
    for block in blocks((GUIDE / "walking.md").read_text("utf-8")):
        exec(block.code, walking)
    runner = played("Ice")["Runner"](Sprite(0, 0, collision=body))
    rider = played("A crate that rides a platform")["Body"](0, 0, 16, 28)
    heroes: list[tuple[Any, Any]] = [
        (hero := walking["Hero"](0, 0), partial(hero.update, level)),
        (jumper := walking["Jumper"](0, 0), partial(jumper.update, level, held=True)),
        (runner, partial(runner.update, 0, level)),
        (rider, partial(rider.move, 0, level)),
    ]
    for hero, update in heroes:
        sprite = hero.walker.sprite
        for fall in (-3.0, -9.0, -12.2):
            while not hero.walker.on_floor:
                update()
            hero.fall, heights = fall, []
            for _ in range(80):
                update()
                heights.append(sprite.y)
            flight = list(accumulate(takewhile(lambda v: v < 0, count(fall + 0.4, 0.4))))
            assert heights[: len(flight)] == pytest.approx(flight), (type(hero), fall)
            assert heights[-1] == 0
    leap = played("Jumps in seconds")
    leaper = leap["Leaper"](CharacterController(Sprite(0, 0, collision=body)))
    for rate in (30, 144):
        leaper.walker.move(0, 1, level)
        leaper.vy, heights = -600.0, []
        for _ in range(rate):
            leaper.update(1 / rate, 0, False, level)
            heights.append(leaper.walker.sprite.y)
        assert min(heights) == pytest.approx(-(600**2) / 2 / 1400, abs=1400 / 8 / rate**2 + 1e-9)


def test_a_parcel_goes_with_the_belt_below_its_middle() -> None:
    """Rows of belts, which the feet of a parcel also touch beside its middle."""
    names = played("Conveyor belts and springs")
    chance, rests, crossed = random.Random(7), 0, 0
    for _ in range(60):
        speeds = [chance.choice((-2.0, -1.5, 1.5, 2.5)) for _ in range(6)]
        belts = Group(names["Belt"](100 * k, 60) for k in range(6))
        for belt, speed in zip(belts, speeds, strict=True):
            belt.speed = speed
        x = chance.uniform(20, 580)
        walker = CharacterController(Sprite(x, 60, collision=Rect(-8, -28, 16, 28)))
        walker.move(0, 0.4, belts)
        places = []
        for _ in range(300):
            if not 0 < x < 600:
                break
            crossed += places != [] and x // 100 != places[-1] // 100
            places.append(x)
            x += speeds[int(x // 100)]
            walker.move(names["carry"](walker, belts), 0.4, belts)
            assert walker.on_floor
            assert walker.sprite.x == pytest.approx(x)
        else:
            rests += 1
            last = places[-40:]
            assert max(last) - min(last) <= 2 * 2.5
    assert rests > 10
    assert crossed > 500


@pytest.mark.parametrize("tilt", range(-80, 81, 10))
def test_a_car_gets_off_a_wall_by_the_wheel(tilt: int) -> None:
    car = played("A car seen from above")["Car"](-200, 0)
    wall, far = Sprite(collision=Rect(0, -900, 40, 1800), angle=tilt), 0.0
    for frame in range(400):
        car.drive(1, 0 if frame < 150 else 1, wall)
        far = max(far, car.distance(wall).distance if frame > 150 else 0)
    assert far > 30
