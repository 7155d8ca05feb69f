"""Errors for unknown names. `_support.names` has the table of what to use instead.

A `__getattr__` would make each call of a method of a sprite, a Group or a vector slower by half, as
Python then looks methods up without its caches, and `numpy.array` of boxes by 30 times. So these
have descriptors that raise.
"""

from collections.abc import Iterable
from inspect import getattr_static
from typing import Any

from spritecol._support.names import INSTEAD, remedy_in
from spritecol._support.range_check import of_public_name
from spritecol._support.vectors import Box, Vec2
from spritecol.sprites.hints.mistakes import (
    Misnamed,
    bound,
    defined_later,
    is_number_class,
    owner_in_words,
)


class NamedElsewhere:
    """A descriptor for a name that a class does not have. Reading it raises an AttributeError.

    `hasattr` returns False. An attribute that the user defines takes precedence, whether in the
    object, in a subclass or in another base class.
    """

    def __init__(self, name: str, remedy: str) -> None:
        self.name = name
        self.remedy = remedy
        self.__doc__ = f"Not here: {remedy}."

    def __get__(self, instance: Any, kind: Any = None) -> Any:
        kind = kind or type(instance)
        value = defined_later(self, kind)
        if value is not self:
            return bound(value, instance, kind)
        raise AttributeError(
            f"{owner_in_words(instance, kind)} has no attribute {self.name!r}: {self.remedy}",
            name=self.name,
            obj=kind if instance is None else instance,
        )


def tell_names(kind: type, names_of: str) -> None:
    """Give a class a descriptor for each name in a part of the table."""
    for names, remedy in INSTEAD[names_of].items():
        for name in names.split():
            setattr(kind, name, NamedElsewhere(name, remedy.replace("{name}", name)))


def unchanging(answer: object, name: str) -> AttributeError:
    """Return the error for an assignment to a field of a result."""
    return AttributeError(
        f"{name} can't be assigned: a {type(answer).__name__} is the result of a call; for a new "
        "result, make the call again",
        name=name,
        obj=answer,
    )


def offered(thing: object) -> Iterable[str]:
    """Return the names that `dir` and completion show: all except names that raise."""
    return [name for name in object.__dir__(thing) if _is_there(thing, name)]


def _is_there(thing: object, name: str) -> bool:
    found = [vars(base)[name] for base in type(thing).__mro__ if name in vars(base)]
    if not found or name in getattr(thing, "__dict__", ()):
        return True
    return not all(isinstance(value, NamedElsewhere | Misnamed) for value in found)


def unassignable(group: object, name: str, error: AttributeError) -> AttributeError:
    """Return the error for an attribute that is assigned to a Group, or Python's own if it
    exists.
    """
    if hasattr(type(group), name):
        return of_public_name(error, group, name)
    kinds = {type(sprite) for sprite in group}  # type: ignore[attr-defined]
    if any(is_number_class(type(getattr_static(kind, name, None))) for kind in kinds):
        remedy = f'set_column("{name}", numbers) writes that of its sprites'
    else:
        remedy = remedy_in(INSTEAD["Group"], name) or (
            f"for attributes of your own, write a subclass, class Team(Group): {name} = None"
        )
    return AttributeError(
        f"{type(group).__name__!r} object has no attribute {name!r} to assign: {remedy}",
        name=name,
        obj=group,
    )


class OfGroup:
    """A base of Group with these descriptors, because a compiled class cannot get any later."""

    __slots__ = ()


tell_names(OfGroup, "Group")
tell_names(Vec2, "Vec2")
tell_names(Box, "Box")
Vec2.__dir__ = Box.__dir__ = offered  # type: ignore[assignment, method-assign]
