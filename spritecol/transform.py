"""From local space to the world, for the rows that changed: parts, their boxes, the group's box.

    world = R(angle) . S(scale_x, scale_y) . (p - center) + center + base
    base  = (x, y)                 or (x, y) - center when offset_sync is true

Angles are in degrees, clockwise on a screen whose y runs down. Multiples of 90 degrees are exact,
and without turning or scaling nothing but x and y is added, so tile grids stay exact. World
geometry is rounded here, once; all that follows is exact for these numbers.
"""

import cython
from cython.cimports.libc.math import INFINITY, NAN, nextafter
from cython.cimports.libc.string import memcpy
from cython.cimports.spritecol.angles import Turn, turn_by
from cython.cimports.spritecol.storage import (
    BOX,
    CIRCLE,
    DIRTY,
    ENABLED,
    NOTHING,
    OFFSET,
    PENDING,
    ROUND,
    SYNC,
    TURN_OLD,
    VANISHED,
    Box,
    LocalPart,
    Outline,
    Part,
    Row,
)
from cython.cimports.spritecol.world_parts import extent, put_flattened, put_part

PLAIN = cython.declare(cython.int, SYNC | ENABLED | VANISHED | OFFSET | TURN_OLD | ROUND)
"""The flags that have a say in where a lone circle is."""

LOCAL = cython.declare(cython.int, 3)
"""Where in a circle's room in the pool, which would do for an ellipse, its local numbers are."""


def map_of(row, m):
    """Write the whole mapping of a row whose cosine and sine are up to date."""
    m.origin_x = row.center_x
    m.origin_y = row.center_y
    m.shift_x = row.x
    m.shift_y = row.y
    m.a00 = 1.0
    m.a01 = 0.0
    m.a10 = 0.0
    m.a11 = 1.0
    if row.flags & SYNC:
        m.a00 = row.cosine * row.scale_x
        m.a01 = -row.sine * row.scale_y
        m.a10 = row.sine * row.scale_x
        m.a11 = row.cosine * row.scale_y
    if not row.flags & OFFSET:
        if m.a00 == 1.0 and m.a11 == 1.0 and m.a01 == 0.0 and m.a10 == 0.0:
            m.origin_x = 0.0
            m.origin_y = 0.0
        else:
            m.shift_x = row.x + row.center_x
            m.shift_y = row.y + row.center_y


def put_lone_circle(store, index, row):
    """Bring a sprite up to date that is one circle, neither turned nor scaled; False for others.

    The same numbers as by the general way below, which is the way of the first time, in less time:
    nothing is read but the row and the pool. Games are full of them.
    """
    box: cython.pointer(Box) = cython.address(store.boxes[index])
    circle: cython.p_double
    x: cython.double
    y: cython.double
    r: cython.double
    if (
        (row.flags & PLAIN) != (SYNC | ENABLED | ROUND)
        or row.angle != 0.0
        or row.scale_x != 1.0
        or row.scale_y != 1.0
    ):
        return False
    circle = store.pool + store.lone[index]
    x = row.x + circle[LOCAL]
    y = row.y + circle[LOCAL + 1]
    r = circle[LOCAL + 2]
    box.left = x - r
    box.top = y - r
    box.right = x + r
    box.bottom = y + r
    if not (box.left < box.right and box.top < box.bottom):
        return False
    circle[0] = x
    circle[1] = y
    circle[2] = r
    return True


def refresh(store, index):
    """Bring one row's world geometry up to date with its pose."""
    row: cython.pointer(Row) = cython.address(store.rows[index])
    store.dirty[index] &= ~DIRTY
    if not put_lone_circle(store, index, row):
        refresh_any(store, index, row)


def refresh_any(store, index, row):
    """The same for rows of any kind: part by part."""
    group: cython.pointer(Box) = cython.address(store.boxes[index])
    box: cython.pointer(Box) = group
    part: cython.pointer(Part)
    local: cython.pointer(LocalPart)
    values: cython.p_double
    turn: Turn
    m: Map
    flat: cython.bint
    i: cython.int
    store.lone[index] = -1
    group.left = group.top = INFINITY
    group.right = group.bottom = -INFINITY
    if row.count == 0:
        return
    if row.flags & TURN_OLD:
        turn = turn_by(row.angle)
        row.cosine = turn.cosine
        row.sine = turn.sine
        row.flags &= ~TURN_OLD
    map_of(row, cython.address(m))
    local = cython.cast(Outline, row.outline).parts
    values = cython.cast(Outline, row.outline).values
    flat = (row.flags & SYNC) and (row.scale_x == 0.0 or row.scale_y == 0.0)
    for i in range(row.count):
        part = store.parts + row.first + i
        if row.count > 1:
            box = store.part_boxes + part.box
        if not flat:
            put_part(
                row,
                cython.address(m),
                local + i,
                values + local[i].first,
                part,
                store.pool + part.first,
                box,
            )
        elif local[i].run:
            put_flattened(
                row, cython.address(m), local + i, values, part, store.pool + part.first, box
            )
        if part.kind != NOTHING and box != group:
            group.left = min(group.left, box.left)
            group.top = min(group.top, box.top)
            group.right = max(group.right, box.right)
            group.bottom = max(group.bottom, box.bottom)
    row.flags &= ~ROUND
    if row.count == 1 and store.parts[row.first].kind == CIRCLE:
        store.lone[index] = store.parts[row.first].first
        if local[0].kind == CIRCLE:
            memcpy(store.pool + store.lone[index] + LOCAL, values, 3 * cython.sizeof(cython.double))
            row.flags |= ROUND
    if not row.flags & ENABLED or row.flags & VANISHED:
        group.left = group.top = INFINITY
        group.right = group.bottom = -INFINITY


def refresh_all(store, indices, count):
    """Bring those of many rows up to date that changed."""
    i: cython.Py_ssize_t
    row: cython.pointer(Row)
    index: cython.int
    for i in range(count):
        index = indices[i]
        if store.dirty[index] & DIRTY:
            store.dirty[index] &= ~DIRTY
            row = cython.address(store.rows[index])
            if not put_lone_circle(store, index, row):
                refresh_any(store, index, row)


def count_changed(store, indices, count):
    """How many of the rows are not up to date."""
    changed: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    for i in range(count):
        changed += store.dirty[indices[i]] & DIRTY
    return changed


def flush(store):
    """Bring all rows that changed anywhere up to date and log them in the journal."""
    k: cython.Py_ssize_t
    row: cython.int
    for k in range(store.pending_count):
        row = store.pending[k]
        if store.dirty[row] & DIRTY:
            refresh(store, row)
        store.dirty[row] &= ~(DIRTY | PENDING)
        store.log(row)
    store.pending_count = 0
    return 0


def true_box(store, index):
    """The box round a fresh row's parts as they are, without any widening; NaN without parts.

    An upright box without width or height was widened by one step of float64 on both sides.
    """
    row: cython.pointer(Row) = cython.address(store.rows[index])
    part: cython.pointer(Part)
    box: Box
    one: Box
    i: cython.int
    box.left = box.top = INFINITY
    box.right = box.bottom = -INFINITY
    for i in range(row.count):
        part = store.parts + row.first + i
        if part.kind == NOTHING:
            continue
        extent(part, store.pool + part.first, cython.address(one))
        if part.kind == BOX:
            if nextafter(nextafter(one.left, INFINITY), INFINITY) == one.right:
                one.left = one.right = nextafter(one.left, INFINITY)
            if nextafter(nextafter(one.top, INFINITY), INFINITY) == one.bottom:
                one.top = one.bottom = nextafter(one.top, INFINITY)
        box.left = min(box.left, one.left)
        box.top = min(box.top, one.top)
        box.right = max(box.right, one.right)
        box.bottom = max(box.bottom, one.bottom)
    if box.left > box.right:
        box.left = box.top = box.right = box.bottom = NAN
    return box
