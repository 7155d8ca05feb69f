"""How records of attrs are compared and subscripted."""

from types import GenericAlias
from typing import Any

import attrs

from spritecol._support.lazy_imports import numpy


def _equal_arrays(one: Any, other: Any) -> bool:
    return numpy.array_equal(one, other)


BY_ELEMENTS = attrs.cmp_using(eq=_equal_arrays)
"""How attrs compares fields that are arrays."""


class Generic:
    """Replaces `typing.Generic` at run time, whose methods `help` would show for each record."""

    __slots__ = ()

    def __class_getitem__(cls, item: Any) -> Any:
        """Return the class itself as a base, `Generic[T]`, or an alias of a subclass for
        annotations.
        """
        return cls if cls is Generic else GenericAlias(cls, item)
