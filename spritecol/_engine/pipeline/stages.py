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
from cython.cimports.spritecol._engine.narrow_phase import shape_filter, shape_pair
from cython.cimports.spritecol._engine.pairs import PairList
from cython.cimports.spritecol._engine.pipeline.row_index import (
    Workspace,
    method_between,
    method_within,
    workspace_of,
)
from cython.cimports.spritecol._engine.pointers import Rows
from cython.cimports.spritecol._engine.storage.store import RowFilterRef, Store
from cython.cimports.spritecol._engine.transform.rows import freshen, freshen_all, prepare_rows
from cython.cimports.spritecol._engine.tuning import SEARCH_GROWTH, TESTS_ONE_BY_ONE


def chosen_shapes_hit(store: Store, chosen: RowFilterRef, a: C.int, b: C.int) -> C.bint:
    """Whether the shapes of two rows hit that count, whatever the layers of the rows are."""
    freshen(store, a)
    freshen(store, b)
    return (
        a != b
        and overlap(store.boxes + a, store.boxes + b)
        and shape_pair.shapes_overlap(store, chosen, a, b)
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
            and shape_filter.rows_overlap(store, question.chosen, asker, rows[k], False)
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
    shape_filter.keep_hits(store, question.chosen, C.address(question.asker), rows, out)
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
    out: PairList = pairs.new_pairs(C.address(workspace_of(store).scratch))
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
    workspace: Workspace = workspace_of(store)
    options: BuildOptions = usual_options()
    method: C.int = method_within(workspace, na)
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
        shape_filter.keep_overlapping(store, a, out)
    if decided and not out.in_doubt and chosen is C.NULL:
        shape_filter.keep_layers_met(store, a, a, out)
    else:
        shape_filter.keep_hits(store, chosen, a, a, out)
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
        box_pairs_between(workspace_of(store), C.address(view_a), C.address(view_b), out)
    shape_filter.keep_hits(store, chosen, a, b, out)
    return out.sort(na, nb)


def box_pairs_within(
    workspace: Workspace, view: C.pointer(C.const[BoxView]), out: PairList
) -> C.int:
    """Add the pairs i < j of overlapping boxes of one sequence, in no order."""
    options: BuildOptions = usual_options()
    return find_within(
        method_within(workspace, view.count),
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
        method_between(workspace, a.count, b.count),
        a,
        b,
        workspace.tree,
        C.address(workspace.scratch),
        out,
    )
