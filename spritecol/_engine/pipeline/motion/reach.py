"""How far parts of a row reach, and which of them can meet other rows."""

import cython
from cython import NULL, Py_ssize_t, bint, double, p_char, pointer
from cython.cimports.libc.math import INFINITY
from cython.cimports.spritecol._engine.box import Box, overlap
from cython.cimports.spritecol._engine.narrow_phase.part import support
from cython.cimports.spritecol._engine.pipeline import shape_pair
from cython.cimports.spritecol._engine.pipeline.shape_pair import ShapePair
from cython.cimports.spritecol._engine.pointers import Rows
from cython.cimports.spritecol._engine.storage.layout import NOTHING, SEAM, Part
from cython.cimports.spritecol._engine.storage.store import (
    RowFilter,
    roles_meet,
    rows_need_role_test,
)
from cython.cimports.spritecol._engine.transform.rows import freshen


def reach(
    store: Store,
    row: cython.int,
    first: cython.int,
    count: cython.int,
    dx: double,
    dy: double,
    against: pointer(cython.const[ShapePair]),
) -> double:
    """How far some parts of a row reach along a direction, as a coordinate along it.

    `against` is NULL, or a pair: then only those parts count that can meet its second shape.
    """
    result: double = -INFINITY
    i: cython.int
    some: bint = against is not NULL and shape_pair.pair_needs_role_test(store, against)
    for i in range(first, first + count):
        part: pointer(Part) = shape_pair.part_of(store, row, i)
        if part.kind == NOTHING or part.kind == SEAM:  # noqa: PLR1714 (a set is slow)
            continue
        if not some or shape_pair.pair_roles_meet(store, against, i, against.first_b):
            result = max(result, support(part, store.pool, dx, dy))
    return result


def mark_parts(
    store: Store,
    chosen: pointer(cython.const[RowFilter]),
    row: cython.int,
    others: Rows,
    count: Py_ssize_t,
    around: pointer(cython.const[Box]),
    marks: p_char,
) -> bint:
    """Mark which parts of a row can meet any part of other rows around it, by layers and names.

    `marks` has a 0 for each part. Returns False, without marks, if
    none needs the test, or none can meet anything.
    """
    k: Py_ssize_t
    i: cython.int
    j: cython.int
    some: bint = False
    for k in range(count):
        some |= rows_need_role_test(store, chosen, row, others[k])
    if not some:
        return False
    some = False
    for k in range(count):
        freshen(store, others[k])
        for j in range(store.groups[others[k]].count):
            if overlap(
                around,
                shape_pair.box_of_part(store, others[k], shape_pair.part_of(store, others[k], j)),
            ):
                for i in range(store.groups[row].count):
                    if not marks[i] and roles_meet(store, chosen, False, row, i, others[k], j):
                        marks[i] = 1
                        some = True
    return some


def box_of_marked(store: Store, row: cython.int, marks: pointer(cython.const[cython.char])) -> Box:
    """The bounding box of the marked parts of an up-to-date row."""
    result: Box
    i: cython.int
    result.left = result.top = INFINITY
    result.right = result.bottom = -INFINITY
    for i in range(store.groups[row].count):
        part: pointer(Part) = shape_pair.part_of(store, row, i)
        if marks[i] and part.kind != NOTHING:
            box: pointer(cython.const[Box]) = shape_pair.box_of_part(store, row, part)
            result.left = min(result.left, box.left)
            result.top = min(result.top, box.top)
            result.right = max(result.right, box.right)
            result.bottom = max(result.bottom, box.bottom)
    return result
