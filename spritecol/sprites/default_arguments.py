"""Defaults of arguments that tell what was left out from what was given."""


class Omitted:
    """The default of an argument whose None is an error."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<omitted>"  # in signatures, as `help` shows them


class OptionalName(str):
    """The name of a method that sprites may lack; one given as plain text must exist."""

    __slots__ = ()


OMITTED = Omitted()
SHOT = OptionalName("shot")
HIT = OptionalName("hit")
ENTER = OptionalName("enter")
EXIT = OptionalName("exit")
