"""`ShardedWorld`: one world over many of Ray's actors, as its driver sees it."""

from collections.abc import Callable, Mapping, Sequence
from math import inf
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from spritecol._support.range_check import non_negative, number
from spritecol.integrations.ray._actors import Place
from spritecol.integrations.ray._arguments import as_ids, checked_bounds, pickled_call, whole
from spritecol.integrations.ray.fleet import Fleet
from spritecol.integrations.ray.ray_columns import DEFAULTS, POSE, Array, as_column, kinds_of
from spritecol.integrations.ray.ray_records import WorldNear, WorldRayHit, WorldStats
from spritecol.integrations.ray.regions import Parts, locate, split_area, split_points
from spritecol.shapes import Shape
from spritecol.sprites.sprite.sprite import Sprite

Ids = npt.NDArray[np.int64]

SAMPLE = 20_000
"""The number of sprites, over all shards, whose places decide where the world is cut."""

RECUT = 10
"""Frames from one cut to the next, at least."""


class ShardedWorld:
    """One world of sprites over many of Ray's actors.

    Each actor, a shard, owns the sprites whose position lies in its part of the world. The parts
    are cut so that each has as many, and cut again as crowds move. Sprites are rows of columns, as
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
        balance: the parts are cut again when one has this many times the mean of sprites.
        timeout: seconds to wait for the shards' answers at most; None waits as long as it takes.
        actor_options: options for Ray's actors, such as `{"num_cpus": 1}`; see the documentation of
            Ray's `ActorClass.options`.

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
    ...     ids = world.add([20, 60, 68], 50, vx=[32, 0, 0])
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
    ) -> None:
        parts = split_area(checked_bounds(bounds), whole(shards, "shards", 1))
        self._shapes = [shapes] if isinstance(shapes, Shape) else list(shapes)
        for shape in self._shapes:
            Sprite(collision=shape)  # raises what is wrong with it
        if not self._shapes:
            raise ValueError("shapes must hold one shape at least")
        self._kinds = kinds_of(columns or {})
        if not balance > 1:
            raise ValueError(f"balance must be more than 1, got {balance}")
        self._balance = float(balance)
        self._next_id = 0
        self._recut_at = 0  # the first frame in which the parts may be cut again
        self._closed = False
        self._stats = WorldStats(0, 0.0, ())
        self._fleet = Fleet(
            shards,
            (self._shapes, self._kinds),
            checkpoint_every=whole(checkpoint_every, "checkpoint_every", 1),
            timeout=timeout,
            options=dict(actor_options or {}),
        )
        try:
            self._change(self._everywhere("stay"), parts)
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
            x: positions, in pixels: an array of shape (n,), or one number for all.
            y: positions, in the form of `x`.
            shape: which of the world's shapes they have.
            angle: in degrees, clockwise.
            scale_x: factors.
            scale_y: factors.
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
        rows = self._checked(given, count)
        for name, kind in self._kinds.items():
            rows.setdefault(name, np.full(count, DEFAULTS.get(name, 0), kind))
        rows["ids"] = np.arange(self._next_id, self._next_id + count)
        parts = None
        if len(self) == 0 and count:
            some = slice(None, None, count // SAMPLE + 1)
            parts = split_points(rows["x"][some], rows["y"][some], len(self._fleet.parts))
        owners = locate(parts or self._fleet.parts, rows["x"], rows["y"])
        shards = range(len(self._fleet.actors))
        mine = [{name: rows[name][owners == shard] for name in rows} for shard in shards]
        self._change([("add", columns) for columns in mine], parts)
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
        self._change(self._everywhere("remove", chosen))

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
        self._change(self._everywhere("assign", chosen, self._checked(columns, len(chosen))))

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
            move: a function `move(sprites, *arguments)`, called once in each shard with its
                sprites as `Columns`. It changes them in place; what it returns is ignored.
            *arguments: passed to it; they must be picklable.

        Returns:
            What the frame took.

        Raises:
            ShardError: the function has raised an exception, or left a value out of range. The
                world is as it was before.
            TimeoutError: a shard has not answered in time. The world is as it was before.
            TypeError: `move` is no function, or an argument can't be pickled.
        """
        pickled = pickled_call(move, arguments, "move")
        parts = None
        counts = [shard.sprites for shard in self._stats.shards]
        if self.frame >= self._recut_at and max(counts) * len(counts) > self._balance * sum(counts):
            self._recut_at = self.frame + RECUT
            parts = self._cut(len(counts))
        self._change(self._everywhere("move", pickled, self.frame), parts)
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
        parts = self._ask("map_pairs", pickled_call(function, arguments, "function"))
        ids = np.concatenate([pairs for pairs, _ in parts])
        order = np.lexsort((ids[:, 1], ids[:, 0]))
        given = [values for _, values in parts if values is not None]
        return ids[order], np.concatenate(given)[order] if len(given) == len(parts) else None

    # --- questions about a place ----------------------------------------------------------------

    def query_box(self, left: float, top: float, right: float, bottom: float) -> Ids:
        """The sprites that hit a box, as `Group.query_box` would find them.

        Args:
            left: its left side, in pixels.
            top: its upper side.
            right: its right side.
            bottom: its lower side.

        Returns:
            Their ids, ascending.

        Raises:
            ValueError: a number is not finite or beyond 1e12, or the box is turned inside out.
        """
        box = checked_bounds((left, top, right, bottom))
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
        """The first hit of a ray from (x1, y1) to (x2, y2), as `Group.raycast` would find it.

        Args:
            x1: x of its start, in pixels.
            y1: y of its start.
            x2: x of its end.
            y2: y of its end.
            radius: in pixels. More than 0 makes it a disc that moves from start to end.
            hit_from_inside: if False, a shape in which the ray starts is passed over.
            exclude: ids of sprites that are passed over.

        Returns:
            The hit, or None. Of hits at the same place, that of the smallest id.

        Raises:
            ValueError: a number is not finite or beyond 1e12, or the radius is negative.
        """
        x1, y1, x2, y2 = number(x1, "x1"), number(y1, "y1"), number(x2, "x2"), number(y2, "y2")
        radius = non_negative(radius, "radius")
        way = x1, y1, x2, y2
        found = self._ask("ray", way, radius, bool(hit_from_inside), as_ids(exclude))
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
        """The sprite nearest to a point, as `Group.nearest` would find it.

        Args:
            x: x of the point, in pixels.
            y: y of the point, in pixels.
            max_distance: in pixels; sprites beyond it are not found.
            exclude: ids of sprites that are passed over.

        Returns:
            The sprite, its distance and its nearest point, or None. Of sprites at the same
            distance, that of the smallest id.

        Raises:
            ValueError: a coordinate is not finite or beyond 1e12, or `max_distance` is negative.
        """
        x, y = number(x, "x"), number(y, "y")
        farthest = inf if max_distance == inf else non_negative(max_distance, "max_distance")
        found = self._ask("near", x, y, farthest, as_ids(exclude))
        nears = [near for near in found if near is not None]
        return min(nears, key=lambda near: (near.distance, near.id), default=None)

    # --- shards ---------------------------------------------------------------------------------

    def reshard(self, shards: int) -> None:
        """Change the number of shards: start actors, or stop some, and cut the world anew.

        Args:
            shards: how many there shall be.

        Raises:
            TypeError: it is not a whole number.
            ValueError: it is below 1.
            RuntimeError: the world is closed.
        """
        after = whole(shards, "shards", 1)
        self._demand_open()
        self._fleet.grow(after)
        self._change(self._everywhere("stay"), self._cut(after))
        self._fleet.shrink(after)

    @property
    def stats(self) -> WorldStats:
        """What the last frame took."""
        return self._stats

    @property
    def frame(self) -> int:
        """How many steps the world has taken."""
        return self._fleet.frame

    def places(self) -> list[Place]:
        """Ask where each shard runs.

        Returns:
            A list with the `Place` of each, in the order of their numbers.

        Raises:
            RuntimeError: the world is closed.
            TimeoutError: a shard has not answered in time.
        """
        self._demand_open()
        return self._fleet.places()

    def close(self) -> None:
        """Stop all actors. Their sprites are gone. Ray itself goes on."""
        if not self._closed:
            self._closed = True
            self._fleet.stop()

    def __enter__(self) -> "ShardedWorld":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _demand_open(self) -> None:
        if self._closed:
            raise RuntimeError("this ShardedWorld is closed")

    def _ask(self, question: str, *arguments: Any) -> list[Any]:
        self._demand_open()
        return self._fleet.ask(question, *arguments)

    def _everywhere(self, *change: Any) -> list[tuple[Any, ...]]:
        """One and the same change for each shard, as `_change` takes them."""
        return [change] * len(self._fleet.actors)

    def _change(self, changes: list[tuple[Any, ...]], parts: Parts | None = None) -> None:
        self._demand_open()
        begun = perf_counter()
        shards = self._fleet.change(changes, parts)
        self._stats = WorldStats(self.frame, perf_counter() - begun, shards)

    def _cut(self, shards: int) -> Parts:
        """Parts of equally many sprites as they are."""
        found = self._ask("sample", len(self) // SAMPLE + 1)
        x, y = (np.concatenate(each) for each in zip(*found, strict=True))
        return split_points(x, y, shards)

    # --- arguments ------------------------------------------------------------------------------

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
        chosen = as_ids(ids)
        known = np.concatenate(self._ask("known", chosen))
        missing = np.setdiff1d(chosen, known)
        if len(missing):
            raise KeyError(f"there is no sprite with the id {missing[0]}")
        return chosen
