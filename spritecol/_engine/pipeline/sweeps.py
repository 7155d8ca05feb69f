"""How far a row can move until it begins to hit others, and the proof by the exact test.

The rows are at rest but one. Its shapes are swept against those whose boxes it may meet; parts give
intervals of time, and the union of those of two shapes begins where a hit begins. Every fraction is
then verified: the row is placed there, its world geometry computed as for a check, and the exact
test decides. If it finds the hit already, the row is stepped back by some ulps. So after the motion
there is no hit that was not there before, as a fact.

Rows are moved in place and put back before a function returns; no code of users runs in between.
"""

import cython
from cython.cimports.libc.stdlib import free
from cython.cimports.spritecol._engine.box import Box, view_of
from cython.cimports.spritecol._engine.broad_phase.search import find_between
from cython.cimports.spritecol._engine.halves import Team
from cython.cimports.spritecol._engine.memory import Block, borrow, give_back, room_for
from cython.cimports.spritecol._engine.pairs import GIVEN, Pair, first_of, new_pairs, second_of
from cython.cimports.spritecol._engine.pipeline.lone_sweeps import (
    NOT_LONE,
    are_lone,
    first_of_lone,
    put_first,
    sweep_lone_rows,
)
from cython.cimports.spritecol._engine.pipeline.moved_row import (
    Meeting,
    Motion,
    is_at_start,
    is_before,
    parts_in_shape,
)
from cython.cimports.spritecol._engine.pipeline.passages import meet_shapes
from cython.cimports.spritecol._engine.pipeline.plan import (
    BY_KEPT_INDEX,
    row_way_between,
    team_for_sweeps,
    way_between,
)
from cython.cimports.spritecol._engine.pipeline.sweep_candidates import (
    box_passage,
    boxes_meet,
    find_candidates,
    motion_of,
    slack_of,
    straight_box,
    turning_box,
    turns_nothing,
)
from cython.cimports.spritecol._engine.pipeline.turning import meet_turning
from cython.cimports.spritecol._engine.pipeline.verified import (
    near_fractions,
    prove,
    verify_first,
)
from cython.cimports.spritecol._engine.pipeline.workspace import Workspace, workspace_of
from cython.cimports.spritecol._engine.storage.row_filter import RowFilter, filter_of, passes
from cython.cimports.spritecol._engine.transform.rows import freshen, freshen_all


@cython.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Meetings:
    """A growing list of meetings."""

    def __dealloc__(self):
        free(self.items)

    def add(self, meeting: cython.pointer(cython.const[Meeting])) -> cython.int:
        """Append a copy."""
        room_for(
            cython.address(self.items),
            cython.address(self.capacity),
            self.count + 1,
            8,
            cython.sizeof(Meeting),
        )
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
    first: Meeting
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
    found: cython.bint
    if motion.dx == 0.0 and motion.dy == 0.0 and motion.turn == 0.0:
        return 0
    if first_only and motion.turn == 0.0 and are_lone(store, row, b, candidates, count):
        if first_of_lone(store, row, motion, b, candidates, count, cython.address(first)):
            out.add(cython.address(first))
        return 0
    slack = turning_box(store, row, motion, cython.address(box))
    # Those whose boxes overlap from the start come first: if one is hit there, no other is swept.
    for later in range(rounds):
        kept = 0
        for k in range(count):
            other = b[second_of(candidates[k])]
            candidates[kept] = candidates[k]
            kept += 1
            soonest = 0.0
            if rounds == 2 and later == boxes_meet(cython.address(box), store.boxes + other, slack):
                continue
            if later or (rounds == 1 and motion.turn != 0.0):
                soonest = box_passage(
                    cython.address(box), store.boxes + other, motion.dx, motion.dy, slack
                )
                if soonest > latest:
                    continue
            if meet_row(
                store, row, other, motion, candidates[k], soonest, latest, first_only, start, out
            ):
                kept -= 1
            if first_only and out.count > start:
                if near == 0.0:
                    near = near_fractions(store, row, motion)
                latest = out.items[start].fraction + near
                if is_at_start(motion, out.items + start):
                    break  # only those at smaller positions might come before it
        count = kept
    if first_only and out.count > start and is_at_start(motion, out.items + start):
        return 0  # nothing lies before it
    if count == 0:
        return 0  # what is left out hits nothing anew, wherever the row is on its way
    out.sort()
    found = out.count > start
    if found:
        first = out.items[start]
    if verify_first(
        store,
        row,
        motion,
        cython.address(box),
        b,
        candidates,
        count,
        cython.address(first),
        found,
    ):
        if not found:
            out.add(cython.address(first))
        out.items[start] = first
    return 0


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
            if not prove(store, row, other, motion, cython.address(meeting)):
                continue
            if not first_only or out.count == start:
                out.add(cython.address(meeting))
            elif is_before(cython.address(meeting), out.items + start):
                out.items[start] = meeting
            if first_only:
                latest = min(latest, out.items[start].fraction + near_fractions(store, row, motion))
        i += count_a
    return harmless and store.groups[row].count == 1 and store.groups[other].count == 1


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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def are_apart(
    store: Store,
    a: cython.pointer(cython.const[cython.int]),
    na: cython.Py_ssize_t,
    b: cython.pointer(cython.const[cython.int]),
    nb: cython.Py_ssize_t,
) -> cython.bint:
    """Whether two sequences of rows have none in common."""
    mark: cython.uint = store.next_pass()
    apart: cython.bint = True
    k: cython.Py_ssize_t
    for k in range(nb):
        store.groups[b[k]].last_pass = mark
    for k in range(na):
        apart &= store.groups[a[k]].last_pass != mark
    return apart


def sweep_many(
    store: Store,
    a: cython.pointer(cython.const[cython.int]),
    na: cython.Py_ssize_t,
    ways: cython.pointer(cython.const[cython.double]),
    b: cython.pointer(cython.const[cython.int]),
    nb: cython.Py_ssize_t,
    kept_b: KeptIndex | None,
    firsts: cython.pointer(cython.const[FirstHits]),
) -> cython.int:
    """The first meeting of each row of `a`, if it alone moved; `ways` holds dx and dy of each.

    Where there is none, nothing is written. The candidates of all are found at once, by the boxes
    that the rows sweep over. `kept_b` is an up-to-date index of the rows `b`, or None.
    """
    workspace: Workspace = workspace_of(store)
    found: PairList = new_pairs(cython.address(workspace.scratch))
    meetings: Meetings = Meetings()
    motion: Motion
    selected: RowFilter
    block: Block
    boxes: cython.pointer(Box)
    box: cython.pointer(cython.const[Box])
    view_a: BoxView
    view_b: BoxView
    team: cython.pointer(cython.const[Team])
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
        box = store.boxes + a[i]
        boxes[i] = box[0]
        if box.left <= box.right:
            straight_box(
                box, cython.address(motion), slack_of(cython.address(motion), box), boxes + i
            )
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
    team = team_for_sweeps(workspace, found.count)
    if team is not cython.NULL and not are_apart(store, a, na, b, nb):
        team = cython.NULL
    if sweep_lone_rows(store, team, a, ways, b, found, firsts):
        return 0
    while k < found.count:
        start = kept = k
        i = first_of(found.items[k])
        selected = filter_of(store, a + i)
        while k < found.count and first_of(found.items[k]) == i:
            if firsts.positions[i] == NOT_LONE:
                found.items[kept] = found.items[k]
                kept += passes(cython.address(selected), store, b[second_of(found.items[k])])
            k += 1
        if firsts.positions[i] == NOT_LONE:
            firsts.positions[i] = -1
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
                put_first(firsts, i, meetings.items)
    return 0
