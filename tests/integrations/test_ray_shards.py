"""What shards and room hosts do, tried in one process: parts, hand-over, ghosts, pairs, restarts.

No Ray runs here. The oracle is one Group with all sprites, and what it finds.
"""

import pickle
from io import StringIO
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.examples import examples

import spritecol
from spritecol import Circle, Group, Number, Overlaps, Point, Rect, Segment, Sprite

pytest.importorskip("ray", reason='needs Ray: pip install "spritecol[ray]"')

from ray import cloudpickle, exceptions

from spritecol.integrations.ray import _actors
from spritecol.integrations.ray._actors import LostError, StateLost, UserCodeError
from spritecol.integrations.ray._progress import Progress
from spritecol.integrations.ray.columns import Columns, as_column
from spritecol.integrations.ray.fleet import ShardFullError, as_shard_error
from spritecol.integrations.ray.records import ShardStats, WorldStats
from spritecol.integrations.ray.regions import (
    Regions,
    split_by_load,
    split_evenly,
)
from spritecol.integrations.ray.room_host import Adopt, Checkpoint, Close, Open, RoomHost, Step
from spritecol.integrations.ray.shard import (
    Add,
    Assign,
    Change,
    Move,
    Remove,
    Shard,
)

FLOAT = np.dtype(np.float64)

# --- parts --------------------------------------------------------------------------------------

numbers = st.one_of(st.integers(-5, 5).map(float), st.floats(-100, 100))
places = st.lists(st.tuples(numbers, numbers), max_size=40)


@given(places, places, st.integers(1, 9))
def test_every_point_lies_in_exactly_one_part(
    seeds: list[tuple[float, float]], asked: list[tuple[float, float]], shards: int
) -> None:
    xy = np.array(seeds).reshape(-1, 2)
    regions = split_by_load(xy[:, 0], xy[:, 1], np.ones(len(xy)), shards)
    assert len(regions) == shards
    points = np.array([*seeds, *asked]).reshape(-1, 2)
    found = regions.locate(points[:, 0], points[:, 1])
    for (x, y), shard in zip(points.tolist(), found.tolist(), strict=True):
        inside = [
            number
            for number, (left, top, right, bottom) in enumerate(regions.parts)
            if left <= x < right and top <= y < bottom
        ]
        assert inside == [shard]


@pytest.mark.parametrize("shards", [1, 2, 3, 7, 16])
def test_parts_share_the_load(shards: int) -> None:
    random = np.random.default_rng(shards)
    x, y = random.normal(0, 100, 5000), random.normal(50, 10, 5000)
    load = random.uniform(0.5, 2, 5000)
    found = split_by_load(x, y, load, shards).locate(x, y)
    loads = np.bincount(found, load, minlength=shards)
    assert loads.max() < 1.02 * load.sum() / shards


def test_even_parts_have_even_areas() -> None:
    regions = split_evenly((0, 0, 300, 100), 3)
    assert [part[0] for part in regions.parts] == pytest.approx([-np.inf, 100, 200], abs=13)
    assert regions.neighbors(0) == [1]
    assert regions.touching((150, 0, 150, 0)) == [1]


# --- pairs --------------------------------------------------------------------------------------

SHAPES: list[Any] = [
    Circle(0, 0, 5),
    Rect(-4, -2, 8, 4),
    [Circle(-3, 0, 2), Segment(0, 0, 9, 3)],
    Point(0, 0),
    Circle(70, 0, 9),  # far from the sprite's position
    [],  # never hits
    Segment(0, -8, 0, 8),  # flat: lies in a cut as a whole
    Rect(-200, -200, 400, 400),  # reaches into every part
]


class World:
    """Shards that are asked in one process, as the driver asks them over Ray."""

    def __init__(self, count: int, regions: Regions, kinds: dict[str, Any]) -> None:
        self.shards = [Shard(number, SHAPES, kinds) for number in range(count)]
        self.regions, self.number = regions, 0
        for shard in self.shards:
            shard.restore(0, 0, regions, None)

    def carry_out(
        self, changes: list[Change], regions: Regions | None = None, near: Any = None
    ) -> list[ShardStats]:
        """One operation, through pickles as between processes."""
        self.number += 1
        self.regions = regions or self.regions
        count = len(self.shards)
        near = near or [[j for j in range(count) if j != i] for i in range(count)]
        sent = [
            pickle.loads(pickle.dumps(shard.advance(self.number, change, regions, to)))
            for shard, change, to in zip(self.shards, changes, near, strict=True)
        ]
        stats = []
        for i, shard in enumerate(self.shards):
            packets = [sent[j][2 + near[j].index(i)] for j in range(count) if i in near[j]]
            packets += [sent[j][1][i] for j in range(count) if i in sent[j][1]]
            stats.append(shard.settle(self.number, True, *packets))
        return stats

    def add(self, columns: dict[str, Any]) -> None:
        """Each row to its owner."""
        owners = self.regions.locate(columns["x"], columns["y"])
        self.carry_out(
            [
                Add({name: np.asarray(array)[owners == shard] for name, array in columns.items()})
                for shard in range(len(self.shards))
            ]
        )

    def pairs(self) -> list[list[int]]:
        """All pairs in order; one that two shards have found would be there twice."""
        return sorted(
            pair for shard in self.shards for pair in shard.ask(self.number, "pairs").tolist()
        )

    def column(self, name: str) -> Any:
        """A column of all sprites, by id."""
        parts = [shard.ask(self.number, "rows", (name,)) for shard in self.shards]
        ids = np.concatenate([part["ids"] for part in parts])
        assert len(set(ids.tolist())) == len(ids), "a sprite has two owners"
        return np.concatenate([part[name] for part in parts])[np.argsort(ids)]


def drift(sprites: Columns, turn: float) -> None:
    sprites.x += sprites.vx
    sprites.y += sprites.vy
    if turn:
        sprites.angle += turn


def scene(count: int, clustered: bool, seed: int) -> dict[str, Any]:
    random = np.random.default_rng(seed)
    if clustered:
        x, y = random.normal(100, 30, count), random.normal(200, 20, count)
    else:
        x, y = random.uniform(0, 400, count), random.uniform(0, 400, count)
    x[::3] = np.round(x[::3])  # so that some touch, and lie on cuts
    shape = random.choice(len(SHAPES), count, p=[0.5, 0.2, 0.1, 0.05, 0.05, 0.04, 0.05, 0.01])
    return {
        "ids": np.arange(count),
        "shape": shape.astype(np.int32),
        "x": x,
        "y": y,
        "angle": np.zeros(count),
        "scale_x": np.ones(count),
        "scale_y": np.ones(count),
        "vx": np.round(random.uniform(-20, 20, count)),
        "vy": np.round(random.uniform(-20, 20, count)),
    }


def moving(key: int, frame: int, turn: float) -> Move:
    return Move(key, pickle.dumps((drift, (turn,))), frame)


def test_of_equal_hits_the_smallest_id_counts_in_every_shard() -> None:
    """Several sprites in one place, on a cut; slots are in another order than ids."""
    columns = scene(60, False, 4)
    columns["shape"][:] = 0
    columns["x"][20:30], columns["y"][20:30] = 200.0, 200.0
    world = World(4, split_evenly((0, 0, 400, 400), 4), {"vx": FLOAT, "vy": FLOAT})
    world.add({name: array[::-1] for name, array in columns.items()})
    ray, none = (200.0, 203.0, 200.0, 260.0), np.empty(0, np.int64)
    nears = [shard.ask(1, "near", 200.0, 230.0, 26.0, none) for shard in world.shards]
    hits = [shard.ask(1, "ray", ray, 0.0, True, none) for shard in world.shards]
    assert {near.id for near in nears if near} == {20}
    assert {hit.id for hit in hits if hit} == {20}
    some = np.arange(20, 25)
    hits = [shard.ask(1, "ray", ray, 0.0, True, some) for shard in world.shards]
    assert {hit.id for hit in hits if hit} == {25}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("clustered", [False, True], ids=["random", "clustered"])
@pytest.mark.parametrize("count", [1, 2, 4, 7])
def test_pairs_are_those_of_one_group(count: int, clustered: bool, seed: int) -> None:
    columns = scene(400, clustered, seed)
    x, y = columns["x"].copy(), columns["y"].copy()
    one = Group(
        Sprite(a, b, collision=SHAPES[k])
        for a, b, k in zip(x, y, columns["shape"].tolist(), strict=True)
    )
    world = World(count, split_by_load(x, y, np.ones(400), count), {"vx": FLOAT, "vy": FLOAT})
    world.add(columns)
    assert world.pairs() == one.pair_indices().tolist()
    turns = [0.0, 0.0, 7.0, 7.0, 90.0, 0.0]
    for frame, turn in enumerate(turns):
        regions = None
        if frame == 3:  # other parts, while sprites move
            regions = split_by_load(one.y, one.x, np.ones(400), count)
        stats = world.carry_out([moving(frame, frame, turn)] * count, regions)
        one.x += columns["vx"]
        one.y += columns["vy"]
        one.angle += turn
        expected = one.pair_indices().tolist()
        assert expected, "a scene without hits shows nothing"
        assert world.pairs() == expected
        assert sum(each.pairs for each in stats) == len(expected)
        assert sum(each.sprites for each in stats) == 400
        assert world.column("x").tolist() == one.x.tolist()


@pytest.mark.parametrize("far", [0.0, 1e7])
@pytest.mark.parametrize("seed", range(3))
def test_boxes_are_looked_at_near_cuts_only(seed: int, far: float) -> None:
    """Small sprites in a wide world; then one of them grows, and is handed from shard to shard."""
    count = 2000
    random = np.random.default_rng(seed)
    columns = scene(count, False, seed)
    columns["shape"][:] = random.choice([0, 1, 2, 6], count)
    columns["x"], columns["y"] = far + random.uniform(0, 1500, (2, count))
    big = int(np.argmin(np.abs(columns["x"] - far - 545)))
    columns["vx"][big], columns["vy"][big] = 45.0, 0.0  # crosses the cut when it is big
    one = Group(
        Sprite(a, b, collision=SHAPES[k])
        for a, b, k in zip(columns["x"], columns["y"], columns["shape"].tolist(), strict=True)
    )
    x, y = columns["x"].copy(), columns["y"].copy()
    world = World(4, split_by_load(x, y, np.ones(count), 4), {"vx": FLOAT, "vy": FLOAT})
    world.add(columns)
    for frame, turn in enumerate([0.0, 0.0, 0.0, 30.0, 0.0, 0.0, 0.0]):
        if frame == 2:
            grown = Assign(np.array([big]), {"shape": np.array([7], np.int32)})
            world.carry_out([grown] * 4)
            one[big].collision = SHAPES[7]
        world.carry_out([moving(frame, frame, turn)] * 4)
        one.x += columns["vx"]
        one.y += columns["vy"]
        one.angle += turn
        assert world.pairs() == one.pair_indices().tolist()
        if frame < 2:
            for shard in world.shards:
                fresh = shard.group.aabbs
                assert not np.array_equal(shard.boxes[: shard.owned], fresh[: shard.owned])


def test_packets_for_distant_shards_arrive_too() -> None:
    """A fast sprite, and one that reaches everywhere; shards in a row know their neighbors only."""
    regions = split_evenly((0, 0, 900, 10), 9)
    world = World(9, regions, {"vx": FLOAT, "vy": FLOAT})
    x = np.array([20.0, 820.0, 450.0])
    pose = {"y": np.full(3, 5.0), "angle": np.zeros(3), "scale_x": np.ones(3)}
    world.add(
        {
            "ids": np.arange(3),
            "shape": np.array([0, 0, 7]),
            "x": x,
            **pose,
            "scale_y": np.ones(3),
            "vx": np.array([800.0, 0, 0]),
            "vy": np.zeros(3),
        }
    )
    near = [regions.neighbors(shard) for shard in range(9)]
    assert max(map(len, near)) == 2
    world.carry_out([moving(1, 0, 0.0)] * 9, None, near)
    assert world.pairs() == [[0, 1]]
    world.carry_out([Assign(np.array([2]), {"scale_x": np.array([3.0])})] * 9, None, near)
    assert world.pairs() == [[0, 1], [0, 2], [1, 2]]


@examples(15)
@given(st.data())
def test_rows_come_and_go(data: st.DataObject) -> None:
    """Adding, removing, writing and moving in any order, against a dict of sprites."""
    count = data.draw(st.integers(1, 4))
    random = np.random.default_rng(data.draw(st.integers(0, 1000)))
    world = World(count, split_evenly((0, 0, 400, 400), count), {"vx": FLOAT, "vy": FLOAT})
    model: dict[int, Sprite] = {}
    speed: dict[int, tuple[float, float]] = {}
    next_id = 0
    for frame in range(data.draw(st.integers(1, 8))):
        what = data.draw(st.sampled_from(["add", "remove", "assign", "move"]))
        some = [i for i in model if random.random() < 0.4]
        if what == "add":
            columns = scene(int(random.integers(0, 40)), False, frame)
            columns["ids"] = columns["ids"] + next_id
            next_id += len(columns["ids"])
            world.add(columns)
            for k, i in enumerate(columns["ids"].tolist()):
                model[i] = Sprite(
                    columns["x"][k], columns["y"][k], collision=SHAPES[columns["shape"][k]]
                )
                speed[i] = columns["vx"][k], columns["vy"][k]
        elif what == "remove":
            world.carry_out([Remove(np.array(some, np.int64))] * count)
            for i in some:
                del model[i]
        elif what == "assign":
            new = random.uniform(0, 400, len(some))
            shape = random.integers(0, len(SHAPES), len(some)).astype(np.int32)
            random.shuffle(some)
            change = Assign(np.array(some, np.int64), {"x": new, "shape": shape})
            world.carry_out([change] * count)
            for i, value, k in zip(some, new.tolist(), shape.tolist(), strict=True):
                model[i].x, model[i].collision = value, SHAPES[k]
        else:
            world.carry_out([moving(frame, frame, 9.0)] * count)
            for i, sprite in model.items():
                sprite.x += speed[i][0]
                sprite.y += speed[i][1]
                sprite.angle += 9.0
        ids = list(model)
        expected = Group(model.values()).pair_indices().tolist()
        assert world.pairs() == sorted([ids[a], ids[b]] for a, b in expected)
        assert world.column("x").tolist() == [model[i].x for i in sorted(model)]


def test_a_function_removes_sprites_and_changes_shapes() -> None:
    def change(sprites: Columns) -> None:
        sprites.remove(sprites.ids % 2 == 0)
        sprites.shape[:] = 1
        sprites.x = 5

    world, _ = world_of(10)
    pickled = cloudpickle.dumps((change, ()))
    world.carry_out([Move(1, pickled, 0)] * 2)
    assert world.column("ids").tolist() == [1, 3, 5, 7, 9]
    assert world.column("shape").tolist() == [1] * 5
    assert len(world.pairs()) == 10  # all of them in one place


def world_of(count: int) -> tuple[World, dict[str, Any]]:
    columns = scene(count, False, 1)
    columns["y"][:] = 200.0
    world = World(2, split_evenly((0, 0, 400, 400), 2), {"vx": FLOAT, "vy": FLOAT})
    world.add(columns)
    return world, columns


def test_functions_see_pairs_where_they_are() -> None:
    world, columns = world_of(300)
    pickled = pickle.dumps((closer, ()))
    for shard in world.shards:
        ids, values = shard.ask(world.number, "map_pairs", pickled)
        assert (ids[:, 0] < ids[:, 1]).all()
        assert values.tolist() == (columns["x"][ids[:, 0]] - columns["x"][ids[:, 1]]).tolist()


def closer(first: Columns, second: Columns) -> Any:
    with pytest.raises(ValueError, match="read-only"):
        first.x += 1
    return first.x - second.x


# --- calls that come twice, or to an actor that was restarted ------------------------------------


def test_a_call_that_comes_twice_is_carried_out_once() -> None:
    world, _ = world_of(50)
    shard = world.shards[0]
    before = shard.arrays["x"].copy()
    first = shard.advance(2, moving(1, 0, 0.0), None, [1])
    after = shard.arrays["x"].copy()
    assert shard.advance(2, moving(1, 0, 0.0), None, [1]) is first
    assert shard.arrays["x"].tolist() == after.tolist() != before.tolist()
    stats = shard.settle(2, True, None)
    assert shard.settle(2, True, None) is stats
    assert shard.done == 2


def test_a_fresh_actor_says_that_it_has_no_state() -> None:
    shard = Shard(0, SHAPES, {})
    assert shard.advance(1, None, None, [1, 2]) == (StateLost(1, None),) * 4
    assert shard.settle(1, True, None) == StateLost(1, None)
    assert shard.ask(1, "pairs") == StateLost(1, None)
    assert shard.state(1) == StateLost(1, None)
    shard.restore(4, 0, split_evenly((0, 0, 1, 1), 1), None)
    assert shard.settle(5, True, None) == StateLost(5, 4)  # advance(5) was in another life
    assert shard.settle(5, True, StateLost(5, None)) == StateLost(5, None)


def test_a_shard_comes_back_from_its_checkpoint() -> None:
    world, _ = world_of(200)
    states = [pickle.loads(pickle.dumps(shard.state(1))) for shard in world.shards]
    for frame in range(3):
        world.carry_out([moving(1, frame, 5.0)] * 2)
    pairs, x = world.pairs(), world.column("x").tolist()
    for shard, state in zip(world.shards, states, strict=True):
        shard.restore(1, 0, world.regions, state)
    world.number = 1
    for frame in range(3):
        world.carry_out([moving(1, frame, 5.0)] * 2)
    assert (world.pairs(), world.column("x").tolist()) == (pairs, x)


class Counter:
    """A room."""

    def setup(self, number: int) -> None:
        if number == 13:
            raise ValueError("unlucky")
        self.total = number

    def step(self, inputs: Any) -> int:
        if inputs == "fail":
            raise KeyError("fail")
        self.total += inputs or 0
        return self.total


def test_a_host_carries_out_each_call_once() -> None:
    host = RoomHost(Counter)
    assert host.do(1, Open([1])) == StateLost(1, None)
    host.restore(None)
    assert host.do(1, Open([1, 2, 13])).errors.keys() == {13}
    for _ in range(2):  # sent twice
        assert host.do(2, Step({1: 5})).values == {1: 6, 2: 2}
    assert host.do(4, Step({})) == StateLost(4, 2)
    checkpoint = pickle.loads(pickle.dumps(host.checkpoint(2)))
    answer = host.do(3, Step({2: "fail"}))
    assert answer.values == {1: 6}
    assert isinstance(answer.errors[2].original(), KeyError)
    other = RoomHost(Counter)
    other.restore(checkpoint)
    assert other.do(3, Step({1: 1})).values == {1: 7, 2: 2}
    taken = other.do(4, Close([1], keep=True)).values
    host.do(4, Adopt({5: taken[1]}))
    assert host.do(5, Step({})).values == {1: 6, 2: 2, 5: 7}


class Stubborn(Counter):
    """A room that can't be pickled."""

    def __getstate__(self) -> Any:
        raise RuntimeError("no")


def test_a_room_that_cannot_be_pickled_stays() -> None:
    host = RoomHost(Stubborn)
    host.restore(None)
    host.do(1, Open([4]))
    assert host.do(2, Close([4], keep=True)).errors.keys() == {4}
    assert list(host.rooms) == [4]
    failed = host.checkpoint(2)
    assert isinstance(failed, UserCodeError)
    assert "room 4" in str(failed)


class Shot(Sprite):
    collision = Circle(0, 0, 4)
    vx = Number(2.0)


class Arena:
    """A room that offers a World. Only that is saved, so what else it has is made by `setup`."""

    made = 0

    def setup(self, number: int) -> None:
        self.wall = Sprite(60, 0, collision=Rect(0, -9, 5, 30))
        self.shots = Group(Shot(k) for k in range(number))
        self.met = Overlaps(self.shots, self.wall)
        self.taken = 0
        self.note: Any = "new"
        members = (self.shots, self.wall, self.met, self)
        self.world = spritecol.World(*members, columns=["taken"], attributes=["note"])

    def make(self, name: str) -> Sprite:
        Arena.made += 1
        return {"Shot": Shot}[name]()

    def step(self, inputs: Any) -> Any:
        if inputs == "clock":
            self.note = object()
        self.taken += 1
        self.shots.add(Shot(self.taken, inputs or 0))
        self.shots.x += self.shots.column("vx")
        changes = self.met.update()
        for shot in [shot for shot in self.shots if shot.x > 80]:
            shot.vanish()
        return self.taken, self.shots.x.tolist(), len(changes.entered), self.world.digest()


def test_a_room_with_a_world_comes_back_from_its_state() -> None:
    host, twin = RoomHost(Arena), RoomHost(Arena)
    for each in (host, twin):
        each.restore(None)
        each.do(1, Open([3, 7]))
    for number in range(2, 50):
        work = Step({3: number % 5})
        assert host.do(number, work) == twin.do(number, work)
    Arena.made = 0
    saved = host.checkpoint(49)
    assert isinstance(saved, Checkpoint)
    saved = pickle.loads(pickle.dumps(saved))
    assert not saved.data.tobytes().startswith(b"\x80")  # no pickles
    lost = RoomHost(Arena)
    lost.restore(saved)
    assert Arena.made > 10
    for number in range(50, 90):
        work = Step({7: number % 3})
        assert lost.do(number, work) == twin.do(number, work)
    taken = lost.do(90, Close([7], keep=True))
    assert not taken.errors  # type: ignore[union-attr]
    other = RoomHost(Arena)
    other.restore(None)
    other.do(1, Adopt(taken.values))  # type: ignore[union-attr]
    twin.do(90, Close([3], keep=False))
    for number in range(40):
        assert other.do(2 + number, Step({})) == twin.do(91 + number, Step({}))


def test_a_world_that_cannot_be_saved_as_a_whole_is_no_checkpoint() -> None:
    host = RoomHost(Arena)
    host.restore(None)
    host.do(1, Open([2]))
    host.do(2, Step({2: "clock"}))
    failed = host.checkpoint(2)
    assert isinstance(failed, UserCodeError)
    assert "World of a Arena can't be saved as a whole" in str(failed)
    assert host.do(3, Close([2], keep=True)).errors.keys() == {2}  # type: ignore[union-attr]
    assert list(host.rooms) == [2]


def test_a_room_that_cannot_be_made_again_is_named() -> None:
    class Narrow(Arena):
        def make(self, name: str) -> Sprite:
            raise LookupError(name)

    host = RoomHost(Narrow)
    host.restore(None)
    host.do(1, Open([1, 2]))
    assert host.restore(host.checkpoint(1)) is None  # type: ignore[arg-type]
    host.do(2, Step({}))
    failed = host.restore(host.checkpoint(2))  # type: ignore[arg-type]
    assert isinstance(failed, UserCodeError)
    assert "make('Shot') has raised LookupError('Shot')" in str(failed)
    assert "while room 1 was restored" in str(failed)
    assert host.done == 2
    assert list(host.rooms) == [1, 2]


def test_a_room_with_a_world_needs_a_method_that_makes_what_comes() -> None:
    class Fixed(Arena):
        make = None  # type: ignore[assignment]

    host = RoomHost(Fixed)
    host.restore(None)
    error = host.do(1, Open([2])).errors[2]  # type: ignore[union-attr]
    assert "needs a method make(name)" in str(error)
    assert not host.rooms


# --- columns ------------------------------------------------------------------------------------


def test_columns_refuse_what_is_not_there() -> None:
    columns = Columns(np.arange(3), {"x": np.zeros(3)}, 0)
    with pytest.raises(AttributeError, match="there is no column 'vx'"):
        columns.vx  # noqa: B018
    with pytest.raises(AttributeError, match="there is no column 'speed'"):
        columns.speed = 1
    with pytest.raises(ValueError, match=r"x must be one value or an array of shape \(3,\)"):
        columns.x = [1, 2]
    with pytest.raises(ValueError, match="read-only"):
        columns.ids[0] = 1
    with pytest.raises(IndexError):
        columns.remove([3])


@pytest.mark.parametrize(
    ("values", "name", "kind", "error", "words"),
    [
        ([1, np.nan], "x", FLOAT, ValueError, "x must be finite and at most 1e12, got nan at 1"),
        (2e12, "y", FLOAT, ValueError, "y must be finite"),
        ([1, 2, 3], "x", FLOAT, ValueError, r"shape \(2,\), got shape \(3,\)"),
        ("one", "x", FLOAT, TypeError, "x must be numbers"),
        ([True, False], "x", FLOAT, TypeError, "x must be numbers"),
        ([1, 300], "team", np.dtype(np.int8), ValueError, "team must fit int8, got 300"),
        (1.5, "team", np.dtype(np.int8), ValueError, "team must fit int8, got 1.5"),
    ],
)
def test_columns_are_checked(
    values: Any, name: str, kind: Any, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        as_column(values, name, kind, 2)


# --- what Ray says ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raised", "expected"),
    [
        (exceptions.ActorDiedError(), LostError),
        (exceptions.ActorUnavailableError("away", b"0" * 16), LostError),
        (exceptions.ObjectLostError("0" * 56, None, ""), LostError),
        (exceptions.NodeDiedError("gone"), LostError),
        (exceptions.ObjectStoreFullError("full"), MemoryError),
        (exceptions.OutOfDiskError("full"), MemoryError),
        (exceptions.GetTimeoutError("late"), TimeoutError),
    ],
    ids=lambda each: each.__name__ if isinstance(each, type) else type(each).__name__,
)
def test_errors_of_ray_are_told_apart(
    raised: Exception, expected: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def get(reference: Any, timeout: float | None) -> Any:
        raise raised

    monkeypatch.setattr(_actors.ray, "get", get)
    with pytest.raises(expected):
        _actors.answer_of(None)
    if expected is MemoryError:
        error = as_shard_error(ShardFullError(1, "full"), 3)
        assert (str(error), error.shard) == ("shard 1, frame 3: memory is full: full", 1)
        assert str(as_shard_error(raised, 3)).startswith("frame 3: memory is full: ")


# --- progress -----------------------------------------------------------------------------------


class Terminal(StringIO):
    """Says that it is one."""

    def isatty(self) -> bool:
        return True


def test_a_table_is_written_over_the_last_one() -> None:
    stats = WorldStats(
        7,
        0.1,
        tuple(
            ShardStats(shard, (0, 0, 1, 1), 1000, 10, 1, 2000, 100.0 + shard, 1, 2, 3, 1_500_000)
            for shard in range(2)
        ),
    )
    assert stats.line(12.3) == (
        "frame 7 | 2 shards | 2,000 sprites | 4,000 pairs | 12 ms a frame | 3.0 MB exchanged"
    )
    terminal = Terminal()
    progress = Progress("table", terminal)
    assert progress.due()
    for _ in range(2):
        progress.show(stats.line(12.3), stats.rows())
    progress.close()
    assert not progress.due()
    first, second = terminal.getvalue().split("\x1b[2F")
    assert first.count("\n") == 2
    assert second.count("1,000 sprites") == 2
    plain = StringIO()
    Progress("table", plain).show("line", ["row"])
    assert plain.getvalue() == "line\n"
