"""What remembers sprites: Overlaps and CharacterControllers, the latter with their settings.

Both give what they remember by `_memory`, and take it back by `_recall`. The settings of a
controller are read and written by its public attributes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from spritecol._support.vectors import Vec2
from spritecol.sprites.events.overlaps import Overlaps
from spritecol.sprites.motion.character_controller import CharacterController

KEEPERS = Overlaps, CharacterController

SETTINGS = "up", "max_floor_angle", "snap", "step", "nudge"
"""The settings of a controller."""

_ATTRIBUTES: list[Any] = [getattr(CharacterController, name) for name in SETTINGS]
"""The settings as the class itself reads them, so that nothing of a subclass runs."""


_UP, _ANGLE, _SNAP, _STEP, _NUDGE = [attribute.__get__ for attribute in _ATTRIBUTES]


def settings_of(controller: CharacterController) -> tuple[Any, ...]:
    """The settings of a controller, in order; what is equal has the same bits."""
    return _plain_settings(
        _UP(controller),
        _ANGLE(controller),
        _SNAP(controller),
        _STEP(controller),
        _NUDGE(controller),
    )


@lru_cache(maxsize=256)  # most controllers have the same ones
def _plain_settings(up: Vec2 | None, *numbers: float) -> tuple[Any, ...]:
    """Settings as floats, without negative zeros. Equal ones may be looked up for each other."""
    return up and up + Vec2(0.0, 0.0), *[float(number) + 0.0 for number in numbers]


def memory_of(keeper: Any) -> Any:
    """What an Overlaps remembers; of a controller the sprite, the settings, and what it does."""
    if isinstance(keeper, Overlaps):
        return keeper._memory()
    return keeper.sprite, settings_of(keeper), keeper._memory()


def recall(keeper: Any, memory: Any) -> None:
    """Give an Overlaps or a controller back what `memory_of` has returned."""
    if isinstance(keeper, Overlaps):
        keeper._recall(memory)
        return
    _, settings, rest = memory
    keeper._demand_rest()
    if settings != settings_of(keeper):
        for attribute, value in zip(_ATTRIBUTES, settings, strict=True):
            attribute.__set__(keeper, value)
    keeper._recall(rest)


def demand_rest(keepers: tuple[Any, ...]) -> None:
    """Refuse to go on, if one of them is in the middle of a move."""
    for keeper in keepers:
        if not isinstance(keeper, Overlaps):
            keeper._demand_rest()
