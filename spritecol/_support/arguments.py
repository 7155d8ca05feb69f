"""Errors that say which arguments a call takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from inspect import Parameter, signature
from typing import ParamSpec, TypeVar

from spritecol._support.names import meant_by
from spritecol._support.range_check import OMITTED, shown

P = ParamSpec("P")
R = TypeVar("R")

OWNERS = ("self", "cls")
"""Parameters that a caller does not write."""


def arguments(
    what: str | None = None, unknown: Callable[[str], TypeError] | None = None
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A decorator for a Python function whose error for wrong arguments says what it takes.

    It is for functions that games do not call often.

    Args:
        what: the text of the error before the given arguments. By default Python's own error stays,
            except for an unknown keyword.
        unknown: a function that makes the error for an unknown keyword. By default the error lists
            the known ones.
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
                    if (error := _misused(function, args, names)) is not None:
                        raise error from None
                raise

        return call

    def _misused(
        function: Callable[P, R], args: tuple[object, ...], names: object
    ) -> TypeError | None:
        known = signature(function).parameters
        given: dict[str, object] = dict(names)  # type: ignore[call-overload]
        kinds = {name: one.kind for name, one in known.items() if name not in OWNERS}
        if Parameter.VAR_KEYWORD not in kinds.values():
            starred = {name for name, kind in kinds.items() if kind is Parameter.VAR_POSITIONAL}
            for name in given:
                if name not in kinds or name in starred:
                    own = [f"*{one}" if one in starred else one for one in kinds]
                    return (
                        unknown(name) if unknown else unknown_keyword(_called(function), name, own)
                    )
        if what is None:
            return _miscounted(function, len(args) - len(known) + len(kinds), given)
        got = [*map(shown, args[len(known) - len(kinds) :])]
        got += [f"{name}={shown(value)}" for name, value in given.items()]
        return TypeError(f"{what}; got ({', '.join(got)})")

    return decorate


def _miscounted(
    function: Callable[..., object], count: int, given: Iterable[str]
) -> TypeError | None:
    """Return the error for too many or too few arguments by position, or for one given twice."""
    known = signature(function).parameters
    own = {name: one for name, one in known.items() if name not in OWNERS}
    places = [n for n, one in own.items() if one.kind is Parameter.POSITIONAL_OR_KEYWORD]
    more = [n for n, one in own.items() if one.kind is Parameter.KEYWORD_ONLY]
    needed = [n for n in places if own[n].default in (Parameter.empty, OMITTED)]
    too_few = _too_few(_called(function), needed) if needed else None
    return _too_many(_called(function), places, more, count, given) or too_few


def _called(function: Callable[..., object]) -> str:
    """Return the name of a function, or of the class whose constructor it is."""
    name = function.__qualname__.removesuffix(".__init__").removesuffix(".__new__")
    return name.rpartition(".")[-1]


def _too_many(
    call: str, places: Sequence[str], more: Sequence[str], count: int, given: Iterable[str]
) -> TypeError | None:
    if count > len(places):
        told = f"{call}() takes {', '.join(places) or 'nothing'} by position, got {count}"
        return TypeError(f"{told}; by keyword it takes {', '.join(more)}" if more else told)
    if twice := [name for name in places[:count] if name in given]:
        return TypeError(f"{call}() got {twice[0]} twice: by position and by keyword")
    return None


def _too_few(call: str, needed: Sequence[str]) -> TypeError:
    return TypeError(f"write {call}({', '.join(needed)})")


def values_of_fields(
    call: str,
    fields: tuple[str, ...],
    defaults: tuple[object, ...],
    given: tuple[object, ...],
    named: dict[str, object],
) -> tuple[object, ...]:
    """Return the values of all fields of a record, from the arguments that its class was given.

    Args:
        call: the name of the class.
        fields: the names of the fields, in order.
        defaults: the default values of the last fields.
        given: the arguments by position.
        named: the arguments by keyword.

    Raises:
        TypeError: the arguments are not those of the fields.

    >>> values_of_fields("Pair", ("one", "two"), (2,), (), {"one": 1})
    (1, 2)
    """
    if unknown := [name for name in named if name not in fields]:
        raise unknown_keyword(call, unknown[0], fields)
    if (error := _too_many(call, fields, (), len(given), named)) is not None:
        raise error
    needed = fields[: len(fields) - len(defaults)]
    values = dict(zip(fields[len(needed) :], defaults, strict=True)) | named
    values |= zip(fields, given, strict=False)
    if len(values) < len(fields):
        raise _too_few(call, needed)
    return tuple([values[name] for name in fields])


def surplus(
    call: str, fields: tuple[str, ...], more: tuple[object, ...], named: dict[str, object]
) -> TypeError:
    """Return the error for arguments after those of a class.

    >>> surplus("Pair", ("one", "two"), (), {"three": 3})
    TypeError("Pair() got an unexpected keyword argument 'three'; it takes one, two")
    """
    if named:
        return unknown_keyword(call, next(iter(named)), fields)
    return TypeError(f"{call}() takes {', '.join(fields)}, got {len(fields) + len(more)} values")


def arguments_of_init(kind: type[R]) -> type[R]:
    """A decorator for a class that does the same for its constructor.

    Type checkers do not know an `__init__` that is decorated itself as that of a class of attrs.
    """
    kind.__init__ = arguments()(kind.__init__)  # type: ignore[method-assign]
    return kind


def as_one(call: str, name: str) -> TypeError:
    """Return the error for several collections where a call takes one.

    >>> as_one("pairs", "b")
    TypeError('pairs() takes b as one argument: pass several as a list, such as [walls, crates]')
    """
    return TypeError(
        f"{call}() takes {name} as one argument: pass several as a list, such as [walls, crates]"
    )


def unknown_keyword(
    function: str, name: str, known: Iterable[str], meant: str | None = None
) -> TypeError:
    """Return the error for a keyword argument that a function does not have.

    >>> unknown_keyword("pairs", "target", ["a", "b"])
    TypeError("pairs() got an unexpected keyword argument 'target'; it takes a, b")
    """
    known = tuple(known)
    meant = meant or meant_by(name, known)
    meant = meant or next(
        (one for one in (name.removesuffix("s"), f"{name}s") if one in known), None
    )
    question = f": do you mean {meant}?" if meant else ""
    return TypeError(
        f"{function}() got an unexpected keyword argument {name!r}; it takes {', '.join(known)}"
        f"{question}"
    )
