"""The squads of the page of arrays arrive: through gaps, at walls, in corners and corridors.

The functions are those of the page; only its walls and units are others.
"""

import itertools
from typing import Any

import pytest
from docs.test_pages import ROOT, blocks

from spritecol import Circle, Group, Rect, Sprite, Vec2

pytest.importorskip("shapely")
from spritecol.paths import Paths

PAGE = ROOT / "docs" / "advanced" / "arrays.md"
WIDTH, HEIGHT, MIDDLE = 1_200, 800, 400
Box = tuple[float, float, float, float]
Place = tuple[float, float]


@pytest.fixture(scope="module")
def recipe() -> dict[str, Any]:
    """The names of the page, up to those of its squads."""
    names: dict[str, Any] = {}
    for block in blocks(PAGE.read_text(encoding="utf-8")):
        exec(block.code, names)
        if "def arrive(" in block.code:
            return names
    raise AssertionError("the page has no squads")


def hall(left: float, width: float, gap: float) -> Group[Sprite]:
    """Four walls around, and one with a gap in its middle."""
    top = MIDDLE - gap / 2
    boxes: list[Box] = [
        (-50, -50, WIDTH + 100, 50),
        (-50, HEIGHT, WIDTH + 100, 50),
        (-50, 0, 50, HEIGHT),
        (WIDTH, 0, 50, HEIGHT),
        (left, 0, width, top),
        (left, top + gap, width, HEIGHT),
    ]
    return Group(Sprite(x, y, collision=Rect(0, 0, w, h)) for x, y, w, h in boxes)


def crowd(count: int, left: float = 30) -> list[Place]:
    """Places for so many, column by column."""
    return [(left + 21 * (k // 35), 30 + 21 * (k % 35)) for k in range(count)]


Order = tuple[list[Place], Place]
SCENES: dict[str, tuple[Group[Sprite], list[Order], float]] = {
    "a narrow gap": (hall(600, 20, 22), [(crowd(35), (900, 400))], 3),
    "a goal at the wall": (hall(600, 20, 30), [(crowd(35), (660, 400))], 3),
    "a corner": (hall(600, 20, 22), [(crowd(35), (1190, 790))], 3),
    "a large squad": (hall(600, 20, 30), [(crowd(100), (900, 400))], 2),
    "a corridor that ends": (hall(620, 580, 45), [(crowd(40), (1150, 400))], 99),
    "two squads change places": (
        hall(600, 20, 45),
        [(crowd(35), (900, 400)), (crowd(35, 1_100), (300, 400))],
        99,
    ),
    "some stand at the goal and in the gap": (
        hall(600, 20, 30),
        [([(900, 400)], (900, 400)), ([(610, 400)], (610, 400)), (crowd(35), (900, 400))],
        3,
    ),
}


@pytest.mark.parametrize("name", SCENES)
def test_squads_arrive(recipe: dict[str, Any], name: str) -> None:
    """All within 3,000 frames, outside of the walls and close to their goals."""
    walls, orders, factor = SCENES[name]
    paths = Paths(walls, radius=10)
    recipe.update(walls=walls, paths=paths)
    units: Group[Any] = Group()
    squads: list[tuple[Group[Any], Vec2]] = []
    for places, goal in orders:
        squad = Group(recipe["Unit"](x, y, collision=Circle(0, 0, 10)) for x, y in places)
        end = paths.nearest_free(*goal)
        for unit, way in zip(squad, recipe["ways_to"](end, squad, []), strict=True):
            unit.ahead = way[1:]
        units.add(*squad)
        squads.append((squad, end))
    for frame in range(3_000):
        for squad, end in squads:
            recipe["arrive"](squad, end)
        recipe["walk"](units, frame)
        if not any(unit.ahead for unit in units):
            break
    assert not any(unit.ahead for unit in units)
    assert not units.hits(walls)
    for squad, end in squads:
        for unit in squad:
            way = paths.find(paths.nearest_free(unit.x, unit.y), end)
            assert way is not None
            length = sum(a.distance_to(b) for a, b in itertools.pairwise(way))
            assert length < factor * 10 * len(squad) ** 0.5 + 20
