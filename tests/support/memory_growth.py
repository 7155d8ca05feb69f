"""How much memory a process takes more and more of; run by test_memory.py as a script.

`python -m support.memory_growth rows` does once what may take memory, then many times, and prints
by how many bytes the most that the process ever had has grown. It does so in a process of its own:
in one that once had more, for whatever reason, growth would not be seen.
"""

import resource
import sys
from typing import Any

from spritecol import Circle, Group, Polygon, Rect, Sprite
from support.behavior import SQUARE
from support.engine import validate


def peak() -> int:
    """The most memory this process ever had, in bytes."""
    unit = 1 if sys.platform == "darwin" else 1024
    return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) * unit


def rows() -> int:
    """Growth by sprites that come and go."""

    def round_trip() -> None:
        sprites = [Sprite(x, 0, collision=[SQUARE, Circle(0, 0, 1)]) for x in range(20_000)]
        assert sprites[0].hits(sprites[1])
        Group(*sprites[::100]).pair_indices()

    round_trip()
    before = peak()
    for _ in range(8):
        round_trip()
    return peak() - before


def runs() -> int:
    """Growth by sprites that change their shapes: runs of parts and vertices of many lengths."""
    ring = [(x, 1000 + (x - 30) ** 2) for x in range(60)]
    shapes: list[Any] = [
        [],
        SQUARE,
        Polygon([*ring, (30, 0)]),
        [Circle(0, 0, 3)] * 40,
        Polygon([(0, 0), (50, 5), (100, 0), (55, 50), (100, 100), (50, 60), (0, 100)]),
        [Rect(0, 0, 3, 3)] * 7,
    ]
    sprites = [Sprite() for _ in range(7)]

    def reshape(times: int) -> None:
        for number in range(times):
            sprite = sprites[number % 7]
            sprite.collision = shapes[number % 6]
            if number % 50 == 0:
                assert len(sprite.world_shapes) == len(sprite.shapes)
                sprite.hits(sprites)

    reshape(3_000)
    validate()
    before = peak()
    reshape(30_000)
    validate()
    return peak() - before


if __name__ == "__main__":
    print({"rows": rows, "runs": runs}[sys.argv[1]]())
