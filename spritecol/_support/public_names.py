"""Names public classes and functions by the package that shows them.

Reprs, errors, help and pickles then say `spritecol.Group`, and modules inside may move.
"""

import cython as C
from cython.cimports.spritecol._support.python import (
    Py_TPFLAGS_HEAPTYPE,
    PyType_HasFeature,
    PyTypeObject,
)

NAMES: list = C.declare(list, [])
"""The names that compiled classes have been given, which C reads for as long as these live."""


def belong_to(package: str, *things: object):
    """Let classes and functions name a package as their module. Objects without a name are skipped.

    A compiled class takes no `__module__`: Python reads it from `tp_name`, the documented field.
    """
    for thing in things:
        if not hasattr(thing, "__qualname__"):
            continue  # a number, an alias, or what is imported later
        if isinstance(thing, type) and not PyType_HasFeature(
            C.cast(C.pointer(PyTypeObject), thing), Py_TPFLAGS_HEAPTYPE
        ):
            NAMES.append(f"{package}.{thing.__qualname__}".encode())
            C.cast(C.pointer(PyTypeObject), thing).tp_name = C.cast(bytes, NAMES[-1])
        else:
            thing.__module__ = package
