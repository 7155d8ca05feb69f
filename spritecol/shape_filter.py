"""The shape AABB filter: which parts of two sprites are tested exactly at all, and whether any hit.

Where a row has one part, its box was the group's, and has been compared already.
"""

import cython
from cython.cimports.spritecol.index_pairs import first_of, second_of
from cython.cimports.spritecol.narrow_phase import parts_overlap
from cython.cimports.spritecol.overlap_round import DOUBT, circles_in_floats
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
    kept: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t
    i: cython.int
    j: cython.int
    hit: cython.int
    for k in range(pairs.count):
        i = a[first_of(pairs.items[k])]
        j = b[second_of(pairs.items[k])]
        pairs.items[kept] = pairs.items[k]
        hit = DOUBT
        if store.lone[i] >= 0 and store.lone[j] >= 0:
            hit = circles_in_floats(store.pool + store.lone[i], store.pool + store.lone[j])
        if hit == DOUBT:
            hit = rows_overlap(store, i, j)
        kept += (hit != 0) & (i != j)
    pairs.count = kept
