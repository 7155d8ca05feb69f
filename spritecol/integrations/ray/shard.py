"""The actor that owns one part of a sharded world.

Its rows are in slots: first the rows that it owns, then the ghosts, then spare slots. Each slot has
one sprite, and all these sprites are in one Group, so that a frame writes whole columns and the
Group keeps its members. The sprites of spare slots are disabled.

A call has two halves. `advance` changes the rows that are owned here and returns a packet for each
other shard. A packet contains the rows that have crossed over to the other shard, and ghosts, which
are copies of the rows whose boxes reach into its part. `settle` takes in the packets of the other
shards, and finds the pairs.

A pair can be found in several parts. It counts in the part that contains the corner (left, top) of
the overlap of the two boxes. Equal sprites have equal boxes, so all shards see the same corner, and
the parts cover the plane without overlap. So exactly one shard keeps the pair. It has both sprites,
because this corner is in both boxes.
"""

import pickle
from collections.abc import Mapping, Sequence
from time import thread_time
from typing import Any

import numpy as np
import numpy.typing as npt

from spritecol.integrations.ray.ray_columns import POSE, Array, Columns, SpriteRows, check_shapes
from spritecol.integrations.ray.ray_records import (
    ShardStats,
    WorldNear,
    WorldRayHit,
    with_id,
)
from spritecol.integrations.ray.recovery import Member
from spritecol.integrations.ray.regions import NO_PART, Bounds, Ints, Parts, enlarged, shards_of
from spritecol.sprites.group import Group
from spritecol.sprites.sprite import Sprite
from spritecol.sprites.tables.attribute_table import LAYERS

Packet = tuple[SpriteRows, SpriteRows]
"""The data that one shard sends another: rows that the other owns from now on, and ghosts, which
reach into its part and stay with their owner."""


ONE_IN = 16
"""Boxes are read one by one for up to one sprite in this many, and otherwise all at once."""


class Shard(Member):
    """One part of a world in one process. Plain Python, so that it can be used without Ray.

    Args:
        number: the number of this shard.
        shapes: the values for the `collision` of sprites.
        kinds: the dtypes of all columns.
    """

    def __init__(
        self, number: int, shapes: Sequence[Any], kinds: Mapping[str, np.dtype[Any]]
    ) -> None:
        self.number = number
        self.shapes = list(shapes)
        boxes = [Sprite(collision=shape).aabb for shape in self.shapes]
        reach = np.hypot(*np.maximum(*np.split(np.abs(boxes), 2, axis=1)).T)
        self.reach = np.nan_to_num(reach)  # how far each shape extends from its sprite's position
        self.kinds = {"ids": np.dtype(np.int64), **kinds}
        self.written = [name for name in (*POSE, *LAYERS) if name in kinds]  # to the sprites
        self.load(None)

    # --- state ----------------------------------------------------------------------------------

    def save(self) -> tuple[Packet, Parts]:
        """Return all rows, and the parts."""
        rows = self._rows(slice(self.owned)), self._rows(slice(self.owned, self.used))
        return rows, self.parts

    def load(self, state: tuple[Packet, Parts] | None) -> None:
        """Restore a result of `save`. None is an empty shard."""
        self.arrays = {name: np.zeros(0, kind) for name, kind in self.kinds.items()}
        self.group = Group()
        self.shown = {name: self.arrays[name] for name in ("shape", *self.written)}
        self.owned = 0
        self.used = 0  # with the ghosts
        self.enabled = 0  # the first sprites, which take part in checks
        self.parts: Parts = ()
        self.found: Ints | None = None
        self.handed_over = 0
        self.bytes_sent = 0
        self.cpu_ms = 0.0
        if state is not None:
            rows, self.parts = state
            self._take_in(rows)

    # --- the first half: change what is owned here ----------------------------------------------

    def advance(self, parts: Parts | None, what: str, *arguments: Any) -> dict[int, Packet]:
        """Carry out a change. From then on the parts are `parts`, if it is not None.

        Returns:
            The packets for other shards by number, and a packet for this shard if rows that leave
            it reach into it as ghosts.
        """
        begun = thread_time()
        self.used = self.owned  # the ghosts of the last frame are gone
        self.found = None
        getattr(self, what)(*arguments)
        if parts is not None:
            self.parts = parts
        packets = self._sort_out()
        sent = [rows for to, packet in packets.items() if to != self.number for rows in packet]
        self.bytes_sent = sum(array.nbytes for rows in sent for array in rows.values())
        self.cpu_ms = 1000 * (thread_time() - begun)
        return packets

    def stay(self) -> None:
        """The change that changes no rows."""

    def move(self, pickled: bytes, frame: int) -> None:
        """Call the user's function, which is pickled with its arguments."""
        function, arguments = pickle.loads(pickled)
        columns = Columns(self._rows(slice(self.owned)), frame)
        function(columns, *arguments)
        self._drop(columns._gone)

    def add(self, rows: SpriteRows) -> None:
        """Take in new sprites."""
        self._append(rows)
        self.owned = self.used

    def remove(self, ids: Ints) -> None:
        """Drop the sprites with these ids that are owned here."""
        self._drop(np.flatnonzero(np.isin(self.arrays["ids"][: self.owned], ids)))

    def assign(self, ids: Ints, columns: dict[str, Array]) -> None:
        """Write columns of the sprites with these ids that are owned here."""
        _, slots, given = np.intersect1d(
            self.arrays["ids"][: self.owned], ids, assume_unique=True, return_indices=True
        )
        for name, values in columns.items():
            self.arrays[name][slots] = values[given]

    def _sort_out(self) -> dict[int, Packet]:
        """Return the packets. Rows that have crossed over are no longer owned."""
        self._show()
        # This includes rows that leave, because a shape may be far from its sprite's position.
        border = np.flatnonzero(~self._inside(self.owned))
        owners = shards_of(self.parts, self.arrays["x"][border], self.arrays["y"][border])
        left, top, right, bottom = self._boxes(border).T
        packets = {}
        for shard, bounds in enumerate(self.parts):
            part = enlarged(bounds)
            reaches = (left <= part[2]) & (right >= part[0])
            reaches &= (top <= part[3]) & (bottom >= part[1])
            given = border[owners == shard] if shard != self.number else border[:0]
            ghosts = border[reaches & (owners != shard)]
            if len(given) or len(ghosts):
                packets[shard] = self._rows(given), self._rows(ghosts)
        leaving = border[owners != self.number]
        self.handed_over = len(leaving)
        self._drop(leaving)
        return packets

    def _inside(self, count: int) -> npt.NDArray[np.bool_]:
        """Return which of the first sprites are so far inside this part that no other shard needs
        them.

        It compares positions, because comparing all boxes takes longer.
        """
        first = self._rows(slice(count))
        scale = max(np.abs(first[name]).max(initial=0) for name in ("scale_x", "scale_y"))
        reach = scale * self.reach[first["shape"]].max(initial=0)
        left, top, right, bottom = enlarged(self._part, -1)
        x, y = first["x"], first["y"]
        inside: npt.NDArray[np.bool_] = (x > left + reach) & (x < right - reach)
        inside &= (y > top + reach) & (y < bottom - reach)
        return inside

    @property
    def _part(self) -> Bounds:
        return self.parts[self.number] if self.number < len(self.parts) else NO_PART

    def _boxes(self, slots: Ints) -> Array:
        if len(slots) * ONE_IN > len(self.group):
            return self.group.aabbs[slots]
        return np.array([sprite.aabb for sprite in self.group[slots.tolist()]]).reshape(-1, 4)

    # --- the second half: take in packets from others -------------------------------------------

    def settle(self, find: bool, *packets: Packet) -> ShardStats:
        """Take in the packets of other shards, and find the pairs if requested."""
        begun = thread_time()
        self._take_in(*packets)
        if find:
            self._find()
        self.cpu_ms += 1000 * (thread_time() - begun)
        return ShardStats(
            self.number,
            self._part,
            self.owned,
            self.used - self.owned,
            self.handed_over,
            -1 if self.found is None else len(self.found),
            self.cpu_ms,
            self.bytes_sent,
        )

    def _take_in(self, *packets: Packet) -> None:
        for rows, _ in packets:
            self._append(rows)
        self.owned = self.used
        for _, ghosts in packets:
            self._append(ghosts)
        self._show()

    def _find(self) -> Ints:
        """Return the pairs that count here, as slots."""
        if self.found is None:
            pairs = self.group.pair_indices()
            inside = self._inside(self.used)
            unsure = np.flatnonzero(~(inside[pairs[:, 0]] | inside[pairs[:, 1]]))
            corners = np.maximum(self._boxes(pairs[unsure, 0]), self._boxes(pairs[unsure, 1]))
            is_mine = shards_of(self.parts, corners[:, 0], corners[:, 1]) == self.number
            gone = unsure[~is_mine].tolist()
            for last, at in enumerate(reversed(gone), 1):  # the last pairs take their slots
                pairs[at] = pairs[-last]
            self.found = pairs[: len(pairs) - len(gone)]
        return self.found

    # --- slots ----------------------------------------------------------------------------------

    def _rows(self, slots: Ints | slice) -> SpriteRows:
        return {name: array[slots] for name, array in self.arrays.items()}

    def _append(self, rows: SpriteRows) -> None:
        """Put rows after the used slots."""
        at = slice(self.used, self.used + len(rows["ids"]))
        if at.stop > len(self.group):
            self._grow(at.stop // 8 + 64 + at.stop - len(self.group))
        for name, array in self.arrays.items():
            array[at] = rows[name]
        self.used = at.stop

    def _grow(self, more: int) -> None:
        """Add slots, with their sprites."""
        for name, array in self.arrays.items():
            self.arrays[name] = np.concatenate((array, np.zeros(more, array.dtype)))
        made = [Sprite(collision=self.shapes[0], collision_enable=False) for _ in range(more)]
        self.group.add(*made)
        shapes = np.concatenate((self.shown["shape"], np.zeros(more, np.int32)))
        self.shown = {"shape": shapes, **{name: getattr(self.group, name) for name in self.written}}

    def _drop(self, slots: Ints) -> None:
        """Remove rows that are owned here: the last rows take their slots."""
        keep = self.owned - len(slots)
        last = np.setdiff1d(np.arange(keep, self.owned), slots)
        for array in self.arrays.values():
            array[slots[slots < keep]] = array[last]
        self.owned = self.used = keep

    def _show(self) -> None:
        """Give the sprites the rows of their slots, and disable the spare sprites."""
        for name in self.written:
            shown, wanted = self.shown[name][: self.used], self.arrays[name][: self.used]
            if not np.array_equal(shown, wanted):
                shown[:] = wanted
                setattr(self.group, name, self.shown[name])
        shown, shapes = self.shown["shape"][: self.used], self.arrays["shape"][: self.used]
        check_shapes(shapes, len(self.shapes))
        for slot in np.flatnonzero(shown != shapes).tolist():
            self.group[slot].collision = self.shapes[shapes[slot]]
        shown[:] = shapes
        for sprite in self.group[self.enabled : self.used]:
            sprite.collision_enable = True
        for sprite in self.group[self.used : self.enabled]:
            sprite.collision_enable = False
        self.enabled = self.used

    # --- queries --------------------------------------------------------------------------------

    def pairs(self) -> Ints:
        """Return the pairs that count here as ids, the smaller id first, in no particular order."""
        ids: Ints = np.sort(self.arrays["ids"][self._find()], axis=1)
        return ids

    def map_pairs(self, pickled: bytes, frame: int) -> tuple[Ints, Any]:
        """Return the pairs as `pairs` does, and the results of the user's function for them."""
        function, arguments = pickle.loads(pickled)
        pairs = self._find()
        order = np.argsort(self.arrays["ids"][pairs], axis=1)
        pairs = np.take_along_axis(pairs, order, axis=1)
        first, second = (self._frozen(slots, frame) for slots in pairs.T)
        values = function(first, second, *arguments)
        if values is not None:
            values = np.asarray(values)
            if values.shape[:1] != (len(pairs),):
                raise ValueError(
                    f"the function must return one value for each of the {len(pairs)} pairs, "
                    f"got shape {values.shape}"
                )
        return self.arrays["ids"][pairs], values

    def _frozen(self, slots: Ints, frame: int) -> Columns:
        rows = self._rows(slots)
        for array in rows.values():
            array.flags.writeable = False
        return Columns(rows, frame)

    def columns(self, names: Sequence[str]) -> SpriteRows:
        """Return columns of the rows that are owned here."""
        return {name: self.arrays[name][: self.owned] for name in names}

    def known(self, ids: Ints) -> Ints:
        """Return which of these ids are owned here."""
        return np.intersect1d(self.arrays["ids"][: self.owned], ids)

    def sample(self, stride: int) -> tuple[Array, Array]:
        """Return the positions of every n-th sprite that is owned here."""
        some = slice(stride // 2, self.owned, stride)
        return self.arrays["x"][some], self.arrays["y"][some]

    def box(self, box: Bounds) -> Ints:
        """Return the ids of sprites that hit a box, including ghosts."""
        ids: Ints = self.arrays["ids"][self.group.box_indices([box])[:, 1]]
        return ids

    def ray(
        self, way: Bounds, radius: float, from_inside: bool, without: Ints
    ) -> WorldRayHit | None:
        """Return the first hit of a ray, including ghosts. Among hits at the same position, the
        smallest id wins.
        """
        hits = self.group.raycast_all(
            *way, radius=radius, hit_from_inside=from_inside, exclude=self._sprites_of(without)
        )
        found = [with_id(WorldRayHit, hit, self._id_of(hit.other)) for hit in hits]
        return min(found, key=lambda hit: (hit.fraction, hit.id), default=None)

    def near(self, x: float, y: float, max_distance: float, without: Ints) -> WorldNear | None:
        """Return the nearest sprite, including ghosts. Among several, the smallest id wins."""
        passed = self._sprites_of(without)
        first = self.group.nearest(x, y, max_distance=max_distance, exclude=passed)
        if first is None:
            return None
        nears = self.group.nearest_k(
            x, y, len(self.group), max_distance=first.distance, exclude=passed
        )
        found = [with_id(WorldNear, near, self._id_of(near.other)) for near in nears]
        return min(found, key=lambda near: near.id)

    def _sprites_of(self, ids: Ints) -> list[Sprite]:
        slots = np.flatnonzero(np.isin(self.arrays["ids"][: self.used], ids))
        return self.group[slots.tolist()]

    def _id_of(self, sprite: Sprite) -> int:
        return int(self.arrays["ids"][self.group.index(sprite)])
