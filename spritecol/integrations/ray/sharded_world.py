"""`ShardedWorld`: one world over many of Ray's actors, as its driver sees it.

Whatever changes the world is an operation. It is sent to all shards in two calls each: `advance`,
which changes what the shard owns and returns packets, and `settle`, which takes in the packets of
the others. Ray brings each packet from shard to shard; the driver holds references only.

The driver keeps a checkpoint (the columns of all shards after the same operation) and the
operations since. When an actor, a node or an object is lost, all shards go back to the checkpoint
and repeat them. All, and not only the one that was lost: what shards have sent each other belongs
together even where the user's function does not give the same twice.
"""

from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt
import ray

from spritecol._numbers.range_check import shown
from spritecol.integrations.ray import _actors
from spritecol.integrations.ray._actors import LostError, Place, UserCodeError, answer_of
from spritecol.integrations.ray._progress import Progress, bar, bytes_text
from spritecol.integrations.ray.columns import DEFAULTS, POSE, Array, as_column, kinds_of
from spritecol.integrations.ray.regions import (
    Bounds,
    Regions,
    shares,
    split_by_load,
    split_evenly,
)
from spritecol.integrations.ray.shard import (
    Add,
    Assign,
    Change,
    Move,
    Remove,
    Shard,
    ShardStats,
    State,
)
from spritecol.shapes import Shape
from spritecol.sprites.sprite import Sprite

Ids = npt.NDArray[np.int64]

ALL_TO_ALL = 8
"""Up to so many shards each sends a packet to each other one. With more, packets go to neighbors,
and the driver first asks whether there are any for others, which takes one more round."""

SAMPLE = 20_000
"""So many places tell, over all shards, where the world is cut."""

PATIENCE = 10
"""Frames from one cut to the next. It doubles while cutting does not help."""

WORTH_CUTTING = 500
"""Sprites a shard. Below, the load is not evened out: calls cost more than sprites."""


class ShardError(RuntimeError):
    """A shard could not do what it was asked. `__cause__` is what was raised.

    Attributes:
        shard: its number; None if it is not known.
        frame: the frame at which it happened, counted from 1; 0 before the first step.
    """

    def __init__(self, message: str, shard: int | None, frame: int) -> None:
        super().__init__(message)
        self.shard, self.frame = shard, frame


@attrs.frozen
class WorldStats:
    """What the last frame took.

    Attributes:
        frame: how many steps the world has taken.
        seconds: time of the frame, as the driver has seen it.
        shards: the same shard by shard.
    """

    frame: int
    seconds: float
    shards: tuple[ShardStats, ...]

    @property
    def sprites(self) -> int:
        """How many sprites there are."""
        return sum(shard.sprites for shard in self.shards)

    @property
    def ghosts(self) -> int:
        """How many copies of sprites lie in the parts of others."""
        return sum(shard.ghosts for shard in self.shards)

    @property
    def pairs(self) -> int:
        """How many pairs hit; -1 if nothing has asked for them yet."""
        return -1 if self.shards[0].pairs < 0 else sum(shard.pairs for shard in self.shards)

    @property
    def handed_over(self) -> int:
        """How many sprites have changed their shard."""
        return sum(shard.handed_over for shard in self.shards)

    @property
    def bytes_sent(self) -> int:
        """The size of all that the shards have sent to each other."""
        return sum(shard.bytes_sent for shard in self.shards)


@attrs.frozen(eq=False)
class _Operation:
    """A change of the world, as it is sent and logged."""

    changes: tuple[Change, ...]  # by shard; those beyond the last do nothing
    regions: Regions | None  # new parts, which hold from this operation on
    find: bool  # whether pairs are found at once


@attrs.frozen(eq=False)
class _Checkpoint:
    """All shards after the same operation.

    The arrays lie in Ray's object store. As long as they are referred to here, the driver's node
    keeps them, also when the node is lost on which they were made.
    """

    number: int
    frame: int
    regions: Regions
    states: tuple[State, ...]


class ShardedWorld:
    """One world of sprites over many of Ray's actors.

    Each actor, a shard, owns the sprites whose position lies in its part of the world. The parts
    are cut so that the load is even, and cut again as crowds move. Sprites are rows of columns, as
    in a `Group`, and have an id, which stays the same when they change their shard.

    The results do not depend on the number of shards: `pairs` gives the ids of exactly those pairs
    that `Group.pair_indices` would find in one process.

    When an actor dies, Ray starts it again, on another node if need be. The world goes back to the
    last checkpoint and repeats the steps since. So functions that move sprites must depend on
    nothing but columns, ids, the frame's number and their arguments, row by row: sprites come in
    another order in each shard.

    Ray is started on this machine unless the program has called `ray.init` before.

    Args:
        bounds: left, top, right, bottom of the area that the first parts divide. Sprites beyond it
            are kept and found.
        shards: the number of actors, that is of processes.
        shapes: the shapes that sprites may have: a sequence, each item of which is what
            `Sprite.collision` takes. The column `shape` tells which of them a sprite has.
        columns: the dtypes of more columns, by name, such as `{"vx": float, "team": "int8"}`.
            `collision_layer` and `collision_mask`, if they are among them, are the sprites'
            attributes of that name, of dtype uint64.
        checkpoint_every: after how many operations all columns are saved. Less often costs less
            time while all goes well, and more steps to repeat after a failure.
        balance: the parts are cut again when the largest load exceeds the mean by this factor.
        timeout: seconds to wait for the shards' answers at most; None waits as long as it takes.
        actor_options: options for Ray's actors, such as `{"num_cpus": 1}`; see the documentation of
            Ray's `ActorClass.options`.
        progress: "line" shows how the run goes in one line of the terminal, "table" adds one for
            each shard, None (the default) shows nothing.

    Raises:
        TypeError: an argument is of another type.
        ValueError: an argument is out of range, or a shape is invalid.

    >>> import ray
    >>> from spritecol import Circle
    >>> def move(sprites):
    ...     sprites.x += sprites.vx
    >>> _ = ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR")
    >>> with ShardedWorld((0, 0, 100, 100), 2, shapes=[Circle(0, 0, 5)],
    ...                   columns={"vx": float}) as world:
    ...     ids = world.add([20, 60, 68], 50, vx=[30, 0, 0])
    ...     before = world.pairs().tolist()
    ...     _ = world.step(move)
    ...     before, world.pairs().tolist()
    ([[1, 2]], [[0, 1], [1, 2]])
    >>> ray.shutdown()
    """

    def __init__(
        self,
        bounds: Sequence[float],
        shards: int,
        *,
        shapes: Sequence[Any] | Shape,
        columns: Mapping[str, Any] | None = None,
        checkpoint_every: int = 50,
        balance: float = 1.25,
        timeout: float | None = None,
        actor_options: Mapping[str, Any] | None = None,
        progress: str | None = None,
    ) -> None:
        self._regions = split_evenly(checked_bounds(bounds), whole(shards, "shards", 1))
        self._shapes = [shapes] if isinstance(shapes, Shape) else list(shapes)
        for shape in self._shapes:
            Sprite(collision=shape)  # raises what is wrong with it
        if not self._shapes:
            raise ValueError("shapes must hold one shape at least")
        self._kinds = kinds_of(columns or {})
        self._every = whole(checkpoint_every, "checkpoint_every", 1)
        if not balance > 1:
            raise ValueError(f"balance must be more than 1, got {balance}")
        self._balance = float(balance)
        self._timeout = timeout
        self._options = dict(actor_options or {})
        self._progress = Progress(progress)
        self._shown = (perf_counter(), 0)
        self._next_id = 0
        self._frame = 0
        self._number = 0  # of the last operation
        self._log: list[_Operation] = []
        self._function: tuple[int, bytes] = (0, b"")
        self._knows: dict[int, int] = {}  # by shard, which function it has
        self._torn = True  # whether the shards must be restored before they are asked
        self._recut_at = 0
        self._patience = PATIENCE
        self._closed = False
        self._failures = 0
        _actors.start_ray()
        self._actors = [self._start_actor(number) for number in range(shards)]
        self._checkpoint = _Checkpoint(0, 0, self._regions, ())
        self._stats = WorldStats(0, 0.0, ())
        try:
            self._restore()
            self._carry_out(_Operation((), None, False))
        except BaseException:
            self.close()
            raise

    # --- sprites --------------------------------------------------------------------------------

    def add(
        self,
        x: npt.ArrayLike,
        y: npt.ArrayLike,
        *,
        shape: npt.ArrayLike = 0,
        angle: npt.ArrayLike = 0.0,
        scale_x: npt.ArrayLike = 1.0,
        scale_y: npt.ArrayLike = 1.0,
        **columns: npt.ArrayLike,
    ) -> Ids:
        """Add sprites.

        Args:
            x, y: positions, in pixels: arrays of shape (n,), or one number for all.
            shape: which of the world's shapes they have.
            angle: in degrees, clockwise.
            scale_x, scale_y: factors.
            **columns: the world's own columns; 0 if they are not given.

        Returns:
            Their ids, ascending, an int64 array of shape (n,). No id is used twice.

        Raises:
            TypeError: there is no such column, or values are no numbers.
            ValueError: values are out of range, or of another shape. Then nothing is added.
        """
        given = {"x": x, "y": y, "shape": shape, "angle": angle}
        given |= {"scale_x": scale_x, "scale_y": scale_y, **columns}
        count = max((np.size(each) for each in given.values() if np.ndim(each)), default=1)
        self._demand_open()
        rows = self._checked(given, count)
        for name, kind in self._kinds.items():
            rows.setdefault(name, np.full(count, DEFAULTS.get(name, 0), kind))
        rows["ids"] = np.arange(self._next_id, self._next_id + count)
        regions = None
        if len(self) == 0 and count:
            some = slice(None, None, max(1, count // SAMPLE))
            places = rows["x"][some], rows["y"][some]
            regions = split_by_load(*places, np.ones(len(places[0])), len(self._actors))
        owners = (regions or self._regions).locate(rows["x"], rows["y"])
        changes = []
        for number in range(len(self._actors)):
            mine = np.flatnonzero(owners == number)
            changes.append(Add({name: array[mine] for name, array in rows.items()}))
        self._carry_out(_Operation(tuple(changes), regions, False))
        self._next_id += count
        ids: Ids = rows["ids"]
        return ids

    def remove(self, ids: npt.ArrayLike) -> None:
        """Remove sprites.

        Args:
            ids: their ids, shape (n,).

        Raises:
            KeyError: there is no such sprite. Then none is removed.
        """
        chosen = self._demand_ids(ids)
        self._carry_out(_Operation((Remove(chosen),) * len(self._actors), None, False))

    def assign(self, ids: npt.ArrayLike, **columns: npt.ArrayLike) -> None:
        """Write columns of some sprites.

        Args:
            ids: their ids, shape (n,), each once.
            **columns: new values, one number or an array of shape (n,) each.

        Raises:
            KeyError: there is no such sprite. Then nothing is written.
            TypeError: there is no such column, or values are no numbers.
            ValueError: values are out of range or of another shape, or an id is given twice.
        """
        chosen = self._demand_ids(ids)
        if len(np.unique(chosen)) != len(chosen):
            raise ValueError("ids must be given once each")
        change = Assign(chosen, self._checked(columns, len(chosen)))
        self._carry_out(_Operation((change,) * len(self._actors), None, False))

    def columns(self, *names: str) -> dict[str, Array]:
        """Read columns of all sprites.

        Args:
            *names: which.

        Returns:
            The columns by name, and the sprites' ids as `ids`, all in ascending order of the ids.

        Raises:
            TypeError: there is no such column.
        """
        for name in names:
            self._demand_column(name)
        parts = self._ask("rows", names)
        found = {name: np.concatenate([part[name] for part in parts]) for name in ("ids", *names)}
        order = np.argsort(found["ids"])
        return {name: array[order] for name, array in found.items()}

    def __len__(self) -> int:
        return self._stats.sprites

    # --- frames ---------------------------------------------------------------------------------

    def step(self, move: Callable[..., object], *arguments: Any) -> WorldStats:
        """Move all sprites, hand over those that have crossed a cut, and find the pairs.

        Args:
            move: a function `move(sprites, *arguments)`, called once in each shard with its
                sprites as `Columns`. It changes them in place; what it returns is ignored.
            *arguments: passed to it; they must be picklable.

        Returns:
            What the frame took.

        Raises:
            ShardError: the function has raised an exception, or left a value out of range. The
                world is as it was before.
            TimeoutError: a shard has not answered in time. The world is as it was before.
        """
        if not callable(move):
            raise TypeError(f"move must be a function, got {shown(move)}")
        self._demand_open()
        pickled = self._pickled(move, arguments)
        if pickled != self._function[1]:
            self._function = self._function[0] + 1, pickled
        begun = perf_counter()
        change = Move(self._function[0], self._function[1], self._frame)
        regions = self._new_parts()
        self._carry_out(_Operation((change,) * len(self._actors), regions, True))
        self._stats = attrs.evolve(self._stats, seconds=perf_counter() - begun)
        self._show()
        return self._stats

    def pairs(self) -> Ids:
        """All pairs of sprites that hit, as ids.

        Returns:
            An int64 array of shape (k, 2). Each pair comes once, the smaller id first, and the
            rows are in ascending order.
        """
        found = np.concatenate(self._ask("pairs"))
        ids: Ids = found[np.lexsort((found[:, 1], found[:, 0]))]
        return ids

    def map_pairs(self, function: Callable[..., Any], *arguments: Any) -> tuple[Ids, Any]:
        """Call a function on all pairs that hit, each where it was found.

        Args:
            function: `function(first, second, *arguments)`, called once in each shard with its
                pairs as two `Columns` of the same length, which can't be written. It returns an
                array with one row a pair, or None.
            *arguments: passed to it; they must be picklable.

        Returns:
            The pairs as `pairs()` gives them, and what the function has returned for them, in the
            same order; None if it has returned None.

        Raises:
            ShardError: the function has raised an exception.
        """
        if not callable(function):
            raise TypeError(f"function must be a function, got {shown(function)}")
        parts = self._ask("map_pairs", self._pickled(function, arguments))
        ids = np.concatenate([pairs for pairs, _ in parts])
        order = np.lexsort((ids[:, 1], ids[:, 0]))
        given = [values for _, values in parts if values is not None]
        return ids[order], np.concatenate(given)[order] if len(given) == len(parts) else None

    # --- questions about a place ----------------------------------------------------------------

    def query_box(self, left: float, top: float, right: float, bottom: float) -> Ids:
        """The sprites that hit a box, as `Group.check` would find them.

        Args:
            left, top, right, bottom: its sides, in pixels.

        Returns:
            Their ids, ascending.

        Raises:
            ValueError: a number is not finite or beyond 1e12, or the box is turned inside out.
        """
        box = checked_bounds((left, top, right, bottom))
        parts = self._ask("box", box, shards=self._regions.touching(box))
        ids: Ids = np.unique(np.concatenate(parts))
        return ids

    # --- shards ---------------------------------------------------------------------------------

    def reshard(self, shards: int) -> None:
        """Change the number of shards: start actors, or stop some, and cut the world anew.

        Args:
            shards: how many there shall be.
        """
        before, after = len(self._actors), whole(shards, "shards", 1)
        self._demand_open()
        if after > before:
            self._actors += [self._start_actor(number) for number in range(before, after)]
            self._torn = True  # the new ones get the state of an empty shard
        self._carry_out(_Operation((), self._cut(after), False))
        self._save()
        for actor in self._actors[after:]:
            _actors.stop_actor(actor)
        del self._actors[after:]
        self._checkpoint = attrs.evolve(self._checkpoint, states=self._checkpoint.states[:after])
        self._stats = attrs.evolve(self._stats, shards=self._stats.shards[:after])

    @property
    def stats(self) -> WorldStats:
        """What the last frame took."""
        return self._stats

    @property
    def frame(self) -> int:
        """How many steps the world has taken."""
        return self._frame

    def places(self) -> list[Place]:
        """Where each shard runs, in the order of their numbers."""
        self._demand_open()
        return [answer_of(each) for each in [actor.place.remote() for actor in self._actors]]

    def close(self) -> None:
        """Stop all actors. Their sprites are gone. Ray itself goes on."""
        if not self._closed:
            self._closed = True
            self._progress.close()
            for actor in self._actors:
                _actors.stop_actor(actor)

    def __enter__(self) -> "ShardedWorld":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # --- operations -----------------------------------------------------------------------------

    def _start_actor(self, number: int) -> Any:
        return _actors.start_actor(Shard, self._options, number, self._shapes, self._kinds, 1)

    def _carry_out(self, operation: _Operation) -> None:
        """Send an operation to all shards until it is done, and log it."""
        self._demand_open()
        while True:
            try:
                self._mend()
                self._torn = True
                stats = self._send(operation)
            except LostError as error:
                self._count_failure(error)
                continue
            except UserCodeError as error:
                raise ShardError(
                    f"shard {error.where}, frame {self._frame + 1}: {error.text}",
                    error.where,
                    self._frame + 1,
                ) from error.original()
            except MemoryError as error:
                raise self._failure(f"memory is full: {error}") from error
            self._torn = False
            break
        self._failures = 0
        self._log.append(operation)
        self._frame += any(isinstance(change, Move) for change in operation.changes)
        self._stats = WorldStats(self._frame, 0.0, stats)
        if len(self._log) >= self._every:
            self._save()

    def _send(self, operation: _Operation) -> tuple[ShardStats, ...]:
        """Both calls of an operation, to all shards."""
        number, count = self._number + 1, len(self._actors)
        if operation.regions is not None:
            self._regions = operation.regions
        everyone = range(count)
        # Neighbors by the new parts: they decide what is sent where.
        near = [
            [other for other in everyone if other != shard]
            if count <= ALL_TO_ALL
            else self._regions.neighbors(shard)
            for shard in everyone
        ]
        sent = []
        for shard, actor in enumerate(self._actors):
            change = operation.changes[shard] if shard < len(operation.changes) else None
            if isinstance(change, Move) and change.key == self._knows.get(shard):
                change = attrs.evolve(change, pickled=None)
            advance = actor.advance.options(num_returns=2 + len(near[shard]))
            sent.append(advance.remote(number, change, operation.regions, near[shard]))
        # Each needs its own first answer, too, so that an error there is an error here.
        packets: list[list[Any]] = [[sent[shard][0]] for shard in everyone]
        for shard in everyone:
            for other, packet in zip(near[shard], sent[shard][2:], strict=True):
                packets[other].append(packet)
        if count > ALL_TO_ALL:
            for shard in everyone:
                for other, rows in answer_of(sent[shard][1], self._timeout).items():
                    packets[other].append(rows)
        asked = [
            actor.settle.remote(number, operation.find, *packets[shard])
            for shard, actor in enumerate(self._actors)
        ]
        stats = tuple(self._answer(shard, answer) for shard, answer in enumerate(asked))
        self._number = number
        for shard, change in enumerate(operation.changes):
            if isinstance(change, Move):
                self._knows[shard] = change.key
        return stats

    def _answer(self, shard: int, reference: Any) -> Any:
        try:
            return answer_of(reference, self._timeout)
        except TimeoutError as error:
            raise TimeoutError(
                f"shard {shard} has not answered in frame {self._frame + 1} within "
                f"{self._timeout} s; it may wait for a free node, or be slow"
            ) from error

    def _ask(self, question: str, *arguments: Any, shards: Sequence[int] | None = None) -> list[Any]:
        """Ask some shards about the present."""
        self._demand_open()
        while True:
            try:
                self._mend()
                chosen = range(len(self._actors)) if shards is None else shards
                asked = [
                    (shard, self._actors[shard].ask.remote(self._number, question, *arguments))
                    for shard in chosen
                ]
                found = [self._answer(shard, reference) for shard, reference in asked]
            except LostError as error:
                self._torn = True
                self._count_failure(error)
            except UserCodeError as error:
                raise ShardError(
                    f"shard {error.where}, frame {self._frame}: {error.text}",
                    error.where,
                    self._frame,
                ) from error.original()
            except MemoryError as error:
                raise self._failure(f"memory is full: {error}") from error
            else:
                self._failures = 0
                return found

    # --- failures -------------------------------------------------------------------------------

    def _failure(self, text: str) -> ShardError:
        numbers = f"shards 0 to {len(self._actors) - 1}"
        return ShardError(f"{numbers}, frame {self._frame + 1}: {text}", None, self._frame + 1)

    def _count_failure(self, error: LostError) -> None:
        self._torn = True
        self._failures += 1
        if self._failures > _actors.ATTEMPTS:
            self._failures = 0
            raise self._failure(f"lost {_actors.ATTEMPTS + 1} times in a row: {error}") from error

    def _mend(self) -> None:
        """Bring the shards to the state after the last operation, if they may not be in it."""
        if self._torn:
            self._restore()
            for operation in self._log:
                self._send(attrs.evolve(operation, find=False))
            self._torn = False

    def _restore(self) -> None:
        """Give all shards the last checkpoint."""
        checkpoint = self._checkpoint
        for shard, actor in enumerate(self._actors):
            try:
                self._answer(shard, actor.place.remote())  # waits until Ray has restarted it
            except LostError:
                self._actors[shard] = self._start_actor(shard)  # Ray has given it up
        states = {**dict(enumerate(checkpoint.states))}
        asked = [
            actor.restore.options(max_task_retries=0).remote(
                checkpoint.number, checkpoint.frame, checkpoint.regions, states.get(shard)
            )
            for shard, actor in enumerate(self._actors)
        ]
        for shard, reference in enumerate(asked):
            self._answer(shard, reference)
        self._number = checkpoint.number
        self._regions = checkpoint.regions
        self._knows.clear()

    def _save(self) -> None:
        """Make a checkpoint. Where that fails, the last one and a longer log serve as before."""
        try:
            asked = [actor.state.remote(self._number) for actor in self._actors]
            states = tuple(self._answer(shard, each) for shard, each in enumerate(asked))
        except LostError:
            self._torn = True
            return
        self._checkpoint = _Checkpoint(self._number, self._frame, self._regions, states)
        self._log.clear()

    # --- the load -------------------------------------------------------------------------------

    def _new_parts(self) -> Regions | None:
        """New parts, if the load is uneven."""
        loads = [shard.load for shard in self._stats.shards]
        if len(loads) < 2 or len(self) < WORTH_CUTTING * len(loads):
            return None
        if shares(loads) <= self._balance:
            self._patience = PATIENCE
            return None
        if self._frame < self._recut_at:
            return None
        self._recut_at = self._frame + self._patience
        self._patience *= 2
        return self._cut(len(self._actors))

    def _cut(self, shards: int) -> Regions:
        """Parts of even load for the sprites as they are."""
        parts = self._ask("sample", max(1, SAMPLE // len(self._actors)))
        x, y, load = (np.concatenate(each) for each in zip(*parts, strict=True))
        return split_by_load(x, y, load, shards)

    # --- arguments ------------------------------------------------------------------------------

    def _pickled(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> bytes:
        try:
            return bytes(ray.cloudpickle.dumps((function, arguments)))
        except Exception as error:
            raise TypeError(
                f"the function {shown(function)} and its arguments must be picklable: {error}"
            ) from error

    def _checked(self, given: Mapping[str, npt.ArrayLike], count: int) -> dict[str, Array]:
        rows = {}
        for name, values in given.items():
            kind = self._demand_column(name)
            rows[name] = as_column(values, name, kind, count)
        if "shape" in rows and count:
            low, high = rows["shape"].min(), rows["shape"].max()
            if low < 0 or high >= len(self._shapes):
                wrong = low if low < 0 else high
                raise ValueError(f"shape must be from 0 to {len(self._shapes) - 1}, got {wrong}")
        return rows

    def _demand_column(self, name: str) -> np.dtype[Any]:
        if name == "shape":
            return np.dtype(np.int32)
        if name in POSE:
            return np.dtype(np.float64)
        if name not in self._kinds:
            known = ", ".join((*POSE, "shape", *self._kinds))
            raise TypeError(f"there is no column {name!r}; there are {known}")
        return self._kinds[name]

    def _demand_ids(self, ids: npt.ArrayLike) -> Ids:
        chosen = np.asarray(ids)
        if chosen.size == 0:
            chosen = chosen.astype(np.int64)
        if chosen.dtype.kind not in "iu" or chosen.ndim != 1:
            raise TypeError(f"ids must be an array of ids, got {shown(ids)}")
        known = np.concatenate(self._ask("known", chosen))
        missing = np.setdiff1d(chosen, known)
        if len(missing):
            raise KeyError(f"there is no sprite with the id {missing[0]}")
        return chosen.astype(np.int64)

    def _demand_open(self) -> None:
        if self._closed:
            raise RuntimeError("this ShardedWorld is closed")

    def _show(self) -> None:
        if not self._progress.due():
            return
        then, frame = self._shown
        self._shown = now, _ = perf_counter(), self._frame
        stats = self._stats
        speed = 1000 * (now - then) / max(1, self._frame - frame)
        line = (
            f"frame {stats.frame} | {len(stats.shards)} shards | {stats.sprites:,} sprites | "
            f"{stats.pairs:,} pairs | {speed:.0f} ms a frame | "
            f"{bytes_text(stats.bytes_sent)} exchanged"
        )
        most = max(shard.load for shard in stats.shards) or 1
        rows = [
            f"{shard.shard:4} {bar(shard.load / most)} {shard.sprites:9,} sprites "
            f"{shard.ghosts:7,} ghosts {shard.pairs:9,} pairs {shard.move_ms + shard.find_ms:6.0f} ms"
            for shard in stats.shards
        ]
        self._progress.show(line, rows)


def checked_bounds(bounds: Sequence[float]) -> Bounds:
    """Four finite numbers in their order."""
    try:
        left, top, right, bottom = map(float, bounds)
    except (TypeError, ValueError):
        raise TypeError(f"left, top, right, bottom must be four numbers, got {shown(bounds)}") from None
    if not all(abs(number) <= 1e12 for number in (left, top, right, bottom)):
        raise ValueError(f"bounds must be finite and at most 1e12, got {shown(bounds)}")
    if left > right or top > bottom:
        raise ValueError(f"bounds must be left <= right and top <= bottom, got {shown(bounds)}")
    return left, top, right, bottom


def whole(value: object, name: str, least: int) -> int:
    """A whole number of at least `least`."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} must be a whole number, got {shown(value)}")
    if value < least:
        raise ValueError(f"{name} must be at least {least}, got {value}")
    return value
