"""Defaults that stand for an argument left out, where None or a str has another meaning."""

from typing import Any

from spritecol._support.range_check import OMITTED, Omitted, shown
from spritecol._support.vectors import Vec2

__all__ = ["ENTER", "EXIT", "HIT", "OMITTED", "SHOT", "Omitted", "OptionalName", "misused"]


class OptionalName(str):
    """The name of a method that a sprite need not have; given as a plain str, it must have it."""

    __slots__ = ()


SHOT = OptionalName("shot")
HIT = OptionalName("hit")
ENTER = OptionalName("enter")
EXIT = OptionalName("exit")


def misused(call: str, *given: Any) -> TypeError:
    """The error for arguments by position of which some lack, or of which there are too many.

    >>> print(misused("walker.move(dx, dy, targets)", (3, 4), [], OMITTED))
    write walker.move(dx, dy, targets), all else by name; got ((3, 4), []), with a pair: write *pair
    """
    got = [one for one in given if one is not OMITTED]
    told = f"write {call}, all else by name; got ({', '.join(map(shown, got))})"
    if "x" in call and any(map(_is_pair, got)):
        told += ", with a pair: write *pair"
    return TypeError(told)


def _is_pair(value: Any) -> bool:
    try:
        Vec2(value)
    except (TypeError, ValueError):
        return False
    return True
