"""Group: an ordered set of sprites and Groups, judged by plain lists; and a sequence."""

import copy
import gc
import pickle
import random
import tracemalloc
import weakref
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from support.behavior import SQUARE, ids, same, square
from support.counting import at_least
from support.hooks import live_row_count, validate

from spritecol import Circle, Group, Sprite, pairs


def squares(*lefts: float) -> list[Sprite]:
    return [square(left) for left in lefts]


# --- the model ----------------------------------------------------------------------------------


class Model:
    """What a Group holds, as a list, in the order of arrival."""

    def __init__(self) -> None:
        self.group = Group()
        self.members: list[Any] = []  # sprites and models

    def flat(self) -> list[Sprite]:
        """The sprites, depth first, each once at its first place, without the vanished ones."""
        found: dict[int, Sprite] = {}
        for member in self.members:
            for sprite in member.flat() if isinstance(member, Model) else [member]:
                if not sprite.vanished:
                    found.setdefault(id(sprite), sprite)
        return list(found.values())

    def within(self) -> Iterator["Model"]:
        yield self
        for member in self.members:
            if isinstance(member, Model):
                yield from member.within()

    def add(self, member: Any) -> None:
        if member not in self.members and not (isinstance(member, Sprite) and member.vanished):
            self.members.append(member)

    def drop(self, member: Any) -> None:
        if member in self.members:
            self.members.remove(member)


def real(member: Any) -> Any:
    return member.group if isinstance(member, Model) else member


def position(sequence: Any, sprite: Sprite, *bounds: int) -> int | None:
    try:
        return int(sequence.index(sprite, *bounds))
    except ValueError:
        return None


def agree(model: Model, chance: random.Random) -> None:
    """The Group is the list of its sprites, whichever way it is asked."""
    group, expected = model.group, model.flat()
    looks: list[Callable[[], bool]] = [
        lambda: same(group, expected),
        lambda: len(group) == len(expected) and bool(group) is bool(expected),
        lambda: same(reversed(group), expected[::-1]),
        lambda: group.x.tolist() == [sprite.x for sprite in expected],
        lambda: group.aabbs.tolist() == [list(sprite.aabb) for sprite in expected],
        lambda: same(group.pairs(), pairs(expected)),
    ]
    chance.shuffle(looks)  # each may be the first to see a change
    for look in looks:
        assert look()
    for k in range(-len(expected), len(expected)):
        assert group[k] is group[np.intp(k)] is expected[k]
    for beyond in (len(expected), -len(expected) - 1):
        with pytest.raises(IndexError):
            group[beyond]
    start, stop = chance.randint(-8, 8), chance.randint(-8, 8)
    step = chance.choice([None, 1, 2, -1])
    assert same(group[start:stop:step], expected[start:stop:step])
    several = [chance.randrange(-len(expected), len(expected)) for _ in expected]
    assert same(group[several], [expected[k] for k in several])
    assert same(group[np.array(several, dtype=int)], [expected[k] for k in several])
    mask = [sprite.x > 3 for sprite in expected]
    assert same(group[mask], [sprite for sprite in expected if sprite.x > 3])
    for wrong in ([*mask, True], mask[1:], []):
        if len(wrong) != len(mask):
            with pytest.raises(IndexError):
                group[np.array(wrong, dtype=bool)]
    for sprite in {id(one): one for one in model.members if isinstance(one, Sprite)}.values():
        assert (sprite in group) is not sprite.vanished
        assert group.count(sprite) == expected.count(sprite)
        assert position(group, sprite) == position(expected, sprite)
        assert position(group, sprite, start, stop) == position(expected, sprite, start, stop)
    for other in model.within():
        assert (other.group in group) is (other is not model)


DEEDS = [*(["add"] * 6), "discard", "remove", "vanish", "clear", "disable"]


def test_a_group_is_an_ordered_set() -> None:
    chance = random.Random(11)
    with at_least(nested=1500, shared=500, vanished=200, cycles=250, missing=200) as seen:
        for _ in range(300):
            sprites = squares(*range(7))
            models = [Model() for _ in range(4)]
            for _ in range(25):
                model = chance.choice(models)
                member = chance.choice([*sprites, *sprites, *models])
                deed = chance.choice(
                    ["add"] * 6 + ["discard", "remove", "vanish", "clear", "disable"]
                )
                if deed == "remove" and getattr(member, "vanished", False):
                    deed = "discard"  # whether it is a member is known when somebody looks
                if deed == "add" and isinstance(member, Model) and model in member.within():
                    with pytest.raises(ValueError, match="itself"):
                        model.group.add(member.group)
                    seen["cycles"] += 1
                elif deed == "add":
                    model.group.add(real(member))
                    model.add(member)
                elif deed == "vanish" and isinstance(member, Sprite):
                    member.vanish()
                    seen["vanished"] += 1
                elif deed == "disable" and isinstance(member, Sprite):
                    member.collision_enable ^= True
                elif deed == "clear" and chance.random() < 0.3:
                    model.group.clear()
                    model.members.clear()
                elif deed == "remove" and member not in model.members:
                    with pytest.raises(KeyError):
                        model.group.remove(real(member))
                    seen["missing"] += 1
                elif deed in ("discard", "remove"):
                    getattr(model.group, deed)(real(member))
                    model.drop(member)
                if chance.random() < 0.5:
                    agree(chance.choice(models), chance)
                every = [sprite for one in model.within() for sprite in one.members]
                seen["nested"] += any(isinstance(one, Model) for one in model.members)
                seen["shared"] += len(every) > len({id(one) for one in every})
            for model in models:
                agree(model, chance)
            validate()


# --- what a member is ---------------------------------------------------------------------------


def test_it_is_a_sequence() -> None:
    group = Group(squares(1, 2))
    assert isinstance(group, Sequence)
    assert group[[]] == group[np.empty(0, np.intp)] == []
    assert group[range(2)] == group[:] == list(group)
    assert random.Random(1).sample(group, 1)[0] in group
    match group:
        case [one, other]:
            assert (one.x, other.x) == (1, 2)
        case _:
            pytest.fail("it matches no pattern")
    part, backwards = group[:], reversed(group)
    group.clear()
    assert (len(part), len(list(backwards))) == (2, 2)
    for other in (5, None, "a", [part[0]], object(), Group(part)):
        assert other not in group
        assert group.count(other) == 0


def test_members_are_taken_out_as_they_are_put_in() -> None:
    a, b, c = squares(1, 2, 3)
    inner = Group(c)
    group = Group(a, [b], inner)
    group.discard([a], iter([b, None]))
    group.discard([inner])  # its sprites, as for `add`; they are members of the inner one only
    assert same(group, [c])
    group.remove(inner)
    assert not group
    group.add([a, [b]])
    with pytest.raises(KeyError):
        group.remove([a, c])
    assert same(group, [a, b])
    group.remove([a, [b]])
    assert not group


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


@pytest.mark.parametrize("leave", [Sprite.vanish, lambda sprite: sprite.home.discard(sprite)])
def test_a_walk_sees_the_members_that_were_there_when_it_began(leave: Any) -> None:
    """As in pygame."""
    sprites = squares(0, 1, 2, 3)
    group, found = Group(*sprites), []
    for sprite in group:
        sprite.home = group  # type: ignore[attr-defined]
        found.append(sprite)
        leave(sprite)
    assert same(found, sprites)
    assert len(group) == 0


def test_a_group_that_is_not_checked_meanwhile_does_not_grow() -> None:
    few, bullets = squares(0, 1), squares(*range(2_000))
    group = Group(few, bullets[:3])
    for old, new in pairwise(bullets[2:]):  # fills up; each place is left again
        group.add(new)
        group.discard(old)
    assert same(group, [*few, *bullets[:2], bullets[-1]])
    tracemalloc.start()
    try:
        for _ in range(20_000):
            group.add(bullets[5])
            group.discard(bullets[5])
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert size < 100_000
    assert same(group, [*few, *bullets[:2], bullets[-1]])


def test_groups_may_be_subclassed() -> None:
    class Wave(Group[Sprite]):
        level = 1

        def __init__(self, size: int) -> None:
            super().__init__(Sprite() for _ in range(size))

    wave = Wave(size=3)
    wave.level = 2
    assert (wave.level, len(wave)) == (2, 3)
    with pytest.raises(TypeError, match="Wave"):
        Wave(sise=3)  # type: ignore[call-arg]


# --- its pairs ----------------------------------------------------------------------------------


def test_pairs_within_a_group_and_between_two() -> None:
    a, b, c, d = squares(0, 5, 12, 50)
    group = Group(a, b, c, d)
    assert same(group.pairs(), [(a, b), (b, c)])
    assert same(group.pairs(group), [(a, b), (b, c)])
    assert same(Group(a, c).pairs(Group(b, d)), [(a, b), (c, b)])
    assert same(Group(d).pairs(Group(a, b, c)), [])
    assert same(Group(a).pairs(Group(a)), [])
    for far, found in ((Group(d, a), True), (Group(d), False)):
        assert far.hits(b) is far.hits([d, None, [b]]) is far.hits(Group(Group(b))) is found
    assert Group(a, b).hits(a)
    assert Group(a, b).pair_indices(Group(b, a)).tolist() == [[0, 0], [1, 1]]
    for few in (Group(), Group(a), group):
        found = few.pair_indices()
        assert (found.dtype, found.shape) == (np.intp, (len(few.pairs()), 2))


def test_a_property_of_a_subclass_is_deleted_as_it_says() -> None:
    def refuse(group: object) -> None:
        raise NotImplementedError("not yet")

    group: Any = type("Own", (Group,), {"crew": property(fdel=refuse), "y": property(fdel=id)})()
    del group.y
    with pytest.raises(NotImplementedError, match="not yet"):
        del group.crew


# --- copies -------------------------------------------------------------------------------------


class Ship(Sprite):
    collision = SQUARE
    fleet: Group


class Fleet(Group):
    name = "unnamed"


def test_a_copy_holds_the_same_members() -> None:
    a, b, c = squares(0, 1, 2)
    inner = Group(b)
    group = Group(a, inner)
    twin = copy.copy(group)
    twin.add(c)
    twin.discard(a)
    inner.add(a)
    assert same(group, [a, b])
    assert same(twin, [b, a, c])


@pytest.mark.parametrize("protocol", [None, 2, pickle.HIGHEST_PROTOCOL])
def test_a_deep_copy_holds_copies(protocol: int | None) -> None:
    def clone(thing: Any) -> Any:
        return pickle.loads(pickle.dumps(thing, protocol)) if protocol else copy.deepcopy(thing)

    a, b, c = squares(2, 1, 0)
    inner = Group(b, c)
    group = Fleet(inner, a)
    group.name = "Nelson's"
    twin, twin_inner, twin_a, again = clone([group, inner, a, group])
    assert again is twin
    assert (type(twin), twin.name, twin.x.tolist()) == (Fleet, "Nelson's", [1, 0, 2])
    assert twin_a in twin
    assert twin_inner in twin
    assert a not in twin
    assert len(twin.pairs()) == 3
    twin_inner.clear()
    assert same(twin, [twin_a])
    assert same(group, [b, c, a])
    ship = Ship(3)
    ship.fleet = Group(square(), ship, square(5))
    other = clone(ship)
    assert other is list(other.fleet)[1]
    assert len(other.fleet.pairs()) == 3
    fleet = clone(ship.fleet)
    assert list(fleet)[1].fleet is fleet
    assert ids(ship.fleet)[1] == id(ship)


# --- few among many ------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [0, 50, 98, 99, 100, 101, 102, 199, 200, 201, 298, 299])
def test_the_one_member_that_hits_is_found_wherever_it_stands(place: int) -> None:
    """The first ones are tested one by one, the others in batches that grow."""
    members = [Sprite(20 * k, 500, collision=SQUARE) for k in range(300)]
    for target in (0, 500, 999):
        others = [Sprite(20 * k, 0, collision=SQUARE) for k in range(1000)]
        members[place].position = others[target].position
        for asked in (others, Group(others)):
            assert Group(members).hits(asked)
            assert Group(asked).hits(members)
        members[place].position = 20 * place, 500
        assert not Group(members).hits(others)


@pytest.mark.parametrize("count", [10, 16383, 16384, 16385])
def test_what_has_vanished_leaves_groups_of_any_size(count: int) -> None:
    """However many have vanished since the Group was read, of it and of others."""
    sprites = [Sprite() for _ in range(count)]
    group, strangers = Group(sprites), [Sprite() for _ in range(70)]
    for many in (1, 2, 5, 62, 63, 64, 65, 300):
        gone = [*sprites[:1], *sprites[-1:], *sprites[count // 2 :]][:many]
        for sprite in strangers[: many % 7]:
            sprite.vanish()
        del strangers[: many % 7]
        for sprite in gone:
            sprite.vanish()
        assert gone[0] not in group
        sprites = [sprite for sprite in sprites if not sprite.vanished]
        assert len(group) == len(sprites)
        assert list(group) == sprites
        if len(sprites) < 3:
            break


@pytest.mark.parametrize("kept", [0, 7, 500])
@pytest.mark.parametrize("inner", [[], [Group(Sprite())]], ids=["sprites", "a Group, too"])
def test_a_group_that_is_only_added_to_lets_go_of_what_has_vanished(
    inner: list[Group], kept: int
) -> None:
    """Nobody asks it. Those that stay are in the order in which they were added."""
    group: Group = Group(inner)
    there = [Sprite() for _ in range(kept)]
    group.add(there)
    before, most = live_row_count(), 0
    for k in range(9_000):
        sprite = Sprite()
        group.add(sprite)
        if k % 4_000 == 0:
            there.append(sprite)
        else:
            sprite.vanish()
        if k % 97 == 0:
            most = max(most, live_row_count() - before)
    assert most <= 2 * max(64, kept) + 10
    assert list(group) == [*(inner[0] if inner else []), *there]


def test_a_group_of_which_all_vanish_now_and_then_lets_go_of_them() -> None:
    group, before = Group(), live_row_count()
    for count in (1, 10, 300, 5_000, 20, 3_000, 1, 70):
        sprites = [Sprite() for _ in range(count)]
        group.add(sprites)
        for sprite in sprites:
            sprite.vanish()
        del sprites, sprite
    for _ in range(20_000):
        one = Sprite()
        group.add(one)
        one.vanish()
    assert live_row_count() - before < 80
    assert len(group) == 0


def test_a_vanished_member_may_change_the_group_that_drops_it() -> None:
    """Its `__del__` runs while another sprite is added."""

    class Last(Sprite):
        def __del__(self) -> None:
            group.add(other)
            group.discard(members[3])

    group, other = Group(), Sprite()
    members = [Sprite() for _ in range(63)]
    group.add(members)
    last = Last()
    group.add(last)
    last.vanish()
    del last
    new = Sprite()
    group.add(new)
    members.pop(3)
    assert list(group) == [*members, other, new]


def test_a_group_forgets_those_that_were_around_it() -> None:
    inner, others = Group(Sprite()), []

    def references() -> int:
        gc.collect()
        return sum(isinstance(each, weakref.ref) for each in gc.get_objects())

    before = references()
    for _ in range(2_000):
        assert len(Group(inner)) == 1
        others.append(Group())  # where that one was: the next one lies elsewhere
    assert references() < before + 100


def test_inner_groups_that_grow_at_once_fill_their_own_holes() -> None:
    """What is gained since the last question is behind the other sprites of its Group."""
    probe = Sprite(collision=Circle(0, 0, 1e6))

    def shots(count: int) -> list[Sprite]:
        return [Sprite(collision=Circle(0, 0, 1)) for _ in range(count)]

    with at_least(one=150, several=150, twice=40, lost=60) as seen:
        for seed in range(30):
            r = random.Random(seed)
            known = [shots(r.randint(20, 90)) for _ in range(r.randint(2, 4))]
            inner = [Group(some) for some in known]
            others = shots(r.choice([0, 3]))
            middle = r.randrange(1, len(inner))
            is_nested = r.random() < 0.4
            parts = [*inner[:middle], others, *inner[middle:]]
            if is_nested:
                parts = [Group(*inner[:middle]), others, Group(*inner[middle:])]
            level = Group(*parts)
            for _ in range(20):
                gaining = r.sample(range(len(inner)), r.choice([0, 1, 1, 2, 2, len(inner)]))
                for k in gaining * r.choice([1, 1, 2]):
                    new = shots(r.choice([1, 1, 2, 5]))
                    if r.random() < 0.2:  # that another one has, or gets in the same frame
                        new += r.sample(known[r.randrange(len(known))], 1)
                    inner[k].add(new)
                    known[k] += [one for one in new if one not in known[k]]
                if r.random() < 0.2:
                    k = r.randrange(len(inner))
                    gone = r.choice(known[k])
                    gone.vanish()
                    known = [[one for one in some if one is not gone] for some in known]
                    seen["lost"] += 1
                first = {
                    id(s): s for some in [*known[:middle], others, *known[middle:]] for s in some
                }
                assert probe.check(level) == list(first.values())
                seen["several" if len(gaining) > 1 else "one"] += bool(gaining)
                seen["twice"] += len(first) < sum(map(len, known)) + len(others)
                if r.random() < 0.1:
                    assert list(level) == list(first.values())
