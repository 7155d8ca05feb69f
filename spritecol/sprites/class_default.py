"""`ClassDefault`: an attribute of sprites for which their class states a default."""

import types

from cython import binding, cast, cclass, declare, pointer
from cython.cimports.cpython.object import PyTypeObject

from spritecol._numbers.range_check import undeletable

GETSET = declare(type, types.GetSetDescriptorType)


@binding(False)  # plain method descriptors: CPython checks the type of their `self`
@cclass
class ClassDefault:
    """A descriptor of an attribute: read on the class, it is the default; on a sprite, its value.

    It calls the slots of the descriptor behind it, so that an attribute with a default on the class
    is as fast as one without.
    """

    own: object
    default: object

    slots: pointer(PyTypeObject)

    def __cinit__(self, own, default):
        if type(own) is not GETSET:
            raise TypeError(f"the descriptor behind a default is one of SpriteRow, got {own!r}")
        self.own = own
        self.default = default
        self.slots = cast(pointer(PyTypeObject), GETSET)

    def __get__(self, sprite, kind):
        if sprite is None:
            return self.default
        return self.slots.tp_descr_get(self.own, sprite, kind)

    def __set__(self, sprite, value):
        self.slots.tp_descr_set(self.own, sprite, value)

    def __delete__(self, sprite):
        raise undeletable(self.own.__name__)

    def __reduce__(self):
        # For libraries that pickle a whole class, such as one of a script's main module.
        return ClassDefault, (self.own, self.default)
