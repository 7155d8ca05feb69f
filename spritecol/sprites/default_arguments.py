"""Defaults that stand for an argument left out, where None or a str has another meaning."""

from inspect import signature
from typing import Any

from spritecol._support.range_check import OMITTED, Omitted, shown
from spritecol._support.vectors import Vec2

__all__ = ["ENTER", "EXIT", "HIT", "OMITTED", "SHOT", "Omitted", "OptionalName"]
__all__ += ["hide_more", "misused"]


class OptionalName(str):
    """The name of a method that a sprite need not have; given as a plain str, it must have it."""

    __slots__ = ()


SHOT = OptionalName("shot")
HIT = OptionalName("hit")
ENTER = OptionalName("enter")
EXIT = OptionalName("exit")


def misused(call: str, *given: Any) -> TypeError:
    """The error for arguments by position of which some lack, or of which there are too many.

    >>> print(misused("group.nearest(x, y)", (3, 4), OMITTED))
    write group.nearest(x, y), all else by name; got ((3, 4)), with a pair: write *pair
    """
    got = [one for one in given if one is not OMITTED]
    several = ", several as [a, b]" if call.endswith("targets)") else ""
    told = f"write {call}{several}, all else by name; got ({', '.join(map(shown, got))})"
    if "x" in call and any(map(_is_pair, got)):
        told += ", with a pair: write *pair"
    elif "right" in call and [len(one) for one in got if isinstance(one, tuple | list)] == [4]:
        told += ", with a box: write *box"
    elif call.startswith("group.") and any(hasattr(one, "position") for one in got):
        told += ", with a sprite: write *sprite.position"
    return TypeError(told)


def hide_more(*methods: Any) -> None:
    """Let `help` show methods without `_more` and `unknown`, which only take what is wrong."""
    for method in methods:
        full = signature(method)
        listed = full.parameters.items()
        known = [one for name, one in listed if name not in ("_more", "unknown")]
        method.__signature__ = full.replace(parameters=known)


def _is_pair(value: Any) -> bool:
    try:
        Vec2(value)
    except (TypeError, ValueError):
        return False
    return True
