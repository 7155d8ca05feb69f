"""The names of the methods that are called by default, which a sprite need not have."""


class OptionalName(str):
    """The name of a method that a sprite need not have; given as a plain str, it must have it."""

    __slots__ = ()


SHOT = OptionalName("shot")
HIT = OptionalName("hit")
ENTER = OptionalName("enter")
EXIT = OptionalName("exit")
