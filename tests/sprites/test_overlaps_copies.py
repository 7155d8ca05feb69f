"""Copies and pickles of `Overlaps`: a copy tells at its next update what the original tells."""

import copy
import gc
import pickle
import random
import weakref
from collections.abc import Callable
from typing import Any

import pytest
from support.for_each import for_each

from spritecol import Changes, Circle, Group, Overlaps, Rect, Sprite, SpritecolWarning

Clone = Callable[[Any], Any]

CLONES: dict[str, Clone] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "pickle 2": lambda thing: pickle.loads(pickle.dumps(thing, 2)),
}
DEEP = {name: clone for name, clone in CLONES.items() if name != "copy"}


class Numbered(Sprite):
    """Has a number by which a copy is known."""

    number = 0
    log: list[Any]

    def enter(self, other: Sprite) -> None:
        self.log.append(("enter", self, other))

    def exit(self, other: Sprite) -> None:
        self.log.append(("exit", self, other))


class Level:
    """A level with everything that belongs together."""

    def __init__(self, seed: int, options: dict[str, Any], within: bool) -> None:
        self.rng = random.Random(seed)
        self.log: list[Any] = []
        self.born = 0
        self.a, self.b = Group(), Group()
        for _ in range(14):
            self.bear()
        arguments = (self.a,) if within else ([self.a], self.b)
        self.watch = Overlaps(*arguments, **options)

    def bear(self) -> None:
        rng = self.rng
        shapes = [Circle(0, 0, 6, name="disc"), Rect(-6, -4, 12, 8)]
        sprite = Numbered(
            rng.uniform(0, 80), rng.uniform(0, 80), collision=rng.sample(shapes, rng.randint(1, 2))
        )
        sprite.log = self.log
        sprite.number = self.born
        self.born += 1
        rng.choice([self.a, self.b]).add(sprite)

    def step(self) -> None:
        rng = self.rng
        for sprite in [*self.a, *self.b]:
            if rng.random() < 0.4:
                sprite.x = min(80, max(0, sprite.x + rng.uniform(-30, 30)))
                sprite.y = min(80, max(0, sprite.y + rng.uniform(-30, 30)))
            elif rng.random() < 0.05:
                sprite.vanish()
                self.bear()
            elif rng.random() < 0.05:
                self.a.discard(sprite)
                self.b.discard(sprite)
                rng.choice([self.a, self.b]).add(sprite)


def told(changes: Changes) -> list[Any]:
    """Changes by the numbers of sprites, with the values of shapes."""
    return [
        [tuple(getattr(one, "number", one) for one in pair) for pair in found]
        for found in (changes.entered, changes.stayed, changes.exited)
    ]


OPTIONS = [
    {},
    {"swept": True},
    {"by_shape": True},
    {"swept": True, "by_shape": True, "exit": None},
]


@for_each("clone", DEEP.values())
@for_each("within", [False, True])
@for_each("options", OPTIONS)
def test_the_copy_of_a_level_goes_on_in_step(
    options: dict[str, Any], within: bool, clone: Clone
) -> None:
    level = Level(3, options, within)
    events = 0
    for _ in range(30):
        level.step()
        level.watch.update()
        level.log.clear()
        twin = clone(level)
        assert twin.watch.pairs == [] or twin.watch.pairs[0][0] is not level.watch.pairs[0][0]
        for _ in range(2):
            level.step()
            twin.step()
            assert told(twin.watch.update()) == told(level.watch.update())
        own = {id(sprite) for sprite in [*twin.a, *twin.b]}
        assert all(id(sprite) in own for pair in twin.watch.pairs for sprite in pair[:2])
        assert [(e, x.number, y.number) for e, x, y in twin.log] == [
            (e, x.number, y.number) for e, x, y in level.log
        ]
        events += len(level.log)
        level = twin if level.rng.random() < 0.5 else level
    assert events > 50


@for_each("options", OPTIONS)
def test_a_shallow_copy_watches_the_same_sprites(options: dict[str, Any]) -> None:
    level = Level(5, options, False)
    for _ in range(20):
        level.step()
        level.watch.update()
        twin = copy.copy(level.watch)
        assert twin.pairs == level.watch.pairs
        level.step()
        assert twin.update() == level.watch.update()
        level.step()
        twin.update()
        later = copy.copy(twin)
        assert not later.update()


@for_each("clone", CLONES.values())
def test_what_has_gone_exits_in_the_copy_too(clone: Clone) -> None:
    wall, coin = Numbered(collision=Circle(0, 0, 9)), Numbered(collision=Circle(0, 0, 9))
    wall.log = coin.log = []
    coin.number = 1
    group = Group(coin)
    watch = Overlaps(wall, group)
    watch.update()
    coin.vanish()
    group.add(coin)
    twin = clone(watch)
    assert told(twin.update()) == [[], [], [(0, 1)]]
    assert told(watch.update()) == [[], [], [(0, 1)]]
    assert not twin.update()


@for_each("by_shape", [False, True])
@for_each("clone", CLONES.values())
def test_a_skipped_enter_has_no_exit_in_the_copy_either(clone: Clone, by_shape: bool) -> None:
    class Last(Numbered):
        def enter(self, other: Sprite) -> None:
            super().enter(other)
            self.vanish()

    Last.__qualname__ = Last.__name__ = "Last"
    globals()["Last"] = Last
    mine = Last(collision=Circle(0, 0, 5))
    feet = [Numbered(x, 0, collision=Circle(0, 0, 5)) for x in (0, 1)]
    mine.log = feet[0].log = feet[1].log = []
    watch = Overlaps([mine], feet, by_shape=by_shape)
    watch.update()
    twin = clone(watch)
    twins_log = twin.pairs[0][0].log
    assert len(twin.update().exited) == 2
    assert [event for event, *_ in twins_log] == ["enter", "enter", "exit", "exit"][
        : len(twins_log)
    ]
    assert [event for event, *_ in twins_log].count("exit") == 2


def a_function(own: Sprite, other: Sprite) -> None:
    """Callbacks are kept by reference."""


@for_each("clone", CLONES.values())
def test_callbacks_are_kept(clone: Clone) -> None:
    a = Sprite(collision=Circle(0, 0, 5))
    twin = clone(Overlaps(a, enter=a_function, stay="stay", exit=None))
    assert twin._callbacks == {"enter": a_function, "stay": "stay", "exit": None}
    assert twin._callbacks["enter"] is a_function
    given = clone(Overlaps([a, Sprite(collision=Circle(0, 0, 5))], enter="enter"))
    with pytest.raises(AttributeError, match="enter='enter' names no method"):
        given.update()
    optional = clone(Overlaps([a, Sprite(collision=Circle(0, 0, 5))]))
    assert optional.update().entered


class Watch(Overlaps):
    """With an attribute of its own, which may refer back."""

    owner: Any = None


@for_each("clone", DEEP.values())
@for_each("start", ["watch", "sprite", "group"])
def test_a_sprite_that_holds_its_watch(clone: Clone, start: str) -> None:
    door, guest = Numbered(collision=Circle(0, 0, 9)), Numbered(collision=Circle(0, 0, 9))
    door.log = guest.log = []
    group = Group(guest)
    watch = Watch(door, group, swept=True)
    watch.owner = door
    door.watch = guest.watch = watch
    watch.update()
    twin = clone({"watch": watch, "sprite": door, "group": group}[start])
    copied = {"watch": twin, "sprite": twin, "group": twin}[start]
    copied = copied if start == "watch" else (twin if start == "sprite" else twin[0]).watch
    assert isinstance(copied, Watch)
    assert copied is not watch
    assert copied.owner is copied.pairs[0][0]
    assert copied.pairs[0][1].watch is copied
    assert len(copied.update().stayed) == 1
    copied.owner.x = 50
    assert len(copied.update().exited) == 1
    assert (door.x, len(watch.update().stayed)) == (0, 1)


def test_a_copy_keeps_no_more_alive_than_its_pairs() -> None:
    wall, coin = Sprite(collision=Circle(0, 0, 9)), Sprite(collision=Circle(0, 0, 9))
    group = Group(coin)
    watch = Overlaps(wall, group, swept=True)
    watch.update()
    twin = copy.copy(watch)
    seen = weakref.ref(coin)
    coin.vanish()
    del coin
    for one in (watch, twin):
        assert seen() is not None
        assert len(one.update().exited) == 1
    gc.collect()
    assert seen() is None


def states() -> list[Any]:
    """States that nobody but a forger has written."""
    a = Sprite(collision=Circle(0, 0, 5))
    good = Overlaps([a, Sprite(collision=Circle(0, 0, 5))], swept=True, by_shape=True)
    good.update()
    state = good.__getstate__()
    pairs, shapes, silent, places, others = state["_memory"]
    shape = shapes[0]
    memories: list[Any] = [
        None,
        (),
        (pairs, shapes, silent, places),
        (None, shapes, silent, places, others),
        ([1], shapes, silent, places, others),
        ([(a, 1)], shapes, silent, places, others),
        ([(a, a, a)], shapes, silent, places, others),
        ([[a, a]], shapes, silent, places, others),
        (pairs, None, silent, places, others),
        (pairs, [shape[:5]], silent, places, others),
        (pairs, [(*shape[:5], None)], silent, places, others),
        (pairs, [(1, *shape[1:])], silent, places, others),
        (pairs, shapes, None, places, others),
        (pairs, shapes, ["0"], places, others),
        (pairs, shapes, [99], places, others),
        (pairs, shapes, [-1], places, others),
        (pairs, shapes, silent, 3, others),
        (pairs, shapes, silent, [(a, 1)], others),
        (pairs, shapes, silent, [(1, 1, 1)], others),
        (pairs, shapes, silent, [(a, "x", 1)], others),
        (pairs, shapes, silent, [(a, float("nan"), 1)], others),
        (pairs, shapes, silent, places, [(a, 1, 1e300)]),
    ]
    return [
        None,
        3,
        {},
        {**state, "_callbacks": None},
        {**state, "_callbacks": {"enter": None}},
        {**state, "_callbacks": {"stay": None, "more": None}},
        {**state, "_swept": 1},
        {**state, "_by_shape": None},
        {name: value for name, value in state.items() if name != "_a"},
        *[{**state, "_memory": memory} for memory in memories],
    ]


@for_each("k", range(len(states())))
def test_a_forged_state_is_refused(k: int) -> None:
    with pytest.raises((TypeError, ValueError)):
        Overlaps.__new__(Overlaps).__setstate__(states()[k])


def test_a_forged_memory_that_holds_together_does_no_harm() -> None:
    a, b = (Sprite(collision=Circle(0, 0, 5)) for _ in range(2))
    watch = Overlaps([a, b], swept=True)
    watch._recall(([(a, a), (a, b), (b, a), (a, b)], [], [0], [(a, 1, 1), (a, 2, 2)], [(b, 1, 1)]))
    for _ in range(3):
        changes = watch.update()
        a.x += 100
        assert isinstance(changes.stayed, list)
    assert watch.pairs == []


def test_a_copy_tells_of_mistakes_once() -> None:
    class Door(Sprite):
        collision = Circle(0, 0, 5)

        def on_enter(self, other: Sprite) -> None:
            pass

    watch = Overlaps([Door(), Door()])
    with pytest.warns(SpritecolWarning, match="on_enter"):
        watch.update()
    assert copy.copy(watch)._is_judged
