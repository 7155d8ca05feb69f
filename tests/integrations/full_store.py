"""What happens where memory for objects is full, shown with a Ray of its own.

    PYTHONPATH=tests python -m integrations.full_store

Ray writes what its store can't hold to the disk. Here the disk counts as full, too. Prints a line
for each error or warning.
"""

import warnings

import numpy as np
import pytest

from spritecol import Circle

ray = pytest.importorskip("ray")  # pytest looks for examples in here

from spritecol.integrations.ray import (  # noqa: E402
    Columns,
    RoomError,
    Rooms,
    ShardedWorld,
    ShardError,
)

STORE = 80 * 2**20  # bytes; Ray wants at least 75 MB
NUMBERS = 1_000  # columns: 8,000 bytes a sprite
PIECES, PIECE = 4, 1_200  # sprites: in all 48 MB, and as much again for a checkpoint


class Hoarder:
    """A room whose answer fits in no store."""

    def setup(self, number: int) -> None:
        self.number = number

    def step(self, inputs: None) -> object:
        return np.zeros(STORE // 8) if self.number else "small"


def move(sprites: Columns) -> None:
    sprites.x += 1.0


def main() -> None:
    ray.init(
        num_cpus=2,
        include_dashboard=False,
        logging_level="ERROR",
        log_to_driver=False,
        object_store_memory=STORE,
        _system_config={"local_fs_capacity_threshold": 1e-6},
    )
    columns: dict[str, type] = {f"number_{k}": float for k in range(NUMBERS)}
    options = {"shapes": Circle(0, 0, 1), "columns": columns, "checkpoint_every": 1}
    random = np.random.default_rng(0)
    with ShardedWorld((0, 0, 100, 100), 2, **options) as world:
        world.add(*random.uniform(0, 100, (2, PIECE)))
        before = world.columns("x", "y")
        try:
            world.add(*random.uniform(0, 100, (2, 25 * PIECE)))
        except ShardError as error:
            print(f"ShardError of shard {error.shard}: {error}")
        after = world.columns("x", "y")
        print("as before:", all(np.array_equal(after[name], before[name]) for name in before))
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            for _ in range(PIECES):
                world.add(*random.uniform(0, 100, (2, PIECE)))
            world.step(move)
            world.step(move)  # makes a checkpoint first
        print(f"{caught[-1].category.__name__}: {caught[-1].message}")
        print("of this file:", caught[-1].filename == __file__)
    with Rooms(Hoarder, 2, rooms_per_actor=1) as rooms:
        try:
            rooms.step()
        except RoomError as error:
            print(f"RoomError of actor {error.actor}: {error}")
    ray.shutdown()


if __name__ == "__main__":
    main()
