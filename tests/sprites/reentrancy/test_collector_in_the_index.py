"""The collector runs while a check brings a Group up to date, or makes its index.

Where the collector runs cannot be chosen, so each scene is tried with it due a few allocations
earlier or later. Nothing may crash, and the answer is that of the Groups as they then are.
"""

import gc
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from support.engine import validate
from support.for_each import for_each

from spritecol import Circle, Group, Point, Rect, Sprite

pytestmark = pytest.mark.usefixtures("rows_are_given_back")


MANY = 2000
HUGE = Rect(-5, -5, 10**7, 10**7)


def row_of(count: int) -> list[Sprite]:
    return [Sprite(3 * i, 0, collision=Circle(0, 0, 2)) for i in range(count)]


@pytest.fixture(autouse=True)
def collector_as_it_was() -> Iterator[None]:
    threshold = gc.get_threshold()
    yield
    gc.set_threshold(*threshold)
    gc.enable()


def with_collector_due(allocations: int, deed: Callable[[], Any], act: Callable[[], None]) -> Any:
    """Do something while the collector is about to find garbage whose `__del__` acts."""

    class Bomb:
        me: Any = None

        def __del__(self) -> None:
            gc.disable()
            act()

    gc.disable()
    gc.collect()
    bomb = Bomb()
    bomb.me = bomb
    del bomb
    gc.set_threshold(max(1, gc.get_count()[0] + allocations), 10, 10)
    gc.enable()
    try:
        return deed()
    finally:
        gc.disable()


@for_each("depth", range(6))
@for_each("kind", ["check", "hits", "pairs", "indices", "between", "boxes", "x"])
def test_the_collector_runs_while_an_index_or_array_is_made(kind: str, depth: int) -> None:
    group = Group(row_of(MANY))
    victims = list(group)[1 : MANY - 3]
    huge = Sprite(collision=HUGE)
    others = Group(huge, Sprite(3, 3, collision=Point(0, 0)))
    ask: dict[str, Callable[[], Any]] = {
        "check": lambda: huge.check(group),
        "hits": lambda: [huge.hits(group)],
        "pairs": group.pairs,
        "indices": group.pair_indices,
        "between": lambda: others.pairs(group),
        "boxes": lambda: group.aabbs,
        "x": lambda: group.x,
    }
    for _ in range(4):  # until an index is worth keeping
        ask[kind]()
    found = with_collector_due(depth, ask[kind], lambda: group.discard(*victims))
    count = len(group)
    assert count in (4, MANY)
    if kind in ("check", "between", "boxes", "x"):
        assert len(found) in (4, MANY)  # before or after, but not something in between
    assert len(huge.check(group)) == count
    validate()


@for_each("depth", range(6))
@for_each("another", [False, True])
def test_the_collector_adds_while_a_lent_list_is_copied(depth: int, another: bool) -> None:
    group = Group(Sprite(i) for i in range(10))
    sprite = Sprite(99)
    added = Group(Sprite(7)) if another else sprite
    iterator = iter(group)
    with_collector_due(depth, lambda: group.add(sprite), lambda: group.add(added))
    assert [each.x for each in group].count(99.0) == 1
    assert sprite in group
    group.discard(sprite)
    assert sprite not in group
    assert 99.0 not in group.x
    assert len(list(iterator)) == 10


def test_an_iterator_made_by_the_collector_keeps_its_list() -> None:
    def kept(depth: int) -> list[list[Sprite]]:
        group = Group(Sprite(i, collision=Circle(0, 0, 900)) for i in range(100))
        iterators: list[Iterator[Sprite]] = []
        found = with_collector_due(depth, group.pairs, lambda: iterators.append(iter(group)))
        group.discard(found[-1][0], found[0][0])
        return [list(iterator) for iterator in iterators]

    lists = [each for depth in range(50, 3000, 200) for each in kept(depth)]
    assert lists or sys.version_info >= (3, 12)  # where the collector waits for the interpreter
    for each in lists:
        assert len(each) == 100
        assert None not in each
