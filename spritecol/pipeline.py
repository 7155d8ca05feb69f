"""The stages of a check, in order.

    rows -> transform -> group AABBs -> broad phase -> shape AABB filter -> narrow phase -> pairs

Everything here takes rows of the storage and gives positions; `sprite` and `group` turn sprites
into rows and back. No Python code of a user's runs between these stages.
"""

import cython
from cython.cimports.spritecol.broad_phase import cross_pairs, force, self_pairs
from cython.cimports.spritecol.index_pairs import first_of, second_of
from cython.cimports.spritecol.narrow_phase import parts_overlap
from cython.cimports.spritecol.overlap_round import DOUBT, circles_in_floats
from cython.cimports.spritecol.storage import BOX, DIRTY, NOTHING, Box, Part, Row, overlap
from cython.cimports.spritecol.strip_pairs import GIVEN, SWAPPED
from cython.cimports.spritecol.transform import refresh, refresh_all


def use_index(choice: bool | None) -> None:
    """For tests: compare boxes through an index always (True), never (False), or by number (None).

    The answers are the same. Groups keep their index from the first check on, or never.
    """
    force(0 if choice is None else 1 if choice else -1)


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


def rows_hit(store, a, b):
    """All stages for two rows."""
    box_a: cython.pointer(Box) = store.boxes + a
    box_b: cython.pointer(Box) = store.boxes + b
    if store.dirty[a] & DIRTY:
        refresh(store, a)
    if store.dirty[b] & DIRTY:
        refresh(store, b)
    if overlap(box_a, box_b):
        return a != b and rows_overlap(store, a, b)
    return False


def hits_among(store, a, b, nb, positions):
    """Write the positions in `b` whose rows hit row `a`; give their number."""
    box: Box
    other: cython.pointer(Box)
    found: cython.int = 0
    j: cython.int
    if store.dirty[a] & DIRTY:
        refresh(store, a)
    box = store.boxes[a]
    for j in range(nb):
        if store.dirty[b[j]] & DIRTY:
            refresh(store, b[j])
        other = store.boxes + b[j]
        if overlap(cython.address(box), other) and a != b[j] and rows_overlap(store, a, b[j]):
            positions[found] = j
            found += 1
    return found


def hits_kept(store, a, b, nb, kept, out):
    """Add (0, position in `b`) of the rows that hit row `a`, in order, by their kept index."""
    if store.dirty[a] & DIRTY:
        refresh(store, a)
    kept.query(store.boxes + a, 0, GIVEN, out)
    keep_hits(store, cython.address(a), b, out)
    out.sort(1, nb)
    return 0


def first_hit(store, a, b, nb):
    """The first position in `b` whose row hits row `a`; -1 when none does."""
    j: cython.Py_ssize_t
    for j in range(nb):
        if rows_hit(store, a, b[j]):
            return j
    return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def keep_hits(
    store: Storage,
    a: cython.pointer(cython.const[cython.int]),
    b: cython.pointer(cython.const[cython.int]),
    pairs: IndexPairs,
) -> cython.void:
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


def self_hits(store, a, na, kept, out):
    """Positions i < j of hitting rows within one sequence, ordered by i, then j.

    `kept` is an index of these rows that has followed all changes, or None.
    """
    if kept is not None:
        kept.self_pairs(out)
    else:
        refresh_all(store, a, na)
        self_pairs(store.boxes, a, na, out)
    keep_hits(store, a, a, out)
    out.sort(na, na)
    return 0


def cross_hits(store, a, na, kept_a, b, nb, kept_b, out):
    """Positions (i, j) of hitting rows of two sequences, ordered by i, then j.

    A kept index of one side is asked by all rows of the other.
    """
    k: cython.Py_ssize_t
    if kept_a is not None and kept_b is not None and na > nb:
        kept_b = None
    if kept_b is not None:
        refresh_all(store, a, na)
        for k in range(na):
            kept_b.query(store.boxes + a[k], k, GIVEN, out)
    elif kept_a is not None:
        refresh_all(store, b, nb)
        for k in range(nb):
            kept_a.query(store.boxes + b[k], k, SWAPPED, out)
    else:
        refresh_all(store, a, na)
        refresh_all(store, b, nb)
        cross_pairs(store.boxes, a, na, store.boxes, b, nb, out)
    keep_hits(store, a, b, out)
    out.sort(na, nb)
    return 0
