"""The stages of a check, in order.

    rows -> transform -> group AABBs -> broad phase -> shape AABB filter -> narrow phase -> pairs

Everything here takes rows of the storage and gives positions; `sprite` and `group` turn sprites
into rows and back. No Python code of a user's runs between these stages.
"""

import cython
from cython.cimports.spritecol.broad_phase import cross_pairs, force, self_pairs
from cython.cimports.spritecol.halves import (
    is_worth_sharing,
    shared_cross_pairs,
    shared_keep,
    shared_self_pairs,
)
from cython.cimports.spritecol.index_pairs import IndexPairs
from cython.cimports.spritecol.shape_filter import keep_hits, rows_overlap
from cython.cimports.spritecol.storage import DIRTY, Box, Storage, overlap
from cython.cimports.spritecol.strip_pairs import GIVEN, SWAPPED
from cython.cimports.spritecol.transform import refresh, refresh_all


def use_index(choice: bool | None) -> None:
    """For tests: compare boxes through an index always (True), never (False), or by number (None).

    The answers are the same. Groups keep their index from the first check on, or never.
    """
    force(0 if choice is None else 1 if choice else -1)


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
@cython.exceptval(-1)
def settle(
    store: Storage,
    a: cython.pointer(cython.const[cython.int]),
    na: cython.Py_ssize_t,
    b: cython.pointer(cython.const[cython.int]),
    nb: cython.Py_ssize_t,
    out: IndexPairs,
) -> cython.int:
    """Keep the pairs of rows that hit, and put them in order."""
    # Of few sprites the second core is still asleep, and to wake it takes longer than many tests.
    if is_worth_sharing(na if a == b else na + nb) and is_worth_sharing(out.count):
        shared_keep(store, a, b, out)
    else:
        keep_hits(store, a, b, out)
    return out.sort(na, nb)


def self_hits(store, a, na, kept, out):
    """Positions i < j of hitting rows within one sequence, ordered by i, then j.

    `kept` is an index of these rows that has followed all changes, or None.
    """
    if kept is not None:
        kept.self_pairs(out)
    elif is_worth_sharing(na):
        shared_self_pairs(store, a, na, out)
    else:
        refresh_all(store, a, na)
        self_pairs(store.boxes, a, na, out)
    return settle(store, a, na, a, na, out)


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
    elif min(na, nb) > 1 and is_worth_sharing(na + nb):
        shared_cross_pairs(store, a, na, b, nb, out)
    else:
        refresh_all(store, a, na)
        refresh_all(store, b, nb)
        cross_pairs(store.boxes, a, na, store.boxes, b, nb, out)
    return settle(store, a, na, b, nb, out)
