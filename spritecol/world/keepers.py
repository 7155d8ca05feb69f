"""Objects that remember sprites: Overlaps, and CharacterControllers with their settings.

Both return their memory by `_memory`, and restore it by `_recall`.
"""

from __future__ import annotations

from typing import Any

from spritecol.sprites.events.overlaps import Overlaps
from spritecol.sprites.motion.character_controller import CharacterController

KEEPERS = Overlaps, CharacterController

SETTINGS = "up", "max_floor_angle", "snap", "step", "nudge", "max_push"
"""The settings of a controller."""


def keeper_memory(keeper: Any) -> Any:
    """Return the memory of an Overlaps, or the sprite, settings and memory of a controller."""
    if isinstance(keeper, Overlaps):
        return keeper._memory()
    return keeper.sprite, keeper._settings(), keeper._memory()


def named_parts(memory: Any) -> tuple[tuple[str, Any], ...]:
    """Return the parts of a result of `keeper_memory` that contain sprites, each with its role."""
    if len(memory) == 3:
        sprite, _, (_, _, floor, *near) = memory
        return ("the sprite of", sprite), ("the floor of", floor), ("a sprite near", near)
    return (("a sprite of", memory),)


def recall(keeper: Any, memory: Any) -> None:
    """Restore an Overlaps or a controller from a result of `keeper_memory`."""
    if isinstance(keeper, Overlaps):
        keeper._recall(memory)
        return
    sprite, settings, rest = memory
    keeper._demand_rest()
    if settings != keeper._settings():
        # Without the `__init__` of a subclass; and all at once, because they depend on each other.
        CharacterController.__init__(keeper, sprite, **dict(zip(SETTINGS, settings, strict=True)))
    keeper._recall(rest)


def demand_rest(keepers: tuple[Any, ...]) -> None:
    """Raise an error if one of them is in the middle of a move."""
    for keeper in keepers:
        if not isinstance(keeper, Overlaps):
            keeper._demand_rest()
