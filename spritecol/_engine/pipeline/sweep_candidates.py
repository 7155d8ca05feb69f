"""Which rows a moving row may meet: those whose boxes its own passes."""

import cython
from cython.cimports.libc.math import INFINITY
from cython.cimports.spritecol._engine.box import Box, overlap
from cython.cimports.spritecol._engine.narrow_phase.part import reach_of
from cython.cimports.spritecol._engine.pairs import GIVEN, pair_of, second_of
from cython.cimports.spritecol._engine.pipeline.moved_row import END_SLACK
from cython.cimports.spritecol._engine.storage.layout import (
    CIRCLE,
    NOTHING,
    OFFSET,
    SYNC,
    Collision,
    CollisionGroup,
)
from cython.cimports.spritecol._engine.storage.row_filter import RowFilter, passes
from cython.cimports.spritecol._engine.transform.rows import freshen


def turning_box(
    store: Store,
    row: cython.int,
    motion: cython.pointer(cython.const[Motion]),
    box: cython.pointer(Box),
) -> cython.double:
    """The box of a row at the start of its motion, at whatever angle it will be.

    Returns by how much to widen it, so that rounding on the way loses nothing.
    """
    group: cython.pointer(CollisionGroup) = cython.address(store.groups[row])
    part: cython.pointer(Collision)
    reach: cython.double = 0.0
    x: cython.double
    y: cython.double
    i: cython.int
    box[0] = store.boxes[row]
    if motion.turn == 0.0:
        return slack_of(motion, box)
    x = motion.x + (0.0 if group.flags & OFFSET else group.center_x)
    y = motion.y + (0.0 if group.flags & OFFSET else group.center_y)
    for i in range(group.count):
        part = store.parts + group.first + i
        if part.kind != NOTHING:
            reach = max(reach, reach_of(part, store.pool, x, y))
    box.left = x - reach
    box.right = x + reach
    box.top = y - reach
    box.bottom = y + reach
    return slack_of(motion, box)


def swept_box(
    store: Store,
    row: cython.int,
    motion: cython.pointer(cython.const[Motion]),
    box: cython.pointer(Box),
) -> cython.void:
    """A box round all places of a row on its way, widened a little."""
    slack: cython.double = turning_box(store, row, motion, box)
    straight_box(box, motion, slack, box)


def turns_nothing(store: Store, row: cython.int) -> cython.bint:
    """Whether a turn changes no shape: angles are ignored, or all are circles about the center."""
    group: cython.pointer(CollisionGroup) = cython.address(store.groups[row])
    x: cython.double = store.x[row] + (0.0 if group.flags & OFFSET else group.center_x)
    y: cython.double = store.y[row] + (0.0 if group.flags & OFFSET else group.center_y)
    v: cython.p_double
    i: cython.int
    if not group.flags & SYNC:
        return True
    for i in range(group.count):
        v = store.pool + store.parts[group.first + i].first
        if store.parts[group.first + i].kind != CIRCLE or v[0] != x or v[1] != y:
            return False
    return True


def find_candidates(
    store: Store,
    row: cython.int,
    motion: cython.pointer(cython.const[Motion]),
    b: cython.pointer(cython.const[cython.int]),
    count: cython.Py_ssize_t,
    kept: KeptIndex | None,
    selected: cython.pointer(cython.const[RowFilter]),
    found: PairList,
) -> cython.Py_ssize_t:
    """Add (0, position) of those rows of `b` whose boxes a row may meet on its way, in order.

    Brings them up to date. `kept` is an up-to-date index of them, or None.
    """
    box: Box
    k: cython.Py_ssize_t
    n: cython.Py_ssize_t = 0
    other: cython.int
    if store.groups[row].count == 0 or not store.boxes[row].left <= store.boxes[row].right:
        return 0
    swept_box(store, row, motion, cython.address(box))
    if kept is not None:
        kept.query(cython.address(box), 0, GIVEN, found)
        found.sort(1, count)
        for k in range(found.count):
            found.items[n] = found.items[k]
            other = b[second_of(found.items[k])]
            n += passes(selected, store, other)
        found.count = n
        return n
    for k in range(count):
        freshen(store, b[k])
        if overlap(cython.address(box), store.boxes + b[k]) and passes(selected, store, b[k]):
            if not found.reserve(1):
                break
            found.items[found.count] = pair_of(0, k)
            found.count += 1
    if found.failed:
        raise MemoryError
    return found.count


def box_passage(
    a: cython.pointer(cython.const[Box]),
    b: cython.pointer(cython.const[Box]),
    dx: cython.double,
    dy: cython.double,
    slack: cython.double,
) -> cython.double:
    """A time before which box `a`, moving, does not overlap box `b`; infinity if it never does.

    They are widened by `slack`, that of `turning_box`.
    """
    enter: cython.double = 0.0
    leave: cython.double = 1.0 + END_SLACK
    near: cython.double = b.left - a.right - slack
    far: cython.double = b.right - a.left + slack
    speed: cython.double = dx
    one: cython.double
    two: cython.double
    if boxes_meet(a, b, slack):
        return 0.0  # as they are
    for _ in range(2):
        if speed == 0.0:
            if near > 0.0 or far < 0.0:
                return INFINITY
        else:
            one = near / speed
            two = far / speed
            enter = max(enter, min(one, two))
            leave = min(leave, max(one, two))
        near = b.top - a.bottom - slack
        far = b.bottom - a.top + slack
        speed = dy
    return enter if enter <= leave else INFINITY
