"""Runs the stages of a large check in two halves, on two cores (see `workspace`).

The halves write to different memory: the transform to different rows, the search to separate lists,
the exact tests to different halves of one list. The pairs are sorted afterwards, so the result does
not depend on it. Of very many sprites the tree is built and the pairs are sorted by both, too: they
are told who the two are (`halves`).
"""

import cython
from cython.cimports.libc.string import memmove
from cython.cimports.spritecol._engine.box import Box, BoxView, view_of
from cython.cimports.spritecol._engine.broad_phase.quadtree import (
    BuildOptions,
    Quadtree,
    usual_options,
)
from cython.cimports.spritecol._engine.broad_phase.scan import half_of_pairs
from cython.cimports.spritecol._engine.broad_phase.search import ask_index, index_longer
from cython.cimports.spritecol._engine.halves import Work, share
from cython.cimports.spritecol._engine.narrow_phase.shape_filter import keep_among
from cython.cimports.spritecol._engine.pairs import Pair, PairList, new_pairs
from cython.cimports.spritecol._engine.pipeline.workspace import Workspace
from cython.cimports.spritecol._engine.storage.store import Store
from cython.cimports.spritecol._engine.transform.rows import freshen_all, prepare_rows

Job = cython.struct(
    # The input of both halves. References to Python objects are borrowed from the caller, which
    # waits for both halves.
    store=cython.p_void,
    tree=cython.p_void,
    a=BoxView,
    b=BoxView,
    reach=Box,
    pairs=cython.pointer(Pair),
    pair_count=cython.Py_ssize_t,
    found=cython.p_void[2],  # by half: the list for the pairs that it finds
    kept=cython.Py_ssize_t[2],  # by half: how many of its pairs hit
)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def freshen_half(half: cython.int, context: cython.p_void) -> cython.void:
    """The transform of one half of the rows of `a`."""
    job: cython.pointer(Job) = cython.cast(cython.pointer(Job), context)
    middle: cython.Py_ssize_t = job.a.count // 2
    if half == 0:
        freshen_all(cython.cast(Store, job.store), job.a.rows, middle)
    else:
        freshen_all(cython.cast(Store, job.store), job.a.rows + middle, job.a.count - middle)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_half_within(half: cython.int, context: cython.p_void) -> cython.void:
    """The pairs in one half of the quadtree."""
    job: cython.pointer(Job) = cython.cast(cython.pointer(Job), context)
    half_of_pairs(cython.cast(Quadtree, job.tree), half, 2, cython.cast(PairList, job.found[half]))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_half_between(half: cython.int, context: cython.p_void) -> cython.void:
    """The pairs of one half of the shorter sequence with the longer one."""
    job: cython.pointer(Job) = cython.cast(cython.pointer(Job), context)
    shorter: cython.Py_ssize_t = min(job.a.count, job.b.count)
    ask_index(
        cython.cast(Quadtree, job.tree),
        cython.address(job.reach),
        cython.address(job.a),
        cython.address(job.b),
        0 if half == 0 else shorter // 2,
        shorter // 2 if half == 0 else shorter,
        cython.cast(PairList, job.found[half]),
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def keep_half(half: cython.int, context: cython.p_void) -> cython.void:
    """The exact tests of one half of the pairs."""
    job: cython.pointer(Job) = cython.cast(cython.pointer(Job), context)
    first: cython.Py_ssize_t = 0 if half == 0 else job.pair_count // 2
    end: cython.Py_ssize_t = job.pair_count // 2 if half == 0 else job.pair_count
    job.kept[half] = keep_among(
        cython.cast(Store, job.store), job.a.rows, job.b.rows, job.pairs + first, end - first
    )


@cython.cfunc
@cython.exceptval(check=False)
def shared_freshen(
    store: Store,
    workspace: Workspace,
    rows: cython.pointer(cython.const[cython.int]),
    count: cython.Py_ssize_t,
) -> cython.void:
    """Bring rows up to date on two cores."""
    job: Job
    job.store = cython.cast(cython.p_void, store)
    job.a = view_of(store.boxes, rows, count)
    share(cython.address(workspace.helper.team), freshen_half, cython.address(job))


@cython.cfunc
@cython.exceptval(-1)
def find_both(
    workspace: Workspace,
    work: Work,
    job: cython.pointer(Job),
    room: cython.Py_ssize_t,
    out: PairList,
) -> cython.int:
    """Do both halves of a search, with `room` for that many pairs in each list at first."""
    out.team = cython.address(workspace.helper.team)
    second: PairList = new_pairs(cython.address(workspace.scratch))
    # Both lists borrow their blocks now, since the helper must not; later they only grow.
    if not out.reserve(room) or not second.reserve(room):
        raise MemoryError
    job.found[0] = cython.cast(cython.p_void, out)
    job.found[1] = cython.cast(cython.p_void, second)
    share(cython.address(workspace.helper.team), work, job)
    out.extend(second)
    return 0


def shared_self_pairs(
    store: Store,
    workspace: Workspace,
    rows: cython.pointer(cython.const[cython.int]),
    count: cython.Py_ssize_t,
    out: PairList,
) -> cython.int:
    """Add the pairs of overlapping boxes within one sequence of rows, in no order.

    Returns 1 if these are the pairs of overlapping circles already (see `scan.all_pairs`), else 0.
    """
    job: Job
    options: BuildOptions = usual_options()
    job.a = store.circle_view(rows, count)
    job.tree = cython.cast(cython.p_void, workspace.tree)
    options.team = cython.address(workspace.helper.team)
    options.prepare = prepare_rows
    options.prepared = cython.cast(cython.p_void, store)
    workspace.tree.build(
        cython.address(job.a), cython.address(options), cython.address(workspace.scratch)
    )
    find_both(workspace, find_half_within, cython.address(job), count, out)
    return workspace.tree.of_circles


def shared_cross_pairs(
    store: Store,
    workspace: Workspace,
    a: cython.pointer(cython.const[cython.int]),
    na: cython.Py_ssize_t,
    b: cython.pointer(cython.const[cython.int]),
    nb: cython.Py_ssize_t,
    out: PairList,
) -> cython.int:
    """Add the pairs of overlapping boxes of two sequences of rows, in no order."""
    job: Job
    options: BuildOptions = usual_options()
    job.a = view_of(store.boxes, a, na)
    job.b = view_of(store.boxes, b, nb)
    job.tree = cython.cast(cython.p_void, workspace.tree)
    shared_freshen(store, workspace, b, nb)
    shared_freshen(store, workspace, a, na)
    options.team = cython.address(workspace.helper.team)
    index_longer(
        workspace.tree,
        cython.address(job.a),
        cython.address(job.b),
        cython.address(options),
        cython.address(workspace.scratch),
        cython.address(job.reach),
    )
    return find_both(workspace, find_half_between, cython.address(job), min(na, nb), out)


def shared_keep(
    store: Store,
    workspace: Workspace,
    a: cython.pointer(cython.const[cython.int]),
    b: cython.pointer(cython.const[cython.int]),
    pairs: PairList,
) -> cython.void:
    """Drop the pairs that do not hit, keeping the order."""
    job: Job
    job.store = cython.cast(cython.p_void, store)
    job.a.rows = a
    job.b.rows = b
    job.pairs = pairs.items
    job.pair_count = pairs.count
    share(cython.address(workspace.helper.team), keep_half, cython.address(job))
    if job.kept[1]:  # else there may be no memory
        memmove(
            job.pairs + job.kept[0],
            job.pairs + job.pair_count // 2,
            job.kept[1] * cython.sizeof(Pair),
        )
    pairs.count = job.kept[0] + job.kept[1]
