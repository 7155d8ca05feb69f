"""The garbage collector at every single allocation of every operation, and a deed each time.

Where CPython 3.11 allocates, it may collect garbage, and `__del__` of what it finds may change the
very Group that is being looked at. Nothing of that may crash, raise, or show afterwards.
"""

import contextlib
import copy
import gc
from collections.abc import Callable
from typing import Any

import pytest
from support.behavior import same, square
from support.engine import validate
from support.for_each import for_each

from spritecol import Group, Sprite, check, pairs

pytestmark = pytest.mark.usefixtures("rows_are_given_back")


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


@for_each("deed", DEEDS)
@for_each("operation", OPERATIONS)
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
