"""Finds classes that bytes name, which are Enums and named tuples, by their qualified names.

The name of the module is not used, because a script is `__main__` when it runs and has another name
when it is imported. So a class is searched first in the module that defines the class of the object
with the value, and then in all modules.
"""

from __future__ import annotations

import sys
from enum import Enum
from functools import lru_cache
from typing import Any


def is_record(value: object) -> bool:
    """Whether a value is a named tuple.

    >>> from collections import namedtuple
    >>> is_record(namedtuple("Cell", "column row")(3, 4)), is_record((3, 4))
    (True, False)
    """
    names = getattr(type(value), "_fields", None)
    return isinstance(value, tuple) and isinstance(names, tuple) and len(names) == len(value)


def class_named(name: str, owner: type) -> Any:
    """Return the Enum or the named tuple of a qualified name, as the modules of a class see it.

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
