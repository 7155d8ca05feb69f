"""The shape AABB filter: selects the parts of two sprites that need an exact test.

The only part of a row has the box of the row, which the broad phase has compared already.
"""

import cython
from cython.cimports.spritecol._engine.box import Box, overlap
from cython.cimports.spritecol._engine.narrow_phase.kernel_table import (
    numbers_overlap,
    parts_overlap,
)
from cython.cimports.spritecol._engine.narrow_phase.round_kernels import circles_gap
from cython.cimports.spritecol._engine.pairs import first_of, second_of
from cython.cimports.spritecol._engine.storage.layout import (
    BOX,
    NOTHING,
    Collision,
    CollisionGroup,
)
from cython.cimports.spritecol._engine.transform.rows import ONE_BOX
from cython.cimports.spritecol._engine.tuning import PAIRS_AT_ONCE


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def lone_parts_overlap(store: Store, a: cython.int, b: cython.int) -> cython.bint:
    """Two rows of one part each, whose boxes are those of the rows."""
    part: cython.pointer(Collision) = store.parts + store.groups[a].first
    other: cython.pointer(Collision) = store.parts + store.groups[b].first
    return (part.kind == BOX and other.kind == BOX) or parts_overlap(part, other, store.pool)


def rows_overlap(store: Store, a: cython.int, b: cython.int) -> cython.bint:
    """Whether two rows hit whose boxes overlap: their layers, the boxes of parts, then exact tests.

    Both rows must be up to date.
    """
    if store.layered and not store.layers_meet(a, b):
        return False
    return shapes_overlap(store, a, b)


def shapes_overlap(store: Store, a: cython.int, b: cython.int) -> cython.bint:
    """Whether the shapes of two rows hit whose boxes overlap, whatever their layers are."""
    count_a: cython.int = store.groups[a].count
    count_b: cython.int = store.groups[b].count
    if count_a == 1 and count_b == 1:  # as most sprites are; without the call below
        return lone_parts_overlap(store, a, b)
    return runs_overlap(store, a, 0, count_a, b, 0, count_b)


def runs_overlap(
    store: Store,
    a: cython.int,
    first_a: cython.int,
    count_a: cython.int,
    b: cython.int,
    first_b: cython.int,
    count_b: cython.int,
) -> cython.bint:
    """Whether some consecutive parts of two rows hit, such as those of one shape of each."""
    group_a: cython.pointer(CollisionGroup) = cython.address(store.groups[a])
    group_b: cython.pointer(CollisionGroup) = cython.address(store.groups[b])
    parts_a: cython.pointer(Collision) = store.parts + group_a.first
    parts_b: cython.pointer(Collision) = store.parts + group_b.first
    part: cython.pointer(Collision)
    other: cython.pointer(Collision)
    box: cython.pointer(Box)
    i: cython.int
    j: cython.int
    if group_a.count == 1 and group_b.count == 1:
        return lone_parts_overlap(store, a, b)
    for i in range(first_a, first_a + count_a):
        part = parts_a + i
        if part.kind == NOTHING:
            continue
        box = store.boxes + a if group_a.count == 1 else store.part_boxes + part.box
        for j in range(first_b, first_b + count_b):
            other = parts_b + j
            if overlap(
                box, store.boxes + b if group_b.count == 1 else store.part_boxes + other.box
            ) and parts_overlap(part, other, store.pool):
                return True
    return False


def probe_overlaps(
    store: Store,
    probe: cython.pointer(cython.const[Probe]),
    box: cython.pointer(cython.const[Box]),
    row: cython.int,
) -> cython.bint:
    """The shape AABB filter and the narrow phase, for a probe and a row whose boxes overlap."""
    group: cython.pointer(CollisionGroup) = cython.address(store.groups[row])
    part: cython.pointer(Collision)
    i: cython.int
    for i in range(group.count):
        part = store.parts + group.first + i
        if group.count > 1 and (
            part.kind == NOTHING or not overlap(box, store.part_boxes + part.box)
        ):
            continue
        if numbers_overlap(
            probe.kind, probe.numbers, probe.count, part.kind, store.pool + part.first, part.count
        ):
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def meeting_among(
    store: Store,
    a: cython.pointer(cython.const[cython.int]),
    b: cython.pointer(cython.const[cython.int]),
    pairs: cython.pointer(Pair),
    count: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Drop the pairs whose layers and masks keep them apart; returns how many are left."""
    kept: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t
    for k in range(count):
        pairs[kept] = pairs[k]
        kept += store.layers_meet(a[first_of(pairs[k])], b[second_of(pairs[k])])
    return kept


def keep_meeting(
    store: Store,
    a: cython.pointer(cython.const[cython.int]),
    b: cython.pointer(cython.const[cython.int]),
    pairs: PairList,
) -> cython.void:
    """Drop the pairs whose layers and masks keep them apart, keeping the order."""
    if store.layered:
        pairs.count = meeting_among(store, a, b, pairs.items, pairs.count)


def keep_overlapping(
    store: Store, rows: cython.pointer(cython.const[cython.int]), pairs: PairList
) -> cython.void:
    """Drop the pairs of one sequence whose boxes do not overlap, keeping the order."""
    kept: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t
    for k in range(pairs.count):
        pairs.items[kept] = pairs.items[k]
        kept += overlap(
            store.boxes + rows[first_of(pairs.items[k])],
            store.boxes + rows[second_of(pairs.items[k])],
        )
    pairs.count = kept


def keep_hits(
    store: Store,
    a: cython.pointer(cython.const[cython.int]),
    b: cython.pointer(cython.const[cython.int]),
    pairs: PairList,
) -> cython.void:
    """Drop the pairs that do not hit, keeping the order."""
    pairs.count = keep_among(store, a, b, pairs.items, pairs.count)


def keep_among(
    store: Store,
    a: cython.pointer(cython.const[cython.int]),
    b: cython.pointer(cython.const[cython.int]),
    pairs: cython.pointer(Pair),
    count: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Keep those of an array of pairs that hit; returns how many are left.

    Pairs are processed in batches. Pairs of two circles are decided first, without branches, so
    that the processor overlaps the memory accesses of a whole batch; with a million sprites, memory
    latency dominates. Two upright boxes have no more to be read: their boxes overlap.
    """
    rows_a: cython.int[PAIRS_AT_ONCE]
    rows_b: cython.int[PAIRS_AT_ONCE]
    gaps: cython.double[PAIRS_AT_ONCE]
    single_a: cython.int[PAIRS_AT_ONCE]
    single_b: cython.int[PAIRS_AT_ONCE]
    gap: cython.double
    kept: cython.Py_ssize_t = 0
    start: cython.Py_ssize_t
    length: cython.Py_ssize_t
    k: cython.Py_ssize_t
    hit: cython.bint
    if store.layered:
        count = meeting_among(store, a, b, pairs, count)
    start = 0
    while start < count:
        length = min(PAIRS_AT_ONCE, count - start)
        for k in range(length):
            rows_a[k] = a[first_of(pairs[start + k])]
            rows_b[k] = b[second_of(pairs[start + k])]
        for k in range(length):
            single_a[k] = store.single_part[rows_a[k]]
            single_b[k] = store.single_part[rows_b[k]]
        for k in range(length):
            gap = circles_gap(store.pool + max(0, single_a[k]), store.pool + max(0, single_b[k]))
            # For other pairs the gap is meaningless: 0 lets the general test decide.
            gaps[k] = gap if single_a[k] | single_b[k] >= 0 else 0.0
            gaps[k] = -1.0 if (single_a[k] <= ONE_BOX) & (single_b[k] <= ONE_BOX) else gaps[k]
        for k in range(length):
            hit = gaps[k] < 0.0
            if gaps[k] == 0.0:
                hit = rows_overlap(store, rows_a[k], rows_b[k])
            pairs[kept] = pairs[start + k]
            kept += hit & (rows_a[k] != rows_b[k])
        start += PAIRS_AT_ONCE
    return kept
