"""Rooms and a sharded world on a Ray that runs on this machine: small, and with actors killed.

A killed actor loses and doubles nothing: what comes back is compared with rooms in this process,
and with one Group of all sprites.
"""

import contextlib
import os
import random
import re
import signal
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from support.counting import at_least
from support.processes import run_python

from spritecol import Circle, Group, Number, Point, Rect, Segment, Sprite, World

ray = pytest.importorskip("ray", reason='needs Ray: pip install "spritecol[ray]"')

from spritecol.integrations.ray import (  # noqa: E402
    Columns,
    RoomError,
    Rooms,
    ShardedWorld,
    ShardError,
)

pytestmark = pytest.mark.filterwarnings("ignore")  # of Ray, which is not ours


@pytest.fixture(scope="module", autouse=True)
def running_ray() -> Iterator[None]:
    """Ray on this machine, for the tests of this module."""
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])  # not importable there
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ray.init(
            num_cpus=4,
            include_dashboard=False,
            logging_level="ERROR",
            log_to_driver=False,
            object_store_memory=100 * 2**20,
        )
    yield
    ray.shutdown()


def kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


@contextlib.contextmanager
def killed_meanwhile(pid: int, seconds: float) -> Iterator[None]:
    """A process is killed so many seconds after the block has begun."""
    timer = threading.Timer(seconds, kill, [pid])
    timer.start()
    yield
    timer.join()


@contextlib.contextmanager
def failing_wait(number: int, error: BaseException) -> Iterator[None]:
    """Of all waits for answers in the block one, counted from 0, is ended by an error."""
    waits = iter(range(1000))

    def get(reference: Any, **options: Any) -> Any:
        if next(waits) == number:
            raise error
        return found(reference, **options)

    found = ray.get
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ray, "get", get)
        yield


# --- rooms --------------------------------------------------------------------------------------


class Room:
    """Balls that wander at random; what it returns depends on all that has happened."""

    def setup(self, number: int) -> None:
        self.random = random.Random(number)
        self.taken = 0
        self.heard: list[Any] = []
        self.balls = Group(
            Sprite(
                self.random.uniform(0, 99), self.random.uniform(0, 99), collision=Circle(0, 0, 9)
            )
            for _ in range(20)
        )

    def step(self, inputs: Any) -> Any:
        if inputs == "raise":
            raise ValueError("as asked")
        if inputs == "crash":
            os._exit(3)
        if inputs == "interrupt":
            raise KeyboardInterrupt("in a room")
        if inputs == "sleep":
            time.sleep(0.4)
        self.taken += 1
        if inputs == "lock":
            return threading.Lock()
        self.heard.append(inputs)
        for ball in self.balls:
            ball.x += self.random.uniform(-5, 5)
        return self.taken, self.heard[-5:], len(self.balls.pairs())


class Shot(Sprite):
    collision = Circle(0, 0, 4)
    vx = Number(2.0)


class Arena(Room):
    """A room that offers a World: its state is all that comes back after a kill."""

    def setup(self, number: int) -> None:
        self.wall = Sprite(60, 0, collision=Rect(0, -9, 5, 30))
        self.shots = Group(Shot(k) for k in range(number))
        self.dice, self.taken = number, 0
        self.world = World(self.shots, self.wall, self, columns=["dice", "taken"])

    def make(self, name: str) -> Shot:
        assert name == "Shot"
        return Shot()

    def __getstate__(self) -> Any:
        raise TypeError("not pickled")

    def step(self, inputs: Any) -> Any:
        self.taken += 1
        self.dice = (self.dice * 6364136223846793005 + 1442695040888963407) % 2**64
        self.shots.add(Shot(self.dice % 50, inputs or 0))
        self.shots.x += self.shots.column("vx")
        for shot, _ in self.shots.pairs(self.wall):
            shot.vanish()
        return self.taken, self.shots.x.tolist(), self.world.digest()


@pytest.mark.parametrize("kind", [Room, Arena], ids=["pickled", "with a World"])
def test_rooms_come_back_and_repeat_no_step(kind: type[Room]) -> None:
    """Killed between steps, in one, and for good; moved, removed and added meanwhile."""
    twins: dict[int, Room] = {}
    chance = random.Random(1)

    def open_twin(number: int) -> None:
        twins[number] = kind()
        twins[number].setup(number)

    for number in range(5):
        open_twin(number)
    with Rooms(kind, 5, rooms_per_actor=2, checkpoint_every=4) as rooms:
        assert rooms.actors == {0: [0, 1], 1: [2, 3], 2: [4]}
        for step in range(16):
            inputs = {number: step for number in twins if (number + step) % 2}
            expected = {number: room.step(inputs.get(number)) for number, room in twins.items()}
            pid = rooms.places()[chance.choice(list(rooms.actors))].pid
            if step == 5:
                kill(pid)
            if step in (2, 9):
                with killed_meanwhile(pid, chance.uniform(0, 0.01)):
                    assert rooms.step(inputs) == expected
            else:
                assert rooms.step(inputs) == expected
            if step == 6:
                rooms.move(0, 1)
                rooms.move(4)
                assert rooms.actors == {0: [1], 1: [2, 3, 0], 3: [4]}
            if step == 12:
                rooms.remove(2, 3)
                del twins[2], twins[3]
                assert rooms.add() == [5]
                open_twin(5)
        pending, expected_later = [], []
        for step in range(8):  # under way, answered in any order
            pending.append(rooms.submit({0: step}))
            expected_later.append(
                {number: room.step({0: step}.get(number)) for number, room in twins.items()}
            )
            if step == 4:
                kill(rooms.places()[1].pid)
        assert pending[7].result() == expected_later[7]
        assert [each.result() for each in pending] == expected_later
        assert sorted(twins) == [0, 1, 4, 5]
        assert (len(rooms), 5 in rooms, 2 in rooms) == (4, True, False)


class Narrow(Arena):
    def make(self, name: str) -> Shot:
        raise LookupError(f"no {name} here")


def test_a_room_that_cannot_be_made_again_is_an_error() -> None:
    with Rooms(Narrow, 1, checkpoint_every=2) as rooms:
        for _ in range(3):
            rooms.step()
        kill(rooms.places()[0].pid)
        with pytest.raises(RoomError, match=r"rooms \[0\] can't be restored: .*no Shot here"):
            rooms.step()


def test_a_room_that_raises_is_named() -> None:
    with Rooms(Room, 3, rooms_per_actor=2) as rooms:
        rooms.step()
        with pytest.raises(RoomError, match="room 1 on actor 0, step 2: ValueError: as asked") as e:
            rooms.step({1: "raise"})
        assert (e.value.room, e.value.actor, e.value.step) == (1, 0, 2)
        assert isinstance(e.value.__cause__, ValueError)
        assert e.value.outputs.keys() == {0, 2}
        assert [output[0] for output in rooms.step().values()] == [3, 2, 3]
        with pytest.raises(KeyError, match="there is no room 7"):
            rooms.step({7: 1})
        with pytest.raises(KeyError, match="there is no room 8"):
            rooms.remove(0, 8)
        with pytest.raises(KeyError, match="there is no actor 5"):
            rooms.move(0, 5)
        assert rooms.step()[0][0] == 4, "errors before the step changed nothing"
        with pytest.raises(TimeoutError, match=r"actor 0 with rooms \[0, 1\] has not answered"):
            rooms.step({0: "sleep"}, timeout=0.05)
        assert rooms.step()[0][0] == 6
    with pytest.raises(RuntimeError, match="closed"):
        rooms.step()


def test_a_room_that_always_crashes_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spritecol.integrations.ray.recovery.ATTEMPTS", 2)
    with Rooms(Room, 1) as rooms:
        rooms.step()
        with pytest.raises(RoomError, match=r"rooms \[0\] was lost 3 times at step 2"):
            rooms.step({0: "crash"})


def test_a_room_that_always_crashes_can_be_removed_and_those_beside_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("spritecol.integrations.ray.recovery.ATTEMPTS", 1)
    with Rooms(Room, 3, rooms_per_actor=1) as rooms:
        pending = rooms.submit()
        with pytest.raises(RoomError, match=r"actor 0 with rooms \[0\] was lost 2 times at step 2"):
            rooms.step({0: "crash"})
        rooms.remove(1)
        assert rooms.actors == {0: [0], 2: [2]}
        rooms.remove(0)
        rooms.checkpoint()
        assert [output[0] for output in pending.result().values()] == [1, 1, 1]
        assert rooms.actors == {2: [2]}
        assert rooms.step()[2][0] == 3


def test_a_room_that_crashes_takes_no_room_beside_it_along(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its actor has not taken the step; whatever else was under way counts."""
    monkeypatch.setattr("spritecol.integrations.ray.recovery.ATTEMPTS", 1)
    with Rooms(Room, 3, rooms_per_actor=2) as rooms:
        before, crashed, after = rooms.submit(), rooms.submit({0: "crash"}), rooms.submit({1: "on"})
        for _ in range(2):
            outputs = after.result()
            assert [output[0] for output in outputs.values()] == [2, 2, 3]
        assert [output[0] for output in before.result().values()] == [1, 1, 1]
        for _ in range(2):
            with pytest.raises(RoomError, match=r"rooms \[0, 1\] was lost 2 times at step 2") as e:
                crashed.result()
            assert (e.value.actor, e.value.step) == (0, 2)
            assert [(room, output[0]) for room, output in e.value.outputs.items()] == [(2, 2)]
        assert outputs[1][1] == [None, "on"]
        kill(rooms.places()[0].pid)
        assert [output[0] for output in rooms.step().values()] == [3, 3, 4]


def test_the_last_room_that_always_crashes_can_be_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spritecol.integrations.ray.recovery.ATTEMPTS", 1)
    with Rooms(Room, 1) as rooms:
        rooms.submit({0: "crash"})
        rooms.remove(0)
        assert rooms.actors == {}
        assert rooms.step() == {}
        assert rooms.add() == [1]
        assert rooms.step()[1][0] == 1


class CrashingSetup(Room):
    def setup(self, number: int) -> None:
        super().setup(number)
        if number == 3:
            os._exit(3)


def test_a_room_whose_setup_always_crashes_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spritecol.integrations.ray.recovery.ATTEMPTS", 1)
    with Rooms(CrashingSetup, 2, rooms_per_actor=3) as rooms:
        pending = rooms.submit()
        with pytest.raises(RoomError, match=r"rooms \[0, 1, 2, 3\]|rooms \[3, 4, 5\]"):
            rooms.add(4)
        assert rooms.actors == {0: [0, 1]}
        assert [output[0] for output in pending.result().values()] == [1, 1]
        assert rooms.add(2) == [6, 7]
        assert [output[0] for output in rooms.step().values()] == [2, 2, 1, 1]


class Homesick(Room):
    """A room that can be made again in the process where it was made only."""

    def setup(self, number: int) -> None:
        super().setup(number)
        self.pid = os.getpid()

    def __setstate__(self, state: dict[str, Any]) -> None:
        if state["pid"] != os.getpid():
            raise OSError("no socket here")
        self.__dict__.update(state)


def test_a_room_that_cannot_be_moved_stays() -> None:
    with Rooms(Homesick, 3, rooms_per_actor=2) as rooms:
        rooms.step()
        for target in (1, None):
            with pytest.raises(RoomError, match="no socket here") as e:
                rooms.move(0, target)
            assert e.value.room == 0
            assert rooms.actors == {0: [0, 1], 1: [2]}
        assert [output[0] for output in rooms.step().values()] == [2, 2, 2]


class Cursed:
    """A room that can't be made again once there is a file with what happens then."""

    folder = ""

    def setup(self, number: int) -> None:
        self.number, self.taken = number, 0
        self.come_back()

    def step(self, inputs: Any) -> int:
        self.taken += 1
        return self.taken

    def come_back(self) -> None:
        with contextlib.suppress(FileNotFoundError), open(f"{self.folder}/{self.number}") as curse:
            if curse.read() == "die":
                os._exit(3)
            raise OSError("no socket here")

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.come_back()


class CursedWorld(Cursed):
    def setup(self, number: int) -> None:
        super().setup(number)
        self.world = World(self, columns=["number", "taken"])

    def make(self, name: str) -> Any:
        raise LookupError(name)


@pytest.mark.parametrize(
    ("curse", "since", "kind"),
    [
        ("die", "setup", Cursed),
        ("raise", "setup", CursedWorld),
        ("die", "checkpoint", CursedWorld),
        ("raise", "move", Cursed),
    ],
)
def test_a_room_that_cannot_come_back_is_told_until_it_is_removed(
    curse: str, since: str, kind: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those beside it lose no step, and repeat none."""
    monkeypatch.setattr("spritecol.integrations.ray.recovery.ATTEMPTS", 1)
    monkeypatch.setattr(Cursed, "folder", str(tmp_path))
    with Rooms(kind, 3, rooms_per_actor=2) as rooms:
        assert rooms.step() == {0: 1, 1: 1, 2: 1}
        if since == "checkpoint":
            rooms.checkpoint()
        if since == "move":
            rooms.move(0, 1)
            rooms.move(0, 0)  # where the log has steps that it has taken
        held = {0: [1, 0] if since == "move" else [0, 1], 1: [2]}
        (tmp_path / "0").write_text(curse)
        kill(rooms.places()[0].pid)
        why = "was lost 2 times" if curse == "die" else "can't be restored: OSError: no socket"
        for _ in range(2):
            with pytest.raises(
                RoomError, match=rf"actor 0 with rooms {re.escape(str(held[0]))} {why}"
            ):
                rooms.step()
            assert rooms.actors == held
        with pytest.raises(RoomError, match=why):
            rooms.checkpoint()
        rooms.remove(0)
        assert rooms.actors == {0: [1], 1: [2]}
        assert rooms.step() == {1: 3, 2: 3}  # the first one that failed was under way
        kill(rooms.places()[0].pid)
        assert rooms.add() == [3]
        assert rooms.step() == {1: 4, 2: 4, 3: 1}
        rooms.checkpoint()


def test_a_room_that_was_moved_to_and_fro_repeats_no_step() -> None:
    """Whichever actor is killed: both have steps in their log that it has taken."""
    with Rooms(Room, 3, rooms_per_actor=2) as rooms:
        twin = Room()
        twin.setup(0)
        for step in range(5):
            assert rooms.step({0: step})[0] == twin.step(step)
            rooms.move(0, (step + 1) % 2)
            if step > 1:
                kill(rooms.places()[step % 2].pid)
        assert rooms.step()[0] == twin.step(None)


def test_rooms_go_on_after_what_cannot_be_sent() -> None:
    with Rooms(Room, 3, rooms_per_actor=2) as rooms:
        with pytest.raises(TypeError, match="lock"):
            rooms.step({2: threading.Lock()})
        assert rooms.submit().number == 1
        where = r"actor 0 with rooms \[0, 1\], step 2: TypeError: .*lock"
        with pytest.raises(RoomError, match=where) as e:
            rooms.step({1: "lock"})
        assert (e.value.actor, e.value.step) == (0, 2)
        with pytest.raises(RoomError, match="room 0 on actor 0, step 3: KeyboardInterrupt: in a"):
            rooms.step({0: "interrupt"})
        rooms.checkpoint()
        rooms.remove(2)
        kill(rooms.places()[0].pid)
        assert [output[0] for output in rooms.step().values()] == [3, 4]


@pytest.mark.parametrize("number", range(3))
def test_rooms_are_whole_after_an_interrupt(number: int) -> None:
    """Whichever wait it ends."""
    with Rooms(Room, 4, rooms_per_actor=2) as rooms:
        rooms.step()
        for change in (lambda: rooms.move(0, 1), lambda: rooms.move(1), lambda: rooms.remove(2)):
            with contextlib.suppress(KeyboardInterrupt), failing_wait(number, KeyboardInterrupt()):
                change()
        there = sorted(room for held in rooms.actors.values() for room in held)
        for step in (2, 3):
            outputs = rooms.step()
            assert [(room, outputs[room][0]) for room in outputs] == [(k, step) for k in there]
            rooms.checkpoint()
            kill(rooms.places()[0 if 0 in rooms.actors else 1].pid)


class Slow(Room):
    def __setstate__(self, state: dict[str, Any]) -> None:
        time.sleep(1)
        self.__dict__.update(state)


def test_results_after_the_end_and_in_time() -> None:
    rooms = Rooms(Slow, 2, rooms_per_actor=1)
    rooms.checkpoint()
    kill(rooms.places()[0].pid)
    pending = rooms.submit()
    while not pending.done():  # then the actor is known to be lost
        time.sleep(0.01)
    with pytest.raises(TimeoutError, match=r"actor 0 with rooms \[0\] has not answered step 1"):
        pending.result(timeout=0.3)
    assert [output[0] for output in pending.result().values()] == [1, 1]
    late = rooms.submit({0: "sleep"})
    rooms.close()
    assert [output[0] for output in pending.result().values()] == [1, 1]
    with pytest.raises(RuntimeError, match="these Rooms are closed"):
        late.result()


def test_actors_that_die_at_once_come_back_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spritecol.integrations.ray.recovery.ATTEMPTS", 1)
    with Rooms(Room, 3, rooms_per_actor=1) as rooms:
        rooms.step()
        for place in rooms.places().values():
            kill(place.pid)
        assert [output[0] for output in rooms.step().values()] == [2, 2, 2]


class BadSetup(Room):
    def setup(self, number: int) -> None:
        if number == 1:
            raise KeyError("setup")


class Unpicklable(Room):
    def __getstate__(self) -> Any:
        raise TypeError("holds a socket")


def test_errors_of_rooms_as_they_are_opened_and_pickled() -> None:
    with pytest.raises(RoomError, match="room 1 on actor 0, step 0: KeyError: 'setup'"):
        Rooms(BadSetup, 2)
    with Rooms(Unpicklable, 1) as rooms:
        with pytest.raises(RoomError, match=r"rooms \[0\] can't be pickled: TypeError: holds"):
            rooms.checkpoint()
        assert rooms.step()[0][0] == 1


# --- one world ----------------------------------------------------------------------------------

SHAPES = [Circle(0, 0, 5), Rect(-4, -2, 8, 4)]


def move(sprites: Columns, speed: float) -> None:
    sprites.x += sprites.vx * speed
    sprites.y += sprites.vy * speed
    sprites.angle += 3


def distance(first: Columns, second: Columns) -> Any:
    return np.hypot(first.x - second.x, first.y - second.y)


class Scene:
    """Equal sprites in a Group and in a world."""

    def __init__(self, world: ShardedWorld, count: int = 2000) -> None:
        chance = np.random.default_rng(count)
        self.world = world
        x, y = chance.normal(200, 80, count), chance.normal(300, 60, count)
        shape = chance.integers(0, 2, count)
        self.vx, self.vy = chance.uniform(-9, 9, count) + 12, chance.uniform(-9, 9, count)
        self.group = Group(
            Sprite(a, b, collision=SHAPES[k]) for a, b, k in zip(x, y, shape.tolist(), strict=True)
        )
        self.ids = world.add(x, y, shape=shape, vx=self.vx, vy=self.vy)

    def step(self) -> None:
        self.group.x += self.vx * 0.5
        self.group.y += self.vy * 0.5
        self.group.angle += 3
        self.world.step(move, 0.5)

    def compare(self) -> None:
        expected = self.group.pair_indices()
        assert len(expected) > 100
        assert np.array_equal(self.world.pairs(), expected)
        assert np.array_equal(self.world.columns("x")["x"], self.group.x)


def new_world(shards: int, **options: Any) -> ShardedWorld:
    bounds = (0, 0, 400, 400)
    return ShardedWorld(
        bounds, shards, shapes=SHAPES, columns={"vx": float, "vy": float}, **options
    )


def test_a_world_comes_back_whichever_shard_is_killed() -> None:
    """In a frame, between frames, two at once, one twice in a row, and for good."""
    chance = random.Random(2)
    with new_world(3, checkpoint_every=4) as world:
        scene = Scene(world)
        scene.compare()
        for k in range(10):
            if k in (2, 5):
                world.reshard(6 - k // 2)
            if k == 4:  # for good; Ray does not restart it
                ray.kill(world._fleet.actors[1])
            if k == 8:
                for place in world.places()[::2]:
                    kill(place.pid)
            if k in (3, 6, 7):
                with killed_meanwhile(chance.choice(world.places()).pid, chance.uniform(0, 0.03)):
                    scene.step()
            else:
                scene.step()
            scene.compare()
        assert world.stats.sprites == len(world) == 2000
        assert world.frame == world.stats.frame == 10


SHAPES_OF_ALL_KINDS: list[Any] = [
    *SHAPES,
    [Circle(-3, 0, 2), Segment(0, 0, 9, 3)],
    Point(0, 0),
    Circle(70, 0, 9),  # far from the sprite's position
    [],  # never hits
    Segment(0, -8, 0, 8),  # flat: lies in a cut as a whole
    Rect(-200, -200, 400, 400),  # reaches into every part
]


@pytest.mark.parametrize("seed", range(3))
def test_whatever_comes_and_goes_the_pairs_are_those_of_one_group(seed: int) -> None:
    """Adding, removing, writing, moving and other parts in any order, against a dict of sprites."""
    chance = np.random.default_rng(seed)
    model: dict[int, Sprite] = {}
    columns = {"vx": float, "vy": float}
    shapes = SHAPES_OF_ALL_KINDS
    with (
        at_least(pairs=800, kinds=4) as seen,
        ShardedWorld((0, 0, 400, 400), 3, shapes=shapes, columns=columns) as world,
    ):
        for _ in range(14):
            kind = chance.choice(["add", "add", "remove", "assign", "move", "parts"])
            some = [i for i in model if chance.random() < 0.2]
            if kind == "add":
                x, y = np.round(chance.uniform(0, 400, (2, 60)))
                shape = chance.choice(
                    len(shapes), 60, p=[0.4, 0.3, 0.1, 0.05, 0.05, 0.05, 0.04, 0.01]
                )
                speed = np.round(chance.uniform(-60, 60, (2, 60)))
                ids = world.add(x, y, shape=shape, vx=speed[0], vy=speed[1])
                for k, i in enumerate(ids.tolist()):
                    model[i] = Sprite(x[k], y[k], collision=shapes[shape[k]])
                    model[i].speed = speed[:, k]
            elif kind == "remove":
                world.remove(some)
                for i in some:
                    del model[i]
            elif kind == "assign":
                x = chance.uniform(0, 400, len(some))
                shape = chance.integers(0, 7, len(some))
                world.assign(some, x=x, shape=shape)
                for i, new, k in zip(some, x.tolist(), shape.tolist(), strict=True):
                    model[i].x, model[i].collision = new, shapes[k]
            elif kind == "parts":
                world.reshard(int(chance.integers(1, 5)))
            else:
                world.step(move, 1.0)
                for sprite in model.values():
                    sprite.x += sprite.speed[0]
                    sprite.y += sprite.speed[1]
                    sprite.angle += 3
            ids = sorted(model)
            expected = Group(model[i] for i in ids).pair_indices().tolist()
            assert world.pairs().tolist() == [[ids[a], ids[b]] for a, b in expected]
            assert world.columns("x")["x"].tolist() == [model[i].x for i in ids]
            seen["pairs"] += len(expected)
            seen[str(kind)] = 1
        seen["kinds"] = sum(kind in seen for kind in ("add", "remove", "assign", "move", "parts"))


def test_a_world_answers_as_one_group() -> None:
    with new_world(2) as world:
        scene = Scene(world)
        for shards in (5, 3):
            world.reshard(shards)
            assert len(world.places()) == shards
            for _ in range(2):
                scene.step()
                scene.compare()
        pairs, values = world.map_pairs(distance)
        assert np.array_equal(pairs, scene.group.pair_indices())
        x, y = scene.group.x[pairs], scene.group.y[pairs]
        assert np.allclose(values, np.hypot(x[:, 0] - x[:, 1], y[:, 0] - y[:, 1]))
        box = (150, 200, 260, 330)
        found = scene.group.box_indices([box])[:, 1]
        assert len(found) > 20
        assert world.query_box(*box).tolist() == found.tolist()
        chance = np.random.default_rng(5)
        for x1, y1, x2, y2 in chance.uniform(-50, 700, (12, 4)).tolist():
            hit, near = world.raycast(x1, y1, x2, y2, radius=2), world.nearest(x1, y1)
            one, closest = (
                scene.group.raycast(x1, y1, x2, y2, radius=2),
                scene.group.nearest(x1, y1),
            )
            assert near is not None
            assert (near.id, near.distance, near.point) == (
                scene.group.index(closest.other),
                closest.distance,
                closest.point,
            )
            assert world.nearest(x1, y1, exclude=[near.id]) != near
            if hit is None or one is None:
                assert hit is one
            else:
                assert (hit.id, hit.fraction) == (scene.group.index(one.other), one.fraction)
                assert (hit.point, hit.normal) == (one.point, one.normal)
                assert (
                    (hit.other, hit.other_shape) == (hit.id, hit.shape) == (hit.id, one.other_shape)
                )
                assert hit.bounce(3, 4) == one.bounce(3, 4)
        with pytest.raises(ValueError, match="radius must be 0 or more, got -1"):
            world.raycast(0, 0, 1, 1, radius=-1)
        with pytest.raises(TypeError, match="x must be a number"):
            world.nearest("here", 0)  # type: ignore[arg-type]
        assert world.nearest(-500, 0, max_distance=1) is None
        world.remove(scene.ids[::2])
        assert world.columns()["ids"].tolist() == scene.ids[1::2].tolist()
        world.assign(scene.ids[1::4], x=1.0, vx=np.arange(500.0))
        assert world.columns("vx")["vx"][::2].tolist() == list(range(500))
        with pytest.raises(KeyError, match="there is no sprite with the id 0"):
            world.remove([1, 0])
        with pytest.raises(KeyError, match="there is no sprite with the id 2"):
            world.assign([2], x=1)
        with pytest.raises(ValueError, match="ids must be given once each"):
            world.assign([1, 1], x=1)
        assert len(world) == 1000


def jump(sprites: Columns) -> None:
    """Some jump over the parts of all neighbors, and back."""
    some = sprites.ids % 7 == 0
    sprites.x[some] = 400 - sprites.x[some]


def test_what_jumps_beyond_neighbors_arrives() -> None:
    with new_world(6) as world:
        scene = Scene(world)
        some = np.arange(2000) % 7 == 0
        for _ in range(3):
            world.step(jump)
            scene.group.x = np.where(some, 400 - scene.group.x, scene.group.x)
            scene.compare()
        kill(world.places()[2].pid)
        scene.compare()


def test_parts_follow_the_load() -> None:
    def gather(sprites: Columns) -> None:
        sprites.x *= 0.5 if sprites.frame == 0 else 1

    with ShardedWorld((0, 0, 8000, 10), 2, shapes=Circle(0, 0, 1)) as world:
        world.add(np.r_[np.arange(4000.0), 7000 + np.arange(100.0)], 0.0)
        world.add(np.arange(0, 4000, 2.0), 9.0)
        for _ in range(4):
            world.step(gather)
        counts = [shard.sprites for shard in world.stats.shards]
        assert sum(counts) == 6100
        assert max(counts) < 1.3 * 3050


def fails(sprites: Columns) -> None:
    sprites.x += 50
    if len(sprites) and sprites.ids.max() == 1999:
        raise LookupError("no way")


def out_of_range(sprites: Columns) -> None:
    sprites.y = np.nan


def crash(sprites: Columns) -> None:
    os._exit(4)


def sleeps(sprites: Columns) -> None:
    time.sleep(0.6)


def test_a_function_that_fails_leaves_the_world_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("spritecol.integrations.ray.recovery.ATTEMPTS", 1)
    with new_world(2, timeout=60) as world:
        scene = Scene(world)
        scene.step()
        with pytest.raises(ShardError, match=r"shard \d, frame 2: LookupError: no way") as e:
            world.step(fails)
        assert isinstance(e.value.__cause__, LookupError)
        assert e.value.shard in (0, 1)
        scene.compare()
        with pytest.raises(ShardError, match=r"frame 2: ValueError: y must be a finite"):
            world.step(out_of_range)
        with pytest.raises(ShardError, match="for each of the"):
            world.map_pairs(lambda first, second: [1])
        with pytest.raises(TypeError, match="must be picklable"):
            world.step(move, threading.Lock())
        with pytest.raises(TypeError, match="move must be a function, got 5"):
            world.step(5)  # type: ignore[arg-type]
        assert world.frame == 1
        scene.compare()
        with pytest.raises(ShardError, match="lost 2 times in a row"):
            world.step(crash)
        world._fleet.timeout = 0.3
        with pytest.raises(TimeoutError, match=r"shard \d has not answered in frame 2"):
            world.step(sleeps)
        world._fleet.timeout = None
        scene.compare()
        scene.step()
        scene.compare()


@pytest.mark.parametrize("number", range(7))
def test_a_step_that_is_late_was_not_taken(number: int) -> None:
    """Whichever answer it is that does not come, also one of a checkpoint."""
    with new_world(2, checkpoint_every=1) as world:
        ids = world.add([100, 300], 5, vx=2, vy=0)
        frame = 0
        for _ in range(3):
            try:
                with failing_wait(number, ray.exceptions.GetTimeoutError()):
                    world.step(move, 0.5)
                frame += 1
            except TimeoutError:
                pass
            assert world.frame == frame
            assert world.columns("x")["x"].tolist() == [100 + frame, 300 + frame]
        count = 2
        for _ in range(2):
            with (
                contextlib.suppress(TimeoutError),
                failing_wait(number, ray.exceptions.GetTimeoutError()),
            ):
                count += len(world.add(50, 50))
            found = world.columns()["ids"].tolist()
            assert len(found) == len(set(found)) == len(world) == count
        assert found[:2] == ids.tolist()


def test_pairs_are_of_the_frame_in_new_shards_too() -> None:
    def frames(first: Columns, second: Columns) -> Any:
        return np.full(len(first), first.frame)

    def interrupt(first: Columns, second: Columns) -> Any:
        raise KeyboardInterrupt("in a shard")

    with new_world(1) as world:
        scene = Scene(world)
        scene.step()
        world.reshard(2)
        assert set(world.map_pairs(frames)[1]) == {1}
        with pytest.raises(ShardError, match="shard 0, frame 1: KeyboardInterrupt: in a shard"):
            world.map_pairs(interrupt)
        with pytest.raises(ShardError, match=r"shard 0, frame 1: TypeError: .*lock"):
            world.map_pairs(lambda first, second: np.array([threading.Lock()] * len(first)))
        scene.compare()


ROOMS = {"room_class": Room, "count": 1}
WORLD = {"bounds": (0, 0, 9, 9), "shards": 1, "shapes": SHAPES}


@pytest.mark.parametrize(
    ("make", "arguments", "word"),
    [
        (Rooms, {"room_class": Room()}, "room_class"),
        (Rooms, {"room_class": int}, "setup"),
        (Rooms, {"count": -1}, "count"),
        (Rooms, {"count": 1.0}, "count"),
        (Rooms, {"rooms_per_actor": 0}, "rooms_per_actor"),
        (ShardedWorld, {"shards": 0}, "shards"),
        (ShardedWorld, {"bounds": (0, 0, 1)}, "four numbers"),
        (ShardedWorld, {"bounds": (5, 0, 1, 9)}, "left <= right"),
        (ShardedWorld, {"shapes": [[1, 2, 3, 4, 5]]}, "collision"),
        (ShardedWorld, {"shapes": []}, "shape"),
        (ShardedWorld, {"columns": {"x": float}}, "'x'"),
        (ShardedWorld, {"columns": {"name": str}}, "numbers"),
        (ShardedWorld, {"columns": {"collision_mask": int}}, "uint64"),
        (ShardedWorld, {"balance": 1}, "balance"),
    ],
)
def test_bad_arguments(make: Any, arguments: dict[str, Any], word: str) -> None:
    with pytest.raises((TypeError, ValueError), match=word):
        make(**(ROOMS if make is Rooms else WORLD) | arguments)


def test_layers_are_columns_that_decide_what_hits() -> None:
    layers = {"collision_layer": "uint64", "collision_mask": "uint64"}
    with ShardedWorld((0, 0, 9, 9), 1, shapes=SHAPES, columns=layers) as world:
        world.add([0, 0, 0], 0, collision_layer=[1, 2, 2], collision_mask=[2, 1, 1])
        assert world.pairs().tolist() == [[0, 1], [0, 2]]


def test_where_memory_is_full_an_error_names_the_shard_and_the_room() -> None:
    script = run_python("-m", "integrations.full_store", helpers=True)
    assert script.returncode == 0, script.stderr
    # Ray mixes in words of its own when a worker dies.
    lines = [line for line in script.stdout.splitlines() if "(raylet)" not in line]
    refused, kept, warning, where, room = lines
    assert re.match(r"RuntimeWarning: no checkpoint, shard [01], frame 1: memory is full", warning)
    assert where == "of this file: True"
    assert re.match(r"ShardError of shard ([01]): shard \1, frame 1: memory is full", refused)
    assert kept == "as before: True"
    assert room.startswith("RoomError of actor 1: actor 1 with rooms [1], step 1: memory is full")
