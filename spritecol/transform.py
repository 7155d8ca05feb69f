"""From local space to the world, for the rows that changed: parts, their boxes, the group's box.

    world = R(angle) . S(scale_x, scale_y) . (p - center) + center + base
    base  = (x, y)                 or (x, y) - center when offset_sync is true

Angles are in degrees, clockwise on a screen whose y runs down. Multiples of 90 degrees are exact,
and without turning or scaling nothing but x and y is added, so tile grids stay exact. World
geometry is rounded here, once; all that follows is exact for these numbers.
"""

import cython
from cython.cimports.libc.math import INFINITY, NAN, nextafter
from cython.cimports.spritecol.angles import Turn, turn_by
from cython.cimports.spritecol.storage import (
    DIRTY,
    ENABLED,
    IDENTITY,
    MATRIX_OLD,
    NOTHING,
    OFFSET,
    SYNC,
    VANISHED,
    Box,
    LocalPart,
    Outline,
    Part,
    Row,
)
from cython.cimports.spritecol.world_parts import put_flattened, put_part


def update_matrix(row):
    """Compute A = R(angle) . S(scale_x, scale_y), exact at multiples of 90 degrees."""
    turn: Turn
    row.flags &= ~(MATRIX_OLD | IDENTITY)
    if not row.flags & SYNC:
        row.a00 = 1.0
        row.a01 = 0.0
        row.a10 = 0.0
        row.a11 = 1.0
        row.flags |= IDENTITY
        return
    turn = turn_by(row.angle)
    row.a00 = turn.cosine * row.scale_x
    row.a01 = -turn.sine * row.scale_y
    row.a10 = turn.sine * row.scale_x
    row.a11 = turn.cosine * row.scale_y
    if row.a00 == 1.0 and row.a11 == 1.0 and row.a01 == 0.0 and row.a10 == 0.0:
        row.flags |= IDENTITY


def map_of(row):
    """The whole mapping of a row whose matrix is up to date."""
    m: Map
    m.a00 = row.a00
    m.a01 = row.a01
    m.a10 = row.a10
    m.a11 = row.a11
    m.origin_x = row.center_x
    m.origin_y = row.center_y
    m.shift_x = row.x
    m.shift_y = row.y
    if not row.flags & OFFSET:
        if row.flags & IDENTITY:
            m.origin_x = 0.0
            m.origin_y = 0.0
        else:
            m.shift_x = row.x + row.center_x
            m.shift_y = row.y + row.center_y
    return m


def refresh(store, index):
    """Bring one row's world geometry up to date with its pose."""
    row: cython.pointer(Row) = cython.address(store.rows[index])
    parts: cython.pointer(Part) = store.parts + row.first
    local: cython.pointer(LocalPart)
    values: cython.p_double
    group: cython.pointer(Box) = cython.address(store.boxes[index])
    m: Map
    flat: cython.bint
    i: cython.int
    group.left = group.top = INFINITY
    group.right = group.bottom = -INFINITY
    store.dirty[index] &= ~DIRTY
    if row.flags & MATRIX_OLD:
        update_matrix(row)
    if row.count == 0:
        return
    m = map_of(row)
    local = cython.cast(Outline, row.outline).parts
    values = cython.cast(Outline, row.outline).values
    flat = (row.flags & SYNC) and (row.scale_x == 0.0 or row.scale_y == 0.0)
    for i in range(row.count):
        parts[i].first = row.pool + local[i].first
        if not flat:
            put_part(
                row,
                cython.address(m),
                local + i,
                values + local[i].first,
                parts + i,
                store.pool + parts[i].first,
            )
        elif local[i].run:
            put_flattened(
                row,
                cython.address(m),
                local + i,
                values,
                parts + i,
                store.pool + parts[i].first,
            )
        if parts[i].kind != NOTHING:
            group.left = min(group.left, parts[i].box.left)
            group.top = min(group.top, parts[i].box.top)
            group.right = max(group.right, parts[i].box.right)
            group.bottom = max(group.bottom, parts[i].box.bottom)
    if not row.flags & ENABLED or row.flags & VANISHED:
        group.left = group.top = INFINITY
        group.right = group.bottom = -INFINITY


def refresh_all(store, indices, count):
    """Bring those of many rows up to date that changed; how many did."""
    changed: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    for i in range(count):
        if store.dirty[indices[i]] & DIRTY:
            changed += 1
            refresh(store, indices[i])
    return changed


def flush(store):
    """Bring all rows that changed anywhere up to date and log them in the journal."""
    k: cython.Py_ssize_t
    row: cython.int
    for k in range(store.pending_count):
        row = store.pending[k]
        if store.dirty[row] & DIRTY:
            refresh(store, row)
        store.dirty[row] = 0
        store.log(row)
    store.pending_count = 0
    return 0


def true_box(store, index):
    """The box round a fresh row's parts as they are, without the widening; NaN without parts.

    A flat part's own numbers tell its extent: widening only ever moved both sides of an interval of
    no length outwards, by one step.
    """
    row: cython.pointer(Row) = cython.address(store.rows[index])
    part: cython.pointer(Part)
    box: Box
    left: cython.double
    top: cython.double
    right: cython.double
    bottom: cython.double
    i: cython.int
    box.left = box.top = INFINITY
    box.right = box.bottom = -INFINITY
    for i in range(row.count):
        part = store.parts + row.first + i
        if part.kind == NOTHING:
            continue
        left = part.box.left
        top = part.box.top
        right = part.box.right
        bottom = part.box.bottom
        if nextafter(nextafter(left, INFINITY), INFINITY) == right:
            left = right = nextafter(left, INFINITY)
        if nextafter(nextafter(top, INFINITY), INFINITY) == bottom:
            top = bottom = nextafter(top, INFINITY)
        box.left = min(box.left, left)
        box.top = min(box.top, top)
        box.right = max(box.right, right)
        box.bottom = max(box.bottom, bottom)
    if box.left > box.right:
        box.left = box.top = box.right = box.bottom = NAN
    return box
