"""What is made and dropped again gives its memory back: as the allocator of glibc counts it."""

import ctypes
import gc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from spritecol import (
    CharacterController,
    Circle,
    Group,
    Overlaps,
    Polygon,
    Rect,
    Sprite,
    World,
    check,
)
from spritecol.spatial import CellSpace, LinearQuadtree

TIMES = 200
MOST = 100_000
"""Bytes that may be in use after so many times beyond those before. Caches and the interpreter take
up to 35,000. What the moves of one walker note of its surroundings is 1,900 bytes each time."""

libc = ctypes.CDLL(None)


class MallInfo(ctypes.Structure):
    """What `mallinfo2` returns: of the bytes in use, those of large blocks, and all others."""

    _fields_ = [(f"word_{k}", ctypes.c_size_t) for k in range(10)]


def bytes_in_use() -> int:
    gc.collect()
    libc.mallinfo2.restype = MallInfo
    info = libc.mallinfo2()
    return int(info.word_4 + info.word_7)


def level() -> Group:
    """A floor of tiles, walls, and something round and concave."""
    tiles = [Sprite(16 * k, 100, collision=Rect(0, 0, 16, 16)) for k in range(12)]
    horns = Polygon([(0, 0), (30, 0), (30, 30), (20, 10), (10, 10), (0, 30)])
    others = [
        Sprite(0, 0, collision=Rect(-8, 0, 8, 200)),
        Sprite(150, 80, collision=Circle(0, 0, 12)),
        Sprite(90, 60, collision=horns),
        Sprite(60, 90, collision=[Rect(0, 0, 9, 9), Rect(12, 0, 9, 9, one_way=(0, -1))]),
    ]
    return Group(tiles, others)


def walk(walls: Group) -> None:
    walker = CharacterController(Sprite(8, 99, collision=Rect(-6, -20, 12, 20)), step=4, nudge=4)
    for k in range(6):
        walker.move(9, 4 - 3 * (k == 4), walls)


def slide(walls: Group) -> None:
    body = Sprite(20, 20, collision=Circle(0, 0, 9))
    body.move_and_slide(120, 90, walls)
    body.move_and_bounce(-90, 40, walls)
    body.move_and_collide(30, 30, walls, turn=40)
    Sprite(150, 80, collision=Rect(0, 0, 9, 9)).depenetrate(walls)


def ask(walls: Group) -> None:
    body = Sprite(85, 55, collision=Rect(0, 0, 60, 60), angle=20)
    body.contacts(walls)
    body.separation(walls)
    body.distance(walls)
    walls.raycast_all(0, 50, 200, 110, radius=3)
    walls.nearest_k(body, 3)
    walls.query_box(0, 0, 99, 99)
    walls.visible_area(50, 50, radius=100)
    walls.raycast_arrays([(50, 50)], np.random.default_rng(1).uniform(0, 200, (40, 2)))


def events(walls: Group) -> None:
    bodies = Group(Sprite(9 * k, 90, collision=Circle(0, 0, 8)) for k in range(20))
    watch = Overlaps(bodies, walls, swept=True)
    for _ in range(3):
        watch.update()
        bodies.x += 20
    check(bodies, walls)
    bodies.pair_indices()


def worlds(walls: Group) -> None:
    bodies = Group(Sprite(k, 0, collision=[Rect(0, 0, 9, 9 + k)]) for k in range(5))
    world = World(bodies)
    world.load(world.save().to_bytes())


def trees(walls: Group) -> None:
    tree, space = LinearQuadtree((0, 0, 256, 256), 5), CellSpace(256, 256, 16, 16)
    for k in range(60):
        tree.insert(k, (k, k, k + 9, k + 9))
        space.add(k, k, k)
    tree.pairs()
    space.neighbors(30, 30, 40)


@pytest.mark.parametrize("use", [walk, slide, ask, events, worlds, trees])
def test_nothing_is_in_use_that_was_dropped(use: Callable[[Group], Any]) -> None:
    if not hasattr(libc, "mallinfo2"):
        pytest.skip("this C library does not tell how much memory is in use")
    walls = level()
    for _ in range(TIMES):
        use(walls)
    before = bytes_in_use()
    for _ in range(TIMES):
        use(walls)
    assert bytes_in_use() - before <= MOST
