"""The shards of a world as its driver sees them.

Whatever changes the world is an operation. It is sent to all shards in two calls each: `advance`,
which changes what the shard owns and returns packets, and `settle`, which takes in the packets of
the others. Ray brings each packet from shard to shard; the driver holds references only.

When a shard is lost all go back to the checkpoint and repeat the operations since, as `recovery`
says: their packets belong together even where the user's function does not give the same twice.
"""

import warnings
from collections.abc import Mapping
from typing import Any

import attrs

from spritecol.integrations.ray import _actors
from spritecol.integrations.ray._actors import LostError, UserCodeError
from spritecol.integrations.ray.ray_records import ShardError, ShardStats
from spritecol.integrations.ray.recovery import Crew
from spritecol.integrations.ray.regions import Regions
from spritecol.integrations.ray.shard import Change, Move, Shard

ALL_TO_ALL = 8
"""Shards. Up to this number each shard sends a packet to each other one. With more, packets go to
neighbors, and the driver first asks whether there are others, which takes one more round."""


@attrs.frozen(eq=False)
class Operation:
    """A change of the world, as it is sent and logged.

    Attributes:
        change: what all shards do, or by shard; those beyond the last do nothing.
        regions: new parts, which hold from this operation on.
        find: whether pairs are found at once.
        frames: how often sprites are moved, if they are.
    """

    change: Change | tuple[Change, ...]
    regions: Regions | None = None
    find: bool = False
    frames: int = 1


class Fleet(Crew):
    """All shards of a world.

    Attributes:
        regions: their parts.
        frame: how many operations have moved sprites.
    """

    def __init__(
        self,
        shards: int,
        arguments: tuple[Any, ...],
        regions: Regions,
        *,
        checkpoint_every: int,
        timeout: float | None,
        options: Mapping[str, Any],
    ) -> None:
        """Start the actors, with these arguments behind their number."""
        self.regions = regions
        self.frame = 0
        self._arguments, self._options = (*arguments, regions), options
        self._every = checkpoint_every
        self._saved_frame = 0
        self._closed = False
        _actors.start_ray()
        super().__init__(shards, timeout)

    def start(self, member: int) -> Any:
        """Start a shard."""
        return _actors.start_actor(Shard, self._options, member, *self._arguments, True)

    def mend(self) -> None:
        """Bring all shards to the present, if they may not be in it."""
        if self._closed:
            raise RuntimeError("this ShardedWorld is closed")
        super().mend()

    def _restore(self) -> None:
        super()._restore()
        if not self.log:
            self.post(Operation(None))  # exchanges ghosts

    def carry_out(self, operation: Operation) -> tuple[ShardStats, ...]:
        """Let all shards do something, until it is done."""
        call = self.send(operation)
        try:
            stats = tuple(self.fetch(call)[-len(self.actors) :])
        except BaseException:
            self.give_up(call)
            raise
        if operation.regions is not None:
            self.regions = operation.regions
        if isinstance(operation.change, Move):
            self.frame += operation.frames
        if sum(call.work.frames for call in self.log) >= self._every:
            self.save()
        return stats

    def save(self) -> None:
        """Make a checkpoint. Where memory is full the last one and a longer log serve as before."""
        try:
            super().save()
        except ShardError as error:
            if not isinstance(error.__cause__, MemoryError):
                raise
            warnings.warn(
                f"no checkpoint, {error}. The last one is of frame {self._saved_frame}; after a "
                "failure all steps since are repeated",
                RuntimeWarning,
                stacklevel=5,  # where the user has called the world
            )
        else:
            self._saved_frame = self.frame

    def post(self, work: Operation) -> list[Any]:
        """Both calls of an operation, to all shards; for each frame."""
        asked: list[Any] = []
        for k in range(work.frames):
            change = work.change
            if isinstance(change, Move):
                change = attrs.evolve(change, frame=change.frame + k)
            changes = change if isinstance(change, tuple) else (change,) * len(self.actors)
            asked += self._post_once(changes, work.regions, work.find and k == work.frames - 1)
        return asked

    def _post_once(
        self, changes: tuple[Change, ...], regions: Regions | None, find: bool
    ) -> list[Any]:
        number = self.next_number()
        everyone = range(len(self.actors))
        is_few = len(self.actors) <= ALL_TO_ALL
        near = [
            [other for other in everyone if other != shard]
            if is_few
            else [other for other in self.regions.neighbors(shard) if other in everyone]
            for shard in everyone
        ]
        sent = []
        for shard, actor in enumerate(self.actors):
            change = changes[shard] if shard < len(changes) else None
            advance = actor.advance.options(num_returns=2 + len(near[shard]))
            try:
                sent.append(advance.remote(number, change, regions, near[shard]))
            except _actors.FULL as error:
                full = MemoryError(_actors.first_line(error))
                raise self.explained(shard, full, "") from full
        # Each needs its own first answer, too, so that an error there is an error here.
        packets: list[list[Any]] = [[sent[shard][0]] for shard in everyone]
        for shard in everyone:
            for other, packet in zip(near[shard], sent[shard][2:], strict=True):
                packets[other].append(packet)
        if not is_few:
            for shard in everyone:
                for other, rows in self.answer(shard, sent[shard][1]).items():
                    packets[other].append(rows)
        return [
            actor.settle.remote(number, find, *packets[shard])
            for shard, actor in enumerate(self.actors)
        ]

    def close(self) -> None:
        """Stop all actors."""
        if not self._closed:
            self._closed = True
            self.stop()

    def explained(self, member: int | None, error: Exception, doing: str) -> Exception:
        """The error that users see."""
        frame = self.frame + (not doing and any(not call.answers for call in self.log))
        if isinstance(error, TimeoutError):
            return TimeoutError(
                f"shard {member} has not answered in frame {self.frame + 1} within {self.timeout} "
                "s; it may wait for a free node, or be slow"
            )
        if isinstance(error, LostError):
            shards = f"shards 0 to {len(self.actors) - 1}"
            text = f"{shards}, frame {frame}: lost {_actors.ATTEMPTS + 1} times in a row: {error}"
            return ShardError(text, None, frame)
        if isinstance(error, UserCodeError):
            member, frame, text = error.where, error.frame or frame, error.text
        else:
            text = f"memory is full: {error}"
        return ShardError(f"shard {member}, frame {frame}: {text}", member, frame)
