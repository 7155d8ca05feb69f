"""Objects of another library that follow a sprite and keep a copy of its pose."""

from typing import Any

LEADERS: list[type[Any]] = []
"""Classes of sprites that have followers. An integration adds its own. After a restore, `_lead` of
each such sprite is called, so that its follower moves to the sprite again."""


def lead(sprites: tuple[Any, ...]) -> None:
    """Move all followers to their sprites."""
    kinds = tuple(LEADERS)
    for sprite in sprites:
        if isinstance(sprite, kinds):
            sprite._lead()
