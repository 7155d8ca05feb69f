"""The classes that a World knows: keepers, leaders, and those that bytes name.

Keepers are objects that remember sprites: Overlaps, and CharacterControllers with their settings.
Both return their memory by `_memory`, and restore it by `_recall`. Leaders are sprites that objects
of another library follow. Bytes name Enums and named tuples by their qualified names.
"""

from __future__ import annotations

import sys
from enum import Enum
from functools import lru_cache
from typing import Any

from spritecol.sprites.character_controller import SETTINGS, CharacterController
from spritecol.sprites.overlaps import Overlaps

# --- keepers --------------------------------------------------------------------------------------

KEEPERS = Overlaps, CharacterController


def keeper_memory(keeper: Any) -> Any:
    """Return the memory of an Overlaps, or the sprite, settings and memory of a controller."""
    if isinstance(keeper, Overlaps):
        return keeper._memory()
    return keeper.sprite, keeper._settings(), keeper._memory()


def is_of_walker(memory: Any) -> bool:
    """Whether a result of `keeper_memory` is that of a controller."""
    return len(memory) == 3


def named_parts(memory: Any) -> tuple[tuple[str, Any], ...]:
    """Return the parts of a result of `keeper_memory` that contain sprites, each with its role."""
    if is_of_walker(memory):
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


# --- leaders --------------------------------------------------------------------------------------

LEADERS: list[type[Any]] = []
"""Classes of sprites that have followers. An integration adds its own. After a restore, `_lead` of
each such sprite is called, so that its follower moves to the sprite again."""


def lead(sprites: tuple[Any, ...]) -> None:
    """Move all followers to their sprites."""
    kinds = tuple(LEADERS)
    for sprite in sprites:
        if isinstance(sprite, kinds):
            sprite._lead()


# --- classes that bytes name ----------------------------------------------------------------------


def is_record(value: object) -> bool:
    """Whether a value is a named tuple.

    >>> from collections import namedtuple
    >>> is_record(namedtuple("Cell", "column row")(3, 4)), is_record((3, 4))
    (True, False)
    """
    names = getattr(type(value), "_fields", None)
    return (
        isinstance(value, tuple)
        and isinstance(names, tuple)
        and len(names) == len(value)
        and all(type(name) is str for name in names)
    )


def class_named(name: str, owner: type) -> Any:
    """Return the Enum or the named tuple of a qualified name, as the modules of a class see it.

    The name of the module is not used, because a script is `__main__` when it runs and has another
    name when it is imported. So a class is searched first in the module that defines the class of
    the object with the value, and then in all modules.

    Raises:
        ValueError: there is no such class, or there are several.
    """
    for base in owner.__mro__:
        found = _at(sys.modules.get(base.__module__), name)
        if found is not None:
            return found
    every = {
        id(found): found for module in list(sys.modules.values()) if (found := _at(module, name))
    }
    if len(every) != 1:
        count = "several classes are" if every else "no class of a module is"
        raise ValueError(f"{count} named {name}")
    return every.popitem()[1]


def _at(module: object, name: str) -> Any:
    """Return the Enum or the named tuple of a qualified name in a module, or None."""
    found: Any = module
    for part in name.split("."):
        found = getattr(found, "__dict__", {}).get(part)
    is_one = isinstance(found, type) and (
        issubclass(found, Enum) or (issubclass(found, tuple) and hasattr(found, "_fields"))
    )
    return found if is_one and found.__qualname__ == name else None


@lru_cache(maxsize=1024)
def demand_found(kind: type, owner: type, attribute: str) -> None:
    """Refuse a class that would not be found by its name.

    Raises:
        TypeError: another class would be found, or none.
    """
    try:
        found = class_named(kind.__qualname__, owner)
        reason = f"another class is named {kind.__qualname__}"
    except ValueError as error:
        found, reason = None, str(error)
    if found is not kind:
        raise TypeError(
            f"{attribute} of a {owner.__name__} would not come back: its value is a "
            f"{kind.__qualname__}, and {reason}; define it in the module of {owner.__name__}"
        )
