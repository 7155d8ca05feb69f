"""What needs many sprites and a process of its own; run by test_memory.py as a script.

`python -m support.many_sprites rows` does once what may take memory, then many times, and prints by
how many bytes the most that the process ever had has grown: in a process that once had more, for
whatever reason, growth would not be seen. And where many sprites have been, the storage stays as
large, so that every later `validate` takes a hundred times as long.
"""

import sys
from typing import Any

from spritecol import Circle, Group, Polygon, Rect, Sprite, pairs
from support.behavior import SQUARE, square
from support.engine import row_count, validate


def crowd() -> None:
    """A hundred thousand sprites come, go, and come again into the rows that are free."""
    before = row_count()
    for x in range(100_000):
        square(x)
    assert row_count() == before
    sprites = [square(20 * x) for x in range(100_000)]
    assert row_count() == before + 100_000
    validate()
    assert Group(*sprites).pair_indices().shape == (0, 2)
    del sprites[::2]
    assert row_count() == before + 50_000
    validate()
    sprites += [square(20 * x + 15) for x in range(50_000)]
    assert row_count() == before + 100_000
    validate()
    # those that stayed begin at 20, 60, 100, ...; the new ones at 15, 35, 55, ... to a million
    assert len(pairs(sprites[:50_000], sprites[50_000:])) == 25_000
    sprites.clear()
    assert row_count() == before
    validate()


def peak() -> int:
    """The most memory this process ever had, in bytes."""
    import resource  # which Windows does not have

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
    print({"crowd": crowd, "rows": rows, "runs": runs}[sys.argv[1]]())
