"""The boxes of pygame's rects, whose numbers are read directly from memory.

pygame declares this layout for other libraries, in a header that it does not install. Reading the
numbers of 1,000 rects item by item, as Python does, would make `groupcollide` take 4.5 times as
long. So the layout of each type is tested first, and its rects are read item by item if it differs.
They stand alone, because nothing else depends on a layout of pygame.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.broad_phase.lanes import BoxColumns
from cython.cimports.spritecol._support.libc import INFINITY, fabs, trunc
from cython.cimports.spritecol._support.python import PyObject
from pygame import rect as pygame_rect

from spritecol.integrations.pygame.sprite.placement import LiveRect

RECT = C.declare(object, pygame_rect.Rect)
LIVE_RECT = C.declare(object, LiveRect)
FRECT = C.declare(object, pygame_rect.FRect)

MAX_COORDINATE = C.declare(C.double, 1e9)
"""Pixels. The sum of two smaller numbers of a rect fits in the 32 bits in which pygame stores
it."""


# As pygame declares its rects for other libraries in `src_c/include/_pygame.h`, where SDL_Rect and
# SDL_FRect are four numbers each.
RectObject = C.struct(head=PyObject, x=C.int, y=C.int, w=C.int, h=C.int)
FRectObject = C.struct(head=PyObject, x=C.float, y=C.float, w=C.float, h=C.float)


@C.cfunc
@C.exceptval(-1, check=False)
def has_ints(rect: object) -> C.bint:
    """Whether the numbers of a Rect are where they are declared."""
    inside: C.pointer(RectObject) = C.cast(C.pointer(RectObject), C.cast(C.pointer(PyObject), rect))
    return type(rect).__basicsize__ >= C.sizeof(RectObject) and rect == (
        inside.x,
        inside.y,
        inside.w,
        inside.h,
    )


@C.cfunc
@C.exceptval(-1, check=False)
def has_floats(rect: object) -> C.bint:
    """Whether the numbers of an FRect are where they are declared."""
    inside: C.pointer(FRectObject) = C.cast(
        C.pointer(FRectObject), C.cast(C.pointer(PyObject), rect)
    )
    return type(rect).__basicsize__ >= C.sizeof(FRectObject) and rect == (
        inside.x,
        inside.y,
        inside.w,
        inside.h,
    )


HAS_INTS = C.declare(C.bint, has_ints(RECT(1, -2, 30000, 400000000)))
HAS_FLOATS = C.declare(C.bint, has_floats(FRECT(1.5, -2.5, 30000.5, 4e8)))


def are_all(members: list, kind: object) -> C.bint:
    """Whether all members are of exactly a given type."""
    i: C.Py_ssize_t = 0
    count: C.Py_ssize_t = len(members)
    while i < count and type(members[i]) is kind:
        i += 1
    return i == count


def type_of_rect(rect: object) -> C.int:
    """Return the kind of a rect: INTS, FLOATS, or NO_RECT, which includes users' subclasses."""
    if type(rect) is RECT or type(rect) is LIVE_RECT:
        return INTS
    return FLOATS if type(rect) is FRECT else NO_RECT


def read_rects(rects: list, columns: C.pointer(C.const[BoxColumns])) -> C.int:
    """Read the boxes of rects into columns, each as its own `colliderect` sees it.

    Returns:
        The kinds of the rects: INTS, FLOATS, or the sum of both. NO_RECT if a rect is unusual.
    """
    box: Box
    kinds: C.int = NO_RECT
    i: C.Py_ssize_t
    for i in range(len(rects)):
        rect: object = rects[i]
        kind: C.int = type_of_rect(rect)
        if kind == NO_RECT or not read_rect(rect, kind, kind == FLOATS, C.address(box)):
            return NO_RECT
        kinds |= kind
        put_in_columns(columns, i, C.address(box))
    return kinds


def widen_boxes(rects: list, columns: C.pointer(C.const[BoxColumns])) -> C.int:
    """Extend each box to cover the rect after conversion to the other type, Rect or FRect.

    `colliderect` converts the other rect to its own type. Whether a pair whose boxes overlap hits
    must then be decided by the rects themselves.
    """
    box: Box
    i: C.Py_ssize_t
    for i in range(len(rects)):
        rect: object = rects[i]
        kind: C.int = type_of_rect(rect)
        read_rect(rect, kind, kind == INTS, C.address(box))
        columns.low[i] = min(columns.low[i], box.left)
        columns.top[i] = min(columns.top[i], box.top)
        columns.high[i] = max(columns.high[i], box.right)
        columns.bottom[i] = max(columns.bottom[i], box.bottom)
    return 0


def put_in_columns(columns: C.pointer(C.const[BoxColumns]), i: C.Py_ssize_t, box: BoxRef) -> C.void:
    """Write a box into columns."""
    columns.low[i] = box.left
    columns.top[i] = box.top
    columns.high[i] = box.right
    columns.bottom[i] = box.bottom


@C.cfunc
@C.exceptval(-1)
def read_rect(rect: object, kind: C.int, is_float: C.bint, box: C.pointer(Box)) -> C.bint:
    """Read the box of a rect, converted to a Rect or an FRect. Return False if it is too large.

    Two rects collide if these boxes overlap strictly.
    """
    inside: C.pointer(PyObject) = C.cast(C.pointer(PyObject), rect)
    ints: C.pointer(RectObject) = C.cast(C.pointer(RectObject), inside)
    floats: C.pointer(FRectObject) = C.cast(C.pointer(FRectObject), inside)
    x: C.double
    y: C.double
    width: C.double
    height: C.double
    far_x: C.double
    far_y: C.double
    if kind == INTS and HAS_INTS:
        x, y, width, height = ints.x, ints.y, ints.w, ints.h
    elif kind == FLOATS and HAS_FLOATS:
        x, y, width, height = floats.x, floats.y, floats.w, floats.h
    else:
        x, y, width, height = rect
    if not (
        fabs(x) < MAX_COORDINATE
        and fabs(y) < MAX_COORDINATE
        and fabs(width) < MAX_COORDINATE
        and fabs(height) < MAX_COORDINATE
    ):
        return False
    if is_float:  # added in 32 bits, as pygame does
        x = C.cast(C.float, x)
        y = C.cast(C.float, y)
        far_x = C.cast(C.float, x) + C.cast(C.float, width)
        far_y = C.cast(C.float, y) + C.cast(C.float, height)
    else:
        if kind == FLOATS:  # an FRect is truncated to integers
            x, y, width, height = trunc(x), trunc(y), trunc(width), trunc(height)
        far_x = x + width
        far_y = y + height
    if width == 0 or height == 0:  # such a rect hits nothing, not even a rect around it
        box.left = box.top = INFINITY
        box.right = box.bottom = -INFINITY
        return True
    box.left = min(x, far_x)
    box.right = max(x, far_x)
    box.top = min(y, far_y)
    box.bottom = max(y, far_y)
    return True
