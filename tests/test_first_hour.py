"""The first hour: what is meant is done, and a mistake is told with what to write instead.

The lines are in `support/data/first_hour.txt`. `test_bad_input.py` has what else is refused.
"""

from collections import ChainMap
from types import MappingProxyType
from typing import Any

import pytest
from support.tables import lines_of

import spritecol
from spritecol import CharacterController, Circle, Group, Overlaps, Rect, Sprite, World
from spritecol.paths import Paths
from spritecol.tiles import cell_of, shapes_from_tiles


class Enemy(Sprite):
    collision = Circle(0, 0, 5)


class Match:
    score = 0
    lives = 3


def scene() -> dict[str, Any]:
    """What somebody may have made by then; of each class its answers, too."""
    a, b = (Sprite(x, 0, collision=Circle(0, 0, 10, name="body")) for x in (0, 5))
    wall = Sprite(50, -50, collision=Rect(0, 0, 10, 100))
    group, walls = Group(a, b), Group(wall)
    names = {name: getattr(spritecol, name) for name in spritecol.__all__}
    return {
        **names,
        "spritecol": spritecol,
        "Enemy": Enemy,
        "match": Match(),
        "MappingProxyType": MappingProxyType,
        "ChainMap": ChainMap,
        "Paths": Paths,
        "shapes_from_tiles": shapes_from_tiles,
        "cell_of": cell_of,
        **{"a": a, "b": b, "wall": wall, "group": group, "walls": walls},
        "hit": a.sweep(100, 0, wall),
        "ray": walls.raycast(0, 0, 100, 0),
        "contact": a.contacts(b)[0],
        "near": group.nearest(0, 0),
        "slide": a.move_and_slide(1, 0, wall),
        "walker": CharacterController(Sprite(0, 0, collision=Rect(-8, -16, 16, 16))),
        "watch": Overlaps(a, group),
        "world": World(a),
        "paths": Paths(walls, radius=5),
        "v": spritecol.Vec2(3, 4),
    }


def rows(section: str) -> list[tuple[str, ...]]:
    return [
        tuple(map(str.strip, line.split(" -> "))) for line in lines_of("first_hour.txt", section)
    ]


def play(line: str, told: str, **more: Any) -> None:
    with pytest.raises((AttributeError, TypeError, ValueError)) as raised:
        exec(line, scene() | more)
    assert told in str(raised.value)


@pytest.mark.parametrize(("line", "told"), rows("lines"))
def test_a_mistake_is_told_with_what_to_write(line: str, told: str) -> None:
    play(line, told)


@pytest.mark.parametrize(("line", "told"), rows("lines of who knows pygame"))
def test_a_mistake_of_who_knows_pygame(line: str, told: str) -> None:
    pygame = pytest.importorskip("pygame", reason="needs pygame-ce")
    from spritecol.integrations import pygame as ours

    names = ("draw_shapes", "fill_shapes", "shapes_from_surface")
    surface = pygame.Surface((20, 20))
    more = {name: getattr(ours, name) for name in names}
    play(line, told, pygame=pygame, screen=surface, Both=ours.Sprite, **more)


@pytest.mark.filterwarnings("ignore::spritecol.SpritecolWarning")
@pytest.mark.parametrize(("line", "answer"), rows("works"))
def test_a_line_that_means_one_thing_works(line: str, answer: str) -> None:
    things = scene()
    assert eval(line, things) == eval(answer, things)


@pytest.mark.parametrize(("line", "answer"), rows("works with pygame"))
def test_what_pygame_has_is_taken(line: str, answer: str) -> None:
    pygame = pytest.importorskip("pygame", reason="needs pygame-ce")
    things = scene() | {"pygame": pygame}
    assert eval(line, things) == eval(answer, things)


def test_there_are_enough() -> None:
    assert len(rows("lines")) + len(rows("lines of who knows pygame")) >= 100
    assert len(rows("works")) >= 50
