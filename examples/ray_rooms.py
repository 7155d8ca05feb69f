"""1,000 rooms of the bullet storm, on all cores of this machine or of a cluster, by Ray.

Each room is the scene of bullet_storm.py with a ship that dodges by itself. At the end the script
prints how many room steps a second there were, and the hits of all rooms.

    python examples/ray_rooms.py                            # needs Ray and pygame-ce
    python examples/ray_rooms.py --rooms 20 --frames 30     # smaller
    python examples/ray_rooms.py --address auto             # on the cluster of this machine
"""

import argparse
import logging
import os
import sys
import time
from collections import Counter
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # in each process

from bullet_storm import BulletStorm

try:
    import ray

    from spritecol.integrations.ray import Rooms
except ImportError as error:
    sys.exit(f"ray_rooms cannot start: {error}")


class StormRoom:
    """A room: `setup` and `step`."""

    bullets = 500

    def setup(self, number: int) -> None:
        self.storm = BulletStorm(self.bullets, sway=20 + number % 21)

    def step(self, inputs: Any) -> dict[str, int]:
        self.storm.update()
        return {"ship hit": self.storm.hits, "bullets swept away": self.storm.swept}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rooms", type=int, default=1000)
    parser.add_argument("--bullets", type=int, default=500, help="in each room")
    parser.add_argument("--frames", type=int, default=200)
    parser.add_argument("--actors", type=int, help="processes; one for each core if not given")
    parser.add_argument("--address", help="of a cluster; this machine if not given")
    chosen = parser.parse_args()
    ray.init(address=chosen.address, logging_level=logging.ERROR)
    actors = chosen.actors or int(ray.cluster_resources()["CPU"])
    StormRoom.bullets = chosen.bullets
    per_actor = -(-chosen.rooms // actors)
    with Rooms(StormRoom, chosen.rooms, rooms_per_actor=per_actor, progress="line") as rooms:
        begun = time.perf_counter()
        # One step is always asked for before the last one is fetched, so that no actor waits.
        pending = rooms.submit()
        for _ in range(chosen.frames - 1):
            following = rooms.submit()
            pending.result()
            pending = following
        tallies = pending.result().values()
        seconds = time.perf_counter() - begun
    total: Counter[str] = Counter()
    for tally in tallies:
        total.update(tally)
    print(f"{chosen.rooms * chosen.frames / seconds:,.0f} room steps a second on {actors} actors")
    print(", ".join(f"{what} {count:,}" for what, count in sorted(total.items())))
    ray.shutdown()


if __name__ == "__main__":
    main()
