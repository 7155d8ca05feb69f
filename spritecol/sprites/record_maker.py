"""`RecordMaker`: makes records of a class of `answers`, and imports that module for the first.

It stores vectors as plain tuples, and `VectorField` makes them a `Vec2` when they are first read:
few of the many that come back ever are.

attrs compiles a class when it is defined, which takes half a millisecond. So a program that never
asks a question does not pay for the class of its answers.
"""

import types
from importlib import import_module

import attrs
import cython
from cython import Py_ssize_t, cast, cclass, cfunc, declare, exceptval, final, p_char, pointer
from cython.cimports.cpython.object import PyObject, PyTypeObject
from cython.cimports.cpython.ref import Py_INCREF
from cython.cimports.cpython.tuple import PyTuple_GET_ITEM
from cython.cimports.spritecol._numbers.vectors import as_vectors

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
@exceptval(-1)
def offset_of(field: object) -> Py_ssize_t:
    """Where in a record the slot of a field lies, in bytes from its beginning."""
    slot: object = cast(VectorField, field).slot if isinstance(field, VectorField) else field
    if type(slot) is not SLOT:
        raise TypeError(f"a record keeps each field in a slot, got {slot!r}")
    return cast(pointer(PyMemberDescrObject), cast(pointer(PyObject), slot)).d_member.offset


@final
@cclass
class RecordMaker:
    """Makes records of one class, given its name."""

    def __cinit__(self, name):
        self.name = name

    def of(self, values: tuple) -> object:
        """A record, from all its fields in order.

        The slots of a new object are filled in place: its class, which is frozen, takes up to ten
        times as long, and the descriptors of its slots three times.
        """
        k: Py_ssize_t
        if self.kind is None:
            self.learn()
        if len(values) != self.count:
            raise TypeError(f"{self.name} has {self.count} fields, got {len(values)}")
        record: object = PyType_GenericAlloc(cast(pointer(PyTypeObject), self.kind), 0)
        memory: p_char = cast(p_char, cast(pointer(PyObject), record))
        for k in range(self.count):
            value: pointer(PyObject) = PyTuple_GET_ITEM(values, k)
            Py_INCREF(cast(object, value))
            cast(pointer(pointer(PyObject)), memory + self.offsets[k])[0] = value
        return record

    def learn(self) -> cython.int:
        """Import the class, and note where its fields lie."""
        kind: object = getattr(import_module("spritecol.sprites.answers"), self.name)
        self.count = 0
        for field in attrs.fields(kind)[:MOST_FIELDS]:
            self.offsets[self.count] = offset_of(getattr(kind, field.name))
            self.count += 1
        self.kind = kind
        return 0
