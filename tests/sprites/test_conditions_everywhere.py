"""`mask`, `exclude` and `where` of pairs, arrays, distances and `Overlaps`, against filters."""

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest
from sprites.test_chosen_hits import Chosen, crowd
from support.for_each import for_each

from spritecol import (
    Capsule,
    CharacterController,
    Circle,
    Contact,
    Group,
    Overlaps,
    Rect,
    Sprite,
    check,
    pairs,
)


def disc(x: float, r: float = 5, **named: Any) -> Sprite:
    return Sprite(x, 0, collision=Circle(0, 0, r), **named)


@for_each("seed", range(8))
def test_pairs_and_arrays_are_what_a_filter_leaves(seed: int) -> None:
    rng = random.Random(seed)
    a, b = Group(crowd(rng, 9)), Group(crowd(rng, 25))
    for _ in range(6):
        chosen = Chosen(rng, list(b))
        keywords = chosen.keywords()
        between = [(s, t) for s in a for t in b if chosen.hit(s, t) and chosen.may(t)]
        assert pairs(a, b, **keywords) == a.pairs(b, **keywords) == between
        assert a.hits(b, **keywords) == bool(between)
        for one in a:
            assert one.hits(b, **keywords) == any(s is one for s, _ in between)
        watch = Overlaps(a, b, **keywords)
        assert watch.update().entered == between
        assert watch.update().stayed == between
        keywords.pop("where", None)
        chosen.limit = None
        between = [(s, t) for s in a for t in b if chosen.hit(s, t) and chosen.may(t)]
        assert [(a[i], b[j]) for i, j in a.pair_indices(b, **keywords)] == between
        arrays = a.contact_arrays(b, **keywords)
        found = [(a[i], b[j]) for i, j in arrays.position]
        assert list(dict.fromkeys(found)) == between
        within = a.pair_indices(mask=1)
        assert [(a[i], a[j]) for i, j in within] == check(a, hit=None, mask=1)


@for_each("seed", range(8))
def test_swept_arrays_are_single_sweeps(seed: int) -> None:
    rng = random.Random(seed)
    a, b = Group(crowd(rng, 9)), Group(crowd(rng, 25))
    for _ in range(4):
        chosen = Chosen(rng, list(b))
        chosen.limit = None
        keywords = chosen.keywords()
        dx, dy = rng.uniform(-60, 60), rng.uniform(-60, 60)
        sweeps = a.sweep_arrays(dx, dy, b, **keywords)
        for k, one in enumerate(a):
            hit = one.sweep(dx, dy, b, **keywords)
            assert (hit is not None) == sweeps.hit[k]
            if hit is not None:
                assert (hit.other, hit.fraction) == (b[sweeps.position[k]], sweeps.fraction[k])


def test_where_of_two_is_told_of_both() -> None:
    a, b, c = disc(0), disc(6), disc(4)
    asked: list[Any] = []

    def where(one: Any, other: Any) -> bool:
        asked.append((one, other))
        return other is not c

    assert pairs([a], [b, c], where=where) == [(a, b)]
    assert check([a], [b, c], where=where) == check(Group(a), [b, c], where=where) == [(a, b)]
    assert Group(a).pairs([b, c], where=where) == [(a, b)]
    assert Group(a).hits([c, b], where=where)
    assert not Group(a).hits(c, where=where)
    assert Overlaps([a], [b, c], where=where).update().entered == [(a, b)]
    assert set(asked) == {(a, b), (a, c)}
    assert pairs([a, b, c], where=lambda one, other: one is a) == [(a, b), (a, c)]


def test_where_of_a_sprite_and_its_contact() -> None:
    a, b, c = disc(0), disc(6), disc(4)

    def deep(other: Sprite, contact: Contact) -> bool:
        assert contact.other is other
        assert contact.sprite is a
        return contact.depth > 5

    assert a.check([b, c], where=deep) == [c]
    assert a.hits([b, c], where=deep)
    assert not a.hits(b, where=deep)
    assert [contact.other for contact in a.contacts([b, c], where=deep)] == [c]
    assert [hit.other for hit in a.contacts(Group(b, c), where=deep)] == [c]
    assert a.separation([b], where=deep) == (0, 0)
    assert a.separation([c], where=deep) == a.separation(c)
    assert a.depenetrate(b, where=deep) == (0, 0)
    assert a.depenetrate(c, where=lambda other, contact: contact.normal == (-1, 0)) == (-6, 0)


def test_a_target_in_the_way_out_that_is_not_hit_has_no_contact() -> None:
    box = Sprite(2, 0, collision=Rect(0, 0, 10, 10))
    wall = Sprite(10, -50, collision=Rect(0, 0, 10, 110))
    stop = Sprite(-10, -50, collision=Rect(0, 0, 11, 110))
    seen: dict[Any, Any] = {}

    def where(other: Sprite, contact: Contact | None) -> bool:
        seen[other] = contact
        return True

    box.separation([wall, stop], where=where)
    assert seen[wall].depth == 2
    assert seen.get(stop) is None


def test_the_distance_from_what_does_not_count_is_infinite() -> None:
    a, b = disc(0), disc(20, collision_layer=2)
    far = float("inf")
    assert a.distance(b, mask=2).distance == a.distance(b).distance == 10
    for named in ({"mask": 1}, {"exclude": b}, {"where": lambda s: False}):
        assert a.distance(b, **named).distance == far  # type: ignore[arg-type]
    assert a.distance(b, where=lambda other, found: found > 9).distance == 10
    assert a.distance(b, where=lambda other, found: found > 10).distance == far
    b.collision_mask = 0
    assert a.distance(b).distance == far
    assert a.distance(b, mask=2).distance == 10


def test_overlaps_keep_their_conditions() -> None:
    a, b, c = disc(0), disc(6), disc(4, collision_layer=2)
    left_out = Group()
    watch = Overlaps(a, [b, c], mask=3, exclude=left_out, where=lambda one, other: other.x < 10)
    assert watch.update().entered == [(a, b), (a, c)]
    left_out.add(b)
    assert watch.update().exited == [(a, b)]
    left_out.clear()
    assert watch.update().entered == [(a, b)]
    assert copy.copy(watch).update().stayed == [(a, b), (a, c)]
    by_layer = Overlaps(a, [b, c], mask=2)
    by_layer.update()
    copied = pickle.loads(pickle.dumps(by_layer))
    assert len(copied.update().stayed) == 1
    for named, text in (
        ({"mask": -1}, "mask"),
        ({"exclude": 3}, "exclude"),
        ({"where": 3}, "where"),
    ):
        with pytest.raises((TypeError, ValueError), match=text):
            Overlaps(a, b, **named)  # type: ignore[call-overload]
    failing = Overlaps(a, b, where=lambda one, other: None)  # type: ignore[arg-type, return-value]
    with pytest.raises(TypeError, match="where must return True or False, got None"):
        failing.update()
    assert failing.pairs == []


@for_each("seed", range(300))
def test_what_where_rejects_covers_no_side_of_a_corner(seed: int) -> None:
    rng = random.Random(seed)
    tiles = [
        Sprite(16 * x, 16 * y, collision=Rect(0, 0, 16, 16))
        for x in range(4)
        for y in range(4)
        if rng.random() < 0.5
    ]
    chosen = [tile for tile in tiles if rng.random() < 0.6]
    # Corner to corner with a tile, and beyond.
    right, down = rng.choice((-1, 1)), rng.choice((-1, 1))
    dx, dy = right * rng.choice((2, 4, 8)), down * rng.choice((2, 4, 8))
    x, y = 16 * rng.randrange(4) - 16 * right - dx, 16 * rng.randrange(4) - 16 * down - dy
    way = 4 * dx, 4 * dy

    def answers(targets: list[Sprite], **named: Any) -> list[Any]:
        body = Sprite(x, y, collision=rng.choice((Rect(0, 0, 16, 16), Circle(8, 8, 8))))
        hits = [body.sweep(*way, targets, **named), *body.sweep_all(*way, targets, **named)]
        hits.append(body.move_and_collide(*way, targets, **named))
        met = [hit and (hit.other, hit.fraction, hit.position, hit.normal) for hit in hits]
        body.x, body.y = x, y
        slides = [body.move_and_slide(*way, targets, **named).remainder for _ in range(3)]
        return [met, slides, body.x, body.y]

    state = rng.getstate()
    expected = answers(chosen)
    for where in (lambda other: other in chosen, lambda other, hit: other in chosen):
        rng.setstate(state)
        assert answers(tiles, where=where) == expected


@for_each("shape", [Circle(0, 0, 16), Capsule(0, -4, 0, 4, 12)])
@for_each("x", range(66, 90, 4))
def test_a_plank_that_where_rejects_lets_nobody_pass_the_next_one(shape: Any, x: int) -> None:
    plank, ghost = (Sprite(x, 64, collision=Rect(0, 0, 32, 8, one_way=(0, -1))) for x in (32, 64))

    def answers(**named: Any) -> list[Any]:
        body = Sprite(x, 52, collision=shape)
        walker = CharacterController(Sprite(x, 52, collision=shape))
        found = [body.sweep(-8, 6, [plank, ghost], **named)]
        found += body.sweep_all(-8, 6, [plank, ghost], **named)
        body.move_and_slide(-8, 6, [plank, ghost], **named)
        walker.move(-8, 6, [plank, ghost], **named)
        places = [(one.x, one.y) for one in (body, walker.sprite)]
        return [hit and hit.fraction for hit in found] + places

    assert answers(where=lambda other: other is not ghost) == answers(exclude=ghost)


@for_each("by_shape", [False, True])
def test_swept_overlaps_heed_conditions(by_shape: bool) -> None:
    bullet = disc(0, 1)
    walls = [
        Sprite(x, -9, collision=Rect(0, 0, 2, 18), collision_layer=x // 10) for x in (10, 20, 40)
    ]
    keeps: list[dict[str, Any]] = [
        {"mask": 1 | 4},
        {"exclude": walls[1]},
        {"where": lambda other: other is not walls[1]},
        {"where": lambda one, other: other is not walls[1]},
    ]
    for named in keeps:
        bullet.x = 0
        watch = Overlaps(bullet, walls, swept=True, by_shape=by_shape, **named)
        watch.update()
        bullet.x = 60
        assert [pair[1] for pair in watch.update().entered] == [walls[0], walls[2]]


@for_each("disabled_by", ["collision_enable", "collision"])
def test_a_pooled_bullet_has_not_come_from_where_it_was_disabled(disabled_by: str) -> None:
    wall = Sprite(10, -9, collision=Rect(0, 0, 2, 18))
    bullet = disc(0, 1)
    watch = Overlaps(bullet, wall, swept=True)
    watch.update()
    setattr(bullet, disabled_by, [] if disabled_by == "collision" else False)
    watch.update()
    setattr(bullet, disabled_by, Circle(0, 0, 1) if disabled_by == "collision" else True)
    bullet.x = 60
    assert not watch.update()
    bullet.x = 0
    assert watch.update().entered == [(bullet, wall)]


def test_arrays_take_where() -> None:
    group = Group(disc(0), disc(3))
    assert len(group.pair_indices()) == len(group.contact_arrays().depth) == 1
    for call in (group.pair_indices, lambda where: group.contact_arrays(where=where).depth):
        assert len(call(where=lambda s: True)) == 1
        assert len(call(where=lambda s: s is group[0])) == 0
    assert np.array_equal(group.pair_indices(mask=1), group.pair_indices())
