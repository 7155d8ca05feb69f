"""Finalizers and the garbage collector may run the user's code almost anywhere.

Where CPython 3.11 allocates, it may collect garbage, and `__del__` of what it finds may change the
very Group that is being looked at. Nothing of that may crash, raise, or show afterwards.
"""

import contextlib
import copy
import gc
import random
import weakref
from collections.abc import Callable
from typing import Any

import pytest
from support.behavior import (
    SQUARE,
    only_young_garbage,  # noqa: F401 - a fixture for the whole module
    rows_are_given_back,  # noqa: F401 - likewise
    same,
    square,
)

from spritecol import Group, Sprite, check, pairs
from spritecol.storage import validate


@pytest.mark.parametrize("leave", ["discard", "clear", "vanish"])
def test_a_del_that_looks_at_the_group_just_left(leave: str) -> None:
    """Wherever inside the Group the last reference goes, the Group must be whole by then."""
    group = Group()
    outer = Group(group)
    seen: list[tuple[int, int]] = []

    class Dying(Sprite):
        collision = SQUARE

        def __del__(self) -> None:
            seen.append((len(group), len(group.pairs())))
            group.add(square(7))
            assert len(outer) == len(list(outer)) == len(outer.x)

    group.add(Dying(), square(5), Dying(1), Group(square(6)))
    assert len(group.pairs()) == len(outer.pairs()) == 6
    if leave == "clear":
        group.clear()
    else:
        for sprite in list(group):
            if isinstance(sprite, Dying):
                if leave == "discard":
                    group.discard(sprite)
                else:
                    sprite.vanish()
        del sprite
    for _ in range(2):
        for whole in (group, outer):
            sprites = list(whole)
            assert len(sprites) == len(whole) == len(set(map(id, sprites)))
            assert whole.x.tolist() == [sprite.x for sprite in sprites]
            assert same(whole.pairs(), pairs(sprites))
    assert len(seen) == 2
    expected = [7, 7] if leave == "clear" else [5, 6, 7, 7]
    assert sorted(sprite.x for sprite in group) == expected


def test_a_del_that_takes_the_next_vanished_one_out() -> None:
    group = Group()

    class Chained(Sprite):
        friend: Any

        def __del__(self) -> None:
            friend = self.friend()
            if friend is not None:
                group.discard(friend)
            square().vanish()
            len(group)

    chain = [Chained() for _ in range(4)]
    for first, second in zip(chain, chain[1:] + chain[:1], strict=True):
        first.friend = weakref.ref(second)
    group.add(*chain, square())
    assert len(group) == 5
    for sprite in chain:
        sprite.vanish()
    del sprite, first, second
    chain.clear()
    assert len(group) == 1
    assert len(list(group)) == 1


@pytest.mark.parametrize("seed", range(3))
def test_finalizers_that_meddle_whenever_the_collector_runs(seed: int) -> None:
    chance = random.Random(seed)
    groups = [Group() for _ in range(4)]
    groups[0].add(groups[1])
    groups[0].add(groups[2])
    groups[2].add(groups[3])
    depth = 0

    class Dying(Sprite):
        collision = SQUARE
        me: Any = None

        def __del__(self) -> None:
            nonlocal depth
            if depth < 4:
                depth += 1
                act()
                depth -= 1

    def act() -> None:
        group = chance.choice(groups)
        deed = chance.randrange(10)
        if deed < 2:
            sprite = Dying(chance.randrange(40))
            group.add(sprite)
            sprite.me = sprite if deed else None
        elif deed == 2:
            Dying().me = [group, [Dying()]]
        elif deed == 3 and chance.random() < 0.3:
            group.clear()
        elif deed == 4:
            group.aabbs.sum()
        elif deed == 5:
            group.pair_indices(chance.choice(groups))
        elif deed == 6:
            with contextlib.suppress(ValueError):
                group.x += 1
        elif deed == 7:
            Dying(3).check([groups, [group]])
        else:
            for sprite in group:
                if chance.random() < 0.3:
                    sprite.vanish()
                elif chance.random() < 0.3:
                    group.discard(sprite)

    thresholds = gc.get_threshold()
    try:
        for _ in range(20):
            gc.set_threshold(1)
            for _ in range(50):
                act()
            gc.set_threshold(*thresholds)
            gc.disable()
            depth = 4  # nothing meddles while the Groups are looked at
            validate()
            for group in groups:
                sprites = list(group)
                assert len(sprites) == len(group) == len(group.x) == len(set(map(id, sprites)))
                assert not any(sprite.vanished for sprite in sprites)
                assert same(group.pairs(), pairs(sprites))
            sprites.clear()
            depth = 0
            gc.enable()
    finally:
        depth = 4
        gc.set_threshold(*thresholds)
        gc.enable()
        for group in groups:
            group.clear()


# -- the collector at every single allocation -----------------------------------------------


class Scene:
    """A Group with others inside and outside; the Groups alone hold the sprites."""

    def __init__(self) -> None:
        self.inner = Group(square(3), square(6))
        self.group = Group(square(0), square(1), self.inner, square(2))
        self.outer = Group(square(4), self.group)
        self.litter: list[Any] = []

    def whole(self) -> None:
        """Fails unless every Group tells one and the same story in all its answers."""
        for group in (self.inner, self.group, self.outer):
            sprites = list(group)
            assert len(sprites) == len(group) == len(set(map(id, sprites)))
            assert not any(sprite.vanished for sprite in sprites)
            assert group.x.tolist() == [sprite.x for sprite in sprites]
            assert group.aabbs.tolist() == [list(sprite.aabb) for sprite in sprites]
            assert same(group.pairs(), pairs(sprites))
            assert all(sprite in group for sprite in sprites)


def vanish_all(scene: Scene) -> None:
    for sprite in scene.outer:
        sprite.vanish()


def discard_all(scene: Scene) -> None:
    for group in (scene.inner, scene.group, scene.outer):
        for sprite in group:
            group.discard(sprite)


def clear_all(scene: Scene) -> None:
    for group in (scene.outer, scene.group, scene.inner):
        group.clear()


def fill_up(scene: Scene) -> None:
    for group in (scene.inner, scene.group):
        for x in range(8):
            group.add(square(x))
    scene.outer.add(Group(square(9)))


def use(scene: Scene) -> None:
    scene.whole()
    scene.group.x += 1


DEEDS = [vanish_all, discard_all, clear_all, fill_up, use]

OPERATIONS: dict[str, Callable[[Scene], Any]] = {
    "len": lambda scene: len(scene.outer),
    "iter": lambda scene: list(scene.outer),
    "in": lambda scene: scene.outer in scene.group,
    "add": lambda scene: scene.group.add(square(8), Group(square(9))),
    "discard": lambda scene: scene.group.discard(scene.inner),
    "clear": lambda scene: scene.group.clear(),
    "x": lambda scene: scene.outer.x,
    "set x": lambda scene: setattr(scene.outer, "x", 5),
    "aabbs": lambda scene: scene.outer.aabbs,
    "pairs": lambda scene: scene.outer.pairs(),
    "pairs of two": lambda scene: scene.outer.pairs(scene.group),
    "pair_indices": lambda scene: scene.outer.pair_indices(scene.inner),
    "hits": lambda scene: scene.outer.hits(scene.inner),
    "check": lambda scene: check([scene.group, [scene.inner]], scene.outer),
    "Sprite.check": lambda scene: square().check([scene.outer, [scene.inner]]),
    "Sprite.hits": lambda scene: square().hits([scene.outer]),
    "copy": lambda scene: copy.copy(scene.group),
    "deepcopy": lambda scene: copy.deepcopy(scene.outer),
    "Group": lambda scene: Group(scene.outer, scene.inner),
    "new sprite": lambda scene: Sprite(1, collision=[[0, 0, 3], [5, 5, 9, 9]]),
}


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


def collecting_at(wait: int, deed: Callable[[Scene], None], old: bool, operation: str) -> bool:
    """Whether the operation made so many allocations that the deed was done."""
    scene = Scene()
    if old:  # the flat lists exist and are out of date
        scene.whole()
        scene.inner.add(square(7))
        next(iter(scene.group)).vanish()
    moment = Moment(deed, scene, wait)
    thresholds = gc.get_threshold()
    gc.collect()  # this also empties the free lists, from which no allocation would count
    gc.callbacks.append(moment)
    gc.set_threshold(1, 10**6, 10**6)  # only the youngest objects, or it would take long
    moment("stop", {})
    gc.enable()
    try:
        # a column's length may have changed between its reading and its writing
        with contextlib.suppress(ValueError):
            OPERATIONS[operation](scene)
    finally:
        gc.disable()
        gc.callbacks.remove(moment)
        gc.set_threshold(*thresholds)
    assert moment.errors == []
    scene.whole()
    return moment.wait < 0


@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("operation", OPERATIONS)
def test_the_collector_at_each_allocation(operation: str, deed: Callable[[Scene], None]) -> None:
    gc.disable()
    try:
        for old in (False, True):
            wait = 0
            while wait < 80 and collecting_at(wait, deed, old, operation):
                wait += 1
        validate()
    finally:
        gc.enable()
