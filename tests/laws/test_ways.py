"""A Way that is edited as the list that it is stays a Way of vectors."""

import copy
import operator
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest

from spritecol import Vec2

pytest.importorskip("shapely")
from spritecol.paths import Way

PLACES: list[Any] = [[8, 9], (1.5, -2), Vec2(3, 4)]


def edits(chance: random.Random) -> dict[str, Callable[[Any], Any]]:
    """What lists can do, on a Way or a plain list; each returns the list to go on with."""
    one, places = chance.choice(PLACES), chance.choices(PLACES, k=chance.randrange(4))
    k, part = chance.randrange(-9, 9), slice(*sorted(chance.choices(range(-5, 6), k=2)))

    def done(name: str, *arguments: Any) -> Callable[[Any], Any]:
        def call(some: Any) -> Any:
            getattr(some, name)(*arguments)
            return some

        return call

    return {
        "append": done("append", one),
        "insert": done("insert", k, one),
        "extend": done("extend", places),
        "extend by a generator": lambda some: [some.extend(one for one in places), some][1],
        "extend by itself": lambda some: done("extend", some)(some),
        "a place": lambda some: done("__setitem__", k % len(some), one)(some) if some else some,
        "a slice": done("__setitem__", part, places),
        "a slice of steps": lambda some: done(
            "__setitem__", slice(None, None, 2), [one] * len(some[::2])
        )(some),
        "+=": lambda some: operator.iadd(some, places),
        "*=": lambda some: operator.imul(some, k % 3),
        "+": lambda some: some + places,
        "+ on the left": lambda some: places + some,
        "*": lambda some: some * (k % 3),
        "* on the left": lambda some: (k % 3) * some,
        "slice": lambda some: some[part],
        "back": lambda some: some[::-1],
        "copy": lambda some: some.copy(),
        "copy.copy": copy.copy,
        "deepcopy": copy.deepcopy,
        "pickle": lambda some: pickle.loads(pickle.dumps(some)),
        "pop": lambda some: done("pop", k % len(some))(some) if some else some,
        "del": done("__delitem__", part),
        "reverse": done("reverse"),
        "sort": lambda some: done(
            "sort",
        )(type(some)(map(Vec2, some))),
        "init": done("__init__", places),
    }


def test_an_edited_way_is_a_way_of_vectors() -> None:
    counts = dict.fromkeys(edits(random.Random(0)), 0)
    for seed in range(300):
        chance = random.Random(seed)
        way, plain = Way([(0, 0), (30, 0)]), [(0, 0), (30, 0)]
        for _ in range(8):
            some = edits(chance)
            name = chance.choice(list(some))
            before = len(way)
            way, plain = some[name](way), some[name](plain)
            assert type(way) is Way, name
            assert isinstance(way, list)
            assert all(type(place) is Vec2 for place in way), name
            assert list(way) == [tuple(place) for place in plain], name
            counts[name] += before > 1
            if way:
                assert way.at(way.length / 3) == Way(list(way)).at(way.length / 3)
                assert way.length == Way(plain).length
            del way[20:], plain[20:]
    assert min(counts.values()) > 20, counts


BAD: dict[str, Callable[[Any], Any]] = {
    "append": lambda way: way.append(3),
    "insert": lambda way: way.insert(1, "ab"),
    "extend": lambda way: way.extend([(1, 2), (3, None)]),
    "extend by a number": lambda way: way.extend(3),
    "a place": lambda way: way.__setitem__(0, (1, 2, 3)),
    "a slice": lambda way: way.__setitem__(slice(1), [(1, 2), 3]),
    "+=": lambda way: operator.iadd(way, [(1, 2), 3]),
    "+": lambda way: operator.add(way, [(1, 2), 3]),
    "+ on the left": lambda way: operator.add([3], way),
    "+ of a pair": lambda way: operator.add(way, (1, 2)),
    "init": lambda way: way.__init__([(1, 2), 3]),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_place_changes_nothing(name: str) -> None:
    way = Way([(0, 0), (30, 0)])
    with pytest.raises(TypeError):
        BAD[name](way)
    assert way == [(0, 0), (30, 0)]
    assert way.at(10) == (10, 0)
