"""Defaults that stand for an argument left out, where None or a str has another meaning."""

from spritecol._support.range_check import OMITTED, Omitted

__all__ = ["ENTER", "EXIT", "HIT", "OMITTED", "SHOT", "Omitted", "OptionalName"]


class OptionalName(str):
    """The name of a method that a sprite need not have; given as a plain str, it must have it."""

    __slots__ = ()


SHOT = OptionalName("shot")
HIT = OptionalName("hit")
ENTER = OptionalName("enter")
EXIT = OptionalName("exit")
