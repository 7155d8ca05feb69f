"""Each recipe is a program of its own, short enough to copy, which asserts its effect.

The index of recipes is what its script writes from the keywords below their headings.
"""

import importlib.util
import math
import random
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import accumulate, count, takewhile
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy
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
    assert "| crouching, ducking, sliding under | [Pushed and crushed](" in rows


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


def test_the_fog_shows_what_is_in_sight_and_nothing_else() -> None:
    """Of cells without walls those whose middle is in sight; of walls, those that rays meet."""
    names = played("Fog of war")
    chance, hidden, lit, walls_lit, dark = random.Random(3), 0, 0, 0, 0
    for _ in range(40):
        boxes = []
        for _ in range(chance.randint(3, 9)):
            column, row = chance.randrange(20), chance.randrange(12)
            inner, length = chance.choice((0, 3, 7, 14)), 16 * chance.randint(1, 4)
            thin = [(inner, 0, 2, length), (0, inner, length, 2)]
            x, y, width, height = chance.choice([*thin, (0, 0, length, 16 * chance.randint(1, 3))])
            boxes.append((16 * column + x, 16 * row + y, width, height))
        walls = Group(Sprite(x, y, collision=Rect(0, 0, w, h)) for x, y, w, h in boxes)
        x, y = float(chance.randrange(1, 320, 2)), chance.randrange(1, 192, 2) + 0.5
        if any(a <= x <= a + w and b <= y <= b + h for a, b, w, h in boxes):
            continue
        fog = names["Fog"](walls, 20, 12)
        fog.look(x, y)
        met = walls_met(x, y, boxes)
        for column in range(20):
            for row in range(12):
                left, top, shown = 16 * column, 16 * row, fog.explored[column, row]
                middle = left + 8, top + 8
                near = math.dist((x, y), middle) < 120
                if any(
                    left < a + w and a < left + 16 and top < b + h and b < top + 16
                    for a, b, w, h in boxes
                ):
                    walls_lit += near and (column, row) in met
                    dark += near and (column, row) in met and not shown
                    continue
                seen = near and not any(is_between(x, y, *middle, *box) for box in boxes)
                assert shown == seen, (boxes, x, y, column, row)
                lit += seen
                hidden += near and not seen
    assert lit > 1000
    assert hidden > 200
    assert walls_lit > 150
    assert dark == 0


def is_between(x1: float, y1: float, x2: float, y2: float, *box: float) -> bool:
    """Whether a line goes through the inside of a box: left, top, width, height."""
    left, top, width, height = map(Fraction, box)
    first, last = Fraction(0), Fraction(1)
    for start, end, low, size in ((x1, x2, left, width), (y1, y2, top, height)):
        way = Fraction(end) - Fraction(start)
        if not way:
            if not low < start < low + size:
                return False
            continue
        early, late = sorted(((low - Fraction(start)) / way, (low + size - Fraction(start)) / way))
        first, last = max(first, early), min(last, late)
    return first < last


def walls_met(x: float, y: float, boxes: list[tuple[int, ...]]) -> set[tuple[int, int]]:
    """The cells in which short steps in all directions meet the first wall."""
    turns = numpy.radians(numpy.arange(0, 360, 0.5) + 0.1)
    ways = numpy.arange(0, 120, 0.25)
    px = x + numpy.outer(numpy.cos(turns), ways)
    py = y + numpy.outer(numpy.sin(turns), ways)
    inside = numpy.zeros(px.shape, bool)
    for left, top, width, height in boxes:
        inside |= (left < px) & (px < left + width) & (top < py) & (py < top + height)
    first = inside.argmax(axis=1)
    rows = numpy.flatnonzero(inside.any(axis=1))
    columns = first[rows]
    cells = numpy.stack([px[rows, columns] // 16, py[rows, columns] // 16], axis=-1)
    return {(int(a), int(b)) for a, b in cells}


@pytest.mark.parametrize("size", [(56, 64), (0.1 * 3**0.5, 0.2), (55.4256258, 64), (37.3, 33.1)])
def test_a_board_of_hexagons_has_no_gap(size: tuple[float, float]) -> None:
    """Each place of it is in one cell: in the one whose middle is nearest in a regular board."""
    names = played("A board of hexagons")
    names["WIDTH"], names["HEIGHT"] = size
    board = Group(names["Hex"](column, row) for row in range(8) for column in range(8))
    half, quarter = size[0] / 2, size[1] / 4
    chance, judged = random.Random(1), 0
    for _ in range(600):
        x, y = chance.uniform(half, 13 * half), chance.uniform(quarter, 19 * quarter)
        (found,) = board.query_point(x, y)
        ranked = sorted(
            (math.hypot((x - middle.x) / half * 3**0.5, (y - middle.y) / quarter), i)
            for i, middle in enumerate(cell.middle for cell in board)
        )
        if ranked[1][0] - ranked[0][0] > 1e-9:
            judged += 1
            assert found is board[ranked[0][1]]
    assert judged > 550
    inner = [cell for cell in board if 0 < cell.place[0] < 7 and 0 < cell.place[1] < 7]
    corners = {tuple(point) for cell in inner for point in cell.shapes[0].points}
    assert len(corners) == 2 * 7 * 7 - 2  # as exact numbers
    for x, y in corners:
        assert len(board.query_point(x, y)) == 1
        assert len(board.query_circle(x, y, half * 1e-3)) == 3
    for cell in inner:
        assert len(board.query_within(cell, half * 1e-3)) == 6


@pytest.mark.parametrize("tilt", range(-80, 81, 10))
def test_a_car_gets_off_a_wall_by_the_wheel(tilt: int) -> None:
    car = played("A car seen from above")["Car"](-200, 0)
    wall, far = Sprite(collision=Rect(0, -900, 40, 1800), angle=tilt), 0.0
    for frame in range(400):
        car.drive(1, 0 if frame < 150 else 1, wall)
        far = max(far, car.distance(wall).distance if frame > 150 else 0)
    assert far > 30
