"""A list of Groups is asked as one list of all their sprites is, and costs what is near."""

import random
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from support.counting import at_least
from support.hooks import index_forced, limit

from spritecol import CharacterController, Group, Rect, Sprite, check, pairs

SIDE, FIELD = 12, 900


def box(r: random.Random) -> Sprite:
    return Sprite(
        r.randrange(FIELD), r.randrange(FIELD), collision=Rect(0, 0, r.randint(4, SIDE), SIDE)
    )


def flat(targets: Any) -> list[Sprite]:
    """All sprites in targets, each once, at its first place."""
    found: dict[int, Sprite] = {}
    waiting = [targets]
    while waiting:
        item = waiting.pop(0)
        if isinstance(item, Sprite):
            if not item.vanished:
                found.setdefault(id(item), item)
        else:
            waiting[:0] = list(item)
    return list(found.values())


def met(a: list[Sprite], b: list[Sprite]) -> list[tuple[int, int]]:
    """The positions of all that hit, by their boxes: nothing is turned or scaled."""

    def edges(sprites: list[Sprite]) -> Any:
        rects: list[Any] = [one.collision for one in sprites]
        numbers = [
            (s.x, s.y, s.x + q.width, s.y + q.height) for s, q in zip(sprites, rects, strict=True)
        ]
        return np.array(numbers).reshape(-1, 4).T

    left, top, right, bottom = (column[:, None] for column in edges(a))
    x0, y0, x1, y1 = edges(b)
    others = np.array([id(one) for one in b])
    apart = np.array([id(one) for one in a])[:, None] != others
    hit = (left < x1) & (x0 < right) & (top < y1) & (y0 < bottom) & apart
    return [(i, j) for i, j in np.argwhere(hit).tolist()]


def told(found: Any) -> list[tuple[int, int]]:
    return [(id(one), id(other)) for one, other in found]


def listed(r: random.Random) -> list[Any]:
    """Groups of some that share sprites, Groups in a Group, single sprites, and a list in it."""
    most = limit("KEPT_FROM")
    kept = [Group(box(r) for _ in range(r.randint(most, 3 * most))) for _ in range(3)]
    few = Group(box(r) for _ in range(most // 4))
    shared = Group(*r.sample(list(kept[0]), most // 2), *r.sample(list(few), 9))
    shared.add(*(box(r) for _ in range(most)))
    targets = [kept[0], box(r), Group(kept[1], few), shared, [kept[2], box(r)], kept[0][3]]
    if r.random() < 0.5:
        r.shuffle(targets)
    return targets


def attackers(r: random.Random, targets: list[Any]) -> Any:
    """One, a few far apart, a few at one place, more than the targets; or a list of Groups."""
    kind = r.randrange(4)
    if kind == 0:
        return Sprite(r.randrange(FIELD), r.randrange(FIELD), collision=Rect(0, 0, 90, 90))
    if kind == 1:
        return Sprite(-1, -1, collision=Rect(0, 0, FIELD * r.choice((1, 2)), FIELD))
    if kind == 2:
        return [box(r) for _ in range(4)]
    if kind == 3:
        x, y = r.randrange(FIELD), r.randrange(FIELD)
        return Group(Sprite(x + k, y - k, collision=Rect(0, 0, 20, 20)) for k in range(150))
    if kind == 4:
        return Group(box(r) for _ in range(r.choice((300, 2000))))
    if kind == 5:
        return [Group(box(r) for _ in range(20)), box(r), Group(box(r) for _ in range(130))]
    return [Group(box(r) for _ in range(9)), targets[0], next(iter(flat(targets)))]


def change(r: random.Random, targets: list[Any]) -> None:
    """Move, drop, vanish or add a few, so that Groups have holes, and rest but for these."""
    group = r.choice([one for one in targets if isinstance(one, Group)])
    for _ in range(r.choice((0, 1, 5))):
        sprite = r.choice(flat(targets))
        how = r.randrange(5)
        if how < 2:
            sprite.position = r.randrange(FIELD), r.randrange(FIELD)
        elif how == 2:
            sprite.vanish()
        elif how == 3:
            group.discard(sprite)
        else:
            group.add(box(r))


def ask(a: Any, b: list[Any], seen: Any) -> None:
    one, other = flat(a), flat(b)
    expected = [(id(one[i]), id(other[j])) for i, j in met(one, other)]
    turned = [(id(other[j]), id(one[i])) for j, i in met(other, one)]
    calls: list[tuple[Sprite, Sprite]] = []
    assert told(pairs(a, b)) == expected
    assert told(pairs(b, a)) == turned
    assert told(check(a, b)) == expected
    assert told(pairs(a, b, where=lambda s, t: not calls.append((s, t)))) == expected
    assert told(calls) == expected
    if isinstance(a, Group):
        assert a.hits(b) == bool(expected)
        assert a.hits(b, mask=1) == bool(expected)
        assert told(a.pairs(b)) == expected
        order = met(list(a), other)
        assert list(map(tuple, a.pair_indices(b).tolist())) == order
        assert list(map(tuple, a.contact_arrays(b).position.tolist())) == order
        if len(a) < 200:
            assert np.array_equal(a.separation_arrays(b), a.separation_arrays(other))
    seen["none"] += not expected
    seen["some"] += 0 < len(expected) < len(other) // 2
    seen["most"] += len({j for _, j in expected}) > len(other) // 2


@pytest.mark.parametrize("choice", [None, True, False])
def test_pairs_with_a_list_of_groups(choice: bool | None) -> None:
    with index_forced(choice), at_least(none=1, some=20, most=4) as seen:
        for seed in range(4):
            r = random.Random(f"lists {seed}")
            targets = listed(r)
            askers = [attackers(r, targets) for _ in range(3)]
            for _ in range(4):
                for a in askers:
                    ask(a, targets, seen)
                change(r, targets)


def test_pairs_within_a_list_of_groups() -> None:
    with at_least(pairs=500) as seen:
        for seed in range(3):
            r = random.Random(f"within {seed}")
            targets = listed(r)
            for _ in range(3):
                every = flat(targets)
                expected = [(id(every[i]), id(every[j])) for i, j in met(every, every) if i < j]
                assert told(pairs(targets)) == expected
                seen["pairs"] += len(expected)
                change(r, targets)


def test_a_group_alone_in_a_list_is_another_collection_than_itself() -> None:
    """So each pair is found from both sides, as with that list and more in it."""
    r = random.Random("alone")
    calls: list[tuple[Sprite, Sprite]] = []
    with at_least(pairs=300) as seen:
        for _ in range(3):
            group = Group(box(r) for _ in range(600))
            order = met(list(group), list(group))
            expected = [(id(group[i]), id(group[j])) for i, j in order]
            for a, b in ((group, [group]), ([group], group), ([group], [group])):
                assert told(pairs(a, b)) == told(pairs(a, b, mask=1)) == expected
                calls.clear()
                check(a, b, shot=lambda one, other: calls.append((one, other)))
                assert told(calls) == expected
            assert told(pairs(group, group)) == [
                pair for pair, (i, j) in zip(expected, order, strict=True) if i < j
            ]
            assert told(group.pairs([group])) == expected
            assert list(map(tuple, group.pair_indices([group]).tolist())) == order
            assert list(map(tuple, group.contact_arrays([group]).position.tolist())) == order
            pushes = [one.separation(group) for one in group]
            assert group.separation_arrays([group]).tolist() == list(map(list, pushes))
            assert np.array_equal(group.separation_arrays(group), group.separation_arrays())
            left_out = group[order[0][0]], group[order[0][1]]
            two = Group(*left_out)
            assert two.hits([two], exclude=left_out[0])
            assert not two.hits(two, exclude=left_out[0])
            seen["pairs"] += len(order)


@pytest.mark.parametrize("choice", [None, True, False])
def test_walkers_among_a_list_of_groups(choice: bool | None) -> None:
    """Also while members move, join and leave."""
    with index_forced(choice), at_least(hits=200, floors=100) as seen:
        for seed in range(4):
            r = random.Random(f"walkers {seed}")
            targets = listed(r)
            bodies = [Sprite(collision=Rect(0, 0, 10, 16)) for _ in "ab"]
            walkers = [CharacterController(body, step=4) for body in bodies]
            for frame in range(150):
                if frame % 10 == 0:
                    place = r.randrange(FIELD), r.randrange(FIELD)
                    bodies[0].position = bodies[1].position = place
                if r.random() < 0.3:
                    change(r, targets)
                way = r.choice((-7, 0, 5, 12)), r.choice((0, 5, 9))
                moves = [
                    walker.move(*way, among)
                    for walker, among in zip(walkers, (targets, flat(targets)), strict=True)
                ]
                told_of = [
                    [(id(hit.other), hit.fraction, hit.normal) for hit in move.hits]
                    for move in moves
                ]
                assert told_of[0] == told_of[1]
                assert bodies[0].position == bodies[1].position
                assert moves[0].floor is moves[1].floor
                seen.update(hits=len(moves[0].hits), floors=moves[0].on_floor)


class Named(Sprite):
    def shot(self, other: Sprite) -> None:
        pass


BULK: dict[str, Callable[[Any, Any, Any], Any]] = {
    "pairs": lambda one, group, level: pairs(one, level),
    "pairs, turned": lambda one, group, level: pairs(level, one),
    "pairs where": lambda one, group, level: pairs(one, level, where=lambda other: True),
    "pairs of two lists": lambda one, group, level: pairs([group, one], level),
    "check": lambda one, group, level: check(one, level),
    "check by name": lambda one, group, level: check(group, level, shot="shot"),
    "Group.pairs": lambda one, group, level: group.pairs(level),
    "Group.hits": lambda one, group, level: group.hits(level),
    "Group.hits mask": lambda one, group, level: group.hits(level, mask=1),
    "separation_arrays": lambda one, group, level: group.separation_arrays(level),
}


@pytest.mark.parametrize("place", [(22, 22), (15, 15)])
@pytest.mark.parametrize("name", BULK)
def test_what_is_far_is_not_listed(name: str, place: tuple[int, int]) -> None:
    """Who goes through all Groups in a list has a list of all their sprites."""
    level = [
        Group(Sprite(40 * k, 40 * row, collision=Rect(0, 0, 16, 16)) for k in range(2000))
        for row in range(4)
    ]
    corner = 79_990.0, 130.0
    one = Named(*place, collision=Rect(0, 0, 12, 12))
    group = Group(
        Named(*place, collision=Rect(0, 0, 12, 12)), Named(*corner, collision=Rect(0, 0, 3, 3))
    )
    for _ in range(limit("PATIENCE") + 2):
        BULK[name](one, group, level)
    tracemalloc.start()
    try:
        answer = BULK[name](one, group, level)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert bool(np.any(answer)) == (place == (15, 15))
    assert most < 8 * 2000
