"""2,000,000 sprites wander through one world, which is spread over several processes by Ray.

A table shows the shards as they work. At the end the script prints how long a frame took, and what
the largest crowd is.

    python examples/ray_world.py                                  # needs Ray and about 3 GB
    python examples/ray_world.py --sprites 20000 --frames 10      # smaller
    python examples/ray_world.py --shards 64 --address auto       # on the cluster of this machine
"""

import argparse
import logging
import sys
import time
from typing import Any

import numpy as np

from spritecol import Circle

try:
    import ray

    from spritecol.integrations.ray import Columns, ShardedWorld
except ImportError as error:
    sys.exit(f"ray_world cannot start: {error}")

SPACE = 150  # square pixels a sprite, on average
PLACES = 5  # where they like to be, in each direction


def chance(ids: Any, frame: int) -> Any:
    """A number from 0 to 1 for each sprite, the same in whichever shard and order.

    The mixing steps are those of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom
    Number Generators, 2014).
    """
    mixed = ids.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(frame)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return (mixed ^ (mixed >> np.uint64(31))) / 2.0**64


def wander(sprites: Columns, side: float) -> None:
    """Turn a little, a little more towards a place of one's own; walk, and turn at the rim."""
    goal = sprites.ids % PLACES**2
    goal_x, goal_y = (goal % PLACES + 0.5) / PLACES * side, (goal // PLACES + 0.5) / PLACES * side
    wanted = np.arctan2(goal_y - sprites.y, goal_x - sprites.x)
    sprites.heading += chance(sprites.ids, sprites.frame) - 0.5
    sprites.heading += 0.1 * np.sin(wanted - sprites.heading)
    sprites.x += 2 * np.cos(sprites.heading)
    sprites.y += 2 * np.sin(sprites.heading)
    np.clip(sprites.x, 0, side, out=sprites.x)
    np.clip(sprites.y, 0, side, out=sprites.y)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sprites", type=int, default=2_000_000)
    parser.add_argument("--shards", type=int, help="processes; one for each core if not given")
    parser.add_argument("--frames", type=int, default=20)
    parser.add_argument("--address", help="of a cluster; this machine if not given")
    chosen = parser.parse_args()
    ray.init(address=chosen.address, logging_level=logging.ERROR)
    shards = chosen.shards or int(ray.cluster_resources()["CPU"])
    side = (SPACE * chosen.sprites) ** 0.5
    random = np.random.default_rng(0)
    with ShardedWorld(
        (0, 0, side, side),
        shards,
        shapes=Circle(0, 0, 4),
        columns={"heading": float},
        progress="table",
    ) as world:
        world.add(
            random.uniform(0, side, chosen.sprites),
            random.uniform(0, side, chosen.sprites),
            heading=random.uniform(0, 2 * np.pi, chosen.sprites),
        )
        begun = time.perf_counter()
        for _ in range(chosen.frames):
            stats = world.step(wander, side)
        seconds = time.perf_counter() - begun
        ids, touched = np.unique(world.pairs(), return_counts=True)
    print(f"{1000 * seconds / chosen.frames:.0f} ms a frame on {shards} shards", flush=True)
    print(f"{stats.sprites:,} sprites, {stats.pairs:,} pairs", flush=True)
    print(f"sprite {ids[touched.argmax()]} touches {touched.max()} others")
    ray.shutdown()


if __name__ == "__main__":
    main()
