"""Group: an ordered, nested container of sprites, its checks and its position arrays."""

import copy
import pickle
import tracemalloc
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from support.behavior import SQUARE, same, square
from support.for_each import for_each

from spritecol import Circle, Group, Sprite, pairs


def squares(*lefts: float) -> list[Sprite]:
    return [square(left) for left in lefts]


# -- the container --------------------------------------------------------------------------


def test_an_empty_group() -> None:
    group = Group()
    assert len(group) == 0
    assert list(group) == []
    assert group.pairs() == []
    assert group.check() == []
    assert not group.hits(square())
    assert square() not in group


def test_order_is_the_order_of_arrival_and_each_counts_once() -> None:
    a, b, c, d = squares(0, 1, 2, 3)
    group = Group(b, a, b)
    group.add(c)
    group.add(a)
    group.add(d)
    assert same(group, [b, a, c, d])
    assert len(group) == 4
    group.discard(a)
    group.add(a)
    assert same(group, [b, c, d, a])


def test_membership() -> None:
    a, b = squares(0, 0)
    group = Group(a)
    assert a in group
    assert b not in group
    for other in (5, None, "a", [a], object(), Group(a)):
        assert other not in group


def test_discard_remove_clear() -> None:
    a, b, c = squares(0, 1, 2)
    group = Group(a, b, c)
    group.discard(b)
    group.discard(b)
    assert same(group, [a, c])
    group.remove(c)
    assert same(group, [a])
    with pytest.raises(KeyError):
        group.remove(c)
    assert same(group, [a])
    group.clear()
    assert len(group) == 0
    assert a not in group
    group.add(b)
    assert same(group, [b])


def test_a_group_that_is_not_checked_meanwhile_does_not_grow() -> None:
    few, bullets = squares(0, 1), squares(*range(3_000))
    group = Group(few, bullets[:3])
    for old, new in pairwise(bullets[2:]):  # fills up; each place is left again
        group.add(new)
        group.discard(old)
        assert new in group
        assert old not in group
    assert same(group, [*few, *bullets[:2], bullets[-1]])
    tracemalloc.start()
    try:
        for _ in range(30_000):
            group.add(bullets[5])
            group.discard(bullets[5])
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert size < 100_000
    assert same(group, [*few, *bullets[:2], bullets[-1]])


def test_a_sprite_may_be_in_many_groups() -> None:
    a, b = squares(0, 5)
    first, second = Group(a, b), Group(b, a)
    first.discard(a)
    assert same(first, [b])
    assert same(second, [b, a])
    assert same(first.pairs(second), [(b, a)])


def test_nested_groups_are_seen_outside_depth_first() -> None:
    a, b, c, d, e = squares(0, 1, 2, 3, 4)
    inner = Group(b, c)
    middle = Group(inner, d)
    outer = Group(a, middle, e)
    assert same(outer, [a, b, c, d, e])
    f = square(5)
    inner.add(f)
    assert same(outer, [a, b, c, f, d, e])
    inner.discard(b)
    assert same(outer, [a, c, f, d, e])
    assert len(outer) == 5
    middle.discard(inner)
    assert same(outer, [a, d, e])
    assert same(inner, [c, f])
    inner.clear()
    middle.add(inner)
    assert same(outer, [a, d, e])
    outer.clear()
    assert same(middle, [d])


def test_membership_of_nested_sprites_and_groups() -> None:
    a, b = squares(0, 1)
    inner = Group(b)
    middle = Group(inner)
    outer = Group(a, middle)
    for member in (a, b, inner, middle):
        assert member in outer
    assert all(outer not in group for group in (outer, middle, inner))
    assert a not in middle
    middle.remove(inner)
    assert b not in outer
    assert inner not in outer
    with pytest.raises(KeyError):
        middle.remove(inner)
    middle.discard(inner)


def test_a_shared_sprite_counts_once_at_its_first_place() -> None:
    a, b, c = squares(0, 1, 2)
    shared = Group(b)
    outer = Group(Group(c, shared), a, shared, Group(b), b, c)
    assert same(outer, [c, b, a])
    assert len(outer) == 3
    assert same(outer.pairs(), [(c, b), (c, a), (b, a)])
    assert outer.x.tolist() == [2, 1, 0]


@for_each("look", [len, list, lambda group: group.x.tolist(), Group.pairs])
def test_a_sprite_that_arrives_twice_by_different_ways(look: Callable[[Group], Any]) -> None:
    a, b, c = squares(0, 1, 2)
    inner = Group(a, b)
    outer = Group(inner)
    look(outer)
    outer.add(b)
    look(outer)
    assert len(outer) == 2
    outer.add(c)
    look(outer)
    inner.add(c)
    look(outer)
    assert len(outer.pairs()) == 3
    assert same(outer, [a, b, c])
    look(outer)
    inner.discard(b)
    assert outer.x.tolist() == [0, 2, 1]
    look(outer)
    inner.clear()
    assert same(outer, [b, c])


def test_a_group_cannot_hold_itself() -> None:
    a = square()
    inner = Group(a)
    middle = Group(inner)
    outer = Group(middle)
    for group, addition in ((outer, outer), (inner, outer), (inner, middle), (middle, outer)):
        with pytest.raises(ValueError, match="itself"):
            group.add(addition)
        assert addition not in group
    for group in (inner, middle, outer):
        assert same(group, [a])


def test_very_deep_nesting() -> None:
    sprite = square()
    group = innermost = Group(sprite)
    for _ in range(3_000):
        group = Group(group)
    assert same(group, [sprite])
    assert sprite in group
    assert same(square(5).check(group), [sprite])
    innermost.add(square(2))
    assert len(group.pairs()) == 1
    with pytest.raises(ValueError, match="itself"):
        innermost.add(group)


@for_each("nest", [lambda group: group, Group, lambda group: Group(Group(group))])
def test_vanished_sprites_are_dropped_everywhere(nest: Callable[[Group], Group]) -> None:
    a, b, c = squares(0, 1, 2)
    group = Group(a, b, c)
    outer = nest(group)
    assert len(outer.pairs()) == 3
    b.vanish()
    assert len(outer) == 2
    assert b not in outer
    assert same(outer, [a, c])
    assert outer.x.tolist() == [0, 2]
    assert outer.aabbs.shape == (2, 4)
    assert same(outer.pairs(), [(a, c)])
    assert outer.pair_indices().tolist() == [[0, 1]]


def test_a_vanished_sprite_does_not_join() -> None:
    gone = square()
    gone.vanish()
    group = Group(gone)
    group.add(gone)
    assert len(group) == 0
    assert gone not in group


def test_disabled_and_shapeless_sprites_stay_but_do_not_hit() -> None:
    a, b, c = squares(0, 1, 2)
    b.collision_enable = False
    c.collision = []
    group = Group(a, b, c)
    assert len(group) == 3
    assert group.pairs() == []
    b.collision_enable = True
    c.collision = SQUARE
    assert len(group.pairs()) == 3


def test_a_group_may_change_while_it_is_walked() -> None:
    """A walk sees the members that were there when it began, as in pygame."""
    sprites = squares(0, 1, 2, 3)
    group = Group(*sprites)
    seen = []
    for sprite in group:
        seen.append(sprite)
        sprite.vanish()
    assert same(seen, sprites)
    assert len(group) == 0
    sprites = squares(0, 1, 2, 3)
    group = Group(*sprites)
    seen.clear()
    for sprite in group:
        seen.append(sprite)
        group.discard(sprite)
    assert same(seen, sprites)
    assert len(group) == 0


def test_groups_may_be_subclassed() -> None:
    class Enemies(Group):
        wave = 1

    enemies = Enemies(square())
    enemies.wave = 2
    assert (enemies.wave, len(enemies)) == (2, 1)


# -- checks ---------------------------------------------------------------------------------


def test_pairs_within_a_group_and_between_two() -> None:
    a, b, c, d = squares(0, 5, 12, 50)
    group = Group(a, b, c, d)
    assert same(group.pairs(), [(a, b), (b, c)])
    assert same(group.pairs(None), [(a, b), (b, c)])
    assert same(group.pairs(group), [(a, b), (b, c)])
    assert same(Group(a, c).pairs(Group(b, d)), [(a, b), (c, b)])
    assert same(Group(d).pairs(Group(a, b, c)), [])
    assert same(Group(a).pairs(Group(a)), [])


def test_hits_of_a_group() -> None:
    a, b, far = squares(0, 5, 100)
    assert Group(far, a).hits(b) is True
    assert Group(far, a).hits([far, None, [b]]) is True
    assert Group(far, a).hits(Group(Group(b))) is True
    assert Group(far, a).hits([far, a]) is False
    assert Group(a, b).hits(a) is True
    assert Group(far).hits([a, b]) is False


def test_a_change_of_a_member_is_seen_by_all_its_groups() -> None:
    a, b = squares(0, 50)
    inner = Group(b)
    outer = Group(a, inner)
    assert outer.pairs() == []
    for _ in range(3):
        b.x = 5
        assert same(outer.pairs(), [(a, b)])
        b.x = 50
        assert outer.pairs() == []
        inner.x = 5
        assert same(outer.pairs(), [(a, b)])
        inner.angle = 180  # b covers x -5..5, y -10..0 now
        assert outer.pairs() == []
        inner.y = 5
        assert same(outer.pairs(), [(a, b)])
        inner.x += 45
        inner.y = inner.angle = 0
        assert outer.pairs() == []
    b.collision = Circle(0, 0, 45)
    assert same(outer.pairs(), [(a, b)])


def test_far_groups_and_huge_coordinates() -> None:
    near = Group(*squares(0, 5))
    far = Group(*(square(1e12 - 10 * i, -1e12) for i in range(3)))
    assert near.pairs(far) == []
    assert Group(near, far).pair_indices().tolist() == [[0, 1]]
    far.x = 2
    far.y = 0
    assert len(near.pairs(far)) == 6


# -- columns --------------------------------------------------------------------------------

COLUMNS = ["x", "y", "angle", "scale_x", "scale_y"]


def trio() -> tuple[Group, list[Sprite]]:
    sprites = [
        Sprite(1, 2, collision=SQUARE, angle=10, scale_x=2, scale_y=-1),
        Sprite(3, 4, collision=SQUARE, angle=20, scale_x=1.5, scale_y=0),
        Sprite(5, 6, collision=SQUARE, angle=30, scale_x=-2, scale_y=3),
    ]
    return Group(Group(sprites[0]), sprites[1], Group(sprites[2])), sprites


@for_each("name", COLUMNS)
def test_a_column_reads_in_the_groups_order(name: str) -> None:
    group, sprites = trio()
    column = getattr(group, name)
    assert isinstance(column, np.ndarray)
    assert column.dtype == np.float64
    assert column.tolist() == [getattr(sprite, name) for sprite in sprites]
    setattr(sprites[1], name, 7)
    assert getattr(group, name)[1] == 7


@for_each("name", COLUMNS)
@for_each(
    "value",
    [
        4,
        2.5,
        True,
        np.float32(0.5),
        np.int8(-3),
        np.array(6.0),
        [7, 8.5, -9],
        (1, 2, 3),
        np.array([1.5, 2.5, 3.5]),
        np.array([1, 2, 3], dtype=np.int16),
        np.array([1, 2, 3], dtype=np.uint64),
        np.array([1, 2, 3], dtype=np.float16),
        np.array([1, 2, 3], dtype=">f8"),
        np.array([True, False, True]),
        np.arange(12.0)[::-4],
    ],
)
def test_a_column_takes_a_number_or_one_for_each(name: str, value: Any) -> None:
    group, sprites = trio()
    setattr(group, name, value)
    expected = np.broadcast_to(np.asarray(value, dtype=float), 3).tolist()
    assert [getattr(sprite, name) for sprite in sprites] == expected
    assert getattr(group, name).tolist() == expected


@for_each("name", COLUMNS)
def test_columns_can_be_augmented(name: str) -> None:
    group, sprites = trio()
    before = np.array([getattr(sprite, name) for sprite in sprites])
    namespace = {"group": group, "step": np.array([1.0, 2.0, 3.0])}
    exec(f"group.{name} += step\ngroup.{name} *= 2\ngroup.{name} -= 1", namespace)
    expected = (before + np.array([1, 2, 3])) * 2 - 1
    assert [getattr(sprite, name) for sprite in sprites] == expected.tolist()


def test_a_column_that_is_written_moves_the_sprites() -> None:
    a, b = squares(0, 50)
    group = Group(a, b)
    assert group.pairs() == []
    group.x -= np.array([0, 45])
    assert b.aabb == (5, 0, 15, 10)
    assert a.hits(b)
    assert group.pair_indices().tolist() == [[0, 1]]
    group.scale_x = [0.5, 1]
    assert not a.hits(b)
    group.scale_x = 1
    group.angle = [90, 0]
    assert a.aabb == (-10, 0, 0, 10)
    assert not a.hits(b)
    group.y = [0.25, 0]
    assert a.aabb == (-10, 0.25, 0, 10.25)


def test_the_array_that_was_written_stays_the_users() -> None:
    group = Group(*squares(0, 0))
    values = np.array([1.0, 2.0])
    group.x = values
    values[0] = 50
    assert group.x.tolist() == [1, 2]


@for_each("name", COLUMNS)
def test_columns_of_an_empty_group(name: str) -> None:
    group = Group()
    assert getattr(group, name).shape == (0,)
    setattr(group, name, 5)
    setattr(group, name, [])
    setattr(group, name, getattr(group, name) + 1)
    assert group.aabbs.shape == (0, 4)
    assert group.aabbs.dtype == np.float64


def test_aabbs_are_the_sprites_own() -> None:
    group, sprites = trio()
    sprites[1].collision = []
    assert group.aabbs.shape == (3, 4)
    assert group.aabbs.dtype == np.float64
    np.testing.assert_array_equal(group.aabbs, [sprite.aabb for sprite in sprites])
    assert np.isnan(group.aabbs[1]).all()
    group.x += 10
    sprites[2].collision_enable = False
    sprites[2].collision = Circle(0, 0, 1)
    np.testing.assert_array_equal(group.aabbs, [sprite.aabb for sprite in sprites])


# -- pair_indices ---------------------------------------------------------------------------


def test_pair_indices_when_nothing_hits() -> None:
    for found in (
        Group().pair_indices(),
        Group(square()).pair_indices(),
        Group(*squares(0, 50)).pair_indices(),
        Group(square()).pair_indices(Group()),
        Group().pair_indices(Group(square())),
        Group(square()).pair_indices(Group(square(50))),
    ):
        assert found.shape == (0, 2)
        assert found.dtype == np.intp


@for_each("count", [3, 40, 300])
def test_pair_indices_agree_with_pairs(count: int) -> None:
    random = np.random.default_rng(count)
    sprites = [
        Sprite(x, y, collision=SQUARE if x > 50 else Circle(0, 0, 8), angle=angle)
        for x, y, angle in random.uniform(0, 100, (count, 3)).tolist()
    ]
    third = count // 3
    left = Group(Group(*sprites[third:]), *sprites[: 2 * third])
    right = Group(*sprites[third:][::-1])
    for _ in range(3):
        for group, other in ((left, None), (right, None), (left, left), (left, right)):
            found = group.pair_indices(other)
            assert found.dtype == np.intp
            assert found.shape == (len(found), 2)
            first, second = list(group), list(group if other is None else other)
            named = [(first[i], second[j]) for i, j in found.tolist()]
            assert same(named, group.pairs(other))
            assert same(named, pairs(first) if other in (None, group) else pairs(first, second))
            assert found.tolist() == sorted(found.tolist())
        sprites[-1].vanish()
        sprites.pop()
        left.x += 1
        right.angle *= 1.5


def test_pair_indices_leave_out_a_sprite_and_itself() -> None:
    a, b = squares(0, 5)
    assert Group(a, b).pair_indices(Group(b, a)).tolist() == [[0, 0], [1, 1]]
    assert Group(a).pair_indices(Group(a)).shape == (0, 2)


# -- copies ---------------------------------------------------------------------------------


class Flagship(Sprite):
    collision = SQUARE
    fleet: Group


class Fleet(Group):
    name = "unnamed"


DEEP = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "pickle 2": lambda thing: pickle.loads(pickle.dumps(thing, 2)),
}


def test_a_copy_holds_the_same_members() -> None:
    a, b, c = squares(0, 1, 2)
    inner = Group(b)
    group = Group(a, inner)
    twin = copy.copy(group)
    assert same(twin, [a, b])
    twin.add(c)
    twin.discard(a)
    assert same(group, [a, b])
    assert same(twin, [b, c])
    inner.add(a)
    assert same(twin, [b, a, c])


@for_each("clone", DEEP.values())
def test_a_deep_copy_holds_copies(clone: Callable[[Any], Any]) -> None:
    a, b, c = squares(2, 1, 0)
    inner = Group(b, c)
    group = Group(inner, a)
    twin, twin_inner, twin_a, again = clone([group, inner, a, group])
    assert again is twin
    assert twin.x.tolist() == [1, 0, 2]
    assert twin_a in twin
    assert twin_inner in twin
    assert a not in twin
    assert inner not in twin
    twin_inner.clear()
    assert same(twin, [twin_a])
    assert same(group, [b, c, a])
    assert len(group.pairs()) == 3
    assert twin.pairs() == []


@for_each("clone", DEEP.values())
def test_a_sprite_that_knows_its_group(clone: Callable[[Any], Any]) -> None:
    ship = Flagship(3)
    ship.fleet = Group(square(), ship, square(5))
    twin = clone(ship)
    assert twin in twin.fleet
    assert twin is list(twin.fleet)[1]
    assert len(twin.fleet.pairs()) == 3
    fleet = clone(ship.fleet)
    assert list(fleet)[1].fleet is fleet
    assert len(ship.fleet) == 3


@for_each("clone", [copy.copy, *DEEP.values()])
def test_subclass_and_attributes_of_a_group_are_cloned(clone: Callable[[Any], Any]) -> None:
    fleet = Fleet(square(), square(5))
    fleet.name = "Nelson's"
    twin = clone(fleet)
    assert type(twin) is Fleet
    assert twin.name == "Nelson's"
    assert twin.pair_indices().tolist() == [[0, 1]]
    assert len(clone(Fleet())) == 0
