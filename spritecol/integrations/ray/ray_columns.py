"""Sprites of a sharded world as columns, for users' functions and between shards."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from spritecol import ALL_LAYERS
from spritecol._support.range_check import LIMIT, shown
from spritecol.integrations.ray.regions import Ints
from spritecol.sprites.tables.attribute_table import LAYERS

Array = npt.NDArray[Any]
SpriteRows = dict[str, Array]
"""Rows of sprites: all columns by name, with `ids`."""

POSE = ("x", "y", "angle", "scale_x", "scale_y")
DEFAULTS = {"collision_layer": 1, "collision_mask": ALL_LAYERS}
"""The values of columns that are not given. For all others it is 0."""


class Columns:
    """Some sprites of a `ShardedWorld`, as arrays, with one attribute for each column.

    The columns are `x`, `y`, `angle`, `scale_x` and `scale_y` (float64), `shape` (the index of the
    sprite's shape in the world's shapes), and the columns that the world was created with. Change
    the arrays in place, or assign new values: `sprites.x += sprites.vx`. Each array has shape (n,).

    Attributes:
        ids: the sprites' ids, in no particular order; not writable.
        frame: how many times the world was stepped before, from 0.
    """

    ids: Ints
    frame: int
    _arrays: Mapping[str, Array]
    _gone: Ints

    def __init__(self, rows: SpriteRows, frame: int) -> None:
        arrays = dict(rows)
        ids = arrays.pop("ids").view()
        ids.flags.writeable = False
        gone = np.empty(0, np.intp)
        self.__dict__.update(arrays, _arrays=arrays, _gone=gone, ids=ids, frame=frame)

    def __len__(self) -> int:
        return len(self.ids)

    def __getattr__(self, name: str) -> Array:  # of those that are not there
        known = ", ".join(self.__dict__.get("_arrays", ()))
        raise AttributeError(f"there is no column {name!r}; there are {known}")

    def __setattr__(self, name: str, values: Any) -> None:
        if name not in self._arrays:
            raise AttributeError(
                f"there is no column {name!r} to assign; there are {', '.join(self._arrays)}"
            )
        array = self._arrays[name]
        if values is not array:
            try:
                array[...] = values
            except ValueError as error:
                raise ValueError(
                    f"{name} must be one value or an array of shape {array.shape}: {error}"
                ) from None

    def remove(self, which: npt.ArrayLike) -> None:
        """Remove sprites from the world, after the function has returned.

        Args:
            which: the positions of the sprites in the columns, or a mask of bools of shape (n,).

        Raises:
            IndexError: there is no such position.
        """
        positions = np.arange(len(self))[np.asarray(which)]
        self.__dict__["_gone"] = np.union1d(self._gone, positions)


def kinds_of(columns: Mapping[str, Any]) -> dict[str, np.dtype[Any]]:
    """Return the dtypes of all columns except the ids. The user's columns are checked."""
    kinds: dict[str, np.dtype[Any]] = dict.fromkeys(POSE, np.dtype(np.float64))
    kinds["shape"] = np.dtype(np.int32)
    for name, kind in columns.items():
        if not isinstance(name, str) or not name.isidentifier() or name.startswith("_"):
            raise ValueError(f"a column's name must be an identifier, got {shown(name)}")
        if name in (*kinds, "ids", "frame", "remove"):
            raise ValueError(f"the column {name!r} already exists")
        found = np.dtype(kind)
        if name in LAYERS and found != np.uint64:
            raise TypeError(f"the column {name!r} must be uint64, got {found}")
        if found.kind not in "biuf":
            raise TypeError(f"the column {name!r} must be of numbers or bools, got {found}")
        kinds[name] = found
    return kinds


def as_column(values: npt.ArrayLike, name: str, kind: np.dtype[Any], count: int) -> Array:
    """Return values for `count` sprites as a new array of a dtype.

    Raises:
        TypeError: the values are not numbers.
        ValueError: the shape is wrong, a number does not fit the dtype, or a pose is not finite or
            is beyond 1e12.
    """
    given = np.asarray(values)
    if given.dtype.kind not in "biuf" or (name in POSE and given.dtype.kind == "b"):
        raise TypeError(f"{name} must be numbers, got an array of {given.dtype}")
    if given.shape not in ((), (count,)):
        raise ValueError(
            f"{name} must be one number or an array of shape ({count},), got shape {given.shape}"
        )
    given = np.broadcast_to(given, (count,))
    with np.errstate(invalid="ignore", over="ignore"):
        array = given.astype(kind)
    if kind.kind in "iu" and not np.array_equal(array, given):
        wrong = given[array != given][0]
        raise ValueError(f"{name} must fit {kind}, got {wrong}")
    if name in POSE:
        bad = ~(np.abs(array) <= LIMIT)
        if bad.any():
            at = int(np.flatnonzero(bad)[0])
            raise ValueError(f"{name} must be finite and at most 1e12, got {array[at]} at {at}")
    return array


def as_ids(ids: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return ids as an array of shape (n,)."""
    chosen = np.asarray(ids)
    if chosen.size == 0:
        chosen = chosen.astype(np.int64)
    if chosen.dtype.kind not in "iu" or chosen.ndim != 1:
        raise TypeError(f"ids must be an array of ids, got {shown(ids)}")
    return chosen.astype(np.int64)


def check_shapes(shapes: Array, count: int) -> None:
    """Raise ValueError if a shape in a column is not the index of one of `count` shapes."""
    low, high = shapes.min(initial=0), shapes.max(initial=0)
    if low < 0 or high >= count:
        wrong = low if low < 0 else high
        raise ValueError(f"shape must be from 0 to {count - 1}, got {wrong}")
