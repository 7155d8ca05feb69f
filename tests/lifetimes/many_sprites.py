"""Checks that need many sprites and a process of their own; test_processes.py runs this script.

    PYTHONPATH=tests python -m lifetimes.many_sprites lives 10000000  # a few minutes

`python -m lifetimes.many_sprites rows` does once what may take memory, and then many times. It
prints by how many bytes the peak memory of the process has grown. It needs a process of its own,
because growth cannot be seen in a process that once had more memory for another reason. And after
many sprites the storage stays large, so every later `validate` would take a hundred times as long.
"""

import copy
import gc
import pickle
import sys
from typing import Any

from support.behavior import SQUARE, square
from support.hooks import row_count, validate

from spritecol import Circle, Ellipse, Group, Polygon, Rect, Sprite, check, pairs


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
        sprites = [Sprite(x, 0, collision=[SQUARE, Circle(0, 0, 1)]) for x in range(12_000)]
        assert sprites[0].hits(sprites[1])
        Group(*sprites[::100]).pair_indices()

    round_trip()
    before = peak()
    for _ in range(4):
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

    reshape(1_500)
    validate()
    before = peak()
    reshape(6_000)
    validate()
    return peak() - before


class Beetle(Sprite):
    """A sprite with a default of its class, attributes of its own, callbacks, and a cycle."""

    collision = Ellipse(3, 2, 3, 2)

    def __init__(self, x: float, y: float) -> None:
        super().__init__(x, y, angle=x)
        self.me = self

    def hit(self, other: Sprite) -> None:
        if other.x < self.x:
            other.vanish()


class Picture:
    """An object with the size of an image."""

    size = (6, 4)


FLOCK = 5_000  # lives that begin and end together


def lives(count: int = 90_000) -> int:
    """Growth by whole lives: made in all ways, moved, copied, pickled, asked, vanished, dropped."""
    star = Polygon([(0, 0), (9, 2), (5, 5), (9, 9), (0, 8), (3, 4)])
    picture = Picture()

    def flock(number: int) -> None:
        sprites: list[Any] = [Sprite(x, 0, collision=Circle(0, 0, 3)) for x in range(0, FLOCK, 5)]
        sprites += [Beetle(x, 3) for x in range(0, FLOCK, 5)]
        sprites += [Sprite(x, 6, image=picture, angle=30) for x in range(0, FLOCK, 10)]
        sprites += [Sprite(x, 8, collision=[star, [0, 0, 3, 3]]) for x in range(0, FLOCK, 10)]
        # Shapes that nobody had before, so that the caches of outlines must let others go.
        sprites += [
            Sprite(x, 9, collision=Rect(0, 0, 5, 1 + (number * 100 + x) / 1e6))
            for x in range(0, FLOCK, 100)
        ]
        left = FLOCK - len(sprites)
        half = left // 2
        sprites += [copy.copy(sprite) for sprite in sprites[:half]]
        sprites += pickle.loads(pickle.dumps(sprites[-(left - half) :]))
        assert len(sprites) == FLOCK
        group = Group(sprites[::2], Group(sprites[1::2]))
        assert len(group.pair_indices()) > FLOCK
        group.x += 0.5
        for sprite in sprites[::7]:
            sprite.scale_x, sprite.collision = 2.0, star
        found = check(sprites[:1000], group)
        assert found
        assert sprites[3].check(sprites)
        for _ in range(3):  # at rest: an index is kept
            assert found[0][0].hits(group) in (True, False)
        for sprite in sprites[::3]:
            sprite.vanish()
        assert len(group) <= FLOCK - len(sprites[::3])

    rounds = count // FLOCK
    warm = min(20, rounds // 2)
    before = row_count()
    for number in range(warm):
        flock(number)
    gc.collect()
    validate()
    most = peak()
    for number in range(warm, rounds):
        flock(number)
    gc.collect()
    validate()
    assert row_count() == before
    return peak() - most


if __name__ == "__main__":
    work = {"crowd": crowd, "rows": rows, "runs": runs, "lives": lives}[sys.argv[1]]
    print(work(*map(int, sys.argv[2:])))
