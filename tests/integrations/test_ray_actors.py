"""Rooms and a sharded world on a Ray that runs on this machine: small, and with actors killed.

What the parts do is tested without Ray in test_ray_shards.py. Here: that the calls arrive, that a
killed actor costs time only, and the errors.
"""

import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from spritecol import Circle, Group, Number, Rect, Sprite, World

ray = pytest.importorskip("ray", reason='needs Ray: pip install "spritecol[ray]"')

from spritecol.integrations.ray import (  # noqa: E402
    Columns,
    RoomError,
    Rooms,
    ShardedWorld,
    ShardError,
    _actors,
    fleet,
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
        if inputs == "sleep":
            time.sleep(0.4)
        self.taken += 1
        self.heard.append(inputs)
        for ball in self.balls:
            ball.x += self.random.uniform(-5, 5)
        return self.taken, self.heard[-5:], len(self.balls.pairs())


class Twins:
    """Rooms in this process, to compare with."""

    def __init__(self, count: int) -> None:
        self.rooms: dict[int, Room] = {}
        for number in range(count):
            self.open(number)

    def open(self, number: int) -> None:
        self.rooms[number] = Room()
        self.rooms[number].setup(number)

    def step(self, inputs: dict[int, Any]) -> dict[int, Any]:
        return {number: room.step(inputs.get(number)) for number, room in self.rooms.items()}


def test_rooms_come_back_and_repeat_no_step() -> None:
    twins, chance = Twins(5), random.Random(1)
    with Rooms(Room, 5, rooms_per_actor=2, checkpoint_every=4) as rooms:
        assert rooms.actors == {0: [0, 1], 1: [2, 3], 2: [4]}
        for step in range(15):
            inputs = {number: step for number in twins.rooms if (number + step) % 2}
            expected = twins.step(inputs)
            if step in (2, 9):
                pid = rooms.places()[chance.choice(list(rooms.actors))].pid
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
                del twins.rooms[2], twins.rooms[3]
                assert rooms.add() == [5]
                twins.open(5)
        assert len(rooms) == 4
        assert 5 in rooms
        assert 2 not in rooms


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


def test_rooms_with_a_world_come_back_from_its_state() -> None:
    twins: dict[int, Arena] = {}
    for number in range(4):
        twins[number] = Arena()
        twins[number].setup(number)
    with Rooms(Arena, 4, rooms_per_actor=2, checkpoint_every=4) as rooms:
        for step in range(14):
            inputs = {number: step for number in twins if (number + step) % 2}
            expected = {number: room.step(inputs.get(number)) for number, room in twins.items()}
            if step in (2, 10):
                with killed_meanwhile(rooms.places()[step % 2].pid, 0.002):
                    assert rooms.step(inputs) == expected
            else:
                assert rooms.step(inputs) == expected
            if step == 6:
                rooms.move(0, 1)
                rooms.move(3)


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


def test_steps_under_way_survive_a_kill_for_good() -> None:
    """`ray.kill` takes an actor from Ray, too, so that Ray does not restart it."""
    twins = Twins(2)
    with Rooms(Room, 2, rooms_per_actor=1, checkpoint_every=3) as rooms:
        expected = [twins.step({0: step}) for step in range(12)]
        pending = []
        for step in range(12):
            pending.append(rooms.submit({0: step}))
            if step == 7:
                actor_id = rooms.places()[1].actor_id
                host = next(
                    host for host in rooms._hosts.values() if host.actor._actor_id.hex() == actor_id
                )
                ray.kill(host.actor)
        for late in (11, 0, 5):  # in any order
            assert pending[late].result() == expected[late]
        assert [each.result() for each in pending] == expected
        assert all(each.done() for each in pending)


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
    monkeypatch.setattr(_actors, "ATTEMPTS", 2)
    with Rooms(Room, 1) as rooms:
        rooms.step()
        with pytest.raises(RoomError, match=r"rooms \[0\] was lost 3 times at step 2"):
            rooms.step({0: "crash"})


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


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: Rooms(Room(), 1), TypeError, "room_class must be a class"),  # type: ignore[arg-type]
        (lambda: Rooms(int, 1), TypeError, "int has no method setup"),
        (lambda: Rooms(Room, -1), ValueError, "count must be at least 0, got -1"),
        (lambda: Rooms(Room, 1.0), TypeError, "count must be a whole number"),  # type: ignore[arg-type]
        (lambda: Rooms(Room, 1, rooms_per_actor=0), ValueError, "rooms_per_actor must be"),
        (lambda: Rooms(Room, 1, progress="loud"), ValueError, "progress must be None"),
    ],
)
def test_bad_arguments_of_rooms(make: Callable[[], Any], error: type, words: str) -> None:
    with pytest.raises(error, match=words):
        make()


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

    def run(self, frames: int) -> None:
        """Some steps, which the world does in one call."""
        for _ in range(frames):
            self.group.x += self.vx * 0.05
            self.group.y += self.vy * 0.05
            self.group.angle += 3
        self.world.step(move, 0.05, frames=frames)

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
    chance = random.Random(2)
    with new_world(3, checkpoint_every=4) as world:
        scene = Scene(world)
        scene.compare()
        for frame in range(10):
            if frame in (3, 6):
                with killed_meanwhile(chance.choice(world.places()).pid, chance.uniform(0, 0.02)):
                    scene.step()
            elif frame == 8:  # for good; Ray does not restart it
                ray.kill(world._fleet.actors[1])
                scene.step()
            else:
                scene.step()
            scene.compare()
        kill(world.places()[0].pid)
        scene.compare()
        assert world.frame == 10
        assert world.stats.sprites == len(world) == 2000


def test_a_world_answers_as_one_group(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fleet, "ALL_TO_ALL", 3)  # so that a few send to their neighbors only
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
                scene.group.index(closest.sprite),
                closest.distance,
                closest.point,
            )
            assert world.nearest(x1, y1, exclude=[near.id]) != near
            if hit is None or one is None:
                assert hit is one
            else:
                assert (hit.id, hit.fraction) == (scene.group.index(one.sprite), one.fraction)
                assert (hit.point, hit.normal) == (one.point, one.normal)
        with pytest.raises(ValueError, match="radius must be from 0 to 1e12, got -1"):
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


def test_frames_without_the_driver_are_as_many_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fleet, "ALL_TO_ALL", 3)  # so that a few have neighbors only
    with new_world(2, checkpoint_every=4) as world:
        scene = Scene(world)
        for shards, frames in ((2, 3), (2, 1), (5, 7), (1, 2), (3, 4)):
            if shards != len(world.places()):
                world.reshard(shards)
            for _ in range(2):
                before = world.frame
                scene.run(frames)
                assert world.frame == world.stats.frame == before + frames
                scene.compare()


def test_a_world_comes_back_if_a_shard_is_killed_between_its_frames() -> None:
    chance = random.Random(4)
    with new_world(3, checkpoint_every=9) as world:
        scene = Scene(world)
        for k in range(6):
            if k < 4:
                with killed_meanwhile(chance.choice(world.places()).pid, chance.uniform(0, 0.03)):
                    scene.run(20)
            elif k == 4:  # for good; Ray does not restart it
                ray.kill(world._fleet.actors[1])
                scene.run(3)
            else:
                kill(world.places()[0].pid)
                scene.run(3)
            scene.compare()
        assert world.frame == 86


def jump(sprites: Columns) -> None:
    """Some jump over the parts of all neighbors, and back."""
    some = sprites.ids % 7 == 0
    sprites.x[some] = 400 - sprites.x[some]


def test_what_jumps_beyond_neighbors_goes_by_the_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fleet, "ALL_TO_ALL", 2)
    with new_world(6) as world:
        scene = Scene(world)
        some = np.arange(2000) % 7 == 0
        for frames in (2, 3, 1, 4):
            world.step(jump, frames=frames)
            for _ in range(frames):
                scene.group.x = np.where(some, 400 - scene.group.x, scene.group.x)
            assert world._fleet._far is not None
            scene.compare()
        scene.run(3)
        scene.compare()
        kill(world.places()[2].pid)
        scene.compare()


def test_layers_are_columns_that_decide_what_hits() -> None:
    layers = {"collision_layer": "uint64", "collision_mask": "uint64"}
    with ShardedWorld((0, 0, 9, 9), 1, shapes=SHAPES, columns=layers) as world:
        world.add([0, 0, 0], 0, collision_layer=[1, 2, 2], collision_mask=[2, 1, 1])
        assert world.pairs().tolist() == [[0, 1], [0, 2]]


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


def fails_later(sprites: Columns) -> None:
    sprites.x += 50
    if sprites.frame == 4 and len(sprites) and sprites.ids.max() == 1999:
        raise LookupError("no way")


def crash(sprites: Columns) -> None:
    os._exit(4)


def sleeps(sprites: Columns) -> None:
    time.sleep(0.6)


def test_a_function_that_fails_leaves_the_world_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_actors, "ATTEMPTS", 1)
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
        with pytest.raises(ShardError, match=r"shard \d, frame 5: LookupError: no way") as e:
            world.step(fails_later, frames=9)
        assert isinstance(e.value.__cause__, LookupError)
        assert world.frame == 1
        scene.compare()
        with pytest.raises(ShardError, match="lost 2 times in a row"):
            world.step(crash)
        with pytest.raises(ShardError, match="lost 2 times in a row"):
            world.step(crash, frames=3)
        with pytest.raises(ValueError, match="frames must be at least 1, got 0"):
            world.step(move, frames=0)
        world._fleet.timeout = 0.1
        with pytest.raises(TimeoutError, match=r"shard \d has not answered in frame 2"):
            world.step(sleeps, frames=3)
        world._fleet.timeout = 0.3
        with pytest.raises(TimeoutError, match=r"shard \d has not answered in frame 2"):
            world.step(sleeps)
        world._fleet.timeout = None
        scene.compare()
        scene.step()
        scene.compare()


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"shards": 0}, ValueError, "shards must be at least 1"),
        ({"bounds": (0, 0, 1)}, TypeError, "must be four numbers"),
        ({"bounds": (5, 0, 1, 9)}, ValueError, "left <= right"),
        ({"shapes": [[1, 2, 3, 4, 5]]}, ValueError, "collision"),
        ({"shapes": []}, ValueError, "one shape at least"),
        ({"columns": {"x": float}}, ValueError, "the column 'x' is there already"),
        ({"columns": {"name": str}}, TypeError, "must be of numbers or bools"),
        ({"columns": {"collision_mask": int}}, TypeError, "must be uint64"),
        ({"balance": 1}, ValueError, "balance must be more than 1"),
    ],
)
def test_bad_arguments_of_a_world(options: dict[str, Any], error: type, words: str) -> None:
    arguments: dict[str, Any] = {"bounds": (0, 0, 9, 9), "shards": 1, "shapes": SHAPES} | options
    with pytest.raises(error, match=words):
        ShardedWorld(**arguments)


def test_where_memory_is_full_an_error_names_the_shard_and_the_room() -> None:
    script = subprocess.run(
        [sys.executable, "-m", "support.full_store"],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    # Ray mixes in words of its own when a worker dies.
    lines = [line for line in script.stdout.splitlines() if "(raylet)" not in line]
    refused, kept, warning, where, room = lines
    assert re.match(r"RuntimeWarning: no checkpoint, shard [01], frame 1: memory is full", warning)
    assert where == "of this file: True"
    assert re.match(r"ShardError of shard ([01]): shard \1, frame 1: memory is full", refused)
    assert kept == "as before: True"
    assert room.startswith("RoomError of actor 1: actor 1 with rooms [1], step 1: memory is full")
