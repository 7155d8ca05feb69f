"""Sets the `__module__` of public classes and functions to the package that shows them.

Reprs, errors, help and pickles then say `spritecol.Group`, and modules inside may move.
"""

import cython as C
from cython.cimports.spritecol._support.python import (
    Py_TPFLAGS_HEAPTYPE,
    PyType_HasFeature,
    PyTypeObject,
)

NAMES: list = C.declare(list, [])
"""The new names of compiled classes, which C reads as long as the classes live."""


def belong_to(package: str, *things: object):
    """Set a package as the module of classes and functions. Objects without a name are skipped.

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
