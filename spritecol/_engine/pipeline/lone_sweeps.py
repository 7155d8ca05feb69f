"""The first meeting of a row of one part on a straight way, among rows of one part.

As most sprites are. It needs no memory and no Python object, so two threads can share the sweeps of
many rows. What it finds is what `sweeps.sweep_row` finds for any rows.
"""

import cython
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.halves import Team, middle_of, share
from cython.cimports.spritecol._engine.large_pages import fetch
from cython.cimports.spritecol._engine.pairs import first_of, second_of
from cython.cimports.spritecol._engine.pipeline.moved_row import is_at_start, is_before
from cython.cimports.spritecol._engine.pipeline.passages import meet_parts
from cython.cimports.spritecol._engine.pipeline.sweep_candidates import (
    box_passage,
    boxes_meet,
    motion_of,
    slack_of,
)
from cython.cimports.spritecol._engine.pipeline.verified import (
    near_fractions,
    prove,
    verify_first,
)
from cython.cimports.spritecol._engine.storage.row_filter import RowFilter, filter_of, passes

Sweeping = cython.struct(
    # The input of both halves. References to Python objects are borrowed from the caller.
    store=cython.p_void,
    a=cython.pointer(cython.const[cython.int]),
    ways=cython.pointer(cython.const[cython.double]),
    b=cython.pointer(cython.const[cython.int]),
    pairs=cython.pointer(Pair),
    count=cython.Py_ssize_t,
    middle=cython.Py_ssize_t,
    firsts=cython.pointer(cython.const[FirstHits]),
    # What each half found: whether all of its rows were lone.
    all_lone=cython.bint[2],
)


def are_lone(
    store: Store,
    row: cython.int,
    b: cython.pointer(cython.const[cython.int]),
    candidates: cython.pointer(cython.const[Pair]),
    count: cython.Py_ssize_t,
) -> cython.bint:
    """Whether a row and its candidates have one part each."""
    k: cython.Py_ssize_t
    lone: cython.bint = store.groups[row].count == 1
    for k in range(count):
        lone &= store.groups[b[second_of(candidates[k])]].count == 1
    return lone


def first_of_lone(
    store: Store,
    row: cython.int,
    motion: cython.pointer(Motion),
    b: cython.pointer(cython.const[cython.int]),
    candidates: cython.pointer(Pair),
    count: cython.Py_ssize_t,
    first: cython.pointer(Meeting),
) -> cython.bint:
    """Write the first meeting of a row on its way; False if there is none.

    All rows are up to date. `candidates` are sorted; those that certainly become no new hit are
    dropped.
    """
    box: Box
    fresh: Meeting
    slack: cython.double
    latest: cython.double = 2.0
    near: cython.double = 0.0
    met: cython.bint
    found: cython.bint = False
    k: cython.Py_ssize_t
    kept: cython.Py_ssize_t
    other: cython.int
    later: cython.int
    rounds: cython.int = 2 if count > 1 else 1
    if motion.dx == 0.0 and motion.dy == 0.0:
        return False
    box = store.boxes[row]
    slack = slack_of(motion, cython.address(box))
    # Those whose boxes overlap from the start come first: if one is hit there, no other is swept.
    for later in range(rounds):
        kept = 0
        for k in range(count):
            other = b[second_of(candidates[k])]
            candidates[kept] = candidates[k]
            kept += 1
            if rounds == 2:
                if later == boxes_meet(cython.address(box), store.boxes + other, slack):
                    continue
                if later and latest < (
                    box_passage(
                        cython.address(box), store.boxes + other, motion.dx, motion.dy, slack
                    )
                ):
                    continue
            fresh.position = second_of(candidates[k])
            fresh.shape = fresh.other_shape = 0
            met = meet_parts(store, row, other, motion, cython.address(fresh))
            kept -= fresh.harmless
            if not met or fresh.fraction > latest:
                continue
            if not prove(store, row, other, motion, cython.address(fresh)):
                continue
            if not found or is_before(cython.address(fresh), first):
                first[0] = fresh
                found = True
            if is_at_start(motion, first):
                return True  # nothing lies before it: the next ones are at larger positions
            if rounds == 2:
                if near == 0.0:
                    near = near_fractions(store, row, motion)
                latest = first.fraction + near
        count = kept
    # What has been dropped hits nothing anew, wherever the row is on its way; and what is met first
    # has been proved.
    if count == 0 or (found and count == 1 and second_of(candidates[0]) == first.position):
        return found
    return verify_first(store, row, motion, cython.address(box), b, candidates, count, first, found)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sweep_half(half: cython.int, context: cython.p_void) -> cython.void:
    """The first meetings of the rows in one half of the pairs."""
    job: cython.pointer(Sweeping) = cython.cast(cython.pointer(Sweeping), context)
    if half == 0:
        job.all_lone[0] = sweep_some(cython.cast(Store, job.store), job, 0, job.middle)
    else:
        job.all_lone[1] = sweep_some(cython.cast(Store, job.store), job, job.middle, job.count)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def fetch_row(store: Store, row: cython.int) -> cython.void:
    """Ask for the memory of a row that is swept next: rows lie far from each other."""
    fetch(store.groups + row)
    fetch(cython.address(store.groups[row].outline))
    fetch(store.boxes + row)
    if store.single_part[row] >= 0:
        fetch(store.pool + store.single_part[row])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def sweep_some(
    store: Store,
    job: cython.pointer(Sweeping),
    start: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
) -> cython.bint:
    """The first meetings of the rows that some of the pairs are of; whether all were lone."""
    pairs: cython.pointer(Pair) = job.pairs
    motion: Motion
    first: Meeting
    selected: RowFilter
    row: cython.int
    other: cython.int
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    kept: cython.Py_ssize_t
    all_lone: cython.bint = True
    while start < end:
        i = first_of(pairs[start])
        row = job.a[i]
        stop = start + 1
        while stop < end and first_of(pairs[stop]) == i:
            stop += 1
        if stop < end:
            fetch_row(store, job.a[first_of(pairs[stop])])
            fetch_row(store, job.b[second_of(pairs[stop])])
        if are_lone(store, row, job.b, pairs + start, stop - start):
            selected = filter_of(store, job.a + i)
            selected.excluded_count = 0  # what is one row is quicker compared here
            kept = start
            for k in range(start, stop):
                other = job.b[second_of(pairs[k])]
                pairs[kept] = pairs[k]
                kept += other != row and passes(cython.address(selected), store, other)
            motion = motion_of(store, row, job.ways[2 * i], job.ways[2 * i + 1], 0.0)
            if kept > start and first_of_lone(
                store,
                row,
                cython.address(motion),
                job.b,
                pairs + start,
                kept - start,
                cython.address(first),
            ):
                put_first(job.firsts, i, cython.address(first))
        else:
            job.firsts.positions[i] = NOT_LONE
            all_lone = False
        start = stop
    return all_lone


def sweep_lone_rows(
    store: Store,
    team: cython.pointer(cython.const[Team]),
    a: cython.pointer(cython.const[cython.int]),
    ways: cython.pointer(cython.const[cython.double]),
    b: cython.pointer(cython.const[cython.int]),
    found: PairList,
    firsts: cython.pointer(cython.const[FirstHits]),
) -> cython.bint:
    """Write the first meetings of those rows of `a` that are lone, as all of their candidates are.

    The others get the position NOT_LONE, and their pairs stay as they are; returns whether there
    are none. `found` holds sorted pairs of positions. With a team, `a` and `b` must have no row in
    common: a row is moved for the length of an exact test, and the other thread must not see that.
    """
    job: Sweeping
    job.store = cython.cast(cython.p_void, store)
    job.a = a
    job.ways = ways
    job.b = b
    job.pairs = found.items
    job.count = found.count
    job.firsts = firsts
    job.all_lone[0] = job.all_lone[1] = True
    job.middle = middle_of(team, found.count)
    while 0 < job.middle < job.count and (
        first_of(found.items[job.middle]) == first_of(found.items[job.middle - 1])
    ):
        job.middle += 1  # a row's candidates stay together
    share(team, sweep_half, cython.address(job))
    return job.all_lone[0] and job.all_lone[1]
