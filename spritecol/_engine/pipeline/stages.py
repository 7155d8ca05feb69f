"""The stages of a check, in order.

    rows -> transform -> group AABBs -> broad phase -> shape AABB filter -> narrow phase -> pairs

Functions take rows of the storage and return positions; `sprites.questions.hits` turns sprites into
rows and positions into sprites. No user code runs between the stages.
"""

import cython as C
from cython.cimports.spritecol._engine import pairs
from cython.cimports.spritecol._engine.box import Box, BoxView
from cython.cimports.spritecol._engine.box_tests import box_view, overlap
from cython.cimports.spritecol._engine.broad_phase.quadtree import BuildOptions, usual_options
from cython.cimports.spritecol._engine.broad_phase.search import DIRECTLY, find_between, find_within
from cython.cimports.spritecol._engine.narrow_phase import shape_pair
from cython.cimports.spritecol._engine.narrow_phase.hit_kernels import circles_gap, segments_gap
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import fresh_rows_hit
from cython.cimports.spritecol._engine.pairs import Pair, PairList, first_of, second_of
from cython.cimports.spritecol._engine.pipeline import row_index
from cython.cimports.spritecol._engine.pipeline.row_index import KeptIndex, Workspace
from cython.cimports.spritecol._engine.pointers import Numbers, Rows
from cython.cimports.spritecol._engine.storage.store import RowFilterRef, Store
from cython.cimports.spritecol._engine.transform.rows import (
    freshen,
    freshen_all,
    is_capsule,
    is_circle,
    is_upright_box,
    lone_numbers,
    prepare_rows,
)
from cython.cimports.spritecol._engine.tuning import PAIRS_AT_ONCE, SEARCH_GROWTH, TESTS_ONE_BY_ONE


def chosen_shapes_hit(store: Store, chosen: RowFilterRef, a: C.int, b: C.int) -> C.bint:
    """Whether the shapes of two rows hit that count, whatever the layers of the rows are."""
    freshen(store, a)
    freshen(store, b)
    return (
        a != b
        and overlap(store.boxes + a, store.boxes + b)
        and shape_pair.any_shapes_hit(store, chosen, a, b)
    )


def hits_in_order(
    store: Store,
    question: HitQuestionRef,
    rows: Rows,
    count: C.Py_ssize_t,
    out: C.pointer(pairs.Pair),
) -> C.Py_ssize_t:
    """Write (0, position) for the rows that a row hits, in order; returns how many there are.

    The rows are gone through one by one, until as many hits are found as are wanted.
    """
    asker: C.int = question.asker
    found: C.Py_ssize_t = 0
    k: C.Py_ssize_t
    freshen(store, asker)
    box: Box = store.boxes[asker]
    for k in range(count):
        freshen(store, rows[k])
        if (
            overlap(C.address(box), store.boxes + rows[k])
            and asker != rows[k]
            and shape_pair.fresh_rows_hit(store, question.chosen, asker, rows[k], False)
        ):
            out[found] = pairs.pair_of(0, k)
            found += 1
            if found == question.most:
                break
    return found


def hits_by_index(
    store: Store,
    question: HitQuestionRef,
    rows: Rows,
    count: C.Py_ssize_t,
    kept: KeptIndex,
    out: PairList,
) -> C.int:
    """Add (0, position) for the rows that a row hits, in order, by their up-to-date index.

    Nearby rows are tested at once: all hits are found, however many are wanted.
    """
    freshen(store, question.asker)
    kept.query_row(store, question.asker, 0, pairs.GIVEN, out)
    keep_hits(store, question.chosen, C.address(question.asker), rows, out)
    return out.sort(1, count)


@C.cfunc
@C.exceptval(check=False)
def any_hits_in_order(store: Store, a: Rows, na: C.Py_ssize_t, b: Rows, nb: C.Py_ssize_t) -> C.bint:
    """Whether any row of `a` hits any row of `b`: the fewer ones ask, one after the other."""
    question: HitQuestion
    hit: pairs.Pair
    k: C.Py_ssize_t
    question.chosen = C.NULL
    question.most = 1
    for k in range(min(na, nb)):
        question.asker = a[k] if na <= nb else b[k]
        if hits_in_order(
            store, C.address(question), b if na <= nb else a, max(na, nb), C.address(hit)
        ):
            return True
    return False


def any_hits(
    store: Store, a: Rows, na: C.Py_ssize_t, b: Rows, nb: C.Py_ssize_t, kept_b: KeptIndex | None
) -> C.bint:
    """Whether any row of `a` hits any row of `b`.

    To stop early, rows are asked one by one if there is an index. Else the first ones are tested
    directly, then batches of growing size.
    """
    size: C.Py_ssize_t = 0 if kept_b is not None else min(na, TESTS_ONE_BY_ONE // max(1, nb))
    if any_hits_in_order(store, a, size, b, nb):
        return True
    if size == na:
        return False
    question: HitQuestion
    question.chosen = C.NULL
    question.most = 1
    start: C.Py_ssize_t = size
    out: PairList = pairs.new_pairs(C.address(row_index.workspace_of(store).scratch))
    while start < na and out.count == 0:
        if kept_b is not None:
            question.asker = a[start]
            hits_by_index(store, C.address(question), b, nb, kept_b, out)
            start += 1
        else:
            size = max(1, SEARCH_GROWTH * size)
            cross_hits(store, C.NULL, a + start, min(size, na - start), None, b, nb, None, out)
            start += size
    return out.count > 0


def self_hits(
    store: Store, chosen: RowFilterRef, a: Rows, na: C.Py_ssize_t, out: PairList
) -> C.int:
    """Add the positions i < j of rows of one sequence that hit, ordered by i, then j.

    With a filter, both rows of a pair have to pass it.
    """
    workspace: Workspace = row_index.workspace_of(store)
    options: BuildOptions = usual_options()
    method: C.int = row_index.method_within(workspace, na)
    view: BoxView = box_view(store.boxes, a, na)
    view.circles = store.single_part
    view.numbers = store.pool
    if method == DIRECTLY:
        freshen_all(store, a, na)
    else:
        options.prepare = prepare_rows
        options.prepared = C.cast(C.p_void, store)
    decided: C.bint = find_within(
        method,
        C.address(view),
        C.address(options),
        workspace.tree,
        C.address(workspace.scratch),
        out,
    )
    if decided and out.in_doubt:
        keep_overlapping(store, a, out)
    if decided and not out.in_doubt and chosen is C.NULL:
        keep_layers_met(store, a, a, out)
    else:
        keep_hits(store, chosen, a, a, out)
    return out.sort(na, na)


def cross_hits(
    store: Store,
    chosen: RowFilterRef,
    a: Rows,
    na: C.Py_ssize_t,
    kept_a: KeptIndex | None,
    b: Rows,
    nb: C.Py_ssize_t,
    kept_b: KeptIndex | None,
    out: PairList,
) -> C.int:
    """Add the positions (i, j) of rows of two sequences that hit, ordered by i, then j.

    With a filter, the rows of `b` have to pass it. `kept_a` and `kept_b` are up-to-date indexes of
    these rows, or None. If both sequences have an index, the index of the longer sequence is used.
    """
    k: C.Py_ssize_t
    if kept_b is not None and not (kept_a is not None and na > nb):
        freshen_all(store, a, na)
        for k in range(na):
            kept_b.query_row(store, a[k], k, pairs.GIVEN, out)
    elif kept_a is not None:
        freshen_all(store, b, nb)
        for k in range(nb):
            kept_a.query_row(store, b[k], k, pairs.SWAPPED, out)
    else:
        freshen_all(store, a, na)
        freshen_all(store, b, nb)
        view_a: BoxView = box_view(store.boxes, a, na)
        view_b: BoxView = box_view(store.boxes, b, nb)
        box_pairs_between(row_index.workspace_of(store), C.address(view_a), C.address(view_b), out)
    keep_hits(store, chosen, a, b, out)
    return out.sort(na, nb)


def box_pairs_within(
    workspace: Workspace, view: C.pointer(C.const[BoxView]), out: PairList
) -> C.int:
    """Add the pairs i < j of overlapping boxes of one sequence, in no order."""
    options: BuildOptions = usual_options()
    return find_within(
        row_index.method_within(workspace, view.count),
        view,
        C.address(options),
        workspace.tree,
        C.address(workspace.scratch),
        out,
    )


def box_pairs_between(
    workspace: Workspace,
    a: C.pointer(C.const[BoxView]),
    b: C.pointer(C.const[BoxView]),
    out: PairList,
) -> C.int:
    """Add the pairs (i, j) of overlapping boxes of two sequences, in no order."""
    return find_between(
        row_index.method_between(workspace, a.count, b.count),
        a,
        b,
        workspace.tree,
        C.address(workspace.scratch),
        out,
    )


# --- which pairs are kept -------------------------------------------------------------------------


@C.cfunc
@C.nogil
@C.exceptval(check=False)
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


@C.cfunc
@C.nogil
@C.exceptval(check=False)
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
        kept += row != other and fresh_rows_hit(store, chosen, row, other, a == b)
    pairs.count = kept


@C.cfunc
@C.nogil
@C.exceptval(check=False)
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
                hit = shape_pair.any_shapes_hit(store, C.NULL, rows_a[k], rows_b[k])
            items[kept] = items[start + k]
            kept += hit & (rows_a[k] != rows_b[k])
        start += PAIRS_AT_ONCE
    pairs.count = kept
