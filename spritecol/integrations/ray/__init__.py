"""For Ray: thousands of rooms, and worlds larger than one process or machine.

See docs/guide/ray.md and docs/scale.md.
"""

from spritecol.integrations import _needed

_needed.demand_ray()  # before the first import of a module that imports ray

# ruff: noqa: E402 (hence the imports below it)
from spritecol.integrations.ray._actors import Place
from spritecol.integrations.ray.columns import Columns
from spritecol.integrations.ray.rooms import PendingStep, RoomError, Rooms
from spritecol.integrations.ray.sharded_world import ShardedWorld
from spritecol.integrations.ray.world_answers import WorldNear, WorldRayHit
from spritecol.integrations.ray.world_stats import ShardError, ShardStats, WorldStats

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
