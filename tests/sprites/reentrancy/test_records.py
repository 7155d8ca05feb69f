"""Records of rays and of what is near, while a finalizer gives the sprites other shapes."""

import gc
from collections.abc import Callable
from typing import Any

import pytest

from spritecol import Circle, Group, Sprite


class Changes:
    """Garbage that changes a sprite when it is collected."""

    def __init__(self, sprite: Sprite, shape: Circle) -> None:
        self.me, self.sprite, self.shape = self, sprite, shape

    def __del__(self) -> None:
        self.sprite.collision = self.shape


CALLS: dict[str, Callable[[Group], Any]] = {
    "raycast": lambda group: [group.raycast(10, 0, 100, 0)],
    "raycast_all": lambda group: group.raycast_all(10, 0, 100, 0),
    "nearest": lambda group: [group.nearest(14, 0)],
    "nearest_k": lambda group: group.nearest_k(14, 0, 2),
}


@pytest.mark.parametrize("name", CALLS)
def test_shapes_that_change_while_records_are_made(name: str) -> None:
    thresholds = gc.get_threshold()
    for allocations in range(1, 60):
        shapes = [Circle(0, 0, 1), Circle(50, 0, 1), Circle(20, 0, 5)]
        sprite = Sprite(collision=shapes)
        group = Group(sprite)
        changed = Circle(20, 0, 5)
        gc.collect()
        Changes(sprite, changed)
        gc.set_threshold(allocations)
        try:
            found = CALLS[name](group)
        finally:
            gc.set_threshold(*thresholds)
        assert found[0].sprite is sprite
        assert found[0].shape in (shapes[2], changed)
        del found
