"""Who dies, when, and what may be done by its `__del__` or by a weak reference's callback."""

import contextlib
import copy
import gc
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from lifetimes.hostile import collector_as_it_was
from support.behavior import SQUARE, Bare, Surface, every_road, square
from support.hooks import row_count, validate

from spritecol import Circle, Group, Sprite, World, check, pairs
from spritecol.spatial import CellSpace, LinearQuadtree

pytestmark = pytest.mark.usefixtures("rows_are_given_back")


@pytest.fixture
def no_collector() -> Iterator[None]:
    """Who dies meanwhile has died with its last reference."""
    with collector_as_it_was():
        gc.collect()
        gc.disable()
        yield


def ask(sprite: Any) -> None:
    group = Group(sprite, square(5))
    Group(group).pairs()
    assert sprite.check([[group], square(5)])
    assert sprite.hits(group)


def leave_a_group(sprite: Any, how: str = "discard") -> None:
    group = Group(sprite, square(5))
    outer = Group(group)
    assert len(outer.pairs()) == 1
    if how == "clear":
        group.clear()
    elif how == "vanish":
        sprite.vanish()
        assert outer.pairs() == []
    else:
        getattr(group, how)(sprite)
    HELD.append(outer)
    assert sprite not in group
    len(outer)  # until somebody looks, it has what was in it


HELD: list[Any] = []

USES: dict[str, Callable[[Any], None]] = {
    "nothing": lambda sprite: None,
    "asked": ask,
    "copied": lambda sprite: HELD.append(copy.copy(sprite)),
    "discard": lambda sprite: leave_a_group(sprite, "discard"),
    "remove": lambda sprite: leave_a_group(sprite, "remove"),
    "clear": lambda sprite: leave_a_group(sprite, "clear"),
    "vanish": lambda sprite: leave_a_group(sprite, "vanish"),
}


@pytest.mark.parametrize("use", USES)
@pytest.mark.usefixtures("no_collector")
def test_a_sprite_dies_with_its_last_reference(use: str) -> None:
    """Nothing inside keeps it, and its row is free at once."""
    HELD.clear()
    sprite, died = square(), list[str]()
    reference, flock = weakref.ref(sprite), weakref.WeakSet([sprite])
    weakref.finalize(sprite, died.append, "finalized")
    USES[use](sprite)
    rows = row_count()
    del sprite
    assert (reference(), len(flock), died, row_count()) == (None, 0, ["finalized"], rows - 1)
    HELD.clear()


def tie_to_itself(sprite: Any) -> None:
    sprite.me = sprite


def tie_by_its_image(sprite: Any) -> None:
    sprite.image = Surface(3, 3)
    sprite.image.owner = sprite


def tie_by_its_group(sprite: Any) -> None:
    sprite.group = Group(Group(sprite), square())
    sprite.group.pair_indices()


def tie_by_a_callback(sprite: Any) -> None:
    sprite.hit = sprite.vanish


@pytest.mark.parametrize("make", [square, lambda: Bare("b")], ids=["sprite", "bare"])
@pytest.mark.parametrize(
    "tie", [tie_to_itself, tie_by_its_image, tie_by_its_group, tie_by_a_callback]
)
def test_cycles_are_collected(tie: Callable[[Any], None], make: Callable[[], Any]) -> None:
    sprite = make()
    tie(sprite)
    reference = weakref.ref(sprite)
    del sprite
    gc.collect()
    assert reference() is None


def test_constructors_that_fail_keep_no_row_and_give_back_no_others() -> None:
    class Meta(type(Sprite)):  # type: ignore[misc]
        broken = False

        def __getattribute__(cls, name: str) -> Any:
            if name == "_spritecol_defaults" and Meta.broken:
                raise RuntimeError(name)
            return super().__getattribute__(name)

    class Odd(Sprite, metaclass=Meta):
        pass

    sprite = square(1)
    before = row_count()
    sprite.__init__(1, 0, collision=SQUARE)  # type: ignore[misc]
    Meta.broken = True
    for make in (lambda: Sprite(colour="red"), lambda: Sprite(float("nan")), Odd):
        for _ in range(30):
            with pytest.raises((TypeError, ValueError, RuntimeError)):
                make()
    assert row_count() == before
    validate()
    assert sprite.aabb == (1, 0, 11, 10)


# --- finalizers ----------------------------------------------------------------------------------


@pytest.mark.parametrize("in_a_cycle", [False, True])
def test_a_sprite_that_resurrects_itself_goes_on(in_a_cycle: bool) -> None:
    saved: list[Any] = []

    class Phoenix(Sprite):
        collision = SQUARE

        def __del__(self) -> None:
            saved.append(self)

    before, other = row_count(), square(5)
    phoenix: Any = Phoenix(3)
    if in_a_cycle:
        phoenix.group = Group(phoenix, other)
    assert every_road(phoenix, other)
    del phoenix
    gc.collect()
    assert (len(saved), row_count()) == (1, before + 2)
    newcomer = square(100)
    assert every_road(saved[0], other)
    assert not every_road(saved[0], newcomer)
    saved[0].x = 95
    assert every_road(saved[0], newcomer)
    if in_a_cycle:
        assert list(saved[0].group) == [saved[0], other]
    saved.clear()
    gc.collect()
    assert saved == []
    assert row_count() == before + 2


def test_a_del_takes_the_next_vanished_one_out() -> None:
    group = Group()

    class Chained(Sprite):
        friend: Any

        def __del__(self) -> None:
            if (friend := self.friend()) is not None:
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
    assert len(group) == len(list(group)) == 1


def test_a_ring_of_groups_closed_by_a_finalizer_ends() -> None:
    inner = Group()

    class Dying(Sprite):
        def __del__(self) -> None:
            with contextlib.suppress(ValueError):  # whichever of the two comes second
                inner.add(outer)

    dying = Dying()
    outer = Group(Group(), dying, Sprite())
    dying.vanish()
    del dying
    with contextlib.suppress(ValueError):
        outer.add(inner)
    assert len(outer) == len(list(outer)) == 1
    inner.clear()
    outer.clear()


def test_targets_that_only_an_iterator_knows() -> None:
    """They die inside of the call; weak callbacks ask and make sprites meanwhile."""
    me, others = square(), Group(square(5), square(7))
    found, born, references = list[int](), list[Sprite](), list[Any]()

    def mourn(_: Any) -> None:
        found.append(len(others.pairs()))
        born.extend(square(x) for x in range(50))

    def fleeting() -> Iterator[Sprite]:
        for x in range(20):
            sprite = square(x)
            references.append(weakref.ref(sprite, mourn))
            yield sprite

    assert me.hits(fleeting())
    assert [sprite.x for sprite in me.check(fleeting())] == list(range(10))
    assert len(pairs(fleeting(), fleeting())) == 290
    gc.collect()
    assert not any(reference() for reference in references)
    assert found == [1] * len(references)
    assert len(references) > 60


class Told(Sprite):
    collision = SQUARE

    def told(self) -> None:
        """Be named by a check."""


def turn_round(group: Group[Sprite]) -> None:
    members = list(group)
    group.clear()
    group.add(members[::-1])


CHANGES: dict[str, Callable[[Group[Sprite]], Any]] = {
    "clear": lambda group: group.clear(),
    "add": lambda group: group.add(Told(3)),
    "discard": lambda group: group.discard(group[2]),
    "vanish": lambda group: group[2].vanish(),
    "reverse": turn_round,
    "nest": lambda group: group.add(Group(Told(3))),
    "move": lambda group: setattr(group[2], "x", 500),
}

LISTS: dict[str, Callable[[Any, Any], list[Any]]] = {
    "first": lambda group, dropping: [group, dropping],
    "last": lambda group, dropping: [dropping, group],
    "deeper": lambda group, dropping: [[group], (dropping, None), Told(4)],
    "among sprites": lambda group, dropping: [group[3], group, Told(4), dropping, group[1]],
    "nested": lambda group, dropping: [Group(group, Told(4)), dropping],
}
"""Targets of which one Group is changed when another one drops who has vanished."""

ASKED: dict[str, Callable[[Any, Any], Any]] = {
    "pairs": lambda one, many: [other for _, other in pairs(one, many)],
    "pairs, turned": lambda one, many: [other for other, _ in pairs(many, one)],
    "pairs where": lambda one, many: [b for _, b in pairs(one, many, where=lambda _: True)],
    "check": lambda one, many: [other for _, other in check(one, many)],
    "check by name": lambda one, many: [b for _, b in check(one, many, hit="told")],
    "Group.pairs": lambda one, many: [other for _, other in Group(one).pairs(many)],
    "pair_indices": lambda one, many: Group(one).pair_indices(many)[:, 1].tolist(),
    "contact_arrays": lambda one, many: Group(one).contact_arrays(many).index[:, 1].tolist(),
}
OF_A_SPRITE: dict[str, Callable[[Any, Any], Any]] = {
    "pairs within": lambda one, many: [b for a, b in pairs([one, *many]) if a is one],
    "Sprite.check": lambda one, many: one.check(many),
    "Sprite.contacts": lambda one, many: [contact.other for contact in one.contacts(many)],
    "Group": lambda one, many: [other for other in Group(tuple(many)) if one.hits(other)],
}


def every_of(targets: Any) -> list[Sprite]:
    """All sprites in targets, each once, that have not vanished."""
    found: dict[int, Sprite] = {}
    for item in targets:
        inner = [item] if isinstance(item, Sprite) else every_of(item or ())
        found.update({id(one): one for one in inner if id(one) not in found and not one.vanished})
    return list(found.values())


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", ASKED | OF_A_SPRITE)
def test_a_finalizer_changes_a_group_of_a_list(name: str, change: str) -> None:
    """Groups drop who has vanished when they are asked. The answer is about what they hold then."""
    for how in [*LISTS, "who asks"] if name in ASKED else LISTS:
        done: list[str] = []
        group = Group[Sprite](Told(x) for x in range(10))

        class Dying(Sprite):
            def __del__(self) -> None:
                CHANGES[change](group)  # noqa: B023 (dies in this round)
                done.append(change)  # noqa: B023

        one = square(3)
        if how == "who asks":
            dropping = asking = Group(Dying(), one)
            targets: list[Any] = [group, Group(Told(4))]
        else:
            dropping, asking = Group(Dying(), Told(4)), one
            targets = LISTS[how](group, dropping)
        dropping[0].vanish()
        answer = (ASKED | OF_A_SPRITE)[name](asking, targets)
        assert done == [change]
        every = every_of(targets)
        expected = [k for k, other in enumerate(every) if one.hits(other)]
        if name not in ("pair_indices", "contact_arrays"):
            answer = [[id(other) for other in every].index(id(one)) for one in answer]
        assert answer == expected, how
        assert len(expected) > 0


@pytest.mark.parametrize("kind", ["tree", "space", "group"])
def test_a_container_seen_by_a_weak_callback_while_it_is_collected(kind: str) -> None:
    seen, kept = list[int](), list[Any]()

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
        index: Any = Group(Sprite())
        if kind == "tree":
            index = LinearQuadtree((0, 0, 9, 9), 3)
            index.insert(Node(), (0, 0, 1, 1))
        elif kind == "space":
            index = CellSpace(9, 9, 2, 2)
            index.add(Node(), 1, 1)
        ring: Any = Node()
        ring.me, ring.late = ring, Node()
        last, owner = Last(), Node()
        vars(owner).update(index=index, ring=ring, last=last, me=owner)
        last.owner, last.late = owner, ring.late

    litter()
    gc.collect()
    assert all(length in (0, 1) for length in seen)


def test_a_group_that_the_collector_has_cleared_half() -> None:
    seen: list[Any] = []

    class Half(Group):
        pass

    class Bomb:
        def __del__(self) -> None:
            for item in gc.get_objects():
                if type(item) is Half:
                    item.x = 5.0
                    seen.append((len(item), item.x.tolist(), len(item.aabbs), list(item)))
                    item.discard(Sprite())

    def untracked() -> Any:  # not known to the collector, so its item dies in the middle
        array = np.empty(1, object)
        array[0] = Bomb()
        return array

    with collector_as_it_was():
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


def test_a_value_that_a_restore_replaces_is_dropped_when_all_is_done() -> None:
    class Tattler:
        def __del__(self) -> None:
            told.append((sprite.x, world.digest() == saved.digest()))
            if len(told) == 1:
                sprite.x += 1
                world.restore(saved)

    told: list[Any] = []
    sprite: Any = Sprite(1)
    world = World(sprite, attributes=["mark"])
    sprite.mark = "then"
    saved = world.save()
    sprite.x, sprite.mark = 5, Tattler()
    world.restore(saved)
    assert told == [(1, True)]
    assert world.digest() == saved.digest()
