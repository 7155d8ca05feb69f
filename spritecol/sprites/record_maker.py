"""`RecordMaker`: makes records of a class of `answers`, and imports that module for the first.

attrs compiles a class when it is defined, which takes half a millisecond. So a program that never
asks a question does not pay for the class of its answers.
"""

import types
from importlib import import_module

import attrs
from cython import Py_ssize_t, cast, cclass, declare, final, pointer
from cython.cimports.cpython.object import PyTypeObject

NEW = declare(object, object.__new__)
SLOT = declare(type, types.MemberDescriptorType)


@final
@cclass
class RecordMaker:
    """Makes records of one class, given its name."""

    def __cinit__(self, name):
        self.name = name

    def of(self, values: tuple) -> object:
        """A record, from all its fields in order.

        The slots are filled one by one: calling a frozen class takes up to ten times as long.
        """
        k: Py_ssize_t
        if self.kind is None:
            kind: object = getattr(import_module("spritecol.sprites.answers"), self.name)
            self.slots = [getattr(kind, field.name) for field in attrs.fields(kind)]
            self.kind = kind
        record: object = NEW(self.kind)
        for k in range(len(self.slots)):
            cast(pointer(PyTypeObject), SLOT).tp_descr_set(self.slots[k], record, values[k])
        return record
