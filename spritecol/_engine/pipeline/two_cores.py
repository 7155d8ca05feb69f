"""Runs the stages of a large check in two halves, on two cores (see `workspace`).

The halves write to different memory: the transform to different rows, the search to separate lists,
the exact tests to different halves of one list. The pairs are sorted afterwards, so the result does
not depend on it. With very many sprites both also build the tree and sort the pairs: these steps
get a `Team` (see `halves`).
"""

import cython
from cython import (
    Py_ssize_t,
    address,
    cast,
    cfunc,
    exceptval,
    nogil,
    p_void,
    pointer,
    sizeof,
    struct,
)
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
from cython.cimports.spritecol._engine.pointers import Rows
from cython.cimports.spritecol._engine.storage.store import Store
from cython.cimports.spritecol._engine.transform.rows import freshen_all, prepare_rows

Job = struct(
    # The input of both halves. References to Python objects are borrowed from the caller, which
    # waits for both halves.
    store=p_void,
    tree=p_void,
    a=BoxView,
    b=BoxView,
    reach=Box,
    pairs=pointer(Pair),
    pair_count=Py_ssize_t,
    found=p_void[2],  # by half: the list for the pairs that it finds
    kept=Py_ssize_t[2],  # by half: how many of its pairs hit
)


@cfunc
@nogil
@exceptval(check=False)
def freshen_half(half: cython.int, context: p_void) -> cython.void:
    """The transform of one half of the rows of `a`."""
    job: pointer(Job) = cast(pointer(Job), context)
    middle: Py_ssize_t = job.a.count // 2
    if half == 0:
        freshen_all(cast(Store, job.store), job.a.rows, middle)
    else:
        freshen_all(cast(Store, job.store), job.a.rows + middle, job.a.count - middle)


@cfunc
@nogil
@exceptval(check=False)
def find_half_within(half: cython.int, context: p_void) -> cython.void:
    """The pairs in one half of the quadtree."""
    job: pointer(Job) = cast(pointer(Job), context)
    half_of_pairs(cast(Quadtree, job.tree), half, 2, cast(PairList, job.found[half]))


@cfunc
@nogil
@exceptval(check=False)
def find_half_between(half: cython.int, context: p_void) -> cython.void:
    """The pairs of one half of the shorter sequence with the longer one."""
    job: pointer(Job) = cast(pointer(Job), context)
    shorter: Py_ssize_t = min(job.a.count, job.b.count)
    ask_index(
        cast(Quadtree, job.tree),
        address(job.reach),
        address(job.a),
        address(job.b),
        0 if half == 0 else shorter // 2,
        shorter // 2 if half == 0 else shorter,
        cast(PairList, job.found[half]),
    )


@cfunc
@nogil
@exceptval(check=False)
def keep_half(half: cython.int, context: p_void) -> cython.void:
    """The exact tests of one half of the pairs."""
    job: pointer(Job) = cast(pointer(Job), context)
    first: Py_ssize_t = 0 if half == 0 else job.pair_count // 2
    end: Py_ssize_t = job.pair_count // 2 if half == 0 else job.pair_count
    job.kept[half] = keep_among(
        cast(Store, job.store), job.a.rows, job.b.rows, job.pairs + first, end - first
    )


@cfunc
@exceptval(check=False)
def shared_freshen(
    store: Store, workspace: Workspace, rows: Rows, count: Py_ssize_t
) -> cython.void:
    """Bring rows up to date on two cores."""
    job: Job
    job.store = cast(p_void, store)
    job.a = view_of(store.boxes, rows, count)
    share(address(workspace.helper.team), freshen_half, address(job))


@cfunc
@exceptval(-1)
def find_both(
    workspace: Workspace, work: Work, job: pointer(Job), room: Py_ssize_t, out: PairList
) -> cython.int:
    """Do both halves of a search, with `room` for that many pairs in each list at first."""
    out.team = address(workspace.helper.team)
    second: PairList = new_pairs(address(workspace.scratch))
    # Both lists borrow their blocks now, since the helper must not; later they only grow.
    if not out.reserve(room) or not second.reserve(room):
        raise MemoryError
    job.found[0] = cast(p_void, out)
    job.found[1] = cast(p_void, second)
    share(address(workspace.helper.team), work, job)
    out.extend(second)
    return 0


def shared_self_pairs(
    store: Store, workspace: Workspace, rows: Rows, count: Py_ssize_t, out: PairList
) -> cython.int:
    """Add the pairs of overlapping boxes within one sequence of rows, in no order.

    Returns 1 if these are the pairs of overlapping circles already (see `scan.all_pairs`), else 0.
    """
    job: Job
    options: BuildOptions = usual_options()
    job.a = store.circle_view(rows, count)
    job.tree = cast(p_void, workspace.tree)
    options.team = address(workspace.helper.team)
    options.prepare = prepare_rows
    options.prepared = cast(p_void, store)
    workspace.tree.build(address(job.a), address(options), address(workspace.scratch))
    find_both(workspace, find_half_within, address(job), count, out)
    return workspace.tree.of_circles


def shared_cross_pairs(
    store: Store,
    workspace: Workspace,
    a: Rows,
    na: Py_ssize_t,
    b: Rows,
    nb: Py_ssize_t,
    out: PairList,
) -> cython.int:
    """Add the pairs of overlapping boxes of two sequences of rows, in no order."""
    job: Job
    options: BuildOptions = usual_options()
    job.a = view_of(store.boxes, a, na)
    job.b = view_of(store.boxes, b, nb)
    job.tree = cast(p_void, workspace.tree)
    shared_freshen(store, workspace, b, nb)
    shared_freshen(store, workspace, a, na)
    options.team = address(workspace.helper.team)
    index_longer(
        workspace.tree,
        address(job.a),
        address(job.b),
        address(options),
        address(workspace.scratch),
        address(job.reach),
    )
    return find_both(workspace, find_half_between, address(job), min(na, nb), out)


def shared_keep(
    store: Store, workspace: Workspace, a: Rows, b: Rows, pairs: PairList
) -> cython.void:
    """Drop the pairs that do not hit, keeping the order."""
    job: Job
    job.store = cast(p_void, store)
    job.a.rows = a
    job.b.rows = b
    job.pairs = pairs.items
    job.pair_count = pairs.count
    share(address(workspace.helper.team), keep_half, address(job))
    if job.kept[1]:  # else there may be no memory
        memmove(
            job.pairs + job.kept[0], job.pairs + job.pair_count // 2, job.kept[1] * sizeof(Pair)
        )
    pairs.count = job.kept[0] + job.kept[1]
