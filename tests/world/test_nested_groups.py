"""Groups in Groups, and Worlds of some of them, beside lists of numbers.

Whoever reads which Group in between, each Group has the members that the lists say.
"""

import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest
from support.hooks import index_forced

from spritecol import Circle, Group, Rect, Snapshot, Sprite, World

COUNT = 5
"""Sprites, in a row. Few, so that the same sprite vanishes and comes back again and again."""

GROUPS = {"coins": ["walls"], "room": ["coins", "walls"], "level": ["room", "coins"], "walls": []}
"""The Groups, each with those that it may contain."""

Members = dict[str, list[int | str]]
"""The direct members of each Group: numbers of sprites, and names of Groups."""

PROBE = Sprite(0, 0, collision=Rect(0, -1, 10 * COUNT, 2))
PROBE_GROUP = Group(PROBE)
READS: dict[str, Callable[[Group, list[Sprite]], Any]] = {
    "len": lambda group, sprites: len(group) == len(sprites),
    "loop": lambda group, sprites: list(group) == sprites,
    "back": lambda group, sprites: list(reversed(group)) == sprites[::-1],
    "in": lambda group, sprites: [one for one in [*sprites, PROBE] if one in group] == sprites,
    "check": lambda group, sprites: PROBE.check(group) == sprites,
    "hits": lambda group, sprites: PROBE.hits(group) == bool(sprites),
    "pairs": lambda group, sprites: PROBE_GROUP.pairs(group) == [(PROBE, one) for one in sprites],
    "indices": lambda group, sprites: (
        PROBE_GROUP.pair_indices(group).tolist() == [[0, k] for k in range(len(sprites))]
    ),
    "point": lambda group, sprites: all(
        group.query_point(*one.position) == [one] for one in sprites
    ),
    "nearest": lambda group, sprites: (
        [near.other for near in group.nearest_k(0, 0, COUNT)] == by_x(sprites)
    ),
    "ray": lambda group, sprites: (
        [hit.other for hit in group.raycast_all(-9, 0, 10 * COUNT, 0)] == by_x(sprites)
    ),
    "column": lambda group, sprites: group.x.tolist() == [one.x for one in sprites],
    "index": lambda group, sprites: (
        [group.index(one) if one in group else -1 for one in sprites] == [*range(len(sprites))]
    ),
    "last": lambda group, sprites: not sprites or group[-1] is sprites[-1],
}


def by_x(sprites: list[Sprite]) -> list[Sprite]:
    return sorted(sprites, key=lambda one: one.x)


class Play:
    """Sprites and Groups, and what the lists say."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.sprites = [Sprite(10 * k + 4, 0, collision=Circle(0, 0, 3)) for k in range(COUNT)]
        self.groups = {name: Group() for name in GROUPS}
        self.members: Members = {name: [] for name in GROUPS}
        self.vanished: set[int] = set()
        for name, inner in GROUPS.items():
            for member in [*inner, *self.rng.sample(range(COUNT), 2)]:
                if self.rng.random() < 0.8:
                    self.add(name, member)
        self.worlds = {name: World(self.groups[name]) for name in ("coins", "room", "level")}
        self.known = {name: set(self.flat(name)) for name in self.worlds}
        self.kept: list[tuple[str, Snapshot, Members, dict[int, bool]]] = []

    def thing(self, member: int | str) -> Any:
        return self.groups[member] if isinstance(member, str) else self.sprites[member]

    def flat(self, name: str, met: set[int | str] | None = None) -> list[int]:
        """The numbers of the sprites in a Group, in order."""
        met = set() if met is None else met
        met.add(name)
        found = []
        for member in self.members[name]:
            if member not in met:
                met.add(member)
                found += self.flat(member, met) if isinstance(member, str) else [member]
        return found

    def inside(self, name: str) -> list[str]:
        """The names of a Group and of the Groups in it."""
        found = [name]
        for one in found:
            found += [each for each in self.members[one] if each in GROUPS and each not in found]  # type: ignore[misc]
        return found

    # acts

    def add(self, name: str, member: int | str) -> None:
        self.groups[name].add(self.thing(member))
        if member not in self.members[name] and member not in self.vanished:
            self.members[name].append(member)

    def let_vanish(self, number: int) -> None:
        self.vanished.add(number)
        for members in self.members.values():
            if number in members:
                members.remove(number)

    def act(self) -> None:
        name = self.rng.choice(list(GROUPS))
        number = self.rng.randrange(COUNT)
        match self.rng.choice(("vanish", "vanish", "add", "discard", "nest", "unnest")):
            case "vanish":
                self.sprites[number].vanish()
                self.let_vanish(number)
            case "add":
                self.add(name, number)
            case "discard":
                self.groups[name].discard(self.sprites[number])
                if number in self.members[name]:
                    self.members[name].remove(number)
            case "nest" if GROUPS[name]:
                self.add(name, self.rng.choice(GROUPS[name]))
            case "unnest" if GROUPS[name]:
                inner = self.rng.choice(GROUPS[name])
                self.groups[name].discard(self.groups[inner])
                if inner in self.members[name]:
                    self.members[name].remove(inner)

    def save(self) -> None:
        name = self.rng.choice(list(self.worlds))
        snapshot = self.worlds[name].save()
        self.known[name].update(self.flat(name))
        members: Members = {each: self.members[each].copy() for each in self.inside(name)}
        sprites = {number: number in self.vanished for number in self.known[name]}
        self.kept.append((name, snapshot, members, sprites))

    def restore(self) -> None:
        name, snapshot, members, sprites = self.rng.choice(self.kept[-3:])
        self.worlds[name].restore(snapshot)
        for number, is_vanished in sprites.items():
            if is_vanished:
                self.let_vanish(number)
            else:
                self.vanished.discard(number)
        for each, some in members.items():
            self.members[each] = some.copy()

    # what is compared

    def wrong(self, name: str, read: str) -> str:
        sprites = [self.sprites[number] for number in self.flat(name)]
        if READS[read](self.groups[name], sprites):
            return ""
        return f"{read} of {name}: {self.flat(name)}, got {list(self.groups[name])}"

    def play(self, turns: int) -> str:
        """What is wrong first, or nothing."""
        for turn in range(turns):
            step = self.rng.choice(("act", "act", "read", "read", "save", "restore"))
            if step == "act":
                self.act()
            elif step == "save":
                self.save()
            elif step == "restore" and self.kept:
                self.restore()
            else:
                name, read = self.rng.choice(list(GROUPS)), self.rng.choice(list(READS))
                if told := self.wrong(name, read):
                    return f"turn {turn}, {told}"
        told = [self.wrong(name, read) for name in GROUPS for read in READS]
        return next(filter(None, told), "")


@pytest.mark.parametrize("index", [True, None])
def test_groups_in_groups_have_the_members_that_lists_say(index: bool | None) -> None:
    """Whatever vanishes, joins, leaves, is saved, restored and read."""
    with index_forced(index):
        told = {seed: Play(seed).play(40) for seed in range(300)}
    assert {seed: one for seed, one in told.items() if one} == {}


STEPS = ("vanish", "early", "late", "read inner", "read outer", "read top")


@pytest.mark.parametrize("saved", ["inner", "outer", "top"])
def test_a_coin_is_in_all_groups_around_it_or_in_none(saved: str) -> None:
    """In all plays of five steps, with restores to when it was there and to when it was not."""
    wrong = []
    for steps in itertools.product(STEPS, repeat=5):
        coin, hero = Sprite(), Sprite()
        groups = {"inner": (inner := Group(coin)), "outer": (outer := Group(inner, hero))}
        groups["top"] = Group(outer)
        world = World(groups[saved])
        states = {"early": world.save()}
        coin.vanish()
        states["late"] = world.save()
        count = 0
        for step in steps:
            if step == "vanish":
                coin.vanish()
            elif step in states:
                world.restore(states[step])
            else:
                len(groups[step.removeprefix("read ")])
            count = {"vanish": 0, "early": 1, "late": 0}.get(step, count)
        counts = [len(group) for group in groups.values()]
        if counts != [count, count + 1, count + 1]:
            wrong.append((steps, counts))
    assert wrong == []
