"""Random lives of a World, compared with a model: plain data, of which a save is a deep copy."""

import copy
import gc
import math
import weakref
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from support.engine import live_row_count, validate
from support.examples import examples
from support.worlds import answers, plain_sprite, rebuilt

from spritecol import Circle, Group, History, Number, Point, Polygon, Rect, Snapshot, Sprite, World

MEMBERS, GROUPS = 2, 4  # Groups that are given to the World, and all
MOST = 12  # sprites and snapshots


class Actor(Sprite):
    collision = Circle(0, 0, 4)
    vx = Number(0.5)
    hp = Number(3, int)
    mark: Any = None
    heat = 0


NUMBERS: dict[str, list[Any]] = {
    "x": [0.0, 8.0, -0.0, 33.5],
    "y": [0.0, 8.0, 21.25],
    "angle": [0.0, 90.0, 30.0],
    "scale_x": [1.0, -1.0, 2.0],
    "z": [0, 1, 0.0],
    "visible": [True, False],
    "collision_enable": [True, False],
    "offset_sync": [False, True],
    "collision_layer": [1, 2, 2**63],
    "collision_mask": [2**64 - 1, 3],
    "vx": [0.5, -0.0, math.inf],
    "hp": [3, -(2**63)],
    "heat": [0, False, 0.0, 1, 2.5, -0.0],
    "mark": [None, "x", (1, "y"), (1.0, "y"), True],
}
"""What is assigned. Among them are values that are equal but of other types or bits."""

SHAPES: list[tuple[Any, ...]] = [
    (Circle(0, 0, 4),),
    (),
    (Rect(0, 0, 9, 9), Point(1, 1)),
    (Polygon([(0, 0), (9, 0), (2, 2), (0, 9)], name="boomerang"),),
    (Circle(0, 0, 4, one_way=(0, -1)),),
]

change = st.one_of(
    [st.tuples(st.just(name), st.sampled_from(values)) for name, values in NUMBERS.items()]
)
which = st.integers(0, 10**6)

Data = dict[str, Any]
Place = tuple[str, int]  # of a sprite or a Group: its kind and its number


class Model:
    """All that is known of the sprites and Groups, as plain data."""

    def __init__(self) -> None:
        self.data: dict[int, Data] = {}  # by the number of a sprite
        self.groups: list[list[Place]] = [[] for _ in range(GROUPS)]

    def drop(self, number: int) -> None:
        """Take a sprite that vanishes out of all Groups, for good."""
        for members in self.groups:
            if ("sprite", number) in members:
                members.remove(("sprite", number))

    def holds(self, outer: int, inner: int) -> bool:
        """Whether a Group is another one, or is somewhere inside it."""
        return outer == inner or any(
            kind == "group" and self.holds(number, inner) for kind, number in self.groups[outer]
        )

    def reach(self) -> list[Place]:
        """The objects of the state, in the order of their numbers."""
        found: dict[Place, None] = {}

        def visit(place: Place) -> None:
            if place in found:
                return
            found[place] = None
            if place[0] == "group":
                for member in self.groups[place[1]]:
                    visit(member)

        for number in range(MEMBERS):
            visit(("group", number))
        at = 0
        while at < len(found):  # sprites that are named by others
            kind, number = list(found)[at]
            mark = self.data[number]["mark"] if kind == "sprite" else None
            if isinstance(mark, Named):
                found.setdefault(("sprite", mark.number))
            at += 1
        return list(found)

    def key(self) -> str:
        """All that a digest depends on. `repr` tells types, and -0.0 from 0.0."""
        reach = self.reach()
        numbers = {place: number for number, place in enumerate(reach)}
        told: list[Any] = []
        for kind, number in reach:
            if kind == "group":
                told.append([numbers[member] for member in self.groups[number]])
            else:
                data = dict(self.data[number])
                if isinstance(data["mark"], Named):
                    data["mark"] = ("named", numbers["sprite", data["mark"].number])
                told.append(sorted(data.items()))
        return repr(told)


class Named:
    """Stands in the model for a sprite that an attribute names."""

    def __init__(self, number: int) -> None:
        self.number = number


FIRST: Data = {name: values[0] for name, values in NUMBERS.items()} | {
    "shapes": SHAPES[0],
    "vanished": False,
}


class Kept:
    """A snapshot, and the model of then."""

    def __init__(self, snapshot: Snapshot, life: "RandomWorld") -> None:
        self.snapshot = snapshot
        self.sprites = dict(life.sprites)  # so that none dies
        self.key = life.model.key()
        self.reach = life.model.reach()
        self.known = set(life.known)
        self.made = life.made
        self.model = copy.deepcopy(life.model)
        self.answers = life.answers()


class RandomWorld(RuleBasedStateMachine):
    """Changes sprites and Groups at random; saves, restores, and forgets."""

    def __init__(self) -> None:
        super().__init__()
        gc.collect()
        self.rows = live_row_count()
        self.model = Model()
        self.sprites: dict[int, Actor] = {}
        self.groups = [Group() for _ in range(GROUPS)]
        self.world = World(*self.groups[:MEMBERS], columns=["heat"], attributes=["mark"])
        self.known: set[int] = set()  # to the World
        self.kept: list[Kept] = []
        self.digests: dict[str, int] = {}
        self.made = 0

    def teardown(self) -> None:
        self.see_all()
        while self.kept:
            self.go_back(self.kept.pop())
        self.sprites.clear()
        self.groups.clear()
        del self.world
        gc.collect()
        assert live_row_count() == self.rows
        validate()

    def sprite(self, index: int) -> int:
        return list(self.sprites)[index % len(self.sprites)]

    # -- sprites

    @initialize()
    def begin(self) -> None:
        for number in range(3):
            self.create(number)

    @precondition(lambda self: len(self.sprites) < MOST)
    @rule(where=which)
    def create(self, where: int) -> None:
        number, self.made = self.made, self.made + 1
        self.sprites[number] = Actor()
        self.model.data[number] = dict(FIRST)
        self.add(where, len(self.sprites) - 1)

    @precondition(lambda self: self.sprites)
    @rule(index=which, what=change)
    def assign(self, index: int, what: tuple[str, Any]) -> None:
        number = self.sprite(index)
        setattr(self.sprites[number], *what)
        self.model.data[number][what[0]] = what[1]

    @precondition(lambda self: self.sprites)
    @rule(index=which, shapes=st.sampled_from(SHAPES))
    def reshape(self, index: int, shapes: tuple[Any, ...]) -> None:
        number = self.sprite(index)
        self.sprites[number].collision = shapes
        self.model.data[number]["shapes"] = shapes

    @precondition(lambda self: self.sprites)
    @rule(index=which, other=which)
    def name(self, index: int, other: int) -> None:
        one, two = self.sprite(index), self.sprite(other)
        self.sprites[one].mark = self.sprites[two]
        self.model.data[one]["mark"] = Named(two)

    @precondition(lambda self: self.sprites)
    @rule(index=which)
    def vanish(self, index: int) -> None:
        number = self.sprite(index)
        self.sprites[number].vanish()
        self.model.data[number]["vanished"] = True
        self.model.drop(number)

    @rule()
    def forget_sprites(self) -> None:
        """What nothing else holds dies, although the World has known it."""
        held = {number for kept in self.kept for number in kept.sprites}
        held |= {
            number for members in self.model.groups for kind, number in members if kind == "sprite"
        }
        held |= {
            data["mark"].number
            for data in self.model.data.values()
            if isinstance(data["mark"], Named)
        }
        for group in self.groups:
            len(group)  # drops what has vanished
        for number in self.sprites.keys() - held:
            reference = weakref.ref(self.sprites.pop(number))
            del self.model.data[number]
            self.known.discard(number)
            gc.collect()
            assert reference() is None

    # -- Groups

    @precondition(lambda self: self.sprites)
    @rule(where=which, index=which)
    def add(self, where: int, index: int) -> None:
        group, number = where % GROUPS, self.sprite(index)
        self.groups[group].add(self.sprites[number])
        members = self.model.groups[group]
        if ("sprite", number) not in members and not self.model.data[number]["vanished"]:
            members.append(("sprite", number))

    @rule(where=which, inner=which)
    def nest(self, where: int, inner: int) -> None:
        group, other = where % GROUPS, inner % GROUPS
        if self.model.holds(other, group):
            with pytest.raises(ValueError, match="itself"):
                self.groups[group].add(self.groups[other])
            return
        self.groups[group].add(self.groups[other])
        if ("group", other) not in self.model.groups[group]:
            self.model.groups[group].append(("group", other))

    @rule(where=which, index=which)
    def take_out(self, where: int, index: int) -> None:
        """The member at a place, a sprite or a Group."""
        members = self.model.groups[where % GROUPS]
        if members:
            kind, number = members.pop(index % len(members))
            self.groups[where % GROUPS].discard(
                self.sprites[number] if kind == "sprite" else self.groups[number]
            )

    @rule(where=which)
    def turn_round(self, where: int) -> None:
        """The same members in another order."""
        group, members = self.groups[where % GROUPS], self.model.groups[where % GROUPS]
        group.clear()
        members.reverse()
        for kind, number in members:
            group.add(self.sprites[number] if kind == "sprite" else self.groups[number])

    @rule()
    def collect(self) -> None:
        gc.collect()

    @rule(where=which)
    def look(self, where: int) -> None:
        """Whether anybody has looked at a Group must make no difference."""
        assert len(self.groups[where % GROUPS]) == len(self.flat(where % GROUPS))

    # -- the World

    @precondition(lambda self: len(self.kept) < MOST)
    @rule()
    def save(self) -> None:
        snapshot = self.world.save()
        self.note_known()
        self.kept.append(Kept(snapshot, self))

    @precondition(lambda self: self.kept)
    @rule(index=which)
    def restore(self, index: int) -> None:
        self.go_back(self.kept[index % len(self.kept)])

    @precondition(lambda self: self.kept)
    @rule(index=which, reads=st.integers(0, 2**GROUPS - 1), other=st.one_of(st.none(), which))
    def look_back(self, index: int, reads: int, other: int | None) -> None:
        """Afterwards all is as before, also what only the old state could reach.

        And Groups that it could not reach, whether they are read meanwhile or not.
        """
        kept = self.kept[index % len(self.kept)]
        history = History(self.world)
        history._kept[0] = kept.snapshot
        with history.at(0):
            self.read_some(reads)
            if other is not None:
                inner = self.kept[other % len(self.kept)]
                history._kept[1] = inner.snapshot
                with history.at(1):
                    assert self.answers() == inner.answers
                    self.read_some(reads >> 1)
                self.known |= set(inner.known) & set(self.sprites)
            assert self.world.digest() == kept.snapshot.digest()
            assert self.answers() == kept.answers
        self.note_known()
        self.known |= set(kept.known) & set(self.sprites)
        self.see_all()

    def read_some(self, which_ones: int) -> None:
        """Make some Groups drop what has vanished."""
        for number, group in enumerate(self.groups):
            if which_ones >> number & 1:
                len(group)

    @precondition(lambda self: self.kept)
    @rule(index=which)
    def forget(self, index: int) -> None:
        self.kept.pop(index % len(self.kept))

    @rule()
    def digest(self) -> None:
        """Equal states have equal digests, and others have others."""
        digest = self.world.digest()
        self.note_known()
        assert self.digests.setdefault(self.model.key(), digest) == digest
        assert len(set(self.digests.values())) == len(self.digests)

    @precondition(lambda self: self.kept)
    @rule(one=which, other=which)
    def differ(self, one: int, other: int) -> None:
        a, b = (self.kept[k % len(self.kept)] for k in (one, other))
        assert (a.snapshot.differences(b.snapshot) == []) is (a.key == b.key and a.reach == b.reach)
        assert (a.snapshot.digest() == b.snapshot.digest()) is (a.key == b.key)

    @rule()
    def send(self) -> None:
        """As bytes, and back: nothing has changed but that what is out of reach has vanished."""
        self.world.load(self.world.save().to_bytes())
        self.note_known()
        inside = {number for kind, number in self.model.reach() if kind == "sprite"}
        for number in self.known - inside:
            self.model.data[number]["vanished"] = True
            self.model.drop(number)

    def note_known(self) -> None:
        self.known |= {number for kind, number in self.model.reach() if kind == "sprite"}

    def go_back(self, kept: Kept) -> None:
        self.world.restore(kept.snapshot)
        # The same with plain data.
        then, now = kept.model, self.model
        held = self.held(kept.reach)
        inside = {number for kind, number in kept.reach if kind == "sprite"}
        for number in self.known | held:
            if number in inside:
                now.data[number] = dict(then.data[number])
            elif number in kept.known:  # its row only: it was out of reach
                rest = {name: now.data[number][name] for name in ("heat", "mark")}
                now.data[number] = then.data[number] | rest
            elif number >= kept.made:  # it came later
                now.data[number]["vanished"] = True
            if now.data[number]["vanished"]:
                now.drop(number)
        for kind, number in kept.reach:
            if kind == "group":
                now.groups[number] = list(then.groups[number])
        assert self.world.digest() == kept.snapshot.digest()
        self.note_known()
        assert self.answers() == kept.answers
        self.see_all()

    def held(self, reach: list[Place]) -> set[int]:
        """The sprites that are in Groups of a snapshot, or that its sprites name, now."""
        found: set[int] = set()
        for kind, number in reach:
            mark = self.model.data[number]["mark"] if kind == "sprite" else None
            found |= set(self.flat(number)) if kind == "group" else set()
            found |= {mark.number} if isinstance(mark, Named) else set()
        return found

    # -- what can be seen

    def flat(self, group: int) -> list[int]:
        found: dict[int, None] = {}
        for kind, number in self.model.groups[group]:
            found |= dict.fromkeys([number] if kind == "sprite" else self.flat(number))
        return list(found)

    def answers(self) -> Any:
        """The answers of the Groups that are given to the World."""
        inside = list(dict.fromkeys(s for group in self.groups[:MEMBERS] for s in group))
        return answers(inside, self.groups[:MEMBERS]) if inside else []

    def see_all(self) -> None:
        """Everything is as in the model, and new sprites with its data give the same answers."""
        for number, sprite in self.sprites.items():
            data = self.model.data[number]
            plain = plain_sprite(sprite)
            for name, value in data.items():
                if name == "mark" and isinstance(value, Named):
                    assert sprite.mark is self.sprites[value.number]
                    continue
                seen = plain.get(name, getattr(sprite, name))
                assert (type(seen), repr(seen)) == (type(value), repr(value)), name
        for group in range(GROUPS):
            assert list(self.groups[group]) == [self.sprites[k] for k in self.flat(group)]
        inside = [self.sprites[number] for number in self.sprites]
        if inside:
            assert answers(inside, self.groups) == answers(*rebuilt(inside, self.groups))

    @invariant()
    def groups_are_those_of_the_model(self) -> None:
        """Only some, since who looks makes Groups drop what has vanished."""
        assert [sprite.x for sprite in self.groups[0]] == [
            self.model.data[number]["x"] for number in self.flat(0)
        ]


TestRandomWorld = RandomWorld.TestCase
TestRandomWorld.settings = examples(15, stateful_step_count=30)


def test_a_look_back_at_a_time_before_a_member_of_another_group() -> None:
    life = RandomWorld()
    life.begin()
    life.save()
    life.create(where=0)
    life.add(index=3, where=2)
    for reads in range(2**GROUPS):
        life.look_back(index=0, reads=reads, other=None)
    life.teardown()
