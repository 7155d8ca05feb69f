"""One row, placed for a moment where it is not: what sweeps and contacts look at.

The row's pose is changed and its world geometry computed as for a check; nobody else is told. No
code of users runs before it is put back.
"""

import cython
from cython.cimports.spritecol._engine.box import Box, overlap_branch_free
from cython.cimports.spritecol._engine.narrow_phase.kernel_table import parts_overlap
from cython.cimports.spritecol._engine.narrow_phase.shape_filter import runs_overlap
from cython.cimports.spritecol._engine.storage.layout import (
    ROTATION_STALE,
    SHIFTED,
    Collision,
    CollisionGroup,
)
from cython.cimports.spritecol._engine.transform.rows import refresh


def place(
    store: Store, row: cython.int, x: cython.double, y: cython.double, angle: cython.double
) -> cython.void:
    """Compute the world geometry of a row for another pose, without a word to anyone."""
    group: cython.pointer(CollisionGroup) = cython.address(store.groups[row])
    if angle != group.angle:
        group.angle = angle
        group.flags |= ROTATION_STALE
        store.dirty[row] &= ~SHIFTED
    shift_row(store, row, x, y)


def shift_row(store: Store, row: cython.int, x: cython.double, y: cython.double) -> cython.void:
    """The same, not turned."""
    store.x[row] = x
    store.y[row] = y
    refresh(store, row)


def place_back(
    store: Store, row: cython.int, motion: cython.pointer(cython.const[Motion])
) -> cython.void:
    """Put a row back to the start of its motion."""
    place(store, row, motion.x, motion.y, motion.angle)


def place_at(
    store: Store,
    row: cython.int,
    motion: cython.pointer(cython.const[Motion]),
    meeting: cython.pointer(Meeting),
) -> cython.void:
    """Place a row at the fraction of a meeting, and note the pose."""
    meeting.x = motion.x + meeting.fraction * motion.dx
    meeting.y = motion.y + meeting.fraction * motion.dy
    meeting.angle = motion.angle + meeting.fraction * motion.turn
    place(store, row, meeting.x, meeting.y, meeting.angle)


def box_of_part(
    store: Store,
    row: cython.int,
    part: cython.pointer(cython.const[Collision]),
) -> cython.pointer(cython.const[Box]):
    """The box of a part."""
    return store.boxes + row if store.groups[row].count == 1 else store.part_boxes + part.box


def shape_hits_shape(
    store: Store,
    a: cython.int,
    first_a: cython.int,
    count_a: cython.int,
    b: cython.int,
    first_b: cython.int,
    count_b: cython.int,
) -> cython.bint:
    """Whether two shapes hit; the numbers are those of their first parts, within the rows."""
    if store.groups[a].count == 1 and store.groups[b].count == 1:  # as most sprites are
        return overlap_branch_free(store.boxes + a, store.boxes + b) and parts_overlap(
            store.parts + store.groups[a].first, store.parts + store.groups[b].first, store.pool
        )
    return runs_overlap(store, a, first_a, count_a, b, first_b, count_b)


def is_before(
    a: cython.pointer(cython.const[Meeting]), b: cython.pointer(cython.const[Meeting])
) -> cython.bint:
    """Whether one meeting comes before another one."""
    if a.fraction != b.fraction:
        return a.fraction < b.fraction
    if a.position != b.position:
        return a.position < b.position
    if a.shape != b.shape:
        return a.shape < b.shape
    return a.other_shape < b.other_shape
