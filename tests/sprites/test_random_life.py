"""Random lives of sprites and Groups, compared at every step with a model that cannot be wrong."""

import copy
import pickle
import weakref
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from support.engine import live_row_count, row_count, validate
from support.examples import examples
from support.model import GroupTwin, Twin, collision_of

from spritecol import Sprite, check, pairs

whole = st.integers(-30, 30)
size = st.integers(1, 20)
capsule = st.builds(
    lambda x, y, end, r, upright: (x, y, x, end, r) if upright else (x, y, end, y, r),
    *(whole, whole, whole, size, st.booleans()),
)
shape = st.one_of(st.tuples(whole, whole, size), st.tuples(whole, whole, size, size), capsule)
shapes_of = st.lists(shape, max_size=3).map(tuple)
quarter = st.integers(0, 3)
scales = st.sampled_from([(1, 1), (-1, 1), (1, -1), (2, 2), (-2, 2), (-3, -3)])
which = st.integers(0, 10**6)

CLONES = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda sprite: pickle.loads(pickle.dumps(sprite)),
}


class Kind(Sprite):
    """A subclass with a default and without a call of super().__init__."""

    collision = (0, 0, 9, 9)

    def __init__(self) -> None:
        self.hp = 3


class RandomLife(RuleBasedStateMachine):
    """Creates, moves, turns, reshapes, disables, vanishes, copies, drops, groups and checks."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = live_row_count()
        self.twins: list[Twin] = []
        self.groups: list[GroupTwin] = []
        self.dropped: list[weakref.ref[Sprite]] = []

    def teardown(self) -> None:
        self.twins.clear()
        self.groups.clear()
        assert live_row_count() == self.rows
        validate()

    def twin(self, index: int) -> Twin:
        return self.twins[index % len(self.twins)]

    def group(self, index: int) -> GroupTwin:
        return self.groups[index % len(self.groups)]

    # -- birth and death

    @initialize(number=st.integers(2, 5), data=st.data())
    def begin(self, number: int, data: Any) -> None:
        for _ in range(number):
            self.create(*(data.draw(part) for part in (whole, whole, shapes_of)))
        self.groups.append(GroupTwin())

    @rule(x=whole, y=whole, shapes=shapes_of)
    def create(self, x: int, y: int, shapes: tuple[tuple[int, ...], ...]) -> None:
        sprite = Sprite(x, y, collision=collision_of(shapes))
        self.twins.append(Twin(sprite, x, y, shapes=shapes))

    @rule()
    def create_of_a_subclass(self) -> None:
        self.twins.append(Twin(Kind(), shapes=((0, 0, 10, 10),)))

    @precondition(lambda self: self.twins)
    @rule(index=which, how=st.sampled_from(sorted(CLONES)))
    def clone(self, index: int, how: str) -> None:
        twin = copy.copy(self.twin(index))
        twin.sprite = CLONES[how](twin.sprite)
        self.twins.append(twin)

    @precondition(lambda self: self.twins)
    @rule(index=which)
    def drop(self, index: int) -> None:
        twin = self.twin(index)
        reference = weakref.ref(twin.sprite)
        for group in self.groups:
            if twin in group.members:
                group.members.remove(twin)
            group.group.discard(twin.sprite)
        self.twins.remove(twin)
        self.dropped.append(reference)

    @precondition(lambda self: self.twins)
    @rule(index=which)
    def vanish(self, index: int) -> None:
        twin = self.twin(index)
        twin.vanished = True
        twin.sprite.vanish()
        for group in self.groups:
            if twin in group.members:
                group.members.remove(twin)

    # -- changes

    @precondition(lambda self: self.twins)
    @rule(index=which, x=whole, y=whole)
    def move(self, index: int, x: int, y: int) -> None:
        twin = self.twin(index)
        twin.x, twin.y = x, y
        twin.sprite.x, twin.sprite.y = x, y

    @precondition(lambda self: self.twins)
    @rule(index=which, quarter=quarter, turns=st.integers(-3, 3), scale=scales)
    def turn(self, index: int, quarter: int, turns: int, scale: tuple[int, int]) -> None:
        twin = self.twin(index)
        twin.quarter, twin.scale = quarter, scale
        twin.sprite.angle = 90 * quarter + 360 * turns
        twin.sprite.scale_x, twin.sprite.scale_y = scale

    @precondition(lambda self: self.twins)
    @rule(index=which, x=whole, y=whole, sync=st.booleans(), offset=st.booleans())
    def pivot(self, index: int, x: int, y: int, sync: bool, offset: bool) -> None:
        twin = self.twin(index)
        twin.center, twin.sync, twin.offset = (x, y), sync, offset
        twin.sprite.center_x, twin.sprite.center_y = x, y
        twin.sprite.collision_sync, twin.sprite.offset_sync = sync, offset

    @precondition(lambda self: self.twins)
    @rule(index=which, shapes=shapes_of)
    def reshape(self, index: int, shapes: tuple[tuple[int, ...], ...]) -> None:
        twin = self.twin(index)
        twin.shapes = shapes
        twin.sprite.collision = collision_of(shapes)

    @precondition(lambda self: self.twins)
    @rule(index=which)
    def enable_or_disable(self, index: int) -> None:
        twin = self.twin(index)
        twin.enabled = not twin.enabled
        twin.sprite.collision_enable = twin.enabled

    # -- Groups

    @precondition(lambda self: len(self.groups) < 5)
    @rule()
    def new_group(self) -> None:
        self.groups.append(GroupTwin())

    @precondition(lambda self: self.twins)
    @rule(where=which, index=which)
    def add(self, where: int, index: int) -> None:
        group, twin = self.group(where), self.twin(index)
        group.group.add(twin.sprite)
        if twin not in group.members and not twin.vanished:
            group.members.append(twin)

    @rule(where=which)
    def add_all(self, where: int) -> None:
        for index in range(len(self.twins)):
            self.add(where, index)

    @rule(where=which, index=which)
    def nest(self, where: int, index: int) -> None:
        outer, inner = self.group(where), self.group(index)
        if inner.holds(outer):
            with pytest.raises(ValueError, match="itself"):
                outer.group.add(inner.group)
        else:
            outer.group.add(inner.group)
            if inner not in outer.members:
                outer.members.append(inner)

    @precondition(lambda self: self.twins)
    @rule(where=which, index=which, inner=st.booleans())
    def discard(self, where: int, index: int, inner: bool) -> None:
        group = self.group(where)
        member: Any = self.group(index) if inner else self.twin(index)
        group.group.discard(member.group if inner else member.sprite)
        if member in group.members:
            group.members.remove(member)

    @rule(where=which)
    def clear(self, where: int) -> None:
        group = self.group(where)
        group.group.clear()
        group.members.clear()

    @precondition(lambda self: len(self.groups) > 1)
    @rule(where=which)
    def drop_group(self, where: int) -> None:
        gone = self.group(where)
        for group in self.groups:
            if gone in group.members:
                group.members.remove(gone)
                group.group.remove(gone.group)
        self.groups.remove(gone)

    @rule(where=which, x=whole, y=whole)
    def move_group(self, where: int, x: int, y: int) -> None:
        group = self.group(where)
        flat = group.flat()
        for place, twin in enumerate(flat):
            twin.x += x * place
            twin.y = y
        group.group.x += x * np.arange(len(flat))
        group.group.y = y

    @rule(where=which, quarter=quarter, scale=scales)
    def turn_group(self, where: int, quarter: int, scale: tuple[int, int]) -> None:
        group = self.group(where)
        flat = group.flat()
        for twin in flat:
            twin.quarter, twin.scale = (twin.quarter + quarter) % 4, scale
        group.group.angle += 90 * quarter
        group.group.scale_x, group.group.scale_y = [scale[0]] * len(flat), scale[1]

    # -- checks

    @precondition(lambda self: self.twins)
    @rule(index=which)
    def check_one(self, index: int) -> None:
        me = self.twin(index)
        expected = [twin.sprite for twin in self.twins if me.hits(twin)]
        sprites = [twin.sprite for twin in self.twins]
        assert me.sprite.check(sprites) == expected
        assert me.sprite.hits(sprites) is bool(expected)
        assert pairs(sprites, me.sprite) == [(sprite, me.sprite) for sprite in expected]
        for twin in self.twins:
            assert twin.sprite.hits(me.sprite) is me.hits(twin)

    @rule(split=which)
    def check_lists(self, split: int) -> None:
        split %= len(self.twins) + 1
        left, right = self.twins[split:], self.twins[: split + 2]
        found = check([t.sprite for t in left], [t.sprite for t in right], shot=None, hit=None)
        assert found == [(a.sprite, b.sprite) for a in left for b in right if a.hits(b)]

    @rule(where=which, index=which)
    def check_groups(self, where: int, index: int) -> None:
        group, other = self.group(where), self.group(index)
        first, second = group.flat(), other.flat()
        within = [
            (a.sprite, b.sprite) for i, a in enumerate(first) for b in first[i + 1 :] if a.hits(b)
        ]
        assert group.group.pairs() == within
        assert len(group.group.pair_indices()) == len(within)
        assert pairs([group.group]) == within
        if group is not other:
            between = [
                (i, j) for i, a in enumerate(first) for j, b in enumerate(second) if a.hits(b)
            ]
            assert [tuple(p) for p in group.group.pair_indices(other.group).tolist()] == between
            assert group.group.hits(other.group) is bool(between)

    @rule()
    def look_at_everything(self) -> None:
        for twin in self.twins:
            twin.agrees()
        for group in self.groups:
            assert list(group.group) == [twin.sprite for twin in group.flat()]

    @invariant()
    def rows_and_groups_agree(self) -> None:
        validate()
        for group in self.groups:
            flat = group.flat()
            assert group.group.x.tolist() == [twin.x for twin in flat]
            assert len(group.group) == len(flat)
        # by now every Group was looked at, and has let go what it no longer holds
        assert not any(reference() for reference in self.dropped)
        assert row_count() == self.rows + len(self.twins)
        self.dropped.clear()


TestRandomLife = RandomLife.TestCase
TestRandomLife.settings = examples(
    15,
    stateful_step_count=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
