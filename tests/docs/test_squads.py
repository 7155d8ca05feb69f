"""The squads of `examples/squads.py` arrive: through gaps, at walls, in corners and corridors."""

import itertools
import runpy
from random import Random
from typing import Any

import pytest
from support.processes import ROOT

from spritecol import Circle, Group, Rect, Sprite, Vec2

pytest.importorskip("shapely")
from spritecol.paths import Paths, Way

WIDTH, HEIGHT, MIDDLE = 1_200, 800, 400
Box = tuple[float, float, float, float]
Place = tuple[float, float]


@pytest.fixture(scope="module")
def squads() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "examples" / "squads.py"))


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
    "a large squad of two sizes": (hall(600, 20, 30), [(crowd(70), (900, 400))], 2),
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
def test_squads_arrive(squads: dict[str, Any], name: str) -> None:
    """All within 3,000 frames, close to their goals, outside of the walls and of each other."""
    walls, orders, factor = SCENES[name]
    paths = Paths(walls, radius=10)
    units: Group[Any] = Group()
    orders_of: list[tuple[Group[Any], Vec2]] = []
    for places, goal in orders:
        squad = Group(squads["Unit"](x, y) for x, y in places)
        if "two sizes" in name:
            for unit in squad[::2]:
                unit.collision = Circle(0, 0, 6)
        end = paths.nearest_free(*goal)
        for unit, way in zip(squad, squads["ways_to"](end, squad, [], paths, walls), strict=True):
            unit.ahead = way[1:]
        units.add(*squad)
        orders_of.append((squad, end))
    for frame in range(3_000):
        for squad, end in orders_of:
            squads["arrive"](squad, end)
        squads["walk"](units, frame, paths, walls)
        assert units.contact_arrays().depth.max(initial=0) < 5
        if not any(unit.ahead for unit in units):
            break
    assert not any(unit.ahead for unit in units)
    assert not units.hits(walls)
    for squad, end in orders_of:
        for unit in squad:
            way = paths.find(paths.nearest_free(unit.x, unit.y), end)
            assert way is not None
            length = sum(a.distance_to(b) for a, b in itertools.pairwise(way))
            assert length < factor * 10 * len(squad) ** 0.5 + 20


def test_a_way_that_others_join_is_hardly_longer_than_their_own(squads: dict[str, Any]) -> None:
    """Also for a unit that is near the middle of a way, between its places."""
    walls = Group(Sprite(200, 100, collision=Rect(0, 0, 40, 400)))
    paths, goal, chance = Paths(walls, radius=10), Vec2(400, 300), Random(1)
    known: list[Any] = []
    places = [(100.0, y) for y in (290.0, 350.0, 410.0, 480.0)]
    places += [(chance.uniform(-200, 150), chance.uniform(0, 600)) for _ in range(100)]
    units = Group(squads["Unit"](*place) for place in places)
    for place, way in zip(places, squads["ways_to"](goal, units, known, paths, walls), strict=True):
        own = paths.find(place, goal)
        assert own is not None
        assert Way(way).length < 1.1 * own.length
    assert len(known) < len(places) / 3  # searches


def test_the_example_ends(squads: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    squads["main"]()
    assert "All 9 units have arrived" in capsys.readouterr().out
