"""The shape AABB filter: selects the parts of two sprites that need an exact test.

The only part of a row has the box of the row, which the broad phase has compared already.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.box_tests import overlap
from cython.cimports.spritecol._engine.narrow_phase.hit_kernels import (
    circles_gap,
    numbers_overlap,
    overlap_turned_boxes,
    parts_overlap,
    segments_gap,
)
from cython.cimports.spritecol._engine.pairs import Pair, first_of, second_of
from cython.cimports.spritecol._engine.pointers import Numbers, Rows
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import CollisionGroup, Part
from cython.cimports.spritecol._engine.storage.row_tests import (
    row_needs_role_test,
    rows_need_role_test,
)
from cython.cimports.spritecol._engine.storage.store import (
    RowFilterRef,
    role_passes,
    roles_meet,
)
from cython.cimports.spritecol._engine.transform import nearness
from cython.cimports.spritecol._engine.transform.lone_parts import (
    is_capsule,
    is_circle,
    is_upright_box,
    place_of,
)
from cython.cimports.spritecol._engine.transform.near_parts import NearPair, NearParts
from cython.cimports.spritecol._engine.tuning import PAIRS_AT_ONCE

WORTH_LOOKING = C.declare(C.int, 4 * layout.MANY_PARTS)
"""Parts of a row. To compare the boxes of fewer takes no longer than to look for the near ones, as
for two stars of 20 parts each."""


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def lone_parts_overlap(store: Store, a: C.int, b: C.int) -> C.bint:
    """Whether two rows hit that have one part each. Their boxes overlap."""
    part: C.pointer(Part) = store.parts + store.groups[a].first
    other: C.pointer(Part) = store.parts + store.groups[b].first
    if part.kind == other.kind:
        if part.kind == layout.BOX:
            return True
        if part.kind == layout.POLYGON and part.count == 4 and other.count == 4:
            return overlap_turned_boxes(store.pool + part.first, store.pool + other.first)
    return parts_overlap(part, other, store.pool)


def shapes_overlap(store: Store, chosen: RowFilterRef, a: C.int, b: C.int) -> C.bint:
    """Whether the shapes of two rows hit whose boxes overlap, whatever the layers of the rows are.

    Of rows whose shapes have roles only those pairs count that `roles_meet` accepts.
    """
    count_a: C.int = store.groups[a].count
    count_b: C.int = store.groups[b].count
    if count_a == 1 and count_b == 1 and (chosen is C.NULL or not chosen.by_name):
        # As most sprites are. The layers of a lone shape are those of its row: not asked here.
        return lone_parts_overlap(store, a, b)
    return part_ranges_overlap(store, chosen, False, a, 0, count_a, b, 0, count_b)


def part_ranges_overlap(
    store: Store,
    chosen: RowFilterRef,
    swapped: C.bint,
    a: C.int,
    first_a: C.int,
    count_a: C.int,
    b: C.int,
    first_b: C.int,
    count_b: C.int,
) -> C.bint:
    """Whether some consecutive parts of two rows hit, such as those of one shape of each.

    Of two parts, `roles_meet` tells whether their shapes count. The boxes of rows of one part each
    are known to overlap.
    """
    group_a: C.pointer(CollisionGroup) = C.address(store.groups[a])
    group_b: C.pointer(CollisionGroup) = C.address(store.groups[b])
    parts_a: C.pointer(Part) = store.parts + group_a.first
    parts_b: C.pointer(Part) = store.parts + group_b.first
    # The boxes of several parts follow each other; a lone part has the box of its row.
    boxes_a: C.pointer(Box) = store.boxes + a
    boxes_b: C.pointer(Box) = store.boxes + b
    near: NearPair
    i: C.int
    j: C.int
    tests_roles: C.bint = rows_need_role_test(store, chosen, a, b)
    if group_a.count == 1 and group_b.count == 1:
        if tests_roles and not roles_meet(store, chosen, swapped, a, 0, b, 0):
            return False
        return lone_parts_overlap(store, a, b)
    if max(count_a, count_b) > WORTH_LOOKING:
        nearness.find_near_pair(store, a, b, C.address(near))
        return near_ranges_overlap(
            store, chosen, swapped, a, first_a, count_a, b, first_b, count_b, C.address(near)
        )
    if group_a.count > 1:
        boxes_a = store.part_boxes + parts_a.box
    if group_b.count > 1:
        boxes_b = store.part_boxes + parts_b.box
    for i in range(first_a, first_a + count_a):
        part: C.pointer(Part) = parts_a + i
        if part.kind == layout.NOTHING:
            continue
        for j in range(first_b, first_b + count_b):
            if (
                overlap(boxes_a + i, boxes_b + j)
                and not (tests_roles and not roles_meet(store, chosen, swapped, a, i, b, j))
                and parts_overlap(part, parts_b + j, store.pool)
            ):
                return True
    return False


def near_ranges_overlap(
    store: Store,
    chosen: RowFilterRef,
    swapped: C.bint,
    a: C.int,
    first_a: C.int,
    count_a: C.int,
    b: C.int,
    first_b: C.int,
    count_b: C.int,
    near: C.pointer(C.const[NearPair]),
) -> C.bint:
    """`part_ranges_overlap`, where only the parts near the other row are tested."""
    i: C.int
    j: C.int
    box: C.pointer(Box) = store.boxes + a
    other_box: C.pointer(Box) = store.boxes + b
    tests_roles: C.bint = rows_need_role_test(store, chosen, a, b)
    i = nearness.next_near(C.address(near.a), first_a, first_a + count_a)
    while i < first_a + count_a:
        part: C.pointer(Part) = store.parts + store.groups[a].first + i
        if store.groups[a].count > 1:
            box = store.part_boxes + part.box
        j = nearness.next_near(C.address(near.b), first_b, first_b + count_b)
        while part.kind != layout.NOTHING and j < first_b + count_b:
            other: C.pointer(Part) = store.parts + store.groups[b].first + j
            if store.groups[b].count > 1:
                other_box = store.part_boxes + other.box
            if (
                overlap(box, other_box)
                and not (tests_roles and not roles_meet(store, chosen, swapped, a, i, b, j))
                and parts_overlap(part, other, store.pool)
            ):
                return True
            j = nearness.next_near(C.address(near.b), j + 1, first_b + count_b)
        i = nearness.next_near(C.address(near.a), i + 1, first_a + count_a)
    return False


def probe_overlaps(
    store: Store,
    probe: C.pointer(C.const[Probe]),
    box: BoxRef,
    row_filter: RowFilterRef,
    row: C.int,
) -> C.bint:
    """The shape AABB filter and the narrow phase, for a probe and a row whose boxes overlap.

    The row passes the filter, and only those of its shapes count that do.
    """
    group: C.pointer(CollisionGroup) = C.address(store.groups[row])
    near: NearParts
    tests_roles: C.bint = row_needs_role_test(store, row_filter, row)
    i: C.int
    k: C.int
    nearness.find_parts_within(store, row, box, 0.0, C.address(near))
    k = nearness.next_near(C.address(near), 0, group.count)
    while k < group.count:
        i = k
        k = nearness.next_near(C.address(near), i + 1, group.count)
        part: C.pointer(Part) = store.parts + group.first + i
        if group.count > 1 and (
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
    latency dominates. Then those of two capsules, likewise. Two upright boxes have no more to be
    read: their boxes overlap.
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
        for k in range(length if capsules else 0):
            if is_capsule(single_a[k]) & is_capsule(single_b[k]):
                one: Numbers = store.pool + place_of(single_a[k])
                other: Numbers = store.pool + place_of(single_b[k])
                gaps[k] = segments_gap(one, other, one[4] + other[4])
        for k in range(length):
            hit: C.bint = gaps[k] < 0.0
            if gaps[k] == 0.0:
                hit = shapes_overlap(store, C.NULL, rows_a[k], rows_b[k])
            items[kept] = items[start + k]
            kept += hit & (rows_a[k] != rows_b[k])
        start += PAIRS_AT_ONCE
    pairs.count = kept
