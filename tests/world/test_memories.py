"""Overlaps and CharacterControllers in a World go on from a restored frame as they did before."""

import random
from typing import Any

from support.for_each import for_each

from spritecol import CharacterController, Circle, Group, Overlaps, Rect, Sprite, World


class Ball(Sprite):
    collision = Circle(0, 0, 8)


class Level:
    """Balls that jump about, and what is told of their overlaps."""

    def __init__(self, **options: Any) -> None:
        self.log: list[Any] = []
        self.balls = Group(Ball(12 * k, 0) for k in range(12))
        self.walls = Group(Sprite(30 * k, 10, collision=Rect(0, 0, 9, 30)) for k in range(5))
        told = {"enter": self.tell("enter"), "exit": self.tell("exit")}
        self.within = Overlaps(self.balls, **told, **options)  # type: ignore[arg-type]
        self.across = Overlaps(self.walls, self.balls, **told, **options)  # type: ignore[arg-type]
        self.world = World(self.balls, self.walls, self.within, self.across)
        self.rng = random.Random(1)

    def tell(self, event: str) -> Any:
        return lambda one, other: self.log.append((event, id(one), id(other)))

    def play(self) -> None:
        for ball in self.balls:
            ball.x += self.rng.choice([0, -9, 11, 40])
        if self.rng.random() < 0.3 and len(self.balls) > 5:
            self.balls[self.rng.randrange(len(self.balls))].vanish()
        self.within.update()
        self.across.update()


OPTIONS = [{}, {"by_shape": True}, {"swept": True}, {"swept": True, "by_shape": True}]


@for_each("options", OPTIONS)
@for_each("seed", range(4))
def test_overlaps_tell_the_same_again(options: dict[str, bool], seed: int) -> None:
    level = Level(**options)
    level.rng.seed(seed)
    for _ in range(3):
        level.play()
    start, rng = level.world.save(), level.rng.getstate()
    digests: list[list[int]] = []
    logs: list[Any] = []
    for _ in range(3):
        level.world.restore(start)
        level.rng.setstate(rng)
        level.log.clear()
        digests.append([])
        for _ in range(8):
            level.play()
            digests[-1].append(level.world.digest())
        logs.append(list(level.log))
    assert digests[0] == digests[1] == digests[2]
    assert logs[0] == logs[1] == logs[2]
    assert logs[0]


def test_sprites_in_pairs_are_in_reach_and_pairs_count() -> None:
    one, other = Ball(0), Ball(5)
    targets = [other]
    watch = Overlaps(one, targets)
    world = World(watch)
    empty = world.save()
    assert repr(empty) == "<Snapshot of 1 objects>"
    watch.update()
    full = world.save()
    assert repr(full) == "<Snapshot of 3 objects>"
    assert empty.digest() != full.digest()
    assert {change.column for change in empty.differences(full)} == {"memory", "present"}
    other.x = 3
    world.restore(full)
    assert other.x == 5
    world.restore(empty)
    assert watch.pairs == []
    assert not other.vanished  # which was there before
    late = Ball(6)
    targets.append(late)
    watch.update()
    world.restore(empty)
    assert (late.vanished, other.vanished) == (True, False)
    world.restore(full)
    assert watch.pairs == [(one, other)]


def test_a_callback_that_restores_writes_nothing_into_what_was_restored() -> None:
    balls = Group(Ball(0), Ball(5), Ball(10))

    def enter(one: Sprite, other: Sprite) -> None:
        balls[2].vanish()  # so that the callbacks of its pairs are skipped
        world.restore(before)

    watch = Overlaps(balls, enter=enter, exit=None)
    world = World(balls, watch)
    before = world.save()
    watch.update()
    assert world.digest() == before.digest()
    assert watch.pairs == []
    world.restore(before)
    assert before.differences(world.save()) == []


@for_each("lift", [0.0, -3.0])
def test_a_walker_goes_on(lift: float) -> None:
    player = Sprite(0, 0, collision=Rect(0, 0, 10, 20))
    floors = Group(
        Sprite(-50, 40, collision=Rect(0, 0, 120, 10)), Sprite(70, 32, collision=Rect(0, 0, 90, 10))
    )
    walker = CharacterController(player, step=10)
    world = World(floors, walker)

    def play(frame: int) -> int:
        floors[0].y += lift if frame % 3 == 0 else 0
        walker.move(4, 6, floors)
        return world.digest()

    first = [play(frame) for frame in range(8)]
    start = world.save()
    rest = [play(frame) for frame in range(8, 30)]
    assert len({*first, *rest}) > 20
    for _ in range(2):
        world.restore(start)
        assert (walker.on_floor, walker.floor) == (True, floors[0])
        assert [play(frame) for frame in range(8, 30)] == rest


class Alike(Sprite):
    """Sprites that are equal to each other, as those of a dataclass may be."""

    collision = Circle(0, 0, 5)

    def __eq__(self, other: object) -> bool:
        raise AssertionError("nobody is asked")

    __hash__ = Sprite.__hash__


@for_each("by_shape", [False, True])
def test_pairs_are_compared_by_what_they_are_of(by_shape: bool) -> None:
    """Not by what their sprites think of each other."""
    balls = [Alike(0), Alike(50), Alike(100)]
    zone = Sprite(0, 0, collision=Circle(0, 0, 5))
    watch = Overlaps(Group(balls), zone, by_shape=by_shape)
    world = World(*balls, zone, watch)
    states = []
    for x in (0, 50, 100):
        zone.x = x
        assert len(watch.update().entered) == 1
        states.append(world.save())
    for k in (0, 2, 1, 1, 0):
        world.restore(states[k])
        assert next(pair[0] for pair in watch.pairs) is balls[k]
        assert not watch.update()
