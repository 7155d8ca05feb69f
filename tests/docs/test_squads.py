"""The squads of the page of paths arrive: through gaps, at walls, in corners and corridors.

The functions are those of the page; only its walls and units are others.
"""

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from docs.test_readme import ROOT, blocks
from support.for_each import for_each

from spritecol import Circle, Group, Rect, Sprite, Vec2

pytest.importorskip("shapely")
from spritecol.paths import Paths

PAGE = ROOT / "docs" / "guide" / "paths.md"
WIDTH, HEIGHT, MIDDLE = 1_200, 800, 400
FRAMES = 3_000
START = (30, 30)  # the left top corner of where they stand
Box = tuple[float, float, float, float]


@pytest.fixture(scope="module")
def recipe() -> dict[str, Any]:
    """The names of the page, up to those of its squads."""
    names: dict[str, Any] = {}
    for block in blocks(PAGE.read_text(encoding="utf-8")):
        exec(block.code, names)
        if "def arrive(" in block.code:
            return names
    raise AssertionError("the page has no squads")


def wall(left: float, top: float, width: float, height: float) -> Sprite:
    return Sprite(left, top, collision=Rect(0, 0, width, height))


def hall(*boxes: Box) -> Group[Sprite]:
    """Four walls around, and others."""
    around = [
        (-50, -50, WIDTH + 100, 50),
        (-50, HEIGHT, WIDTH + 100, 50),
        (-50, 0, 50, HEIGHT),
        (WIDTH, 0, 50, HEIGHT),
    ]
    return Group(wall(*box) for box in (*around, *boxes))


def with_gap(width: float) -> Group[Sprite]:
    top = MIDDLE - width / 2
    return hall((600, 0, 20, top), (600, top + width, 20, HEIGHT))


def with_corridor(width: float) -> Group[Sprite]:
    top = MIDDLE - width / 2
    return hall((620, 0, 580, top), (620, top + width, 580, HEIGHT))


class Game:
    """Units that walk as on the page."""

    def __init__(self, recipe: dict[str, Any], walls: Group[Sprite]) -> None:
        self.recipe = recipe
        self.walls = walls
        self.paths = Paths(walls, radius=10)
        self.units: Group[Any] = Group()
        self.squads: list[tuple[Group[Any], Vec2]] = []
        recipe.update(walls=walls, paths=self.paths)

    def order(self, places: list[tuple[float, float]], goal: tuple[float, float]) -> None:
        """A squad at some places that is to go somewhere."""
        unit_class: Callable[..., Any] = self.recipe["Unit"]
        squad = Group(unit_class(x, y, collision=Circle(0, 0, 10)) for x, y in places)
        end = self.paths.nearest_free(*goal)
        for unit, way in zip(squad, self.recipe["ways_to"](end, squad, []), strict=True):
            unit.ahead = way[1:]
        self.units.add(*squad)
        self.squads.append((squad, end))

    def walking(self) -> int:
        return sum(bool(unit.ahead) for unit in self.units)

    def play(self) -> None:
        """Until all have arrived."""
        for frame in range(FRAMES):
            for squad, goal in self.squads:
                self.recipe["arrive"](squad, goal)
            self.recipe["walk"](self.units, frame)
            if not self.walking():
                break
        assert self.walking() == 0
        assert not self.units.hits(self.walls)

    def assert_close(self, factor: float) -> None:
        """The way of each to its goal is so short: for 1 they fill a disc."""
        for squad, goal in self.squads:
            for unit in squad:
                way = self.paths.find(self.paths.nearest_free(unit.x, unit.y), goal)
                assert way is not None
                length = sum(a.distance_to(b) for a, b in itertools.pairwise(way))
                assert length < factor * 10 * len(squad) ** 0.5 + 20


def crowd(count: int, left: float = 30) -> list[tuple[float, float]]:
    """Places for so many, column by column."""
    return [(left + 21 * (k // 35), 30 + 21 * (k % 35)) for k in range(count)]


@for_each(
    "count, gap, goal, factor",
    [
        (50, 22, (900, 400), 3),
        (50, 30, (660, 400), 3),
        (50, 80, (632, 300), 3),
        (50, 22, (1190, 790), 3),
        (50, 30, (610, 400), 3),
        (250, 30, (900, 400), 2),
    ],
)
def test_a_squad_passes_a_gap_and_arrives(
    recipe: dict[str, Any], count: int, gap: int, goal: tuple[float, float], factor: float
) -> None:
    game = Game(recipe, with_gap(gap))
    game.order(crowd(count), goal)
    game.play()
    game.assert_close(factor)


def test_a_squad_fills_a_corridor_that_ends(recipe: dict[str, Any]) -> None:
    game = Game(recipe, with_corridor(45))
    game.order(crowd(40), (1150, 400))
    game.play()


@for_each("gap", (45, 160))
def test_two_squads_change_places_through_a_gap(recipe: dict[str, Any], gap: int) -> None:
    game = Game(recipe, with_gap(gap))
    game.order(crowd(35), (900, 400))
    game.order(crowd(35, left=1_100), (300, 400))
    game.play()


def test_units_at_rest_step_aside(recipe: dict[str, Any]) -> None:
    """One of another squad stands at the goal, and some in the gap."""
    game = Game(recipe, with_gap(30))
    game.order([(900, 400)], (900, 400))
    game.order([(610, 400)], (610, 400))
    game.order(crowd(35), (900, 400))
    game.play()
    game.assert_close(3)


def test_who_has_been_there_is_ordered_again(recipe: dict[str, Any]) -> None:
    game = Game(recipe, with_gap(45))
    game.order(crowd(35), (900, 400))
    game.play()
    ((squad, _),) = game.squads
    end = Vec2(300, 400)
    for unit, way in zip(squad, recipe["ways_to"](end, squad, []), strict=True):
        unit.ahead, unit.looked, unit.stuck = way[1:], None, False
    game.squads = [(squad, end)]
    game.play()
    game.assert_close(3)
