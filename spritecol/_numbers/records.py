"""How records are compared, subscripted, and copied with changes by `copy.replace`."""

from types import GenericAlias
from typing import Any, TypeVar

import attrs

from spritecol._numbers.lazy_imports import numpy

_T = TypeVar("_T", bound=type)


def _equal_arrays(one: Any, other: Any) -> bool:
    return numpy.array_equal(one, other)


BY_ELEMENTS = attrs.cmp_using(eq=_equal_arrays)
"""How attrs compares fields that are arrays."""


def with_own_replace(kind: _T) -> _T:
    """Give a class of attrs a `__replace__` of its own.

    attrs gives all classes the same function, so `help` shows it as that of whichever class was
    made last.
    """
    if "__replace__" in vars(kind):

        def replace(self: Any, /, **changes: Any) -> Any:
            """Return a copy with changes; `copy.replace` calls it."""
            return attrs.evolve(self, **changes)

        replace.__name__ = "__replace__"
        replace.__qualname__ = f"{kind.__qualname__}.__replace__"
        replace.__module__ = kind.__module__
        kind.__replace__ = replace  # type: ignore[attr-defined]
    return kind


class Generic:
    """Stands for `typing.Generic` at run time, whose methods `help` would show for each record."""

    __slots__ = ()

    def __class_getitem__(cls, item: Any) -> Any:
        """The class itself as a base, `Generic[T]`; what inherits from it, for annotations."""
        return cls if cls is Generic else GenericAlias(cls, item)
