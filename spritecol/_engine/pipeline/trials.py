"""Tries moves out: a row is moved for the length of an exact test, and put back.

So an answer is right for the very numbers that the sprite will have after the move, rounding
included. No user code runs in between.
"""

import cython
from cython.cimports.libc.math import INFINITY, fabs
from cython.cimports.spritecol._engine.box import Box, overlap
from cython.cimports.spritecol._engine.narrow_phase.kernel_table import numbers_overlap
from cython.cimports.spritecol._engine.narrow_phase.least_move import first_lengthening
from cython.cimports.spritecol._engine.narrow_phase.part import corners_of
from cython.cimports.spritecol._engine.narrow_phase.shape_filter import rows_overlap
from cython.cimports.spritecol._engine.pipeline.moved_row import shape_hits_shape, shift_row
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
from cython.cimports.spritecol._engine.transform.rows import (
    LONE_NUMBERS,
    is_flat,
    place_lone_part,
)

GAP_BOUND = cython.declare(cython.double, 1e-15)
"""A generous relative error bound for the gap of two parts along a unit vector."""

SHIFT_ROUNDING = cython.declare(cython.double, 7.9e-16)
"""How far rounding may bring two moved parts together, of the size of the numbers: five roundings
of each coordinate, across the push. With u = 2**-53 that is 5 sqrt(2) u."""

EXTENT_ROUNDING = cython.declare(cython.double, 1.5e-15)
"""The same of the larger extent of two parts together. Their gap comes from two scalar products of
three roundings each, and the normal is rounded: 7 sqrt(2) u of that extent."""

DEPTH_ROUNDING = cython.declare(cython.double, 2.1e-15)
"""The same of the depth, by the lengths of the normal and of the push: 17.4 u."""

LEAST_EXTENT = cython.declare(cython.double, 1e-100)
"""In parts smaller than this, products may underflow, and these bounds do not hold."""


@cython.cfunc
@cython.exceptval(check=False)
def is_free(
    trial: cython.pointer(Trial), row: cython.int, dx: cython.double, dy: cython.double
) -> cython.bint:
    """Whether the two shapes of a trial do not hit after a move of one of the rows."""
    store: Store = cython.cast(Store, trial.store)
    x: cython.double = store.x[row]
    y: cython.double = store.y[row]
    hit: cython.bint
    shift_row(store, row, x + dx, y + dy)
    hit = shape_hits_shape(
        store, trial.a, trial.first_a, trial.count_a, trial.b, trial.first_b, trial.count_b
    )
    shift_row(store, row, x, y)
    return not hit


def frees_shape(context: cython.p_void, dx: cython.double, dy: cython.double) -> cython.bint:
    """Whether two shapes do not hit after a move of the first row."""
    trial: cython.pointer(Trial) = cython.cast(cython.pointer(Trial), context)
    return is_free(trial, trial.a, trial.sign * dx, trial.sign * dy)


def frees_either(context: cython.p_void, dx: cython.double, dy: cython.double) -> cython.bint:
    """The same, and after the opposite move of the other row, too.

    So among several moves of nearly one length, both rows find the same one.
    """
    trial: cython.pointer(Trial) = cython.cast(cython.pointer(Trial), context)
    return frees_shape(context, dx, dy) and is_free(
        trial, trial.b, -trial.sign * dx, -trial.sign * dy
    )


def is_surely_convex(store: Store, row: cython.int) -> cython.bint:
    """Whether a row is one part that is no ellipse, and that rounding cannot make hollow.

    `place_lone_part` can place it.
    """
    outline: Outline
    if store.groups[row].count != 1 or is_flat(cython.address(store.groups[row])):
        return False
    outline = cython.cast(Outline, store.groups[row].outline)
    return outline.parts[0].kind in (POINT, SEGMENT, BOX, CIRCLE) and (
        store.parts[store.groups[row].first].kind != ELLIPSE
    )


@cython.cfunc
@cython.inline
@cython.exceptval(check=False)
def reach(
    kind: cython.int,
    count: cython.int,
    v: cython.pointer(cython.const[cython.double]),
    x: cython.double,
    y: cython.double,
    nx: cython.double,
    ny: cython.double,
    size: cython.p_double,
) -> cython.double:
    """How far a part reaches along n, seen from (x, y); `size` grows to that of the numbers."""
    corners: cython.double[8]
    dx: cython.double
    dy: cython.double
    largest: cython.double = 0.0
    high: cython.double = -INFINITY
    k: cython.int
    if kind == BOX:
        corners_of(v, corners)
        v = corners
        count = 4
    for k in range(count):
        dx = v[2 * k] - x
        dy = v[2 * k + 1] - y
        high = max(high, nx * dx + ny * dy)
        largest = max(largest, fabs(dx) + fabs(dy))
    if kind == CIRCLE:
        high += v[2]
        largest = max(largest, v[2])
    size[0] = max(size[0], largest)
    return high


def surely_frees(
    a: cython.pointer(cython.const[Box]),
    b: cython.pointer(cython.const[Box]),
    near: cython.pointer(cython.const[Nearest]),
    size: cython.double,
) -> cython.bint:
    """Whether the first lengthening of a push exceeds all rounding: nothing has to be tried out.

    For two turned boxes that overlap, given their bounding boxes. Along an axis the push may be
    free without being lengthened, so that is tried out.
    """
    extent: cython.double = max(
        (a.right - a.left) + (b.right - b.left), (a.bottom - a.top) + (b.bottom - b.top)
    )
    return (
        near.distance < 0.0
        and near.nx != 0.0
        and near.ny != 0.0
        and extent > LEAST_EXTENT
        and first_lengthening(size)
        > SHIFT_ROUNDING * size + EXTENT_ROUNDING * extent - DEPTH_ROUNDING * near.distance
    )


def frees_part(context: cython.p_void, dx: cython.double, dy: cython.double) -> cython.bint:
    """As `frees_shape`, for two rows of one part each, which come apart along a known normal.

    The moved part is computed beside the storage. A gap along the normal that is wider than any
    rounding error is one that the exact test would find, too.
    """
    trial: cython.pointer(Trial) = cython.cast(cython.pointer(Trial), context)
    store: Store = cython.cast(Store, trial.store)
    other: cython.pointer(Collision) = store.parts + store.groups[trial.b].first
    v: cython.p_double = store.pool + other.first
    nx: cython.double = trial.sign * trial.nx
    ny: cython.double = trial.sign * trial.ny
    size: cython.double = 0.0
    gap: cython.double
    part: Collision
    box: Box
    numbers: cython.double[LONE_NUMBERS]
    place_lone_part(
        store,
        trial.a,
        store.x[trial.a] + trial.sign * dx,
        store.y[trial.a] + trial.sign * dy,
        cython.address(part),
        numbers,
        cython.address(box),
    )
    gap = -reach(part.kind, part.count, numbers, v[0], v[1], -nx, -ny, cython.address(size))
    gap -= reach(other.kind, other.count, v, v[0], v[1], nx, ny, cython.address(size))
    return (
        gap > GAP_BOUND * size
        or not overlap(cython.address(box), store.boxes + trial.b)
        or not numbers_overlap(part.kind, numbers, part.count, other.kind, v, other.count)
    )


def frees_marked(context: cython.p_void, dx: cython.double, dy: cython.double) -> cython.bint:
    """Whether a row hits none of the marked rows after a move."""
    trial: cython.pointer(Trial) = cython.cast(cython.pointer(Trial), context)
    store: Store = cython.cast(Store, trial.store)
    x: cython.double = store.x[trial.a]
    y: cython.double = store.y[trial.a]
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
    group_a: cython.pointer(CollisionGroup) = cython.address(store.groups[a])
    group_b: cython.pointer(CollisionGroup) = cython.address(store.groups[b])
    box_a: cython.pointer(Box) = store.boxes + a
    box_b: cython.pointer(Box) = store.boxes + b
    # In pairs, then pairs of pairs: few comparisons wait for others.
    x: cython.double = max(
        fabs(store.x[a]) + fabs(group_a.center_x), fabs(store.x[b]) + fabs(group_b.center_x)
    )
    y: cython.double = max(
        fabs(store.y[a]) + fabs(group_a.center_y), fabs(store.y[b]) + fabs(group_b.center_y)
    )
    left: cython.double = max(fabs(box_a.left), fabs(box_b.left))
    right: cython.double = max(fabs(box_a.right), fabs(box_b.right))
    top: cython.double = max(fabs(box_a.top), fabs(box_b.top))
    bottom: cython.double = max(fabs(box_a.bottom), fabs(box_b.bottom))
    x = max(x, y)
    left = max(left, right)
    top = max(top, bottom)
    left = max(left, top)
    return max(x, left)
