"""Answers of a Group while the Groups inside it grow: those of a new Group of the same sprites.

A Group keeps its flat list and its index where a Group inside it only gains sprites. The sprites
are known from plain lists, because walking through the Group would build its flat list again.
"""

import random

import pytest
from support.hooks import index_forced

from spritecol import Circle, Group, Rect, Sprite, World

COUNT = 400


def sprite(rng: random.Random) -> Sprite:
    """A small one in a field."""
    return Sprite(rng.uniform(0, 400), rng.uniform(0, 400), collision=Rect(0, 0, 14, 14))


class Nest:
    """A Group with Groups inside of it, and what each of them contains, in order."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        counts = [rng.choice([0, COUNT // 4]), *[COUNT // 4] * 3]  # a list of shots begins empty
        self.lists = [[sprite(rng) for _ in range(count)] for count in counts]
        self.groups = [Group(one) for one in self.lists]
        self.own = [sprite(rng) for _ in range(3)]
        first, second, third, fourth = self.groups
        self.outer = Group(first, self.own[0], Group(second, third), self.own[1:], fourth)
        self.kept = 0

    def sprites(self) -> list[Sprite]:
        """The sprites of the outer Group in order, each once."""
        first, second, third, fourth = self.lists
        every = [*first, self.own[0], *second, *third, *self.own[1:], *fourth]
        return list(dict.fromkeys(one for one in every if not one.vanished))

    def change(self) -> None:
        """Most often a Group gains a new sprite. Or it gains one that is also in another one, or
        loses one, or one vanishes, moves, or is walked past.
        """
        rng = self.rng
        k = rng.randrange(4)
        group, known = self.groups[k], self.lists[k]
        deed = rng.random()
        if deed < 0.7:
            for _ in range(rng.choice([1, 1, 1, 4])):
                one = sprite(rng)
                group.add(one)
                known.append(one)
        elif deed < 0.8:
            one = rng.choice(rng.choice(self.lists))
            group.add(one)
            if one not in known and not one.vanished:
                known.append(one)
        elif deed < 0.86:
            one = rng.choice(known)
            group.discard(one)
            known.remove(one)
        elif deed < 0.92:
            rng.choice(known).vanish()
            self.lists = [[one for one in each if not one.vanished] for each in self.lists]
        elif deed < 0.97:
            for one in rng.sample(known, 3):
                one.x += rng.uniform(-20, 20)
        else:
            assert list(self.outer) == self.sprites()


@pytest.mark.parametrize("index", [None, True, False])
@pytest.mark.parametrize("seed", range(4))
def test_a_group_is_asked_while_those_inside_grow(seed: int, index: bool | None) -> None:
    rng = random.Random(seed)
    nest = Nest(rng)
    probe = Sprite(collision=Circle(0, 0, 40))
    found = 0
    with index_forced(index):
        for _ in range(30):
            probe.check(nest.outer)
        for step in range(400):
            nest.change()
            probe.position = rng.uniform(0, 400), rng.uniform(0, 400)
            plain = nest.sprites()
            hits = probe.check(nest.outer)
            assert hits == [one for one in plain if probe.hits(one)], step
            assert len(nest.outer) == len(plain)
            near = nest.outer.nearest(probe.x, probe.y)
            assert near is not None
            assert near.other is Group(plain).nearest(probe.x, probe.y).other  # type: ignore[union-attr]
            found += len(hits)
    assert found > 4_000
    assert list(nest.outer) == nest.sprites()


def test_what_has_been_gained_is_restored_and_lost_again() -> None:
    rng = random.Random(7)
    nest = Nest(rng)
    world = World(nest.outer)
    probe = Sprite(200, 200, collision=Circle(0, 0, 300))
    for _ in range(20):
        probe.check(nest.outer)
    for _ in range(30):
        before, plain = world.save(), nest.sprites()
        gained = [sprite(rng) for _ in range(3)]
        group = rng.choice(nest.groups)
        for one in gained:
            group.add(one)
            assert one in probe.check(nest.outer)
        world.restore(before)
        assert probe.check(nest.outer) == [one for one in plain if probe.hits(one)]
        assert not [one for one in gained if one in nest.outer]


def test_sprites_gained_within_a_walk_are_not_in_it() -> None:
    nest = Nest(random.Random(3))
    probe = Sprite(200, 200, collision=Circle(0, 0, 300))
    for one in (sprite(nest.rng) for _ in range(20)):
        walk = iter(nest.outer)
        before = nest.sprites()
        nest.groups[0].add(one)
        nest.lists[0].append(one)
        assert one in probe.check(nest.outer)
        assert list(walk) == before


@pytest.mark.parametrize("walls", [31, 32, 100])
def test_a_list_of_shots_that_comes_first_may_be_empty(walls: int) -> None:
    box = Rect(0, 0, 9, 9)
    shots, others = Group(), Group(Sprite(20 * k, 90, collision=box) for k in range(walls))
    world, hero = Group(shots, others), Sprite(5, 5, collision=box)
    for _ in range(50):
        shot = Sprite(5, 5, collision=box)
        assert hero.check(world) == []
        shots.add(shot)
        assert hero.check(world) == [shot]
        assert list(world) == [shot, *others]
        shots.remove(shot)
        assert hero.check(world) == []
        others.add(Sprite(5, 900, collision=box))
        assert len(world) == len(others)
