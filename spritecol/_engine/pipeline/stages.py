"""The stages of a check, in order.

    rows -> transform -> group AABBs -> broad phase -> shape AABB filter -> narrow phase -> pairs

Functions take rows of the storage and return positions; `sprites.questions.hits` turns sprites into
rows and positions into sprites. No user code runs between the stages.
"""

import cython
from cython import Py_ssize_t, address, bint, cast, cfunc, exceptval, p_int, p_void, pointer
from cython.cimports.spritecol._engine import pairs
from cython.cimports.spritecol._engine.box import Box, BoxView
from cython.cimports.spritecol._engine.box_tests import overlap, view_of
from cython.cimports.spritecol._engine.broad_phase.quadtree import BuildOptions, usual_options
from cython.cimports.spritecol._engine.broad_phase.search import DIRECTLY, find_between, find_within
from cython.cimports.spritecol._engine.narrow_phase import shape_filter
from cython.cimports.spritecol._engine.pairs import PairList
from cython.cimports.spritecol._engine.pipeline.row_index import (
    Workspace,
    method_between,
    method_within,
    workspace_of,
)
from cython.cimports.spritecol._engine.pointers import Rows
from cython.cimports.spritecol._engine.storage.store import RowFilter, RowFilterRef, Store
from cython.cimports.spritecol._engine.transform.rows import freshen, freshen_all, prepare_rows
from cython.cimports.spritecol._engine.tuning import SEARCH_GROWTH, TESTS_ONE_BY_ONE


def chosen_shapes_hit(store: Store, chosen: RowFilterRef, a: cython.int, b: cython.int) -> bint:
    """Whether the shapes of two rows hit that count, whatever the layers of the rows are."""
    freshen(store, a)
    freshen(store, b)
    return (
        a != b
        and overlap(store.boxes + a, store.boxes + b)
        and shape_filter.shapes_overlap(store, chosen, a, b)
    )


def hits_among(
    store: Store, a: cython.int, b: Rows, nb: cython.int, positions: p_int
) -> cython.int:
    """Write the positions in `b` whose rows hit row `a`; returns how many there are."""
    found: cython.int = 0
    j: cython.int
    freshen(store, a)
    box: Box = store.boxes[a]
    for j in range(nb):
        freshen(store, b[j])
        if (
            overlap(address(box), store.boxes + b[j])
            and a != b[j]
            and shape_filter.rows_overlap(store, a, b[j])
        ):
            positions[found] = j
            found += 1
    return found


def hits_by_kept_index(
    store: Store, a: cython.int, b: Rows, nb: Py_ssize_t, kept: KeptIndex | None, out: PairList
) -> cython.int:
    """Add (0, position in `b`) for the rows that hit row `a`, in order, using their kept index."""
    freshen(store, a)
    kept.query(store.boxes + a, 0, pairs.GIVEN, out)
    shape_filter.keep_hits(store, address(a), b, out)
    out.sort(1, nb)
    return 0


def first_hit(store: Store, a: cython.int, b: Rows, nb: Py_ssize_t) -> Py_ssize_t:
    """The first position in `b` whose row hits row `a`, or -1."""
    j: Py_ssize_t
    for j in range(nb):
        if rows_hit(store, a, b[j]):
            return j
    return -1


def any_hits(
    store: Store, a: Rows, na: Py_ssize_t, b: Rows, nb: Py_ssize_t, kept_b: KeptIndex | None
) -> bint:
    """Whether any row of `a` hits any row of `b`.

    To stop early, rows are asked one by one if there is an index. Else the first ones are tested
    directly, then batches of growing size.
    """
    start: Py_ssize_t
    if kept_b is not None:
        near: PairList = pairs.new_pairs(address(workspace_of(store).scratch))
        for start in range(na):
            near.count = 0
            freshen(store, a[start])
            kept_b.query(store.boxes + a[start], 0, pairs.GIVEN, near)
            shape_filter.keep_hits(store, a + start, b, near)
            if near.failed:
                raise MemoryError
            if near.count:
                return True
        return False
    size: Py_ssize_t = TESTS_ONE_BY_ONE // max(1, nb)
    for start in range(min(size, na)):
        if first_hit(store, a[start], b, nb) >= 0:
            return True
    if size >= na:
        return False
    out: PairList = pairs.new_pairs(address(workspace_of(store).scratch))
    start = size
    while start < na and out.count == 0:
        size = max(1, SEARCH_GROWTH * size)
        cross_hits(store, a + start, min(size, na - start), None, b, nb, kept_b, out)
        start += size
    return out.count > 0


def self_hits(store: Store, a: Rows, na: Py_ssize_t, out: PairList) -> cython.int:
    """Add the positions i < j of rows of one sequence that hit, ordered by i, then j."""
    workspace: Workspace = workspace_of(store)
    options: BuildOptions = usual_options()
    method: cython.int = method_within(workspace, na)
    view: BoxView = view_of(store.boxes, a, na)
    view.circles = store.single_part
    view.numbers = store.pool
    if method == DIRECTLY:
        freshen_all(store, a, na)
    else:
        options.prepare = prepare_rows
        options.prepared = cast(p_void, store)
    decided: bint = find_within(
        method, address(view), address(options), workspace.tree, address(workspace.scratch), out
    )
    if decided and not out.in_doubt:
        shape_filter.keep_layers_met(store, a, a, out)
        return out.sort(na, na)
    if decided:
        shape_filter.keep_overlapping(store, a, out)
    shape_filter.keep_hits(store, a, a, out)
    return out.sort(na, na)


def cross_hits(
    store: Store,
    a: Rows,
    na: Py_ssize_t,
    kept_a: KeptIndex | None,
    b: Rows,
    nb: Py_ssize_t,
    kept_b: KeptIndex | None,
    out: PairList,
) -> cython.int:
    """Add the positions (i, j) of rows of two sequences that hit, ordered by i, then j.

    `kept_a` and `kept_b` are up-to-date indexes of these rows, or None.
    """
    workspace: Workspace = workspace_of(store)
    find_near_rows(store, workspace, a, na, kept_a, b, nb, kept_b, out)
    shape_filter.keep_hits(store, a, b, out)
    return out.sort(na, nb)


@cfunc
@exceptval(-1)
def find_near_rows(
    store: Store,
    workspace: Workspace,
    a: Rows,
    na: Py_ssize_t,
    kept_a: KeptIndex | None,
    b: Rows,
    nb: Py_ssize_t,
    kept_b: KeptIndex | None,
    out: PairList,
) -> cython.int:
    """Add the positions (i, j) of rows of two sequences whose boxes overlap, in no order.

    Brings the rows up to date. If both sequences have an index, that of the longer one is queried.
    """
    k: Py_ssize_t
    if kept_b is not None and not (kept_a is not None and na > nb):
        freshen_all(store, a, na)
        for k in range(na):
            kept_b.query(store.boxes + a[k], k, pairs.GIVEN, out)
    elif kept_a is not None:
        freshen_all(store, b, nb)
        for k in range(nb):
            kept_a.query(store.boxes + b[k], k, pairs.SWAPPED, out)
    else:
        freshen_all(store, a, na)
        freshen_all(store, b, nb)
        view_a: BoxView = view_of(store.boxes, a, na)
        view_b: BoxView = view_of(store.boxes, b, nb)
        box_pairs_between(workspace, address(view_a), address(view_b), out)
    return 0


def chosen_of(selected: RowFilterRef, by_layers: bint) -> RowFilter:
    """The filter of the shapes of two rows that `may_hit` lets pass."""
    result: RowFilter = selected[0]
    result.by_layers = by_layers
    result.second_asks = False
    return result


def chosen_hits(
    store: Store,
    a: Rows,
    na: Py_ssize_t,
    kept_a: KeptIndex | None,
    b: Rows,
    nb: Py_ssize_t,
    kept_b: KeptIndex | None,
    selected: RowFilterRef,
    by_layers: bint,
    out: PairList,
) -> cython.int:
    """Add the positions (i, j) of rows that hit if the second one passes a filter, ordered.

    If `a` and `b` are the same rows, these are pairs i < j of which both pass. With `by_layers`,
    the layers and masks of the two count, too.
    """
    workspace: Workspace = workspace_of(store)
    chosen: RowFilter = chosen_of(selected, by_layers)
    found: Py_ssize_t = 0
    k: Py_ssize_t
    if a == b:
        freshen_all(store, a, na)
        view: BoxView = view_of(store.boxes, a, na)
        box_pairs_within(workspace, address(view), out)
    else:
        find_near_rows(store, workspace, a, na, kept_a, b, nb, kept_b, out)
    for k in range(out.count):
        row: cython.int = a[pairs.first_of(out.items[k])]
        other: cython.int = b[pairs.second_of(out.items[k])]
        if (
            row != other
            and may_hit(store, row, other, selected, by_layers, a == b)
            and shape_filter.shapes_overlap(store, address(chosen), row, other)
        ):
            out.items[found] = out.items[k]
            found += 1
    out.count = found
    return out.sort(na, nb)


def box_pairs_within(
    workspace: Workspace, view: pointer(cython.const[BoxView]), out: PairList
) -> cython.int:
    """Add the pairs i < j of overlapping boxes of one sequence, in no order."""
    options: BuildOptions = usual_options()
    return find_within(
        method_within(workspace, view.count),
        view,
        address(options),
        workspace.tree,
        address(workspace.scratch),
        out,
    )


def box_pairs_between(
    workspace: Workspace,
    a: pointer(cython.const[BoxView]),
    b: pointer(cython.const[BoxView]),
    out: PairList,
) -> cython.int:
    """Add the pairs (i, j) of overlapping boxes of two sequences, in no order."""
    return find_between(
        method_between(workspace, a.count, b.count),
        a,
        b,
        workspace.tree,
        address(workspace.scratch),
        out,
    )
