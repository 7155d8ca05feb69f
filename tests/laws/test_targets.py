"""Targets are what they are in every array call: of any kind, with and without a `where`."""

import collections
import random
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest
from support.counting import at_least
from support.hooks import use_up_passes

from spritecol import Circle, Group, Rect, Sprite


class Own:
    """A container that is walked through by numbers."""

    def __init__(self, items: Iterable[Any]) -> None:
        self.items = list(items)

    def __getitem__(self, k: int) -> Any:
        return self.items[k]


def array_of(some: list[Sprite]) -> Any:
    array = np.empty(len(some), object)
    array[:] = some
    return array


KINDS: dict[str, Callable[[list[Sprite]], Any]] = {
    "list": list,
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
    "deque": collections.deque,
    "keys": lambda some: dict.fromkeys(some, 0).keys(),
    "values": lambda some: dict(enumerate(some)).values(),
    "array": array_of,
    "own": Own,
    "Group": Group,
    "Group of Groups": lambda some: Group(Group(some[:7]), some[7], Group(some[8:])),
    "nested": lambda some: [[some[0], None], (some[1:4], [[]]), some[4:]],
    "list of Groups": lambda some: [Group(some[:9]), some[9], Group(some[8:])],
    "one Sprite": lambda some: some[0],
    "none": lambda some: [],
}
USED_UP: dict[str, Callable[[list[Sprite]], Any]] = {
    "iterator": iter,
    "generator": lambda some: (one for one in some),
    "map of Groups": lambda some: map(Group, (some[:5], some[5:])),
    "list with a generator": lambda some: [some[0], (one for one in some[1:])],
}
WAY = np.array([9.0, -30.0, 40.0, 3.0, 0.0]), np.array([2.0, 11.0, -8.0, 30.0, -25.0])
CALLS: dict[str, Callable[..., Any]] = {
    "pair_indices": lambda group, targets, **how: group.pair_indices(targets, **how),
    "contact_arrays": lambda group, targets, **how: group.contact_arrays(targets, **how),
    "separation_arrays": lambda group, targets, **how: group.separation_arrays(targets, **how),
    "sweep_arrays": lambda group, targets, **how: group.sweep_arrays(*WAY, targets, **how),
    "move_and_slide_arrays": lambda group, targets, **how: group.move_and_slide_arrays(
        *WAY, targets, **how
    ),
}
MOVES = {"move_and_slide_arrays"}


def scene(seed: int) -> tuple[Group, list[Sprite]]:
    r = random.Random(seed)
    bodies = Group(
        Sprite(r.randint(0, 60), r.randint(0, 60), collision=Circle(0, 0, 6)) for _ in range(5)
    )
    shapes = Rect(0, 0, 12, 8), Circle(0, 0, 5)
    return bodies, [
        Sprite(r.randint(-10, 70), r.randint(-10, 70), collision=r.choice(shapes), angle=17 * k)
        for k in range(16)
    ]


def told(answer: Any) -> list[Any]:
    arrays = [answer] if isinstance(answer, np.ndarray) else [*vars_of(answer)]
    return [array.tolist() for array in arrays]


def vars_of(answer: Any) -> list[Any]:
    return [getattr(answer, name) for name in type(answer).__match_args__]


def flat(targets: Any) -> list[Sprite]:
    """All sprites in targets, each once."""
    found: dict[int, Sprite] = {}
    waiting = [targets]
    while waiting:
        item = waiting.pop(0)
        if isinstance(item, Sprite):
            found.setdefault(id(item), item)
        elif item is not None:
            waiting[:0] = list(item)
    return list(found.values())


CONDITIONS: dict[str, dict[str, Any]] = {
    "plain": {},
    "mask": {"mask": 1},
}


@pytest.mark.parametrize("count", [255, 256, 257, 600])
@pytest.mark.parametrize("rest", ["None", "empty Group", "known Group", "list"])
def test_what_follows_many_sprites_in_a_list_adds_nothing_twice(count: int, rest: str) -> None:
    body = Sprite(45, 45, collision=Circle(0, 0, 9))
    some = [Sprite(7 * k % 90, k % 90, collision=Circle(0, 0, 5)) for k in range(count)]
    more = {"None": None, "empty Group": Group(), "known Group": Group(some[:9]), "list": some[3:5]}
    hit = [one for one in some if one.hits(body)]
    assert len(hit) > 3
    for targets in ([*some, more[rest]], [more[rest], *some], [*some[:256], more[rest], *some]):
        assert sorted(map(id, body.check(targets))) == sorted(map(id, hit))


@pytest.mark.parametrize("how", CONDITIONS)
@pytest.mark.parametrize("kind", [*KINDS, *USED_UP])
@pytest.mark.parametrize("name", CALLS)
def test_all_kinds_of_targets_give_one_answer(name: str, kind: str, how: str) -> None:
    make, call = {**KINDS, **USED_UP}[kind], CALLS[name]
    with at_least(found=0 if kind == "none" else 1) as seen:
        for seed in range(4):
            bodies, some = scene(seed)
            twins, others = scene(seed)
            targets = make(some)
            if kind in USED_UP and name in MOVES:
                with pytest.raises(TypeError, match="make it a list"):
                    call(bodies, targets, **CONDITIONS[how])
                seen["found"] += 1
                continue
            order = some if kind in USED_UP else flat(targets)
            same = [others[some.index(one)] for one in order]
            expected = told(call(twins, Group(same), **CONDITIONS[how]))
            assert told(call(bodies, targets, **CONDITIONS[how])) == expected
            assert np.array_equal(bodies.x, twins.x)
            seen["found"] += any(np.any(column) for column in expected)


def test_after_four_billion_lists_of_targets_each_is_still_met_once() -> None:
    """The number of a list marks what it holds. There are no more than that, and it begins anew."""
    me, first, second = (Sprite(collision=Circle(0, 0, 5)) for _ in range(3))
    for left in (3, 2, 1, 0, 0, 0):  # the last ones have the number of the one before
        use_up_passes(left)
        for _ in range(left + 1):
            assert me.check([first, [second, first]]) == [first, second]
