"""What a restore makes of sprites that a snapshot does not know: those made after it vanish.

Those made before it were only out of reach then, such as the floor of a walker that was still in
the air. They are left as they are.
"""

import copy
import gc
import pickle
import random
from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from support.engine import validate
from support.examples import examples
from support.for_each import for_each

from spritecol import (
    CharacterController,
    Circle,
    Group,
    History,
    Overlaps,
    Rect,
    Snapshot,
    Sprite,
    World,
    check,
)


class Ball(Sprite):
    collision = Circle(0, 0, 8)
    aim: Any = None
    then: Callable[[], object] | None = None

    def shot(self, other: Sprite) -> None:
        if self.then:
            self.then()


def platform(x: float, y: float) -> Sprite:
    return Sprite(x, y, collision=Rect(0, 0, 60, 10))


def test_the_floor_of_a_walker_stays() -> None:
    player, floor = Sprite(0, 0, collision=Rect(0, 0, 10, 20)), platform(-20, 30)
    walker = CharacterController(player)
    world, level = World(walker), Group(floor)

    def play() -> list[Any]:
        told = []
        for _ in range(6):
            walker.move(1, 4, level)
            told.append((player.x, player.y, walker.on_floor, world.digest()))
        return told

    in_the_air = world.save()
    first = play()
    assert walker.floor is floor
    assert repr(world.save()) == "<Snapshot of 3 objects>"
    for _ in range(2):
        world.restore(in_the_air)
        assert not floor.vanished
        assert list(level) == [floor]
        assert play() == first


def test_the_zone_of_overlaps_stays() -> None:
    player, zone = Ball(0, 0), Sprite(20, 0, collision=Rect(0, -9, 20, 20))
    watch = Overlaps(player, [zone])
    world = World(player, watch)
    outside = world.save()
    for _ in range(2):
        told = []
        for frame in range(10):
            player.x += 10
            changes = watch.update()
            told += [("enter", frame)] * len(changes.entered)
            told += [("exit", frame)] * len(changes.exited)
            world.save()
        assert told == [("enter", 1), ("exit", 4)]
        world.restore(outside)
        assert not zone.vanished
        assert watch.pairs == []


def test_what_an_attribute_names_stays() -> None:
    player, enemy, other = Ball(0), Ball(50), Ball(70)
    enemy.aim = (other, None)
    world = World(player, attributes=["aim"])
    without = world.save()
    player.aim = enemy
    aiming = world.save()
    enemy.x = other.x = 9
    world.restore(without)
    assert (player.aim, enemy.vanished, other.vanished) == (None, False, False)
    assert (enemy.x, other.x) == (9, 9)  # which were not saved, and so stay as they are
    world.restore(aiming)
    assert (player.aim, enemy.x, other.x) == (enemy, 50, 70)


def test_what_was_made_later_vanishes_however_it_is_known() -> None:
    player, level = Ball(0), Group()
    walker = CharacterController(Sprite(0, 0, collision=Rect(0, 0, 10, 20)))
    watch = Overlaps(player, level)
    world = World(player, walker, watch, attributes=["aim"])
    before = world.save()
    late = [platform(-20, 22), Ball(5, 0), Ball(60, 60)]
    level.add(late)
    walker.move(0, 9, level)
    watch.update()
    player.aim = late[2]
    assert walker.floor is late[0]
    assert watch.pairs == [(player, late[1])]
    after = world.save()
    world.restore(before)
    assert [sprite.vanished for sprite in late] == [True] * 3
    world.restore(after)
    assert [sprite.vanished for sprite in late] == [False] * 3


@for_each("way", [Ball, lambda: copy.copy(Ball()), lambda: copy.deepcopy(Ball())])
@for_each("pickled", [False, True])
def test_all_ways_to_make_a_sprite_count(way: Callable[[], Ball], pickled: bool) -> None:
    data = pickle.dumps(Ball())
    group = Group(Ball())
    world = World(group)
    early = way()
    before = world.save()
    late = pickle.loads(data) if pickled else way()
    group.add(early, late)
    world.save()
    world.restore(before)
    assert (early.vanished, late.vanished) == (False, True)


def test_a_row_that_is_taken_again_is_that_of_a_new_sprite() -> None:
    group, old = Group(Ball()), [Ball() for _ in range(50)]
    world = World(group)
    before = world.save()
    old.clear()
    gc.collect()
    late = [Ball() for _ in range(50)]
    group.add(late)
    world.save()
    world.restore(before)
    assert all(sprite.vanished for sprite in late)


def test_what_was_made_since_the_last_save_vanishes_too() -> None:
    """No save has seen these; a Group that is no member would show them for ever."""
    inner = Group(Ball(1))
    shots, drawn = Group(Ball(0), inner), Group()
    world = World(shots)
    before = world.save()
    late = [Ball(k) for k in range(4)]
    early = Ball(9)
    saved = world.save()
    later = Ball(10)
    shots.add(late[0], Group(late[1], Group(late[2])), early, later)
    inner.add(late[3])
    drawn.add(late, early, later)
    world.restore(saved)
    assert list(drawn) == [*late, early]
    shots.add(late, early)
    world.restore(before)
    assert list(drawn) == []
    assert len(shots) == 2


def test_a_history_forgets_what_the_last_frame_has_made() -> None:
    shots, drawn = Group(), Group()
    history = History(World(shots))
    for _ in range(5):
        history.record()
        shot = Ball()
        shots.add(shot)
        drawn.add(shot)
    history.rewind(3)
    assert list(drawn) == list(shots)
    assert len(shots) == 3


def test_what_read_has_made_is_older_than_the_next_snapshot() -> None:
    mine = Group(Ball(1))
    world = World(mine)
    data = World(Group(Ball(5), Ball(6))).save().to_bytes()
    before = world.save()
    read = world.read(data, make=lambda name: Ball())
    after = world.save()
    world.restore(read)
    made = list(mine)[1]
    assert (mine.x.tolist(), made.x) == ([5, 6], 6)
    world.restore(after)
    assert (mine.x.tolist(), made.x, made.vanished) == ([1], 0, False)  # as it was
    world.restore(before)
    assert made.vanished
    world.restore(read)
    assert mine.x.tolist() == [5, 6]


def test_looking_back_leaves_referred_sprites_alone() -> None:
    player, zone = Ball(0), Ball(5)
    history = History(World(player, attributes=["aim"]))
    history.record()
    player.aim = zone
    history.record()
    with history.at(0):
        assert player.aim is None
        assert not zone.vanished
        with history.at(1):
            assert player.aim is zone
    assert (player.aim, zone.vanished) == (zone, False)


# --- in callbacks -------------------------------------------------------------------------------


@for_each("seed", range(8))
def test_restores_in_callbacks_in_any_order(seed: int) -> None:
    rng = random.Random(seed)
    balls = Group(Ball(9 * k, 0) for k in range(8))
    zones = Group(Ball(9 * k, 5) for k in range(8))
    walker = CharacterController(Sprite(0, -40, collision=Rect(0, 0, 10, 20)))
    watch = Overlaps(balls, zones)
    world = World(balls, walker, watch, attributes=["aim"])
    kept: list[tuple[Snapshot, int]] = []
    known: list[Ball] = []

    def act() -> None:
        """Anything that touches what the World knows, and what it knows by reference only."""
        what = rng.randrange(7)
        if what == 0 and len(kept) < 12:
            snapshot = world.save()
            kept.append((snapshot, snapshot.digest()))
        elif what == 1 and kept:
            snapshot, digest = rng.choice(kept)
            world.restore(snapshot)
            assert world.digest() == digest
        elif what == 2 and kept:
            kept.pop(rng.randrange(len(kept)))
            gc.collect()
        elif what == 3 and len(known) < 30:
            known.append(Ball(rng.randrange(80), 3))
            rng.choice([balls, zones]).add(known[-1])
        elif what == 4 and balls:
            rng.choice(list(balls)).aim = rng.choice([None, *zones, *known])
        elif what == 5:
            walker.move(5, 9, zones)
        elif known:
            known.pop(rng.randrange(len(known)))

    for ball in balls:
        ball.then = act
    first = list(zones)
    for _ in range(12):
        check(balls, zones)
        watch.update()
        act()
    assert not any(zone.vanished for zone in first)
    for snapshot, digest in rng.sample(kept, len(kept)):
        world.restore(snapshot)
        assert world.digest() == digest
    validate()


# --- lives --------------------------------------------------------------------------------------


class Kept:
    """A snapshot, and plain data of then."""

    def __init__(self, life: "Life") -> None:
        self.snapshot = life.world.save()
        life.known |= life.reach()
        self.count, self.aims = len(life.made), list(life.aims)
        self.places, self.vanished = list(life.places), set(life.vanished)
        self.known, self.reach = set(life.known), life.reach()


class Life:
    """Balls that name others, beside plain data. Only the first ball is a member."""

    def __init__(self) -> None:
        self.made: list[Ball] = []
        self.places: list[float] = []
        self.aims: list[int | None] = []
        self.vanished: set[int] = set()
        self.known: set[int] = set()
        self.kept: list[Kept] = []
        for _ in range(4):
            self.make(0)
        self.world = World(self.made[0], attributes=["aim"])

    def make(self, place: int) -> None:
        self.made.append(Ball(place))
        self.places.append(place)
        self.aims.append(None)

    def reach(self) -> set[int]:
        found, at = set(), 0 if self.made else None
        while at is not None and at not in found:
            found.add(at)
            at = self.aims[at]
        return found

    def restore(self, kept: Kept) -> None:
        self.world.restore(kept.snapshot)
        named = {self.aims[k] for k in kept.reach if self.aims[k] != kept.aims[k]}
        for k, _ in enumerate(self.made):
            if k in kept.known:
                self.places[k] = kept.places[k]
                self.vanished -= {k} - kept.vanished
                self.vanished |= {k} & kept.vanished
                if k in kept.reach:
                    self.aims[k] = kept.aims[k]
            elif k >= kept.count and (k in self.known or k in named):
                self.vanished.add(k)

    def compare(self) -> None:
        for k, ball in enumerate(self.made):
            aim = self.aims[k]
            assert ball.x == self.places[k]
            assert ball.vanished == (k in self.vanished)
            assert ball.aim is (None if aim is None else self.made[aim])


act = st.sampled_from(["save", "restore", "make", "name", "name first", "move", "vanish", "forget"])
number = st.integers(0, 30)


@examples(80)
@given(st.lists(st.tuples(act, number, number), max_size=40))
def test_any_life_with_sprites_that_are_only_named(acts: list[tuple[str, int, int]]) -> None:
    life = Life()
    for what, one, two in acts:
        this, other = one % len(life.made), two % len(life.made)
        if what == "save":
            life.kept.append(Kept(life))
        elif what == "restore" and life.kept:
            life.restore(life.kept[one % len(life.kept)])
        elif what == "make":
            life.make(one)
        elif what in ("name", "name first"):
            this = 0 if what == "name first" else this
            life.made[this].aim, life.aims[this] = life.made[other], other
        elif what == "move":
            life.made[this].x = life.places[this] = two
        elif what == "vanish":
            life.made[this].vanish()
            life.vanished.add(this)
        elif what == "forget" and life.kept:
            life.kept.pop(one % len(life.kept))
            gc.collect(0)
        life.compare()
    for kept in life.kept:
        life.restore(kept)
        life.compare()
