"""`RecordMaker`: makes records of a class of `answers`, and imports that module for the first.

It stores vectors as plain tuples, and `VectorField` makes them a `Vec2` when they are first read:
few of the many that come back ever are.

attrs compiles a class when it is defined, which takes half a millisecond. So a program that never
asks a question does not pay for the class of its answers.
"""

import types
from importlib import import_module

import attrs
from cython import Py_ssize_t, cast, cclass, cfunc, declare, final, pointer
from cython.cimports.cpython.object import PyTypeObject
from cython.cimports.spritecol._numbers.vectors import as_vectors

NEW = declare(object, object.__new__)
SLOT = declare(type, types.MemberDescriptorType)


@cclass
class VectorField:
    """A descriptor of a field of records: what was stored as (x, y) is read as a `Vec2`.

    Of a tuple of several pairs, each is.
    """

    slot: object  # the descriptor behind it

    def __cinit__(self, slot):
        if type(slot) is not SLOT:
            raise TypeError(f"the descriptor behind a field is that of a slot, got {slot!r}")
        self.slot = slot

    def __get__(self, record, kind):
        if record is None:
            return self
        slots: pointer(PyTypeObject) = cast(pointer(PyTypeObject), SLOT)
        stored: object = slots.tp_descr_get(self.slot, record, kind)
        value: object = as_vectors(stored)
        if value is not stored:
            slots.tp_descr_set(self.slot, record, value)
        return value

    def __set__(self, record, value):
        cast(pointer(PyTypeObject), SLOT).tp_descr_set(self.slot, record, value)


@cfunc
def slot_of(field: object) -> object:
    """The slot of a field of records."""
    return cast(VectorField, field).slot if isinstance(field, VectorField) else field


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
            self.slots = [slot_of(getattr(kind, field.name)) for field in attrs.fields(kind)]
            self.kind = kind
        record: object = NEW(self.kind)
        for k in range(len(self.slots)):
            cast(pointer(PyTypeObject), SLOT).tp_descr_set(self.slots[k], record, values[k])
        return record
