"""The first hour: what is meant is done, a mistake is told with what to write, and that works.

The lines are in `support/data/first_hour.txt`. `test_bad_input.py` has what else is refused.
"""

import enum
import operator
import re
from collections import ChainMap
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from support.tables import lines_of

import spritecol
from spritecol import (
    CharacterController,
    Circle,
    Group,
    Number,
    Overlaps,
    Paths,
    Rect,
    Sprite,
    World,
)
from spritecol.tiles import cell_of


class Enemy(Sprite):
    collision = Circle(0, 0, 5)


class Shot(Sprite):
    vx = Number(0.0)


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
        "__name__": "game",
        "spritecol": spritecol,
        "Enemy": Enemy,
        "match": Match(),
        "MappingProxyType": MappingProxyType,
        "ChainMap": ChainMap,
        **{name: getattr(spritecol, name) for name in ("Paths", "Way", "shapes_from_tiles")},
        "cell_of": cell_of,
        **{"Path": Path, "Shot": Shot, "enum": enum, "Enum": enum.Enum, "Flag": enum.Flag},
        "operator": operator,
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


def play(line: str, told: str, **more: Any) -> str:
    with pytest.raises((AttributeError, TypeError, ValueError)) as raised:
        exec(line, scene() | more)
    assert told in str(raised.value)
    return str(raised.value)


@pytest.mark.filterwarnings("ignore::spritecol.SpritecolWarning")
@pytest.mark.parametrize(("line", "told", "advice"), [(*row, "")[:3] for row in rows("lines")])
def test_a_mistake_is_told_with_what_to_write(
    line: str, told: str, advice: str, tmp_path: Path
) -> None:
    """And to write that works. It uses a name of the message."""
    message = play(line, told)
    assert advice or not re.search(r"\b(call|write|read|pass|assign|it is called|as in)\b", told)
    if advice:
        exec(advice, scene() | {"file": tmp_path / "game.save"})
        assert set(re.findall(r"\w+", advice)) & set(re.findall(r"\w+", message))


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
