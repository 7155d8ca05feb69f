"""What a call takes, told by the error for a call with other arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import Parameter, signature
from typing import ParamSpec, TypeVar

from spritecol._support.names import meant_by
from spritecol._support.range_check import shown

P = ParamSpec("P")
R = TypeVar("R")


def arguments(
    what: str, unknown: Callable[[str], TypeError] | None = None
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A decorator for a function in Python: a call with other arguments says what it takes.

    It is for what no game calls often.

    Args:
        what: what the error says before it shows what was given.
        unknown: makes the error for a keyword that there is not. By default it lists those there
            are.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def call(*args: P.args, **names: P.kwargs) -> R:
            try:
                return function(*args, **names)
            except TypeError:
                try:
                    signature(function).bind(*args, **names)
                except TypeError:
                    raise _misused(function, args, names) from None
                raise

        return call

    def _misused(function: Callable[P, R], args: tuple[object, ...], names: object) -> TypeError:
        known = signature(function).parameters
        given: dict[str, object] = dict(names)  # type: ignore[call-overload]
        if Parameter.VAR_KEYWORD not in {one.kind for one in known.values()}:
            for name in given:
                if name not in known:
                    own = [one for one in known if one != "self"]
                    call = function.__qualname__.removesuffix(".__init__").rpartition(".")[-1]
                    return unknown(name) if unknown else unknown_keyword(call, name, own)
        got = [*map(shown, args[1:] if "self" in known else args)]
        got += [f"{name}={shown(value)}" for name, value in given.items()]
        return TypeError(f"{what}; got ({', '.join(got)})")

    return decorate


def unknown_keyword(
    function: str, name: str, known: Iterable[str], meant: str | None = None
) -> TypeError:
    """The error for a keyword argument that a function does not have.

    >>> unknown_keyword("pairs", "target", ["a", "b"])
    TypeError("pairs() got an unexpected keyword argument 'target'; it takes a, b")
    """
    known = tuple(known)
    singular = name.removesuffix("s")
    meant = meant or meant_by(name, known) or (singular if singular in known else None)
    question = f": do you mean {meant}?" if meant else ""
    return TypeError(
        f"{function}() got an unexpected keyword argument {name!r}; it takes {', '.join(known)}"
        f"{question}"
    )
