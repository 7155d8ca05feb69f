"""The garbage collector may run in the middle of any allocation, and with it any `__del__`.

What dies there may change the very Group that is being looked at. Nothing of that may crash,
raise, or show afterwards. CPython 3.11 collects inside the allocation; later ones wait for the
interpreter's next step.
"""

import contextlib
import copy
import gc
import random
import weakref
from typing import Any

import numpy as np
import pytest
from support.behavior import SQUARE, same, square
from support.engine import validate

from spritecol import Circle, Group, Sprite, check, pairs
from spritecol.spatial import CellSpace, LinearQuadtree

pytestmark = pytest.mark.usefixtures("rows_are_given_back")


def test_collecting_garbage_in_callbacks() -> None:
    def litter() -> None:
        for x in range(10):
            loop: Any = square(x)
            loop.me = loop

    def collect(me: Sprite, other: Sprite) -> None:
        litter()
        gc.collect()
        validate()

    litter()
    sprites = [square(3 * x) for x in range(5)]
    group = Group(*sprites)
    expected = pairs(sprites)
    assert same(check(sprites, hit=collect), expected)
    assert same(group.check(hit=collect), expected)


def test_the_collector_may_run_at_any_moment() -> None:
    thresholds = gc.get_threshold()
    gc.set_threshold(1)
    try:
        for _ in range(5):
            loops: list[Any] = [square(3 * x) for x in range(12)]
            for number, sprite in enumerate(loops):
                sprite.me = sprite
                sprite.group = Group(*loops[:number])
            group = Group(*loops)
            assert len(pairs(loops)) == len(group.pairs()) == len(group.pair_indices()) == 30
            assert len(check(iter(loops), group)) == 60
            assert len(loops[0].check([[iter(loops)], group])) == 3
            twin = copy.deepcopy(loops[3])
            assert len(twin.group) == 3
            loops.clear()
    finally:
        gc.set_threshold(*thresholds)


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
                    with contextlib.suppress(ValueError):  # it is in an inner Group
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


@pytest.mark.parametrize("kind", ["tree", "space", "group"])
def test_a_container_seen_from_a_weak_reference_while_it_is_collected(kind: str) -> None:
    seen: list[int] = []
    kept: list[Any] = []

    class Node:
        pass

    class Last:
        owner: Any
        late: Any

        def __del__(self) -> None:
            ref = weakref.ref(self.owner)

            def look(_: object) -> None:
                with contextlib.suppress(Exception):  # an error will do, a crash will not
                    seen.append(len(ref().index))

            kept.append(weakref.ref(self.late, look))
            del self.late

    def litter() -> None:
        index: Any
        if kind == "tree":
            index = LinearQuadtree((0, 0, 9, 9), 3)
            index.insert(Node(), (0, 0, 1, 1))
        elif kind == "space":
            index = CellSpace(9, 9, 2, 2)
            index.add(Node(), 1, 1)
        else:
            index = Group(Sprite())
        ring: Any = Node()
        ring.me, ring.late = ring, Node()
        last, owner = Last(), Node()
        owner.index, owner.ring, owner.last, owner.me = index, ring, last, owner  # type: ignore[attr-defined]
        last.owner, last.late = owner, ring.late

    litter()
    gc.collect()
    assert all(length in (0, 1) for length in seen)


def test_a_group_that_the_collector_has_cleared_half() -> None:
    seen = []

    class Half(Group):
        pass

    class Bomb:
        def __del__(self) -> None:
            for item in gc.get_objects():
                if type(item) is Half:
                    item.x = 5.0
                    seen.append((len(item), item.x.tolist(), len(item.aabbs), list(item)))
                    item.discard(Sprite())
                    Sprite(), Sprite()

    def untracked() -> Any:  # not known to the collector, so its item dies in the middle
        array = np.empty(1, object)
        array[0] = Bomb()
        return array

    gc.disable()
    group = Half(Sprite(i, collision=Circle(0, 0, 2)) for i in range(700))
    members = list(group)
    chain: list[Any] = []
    for k in range(30):
        chain = [chain, group, members[k], members]
        chain.append(chain)
        chain.append(untracked())
    del group, members, chain
    gc.collect()
    for count, x, boxes, sprites in seen:
        assert count == len(x) == boxes == len(sprites)
    validate()
