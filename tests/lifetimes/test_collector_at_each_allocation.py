"""The garbage collector at every single allocation of every call, and a deed each time.

Where CPython 3.11 allocates, it may collect garbage, and `__del__` of what it finds may change the
very Group that is being looked at. Nothing of that may crash, raise, or show afterwards. Later ones
wait for the interpreter's next step.
"""

import contextlib
import gc
from collections.abc import Callable
from typing import Any

import pytest
from lifetimes.hostile import (
    DEEDS,
    ENTRIES,
    FIRST,
    Scene,
    collector_as_it_was,
    prepared,
    reshape,
    seen,
    vanish_all,
)
from support.behavior import square
from support.hooks import validate

from spritecol import Circle, Group, Overlaps, Point, Rect, Sprite

pytestmark = pytest.mark.usefixtures("rows_are_given_back")


class Moment:
    """Does a deed in the middle of one allocation, after `wait` others."""

    def __init__(self, deed: Callable[[Scene], None], scene: Scene, wait: int) -> None:
        self.deed = deed
        self.scene = scene
        self.wait = wait
        self.ballast: list[list[Any]] = []
        self.errors: list[Exception] = []

    def __call__(self, phase: str, info: dict[str, int]) -> None:
        """A callback of the collector's."""
        if phase == "stop":
            # counts as new objects, so that the next allocation collects again
            self.ballast += [[], [], [], []]
            return
        self.wait -= 1
        if self.wait != -1:
            return
        gc.disable()
        try:
            self.deed(self.scene)
        except Exception as error:  # which the collector would only print
            self.errors.append(error)
        # take the memory that the deed has freed, so that whoever still looks there notices
        litter = self.scene.litter
        litter += [[dict.fromkeys(range(length))] for length in range(12) for _ in range(4)]
        litter += [square() for _ in range(12)]


def collecting_at(wait: int, deed: Callable[[Scene], None], is_old: bool, name: str) -> bool:
    """Whether the call made so many allocations that the deed was done."""
    scene = Scene(is_old=is_old, is_bare=name in FIRST)
    moment, call = Moment(deed, scene, wait), prepared(name, scene)
    answer = None
    gc.collect()  # this also empties the free lists, from which no allocation would count
    with collector_as_it_was():
        gc.callbacks.append(moment)
        gc.set_threshold(1, 10**6, 10**6)  # only the youngest objects, or it would take long
        moment("stop", {})
        gc.enable()
        try:
            # a column's length may have changed between its reading and its writing
            with contextlib.suppress(ValueError):
                answer = call()
        finally:
            gc.disable()
            gc.callbacks.remove(moment)
    assert moment.errors == []
    seen(answer, is_changed=moment.wait < 0)
    scene.whole()
    return moment.wait < 0


@pytest.mark.parametrize("name", ENTRIES)
def test_the_collector_at_each_allocation(name: str) -> None:
    """Of the first calls: every second deed where the Groups are new, and the others where not."""
    deeds, most = (DEEDS, 80) if name in FIRST else ([vanish_all, reshape], 30)
    with collector_as_it_was():
        gc.disable()
        for number, deed in enumerate(deeds):
            for is_old in (False, True)[: 1 + (name in FIRST)]:
                for wait in range((number + is_old) % 2, most, 1 + (name in FIRST)):
                    if not collecting_at(wait, deed, is_old, name):
                        break
    validate()


# --- while an index or a list is made ------------------------------------------------------------

MANY = 2000
HUGE = Rect(-5, -5, 10**7, 10**7)


def row_of(count: int) -> list[Sprite]:
    return [Sprite(3 * i, 0, collision=Circle(0, 0, 2)) for i in range(count)]


def with_collector_due(allocations: int, call: Callable[[], Any], act: Callable[[], Any]) -> Any:
    """Make a call while the collector is about to find garbage whose `__del__` acts."""

    class Bomb:
        me: Any = None

        def __del__(self) -> None:
            gc.disable()
            act()

    with collector_as_it_was():
        gc.disable()
        gc.collect()
        bomb = Bomb()
        bomb.me = bomb
        del bomb
        gc.set_threshold(max(1, gc.get_count()[0] + allocations), 10, 10)
        gc.enable()
        try:
            return call()
        finally:
            gc.disable()
            gc.collect()  # if it was not due in the call, before the settings are as they were


@pytest.mark.parametrize("kind", ["check", "hits", "pairs", "indices", "between", "boxes", "x"])
def test_the_collector_runs_while_an_index_or_array_is_made(kind: str) -> None:
    """Where it runs cannot be chosen, so it is due a few allocations earlier or later."""
    for depth in range(5):
        group = Group(row_of(MANY))
        victims = list(group)[1 : MANY - 3]
        huge = Sprite(collision=HUGE)
        others = Group(huge, Sprite(3, 3, collision=Point(0, 0)))
        ask: dict[str, Callable[[], Any]] = {
            "check": lambda: huge.check(group),  # noqa: B023 (called at once)
            "hits": lambda: [huge.hits(group)],  # noqa: B023
            "pairs": group.pairs,
            "indices": group.pair_indices,
            "between": lambda: others.pairs(group),  # noqa: B023
            "boxes": lambda: group.aabbs,  # noqa: B023
            "x": lambda: group.x,  # noqa: B023
        }
        for _ in range(4):  # until an index is worth keeping
            ask[kind]()
        found = with_collector_due(depth, ask[kind], lambda: group.discard(*victims))  # noqa: B023
        count = len(group)
        assert count in (4, MANY)
        if kind in ("check", "between", "boxes", "x"):
            assert len(found) in (4, MANY)  # before or after, but not something in between
        assert len(huge.check(group)) == count
    validate()


@pytest.mark.parametrize("leaves", [False, True])
def test_the_collector_changes_a_group_that_is_moved(leaves: bool) -> None:
    """All are moved who were there, or who are: nobody is moved as another would be."""
    changed = 0
    for depth in range(60):
        movers = Group(Sprite(20 * k, 0, collision=Rect(0, 0, 9, 9)) for k in range(6))
        walls = Group(Sprite(20 * k, 20, collision=Rect(0, 0, 9, 9)) for k in range(6))
        first, *others = movers
        act = first.vanish if leaves else lambda: movers.add(Sprite(200))  # noqa: B023
        slides = with_collector_due(depth, lambda: movers.move_and_slide_arrays(0, 30, walls), act)  # noqa: B023
        assert len(slides.hit) in (6, 5 if leaves else 7)
        changed += len(slides.hit) == 6 and len(movers) != 6
        assert [sprite.y for sprite in others] == [11.0] * 5
    assert changed >= 5
    validate()


@pytest.mark.parametrize("another", [False, True])
def test_the_collector_adds_while_a_lent_list_is_copied(another: bool) -> None:
    for depth in range(6):
        group = Group(Sprite(i) for i in range(10))
        sprite = Sprite(99)
        added = Group(Sprite(7)) if another else sprite
        iterator = iter(group)
        with_collector_due(depth, lambda: group.add(sprite), lambda: group.add(added))  # noqa: B023
        assert group.x.tolist().count(99.0) == 1
        group.discard(sprite)
        assert 99.0 not in group.x
        assert sprite not in group
        assert len(list(iterator)) == 10


@pytest.mark.parametrize("change", ["gains", "loses", "at first"])
def test_the_collector_adds_and_asks_while_a_group_of_groups_is_synced(change: str) -> None:
    """Whoever was asked meanwhile knew the new sprite, and whoever is asked later knows it, too."""
    for depth in range(40):
        inner, huge = Group(row_of(90)), Sprite(collision=HUGE)
        outer = Group(inner, *[Group(row_of(3)) for _ in range(4)])
        another = Sprite(1, 1, collision=Circle(0, 0, 2))
        inner.add(Sprite(2, 2, collision=Circle(0, 0, 2)))
        if change != "at first":
            huge.check(outer)
        if change == "gains":
            for k in range(2):
                inner.add(Sprite(k, 3, collision=Circle(0, 0, 2)))
                huge.check(outer)
            inner.add(Sprite(3, 3, collision=Circle(0, 0, 2)))
        elif change == "loses":
            inner.discard(inner[5])

        def act() -> None:
            inner.add(another)  # noqa: B023 (called at once)
            huge.check(outer)  # noqa: B023

        with_collector_due(depth, lambda: huge.check(outer), act)  # noqa: B023
        assert another in inner
        assert huge.check(outer) == list(outer)
        assert another in list(outer)
    validate()


def test_an_iterator_made_by_the_collector_keeps_its_list() -> None:
    for depth in range(50, 3000, 200):
        group = Group(Sprite(i, collision=Circle(0, 0, 900)) for i in range(100))
        lent: list[Any] = []
        found = with_collector_due(depth, group.pairs, lambda: lent.append(iter(group)))  # noqa: B023
        group.discard(found[-1][0], found[0][0])
        for iterator in lent:
            sprites = list(iterator)
            assert len(sprites) == 100
            assert None not in sprites


@pytest.mark.parametrize("how", ["pair_indices", "hits", "pairs"])
@pytest.mark.parametrize("nested", [False, True])
def test_who_is_dropped_from_one_group_empties_the_other(how: str, nested: bool) -> None:
    sprites = row_of(MANY)
    targets = Group(sprites[:-1], Group(sprites[-1])) if nested else Group(sprites)

    class Dying(Sprite):
        def __del__(self) -> None:
            targets.discard(*sprites[1:-1])

    attackers = Group(Dying(collision=Circle(0, 0, 2)), Sprite(collision=HUGE))
    attackers[0].vanish()
    answer = getattr(attackers, how)(targets)
    assert answer is True if how == "hits" else len(answer) == 2
    assert len(targets) == 2
    validate()


@pytest.mark.parametrize("threshold", [1, 50, 150, 300])
@pytest.mark.parametrize("by_shape", [False, True])
def test_an_update_in_an_update(threshold: int, by_shape: bool) -> None:
    """Making tuples may run the collector, which updates this very Overlaps: each enters once."""
    shapes = [Circle(0, 0, 5, name="a"), Rect(0, 0, 4, 4, name="b")]
    watch = Overlaps(
        Group(Sprite(3 * i, 0, collision=shapes) for i in range(20)),
        by_shape=by_shape,
        swept=not by_shape,
        enter=None,
        exit=None,
    )
    entered: list[Any] = []
    found = with_collector_due(
        threshold, watch.update, lambda: entered.extend(watch.update().entered)
    )
    entered += found.entered
    assert len(entered) == len(watch.pairs)
    assert len({tuple(map(id, pair[:2])) + tuple(pair[2:]) for pair in entered}) == len(entered)
