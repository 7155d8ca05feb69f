"""Objects of another library that follow a sprite and keep a copy of its pose."""

from typing import Any

LEADERS: list[type[Any]] = []
"""Classes of sprites that others follow. An integration adds its own. After a restore `_lead` of
each such sprite is called, so that its follower is where the sprite is again."""


def lead(sprites: tuple[Any, ...]) -> None:
    """Let all that follow sprites do so."""
    kinds = tuple(LEADERS)
    for sprite in sprites:
        if isinstance(sprite, kinds):
            sprite._lead()
