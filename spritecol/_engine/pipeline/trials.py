"""Tries moves out: a row is moved for the length of an exact test, and put back.

So an answer is right for the very numbers that the sprite will have after the move, rounding
included. No user code runs in between.
"""

import cython
from cython.cimports.libc.math import INFINITY, fabs
from cython.cimports.spritecol._engine.box import Box, overlap
from cython.cimports.spritecol._engine.narrow_phase.shape_filter import rows_overlap, runs_overlap
from cython.cimports.spritecol._engine.narrow_phase.straight_distances import corners_of
from cython.cimports.spritecol._engine.storage.layout import (
    BOX,
    CIRCLE,
    ELLIPSE,
    POINT,
    SEGMENT,
    Collision,
    CollisionGroup,
    Outline,
)
from cython.cimports.spritecol._engine.transform.rows import refresh

GAP_BOUND = cython.declare(cython.double, 1e-15)
"""A generous relative error bound for the gap of two parts along a unit vector."""


def shift_row(store: Store, row: cython.int, x: cython.double, y: cython.double) -> cython.void:
    """Put a row at (x, y), without a note that it has moved."""
    store.groups[row].x = x
    store.groups[row].y = y
    refresh(store, row)


def frees_shape(context: cython.p_void, dx: cython.double, dy: cython.double) -> cython.bint:
    """Whether two shapes do not hit after a move of the first row."""
    trial: cython.pointer(Trial) = cython.cast(cython.pointer(Trial), context)
    store: Store = cython.cast(Store, trial.store)
    x: cython.double = store.groups[trial.a].x
    y: cython.double = store.groups[trial.a].y
    hit: cython.bint
    shift_row(store, trial.a, x + trial.sign * dx, y + trial.sign * dy)
    hit = overlap(store.boxes + trial.a, store.boxes + trial.b) and runs_overlap(
        store, trial.a, trial.first_a, trial.count_a, trial.b, trial.first_b, trial.count_b
    )
    shift_row(store, trial.a, x, y)
    return not hit


def is_surely_convex(store: Store, row: cython.int) -> cython.bint:
    """Whether a row is one part that is no ellipse, and that rounding cannot make hollow."""
    outline: Outline
    if store.groups[row].count != 1:
        return False
    outline = cython.cast(Outline, store.groups[row].outline)
    return outline.parts[0].kind in (POINT, SEGMENT, BOX, CIRCLE) and (
        store.parts[store.groups[row].first].kind != ELLIPSE
    )


@cython.cfunc
@cython.exceptval(check=False)
def sure_gap(
    a: cython.pointer(cython.const[Collision]),
    b: cython.pointer(cython.const[Collision]),
    pool: cython.pointer(cython.const[cython.double]),
    nx: cython.double,
    ny: cython.double,
) -> cython.bint:
    """Whether there is certainly a gap along n: then the exact test would find one, too."""
    corners: cython.double[8]
    v: cython.pointer(cython.const[cython.double])
    part: cython.pointer(cython.const[Collision])
    x: cython.double = pool[b.first]
    y: cython.double = pool[b.first + 1]
    dx: cython.double
    dy: cython.double
    along: cython.double
    low: cython.double = INFINITY
    high: cython.double = -INFINITY
    size: cython.double = 0.0
    count: cython.int
    i: cython.int
    k: cython.int
    for i in range(2):
        part = b if i else a
        v = pool + part.first
        count = part.count
        if part.kind == BOX:
            corners_of(v, corners)
            v = corners
            count = 4
        elif part.kind == CIRCLE:
            count = 1
        for k in range(count):
            dx = v[2 * k] - x
            dy = v[2 * k + 1] - y
            along = nx * dx + ny * dy
            size = max(size, fabs(dx) + fabs(dy))
            if i:
                high = max(high, along)
            else:
                low = min(low, along)
        if part.kind == CIRCLE:
            size = max(size, v[2])
            if i:
                high += v[2]
            else:
                low -= v[2]
    return low - high > GAP_BOUND * size


def frees_part(context: cython.p_void, dx: cython.double, dy: cython.double) -> cython.bint:
    """The same for two rows of one part each, which come apart along a known normal.

    A gap that is wider than any rounding error needs no exact test.
    """
    trial: cython.pointer(Trial) = cython.cast(cython.pointer(Trial), context)
    store: Store = cython.cast(Store, trial.store)
    x: cython.double = store.groups[trial.a].x
    y: cython.double = store.groups[trial.a].y
    free: cython.bint
    shift_row(store, trial.a, x + trial.sign * dx, y + trial.sign * dy)
    free = (
        sure_gap(
            store.parts + store.groups[trial.a].first,
            store.parts + store.groups[trial.b].first,
            store.pool,
            trial.sign * trial.nx,
            trial.sign * trial.ny,
        )
        or not overlap(store.boxes + trial.a, store.boxes + trial.b)
        or not runs_overlap(store, trial.a, 0, 1, trial.b, 0, 1)
    )
    shift_row(store, trial.a, x, y)
    return free


def frees_marked(context: cython.p_void, dx: cython.double, dy: cython.double) -> cython.bint:
    """Whether a row hits none of the marked rows after a move."""
    trial: cython.pointer(Trial) = cython.cast(cython.pointer(Trial), context)
    store: Store = cython.cast(Store, trial.store)
    x: cython.double = store.groups[trial.a].x
    y: cython.double = store.groups[trial.a].y
    hit: cython.bint = False
    k: cython.Py_ssize_t
    shift_row(store, trial.a, x + dx, y + dy)
    for k in range(trial.row_count):
        if (
            store.groups[trial.rows[k]].last_pass == trial.mark
            and overlap(store.boxes + trial.a, store.boxes + trial.rows[k])
            and rows_overlap(store, trial.a, trial.rows[k])
        ):
            hit = True
            break
    shift_row(store, trial.a, x, y)
    return not hit


def size_of_rows(store: Store, a: cython.int, b: cython.int) -> cython.double:
    """The size of the numbers of two rows, which bounds their rounding errors."""
    size: cython.double = 0.0
    group: cython.pointer(CollisionGroup)
    box: cython.pointer(Box)
    i: cython.int
    for i in range(2):
        group = cython.address(store.groups[b if i else a])
        box = store.boxes + (b if i else a)
        size = max(size, fabs(group.x) + fabs(group.center_x), fabs(group.y) + fabs(group.center_y))
        size = max(size, fabs(box.left), fabs(box.right))
        size = max(size, fabs(box.top), fabs(box.bottom))
    return size
