"""A pair is the same as two numbers, a box the same as four, for every call that has them.

Which calls these are, their signatures tell: a new one is among them by the names of its arguments.
"""

import inspect
import random
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

from spritecol import CharacterController, Circle, Group, Rect, Sprite, Vec2
from spritecol.paths import Paths

DRAWS = 3
STARTS = {"x": "y", "dx": "dy", "vx": "vy", "x1": "y1", "x2": "y2"}
SIDES = ("left", "top", "right", "bottom")
OTHERS: dict[str, Any] = {"radius": 60.0, "distance": 40.0, "k": 2}


class Sides(NamedTuple):
    """A box of another library: in another order, and with a width."""

    width: float
    bottom: float
    right: float
    top: float
    left: float


class Pair:
    """A vector of another library: it can be unpacked and has a length, and no more."""

    def __init__(self, x: float, y: float) -> None:
        self.numbers = x, y

    def __len__(self) -> int:
        return 2

    def __getitem__(self, k: int) -> float:
        return self.numbers[k]


PAIRS: list[Callable[[float, float], Any]] = [
    *(lambda x, y: (x, y), lambda x, y: [x, y], Vec2, Pair),
]
BOXES: list[Callable[..., Any]] = [
    lambda *sides: sides,
    lambda *sides: list(sides),
    lambda left, top, right, bottom: Sides(0, bottom, right, top, left),
]


def scene() -> dict[str, Any]:
    """One of each thing with such calls."""
    hero = Sprite(0, 0, collision=Circle(0, 0, 9))
    walls = Group(
        Sprite(x, y, collision=Rect(0, 0, 16, 16))
        for x in range(-80, 81, 40)
        for y in range(-80, 81, 40)
        if x or y
    )
    hit = hero.sweep(90, 3, walls)
    assert hit is not None
    return {
        "hero": hero,
        "group": walls,
        "walker": CharacterController(Sprite(0, 0, collision=Rect(0, 0, 8, 8))),
        "paths": Paths(walls, radius=3),
        "hit": hit,
        "ray": Group(walls).raycast(0, 0, 99, 5),
    }


def calls(things: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """The methods that have a pair or a box, with the names of what they need."""
    for thing, value in things.items():
        for name in dir(value):
            call = getattr(value, name, None) if name[0] != "_" else None
            if not callable(call) or name.endswith("_arrays"):
                continue
            try:
                listed = inspect.signature(call).parameters.values()
            except ValueError:  # of C without a signature: its docstring begins with it
                continue
            names = [
                one.name
                for one in listed
                if one.kind is one.POSITIONAL_OR_KEYWORD
                and (one.name in (*STARTS, *STARTS.values(), *SIDES, *OTHERS, "targets"))
            ]
            if names and (names[0] in STARTS or names[0] == "left"):
                yield f"{thing}.{name}", names


CALLS = list(calls(scene()))


def outcome(things: dict[str, Any], name: str, *given: Any, **named: Any) -> Any:
    """The answer of a call, and where everything is afterwards, in words that two scenes share."""
    thing, method = name.split(".")
    answer = getattr(things[thing], method)(*given, **named)
    places = [tuple(one.position) for one in (things["hero"], things["walker"].sprite)]
    return re.sub(r"0x[0-9a-f]+", "", repr(answer)), places


def test_the_calls_are_many() -> None:
    assert len(CALLS) >= 22, CALLS
    firsts = [names[0] for _, names in CALLS]
    assert {"x", "dx", "x1", "left", "vx"} <= set(firsts)


@pytest.mark.parametrize(("name", "names"), CALLS, ids=[name for name, _ in CALLS])
def test_a_pair_is_two_numbers_and_a_box_is_four(name: str, names: list[str]) -> None:
    chance = random.Random(name)
    for _ in range(DRAWS):
        things = scene()
        values = {
            one: OTHERS.get(one, things["group"]) if one in (*OTHERS, "targets") else
            float(chance.randint(-90, 90))
            for one in names
        }  # fmt: skip
        if names[0] == "left":
            values["right"], values["bottom"] = values["left"] + 50, values["top"] + 70
        wanted = outcome(things, name, *values.values())
        assert outcome(scene_of(values), name, **values) == wanted  # by name, as ever
        for short, rest in shortened(values):
            again = scene_of(values, rest)
            assert outcome(again, name, *short, *rest.values()) == wanted
            again = scene_of(values, rest)
            assert outcome(again, name, *short, **rest) == wanted


def scene_of(*values: dict[str, Any]) -> dict[str, Any]:
    """A scene whose walls are the targets in some values."""
    things = scene()
    for each in values:
        if "targets" in each:
            each["targets"] = things["group"]
    return things


def shortened(values: dict[str, Any]) -> Iterator[tuple[list[Any], dict[str, Any]]]:
    """The short forms of the numbers at the beginning, and what follows them."""
    numbers = [one for one in values if one not in (*OTHERS, "targets")]
    rest = {one: value for one, value in values.items() if one not in numbers}
    given = [values[one] for one in numbers]
    if numbers[0] == "left":
        yield from (([box(*given)], rest) for box in BOXES)
    for pair in PAIRS:
        yield [pair(*given[k : k + 2]) for k in range(0, len(given), 2)], rest


WITH_A_BOX = [name for name, names in CALLS if names[0] == "left"]


@pytest.mark.parametrize("name", WITH_A_BOX)
def test_the_ends_of_a_drag_come_in_any_order(name: str) -> None:
    wanted = outcome(scene(), name, 10, -30, 60, 40)
    for left, right in ((10, 60), (60, 10)):
        for top, bottom in ((-30, 40), (40, -30)):
            assert outcome(scene(), name, left, top, right, bottom) == wanted
            for pair in PAIRS:
                ends = pair(left, top), pair(right, bottom)
                assert outcome(scene(), name, *ends) == wanted
            sides = Sides(0, bottom, right, top, left)  # an object is the box that it says
            assert outcome(scene(), name, sides) == wanted


@pytest.mark.parametrize("name", WITH_A_BOX)
@pytest.mark.parametrize("box", [(60, -30, 10, 40), (10, 40, 60, -30), (100, 0, 20, 20)])
def test_a_box_with_its_corners_in_reverse_is_refused(name: str, box: tuple[int, ...]) -> None:
    things = scene()
    thing, method = name.split(".")
    for given in (box, list(box), np.array(box)):
        with pytest.raises(ValueError, match=re.escape("(left, top, right, bottom)")) as caught:
            getattr(things[thing], method)(given)
        assert f"{method}(start, end)" in str(caught.value)


@pytest.mark.parametrize(("name", "names"), CALLS, ids=[name for name, _ in CALLS])
def test_a_number_too_many_beside_a_pair_is_refused(name: str, names: list[str]) -> None:
    things = scene()
    thing, method = name.split(".")
    call = getattr(things[thing], method)
    rest = [OTHERS.get(one, things["group"]) for one in names if one in (*OTHERS, "targets")]
    numbers = [one for one in names if one not in (*OTHERS, "targets")]
    short: list[Any] = [(0, 0, 9, 9)] if numbers[0] == "left" else [(3.0, 4.0)]
    before = [tuple(one.position) for one in (things["hero"], things["walker"].sprite)]
    with pytest.raises(TypeError, match=r"a pair|box|velocity|vx"):
        call(*short, 5.0, *[7.0] * (len(numbers) - 2), *rest)
    assert [tuple(one.position) for one in (things["hero"], things["walker"].sprite)] == before


@pytest.mark.parametrize(("name", "names"), CALLS, ids=[name for name, _ in CALLS])
def test_a_pair_in_place_of_the_second_number_is_refused(name: str, names: list[str]) -> None:
    things = scene()
    thing, method = name.split(".")
    rest = {one: OTHERS.get(one, things["group"]) for one in names[2:]}
    for first in ({}, {names[0]: 3.0}):
        with pytest.raises(TypeError):
            getattr(things[thing], method)(**first, **{names[1]: (3.0, 4.0)}, **rest)
