"""The results of a `ShardedWorld`: hits and neighbors with ids, costs, and its error."""

from collections.abc import Callable
from typing import Any, TypeVar

import attrs

from spritecol.integrations.ray.regions import Bounds
from spritecol.shapes import Shape
from spritecol.sprites.questions.answers import Near, RayHit

T = TypeVar("T")


class WorldRayHit(RayHit[Any]):
    """Where a ray enters a shape of a sprite: a `RayHit` whose `other` is an id.

    Attributes:
        id: the id of the sprite, as `other`.
        shape: the sprite's shape that was hit, as `other_shape`.
    """

    @property
    def id(self) -> int:
        return int(self.other)

    @property
    def shape(self) -> Shape:
        return self.other_shape


class WorldNear(Near[Any]):
    """The sprite nearest to a point: a `Near` whose `other` is an id.

    Attributes:
        id: the id of the sprite, as `other`.
        shape: the sprite's nearest shape, as `other_shape`.
    """

    @property
    def id(self) -> int:
        return int(self.other)

    @property
    def shape(self) -> Shape:
        return self.other_shape


def with_id(kind: Callable[..., T], found: RayHit | Near, id: int) -> T:
    """Return the result of a Group as a result of a world, with an id in place of the sprite."""
    return kind(id, *(getattr(found, name) for name in found.__match_args__[1:]))


@attrs.frozen
class ShardStats:
    """The work of one shard in the last frame.

    Attributes:
        shard: its number.
        part: the part of the world that it owns: left, top, right, bottom.
        sprites: how many it owns.
        ghosts: how many sprites of other shards reach into its part.
        handed_over: how many sprites it has handed over to other shards.
        pairs: how many pairs it has found; -1 if they have not been requested yet.
        cpu_ms: milliseconds of processor time.
        bytes_sent: the size of the packets for other shards.
    """

    shard: int
    part: Bounds
    sprites: int
    ghosts: int
    handed_over: int
    pairs: int
    cpu_ms: float
    bytes_sent: int


class ShardError(RuntimeError):
    """A shard failed to carry out a call. `__cause__` is the original exception.

    Attributes:
        shard: its number; None if it is not known.
        frame: the frame at which it happened, counted from 1; 0 before the first step.
    """

    def __init__(self, message: str, shard: int | None, frame: int) -> None:
        super().__init__(message)
        self.shard, self.frame = shard, frame


@attrs.frozen
class WorldStats:
    """The cost of the last frame.

    Attributes:
        frame: how many steps the world has taken.
        seconds: the duration of the frame, measured by the driver.
        shards: the `ShardStats` of each shard.
    """

    frame: int
    seconds: float
    shards: tuple[ShardStats, ...]

    @property
    def sprites(self) -> int:
        """The number of sprites."""
        return sum(shard.sprites for shard in self.shards)

    @property
    def ghosts(self) -> int:
        """The number of copies of sprites in the parts of other shards."""
        return sum(shard.ghosts for shard in self.shards)

    @property
    def pairs(self) -> int:
        """The number of pairs that hit, or -1 if they have not been requested yet."""
        return -1 if self.shards[0].pairs < 0 else sum(shard.pairs for shard in self.shards)

    @property
    def handed_over(self) -> int:
        """The number of sprites that have changed their shard."""
        return sum(shard.handed_over for shard in self.shards)

    @property
    def bytes_sent(self) -> int:
        """The size of all packets between shards."""
        return sum(shard.bytes_sent for shard in self.shards)
