"""Answers of a Group that some have left: those of a new Group of the members that are there.

The members are known from a plain list, so that nobody has to walk through the Group, which would
close the holes that removed members leave.
"""

import random
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from support.hooks import index_forced

from spritecol import Circle, Group, Overlaps, Rect, Sprite

COUNT = 200
"""Members, so that several holes are left open."""


def members(rng: random.Random) -> list[Sprite]:
    """Small ones in a field."""
    return [
        Sprite(rng.uniform(0, 300), rng.uniform(0, 300), collision=Rect(0, 0, 14, 14))
        for _ in range(COUNT)
    ]


OTHERS = Group(Sprite(30 * k, 30 * k, collision=Circle(0, 0, 20)) for k in range(11))
POINTS = [(30 * k, 33 * k) for k in range(10)]
ENDS = [(300, 30 * k) for k in range(10)]
ANSWERS: dict[str, Callable[[Group], Any]] = {
    "pairs within": lambda group: group.pair_indices(),
    "pairs": lambda group: group.pair_indices(OTHERS),
    "pairs of others": OTHERS.pair_indices,
    "points": lambda group: group.point_indices(POINTS),
    "circles": lambda group: group.circle_indices([(*point, 30) for point in POINTS]),
    "nearest": lambda group: group.nearest_indices(POINTS, 3),
    "nearest within": lambda group: group.nearest_indices(POINTS, 3, max_distance=15),
    "rays": lambda group: group.raycast_arrays((0, 0), ENDS).position,
    "sweeps": lambda group: OTHERS.sweep_arrays(90, 50, group).position,
    "sweeps of it": lambda group: group.sweep_arrays(90, 50, OTHERS),
    "contacts": lambda group: OTHERS.contact_arrays(group).position,
    "contacts within": lambda group: group.contact_arrays().position,
    "separations": lambda group: group.separation_arrays(OTHERS),
    "separations of others": OTHERS.separation_arrays,
    "slides": lambda group: OTHERS.sweep_arrays(9, 50, [group, OTHERS]).position,
    "x": lambda group: group.x,
}


def arrays_of(answer: Any) -> list[list[Any]]:
    """An answer as lists of numbers."""
    if isinstance(answer, np.ndarray):
        return [answer.tolist()]
    if isinstance(answer, tuple):
        return [array.tolist() for array in answer]
    names = ("hit", "position", "fraction", "ends")
    return [getattr(answer, name).tolist() for name in names]


def leave(group: Group, left: list[Sprite], rng: random.Random) -> None:
    """One member leaves, in any of the ways; sometimes another one joins."""
    gone = left.pop(rng.randrange(len(left)))
    rng.choice((gone.vanish, lambda: group.discard(gone), lambda: group.remove(gone)))()
    if rng.random() < 0.4:
        left.append(Sprite(150, 150, collision=Rect(0, 0, 9, 9)))
        group.add(left[-1])


@pytest.mark.parametrize("index", [True, False, None])
@pytest.mark.parametrize("name", ANSWERS)
def test_positions_are_those_of_who_is_left(name: str, index: bool | None) -> None:
    """Each answer after each leave, beside that of a new Group."""
    rng = random.Random(name)
    left = members(rng)
    group, ask = Group(left), ANSWERS[name]
    with index_forced(index):
        for _ in range(15):
            leave(group, left, rng)
            assert arrays_of(ask(group)) == arrays_of(ask(Group(left)))


def test_members_are_found_by_position() -> None:
    """One by one, from either end, some of them, and the position of each."""
    rng = random.Random(3)
    left = members(rng)
    group = Group(left)
    for _ in range(60):
        leave(group, left, rng)
        k = rng.randrange(len(left))
        assert group[k] is left[k]
        assert group[-1] is left[-1]
        assert group[k - len(left)] is left[k]
        assert group.index(left[k]) == k
        assert group[[k, 0, -1]] == [left[k], left[0], left[-1]]
        assert len(group) == len(left)
        for wrong in (len(left), -len(left) - 1):
            with pytest.raises(IndexError):
                group[wrong]
            with pytest.raises(IndexError):
                group[[wrong]]
    assert list(group) == left


def test_what_overlaps_is_known_by_sprites() -> None:
    """Events of those that leave between two updates."""
    rng = random.Random(4)
    left = members(rng)
    group, hero = Group(left), Sprite(150, 150, collision=Circle(0, 0, 60))
    overlaps = Overlaps(hero, group, enter=None, exit=None)
    before: list[Sprite] = []
    for _ in range(40):
        leave(group, left, rng)
        hero.x += rng.uniform(-20, 20)
        now = [one for one in left if hero.hits(one)]
        changes = overlaps.update()
        assert [other for _, other in changes.entered] == [one for one in now if one not in before]
        assert {id(one) for _, one in changes.exited} == {
            id(one) for one in before if one not in now
        }
        before = now


@pytest.mark.parametrize("index", [True, None])
@pytest.mark.parametrize("name", ANSWERS)
def test_inner_groups_too(name: str, index: bool | None) -> None:
    """Of a Group of Groups, one in another, with sprites of its own, of which some are twice."""
    rng = random.Random(name)
    parts = [members(rng)[:70] for _ in range(3)]
    first, second = Group(parts[0]), Group(parts[1], parts[0][:9])
    group, ask = Group(first, Group(second, parts[2][:9]), parts[2], parts[1][:9]), ANSWERS[name]

    def left() -> list[Sprite]:
        return list(dict.fromkeys([*parts[0], *parts[1], *twice, *parts[2]]))

    twice = parts[2][:9]  # where the Group in the Group has them
    with index_forced(index):
        for turn in range(15):
            part = rng.choice(parts)
            gone = part[rng.randrange(len(part))]
            gone.vanish()
            for each in (*parts, twice):
                if gone in each:
                    each.remove(gone)
            if turn % 3 == 0:
                first.query_point(3, 3)
            if turn % 5 == 4:
                parts[0].append(Sprite(150, 150, collision=Rect(0, 0, 9, 9)))
                first.add(parts[0][-1])
            assert arrays_of(ask(group)) == arrays_of(ask(Group(left())))
            assert group[-1] is left()[-1]
            assert group.index(left()[20]) == 20
            assert len(group) == len(left())
            assert gone not in group


def test_what_has_vanished_is_freed_at_the_next_question() -> None:
    """Also by a Group of Groups."""
    sprites = [Sprite(5 * k, 0, collision=Circle(0, 0, 1)) for k in range(40)]
    inner = Group(sprites[:20])
    group = Group(inner, sprites[20:])
    assert len(group.query_point(5, 0)) == 1
    for k in (3, 30):
        gone = weakref.ref(sprites[k])
        sprites[k].vanish()
        sprites[k] = Sprite()
        for asked in (group, inner):
            asked.query_point(3, 0)
        assert gone() is None
