"""The shape AABB filter: selects the parts of two sprites that need an exact test.

The only part of a row has the box of the row, which the broad phase has compared already.
"""

import cython as C
from cython.cimports.spritecol._engine.box import BoxRef
from cython.cimports.spritecol._engine.box_tests import overlap
from cython.cimports.spritecol._engine.narrow_phase.hit_kernels import circles_gap, segments_gap
from cython.cimports.spritecol._engine.narrow_phase.kernel_table import numbers_overlap
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import shapes_overlap
from cython.cimports.spritecol._engine.pairs import Pair, first_of, second_of
from cython.cimports.spritecol._engine.pointers import Numbers, Rows
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import CollisionGroup, Part
from cython.cimports.spritecol._engine.storage.row_tests import (
    row_needs_role_test,
)
from cython.cimports.spritecol._engine.storage.store import (
    RowFilterRef,
    role_passes,
)
from cython.cimports.spritecol._engine.transform import nearness
from cython.cimports.spritecol._engine.transform.lone_parts import (
    is_capsule,
    is_circle,
    is_upright_box,
    lone_numbers,
)
from cython.cimports.spritecol._engine.transform.near_parts import NearParts
from cython.cimports.spritecol._engine.tuning import PAIRS_AT_ONCE


def probe_overlaps(
    store: Store,
    probe: C.pointer(C.const[Probe]),
    box: BoxRef,
    row_filter: RowFilterRef,
    row: C.int,
) -> C.bint:
    """The shape AABB filter and the narrow phase, for a probe and a row whose boxes overlap.

    The row passes the filter, and only its shapes that also pass count.
    """
    record: C.pointer(CollisionGroup) = C.address(store.records[row])
    near: NearParts
    tests_roles: C.bint = row_needs_role_test(store, row_filter, row)
    i: C.int
    k: C.int
    nearness.find_parts_within(store, row, box, 0.0, C.address(near))
    k = nearness.next_near(C.address(near), 0, record.count)
    while k < record.count:
        i = k
        k = nearness.next_near(C.address(near), i + 1, record.count)
        part: C.pointer(Part) = store.parts + record.first + i
        if record.count > 1 and (
            part.kind == layout.NOTHING or not overlap(box, store.part_boxes + part.box)
        ):
            continue
        if tests_roles and not role_passes(store, row_filter, row, i):
            continue
        if numbers_overlap(
            probe.kind, probe.numbers, probe.count, part.kind, store.pool + part.first, part.count
        ):
            return True
    return False


def keep_layers_met(store: Store, a: Rows, b: Rows, pairs: PairList) -> C.void:
    """Drop the pairs whose layers and masks keep them apart, keeping the order."""
    items: C.pointer(Pair) = pairs.items
    kept: C.Py_ssize_t = 0
    k: C.Py_ssize_t
    if not store.layered:
        return
    for k in range(pairs.count):
        items[kept] = items[k]
        kept += store.layers_meet(a[first_of(items[k])], b[second_of(items[k])])
    pairs.count = kept


def keep_overlapping(store: Store, rows: Rows, pairs: PairList) -> C.void:
    """Drop the pairs of one sequence whose boxes do not overlap, keeping the order."""
    kept: C.Py_ssize_t = 0
    k: C.Py_ssize_t
    for k in range(pairs.count):
        pairs.items[kept] = pairs.items[k]
        kept += overlap(
            store.boxes + rows[first_of(pairs.items[k])],
            store.boxes + rows[second_of(pairs.items[k])],
        )
    pairs.count = kept


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def keep_chosen_hits(
    store: Store, chosen: RowFilterRef, a: Rows, b: Rows, pairs: PairList
) -> C.void:
    """`keep_hits` with a filter: each pair is decided alone."""
    kept: C.Py_ssize_t = 0
    k: C.Py_ssize_t
    for k in range(pairs.count):
        row: C.int = a[first_of(pairs.items[k])]
        other: C.int = b[second_of(pairs.items[k])]
        pairs.items[kept] = pairs.items[k]
        kept += row != other and rows_overlap(store, chosen, row, other, a == b)
    pairs.count = kept


def keep_hits(store: Store, chosen: RowFilterRef, a: Rows, b: Rows, pairs: PairList) -> C.void:
    """Drop the pairs that do not hit, keeping the order.

    Pairs are processed in batches. Pairs of two circles are decided first, without branches, so
    that the processor overlaps the memory accesses of a whole batch; with a million sprites, memory
    latency dominates. Then the codes of two capsules, likewise. Two upright boxes have no more to
    be read: their boxes overlap.
    """
    rows_a: C.int[PAIRS_AT_ONCE]
    rows_b: C.int[PAIRS_AT_ONCE]
    gaps: C.double[PAIRS_AT_ONCE]
    single_a: C.int[PAIRS_AT_ONCE]
    single_b: C.int[PAIRS_AT_ONCE]
    kept: C.Py_ssize_t = 0
    k: C.Py_ssize_t
    items: C.pointer(Pair) = pairs.items
    if chosen is not C.NULL:
        keep_chosen_hits(store, chosen, a, b, pairs)
        return
    keep_layers_met(store, a, b, pairs)
    count: C.Py_ssize_t = pairs.count
    start: C.Py_ssize_t = 0
    while start < count:
        length: C.Py_ssize_t = min(PAIRS_AT_ONCE, count - start)
        capsules: C.int = 0
        for k in range(length):
            rows_a[k] = a[first_of(items[start + k])]
            rows_b[k] = b[second_of(items[start + k])]
        for k in range(length):
            single_a[k] = store.single_part[rows_a[k]]
            single_b[k] = store.single_part[rows_b[k]]
        for k in range(length):
            gap: C.double = circles_gap(
                store.pool + max(0, single_a[k]), store.pool + max(0, single_b[k])
            )
            # For other pairs the gap is meaningless: 0 lets the general test decide.
            gaps[k] = gap if is_circle(single_a[k]) & is_circle(single_b[k]) else 0.0
            are_boxes: C.bint = is_upright_box(single_a[k]) & is_upright_box(single_b[k])
            gaps[k] = -1.0 if are_boxes else gaps[k]
            capsules += is_capsule(single_a[k]) & is_capsule(single_b[k])
        if capsules:
            for k in range(length):
                if is_capsule(single_a[k]) & is_capsule(single_b[k]):
                    one: Numbers = store.pool + lone_numbers(single_a[k])
                    other: Numbers = store.pool + lone_numbers(single_b[k])
                    gaps[k] = segments_gap(one, other, one[4] + other[4])
        for k in range(length):
            hit: C.bint = gaps[k] < 0.0
            if gaps[k] == 0.0:
                hit = shapes_overlap(store, C.NULL, rows_a[k], rows_b[k])
            items[kept] = items[start + k]
            kept += hit & (rows_a[k] != rows_b[k])
        start += PAIRS_AT_ONCE
    pairs.count = kept
