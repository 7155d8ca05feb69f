"""Runs the stages of a large check in portions, on several cores (see `workspace`).

The portions write to different memory: the transform to different rows, the search to separate
lists, the exact tests to different places of one list. The pairs are sorted afterwards, so the
result does not depend on it. With very many sprites the tree is built and the pairs are sorted in
portions, too: these steps get a `Team` (see `portions`).
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
from cython.cimports.libc.string import memcpy, memmove
from cython.cimports.spritecol._engine.box import Box, BoxView, view_of
from cython.cimports.spritecol._engine.broad_phase.quadtree import (
    BuildOptions,
    Quadtree,
    usual_options,
)
from cython.cimports.spritecol._engine.broad_phase.scan import portion_of_pairs
from cython.cimports.spritecol._engine.broad_phase.search import ask_index, index_longer
from cython.cimports.spritecol._engine.narrow_phase.shape_filter import keep_among
from cython.cimports.spritecol._engine.pairs import Pair, PairList
from cython.cimports.spritecol._engine.pipeline.workspace import Workspace
from cython.cimports.spritecol._engine.pointers import Rows
from cython.cimports.spritecol._engine.portions import (
    MOST_PORTIONS,
    Team,
    Work,
    portions_for,
    share,
    start_of,
)
from cython.cimports.spritecol._engine.storage.store import Store
from cython.cimports.spritecol._engine.transform.rows import freshen_all, prepare_rows

Job = struct(
    # The input of all portions. References to Python objects are borrowed from the caller, which
    # waits for all of them.
    store=p_void,
    tree=p_void,
    a=BoxView,
    b=BoxView,
    reach=Box,
    pairs=pointer(Pair),
    pair_count=Py_ssize_t,
    portions=cython.int,
    found=p_void[MOST_PORTIONS],  # by portion: the list for the pairs that it finds
    places=Py_ssize_t[MOST_PORTIONS],  # by portion: where its pairs go in the list of all
    kept=Py_ssize_t[MOST_PORTIONS],  # by portion: how many of its pairs hit
)


@cfunc
@nogil
@exceptval(check=False)
def freshen_portion(portion: cython.int, context: p_void) -> cython.void:
    """The transform of one portion of the rows of `a`."""
    job: pointer(Job) = cast(pointer(Job), context)
    first: Py_ssize_t = start_of(portion, job.portions, job.a.count)
    end: Py_ssize_t = start_of(portion + 1, job.portions, job.a.count)
    freshen_all(cast(Store, job.store), job.a.rows + first, end - first)


@cfunc
@nogil
@exceptval(check=False)
def find_within(portion: cython.int, context: p_void) -> cython.void:
    """The pairs in one portion of the quadtree."""
    job: pointer(Job) = cast(pointer(Job), context)
    portion_of_pairs(
        cast(Quadtree, job.tree), portion, job.portions, cast(PairList, job.found[portion])
    )


@cfunc
@nogil
@exceptval(check=False)
def find_between(portion: cython.int, context: p_void) -> cython.void:
    """The pairs of one portion of the shorter sequence with the longer one."""
    job: pointer(Job) = cast(pointer(Job), context)
    shorter: Py_ssize_t = min(job.a.count, job.b.count)
    ask_index(
        cast(Quadtree, job.tree),
        address(job.reach),
        address(job.a),
        address(job.b),
        start_of(portion, job.portions, shorter),
        start_of(portion + 1, job.portions, shorter),
        cast(PairList, job.found[portion]),
    )


@cfunc
@nogil
@exceptval(check=False)
def copy_found(portion: cython.int, context: p_void) -> cython.void:
    """Copy the pairs that one portion of a search has found to the list of all."""
    job: pointer(Job) = cast(pointer(Job), context)
    count: Py_ssize_t = cast(PairList, job.found[portion]).count
    items: pointer(Pair) = cast(PairList, job.found[portion]).items
    if portion and count:  # the first ones are there
        memcpy(job.pairs + job.places[portion], items, count * sizeof(Pair))


@cfunc
@nogil
@exceptval(check=False)
def keep_portion(portion: cython.int, context: p_void) -> cython.void:
    """The exact tests of one portion of the pairs."""
    job: pointer(Job) = cast(pointer(Job), context)
    first: Py_ssize_t = start_of(portion, job.portions, job.pair_count)
    end: Py_ssize_t = start_of(portion + 1, job.portions, job.pair_count)
    job.kept[portion] = keep_among(
        cast(Store, job.store), job.a.rows, job.b.rows, job.pairs + first, end - first
    )


@cfunc
@exceptval(check=False)
def shared_freshen(
    store: Store, workspace: Workspace, portions: cython.int, rows: Rows, count: Py_ssize_t
) -> cython.void:
    """Bring rows up to date."""
    job: Job
    job.store = cast(p_void, store)
    job.a = view_of(store.boxes, rows, count)
    job.portions = portions
    share(address(workspace.helpers.team), portions, freshen_portion, address(job))


@cfunc
@exceptval(check=False)
def find_all(
    workspace: Workspace, work: Work, job: pointer(Job), room: Py_ssize_t, out: PairList
) -> cython.void:
    """Do all portions of a search, with `room` for that many pairs in all lists at first."""
    team: pointer(cython.const[Team]) = address(workspace.helpers.team)
    total: Py_ssize_t = 0
    each: PairList
    portion: cython.int
    out.team = team
    out.reserve(room)
    job.found[0] = cast(p_void, out)
    # All lists borrow their blocks now, since the helpers must not; later they only grow.
    for portion in range(1, job.portions):
        each = workspace.lists[portion - 1]
        each.reserve(2 * room // job.portions)
        out.failed |= each.failed
        job.found[portion] = cast(p_void, each)
    if not out.failed:
        share(team, job.portions, work, job)
    for portion in range(job.portions):
        each = cast(PairList, job.found[portion])
        job.places[portion] = total
        total += each.count
        out.failed |= each.failed
        out.in_doubt |= each.in_doubt
    if out.reserve(total - out.count):  # else `sort` raises
        job.pairs = out.items
        if portions_for(team, total) > 2:  # of two, one has nothing to copy
            share(team, job.portions, copy_found, job)
        else:
            for portion in range(job.portions):
                copy_found(portion, job)
        out.count = total
    for portion in range(1, job.portions):
        each = workspace.lists[portion - 1]
        each.free_memory()


def shared_self_pairs(
    store: Store,
    workspace: Workspace,
    portions: cython.int,
    rows: Rows,
    count: Py_ssize_t,
    out: PairList,
) -> cython.int:
    """Add the pairs of overlapping boxes within one sequence of rows, in no order.

    Returns 1 if these are the pairs of overlapping circles already (see `scan.all_pairs`), else 0.
    """
    job: Job
    options: BuildOptions = usual_options()
    job.a = store.circle_view(rows, count)
    job.tree = cast(p_void, workspace.tree)
    job.portions = portions
    options.team = address(workspace.helpers.team)
    options.portions = portions
    options.prepare = prepare_rows
    options.prepared = cast(p_void, store)
    workspace.tree.build(address(job.a), address(options), address(workspace.scratch))
    find_all(workspace, find_within, address(job), count, out)
    return workspace.tree.of_circles


def shared_cross_pairs(
    store: Store,
    workspace: Workspace,
    portions: cython.int,
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
    job.portions = portions
    shared_freshen(store, workspace, portions, b, nb)
    shared_freshen(store, workspace, portions, a, na)
    options.team = address(workspace.helpers.team)
    index_longer(
        workspace.tree,
        address(job.a),
        address(job.b),
        address(options),
        address(workspace.scratch),
        address(job.reach),
    )
    find_all(workspace, find_between, address(job), min(na, nb), out)
    return 0


def shared_keep(
    store: Store,
    workspace: Workspace,
    portions: cython.int,
    a: Rows,
    b: Rows,
    pairs: PairList,
) -> cython.void:
    """Drop the pairs that do not hit, keeping the order."""
    job: Job
    portion: cython.int
    job.store = cast(p_void, store)
    job.a.rows = a
    job.b.rows = b
    job.pairs = pairs.items
    job.pair_count = pairs.count
    job.portions = portions
    share(address(workspace.helpers.team), portions, keep_portion, address(job))
    pairs.count = job.kept[0]
    for portion in range(1, portions):
        memmove(
            job.pairs + pairs.count,
            job.pairs + start_of(portion, portions, job.pair_count),
            job.kept[portion] * sizeof(Pair),
        )
        pairs.count += job.kept[portion]
