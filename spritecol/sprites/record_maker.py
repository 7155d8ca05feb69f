"""`RecordMaker`: makes records of a class of `answers`, and imports that module for the first.

attrs compiles a class when it is defined, which takes half a millisecond. What a program does not
ask for, it does not pay for when it starts.
"""

import types
from importlib import import_module

import attrs
import cython
from cython.cimports.cpython.object import PyTypeObject

NEW = cython.declare(object, object.__new__)
SLOT = cython.declare(type, types.MemberDescriptorType)


@cython.final
@cython.cclass
class RecordMaker:
    """Makes records of one class, given its name."""

    def __cinit__(self, name):
        self.name = name

    def of(self, values: tuple) -> object:
        """A record, from all its fields in order.

        The slots are filled one by one: calling a frozen class takes up to ten times as long.
        """
        kind: object
        record: object
        k: cython.Py_ssize_t
        if self.kind is None:
            kind = getattr(import_module("spritecol.sprites.answers"), self.name)
            self.slots = [getattr(kind, field.name) for field in attrs.fields(kind)]
            self.kind = kind
        record = NEW(self.kind)
        for k in range(len(self.slots)):
            cython.cast(cython.pointer(PyTypeObject), SLOT).tp_descr_set(
                self.slots[k], record, values[k]
            )
        return record
