"""Random lives of sprites in nested Groups and in several Worlds, beside plain data.

A save is a copy of the plain data. Whatever is saved, restored, looked back at, sent or read in
any order, also by callbacks inside each other, all is as the plain data tell. Groups are read at
random, so that some were never read before a change.
"""

import copy
import gc
import weakref
from collections import Counter
from collections.abc import Callable
from typing import Any

from oracle.lives import Actor, Body, Life, Named, Place, hits, made
from support.hooks import index_forced
from world.plain_copies import answers, rebuilt

from spritecol import Group, History, Snapshot, World, check

ACTS = ("bear", "assign", "assign", "move", "turn", "reshape", "name", "vanish", "add", "add")
ACTS += ("clone", "nest", "take_out", "turn_round", "push", "read", "read")
FEW_ACTS = ("vanish", "vanish", "add", "nest", "take_out", "read", "read")
"""Acts on sprites and Groups. In lives of few sprites, these vanish and come back often."""

OF_A_WORLD = {"save": 4, "restore": 5, "look_back": 4, "forget": 1, "digest": 2, "differ": 3}
OF_A_WORLD |= {"send": 1, "join": 4, "call_back": 3, "let_go": 0.7}
"""What is done with a World, and how often."""

MEMBERS = {"two": (0, 1), "inner": (1, 2), "last": (3,)}
"""The Worlds of a life, and the Groups that are given to each."""

# --- what is read of a Group ---------------------------------------------------------------------

HUGE = Body(-1, (((-900, -900, 1800, 1800), None, None),))
PROBE = Actor(collision=made(HUGE.shapes), center_x=0, center_y=0)
PROBES = Group(PROBE)
READS: dict[str, Callable[[Group, list[Any], list[int]], bool]] = {
    "len": lambda group, sprites, met: len(group) == len(sprites),
    "loop": lambda group, sprites, met: list(group) == sprites,
    "back": lambda group, sprites, met: list(reversed(group)) == sprites[::-1],
    "in": lambda group, sprites, met: PROBE not in group and all(one in group for one in sprites),
    "index": lambda group, sprites, met: (
        [group.index(one) for one in sprites] == [*range(len(sprites))]
    ),
    "last": lambda group, sprites, met: not sprites or group[-1] is sprites[-1],
    "column": lambda group, sprites, met: group.x.tolist() == [one.x for one in sprites],
    "check": lambda group, sprites, met: PROBE.check(group) == [sprites[k] for k in met],
    "hits": lambda group, sprites, met: PROBE.hits(group) is bool(met),
    "pairs": lambda group, sprites, met: PROBES.pairs(group) == [(PROBE, sprites[k]) for k in met],
    "indices": lambda group, sprites, met: (
        PROBES.pair_indices(group).tolist() == [[0, k] for k in met]
    ),
    "nearest": lambda group, sprites, met: (
        {near.other for near in group.nearest_k(0, 0, 99)}
        == {one for one in sprites if one.shapes and one.collision_enable}
    ),
}
"""Questions about a Group, its sprites, and which of these a huge sprite hits."""


class Kept:
    """A snapshot, and the data of then."""

    def __init__(self, saves: "Saves", snapshot: Snapshot) -> None:
        life = saves.life
        self.snapshot = snapshot
        self.sprites = dict(life.sprites)  # so that none dies
        self.bodies = {number: body.copied() for number, body in life.bodies.items()}
        self.members = copy.deepcopy(life.members)
        self.reach, self.key = saves.reach(), saves.key()
        self.answers = saves.answers() if life.rng.random() < 0.3 else None
        self.known = set(saves.known)

    def sprites_in_reach(self) -> set[int]:
        return {number for kind, number in self.reach if kind == "sprite"}


class Saves:
    """A World of a life, all that it has saved, and which sprites it knows."""

    def __init__(self, life: "WorldLife", groups: tuple[int, ...]) -> None:
        self.life, self.groups = life, groups
        members = [life.groups[k] for k in groups]
        self.world = World(*members, columns=["heat"], attributes=["mark"])
        # To the World, which sees its members when it is made.
        self.known = {number for group in groups for number in life.flat(group)}
        self.kept: list[Kept] = []
        self.frames: dict[int, Kept] = {}  # of the history
        self.forget_all()
        self.digests: dict[str, int] = {}
        self.client: Any = None  # the same life elsewhere
        self.twins: dict[int, Any] = {}  # its sprites, by the numbers of those here
        self.is_replayed = False  # then later sprites may have got the numbers of others

    # what the data tell

    def reach(self, *more: Place) -> list[Place]:
        """The objects of the state in the order of their numbers, and what more leads to."""
        life = self.life
        found: dict[Place, None] = dict.fromkeys([*(("group", k) for k in self.groups), *more])

        def visit(group: int) -> None:
            for place in life.members[group]:
                if place not in found:
                    found[place] = None
                    if place[0] == "group":
                        visit(place[1])

        for kind, number in list(found):
            if kind == "group":
                visit(number)
        for kind, number in (order := list(found)):  # sprites that are named by others
            for other in life.named_by(number) if kind == "sprite" else ():
                if ("sprite", other) not in found:
                    found["sprite", other] = None
                    order.append(("sprite", other))
        return list(found)

    def key(self) -> str:
        """All that a digest depends on. `repr` tells types, and -0.0 from 0.0."""
        reach = self.reach()
        numbers = {place: number for number, place in enumerate(reach)}
        told: list[Any] = []
        for kind, number in reach:
            if kind == "group":
                told.append([numbers[member] for member in self.life.members[number]])
                continue
            body = self.life.bodies[number]
            data = dict(body.data)
            if isinstance(mark := data["mark"], Named):
                data["mark"] = "named", numbers["sprite", mark.number]
            told.append((sorted(data.items()), body.shapes, body.vanished))
        return repr(told)

    def answers(self) -> Any:
        """What the Groups that are given to the World answer."""
        groups = [self.life.groups[k] for k in self.groups]
        inside = list(dict.fromkeys(s for group in groups for s in group))
        return answers(inside, groups) if inside else []

    def note_known(self) -> None:
        self.known |= {number for kind, number in self.reach() if kind == "sprite"}

    # what may be done

    def save(self) -> bool:
        if len(self.kept) < 6 and self.life.rng.random() < 0.5:
            self.kept.append(Kept(self, self.world.save()))
        else:
            kept = Kept(self, self.history.record())
            assert self.history.last is not None
            self.frames[self.history.last] = kept
            self.frames = {k: v for k, v in self.frames.items() if k in self.history}
        self.note_known()
        return True

    def restore(self) -> bool:
        rng = self.life.rng
        if self.kept and rng.random() < 0.6:
            kept = rng.choice(self.kept)
            self.world.restore(kept.snapshot)
        elif self.frames:
            frame = rng.choice(list(self.frames))
            kept = self.frames[frame]
            self.history.rewind(frame)
            assert self.history.last == frame
            self.frames = {k: v for k, v in self.frames.items() if k <= frame}
        else:
            return False
        self.go_back(kept)
        self.compare(kept)
        return True

    def compare(self, kept: Kept) -> None:
        """At times with what was then, and at times nobody looks."""
        match self.life.rng.randrange(5):
            case 0:
                assert self.world.digest() == kept.snapshot.digest()
            case 1:
                assert kept.answers in (None, self.answers())
            case 2:
                self.life.see_all()
            case _:
                self.life.read()

    def go_back(self, kept: Kept) -> None:
        """What a restore does, with plain data."""
        self.is_replayed = True
        life, inside = self.life, kept.sprites_in_reach()
        held = {
            number
            for kind, place in kept.reach
            for number in (life.flat(place) if kind == "group" else life.named_by(place))
        }
        for number in (self.known | held) & set(life.sprites):
            body = life.bodies[number]
            if number in inside:
                life.bodies[number] = kept.bodies[number].copied()
            elif number in kept.known:  # its row only: it was out of reach
                rest = {name: body.data[name] for name in ("heat", "mark")}
                life.bodies[number] = kept.bodies[number].copied()
                life.bodies[number].data |= rest
            elif number not in kept.bodies:  # it came later
                body.vanished = True
            if life.bodies[number].vanished:
                life.leave(number)
        for kind, number in kept.reach:
            if kind == "group":
                life.members[number] = list(kept.members[number])
        self.note_known()

    def look_back(self, depth: int = 0, around: frozenset[Place] = frozenset()) -> bool:
        """Afterwards all is as before, also what only the old state could reach.

        And Groups that it could not reach, whether they are read meanwhile or not: what joins them
        meanwhile stays behind the others, and strangers that vanish meanwhile have vanished.
        """
        life = self.life
        if not self.frames:
            return False
        frame = life.rng.choice(list(self.frames))
        kept = self.frames[frame]
        inside = around.union(self.reach(*kept.reach))
        with self.history.at(frame) as snapshot:
            assert snapshot is kept.snapshot
            for _ in range(life.rng.randrange(5)):
                match life.rng.randrange(5):
                    case 0 if depth < 2:
                        self.look_back(depth + 1, inside)
                    case 1:
                        life.lose_outside(inside, self.known)
                    case _:
                        life.touch(inside)
            if life.rng.random() < 0.5:
                assert self.world.digest() == kept.snapshot.digest()
            if life.rng.random() < 0.5:
                assert kept.answers in (None, self.answers())
        self.known |= kept.known & set(life.sprites)
        self.is_replayed = True
        if not depth:
            self.note_known()
            life.see() if life.rng.random() < 0.5 else life.read()
        return True

    def forget(self) -> bool:
        if not self.kept:
            return False
        self.kept.pop(self.life.rng.randrange(len(self.kept)))
        gc.collect(0)
        return True

    def forget_all(self) -> None:
        self.kept.clear()
        self.frames.clear()
        self.history = History(self.world, frames=6)

    def digest(self) -> bool:
        """Equal states have equal digests, and others have others."""
        digest = self.world.digest()
        self.note_known()
        assert self.digests.setdefault(self.key(), digest) == digest
        assert len(set(self.digests.values())) == len(self.digests)
        return len(self.digests) > 1

    def differ(self) -> bool:
        every = [*self.kept, *self.frames.values()]
        if not every:
            return False
        a, b = self.life.rng.choice(every), self.life.rng.choice(every)
        is_same = a.key == b.key and a.reach == b.reach
        assert (a.snapshot.differences(b.snapshot) == []) is is_same
        assert (a.snapshot.digest() == b.snapshot.digest()) is (a.key == b.key)
        return not is_same

    def send(self) -> bool:
        """As bytes, and back: nothing changes but that what is out of reach has vanished."""
        data = self.world.save().to_bytes()
        assert self.world.load(data).to_bytes() == data
        self.is_replayed = True
        self.note_known()
        inside = {number for kind, number in self.reach() if kind == "sprite"}
        for number in self.known & set(self.life.sprites) - inside:
            self.life.bodies[number].vanished = True
            self.life.leave(number)
        return True

    def join(self) -> bool:
        """The same life begins elsewhere and loads the bytes, perhaps again and again.

        Each sprite of the start is itself there, and so is each that had a twin there already.
        """
        life, rng = self.life, self.life.rng
        is_new = self.client is None or self.is_replayed
        if is_new:
            self.client, self.twins = WorldLife(life.seed, life.few), {}
        client = self.client.saves[self.groups]
        start = {number for kind, number in client.reach() if kind == "sprite"}
        before = {number: self.client.sprites[number] for number in start} if is_new else self.twins
        inside = {number for kind, number in self.reach() if kind == "sprite"}
        marks = {id(one.mark) for one in self.twins.values()}  # what these name is there, too
        pool = [
            one
            for number, one in self.twins.items()
            if one.vanished and number not in inside and id(one) not in marks
        ]

        def make(name: str) -> Any:
            if name == "Group":
                return Group()
            if not pool or rng.random() < 0.5:
                return Actor()
            used = pool.pop(rng.randrange(len(pool)))
            self.twins = {number: one for number, one in self.twins.items() if one is not used}
            return used

        client.world.load(self.world.save().to_bytes(), make)
        self.note_known()
        assert client.world.digest() == self.world.digest()
        for group in self.groups:
            twins, numbers = list(self.client.groups[group]), life.flat(group)
            assert [one.x for one in twins] == [life.bodies[k].data["x"] for k in numbers]
            now = dict(zip(numbers, twins, strict=True))
            assert all(now[number] is one for number, one in before.items() if number in now)
            self.twins |= now
        for number in start if is_new else ():
            gone = number not in inside or life.bodies[number].vanished
            assert self.client.sprites[number].vanished is gone
        return not inside <= start

    def call_back(self) -> bool:
        """Anything may happen in callbacks and in targets, also callbacks inside each other.

        A check that has found its pairs gives these, whatever its callbacks do.
        """
        life = self.life
        numbers = life.group(), life.group()
        first, second = (life.groups[number] for number in numbers)
        before = len(life.log)

        def told(one: Any, other: Any) -> None:
            if life.depth < 3 and life.rng.random() < 0.3:
                life.depth += 1
                life.one_act()
                life.depth -= 1

        def walked() -> Any:
            yield first
            told(None, None)
            yield [second]

        match life.rng.randrange(4):
            case 0:
                check(walked(), hit=told)
            case 1:
                first.pairs(second, where=lambda one, other: told(one, other) is None)
            case _:
                wanted = life.pairs(*numbers)
                found = check(*(first, second)[: len({*numbers})], hit=told)
                assert [(one.number, other.number) for one, other in found] == wanted
        return len(life.log) > before

    def let_go(self) -> bool:
        return self.life.let_go()


class WorldLife(Life):
    """Saves, restores, looks back and forgets, in any order, in Worlds that share sprites."""

    def __init__(self, seed: Any, few: bool = False) -> None:
        super().__init__(seed, count=5 if few else 6, keeps=True)
        self.seed, self.few, self.depth = seed, few, 0
        self.fewest = 0 if few else self.fewest
        self.acts = FEW_ACTS if few else ACTS
        for outer, inner in ((0, 1), (1, 2), (2, 3)):
            if self.rng.random() < (0.8 if few else 0.4):
                self.nest(outer, inner)
        self.saves = {groups: Saves(self, groups) for groups in MEMBERS.values()}

    def one_act(self) -> str:
        """One act at random; its name where it was one of a World, and not in vain."""
        if self.rng.random() < 0.6:
            self.act(*self.acts)
            return ""
        (name,) = self.rng.choices(list(OF_A_WORLD), list(OF_A_WORLD.values()))
        self.log.append(name)
        done = getattr(self.rng.choice(list(self.saves.values())), name)()
        return name if done else ""

    def read(self) -> None:
        """Ask something about a Group."""
        group, name = self.group(), self.rng.choice(list(READS))
        numbers = self.flat(group)
        met = [k for k, number in enumerate(numbers) if hits(HUGE, self.bodies[number])]
        real = self.groups[group]
        is_right = READS[name](real, [self.sprites[number] for number in numbers], met)
        assert is_right, (name, group, numbers, [one.number for one in real], self.log)

    def pairs(self, a: int, b: int) -> list[tuple[int, int]]:
        """The pairs of sprites of two Groups, or of one, that hit."""
        first, second = self.flat(a), self.flat(b)
        return [
            (one, other)
            for k, one in enumerate(first)
            for other in (first[k + 1 :] if a == b else second)
            if hits(self.bodies[one], self.bodies[other])
        ]

    def touch(self, inside: frozenset[Place]) -> None:
        """Let a Group find its members, or not; a new sprite may join one that was never saved."""
        group = self.group()
        if self.rng.random() < 0.8:
            len(self.groups[group])
        if ("group", group) not in inside and self.rng.random() < 0.4:
            self.bear(group)

    def see_all(self) -> None:
        """All is as the data tell, and new sprites with these data give the same answers."""
        self.see()
        sprites = list(self.sprites.values())
        assert answers(sprites, self.groups) == answers(*rebuilt(sprites, self.groups))

    def lose_outside(self, inside: frozenset[Place], known: set[int]) -> None:
        """A sprite vanishes of which a World knows nothing."""
        near = {number for kind, number in inside if kind == "sprite"} | known
        if strangers := [number for number in self.living() if number not in near]:
            self.lose(self.rng.choice(strangers))

    def let_go(self) -> bool:
        """What nothing else holds dies, although a World has known it."""
        if self.depth or self.few:  # a callback holds its sprites, and the few live on
            return False
        for group in self.groups:
            len(group)  # drops what has vanished
        for saves in self.saves.values():
            saves.forget_all()
        held = {k for members in self.members for kind, k in members if kind == "sprite"}
        held |= {k for number in self.sprites for k in self.named_by(number)}
        gone = [weakref.ref(self.sprites.pop(k)) for k in set(self.sprites) - held]
        gc.collect()
        assert not any(reference() for reference in gone)
        for saves in self.saves.values():
            saves.known &= set(self.sprites)
        return bool(gone)


def judged(seed: int, few: bool, index: bool | None, acts: int) -> tuple[str, Counter[str]]:
    """Play a life, and return what is wrong with it, and how often each act on a World was done."""
    life, seen = WorldLife(seed, few), Counter[str]()
    with index_forced(index):
        try:
            for _ in range(acts):
                seen[life.one_act()] += 1
            life.see_all()
        except AssertionError as error:
            return f"life {seed}, few {few}, index {index}, {life.log}: {error}", seen
    return "", seen
