"""The shards of a world as its driver sees them.

Whatever changes the world is one logged call, in two halves: `advance`, in which each shard changes
what it owns and answers with packets, and `settle`, which hands each shard the packets of the
others.
"""

import warnings
from collections.abc import Mapping
from itertools import zip_longest
from typing import Any

from spritecol.integrations.ray import _actors
from spritecol.integrations.ray._actors import LostError, UserCodeError
from spritecol.integrations.ray.ray_records import ShardError, ShardStats
from spritecol.integrations.ray.recovery import Call, Crew
from spritecol.integrations.ray.regions import Parts
from spritecol.integrations.ray.shard import Shard


class Fleet(Crew):
    """All shards of a world.

    Attributes:
        parts: those of the shards.
        frame: how often sprites were moved.
    """

    def __init__(
        self,
        shards: int,
        arguments: tuple[Any, ...],
        *,
        checkpoint_every: int,
        timeout: float | None,
        options: Mapping[str, Any],
    ) -> None:
        """Start the actors, with these arguments behind their number."""
        self.parts: Parts = ()
        self.frame = 0
        self._arguments, self._options = arguments, options
        self._every = checkpoint_every
        self._saved_frame = 0
        _actors.start_ray()
        super().__init__(shards, timeout)

    def start(self, member: int) -> Any:
        """Start a shard."""
        return _actors.start_actor(Shard, self._options, member, *self._arguments)

    def change(self, changes: list[tuple[Any, ...]], parts: Parts | None) -> tuple[ShardStats, ...]:
        """Let all shards change what they own, until it is done.

        Args:
            changes: for each shard the name of a change and its arguments; what came later, when
                this is sent again, does nothing.
            parts: new parts, which hold from here on.
        """
        call = self.send("change", changes, parts)
        try:
            stats = self.fetch(call)
        except BaseException:
            self.give_up(call)
            raise
        self.parts = parts or self.parts
        self.frame += changes[0][0] == "move"
        if len(self.log) >= self._every:
            self.save()
        return tuple(stats[: len(self.parts)])

    def post(self, call: Call) -> list[Any]:
        """Both halves of a change; or another call."""
        if call.what != "change":
            return super().post(call)
        changes, parts = call.arguments
        both = zip_longest(changes, self.actors, fillvalue=("stay",))
        given = [(parts, *change) for change, _ in both]
        packets = self.answers(self.tell("advance", given))
        find = changes[0][0] == "move"
        return self.tell(
            "settle",
            [
                (find, *(sent[shard] for sent in packets if shard in sent))
                for shard in range(len(self.actors))
            ],
        )

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
        text = error.text if isinstance(error, UserCodeError) else f"memory is full: {error}"
        return ShardError(f"shard {member}, frame {frame}: {text}", member, frame)
