"""Forms of the bytes that a later release could have.

In the next version, walkers also remember how much breath they have left. In the one after that,
Overlaps also remember how often they were updated. Before, nobody had either.
"""

from typing import Any

import pytest
from world import kept_bytes

from spritecol import CharacterController, Overlaps
from spritecol.sprites.motion import walker_move
from spritecol.world import older_forms, wire_reading

NUMBERS = 2 * len(walker_move.VECTORS)
"""How many numbers of its own a walker remembers today. Those of the sprites nearby follow."""

NOW = older_forms.VERSION
LATER = NOW + 2
FORMS = older_forms.WALKER, older_forms.OVERLAPS

FULL, BREATH = 1.0, 1 / 128


class LaterWalker(CharacterController):
    """It loses breath with each move."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.breath = FULL

    def move(self, *arguments: Any, **named: Any) -> Any:
        self.breath -= BREATH
        return super().move(*arguments, **named)

    def _memory(self) -> Any:
        flags, numbers, *rest = super()._memory()
        return flags, (*numbers[:NUMBERS], self.breath, *numbers[NUMBERS:]), *rest

    def _recall(self, memory: Any) -> None:
        flags, numbers, *rest = memory
        breath = numbers[NUMBERS]
        if type(breath) is not float:
            raise TypeError(f"breath must be a float, got {breath!r}")
        super()._recall((flags, (*numbers[:NUMBERS], *numbers[NUMBERS + 1 :]), *rest))
        self.breath = breath


class LaterOverlaps(Overlaps[Any]):
    """It counts its updates."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.updates = 0

    def update(self) -> Any:
        self.updates += 1
        return super().update()

    def _memory(self) -> Any:
        return *super()._memory(), self.updates

    def _recall(self, memory: Any) -> None:
        *own, updates = memory
        if type(updates) is not int:
            raise TypeError(f"updates must be an int, got {updates!r}")
        super()._recall(tuple(own))
        self.updates = updates


# Bytes name classes so.
LaterWalker.__qualname__, LaterOverlaps.__qualname__ = "CharacterController", "Overlaps"


def with_breath(memory: Any) -> Any:
    """What a walker remembers today, as in the next version."""
    sprite, settings, (flags, numbers, *rest) = memory
    return sprite, settings, (flags, (*numbers[:NUMBERS], FULL, *numbers[NUMBERS:]), *rest)


def with_updates(memory: Any) -> Any:
    """What an Overlaps remembers today, as in the version after the next."""
    return *memory, 0


def install(patch: pytest.MonkeyPatch, version: int) -> None:
    """Let this be the release whose newest form is of a version."""
    walker, overlaps = map(dict, FORMS)
    if version > NOW:
        walker[NOW + 1] = with_breath
    if version > NOW + 1:
        overlaps[NOW + 2] = with_updates
    patch.setattr(older_forms, "WALKER", walker)
    patch.setattr(older_forms, "OVERLAPS", overlaps)
    patch.setattr(older_forms, "VERSION", version)
    kind = LaterWalker if version > NOW else CharacterController
    for module in (kept_bytes, wire_reading):
        patch.setattr(module, "CharacterController", kind)
    patch.setattr(kept_bytes, "Overlaps", LaterOverlaps if version > NOW + 1 else Overlaps)
