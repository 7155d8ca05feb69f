"""What is read of many sprites and rects straight from memory.

pygame has no way to hand out the numbers of a rect but one Python int at a time, which takes 20 ns
each. They lie in the rect, one after the other; whether where this module expects them is tried
once, with a rect whose numbers are known. If not, they are read one at a time.
"""

import cython
from cython.cimports.cpython.object import PyObject
from pygame.rect import Rect

from spritecol.integrations.pygame.sprite.placement import LiveRect

RECT = cython.declare(object, Rect)
LIVE_RECT = cython.declare(object, LiveRect)

LARGEST = cython.declare(cython.int, 1_000_000_000)
"""Pixels. The sum of two smaller numbers fits in the 32 bits in which pygame keeps it."""


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


STORES_INTS = cython.declare(cython.bint, stores_ints())


def are_all(members: list, kind: object) -> cython.bint:
    """Whether all members are of exactly that type."""
    i: cython.Py_ssize_t = 0
    count: cython.Py_ssize_t = len(members)
    while i < count and type(members[i]) is kind:
        i += 1
    return i == count


def read_ints(rect: object, numbers: cython.pointer(RectInts)) -> cython.bint:
    """Read the numbers of a rect. False if it is no Rect, or so large that its sides overflow."""
    inside: cython.pointer(RectObject)
    if type(rect) is not RECT and type(rect) is not LIVE_RECT:
        return False
    if STORES_INTS:
        inside = cython.cast(
            cython.pointer(RectObject), cython.cast(cython.pointer(PyObject), rect)
        )
        numbers.x = inside.x
        numbers.y = inside.y
        numbers.width = inside.width
        numbers.height = inside.height
    else:
        numbers.x = rect[0]
        numbers.y = rect[1]
        numbers.width = rect[2]
        numbers.height = rect[3]
    return (
        -LARGEST < numbers.x < LARGEST
        and -LARGEST < numbers.y < LARGEST
        and -LARGEST < numbers.width < LARGEST
        and -LARGEST < numbers.height < LARGEST
    )
