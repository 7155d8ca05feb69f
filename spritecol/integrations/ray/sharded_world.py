"""`ShardedWorld`: one world on many of Ray's actors, as its driver sees it.

Each change of the world is one logged call in two halves. In `advance`, each shard changes the
sprites that it owns and answers with packets. `settle` hands each shard the packets of the other
shards.
"""

import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import inf
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt
import ray

from spritecol._support.arguments import arguments
from spritecol._support.range_check import shown, whole_number
from spritecol.integrations.ray import recovery
from spritecol.integrations.ray.ray_columns import (
    DEFAULTS,
    Array,
    SpriteRows,
    as_column,
    as_ids,
    check_shapes,
    kinds_of,
)
from spritecol.integrations.ray.ray_records import ShardError, WorldNear, WorldRayHit, WorldStats
from spritecol.integrations.ray.recovery import Crew, CrewError, LostError, Place
from spritecol.integrations.ray.regions import Parts, checked_region, shards_of, split_points
from spritecol.integrations.ray.shard import Shard
from spritecol.shapes import Shape
from spritecol.sprites.group import Group
from spritecol.sprites.sprite import Sprite

Ids = npt.NDArray[np.int64]

SAMPLE = 20_000
"""The number of sprites, over all shards, whose positions decide where the world is cut."""

RECUT = 10
"""The minimal number of frames from one cut to the next."""


class ShardedWorld:
    """One world of sprites on many of Ray's actors.

    Each actor is a shard and owns the sprites whose position is in its part of the world. The parts
    are cut so that each has equally many sprites, and cut again as sprites move. Sprites are rows
    of columns, as in a `Group`, and have an id, which stays the same when they change their shard.

    The results do not depend on the number of shards: `pairs` returns the ids of exactly the pairs
    that `Group.pair_indices` would find in one process.

    When an actor dies, another takes its place, on another node if necessary. The world goes back
    to the last checkpoint and repeats the steps since. So functions that move sprites must depend
    only on columns, ids, the frame's number and their arguments, row by row. The order of the
    sprites differs between shards.

    Ray is started on this machine unless the program has called `ray.init` before.

    Provisional: it may change in any minor version, see docs/guarantees.md.

    Args:
        bounds: left, top, right, bottom of the area that the first parts divide. Sprites beyond it
            are kept and found.
        shards: the number of actors, each of which is a process.
        shapes: the shapes that sprites may have: a sequence of values for `Sprite.collision`. The
            column `shape` is the index of the sprite's shape in it.
        columns: the dtypes of more columns, by name, such as `{"vx": float, "team": "int8"}`. If
            they include `collision_layer` and `collision_mask`, these are the sprites' attributes,
            of dtype uint64.
        checkpoint_every: after how many operations all columns are saved. Saving less often costs
            less time, but a failure repeats more steps.
        balance: the parts are cut again when one has this many times the mean number of sprites.
        timeout: seconds to wait for the shards' answers at most; None waits as long as it takes.
        actor_options: options for Ray's actors, such as `{"num_cpus": 1}`; see the documentation of
            Ray's `ActorClass.options`.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: an argument is out of range, or a shape is invalid.

    >>> import ray
    >>> from spritecol import Circle
    >>> def move(sprites):
    ...     sprites.x += sprites.vx
    >>> _ = ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR")
    >>> with ShardedWorld((0, 0, 100, 100), 2, shapes=[Circle(0, 0, 5)],
    ...                   columns={"vx": float}) as world:
    ...     ids = world.add([20, 60, 68], 50, vx=[32, 0, 0])
    ...     before = world.pairs().tolist()
    ...     _ = world.step(move)
    ...     before, world.pairs().tolist()
    ([[1, 2]], [[0, 1], [1, 2]])
    >>> ray.shutdown()
    """

    @arguments()
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
    ) -> None:
        left, top, right, bottom = checked_region(bounds)
        count = 4 * whole_number(shards, "shards", 1, inf)
        x, y = np.linspace((left, top), (right, bottom), count).T
        parts = split_points(x, y, shards)
        self._shapes = [shapes] if isinstance(shapes, Shape) else list(shapes)
        for shape in self._shapes:
            Sprite(collision=shape)  # raises an error if it is invalid
        if not self._shapes:
            raise ValueError("shapes must contain at least one shape")
        self._kinds = kinds_of(columns or {})
        if not balance > 1:
            raise ValueError(f"balance must be more than 1, got {balance}")
        self._balance = float(balance)
        self._every = whole_number(checkpoint_every, "checkpoint_every", 1, inf)
        self._next_id = 0
        self._recut_at = 0  # the first frame in which the parts may be cut again
        self._stats = WorldStats(0, 0.0, ())
        options = dict(actor_options or {})
        self._fleet = Crew(
            "this ShardedWorld is",
            lambda shard: recovery.start_actor(Shard, options, shard, self._shapes, self._kinds),
            together=True,
            timeout=timeout,
        )
        for shard in range(len(parts)):
            self._fleet.start(shard)
        try:
            self._change("stay", parts=parts)
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
        """Add sprites, and return their ids.

        Args:
            x: positions, in pixels: an array of shape (n,), or one number for all.
            y: positions, in the form of `x`.
            shape: the indexes of their shapes in the world's shapes.
            angle: rotations in degrees, clockwise.
            scale_x: factors along the local x axis.
            scale_y: factors along the local y axis.
            **columns: the world's own columns. Default 0.

        Returns:
            The ids of the new sprites, ascending: an int64 array of shape (n,). No id is used
            twice.

        Raises:
            TypeError: the column does not exist, or values are not numbers.
            ValueError: values are out of range or have the wrong shape. Then nothing is added.
        """
        given = {"x": x, "y": y, "shape": shape, "angle": angle}
        given |= {"scale_x": scale_x, "scale_y": scale_y, **columns}
        count = max((np.size(each) for each in given.values() if np.ndim(each)), default=1)
        rows = self._checked(given, count)
        for name, kind in self._kinds.items():
            rows.setdefault(name, np.full(count, DEFAULTS.get(name, 0), kind))
        rows["ids"] = np.arange(self._next_id, self._next_id + count)
        parts = None
        if len(self) == 0 and count:
            some = slice(None, None, count // SAMPLE + 1)
            parts = split_points(rows["x"][some], rows["y"][some], len(self._parts))
        owners = shards_of(parts or self._parts, rows["x"], rows["y"])
        each = [
            {name: rows[name][owners == shard] for name in rows} for shard in self._fleet.actors
        ]
        self._change("add", each=each, parts=parts)
        self._next_id += count
        ids: Ids = rows["ids"]
        return ids

    def remove(self, ids: npt.ArrayLike) -> None:
        """Remove sprites.

        Args:
            ids: their ids, shape (n,).

        Raises:
            KeyError: an id is unknown. Then no sprite is removed.
        """
        chosen = self._demand_ids(ids)
        self._change("remove", chosen)

    def assign(self, ids: npt.ArrayLike, **columns: npt.ArrayLike) -> None:
        """Write columns of some sprites.

        Args:
            ids: their ids, shape (n,), each once.
            **columns: new values, one number or an array of shape (n,) each.

        Raises:
            KeyError: an id is unknown. Then nothing is written.
            TypeError: the column does not exist, or values are not numbers.
            ValueError: values are out of range or have the wrong shape, or an id is given twice.
        """
        chosen = self._demand_ids(ids)
        if len(np.unique(chosen)) != len(chosen):
            raise ValueError("ids must be given once each")
        self._change("assign", chosen, self._checked(columns, len(chosen)))

    def columns(self, *names: str) -> dict[str, Array]:
        """Return columns of all sprites.

        Args:
            *names: the names of the columns.

        Returns:
            The columns by name, and the sprites' ids as `ids`, all in ascending order of the ids.

        Raises:
            TypeError: there is no such column.
        """
        for name in names:
            self._demand_column(name)
        parts = self._ask("columns", ("ids", *names))
        found = {name: np.concatenate([part[name] for part in parts]) for name in ("ids", *names)}
        order = np.argsort(found["ids"])
        return {name: array[order] for name, array in found.items()}

    def __len__(self) -> int:
        return self._stats.sprites

    # --- frames ---------------------------------------------------------------------------------

    def step(self, move: Callable[..., object], *arguments: Any) -> WorldStats:
        """Move all sprites, hand over those that have crossed a cut, and find the pairs.

        Args:
            move: a function `move(sprites, *arguments)`, called once in each shard with its sprites
                as `Columns`. It changes them in place, and its result is ignored.
            *arguments: passed to it; they must be picklable.

        Returns:
            The cost of the frame.

        Raises:
            ShardError: the function has raised an exception, or left a value out of range. The
                world is unchanged.
            TimeoutError: a shard has not answered in time. The world is unchanged.
            TypeError: `move` is not a function, or an argument cannot be pickled.
        """
        pickled = pickled_call(move, arguments, "move")
        parts = None
        counts = [shard.sprites for shard in self._stats.shards]
        if self.frame >= self._recut_at and max(counts) * len(counts) > self._balance * sum(counts):
            self._recut_at = self.frame + RECUT
            parts = self._cut(len(counts))
        self._change("move", pickled, self.frame, parts=parts)
        return self._stats

    def pairs(self) -> Ids:
        """Return all pairs of sprites that hit, as ids.

        Returns:
            An int64 array of shape (k, 2). Each pair is listed once, with the smaller id first, and
            the rows are in ascending order.
        """
        found = np.concatenate(self._ask("pairs"))
        ids: Ids = found[np.lexsort((found[:, 1], found[:, 0]))]
        return ids

    def map_pairs(self, function: Callable[..., Any], *arguments: Any) -> tuple[Ids, Any]:
        """Call a function on all pairs that hit, in the shards that found them.

        Args:
            function: `function(first, second, *arguments)`, called once in each shard with its
                pairs as two read-only `Columns` of the same length. It returns an array with one
                row per pair, or None.
            *arguments: passed to it; they must be picklable.

        Returns:
            The pairs as `pairs()` returns them, and the function's results for them in the same
            order, or None if it returned None.

        Raises:
            ShardError: the function has raised an exception.
        """
        pickled = pickled_call(function, arguments, "function")
        parts = self._ask("map_pairs", pickled, self.frame)
        ids = np.concatenate([pairs for pairs, _ in parts])
        order = np.lexsort((ids[:, 1], ids[:, 0]))
        given = [values for _, values in parts if values is not None]
        return ids[order], np.concatenate(given)[order] if len(given) == len(parts) else None

    # --- queries at a position ------------------------------------------------------------------

    def query_box(self, left: float, top: float, right: float, bottom: float) -> Ids:
        """Return the sprites that hit a box, as `Group.query_box` would.

        Args:
            left: the left side of the box, in pixels.
            top: the top side.
            right: the right side.
            bottom: the bottom side.

        Returns:
            The ids of these sprites, ascending.

        Raises:
            ValueError: a number is not finite or beyond 1e12, or the box is turned inside out.
        """
        box = checked_region((left, top, right, bottom))
        ids: Ids = np.unique(np.concatenate(self._ask("box", box)))
        return ids

    def raycast(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        *,
        radius: float = 0.0,
        hit_from_inside: bool = True,
        exclude: npt.ArrayLike = (),
    ) -> WorldRayHit | None:
        """Return the first hit of a ray from (x1, y1) to (x2, y2), as `Group.raycast` would.

        Args:
            x1: x of the start, in pixels.
            y1: y of the start.
            x2: x of the end.
            y2: y of the end.
            radius: in pixels. With more than 0, a disc moves from start to end instead of a point.
            hit_from_inside: if False, the ray ignores a shape in which it starts.
            exclude: ids of sprites to leave out.

        Returns:
            A `WorldRayHit`, or None. Among hits at the same position, the smallest id wins.

        Raises:
            ValueError: a number is not finite or beyond 1e12, or the radius is negative.
        """
        Group().raycast(x1, y1, x2, y2, radius=radius)  # raises an error for an invalid number
        found = self._ask("ray", (x1, y1, x2, y2), radius, hit_from_inside, as_ids(exclude))
        hits = [hit for hit in found if hit is not None]
        return min(hits, key=lambda hit: (hit.fraction, hit.id), default=None)

    def nearest(
        self,
        x: float,
        y: float,
        *,
        max_distance: float = inf,
        exclude: npt.ArrayLike = (),
    ) -> WorldNear | None:
        """Return the sprite nearest to a point, as `Group.nearest` would.

        Args:
            x: x of the point, in pixels.
            y: y of the point, in pixels.
            max_distance: in pixels; sprites beyond it are not found.
            exclude: ids of sprites to leave out.

        Returns:
            A `WorldNear`, or None. Among sprites at the same distance, the smallest id wins.

        Raises:
            ValueError: a coordinate is not finite or beyond 1e12, or `max_distance` is negative.
        """
        Group().nearest(x, y, max_distance=max_distance)  # raises an error for an invalid number
        found = self._ask("near", x, y, max_distance, as_ids(exclude))
        nears = [near for near in found if near is not None]
        return min(nears, key=lambda near: (near.distance, near.id), default=None)

    # --- shards ---------------------------------------------------------------------------------

    def reshard(self, shards: int) -> None:
        """Change the number of shards: start or stop actors, and cut the world again.

        Args:
            shards: the new number of shards.

        Raises:
            TypeError: `shards` is not a whole number.
            ValueError: `shards` is less than 1.
            RuntimeError: the world is closed.
        """
        after = whole_number(shards, "shards", 1, inf)
        before = len(self._fleet.actors)
        for shard in range(before, after):
            self._fleet.start(shard)
        self._change("stay", parts=self._cut(after))
        if after < before:
            with self._errors(self.frame):
                self._fleet.save()  # the remaining shards may need the others to repeat them
            self._fleet.stop(*range(after, before))

    @property
    def stats(self) -> WorldStats:
        """The cost of the last frame."""
        return self._stats

    @property
    def frame(self) -> int:
        """How many steps the world has taken."""
        return self._stats.frame

    def places(self) -> list[Place]:
        """Return where each shard runs.

        Returns:
            A list with the `Place` of each shard, in the order of their numbers.

        Raises:
            RuntimeError: the world is closed.
            TimeoutError: a shard has not answered in time.
        """
        return self._ask("place")

    def close(self) -> None:
        """Stop all actors. Their sprites are gone. Ray itself keeps running."""
        self._fleet.close()

    def __enter__(self) -> "ShardedWorld":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # --- calls ----------------------------------------------------------------------------------

    @property
    def _parts(self) -> Parts:
        return tuple(shard.part for shard in self._stats.shards)

    def _ask(self, question: str, *arguments: Any) -> list[Any]:
        with self._errors(self.frame):
            return list(self._fleet.ask(question, *arguments).values())

    def _change(
        self,
        what: str,
        *arguments: Any,
        each: Sequence[SpriteRows] = (),
        parts: Parts | None = None,
    ) -> None:
        """Let all shards change what they own, until it is done.

        Args:
            what: the name of the change.
            *arguments: the arguments of the change.
            each: one more argument for each shard.
            parts: new parts, which are valid from here on.
        """
        fleet, is_move = self._fleet, what == "move"

        def post(shards: Collection[int]) -> dict[int, Any]:
            given = {k: (parts, what, *arguments, *each[k : k + 1]) for k in shards}
            packets = fleet.answers(fleet.tell("advance", given)).values()
            return fleet.tell(
                "settle",
                {k: (is_move, *(sent[k] for sent in packets if k in sent)) for k in shards},
            )

        begun = perf_counter()
        if len(fleet.log) >= self._every:  # first, because an error here leaves the change undone
            self._save_if_it_fits()
        with self._errors(self.frame + 1):
            stats = fleet.carry_out(post)
        shards = tuple(stats[shard] for shard in range(len(parts or self._parts)))
        self._stats = WorldStats(self.frame + is_move, perf_counter() - begun, shards)

    def _save_if_it_fits(self) -> None:
        """Make a checkpoint. If memory is full, the last checkpoint and a longer log are used
        instead.
        """
        try:
            with self._errors(self.frame):
                self._fleet.save()
        except ShardError as error:
            if not isinstance(error.__cause__, MemoryError):
                raise
            warnings.warn(
                f"no checkpoint, {error}. After a failure the last {len(self._fleet.log)} "
                "operations are repeated",
                RuntimeWarning,
                stacklevel=4,  # where the user has called the world
            )

    @contextmanager
    def _errors(self, frame: int) -> Iterator[None]:
        """Turn errors of actors into errors for users."""
        try:
            yield
        except CrewError as failed:
            shard, error = failed.member, failed.error
            if isinstance(error, TimeoutError):
                text = f"shard {shard} has not answered in frame {self.frame + 1}: {error}"
                raise TimeoutError(text) from error
            if isinstance(failed, LostError):
                last = len(self._fleet.actors) - 1
                times = f"lost {recovery.ATTEMPTS + 1} times in a row"
                text = f"shards 0 to {last}, frame {frame}: {times}: {error}"
                raise ShardError(text, None, frame) from failed.cause
            text = f"shard {shard}, frame {frame}: {error}"
            raise ShardError(text, shard, frame) from failed.cause

    def _cut(self, shards: int) -> Parts:
        """Return parts with equally many of the present sprites."""
        found = self._ask("sample", len(self) // SAMPLE + 1)
        x, y = (np.concatenate(each) for each in zip(*found, strict=True))
        return split_points(x, y, shards)

    # --- arguments ------------------------------------------------------------------------------

    def _checked(self, given: Mapping[str, npt.ArrayLike], count: int) -> dict[str, Array]:
        rows = {}
        for name, values in given.items():
            kind = self._demand_column(name)
            rows[name] = as_column(values, name, kind, count)
        if "shape" in rows:
            check_shapes(rows["shape"], len(self._shapes))
        return rows

    def _demand_column(self, name: str) -> np.dtype[Any]:
        if name not in self._kinds:
            raise TypeError(f"there is no column {name!r}; there are {', '.join(self._kinds)}")
        return self._kinds[name]

    def _demand_ids(self, ids: npt.ArrayLike) -> Ids:
        chosen = as_ids(ids)
        known = np.concatenate(self._ask("known", chosen))
        missing = np.setdiff1d(chosen, known)
        if len(missing):
            raise KeyError(f"there is no sprite with the id {missing[0]}")
        return chosen


def pickled_call(function: Callable[..., Any], arguments: tuple[Any, ...], name: str) -> bytes:
    """Return a function and its arguments as bytes.

    Raises:
        TypeError: the function cannot be called, or something cannot be pickled.
    """
    if not callable(function):
        raise TypeError(f"{name} must be a function, got {shown(function)}")
    try:
        return bytes(ray.cloudpickle.dumps((function, arguments)))
    except Exception as error:
        raise TypeError(f"{name} and its arguments must be picklable: {error}") from error
