"""The versions of the bytes: what each has added, and how a state of an older one is read.

Each release reads the bytes of every release since 1.0.0rc1. The form of the bytes has three parts,
and each part has versions of its own:

    WALKER    what a controller remembers, with its sprite and settings
    OVERLAPS  what an Overlaps remembers
    REST      everything else, such as the rows of sprites

A state is written in the last version that has changed a part of it. So a state without a walker
keeps its bytes and its digest when only the form of walkers changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from spritecol.sprites.overlaps import Overlaps
from spritecol.world.known_classes import is_of_walker

Upgrade = Callable[[Any], Any]
"""Takes a result of `keeper_memory` as the version before has written it. Returns it as the version
of this function writes it. What it lacks is as in a new object."""

WALKER: dict[int, Upgrade] = {}
"""By version: the function for a form that has changed what a controller remembers."""

OVERLAPS: dict[int, Upgrade] = {}
"""By version: the function for a form that has changed what an Overlaps remembers."""

REST = 1
"""The last version that has changed anything else. `wire_reading` reads older words by
`Reader.version`, because they differ in length."""

VERSION = max(REST, *WALKER, *OVERLAPS, 1)
"""The newest version. It is part of the key of a digest, so that two forms never agree by
accident."""


def version_for(keepers: Iterable[Any]) -> int:
    """Return the version in which a state with these Overlaps and controllers is written."""
    versions = {REST}
    for keeper in keepers:
        versions.update(OVERLAPS if isinstance(keeper, Overlaps) else WALKER)
    return max(versions)


def in_this_form(memory: Any, version: int) -> Any:
    """Return what an Overlaps or a controller remembers, from bytes of a version, in the form of
    this release.
    """
    steps = WALKER if is_of_walker(memory) else OVERLAPS
    for later in sorted(steps):
        if later > version:
            memory = steps[later](memory)
    return memory
