"""The actor that owns one part of a sharded world.

Its rows lie in slots: first those that it owns, then the ghosts, then spare ones. Each slot has one
sprite, and all of these sprites are in one Group, so that a frame writes whole columns and creates
nothing. A slot whose row is replaced gets the new row's shape and pose; a spare one is disabled.

A call has two halves. `advance` changes the rows that are owned here and returns a packet for each
other shard: the rows that have crossed over to it, and ghosts, copies of the rows whose boxes reach
into its part. `settle` takes in the packets of the others, and finds the pairs.

A pair can be found in several parts. It counts where the corner (left, top) of the overlap of the
two boxes lies. Boxes travel with the rows, so all shards see the same corner, and the parts cover
the plane without overlap: exactly one shard keeps the pair. Both sprites are there, since this
corner is in both boxes.
"""

import gc
import pickle
from collections.abc import Callable, Mapping, Sequence
from time import perf_counter, thread_time
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from spritecol.integrations.ray._actors import (
    Numbered,
    StateLost,
    UserCodeError,
    caught,
    prepare_process,
)
from spritecol.integrations.ray.ray_columns import (
    LAYERS,
    POSE,
    RESHAPING,
    Array,
    Columns,
    Ints,
    Rows,
)
from spritecol.integrations.ray.ray_records import ShardStats, WorldNear, WorldRayHit
from spritecol.integrations.ray.regions import Bounds, Regions, radius_about, widened
from spritecol.sprites.containers.group import Group
from spritecol.sprites.sprite.sprite import Sprite

FEW = 16
"""Slots. If at most one slot in this many has changed, sprites are written one by one, else whole
columns."""

PAIR_LOAD = 0.4
"""What a pair costs its shard, relative to a sprite. See docs/advanced/machines.md."""


@attrs.frozen
class Move:
    """Call the user's function, which comes pickled with its arguments."""

    pickled: bytes
    frame: int


@attrs.frozen(eq=False)
class Add:
    """Take in new sprites."""

    columns: dict[str, Array]


@attrs.frozen(eq=False)
class Remove:
    """Drop the sprites with these ids that this shard owns."""

    ids: Ints


@attrs.frozen(eq=False)
class Assign:
    """Write columns of the sprites with these ids that this shard owns."""

    ids: Ints
    columns: dict[str, Array]


Change = Move | Add | Remove | Assign | None


@attrs.frozen(eq=False)
class State:
    """All rows that a shard owns: its checkpoint."""

    columns: dict[str, Array]
    regions: Regions
    frame: int


class Shard(Numbered):
    """One part of a world in one process. Plain Python, so that it can be tried without Ray.

    Args:
        number: of this shard.
        shapes: what sprites may have as `collision`.
        kinds: the dtypes of the user's columns.
        regions: the parts at first.
        own_process: whether the process belongs to this shard alone.
    """

    def __init__(
        self,
        number: int,
        shapes: Sequence[Any],
        kinds: Mapping[str, np.dtype[Any]],
        regions: Regions,
        own_process: bool = False,
    ) -> None:
        super().__init__()
        self._own_process = own_process
        if own_process:
            prepare_process()
        self.number = number
        self.shapes = list(shapes)
        self.kinds: dict[str, np.dtype[Any]] = {
            "ids": np.dtype(np.int64),
            "shape": np.dtype(np.int32),
            **dict.fromkeys(POSE, np.dtype(np.float64)),
            **kinds,
        }
        self.written = (*POSE, *(name for name in LAYERS if name in kinds))  # to the sprites
        self.first_regions = regions
        self.pickled = b""  # the user's function and its arguments, and as they are
        self.function: tuple[Callable[..., Any], tuple[Any, ...]] | None = None
        self._empty()

    def __repr__(self) -> str:
        return f"Shard {self.number}"

    def _empty(self) -> None:
        self.owned = 0
        self.used = 0  # with the ghosts, which follow
        self.enabled = 0  # the first sprites, which take part in checks
        self.frame = 0
        self.regions = self.first_regions
        self.arrays = {name: np.zeros(0, kind) for name, kind in self.kinds.items()}
        self.boxes: Array = np.zeros((0, 4))  # up to date where a sprite is not inside
        self.inside = np.zeros(0, bool)  # which sprites no other shard needs
        self.reach: Array | None = None  # see `radius_about`; None where a shape may have changed
        self.sprites: list[Sprite] = []
        self.sprite_shapes = np.zeros(0, np.int32)  # which shape each sprite has
        self.group = Group()
        self.changed: list[Ints] = []  # slots whose row changed, but not yet their sprite
        self.own_ghosts: Rows | None = None  # rows that left, and still reach into this part
        self.found: Ints | None = None
        self.advanced: int | None = None
        self.handed_over = 0
        self.bytes_sent = 0
        self.move_ms = 0.0
        self.cpu_ms = 0.0

    # --- state ----------------------------------------------------------------------------------

    def restore(self, number: int, state: State | None) -> None:
        """Go back to a checkpoint, as call `number`; None is an empty shard."""
        self._empty()
        if state is not None:
            self.regions, self.frame = state.regions, state.frame
            self._append(state.columns, None)
            self.owned = self.used
            self._update_sprites()
        self.start_from(number)

    def state(self, number: int) -> State | StateLost:
        """The rows after call `number`."""
        return self.after(number, self._saved)  # type: ignore[no-any-return]

    def _saved(self) -> State:
        rows = {name: array[: self.owned] for name, array in self.arrays.items()}
        return State(rows, self.regions, self.frame)

    # --- the first half: change what is owned here ----------------------------------------------

    def advance(
        self, number: int, change: Change, regions: Regions | None, near: Sequence[int]
    ) -> tuple[Any, ...]:
        """Carry out a change; from then on the parts are `regions`, if that is not None.

        Returns:
            None, the packets for distant shards by number, and one packet for each of `near`. A
            packet is None where there is nothing to send.
        """
        answer = self.once("advance", number, lambda: self._advance(number, change, regions, near))
        if isinstance(answer, StateLost | UserCodeError):
            return (answer,) * (2 + len(near))
        return answer  # type: ignore[no-any-return]

    def _advance(
        self, number: int, change: Change, regions: Regions | None, near: Sequence[int]
    ) -> tuple[Any, ...]:
        begun, cpu = perf_counter(), thread_time()
        self.used = self.owned  # the ghosts of the last frame are gone
        self.found = None
        self.changed = []
        if isinstance(change, Move):
            self._move(change)
        elif isinstance(change, Add):
            self._append(change.columns, None)
            self.owned = self.used
            self.reach = None
            self._update_sprites()
        elif isinstance(change, Remove):
            self._drop(self._slots_of(change.ids))
        elif isinstance(change, Assign):
            self._assign(change)
        if regions is not None:
            self.regions = regions
        packets = self._sort_out()
        self.bytes_sent = sum(packet.nbytes for packet in packets.values())
        self.advanced = number
        self.move_ms = (perf_counter() - begun) * 1000
        self.cpu_ms = (thread_time() - cpu) * 1000
        return None, packets, *(packets.pop(shard, None) for shard in near)

    def _move(self, change: Move) -> None:
        if self.function is None or self.pickled != change.pickled:
            self.function, self.pickled = pickle.loads(change.pickled), change.pickled
        function, arguments = self.function
        ids = self.arrays["ids"][: self.owned]
        views = {name: array[: self.owned] for name, array in self.arrays.items() if name != "ids"}
        columns = Columns(ids, views, change.frame)
        try:
            function(columns, *arguments)
            self._check_shapes(columns)
            self._write_pose(columns._touched)
        except Exception as error:
            raise caught(error, self.number, change.frame + 1) from None
        if columns._touched & RESHAPING:
            self.reach = None
        self.frame = change.frame + 1
        if len(columns._gone):
            self._drop(columns._gone)

    def _check_shapes(self, columns: Columns) -> None:
        if "shape" in columns._touched:
            shape = self.arrays["shape"][: self.owned]
            if len(shape) and not (shape.min() >= 0 and shape.max() < len(self.shapes)):
                raise ValueError(f"shape must be from 0 to {len(self.shapes) - 1}")
            self._fit_shapes(np.arange(self.owned))

    def _write_pose(self, names: set[str]) -> None:
        """Bring the sprites to where the columns say."""
        for name in self.written:
            if name in names:
                setattr(self.group, name, self.arrays[name])

    def _assign(self, change: Assign) -> None:
        ids = self.arrays["ids"][: self.owned]
        order = np.argsort(change.ids)
        at = np.searchsorted(change.ids, ids, sorter=order)
        at = order[np.minimum(at, len(order) - 1)] if len(order) else at
        mine = np.flatnonzero(change.ids[at] == ids) if len(order) else np.empty(0, np.intp)
        for name, values in change.columns.items():
            self.arrays[name][mine] = values[at[mine]]
        self.changed.append(mine)
        self.reach = None
        self._update_sprites()

    def _slots_of(self, ids: Ints) -> Ints:
        return np.flatnonzero(np.isin(self.arrays["ids"][: self.owned], ids))

    def _sort_out(self) -> dict[int, Rows]:
        """The packets for other shards. Rows that have crossed over are not owned any longer."""
        count = self.owned
        x, y = self.arrays["x"][:count], self.arrays["y"][:count]
        inside = np.zeros(count, bool) if self.reach is None else self._inside(x, y, self.reach)
        # Those that leave, too: a shape may lie far from its sprite's position.
        border = np.flatnonzero(~inside)
        if self.reach is not None and len(border) * FEW < count:
            for slot in border.tolist():
                self.boxes[slot] = self.sprites[slot].aabb
        else:
            self.boxes = self.group.aabbs
            self.reach = radius_about(self.boxes[:count], x, y)
            inside = self._inside(x, y, self.reach)
            border = np.flatnonzero(~inside)
        self.inside[:count] = inside
        boxes = self.boxes
        left, top, right, bottom = self.regions.part(self.number)
        x, y = x[border], y[border]
        leaves = ~((x >= left) & (x < right) & (y >= top) & (y < bottom))
        owners = np.full(len(border), self.number, np.intp)
        owners[leaves] = self.regions.locate(x[leaves], y[leaves])
        reach = boxes[border]
        packets = {}
        receivers = set(owners[leaves].tolist())
        if len(reach) and not np.isnan(reach).all():
            box = (*np.nanmin(reach[:, :2], axis=0), *np.nanmax(reach[:, 2:], axis=0))
            receivers.update(self.regions.touching(widened(box)))
        for shard in sorted(receivers):
            part = widened(self.regions.part(shard))
            reaches = (
                (reach[:, 0] <= part[2])
                & (reach[:, 2] >= part[0])
                & (reach[:, 1] <= part[3])
                & (reach[:, 3] >= part[1])
            )
            ghosts = border[reaches & (owners != shard)]
            given = border[leaves & (owners == shard)]
            if len(ghosts) or len(given):
                slots = np.concatenate((given, ghosts))
                packets[shard] = Rows(len(given), self._rows(slots), boxes[slots])
        self.own_ghosts = packets.pop(self.number, None)
        leaving = border[leaves]
        self.handed_over = len(leaving)
        self._drop(leaving)
        return packets

    def _inside(self, x: Array, y: Array, reach: Array) -> npt.NDArray[np.bool_]:
        """Which sprites lie so far inside this part that no other shard needs them.

        It compares positions, since comparing all boxes takes longer.
        """
        left, top, right, bottom = widened(self.regions.part(self.number), -1)
        inside: npt.NDArray[np.bool_] = x > left + reach[0]
        inside &= y > top + reach[1]
        inside &= x < right - reach[2]
        inside &= y < bottom - reach[3]
        return inside

    # --- the second half: take in what others have sent -----------------------------------------

    def settle(self, number: int, find: bool, *packets: Any) -> Any:
        """Take in the packets of others, and find the pairs if wanted; `ShardStats`."""
        for packet in packets:
            if isinstance(packet, StateLost | UserCodeError):
                return packet
        if number not in (self.done, self.advanced):
            return StateLost(number, self.done)
        return self.once("settle", number, lambda: self._settle(number, find, packets))

    def _settle(self, number: int, find: bool, packets: Sequence[Any]) -> ShardStats:
        begun, cpu = perf_counter(), thread_time()
        received = [packet for packet in (*packets, self.own_ghosts) if packet is not None]
        self.own_ghosts = None
        self.used = self.owned
        for packet in received:
            self._append(packet.columns, packet.boxes, 0, packet.owned)
            if self.reach is not None and packet.owned:
                given = slice(0, packet.owned)
                x, y = packet.columns["x"][given], packet.columns["y"][given]
                self.reach = np.maximum(self.reach, radius_about(packet.boxes[given], x, y))
        self.owned = self.used
        for packet in received:
            self._append(packet.columns, packet.boxes, packet.owned, len(packet))
        self._update_sprites()
        self.done = number
        if find:
            self._find()
        self.cpu_ms += (thread_time() - cpu) * 1000
        return self._stats((perf_counter() - begun) * 1000)

    def _stats(self, find_ms: float) -> ShardStats:
        pairs = -1 if self.found is None else len(self.found)
        return ShardStats(
            self.number,
            self.regions.part(self.number),
            self.owned,
            self.used - self.owned,
            self.handed_over,
            pairs,
            self.owned + PAIR_LOAD * max(pairs, 0),
            self.move_ms,
            find_ms,
            self.cpu_ms,
            self.bytes_sent,
        )

    def _find(self) -> Ints:
        """The pairs that count here, as slots."""
        if self.found is None:
            pairs = self.group.pair_indices()
            inside = self.inside
            first, second = pairs[:, 0], pairs[:, 1]
            unsure = np.flatnonzero(~(inside[first] | inside[second]))
            if len(unsure):
                a, b = self.boxes[first[unsure]], self.boxes[second[unsure]]
                x, y = np.maximum(a[:, 0], b[:, 0]), np.maximum(a[:, 1], b[:, 1])
                left, top, right, bottom = self.regions.part(self.number)
                counts = (x >= left) & (x < right) & (y >= top) & (y < bottom)
                if not counts.all():
                    keep = np.ones(len(pairs), bool)
                    keep[unsure[~counts]] = False
                    pairs = pairs[keep]
            self.found = pairs
        return self.found

    # --- slots ----------------------------------------------------------------------------------

    def _rows(self, slots: Ints) -> dict[str, Array]:
        return {name: array[slots] for name, array in self.arrays.items()}

    def _append(
        self, columns: Mapping[str, Array], boxes: Array | None, begin: int = 0, end: int = -1
    ) -> None:
        """Put rows behind those that are used."""
        end = len(columns["ids"]) if end < 0 else end
        count = end - begin
        if count == 0:
            return
        at = slice(self.used, self.used + count)
        self._reserve(at.stop)
        for name, array in self.arrays.items():
            array[at] = columns[name][begin:end]
        if boxes is not None:
            self.boxes[at] = boxes[begin:end]
        self.inside[at] = False
        self.changed.append(np.arange(at.start, at.stop))
        self.used = at.stop

    def _reserve(self, count: int) -> None:
        """Make slots for `count` rows and some more."""
        if count <= len(self.boxes) and count <= len(self.arrays["ids"]):
            return
        size = count + count // 8 + 64
        for name, array in self.arrays.items():
            grown = np.zeros(size, array.dtype)
            grown[: len(array)] = array
            self.arrays[name] = grown
        boxes = np.full((size, 4), np.nan)
        boxes[: len(self.boxes)] = self.boxes
        self.boxes = boxes
        self.inside = np.concatenate((self.inside, np.zeros(size - len(self.inside), bool)))

    def _drop(self, slots: Ints) -> None:
        """Remove rows that are owned here: the last rows take their slots."""
        if not len(slots):
            return
        keep = self.owned - len(slots)
        going = np.zeros(self.owned, bool)
        going[slots] = True
        holes = np.flatnonzero(going[:keep])
        last = keep + np.flatnonzero(~going[keep:])
        for array in self.arrays.values():
            array[holes] = array[last]
        if len(self.boxes) >= self.owned:
            self.boxes[holes] = self.boxes[last]
        self.inside[holes] = self.inside[last]
        self.changed.append(holes)
        self.owned = self.used = keep
        self._update_sprites()

    def _update_sprites(self) -> None:
        """Give the sprites the rows of their slots, and disable the spare ones."""
        slots = np.concatenate(self.changed) if self.changed else np.empty(0, np.intp)
        slots = slots[slots < self.used]
        self.changed = []
        if len(self.sprites) < len(self.arrays["ids"]):
            slots = np.union1d(slots, self._make_sprites())
        self._fit_shapes(slots)
        if len(slots) * FEW < len(self.sprites):
            for name in self.written:
                values = self.arrays[name][slots].tolist()
                for slot, value in zip(slots.tolist(), values, strict=True):
                    setattr(self.sprites[slot], name, value)
        else:
            self._write_pose(set(self.written))
        for sprite in self.sprites[self.enabled : self.used]:
            sprite.collision_enable = True
        for sprite in self.sprites[self.used : self.enabled]:
            sprite.collision_enable = False
        self.enabled = self.used

    def _make_sprites(self) -> Ints:
        """Sprites for the slots that have none; which of these are used."""
        begin, end = len(self.sprites), len(self.arrays["ids"])
        shapes = self.arrays["shape"][begin:end]
        collecting = gc.isenabled()
        gc.disable()  # nothing here becomes garbage, and there may be millions
        try:
            made = [
                Sprite(collision=self.shapes[k], collision_enable=False) for k in shapes.tolist()
            ]
            self.sprites += made
            self.group.add(made)
        finally:
            if collecting:
                gc.enable()
            if self._own_process:
                gc.freeze()  # they stay, so the collector need not visit them again
        self.sprite_shapes = np.concatenate((self.sprite_shapes, shapes))
        return np.arange(begin, min(end, self.used))

    def _fit_shapes(self, slots: Ints) -> None:
        shapes = self.arrays["shape"]
        for slot in slots[self.sprite_shapes[slots] != shapes[slots]].tolist():
            self.sprites[slot].collision = self.shapes[shapes[slot]]
            self.sprite_shapes[slot] = shapes[slot]

    # --- questions ------------------------------------------------------------------------------

    def ask(self, number: int, question: str, *arguments: Any) -> Any:
        """Answer a question about the state after call `number`, by its name."""
        return self.after(number, lambda: getattr(self, f"ask_{question}")(*arguments))

    def ask_pairs(self) -> Ints:
        """The pairs that count here, as ids, the smaller first; in no order."""
        ids: Ints = np.sort(self.arrays["ids"][self._find()], axis=1)
        return ids

    def ask_map_pairs(self, pickled: bytes) -> tuple[Ints, Any]:
        """The pairs as `ask_pairs` gives them, and what the user's function returns for them."""
        function, arguments = pickle.loads(pickled)
        pairs = self._find()
        ids = self.arrays["ids"][pairs]
        pairs = np.where((ids[:, 0] > ids[:, 1])[:, None], pairs[:, ::-1], pairs)
        try:
            values = function(self._frozen(pairs[:, 0]), self._frozen(pairs[:, 1]), *arguments)
            values = None if values is None else one_a_row(values, len(pairs))
        except Exception as error:
            raise caught(error, self.number) from None
        return self.arrays["ids"][pairs], values

    def _frozen(self, slots: Ints) -> Columns:
        rows = self._rows(slots)
        for array in rows.values():
            array.flags.writeable = False
        return Columns(rows.pop("ids"), rows, self.frame)

    def ask_rows(self, names: Sequence[str]) -> dict[str, Array]:
        """Columns of the rows that are owned here."""
        return {name: self.arrays[name][: self.owned] for name in ("ids", *names)}

    def ask_known(self, ids: Ints) -> Ints:
        """Which of these ids are owned here."""
        return np.intersect1d(self.arrays["ids"][: self.owned], ids)

    def ask_sample(self, count: int) -> tuple[Array, Array, Array]:
        """Places of about `count` sprites, evenly chosen, and the load that each stands for."""
        stride = max(1, self.owned // count)
        slots = np.arange(stride // 2, self.owned, stride)
        loads = np.ones(self.owned)
        if self.found is not None:
            ends = np.bincount(self.found.ravel(), minlength=self.owned)[: self.owned]
            loads += PAIR_LOAD / 2 * ends
        # Each stands for those up to the next.
        sums = np.add.reduceat(loads, slots) if len(slots) else np.empty(0)
        return self.arrays["x"][slots], self.arrays["y"][slots], sums

    def ask_box(self, box: Bounds) -> Ints:
        """The ids of sprites that hit a box, ghosts included."""
        ids: Ints = self.arrays["ids"][self.group.box_indices([box])[:, 1]]
        return ids

    def ask_ray(
        self, ray: Bounds, radius: float, from_inside: bool, without: Ints
    ) -> WorldRayHit | None:
        """The first hit of a ray, ghosts included; of several at once, that of the smallest id."""
        passed = self._sprites_of(without)
        best: WorldRayHit | None = None
        while True:
            hit = self.group.raycast(
                *ray, radius=radius, hit_from_inside=from_inside, exclude=passed
            )
            if hit is None or (best is not None and hit.fraction > best.fraction):
                return best
            found = WorldRayHit(
                self._id_of(hit.other),
                hit.other_shape,
                hit.fraction,
                hit.point,
                hit.normal,
                hit.inside,
                hit.distance,
            )
            best = found if best is None or found.id < best.id else best
            passed.append(hit.other)

    def ask_near(self, x: float, y: float, max_distance: float, without: Ints) -> WorldNear | None:
        """The nearest sprite, ghosts included; of several, that of the smallest id."""
        passed = self._sprites_of(without)
        count = 2
        while True:
            found = self.group.nearest_k(x, y, count, max_distance=max_distance, exclude=passed)
            if len(found) < count or found[-1].distance > found[0].distance:
                break
            count *= 2
        ids = {
            self._id_of(near.other): near for near in found if near.distance == found[0].distance
        }
        if not ids:
            return None
        near = ids[min(ids)]
        return WorldNear(min(ids), near.other_shape, near.distance, near.point)

    def _sprites_of(self, ids: Ints) -> list[Sprite]:
        slots = np.flatnonzero(np.isin(self.arrays["ids"][: self.used], ids)) if len(ids) else ()
        return [self.sprites[slot] for slot in slots]

    def _id_of(self, sprite: Sprite) -> int:
        return int(self.arrays["ids"][self.group.index(sprite)])


def one_a_row(values: Any, count: int) -> Array:
    """What a user's function has returned for `count` pairs, as an array."""
    array = np.asarray(values)
    if array.shape[:1] != (count,):
        raise ValueError(
            f"the function must return one value for each of the {count} pairs, "
            f"got shape {array.shape}"
        )
    return array
