"""What is read of many sprites and rects straight from memory.

pygame has no way to hand out the numbers of a rect but one Python int at a time, which takes 20 ns
each. They lie in the rect, one after the other; whether where this module expects them is tried
once, with a rect whose numbers are known. If not, they are read one at a time.
"""

import cython
from cython.cimports.cpython.object import PyObject
from pygame.rect import FRect, Rect

from spritecol.integrations.pygame.sprite.placement import LiveRect

RECT = cython.declare(object, Rect)
LIVE_RECT = cython.declare(object, LiveRect)
FRECT = cython.declare(object, FRect)


@cython.cfunc
@cython.exceptval(-1, check=False)
def stores_ints() -> cython.bint:
    """Whether a Rect stores its numbers where they are expected."""
    probe: object = Rect(11, -12, 1013, 14)
    inside: cython.pointer(RectObject)
    if Rect.__basicsize__ < cython.sizeof(RectObject) or Rect.__itemsize__ != 0:
        return False
    inside = cython.cast(cython.pointer(RectObject), cython.cast(cython.pointer(PyObject), probe))
    return inside.x == 11 and inside.y == -12 and inside.width == 1013 and inside.height == 14


@cython.cfunc
@cython.exceptval(-1, check=False)
def stores_floats() -> cython.bint:
    """The same of an FRect."""
    probe: object = FRect(1.5, -12, 1013, 14.25)
    inside: cython.pointer(FRectObject)
    if FRect.__basicsize__ < cython.sizeof(FRectObject) or FRect.__itemsize__ != 0:
        return False
    inside = cython.cast(cython.pointer(FRectObject), cython.cast(cython.pointer(PyObject), probe))
    return inside.x == 1.5 and inside.y == -12 and inside.width == 1013 and inside.height == 14.25


STORES_INTS = cython.declare(cython.bint, stores_ints())
STORES_FLOATS = cython.declare(cython.bint, stores_floats())


def are_all(members: list, kind: object) -> cython.bint:
    """Whether all members are of exactly that type."""
    i: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = len(members)
    while i < count and type(members[i]) is kind:
        i += 1
    return i == count


def type_of_rect(rect: object) -> cython.int:
    """Which of pygame's rects something is; those whose numbers and methods may differ are none."""
    if type(rect) is RECT or type(rect) is LIVE_RECT:
        return INTS
    return FLOATS if type(rect) is FRECT else NO_RECT


def read_numbers(rect: object, numbers: cython.pointer(RectNumbers)) -> cython.int:
    """Read the numbers of a rect, and tell which it is."""
    ints: cython.pointer(RectObject)
    floats: cython.pointer(FRectObject)
    kind: cython.int = type_of_rect(rect)
    if kind == INTS and STORES_INTS:
        ints = cython.cast(cython.pointer(RectObject), cython.cast(cython.pointer(PyObject), rect))
        numbers.x = ints.x
        numbers.y = ints.y
        numbers.width = ints.width
        numbers.height = ints.height
    elif kind == FLOATS and STORES_FLOATS:
        floats = cython.cast(
            cython.pointer(FRectObject), cython.cast(cython.pointer(PyObject), rect)
        )
        numbers.x = floats.x
        numbers.y = floats.y
        numbers.width = floats.width
        numbers.height = floats.height
    elif kind != NO_RECT:
        numbers.x = rect[0]
        numbers.y = rect[1]
        numbers.width = rect[2]
        numbers.height = rect[3]
    return kind
