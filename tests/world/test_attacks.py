"""Saves and restores where nobody expects them, and bytes that were made to deceive."""

import gc
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from support.engine import validate
from support.for_each import for_each
from support.worlds import answers

from spritecol import (
    CharacterController,
    Circle,
    Group,
    History,
    Number,
    Overlaps,
    Rect,
    Sprite,
    World,
    check,
)
from spritecol.world import wire_format


class Ball(Sprite):
    collision = Circle(0, 0, 8)
    hp = Number(3, int)
    then: Callable[["Ball", "Ball"], object] | None = None

    def shot(self, other: "Ball") -> None:
        if self.then:
            self.then(self, other)

    enter = exit = shot


class Scene:
    """Balls in Groups, some of which the World does not know."""

    def __init__(self, count: int = 12) -> None:
        self.balls = [Ball(9 * k, k % 3) for k in range(count)]
        self.inside, self.other = Group(self.balls[: count // 2]), Group(self.balls[count // 2 :])
        self.outside = Group(self.balls)
        self.nested = Group(self.inside, Group(self.other))
        self.watch = Overlaps(self.inside, self.other)
        self.world = World(self.inside, self.other, self.watch)
        self.history = History(self.world)
        self.history.record(0)
        self.start = self.world.save()

    def told(self, act: Callable[["Scene"], object] | None) -> None:
        """What the balls do when they are called."""
        for ball in self.balls:
            ball.then = None if act is None else lambda one, other: act(self)


def saves_and_restores(scene: Scene) -> None:
    saved = scene.world.save()
    scene.balls[0].x += 500
    scene.balls[3].vanish()
    scene.world.restore(saved)


def goes_back(scene: Scene) -> None:
    scene.world.restore(scene.start)


def looks_back(scene: Scene) -> None:
    with scene.history.at(0):
        assert scene.inside.pair_indices().tolist() is not None


def makes_and_forgets(scene: Scene) -> None:
    saved = scene.world.save()
    scene.inside.add(Ball(3, 3))
    scene.world.save()
    scene.world.restore(saved)
    gc.collect()


def sends(scene: Scene) -> None:
    scene.world.load(scene.world.save().to_bytes())


ACTS = [saves_and_restores, goes_back, looks_back, makes_and_forgets, sends]


@for_each("act", ACTS)
@for_each("count", [12, 400])
def test_callbacks_may_save_and_restore(act: Callable[[Scene], object], count: int) -> None:
    """What comes back to where it was leaves no trace: the same pairs, calls and states."""
    plain_scene, scene = Scene(count), Scene(count)
    for one in (plain_scene, scene):
        one.told(None)
    calls: list[int] = []
    scene.told(lambda scene: (calls.append(1), act(scene)) if len(calls) < 20 else None)
    for ask in (
        lambda s: check(s.inside, s.other),
        lambda s: check(s.nested),
        lambda s: s.balls[0].check(s.outside),
        lambda s: s.inside.check(s.other),
    ):
        expected = ask(plain_scene)
        found = ask(scene)
        if isinstance(found[0], tuple) if found else False:
            assert [(scene.balls.index(a), scene.balls.index(b)) for a, b in found] == [
                (plain_scene.balls.index(a), plain_scene.balls.index(b)) for a, b in expected
            ]
        assert answers(scene.balls, [scene.inside, scene.other]) == answers(
            plain_scene.balls, [plain_scene.inside, plain_scene.other]
        )
    assert calls
    validate()


@for_each("act", ACTS)
def test_callbacks_of_overlaps_may_save_and_restore(act: Callable[[Scene], object]) -> None:
    scene = Scene()
    scene.told(act)
    for step in range(4):
        scene.watch.update()
        present = {(id(a), id(b)) for a, b in scene.watch.pairs}
        if act is goes_back:
            assert not present  # as at the save, and nothing of the update that was under way
        else:
            assert present == {(id(a), id(b)) for a, b in scene.inside.pairs(scene.other)}
        scene.balls[step].y += 30
    validate()


def test_a_restore_while_targets_are_walked_through() -> None:
    scene = Scene()

    def targets() -> Iterator[Any]:
        yield scene.balls[1]
        scene.balls[2].vanish()
        scene.world.restore(scene.start)
        yield scene.other
        scene.balls[1].vanish()
        saved = scene.world.save()
        scene.world.restore(scene.start)
        scene.world.restore(saved)
        yield [scene.balls[2], scene.balls[3]]

    found = scene.balls[0].check(targets())
    assert scene.balls[1] not in found  # which has vanished by the end
    scene.world.restore(scene.start)
    assert scene.balls[0].check(targets()) == found
    validate()


def test_a_restore_in_where_is_told_or_harmless() -> None:
    """It is an error where it moves the sprite that asks, as any other such `where` is."""
    floor = Sprite(-50, 20, collision=Rect(0, 0, 300, 9))
    ball, walls = Ball(0, 0), Group(floor, Ball(30, 0), Ball(60, 0))
    world = World(ball, walls)
    start = world.save()

    def where(other: Sprite, hit: Any) -> bool:
        world.restore(start)
        return True

    expected = ball.move_and_slide(100, 30, walls)
    world.restore(start)
    assert ball.move_and_slide(100, 30, walls, where=where) == expected  # it is still there
    ball.x = 1.0  # now it is moved
    with pytest.raises(RuntimeError, match="where has moved"):
        ball.move_and_slide(100, 30, walls, where=where)
    walker = CharacterController(ball)
    for _ in range(3):
        ball.x = 1.0
        with pytest.raises(RuntimeError, match="where has moved"):
            walker.move(50, 50, walls, where=where)
    world.restore(start)
    assert ball.move_and_slide(100, 30, walls) == expected
    validate()


def test_a_restore_in_a_finalizer() -> None:
    scene = Scene()

    class Last:
        def __del__(self) -> None:
            scene.balls[0].x += 1
            told.append(scene.world.digest())
            scene.world.restore(scene.start)

    told: list[int] = []
    world = World(scene.inside, *scene.balls, attributes=["mark"])
    scene.balls[4].mark = Last()  # type: ignore[attr-defined]
    saved = world.save()
    scene.balls[4].mark = None  # type: ignore[attr-defined]
    del saved
    cycle: list[Any] = [Last()]
    cycle.append(cycle)
    del cycle
    gc.collect()
    assert len(told) == 2
    assert scene.world.digest() == scene.start.digest()
    validate()


# --- vanished in one snapshot, alive in another -------------------------------------------------


@for_each("seed", range(2))
@for_each("count", [30, 900])
def test_groups_outside_drop_for_good(seed: int, count: int) -> None:
    """Whether they are looked at in between, or how many vanish, makes no difference."""
    rng = random.Random(seed)
    balls = [Ball(11 * (k % 40), 11 * (k // 40)) for k in range(count)]
    inside = Group(balls)
    world = World(inside)
    looked, unlooked = Group(balls), Group(balls)
    nested = Group(Group(balls[::2]), balls[1])
    models: list[list[Ball]] = [list(balls), [*balls[::2], balls[1]]]
    kept: list[tuple[Any, set[int]]] = []
    alive = set(range(count))
    for _ in range(30):
        if rng.random() < 0.4 or not kept:
            kept.append((world.save(), set(alive)))
        if rng.random() < 0.6:
            some = rng.sample(sorted(alive), min(len(alive), rng.choice([1, 3, count // 3])))
            for k in some:
                balls[k].vanish()
            now = alive - set(some)
        else:
            saved, now = rng.choice(kept)
            now = set(now)
            world.restore(saved)
        dead = {id(balls[k]) for k in range(count) if k not in now}
        models = [[ball for ball in model if id(ball) not in dead] for model in models]
        alive = now
        assert list(inside) == [balls[k] for k in range(count) if k in alive]
        if rng.random() < 0.5:
            assert list(looked) == models[0]
        if rng.random() < 0.2:
            looked.pair_indices()  # so that an index is kept
    assert list(looked) == list(unlooked) == models[0]
    assert list(nested) == models[1]
    assert looked.pair_indices().tolist() == Group(models[0]).pair_indices().tolist()
    validate()


# --- bytes --------------------------------------------------------------------------------------


class Keeping:
    """A world with everything that remembers: its bytes hold pairs, shapes, floors and ways."""

    def __init__(self, by_shape: bool, swept: bool) -> None:
        self.balls = Group(
            Ball(6 * k, 0, collision=[Circle(0, 0, 8), Rect(0, 0, 4, 4)]) for k in range(6)
        )
        self.floor = Sprite(-50, 20, collision=Rect(0, 0, 300, 9, one_way=(0, -1)))
        self.walker = CharacterController(Ball(0, 0), step=2)
        self.watch = Overlaps(self.balls, by_shape=by_shape, swept=swept)
        self.across = Overlaps(self.balls, [self.floor], by_shape=by_shape, swept=swept)
        self.world = World(self.balls, self.floor, self.watch, self.across, self.walker)

    def play(self) -> None:
        self.balls.x += 1
        self.balls.y += 3
        self.walker.move(2, 9, [self.floor, self.balls])
        self.watch.update()
        self.across.update()


def sealed(words: bytes) -> bytes:
    """Words with a new count and checksum."""
    head = b"spritecol world\n" + wire_format.VERSION.to_bytes(8, "little")
    head += (len(words) // 8).to_bytes(8, "little")
    return head + words + wire_format.hash_of(words).to_bytes(8, "little")


@for_each("by_shape", [False, True])
@for_each("swept", [False, True])
def test_spoiled_memories_are_a_value_error_or_a_state(by_shape: bool, swept: bool) -> None:
    """Each word in turn is replaced; what is taken can be restored, asked, played and sent."""
    server, client = Keeping(by_shape, swept), Keeping(by_shape, swept)
    for _ in range(4):
        server.play()
        client.play()
    words = server.world.save().to_bytes()[32:-8]
    before = client.world.save()
    taken = 0
    rng = random.Random(5)
    for at in range(8 * (by_shape + swept), len(words), 24):
        word = rng.choice([0, 1, 5, 2**63, 2**64 - 1, 0x7FF8 << 48, 0x7FF0 << 48, 0x4270 << 48])
        spoiled = words[:at] + word.to_bytes(8, "little") + words[at + 8 :]
        try:
            snapshot = client.world.read(sealed(spoiled), make=lambda name: Ball())
        except ValueError:
            continue
        taken += 1
        client.world.restore(snapshot)
        assert client.world.digest() == snapshot.digest()
        assert client.world.save().to_bytes() == snapshot.to_bytes()
        with suppress(ValueError):  # of numbers beyond what a sprite takes
            client.play()
        client.world.restore(before)
        assert client.world.digest() == before.digest()
    assert taken > 20
    validate()
