"""The death of a sprite may run the user's code: `__del__` and weak references' callbacks.

Wherever inside a check or a Group's change the last reference goes, all must be whole by then.
"""

import contextlib
import gc
import weakref
from collections.abc import Iterator
from typing import Any

import pytest
from support.behavior import SQUARE, every_road, same, square
from support.engine import row_count, validate
from support.for_each import for_each

from spritecol import Circle, Group, Rect, Sprite, pairs

pytestmark = pytest.mark.usefixtures("rows_are_given_back")


def test_a_sprite_that_resurrects_itself() -> None:
    saved: list[Sprite] = []

    class Phoenix(Sprite):
        collision = SQUARE

        def __del__(self) -> None:
            saved.append(self)

    before = row_count()
    other = square(5)
    phoenix = Phoenix(3)
    assert every_road(phoenix, other)
    del phoenix
    assert len(saved) == 1
    assert row_count() == before + 2
    newcomer = square(100)
    assert saved[0].x == 3
    assert every_road(saved[0], other)
    assert not every_road(saved[0], newcomer)
    saved[0].x = 95
    assert every_road(saved[0], newcomer)
    saved[0].loop = saved[0]  # type: ignore[attr-defined]
    saved.clear()
    gc.collect()
    assert saved == []
    assert row_count() == before + 2


def test_a_sprite_resurrected_out_of_a_cycle_and_a_group() -> None:
    saved: list[Any] = []

    class Phoenix(Sprite):
        collision = SQUARE

        def __del__(self) -> None:
            saved.append(self)

    phoenix: Any = Phoenix()
    phoenix.group = Group(phoenix, square(5))
    assert len(phoenix.group.pairs()) == 1
    del phoenix
    gc.collect()
    assert len(saved) == 1
    assert len(saved[0].group.pairs()) == 1
    assert len(saved[0].group) == 2
    saved.clear()
    gc.collect()


def test_a_del_that_checks() -> None:
    others = [square(5), square(7)]
    found: list[Any] = []

    class Dying(Sprite):
        collision = SQUARE

        def __del__(self) -> None:
            found.append(self.check(others))
            self.x = 1000
            found.append(self.check(others))
            self.vanish()
            found.append(pairs([self, others]))
            found.append(square(6).check(others))

    dying = Dying()
    group = Group(dying)
    assert len(group.pairs(Group(*others))) == 2
    group.clear()
    del dying
    assert [len(result) for result in found] == [2, 0, 1, 2]


def test_weak_callbacks_may_check_and_create() -> None:
    others = Group(square(5), square(7), square(1000))
    found: list[Any] = []
    born: list[Sprite] = []

    def mourn(reference: Any) -> None:
        assert reference() is None
        found.append(others.pair_indices().tolist())
        born.extend(square(x) for x in range(500))
        found.append(len(born[0].check(others)))
        others.add(born[5])

    sprite = square()
    reference = weakref.ref(sprite, mourn)
    assert sprite.hits(others)
    del sprite
    assert reference() is None
    assert found == [[[0, 1]], 2]
    assert len(others) == 4


def test_weak_callbacks_of_sprites_that_die_within_a_check() -> None:
    found: list[Any] = []
    others = [square(5), square(7)]

    def mourn(reference: Any) -> None:
        found.append(len(pairs(others)))

    references = []

    def fleeting() -> Iterator[Sprite]:
        for x in range(20):
            sprite = square(x)
            references.append(weakref.ref(sprite, mourn))
            yield sprite

    me = square()
    assert me.hits(fleeting())
    assert len(me.check(fleeting())) == 10
    assert len(pairs(fleeting(), fleeting())) == 290
    gc.collect()
    assert not any(reference() for reference in references)
    assert found == [1] * len(references)
    assert len(references) > 60


def test_targets_that_only_the_iterator_knows() -> None:
    me = square()
    assert [sprite.x for sprite in me.check(square(x) for x in range(0, 40, 4))] == [0, 4, 8]
    group = Group(*(square(x) for x in range(0, 40, 4)))
    assert len(me.check(group)) == 3
    found = pairs((square(x) for x in range(0, 40, 4)), [me])
    assert [a.x for a, _ in found] == [0, 4, 8]
    assert all(a.hits(b) for a, b in found)


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


MANY = 2000


HUGE = Rect(-5, -5, 10**7, 10**7)


def row_of(count: int) -> list[Sprite]:
    return [Sprite(3 * i, 0, collision=Circle(0, 0, 2)) for i in range(count)]


@for_each("how", ["pair_indices", "hits", "pairs"])
@for_each("nested", [False, True])
def test_who_is_dropped_from_one_group_empties_the_other(how: str, nested: bool) -> None:
    sprites = row_of(MANY)
    targets = Group(sprites[:-1], Group(sprites[-1])) if nested else Group(sprites)

    class Dying(Sprite):
        def __del__(self) -> None:
            targets.discard(*sprites[1:-1])

    attackers = Group(Dying(collision=Circle(0, 0, 2)), Sprite(collision=HUGE))
    next(iter(attackers)).vanish()
    answer = getattr(attackers, how)(targets)
    assert answer is True if how == "hits" else len(answer) == 2
    assert len(targets) == 2
    validate()


def test_who_is_dropped_vanishes_one_of_the_other_side() -> None:
    targets = Group(row_of(MANY))
    victims = list(targets)[1:]

    class Attacker(Sprite):
        def __del__(self) -> None:
            targets.discard(*victims)

    class Target(Sprite):
        other: Any

        def __del__(self) -> None:
            self.other().vanish()

    huge = Sprite(collision=HUGE)
    attackers = Group(Attacker(collision=Circle(0, 0, 2)), huge)
    target = Target()
    target.other = weakref.ref(next(iter(attackers)))
    targets.add(target)
    target.vanish()
    del target
    assert pairs(attackers, targets) == [(huge, next(iter(targets)))]
