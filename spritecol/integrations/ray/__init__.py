"""For Ray: thousands of rooms, and worlds larger than one process or machine.

Provisional: names and meanings may change in any minor version, see docs/guarantees.md.

Modules::

    rooms            Rooms: independent rooms, as the driver sees them
    room_host        the actor that holds some rooms
    sharded_world    ShardedWorld: one world over many actors, as the driver sees it
    shard            the actor that owns one part of a world: hand-over, ghosts, pairs
    recovery         actors that keep their state: a checkpoint, and the calls since
    ray_columns      sprites as columns, for users' functions and between shards
    regions          the parts of a world
    ray_records      what a ShardedWorld returns, and ShardError

Start with docs/advanced/machines.md.
"""

from spritecol.integrations import _needed

_needed.demand_ray()  # before the first import of a module that imports ray

# ruff: noqa: E402 (hence the imports below it)
from spritecol._support.public_classes import belong_to
from spritecol.integrations.ray.ray_columns import Columns
from spritecol.integrations.ray.ray_records import (
    ShardError,
    ShardStats,
    WorldNear,
    WorldRayHit,
    WorldStats,
)
from spritecol.integrations.ray.recovery import Place
from spritecol.integrations.ray.rooms import PendingStep, RoomError, Rooms
from spritecol.integrations.ray.sharded_world import ShardedWorld

__all__ = [
    "Columns",
    "PendingStep",
    "Place",
    "RoomError",
    "Rooms",
    "ShardError",
    "ShardStats",
    "ShardedWorld",
    "WorldNear",
    "WorldRayHit",
    "WorldStats",
]

belong_to(__name__, *map(globals().get, __all__))
