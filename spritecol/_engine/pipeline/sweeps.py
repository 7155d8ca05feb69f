"""How far a row can move until it begins to hit others, and the proof by the exact test.

The rows are at rest but one. Its shapes are swept against those whose boxes it may meet; parts give
intervals of time, and the union of those of two shapes begins where a hit begins. Every fraction is
then verified: the row is placed there, its world geometry computed as for a check, and the exact
test decides. If it finds the hit already, the row is stepped back by some ulps. So after the motion
there is no hit that was not there before, as a fact.

Rows are moved in place and put back before a function returns; no code of users runs in between.
"""

import cython
from cython.cimports.libc.math import fabs
from cython.cimports.libc.stdlib import free
from cython.cimports.spritecol._engine.box import Box, overlap, view_of
from cython.cimports.spritecol._engine.broad_phase.search import find_between
from cython.cimports.spritecol._engine.memory import Block, borrow, give_back, grow, next_capacity
from cython.cimports.spritecol._engine.pairs import GIVEN, Pair, first_of, new_pairs, second_of
from cython.cimports.spritecol._engine.pipeline.moved_row import (
    Meeting,
    Motion,
    parts_in_shape,
    place,
    place_at,
    place_back,
    size_of_row,
)
from cython.cimports.spritecol._engine.pipeline.passages import deepest_normal, meet_shapes
from cython.cimports.spritecol._engine.pipeline.plan import (
    BY_KEPT_INDEX,
    row_way_between,
    way_between,
)
from cython.cimports.spritecol._engine.pipeline.sweep_candidates import (
    box_passage,
    find_candidates,
    motion_of,
    swept_box,
    turning_box,
    turns_nothing,
)
from cython.cimports.spritecol._engine.pipeline.turning import meet_turning
from cython.cimports.spritecol._engine.pipeline.verified import (
    is_new_hit,
    note_point,
    settle,
    step_of,
)
from cython.cimports.spritecol._engine.pipeline.workspace import Workspace, workspace_of
from cython.cimports.spritecol._engine.storage.row_filter import RowFilter, passes
from cython.cimports.spritecol._engine.transform.rows import freshen, freshen_all

END_SLACK = cython.declare(cython.double, 1e-9)
"""Fractions up to this far beyond the end, or behind the best, may become smaller when verified."""

EVEN = cython.declare(cython.double, 1e-9)
"""Of the size of the numbers: more than the rounding errors of a pose, for boxes."""

MOST_BACK = cython.declare(cython.double, 4e6)
"""Steps: a meeting that is later than another one by more does not come before it when it is
verified. So much can a fraction be wrong where a motion all but grazes: see `GRAZING`."""


@cython.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Meetings:
    """A growing list of meetings."""

    def __dealloc__(self):
        free(self.items)

    def add(self, meeting: cython.pointer(cython.const[Meeting])) -> cython.int:
        """Append a copy."""
        capacity: cython.Py_ssize_t
        if self.count == self.capacity:
            capacity = next_capacity(self.capacity, self.count + 1, 8)
            grow(
                cython.cast(cython.pp_void, cython.address(self.items)),
                capacity,
                cython.sizeof(Meeting),
            )
            self.capacity = capacity
        self.items[self.count] = meeting[0]
        self.count += 1
        return 0

    def sort(self) -> cython.void:
        """Sort by insertion: by fraction, then by position, then by shape."""
        item: Meeting
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        for i in range(1, self.count):
            item = self.items[i]
            k = i
            while k > 0 and is_before(cython.address(item), self.items + k - 1):
                self.items[k] = self.items[k - 1]
                k -= 1
            self.items[k] = item


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def is_before(
    a: cython.pointer(cython.const[Meeting]), b: cython.pointer(cython.const[Meeting])
) -> cython.bint:
    """Whether one meeting comes before another one."""
    if a.fraction != b.fraction:
        return a.fraction < b.fraction
    if a.position != b.position:
        return a.position < b.position
    if a.shape != b.shape:
        return a.shape < b.shape
    return a.other_shape < b.other_shape


@cython.cfunc
@cython.exceptval(-1)
def sweep_row(
    store: Store,
    row: cython.int,
    motion: cython.pointer(Motion),
    b: cython.pointer(cython.const[cython.int]),
    candidates: cython.pointer(Pair),
    count: cython.Py_ssize_t,
    first_only: cython.bint,
    out: Meetings,
) -> cython.int:
    """Add the meetings of a row on its way, in order; only the first one with `first_only`.

    All rows are up to date. `candidates` are those of `find_candidates`; those that certainly
    become no new hit are dropped. Of each two shapes the first meeting is found.
    """
    box: Box
    slack: cython.double
    latest: cython.double = 2.0
    near: cython.double = 0.0
    soonest: cython.double
    k: cython.Py_ssize_t
    kept: cython.Py_ssize_t
    other: cython.int
    later: cython.int
    rounds: cython.int = 2 if count > 1 else 1
    start: cython.Py_ssize_t = out.count
    if motion.dx == 0.0 and motion.dy == 0.0 and motion.turn == 0.0:
        return 0
    slack = turning_box(store, row, motion, cython.address(box))
    # Those whose boxes overlap from the start come first: if one is hit there, no other is swept.
    for later in range(rounds):
        kept = 0
        for k in range(count):
            other = b[second_of(candidates[k])]
            candidates[kept] = candidates[k]
            kept += 1
            soonest = box_passage(
                cython.address(box), store.boxes + other, motion.dx, motion.dy, slack
            )
            if soonest > latest or (rounds == 2 and (soonest > 0.0) != later):
                continue
            if meet_row(
                store, row, other, motion, candidates[k], soonest, latest, first_only, start, out
            ):
                kept -= 1
            if first_only and out.count > start:
                if near == 0.0:
                    near = max(END_SLACK, MOST_BACK * step_of(store, row, motion))
                latest = out.items[start].fraction + near
                if out.items[start].fraction == 0.0:
                    break  # only those at smaller positions might come before it
        count = kept
    if first_only and out.count > start and out.items[start].fraction == 0.0:
        return 0  # nothing lies before it
    out.sort()
    return verify_first(store, row, motion, cython.address(box), b, candidates, count, start, out)


@cython.cfunc
@cython.exceptval(-1)
def meet_row(
    store: Store,
    row: cython.int,
    other: cython.int,
    motion: cython.pointer(Motion),
    pair: Pair,
    soonest: cython.double,
    latest: cython.double,
    first_only: cython.bint,
    start: cython.Py_ssize_t,
    out: Meetings,
) -> cython.bint:
    """Add the verified meetings of two rows between two times, or with `first_only` the first.

    That replaces the one at `start`, if it comes before it. Whether the two will certainly not hit
    anew.
    """
    meeting: Meeting
    i: cython.int = 0
    j: cython.int
    count_a: cython.int
    count_b: cython.int
    met: cython.bint
    harmless: cython.bint = False
    while i < store.groups[row].count:
        count_a = parts_in_shape(store, row, i)
        j = 0
        while j < store.groups[other].count:
            count_b = parts_in_shape(store, other, j)
            meeting.position = second_of(pair)
            meeting.shape = i
            meeting.other_shape = j
            j += count_b
            if motion.turn == 0.0:
                met = meet_shapes(
                    store, row, other, count_a, count_b, motion, cython.address(meeting)
                )
            else:
                met = meet_turning(
                    store,
                    row,
                    other,
                    count_a,
                    count_b,
                    motion,
                    soonest,
                    min(latest, 1.0),
                    cython.address(meeting),
                )
            harmless = meeting.harmless
            if not met or meeting.fraction > latest:
                continue
            if meeting.overlapping:
                meeting.x = motion.x
                meeting.y = motion.y
                meeting.angle = motion.angle
                note_point(store, row, other, cython.address(meeting))
            else:
                met = settle(store, row, other, motion, cython.address(meeting))
                if met:
                    note_point(store, row, other, cython.address(meeting))
                place_back(store, row, motion)
            if not met:
                continue
            if not first_only or out.count == start:
                out.add(cython.address(meeting))
            elif is_before(cython.address(meeting), out.items + start):
                out.items[start] = meeting
            if first_only:
                latest = min(latest, out.items[start].fraction + END_SLACK)
        i += count_a
    return harmless and store.groups[row].count == 1 and store.groups[other].count == 1


@cython.cfunc
@cython.exceptval(-1)
def verify_first(
    store: Store,
    row: cython.int,
    motion: cython.pointer(Motion),
    box: cython.pointer(cython.const[Box]),
    b: cython.pointer(cython.const[cython.int]),
    candidates: cython.pointer(cython.const[Pair]),
    count: cython.Py_ssize_t,
    start: cython.Py_ssize_t,
    out: Meetings,
) -> cython.int:
    """Verify that up to the first meeting, or at the end, the row hits nothing new of all targets.

    A motion that ends a hair before a hit, or passes by one, may hit at its end by rounding. Then
    there is a meeting a hair before. `box` is that of `turning_box`: the row is placed only where
    it might hit something.
    """
    meeting: Meeting
    fresh: Meeting
    there: Box = box[0]
    slack: cython.double
    placed: cython.bint = False
    step: cython.double = 0.0
    k: cython.Py_ssize_t = 0
    other: cython.int
    found: cython.bint = out.count > start
    settled: cython.bint = False
    if found:
        meeting = out.items[start]
        if meeting.overlapping or meeting.fraction == 0.0:
            return 0
        # Of one shape each, what is met is known not to hit here: see `settle`.
        other = b[meeting.position]
        settled = (
            parts_in_shape(store, row, 0) == store.groups[row].count
            and parts_in_shape(store, other, 0) == store.groups[other].count
        )
    else:
        meeting.fraction = 1.0
        meeting.x = motion.x + motion.dx
        meeting.y = motion.y + motion.dy
        meeting.angle = motion.angle + motion.turn
    slack = EVEN * (size_of_row(store, row, motion) + fabs(store.groups[row].center_x))
    slack += EVEN * fabs(store.groups[row].center_y)
    there.left += meeting.x - motion.x - slack
    there.right += meeting.x - motion.x + slack
    there.top += meeting.y - motion.y - slack
    there.bottom += meeting.y - motion.y + slack
    while k < count:
        other = b[second_of(candidates[k])]
        if settled and second_of(candidates[k]) == meeting.position:
            k += 1
            continue
        if not placed:
            if not overlap(cython.address(there), store.boxes + other):
                k += 1
                continue
            placed = True
            step = step_of(store, row, motion)
            place(store, row, meeting.x, meeting.y, meeting.angle)
        if (
            meeting.fraction > 0.0
            and overlap(store.boxes + row, store.boxes + other)
            and is_new_hit(store, row, other, motion, cython.address(fresh))
        ):
            if not found:
                found = True
                fresh.position = second_of(candidates[k])
                name_normal(store, row, other, motion, cython.address(fresh))
                fresh.fraction = 1.0
                out.add(cython.address(fresh))
                meeting = out.items[start]
            meeting.fraction = max(0.0, meeting.fraction - step)
            step *= 2.0
            settled = False
            place_at(store, row, motion, cython.address(meeting))
            note_point(store, row, b[meeting.position], cython.address(meeting))
            k = 0
        else:
            k += 1
    if found:
        out.items[start] = meeting
    if placed:
        place_back(store, row, motion)
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def name_normal(
    store: Store,
    row: cython.int,
    other: cython.int,
    motion: cython.pointer(cython.const[Motion]),
    meeting: cython.pointer(Meeting),
) -> cython.void:
    """The parts and the normal of a meeting that only the exact test has found."""
    meeting.overlapping = meeting.instant = False
    meeting.other_nx = meeting.other_ny = 0.0
    meeting.part = meeting.shape
    meeting.other_part = meeting.other_shape
    meeting.nx = 0.0
    meeting.ny = -1.0
    deepest_normal(
        store,
        row,
        other,
        parts_in_shape(store, row, meeting.shape),
        parts_in_shape(store, other, meeting.other_shape),
        meeting,
    )


def sweep_among(
    store: Store,
    row: cython.int,
    dx: cython.double,
    dy: cython.double,
    turn: cython.double,
    b: cython.pointer(cython.const[cython.int]),
    count: cython.Py_ssize_t,
    kept: KeptIndex | None,
    selected: cython.pointer(cython.const[RowFilter]),
    first_only: cython.bint,
    found: PairList,
    out: Meetings,
) -> cython.int:
    """All stages for one row that moves, and turns by `turn` degrees on its way.

    `selected` leaves out rows, the moving one too. `kept` is an up-to-date index of the rows
    `b`, or None. `found` is memory for the candidates. Adds the meetings, in order.
    """
    motion: Motion
    freshen(store, row)
    motion = motion_of(store, row, dx, dy, turn)
    if turn != 0.0 and turns_nothing(store, row):
        motion.turn = 0.0
    found.count = 0
    if find_candidates(store, row, cython.address(motion), b, count, kept, selected, found):
        sweep_row(store, row, cython.address(motion), b, found.items, found.count, first_only, out)
    return 0


def sweep_many(
    store: Store,
    a: cython.pointer(cython.const[cython.int]),
    na: cython.Py_ssize_t,
    ways: cython.pointer(cython.const[cython.double]),
    b: cython.pointer(cython.const[cython.int]),
    nb: cython.Py_ssize_t,
    kept_b: KeptIndex | None,
    firsts: cython.pointer(Meeting),
) -> cython.int:
    """The first meeting of each row of `a`, if it alone moved; `ways` holds dx and dy of each.

    Where there is none, `position` is -1. The candidates of all are found at once, by the boxes
    that the rows sweep over. `kept_b` is an up-to-date index of the rows `b`, or None.
    """
    workspace: Workspace = workspace_of(store)
    found: PairList = new_pairs(cython.address(workspace.scratch))
    meetings: Meetings = Meetings()
    motion: Motion
    selected: RowFilter
    block: Block
    boxes: cython.pointer(Box)
    view_a: BoxView
    view_b: BoxView
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t = 0
    start: cython.Py_ssize_t
    kept: cython.Py_ssize_t
    way: cython.int = row_way_between(workspace, na, nb, False, kept_b is not None)
    freshen_all(store, a, na)
    freshen_all(store, b, nb)
    block = borrow(cython.address(workspace.scratch), max(1, na) * cython.sizeof(Box))
    if block.memory is cython.NULL:
        raise MemoryError
    boxes = cython.cast(cython.pointer(Box), block.memory)
    motion.turn = 0.0
    for i in range(na):
        motion.dx = ways[2 * i]
        motion.dy = ways[2 * i + 1]
        boxes[i] = store.boxes[a[i]]
        if boxes[i].left <= boxes[i].right:
            swept_box(store, a[i], cython.address(motion), boxes + i)
    view_a = view_of(boxes, cython.NULL, na)
    view_b = view_of(store.boxes, b, nb)
    try:
        if way == BY_KEPT_INDEX:
            for i in range(na):
                kept_b.query(boxes + i, i, GIVEN, found)
        else:
            find_between(
                way_between(workspace, na, nb),
                cython.address(view_a),
                cython.address(view_b),
                workspace.tree,
                cython.address(workspace.scratch),
                found,
            )
    finally:
        give_back(cython.address(workspace.scratch), block)
    found.sort(na, nb)
    for i in range(na):
        firsts[i].position = -1
        if k == found.count or first_of(found.items[k]) != i:
            continue
        start = kept = k
        selected.wanted = store.mask_of(a[i])
        selected.asker = store.layer_of(a[i])
        if selected.asker == 0:
            selected.wanted = 0
        selected.excluded = a + i
        selected.excluded_count = 1
        while k < found.count and first_of(found.items[k]) == i:
            found.items[kept] = found.items[k]
            kept += passes(cython.address(selected), store, b[second_of(found.items[k])])
            k += 1
        if kept > start:
            motion = motion_of(store, a[i], ways[2 * i], ways[2 * i + 1], 0.0)
            meetings.count = 0
            sweep_row(
                store,
                a[i],
                cython.address(motion),
                b,
                found.items + start,
                kept - start,
                True,
                meetings,
            )
            if meetings.count:
                firsts[i] = meetings.items[0]
    return 0
