"""Which rows a moving row may meet: those whose boxes its own passes; and which of its parts."""

import cython as C
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.box_tests import overlap
from cython.cimports.spritecol._engine.narrow_phase import shape_pair
from cython.cimports.spritecol._engine.narrow_phase.part import radius_about, support
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import ShapePairRef
from cython.cimports.spritecol._engine.pairs import GIVEN, PairList, pair_of, second_of
from cython.cimports.spritecol._engine.pipeline.row_index import KeptIndex
from cython.cimports.spritecol._engine.pointers import Rows
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import NOTHING, SEAM, Part, RowRecord
from cython.cimports.spritecol._engine.storage.store import (
    RowFilterRef,
    Store,
    passes,
    roles_meet,
    rows_need_role_test,
)
from cython.cimports.spritecol._engine.sweeps import impact
from cython.cimports.spritecol._engine.sweeps.impact import (
    MotionRef,
    Sweep,
    SweepRules,
    SweepWay,
)
from cython.cimports.spritecol._engine.tolerances import BESIDE, END_SLACK
from cython.cimports.spritecol._engine.transform import near_parts
from cython.cimports.spritecol._engine.transform.near_parts import NearPair, NearParts
from cython.cimports.spritecol._engine.transform.rows import freshen
from cython.cimports.spritecol._support.libc import INFINITY


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def turns_nothing(store: Store, row: C.int) -> C.bint:
    """Whether a turn changes no shape: angles are ignored, or all are circles or points about the
    center.
    """
    record: C.pointer(RowRecord) = C.address(store.records[row])
    x: C.double = store.x[row] + (0.0 if record.flags & layout.OFFSET else record.center_x)
    y: C.double = store.y[row] + (0.0 if record.flags & layout.OFFSET else record.center_y)
    i: C.int
    if not record.flags & layout.SYNC:
        return True
    for i in range(record.count):
        v: C.pointer(C.double) = store.pool + store.parts[record.first + i].first
        kind: C.int = store.parts[record.first + i].kind
        if kind not in (layout.POINT, layout.CIRCLE) or v[0] != x or v[1] != y:
            return False
    return True


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_turning_box(store: Store, row: C.int, box: C.pointer(Box)) -> C.void:
    """Write the box of a row where it is, at whatever angle."""
    record: C.pointer(RowRecord) = C.address(store.records[row])
    reach: C.double = 0.0
    x: C.double = store.x[row] + (0.0 if record.flags & layout.OFFSET else record.center_x)
    y: C.double = store.y[row] + (0.0 if record.flags & layout.OFFSET else record.center_y)
    i: C.int
    for i in range(record.count):
        part: C.pointer(Part) = store.parts + record.first + i
        if part.kind != layout.NOTHING:
            reach = max(reach, radius_about(part, store.pool, x, y))
    box.left = x - reach
    box.right = x + reach
    box.top = y - reach
    box.bottom = y + reach


def begin_sweep(
    store: Store,
    sweep: C.pointer(Sweep),
    row: C.int,
    way: C.pointer(C.const[SweepWay]),
    rules: C.pointer(C.const[SweepRules]),
) -> C.void:
    """Ask what a row meets that moves from where it is. It has no candidates yet."""
    freshen(store, row)
    sweep.row = row
    sweep.motion.x = store.x[row]
    sweep.motion.y = store.y[row]
    sweep.motion.angle = store.records[row].angle
    sweep.motion.dx = way.dx
    sweep.motion.dy = way.dy
    sweep.motion.turn = 0.0
    sweep.motion.hair = way.hair
    sweep.motion.from_inside = way.from_inside
    sweep.rules = rules[0]
    sweep.box = store.boxes[row]
    if way.turn != 0.0 and not turns_nothing(store, row):
        sweep.motion.turn = way.turn
        put_turning_box(store, row, C.address(sweep.box))
    sweep.slack = slack_of(C.address(sweep.motion), C.address(sweep.box))
    sweep.count = 0
    sweep.latest = 2.0
    sweep.found = False
    sweep.near_row = -1


def renew_sweep(store: Store, sweep: C.pointer(Sweep)) -> C.void:
    """Forget what user code may have changed, and bring the others up to date."""
    k: C.Py_ssize_t
    sweep.near_row = -1
    for k in range(sweep.rules.other_count):
        freshen(store, sweep.rules.others[k])


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def is_nowhere(store: Store, row: C.int) -> C.bint:
    """Whether a row has nothing that meets anything."""
    return store.records[row].count == 0 or not store.boxes[row].left <= store.boxes[row].right


def box_beside(store: Store, sweep: C.pointer(C.const[Sweep])) -> Box:
    """The box of the moving row at the start, and what is so near that it may have a say."""
    beside: C.double = BESIDE * impact.size_of_motion(store, sweep.row, C.address(sweep.motion))
    box: Box = sweep.box
    box.left -= beside
    box.top -= beside
    box.right += beside
    box.bottom += beside
    return box


def find_candidates(
    store: Store,
    sweep: C.pointer(Sweep),
    kept: KeptIndex | None,
    found: PairList,
) -> C.int:
    """Find the other rows whose boxes the moving row may meet. `found` is memory for them.

    Brings them up to date. `kept` is an up-to-date index of them, or None.
    """
    box: Box
    k: C.Py_ssize_t
    row: C.int
    found.count = 0
    if is_nowhere(store, sweep.row):
        return 0
    way_box(C.address(sweep.box), C.address(sweep.motion), sweep.slack, C.address(box))
    if kept is not None:
        kept.query(C.address(box), 0, GIVEN, found)
        found.sort(1, sweep.rules.other_count)
        for k in range(found.count):
            found.items[sweep.count] = found.items[k]
            row = sweep.rules.others[second_of(found.items[k])]
            sweep.count += row != sweep.row and passes(sweep.rules.chosen, store, row)
    else:
        for k in range(sweep.rules.other_count):
            row = sweep.rules.others[k]
            freshen(store, row)
            if (
                row != sweep.row
                and overlap(C.address(box), store.boxes + row)
                and passes(sweep.rules.chosen, store, row)
            ):
                if not found.reserve(1):
                    raise MemoryError
                found.items[sweep.count] = pair_of(0, k)
                sweep.count += 1
                found.count += 1
    sweep.candidates = found.items
    return 0


def find_candidates_along(
    store: Store,
    sweep: C.pointer(Sweep),
    kept: KeptIndex,
    share: C.double,
    most: C.Py_ssize_t,
    found: PairList,
) -> C.bint:
    """`find_candidates` on a share of a long way: of those, what is along it.

    False if there are more than so many; then some are missing.
    """
    box: Box
    k: C.Py_ssize_t
    along: Box = box_beside(store, sweep)
    found.count = sweep.count = 0
    if is_nowhere(store, sweep.row):
        return True
    way_box(C.address(sweep.box), C.address(sweep.motion), sweep.slack, C.address(box))
    if not kept.query_way(
        C.address(along), share * sweep.motion.dx, share * sweep.motion.dy, most, found
    ):
        return False
    found.sort(1, sweep.rules.other_count)
    for k in range(found.count):
        row: C.int = sweep.rules.others[second_of(found.items[k])]
        found.items[sweep.count] = found.items[k]
        sweep.count += (
            row != sweep.row
            and overlap(C.address(box), store.boxes + row)
            and passes(sweep.rules.chosen, store, row)
        )
    sweep.candidates = found.items
    return True


def find_parts_on_way(
    store: Store,
    pair: ShapePairRef,
    box: BoxRef,
    motion: MotionRef,
    near: C.pointer(NearPair),
) -> C.void:
    """Find which parts of two shapes may meet on a way of the first row, whose box is given.

    That row is where it starts. The way goes on a little beyond the end, see END_SLACK.
    """
    near.a.all = pair.count_a <= layout.MANY_PARTS
    near.b.all = pair.count_b <= layout.MANY_PARTS
    if near.a.all and near.b.all:
        return
    dx: C.double = (1.0 + 4.0 * END_SLACK) * motion.dx
    dy: C.double = (1.0 + 4.0 * END_SLACK) * motion.dy
    near_parts.find_near_of_shape(store, pair.b, pair.count_b, box, dx, dy, C.address(near.b))
    near.a.all = True
    if motion.turn == 0.0:
        near_parts.find_near_of_shape(
            store, pair.a, pair.count_a, store.boxes + pair.b, -dx, -dy, C.address(near.a)
        )


def soonest_by_boxes(motion: MotionRef, slack: C.double, box: BoxRef, other: BoxRef) -> C.double:
    """A time before which a box of a moving row does not meet another one; infinity if it never
    does.

    It is 0 if they meet at the start.
    """
    enter: C.double = 0.0
    leave: C.double = 1.0 + END_SLACK
    near: C.double = other.left - box.right - slack
    far: C.double = other.right - box.left + slack
    speed: C.double = motion.dx
    for _ in range(2):
        if speed == 0.0:
            if near > 0.0 or far < 0.0:
                return INFINITY
        else:
            one: C.double = near / speed
            two: C.double = far / speed
            enter = max(enter, min(one, two))
            leave = min(leave, max(one, two))
        near = other.top - box.bottom - slack
        far = other.bottom - box.top + slack
        speed = motion.dy
    return enter if enter <= leave else INFINITY


def reach(
    store: Store,
    row: C.int,
    first: C.int,
    count: C.int,
    dx: C.double,
    dy: C.double,
    against: ShapePairRef,
) -> C.double:
    """How far some parts of a row reach along a direction, as a coordinate along it.

    `against` is NULL, or a pair: then only those parts count that can meet its second shape.
    """
    result: C.double = -INFINITY
    i: C.int
    some: C.bint = against is not C.NULL and shape_pair.pair_needs_role_test(store, against)
    for i in range(first, first + count):
        part: C.pointer(Part) = shape_pair.part_of(store, row, i)
        if part.kind == NOTHING or part.kind == SEAM:  # noqa: PLR1714 (a set is slow)
            continue
        if not some or shape_pair.pair_roles_meet(store, against, i, against.first_b):
            result = max(result, support(part, store.pool, dx, dy))
    return result


def mark_parts(
    store: Store,
    chosen: RowFilterRef,
    row: C.int,
    others: Rows,
    count: C.Py_ssize_t,
    around: BoxRef,
    marks: C.p_char,
) -> C.bint:
    """Mark which parts of a row can meet any part of other rows around it, by layers and names.

    `marks` has a 0 for each part. Returns False, without marks, if none needs the test, or none can
    meet anything.
    """
    near: NearParts
    k: C.Py_ssize_t
    i: C.int
    j: C.int
    some: C.bint = False
    for k in range(count):
        some |= rows_need_role_test(store, chosen, row, others[k])
    if not some:
        return False
    some = False
    for k in range(count):
        freshen(store, others[k])
        end: C.int = store.records[others[k]].count
        near_parts.find_near_parts(store, others[k], around, 0.0, 0.0, C.address(near))
        j = near_parts.next_near(C.address(near), 0, end)
        while j < end:
            if overlap(
                around,
                shape_pair.box_of_part(store, others[k], shape_pair.part_of(store, others[k], j)),
            ):
                for i in range(store.records[row].count):
                    if not marks[i] and roles_meet(store, chosen, False, row, i, others[k], j):
                        marks[i] = 1
                        some = True
            j = near_parts.next_near(C.address(near), j + 1, end)
    return some


def box_of_marked(store: Store, row: C.int, marks: C.pointer(C.const[C.char])) -> Box:
    """The bounding box of the marked parts of an up-to-date row."""
    result: Box
    i: C.int
    result.left = result.top = INFINITY
    result.right = result.bottom = -INFINITY
    for i in range(store.records[row].count):
        part: C.pointer(Part) = shape_pair.part_of(store, row, i)
        if marks[i] and part.kind != NOTHING:
            box: BoxRef = shape_pair.box_of_part(store, row, part)
            result.left = min(result.left, box.left)
            result.top = min(result.top, box.top)
            result.right = max(result.right, box.right)
            result.bottom = max(result.bottom, box.bottom)
    return result
