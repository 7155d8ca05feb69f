"""Defaults that stand for an argument left out, where None or a str has another meaning."""


class Omitted(str):
    """The default of an argument for which None is an error.

    It is a str, since `inspect.signature` takes only constants for defaults of compiled methods.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return "<omitted>"  # in signatures, as `help` shows them


class OptionalName(str):
    """The name of a method that a sprite need not have; given as a plain str, it must have it."""

    __slots__ = ()


OMITTED = Omitted()
SHOT = OptionalName("shot")
HIT = OptionalName("hit")
ENTER = OptionalName("enter")
EXIT = OptionalName("exit")
