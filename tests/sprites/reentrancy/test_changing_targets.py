"""Targets that change, check or vanish while they are read."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from support.behavior import MeddlingTargets, square
from support.engine import validate

from spritecol import Group, check, pairs

pytestmark = pytest.mark.usefixtures("rows_are_given_back")


def shrinking(items: list[Any]) -> Iterator[Any]:
    while items:
        yield items.pop()
        del items[: len(items) // 2]


@pytest.mark.parametrize("count", [3, 300])
def test_a_list_that_shrinks_or_grows_while_it_is_read(count: int) -> None:
    me = square()
    roads: list[Callable[[Any], Any]] = [
        me.check,
        me.hits,
        pairs,
        check,
        lambda targets: pairs(me, targets),
        lambda targets: pairs(targets, me),
        lambda targets: pairs(targets, [targets]),
    ]
    for road in roads:
        road(shrinking([square(x % 20) for x in range(count)]))
        outer: list[Any] = [square(x % 20) for x in range(count)]
        outer.insert(1, MeddlingTargets(outer.clear))
        road(outer)
        assert outer == []
        outer = [square(x % 20) for x in range(count)]
        outer.insert(1, MeddlingTargets(lambda o=outer: o.__delitem__(slice(2, None)), outer[1:]))
        road(outer)
        outer = [square(x % 20) for x in range(count)]
        outer.insert(1, MeddlingTargets(lambda o=outer: o.extend([square(1)] * 1000)))
        road(outer)
        validate()


def test_a_group_that_changes_while_its_partner_is_read() -> None:
    for act in ("clear", "vanish", "add", "drop"):
        group = Group(*(square(x) for x in range(40)))
        inner = Group(square(3))
        group.add(inner)

        def meddle(group: Group = group, inner: Group = inner, act: str = act) -> None:
            if act == "clear":
                group.clear()
            elif act == "vanish":
                for sprite in group:
                    sprite.vanish()
            elif act == "add":
                for x in range(300):
                    inner.add(square(20 * x))
            else:
                group.discard(inner)
                group.discard(next(iter(group)))

        for road in (pairs, check):
            road(group, [MeddlingTargets(meddle), square()])
            road([MeddlingTargets(meddle), square()], group)
            road([group, MeddlingTargets(meddle), group])
        square().check([group, MeddlingTargets(meddle), group])
        square().hits([group, MeddlingTargets(meddle)])
        group.hits([MeddlingTargets(meddle), square(5)])
        validate()
        assert len(group.pairs()) == len(group.pair_indices())


def test_targets_that_check_while_they_are_read() -> None:
    me = square()
    others = [square(4), square(8), square(20)]
    group = Group(*others)

    def act() -> None:
        assert me.check(others) == others[:2]
        assert me.check(MeddlingTargets(lambda: pairs(others), group)) == others[:2]
        assert pairs(group) == [(others[0], others[1])]

    assert me.check([others[0], MeddlingTargets(act, others)]) == others[:2]
    assert me.hits([others[2], MeddlingTargets(act, group)])
    assert len(pairs([me, MeddlingTargets(act, group)], [MeddlingTargets(act, others)])) == 4
    assert len(check([me, MeddlingTargets(act, others)])) == 3


def test_a_sprite_that_vanishes_while_the_targets_are_read() -> None:
    me, a, b = square(), square(4), square(8)
    assert me.check([a, MeddlingTargets(a.vanish), b]) == [b]
    assert pairs([me, MeddlingTargets(me.vanish)], [b]) == []
    assert a.check([b, MeddlingTargets(b.vanish)]) == []
