"""The shape AABB filter: which parts of two sprites are tested exactly at all, and whether any hit.

Where a row has one part, its box was the group's, and has been compared already.
"""

import cython
from cython.cimports.spritecol.index_pairs import first_of, second_of
from cython.cimports.spritecol.narrow_phase import parts_overlap
from cython.cimports.spritecol.overlap_round import circles_gap
from cython.cimports.spritecol.storage import BOX, NOTHING, Box, Part, Row, overlap


def rows_overlap(store, a, b):
    """Shape AABB filter and narrow phase: two fresh rows whose group AABBs overlap."""
    row_a: cython.pointer(Row) = cython.address(store.rows[a])
    row_b: cython.pointer(Row) = cython.address(store.rows[b])
    parts_a: cython.pointer(Part) = store.parts + row_a.first
    parts_b: cython.pointer(Part) = store.parts + row_b.first
    part: cython.pointer(Part)
    other: cython.pointer(Part)
    box: cython.pointer(Box)
    i: cython.int
    j: cython.int
    if row_a.count == 1 and row_b.count == 1:  # the group AABBs were those of the parts
        if parts_a.kind == BOX and parts_b.kind == BOX:
            return True
        return parts_overlap(parts_a, parts_b, store.pool)
    for i in range(row_a.count):
        part = parts_a + i
        if part.kind == NOTHING:
            continue
        box = store.boxes + a if row_a.count == 1 else store.part_boxes + part.box
        for j in range(row_b.count):
            other = parts_b + j
            if overlap(
                box, store.boxes + b if row_b.count == 1 else store.part_boxes + other.box
            ) and parts_overlap(part, other, store.pool):
                return True
    return False


def keep_hits(store, a, b, pairs):
    """Drop those pairs that the shapes' AABBs or the narrow phase refuse; keep the order."""
    pairs.count = keep_among(store, a, b, pairs.items, pairs.count)


def keep_among(store, a, b, pairs, count):
    """The same for some pairs side by side: how many are left.

    Some pairs at a time: first all that are two circles are told, without branches, so that a
    processor fetches the numbers of many at once; with a million sprites it waits for that most.
    """
    rows_a: cython.int[64]
    rows_b: cython.int[64]
    gaps: cython.double[64]
    lone_a: cython.int[64]
    lone_b: cython.int[64]
    gap: cython.double
    kept: cython.Py_ssize_t = 0
    start: cython.Py_ssize_t
    length: cython.Py_ssize_t
    k: cython.Py_ssize_t
    hit: cython.bint
    for start in range(0, count, 64):
        length = min(64, count - start)
        for k in range(length):
            rows_a[k] = a[first_of(pairs[start + k])]
            rows_b[k] = b[second_of(pairs[start + k])]
        for k in range(length):
            lone_a[k] = store.lone[rows_a[k]]
            lone_b[k] = store.lone[rows_b[k]]
        for k in range(length):
            gap = circles_gap(store.pool + max(0, lone_a[k]), store.pool + max(0, lone_b[k]))
            gaps[k] = gap if lone_a[k] | lone_b[k] >= 0 else 0.0  # of others that was nonsense
        for k in range(length):
            hit = gaps[k] < 0.0
            if gaps[k] == 0.0:
                hit = rows_overlap(store, rows_a[k], rows_b[k])
            pairs[kept] = pairs[start + k]
            kept += hit & (rows_a[k] != rows_b[k])
    return kept
