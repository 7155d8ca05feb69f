"""Random lives of a World beside plain data, of which a save is a deep copy."""

import copy
import gc
import random
import weakref
from typing import Any

import pytest
from oracle.lives import Life, Named, Place
from support.counting import at_least
from support.hooks import live_row_count, validate
from world.plain_copies import answers, rebuilt

from spritecol import Group, History, Snapshot, Sprite, World

MEMBERS = 2  # Groups that are given to the World
ACTS = ("bear", "assign", "assign", "move", "reshape", "name", "vanish", "add", "nest", "take_out")
ACTS += ("turn_round", "push", "look")
OF_THE_WORLD = (
    "save",
    "save",
    "restore",
    "look_back",
    "forget",
    "digest",
    "differ",
    "send",
    "let_go",
)


class Kept:
    """A snapshot, and the data of then."""

    def __init__(self, life: "WorldLife", snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.sprites = dict(life.sprites)  # so that none dies
        self.bodies = {number: body.copied() for number, body in life.bodies.items()}
        self.members = copy.deepcopy(life.members)
        self.reach, self.key, self.answers = life.reach(), life.key(), life.answers()
        self.known = set(life.known)

    def sprites_in_reach(self) -> set[int]:
        return {number for kind, number in self.reach if kind == "sprite"}


class WorldLife(Life):
    """Saves, restores, looks back and forgets, in any order."""

    def __init__(self, seed: Any) -> None:
        super().__init__(seed, keeps=True)
        self.world = World(*self.groups[:MEMBERS], columns=["heat"], attributes=["mark"])
        self.history = History(self.world, frames=6)
        # To the World, which sees its members when it is made.
        self.known = {number for group in range(MEMBERS) for number in self.flat(group)}
        self.kept: list[Kept] = []
        self.frames: dict[int, Kept] = {}  # of the history
        self.digests: dict[str, int] = {}

    # what the data tell

    def reach(self) -> list[Place]:
        """The objects of the state, in the order of their numbers."""
        found: dict[Place, None] = dict.fromkeys(("group", k) for k in range(MEMBERS))

        def visit(group: int) -> None:
            for place in self.members[group]:
                if place not in found:
                    found[place] = None
                    if place[0] == "group":
                        visit(place[1])

        for number in range(MEMBERS):
            visit(number)
        for kind, number in (order := list(found)):  # sprites that are named by others
            mark = self.bodies[number].data["mark"] if kind == "sprite" else None
            if isinstance(mark, Named) and ("sprite", mark.number) not in found:
                found["sprite", mark.number] = None
                order.append(("sprite", mark.number))
        return list(found)

    def key(self) -> str:
        """All that a digest depends on. `repr` tells types, and -0.0 from 0.0."""
        reach = self.reach()
        numbers = {place: number for number, place in enumerate(reach)}
        told: list[Any] = []
        for kind, number in reach:
            if kind == "group":
                told.append([numbers[member] for member in self.members[number]])
                continue
            body = self.bodies[number]
            data = dict(body.data)
            if isinstance(mark := data["mark"], Named):
                data["mark"] = "named", numbers["sprite", mark.number]
            told.append((sorted(data.items()), body.shapes, body.vanished))
        return repr(told)

    def answers(self) -> Any:
        """What the Groups that are given to the World answer."""
        inside = list(dict.fromkeys(s for group in self.groups[:MEMBERS] for s in group))
        return answers(inside, self.groups[:MEMBERS]) if inside else []

    def see_all(self) -> None:
        """All is as the data tell, and new sprites with these data give the same answers."""
        self.see()
        sprites = list(self.sprites.values())
        assert answers(sprites, self.groups) == answers(*rebuilt(sprites, self.groups))

    def note_known(self) -> None:
        self.known |= {number for kind, number in self.reach() if kind == "sprite"}

    # acts

    def save(self) -> None:
        if len(self.kept) < 6 and self.rng.random() < 0.5:
            self.kept.append(Kept(self, self.world.save()))
        else:
            kept = Kept(self, self.history.record())
            assert self.history.last is not None
            self.frames[self.history.last] = kept
            self.frames = {k: v for k, v in self.frames.items() if k in self.history}
        self.note_known()

    def restore(self) -> None:
        if self.kept and self.rng.random() < 0.6:
            kept = self.rng.choice(self.kept)
            self.world.restore(kept.snapshot)
        elif self.frames:
            frame = self.rng.choice(list(self.frames))
            kept = self.frames[frame]
            self.history.rewind(frame)
            assert self.history.last == frame
            self.frames = {k: v for k, v in self.frames.items() if k <= frame}
        else:
            return
        self.go_back(kept)
        assert self.world.digest() == kept.snapshot.digest()
        assert self.answers() == kept.answers
        self.see_all()

    def go_back(self, kept: Kept) -> None:
        """What a restore does, with plain data."""
        inside = kept.sprites_in_reach()
        held = {
            number
            for kind, place in kept.reach
            for number in (self.flat(place) if kind == "group" else self.named_by(place))
        }
        for number in (self.known | held) & set(self.sprites):
            body = self.bodies[number]
            if number in inside:
                self.bodies[number] = kept.bodies[number].copied()
            elif number in kept.known:  # its row only: it was out of reach
                rest = {name: body.data[name] for name in ("heat", "mark")}
                self.bodies[number] = kept.bodies[number].copied()
                self.bodies[number].data |= rest
            elif number not in kept.bodies:  # it came later
                body.vanished = True
            if self.bodies[number].vanished:
                self.leave(number)
        for kind, number in kept.reach:
            if kind == "group":
                self.members[number] = list(kept.members[number])
        self.note_known()

    def named_by(self, number: int) -> list[int]:
        mark = self.bodies[number].data["mark"]
        return [mark.number] if isinstance(mark, Named) else []

    def look_back(self, depth: int = 0) -> None:
        """Afterwards all is as before, also what only the old state could reach.

        And Groups that it could not reach, whether they are read meanwhile or not.
        """
        if not self.frames:
            return
        frame = self.rng.choice(list(self.frames))
        kept = self.frames[frame]
        with self.history.at(frame) as snapshot:
            assert snapshot is kept.snapshot
            self.read_some()
            if depth < 2 and self.rng.random() < 0.5:
                self.look_back(depth + 1)
            self.read_some()
            assert self.world.digest() == kept.snapshot.digest()
            assert self.answers() == kept.answers
        self.known |= kept.known & set(self.sprites)
        if not depth:
            self.note_known()
            self.see_all()

    def read_some(self) -> None:
        for group in self.groups:
            if self.rng.random() < 0.5:
                len(group)

    def forget(self) -> None:
        if self.kept:
            self.kept.pop(self.rng.randrange(len(self.kept)))
            gc.collect()

    def digest(self) -> None:
        """Equal states have equal digests, and others have others."""
        digest = self.world.digest()
        self.note_known()
        assert self.digests.setdefault(self.key(), digest) == digest
        assert len(set(self.digests.values())) == len(self.digests)

    def differ(self) -> None:
        every = [*self.kept, *self.frames.values()]
        if every:
            a, b = self.rng.choice(every), self.rng.choice(every)
            is_same = a.key == b.key and a.reach == b.reach
            assert (a.snapshot.differences(b.snapshot) == []) is is_same
            assert (a.snapshot.digest() == b.snapshot.digest()) is (a.key == b.key)

    def send(self) -> None:
        """As bytes, and back: nothing changes but that what is out of reach has vanished."""
        data = self.world.save().to_bytes()
        assert self.world.load(data).to_bytes() == data
        self.note_known()
        inside = {number for kind, number in self.reach() if kind == "sprite"}
        for number in self.known & set(self.sprites) - inside:
            self.bodies[number].vanished = True
            self.leave(number)
        self.see_all()

    def let_go(self) -> None:
        """What nothing else holds dies, although the World has known it."""
        for group in self.groups:
            len(group)  # drops what has vanished
        held = {number for kept in (*self.kept, *self.frames.values()) for number in kept.sprites}
        held |= {k for members in self.members for kind, k in members if kind == "sprite"}
        held |= {k for number in self.sprites for k in self.named_by(number)}
        gone = [weakref.ref(self.sprites.pop(k)) for k in set(self.sprites) - held]
        gc.collect()
        assert not any(reference() for reference in gone)
        self.known &= set(self.sprites)


@pytest.mark.parametrize("seed", range(12))
def test_a_world_is_as_its_plain_data(seed: int) -> None:
    """Everything that counts as state comes back, and nothing else changes."""
    rows = live_row_count()
    life = WorldLife(seed)
    with at_least(restore=2, look_back=2, digest=2, send=2) as seen:
        for _ in range(90):
            for _ in range(life.rng.randint(1, 4)):
                life.act(*ACTS)
            name = life.rng.choice(OF_THE_WORLD)
            getattr(life, name)()
            seen[name] += bool(life.kept or life.frames)
        life.see_all()
        assert len(life.digests) > 1
    validate()
    life.kept.clear()
    life.frames.clear()
    life.groups.clear()
    life.sprites.clear()
    del life.world, life.history
    gc.collect()
    assert live_row_count() == rows


def test_random_looks_leave_other_groups_alone() -> None:
    """What was in them and has not vanished is in them, in the same order; what joined, behind."""

    def random_look() -> None:
        with history.at(rng.randrange(6)):
            for _ in range(rng.randrange(5)):
                team = rng.choice(teams)
                act = rng.randrange(8)
                if act < 3:
                    len(team)
                elif act < 5:
                    random_look()
                elif act == 5:
                    team.add(Sprite(7))
                else:
                    for stranger in [each for each in team if each.x == 9][:1]:
                        stranger.vanish()

    with at_least(stay=1000, joined=100) as seen:
        for seed in range(150):
            rng = random.Random(seed)
            balls, teams = Group(Sprite(-1)), [Group[Any]() for _ in range(3)]
            if seed % 3 == 0:
                teams[0].add(teams[1])
            history = History(World(balls))
            for frame in range(6):
                history.record()
                for _ in range(rng.randrange(4)):
                    ball = Sprite(frame)
                    balls.add(ball)
                    for team in rng.sample(teams, rng.randrange(4)):
                        team.add(ball)
                rng.choice(teams).add(Sprite(9))
                if rng.random() < 0.5 and balls:
                    rng.choice(list(balls)).vanish()
            for _ in range(6):
                before = [list(team) for team in teams]
                random_look()
                for team, was in zip(teams, before, strict=True):
                    stay = [sprite for sprite in was if not sprite.vanished]
                    assert [sprite for sprite in team if sprite in stay] == stay
                    assert all(sprite in stay or sprite.x == 7 for sprite in team)
                    seen.update(stay=len(stay), joined=len(team) - len(stay))
