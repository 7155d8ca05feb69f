"""Which module public classes and functions name; how records are compared and subscripted.

It is compiled, because only C can rename a compiled class, and stands alone, because rooms use it
that share nothing else.
"""

from types import GenericAlias
from typing import Any

import attrs
import cython as C
from cython.cimports.spritecol._support.python import (
    Py_TPFLAGS_HEAPTYPE,
    PyType_HasFeature,
    PyTypeObject,
)

from spritecol._support.lazy_imports import numpy

NAMES: list = C.declare(list, [])
"""The new names of compiled classes, which C reads as long as the classes live."""


def belong_to(package: str, *things: object):
    """Set a package as the module of classes and functions. Objects without a name are skipped.

    Reprs, errors, help and pickles then say `spritecol.Group`, and modules inside may move.
    `__module__` of a compiled class cannot be set: Python reads it from the documented field
    `tp_name`.
    """
    for thing in things:
        if not hasattr(thing, "__qualname__"):
            continue  # a number, an alias, or a name that is imported later
        if isinstance(thing, type) and not PyType_HasFeature(
            C.cast(C.pointer(PyTypeObject), thing), Py_TPFLAGS_HEAPTYPE
        ):
            NAMES.append(f"{package}.{thing.__qualname__}".encode())
            C.cast(C.pointer(PyTypeObject), thing).tp_name = C.cast(bytes, NAMES[-1])
        else:
            thing.__module__ = package


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
