"""Which rows a moving row may meet: those whose boxes its own passes; and which of its parts."""

import cython
from cython import (
    NULL,
    Py_ssize_t,
    address,
    bint,
    cfunc,
    double,
    exceptval,
    inline,
    nogil,
    p_char,
    pointer,
)
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.box_tests import overlap
from cython.cimports.spritecol._engine.narrow_phase.part import radius_about, support
from cython.cimports.spritecol._engine.pairs import GIVEN, pair_of, second_of
from cython.cimports.spritecol._engine.pipeline import row_shapes, shape_pair
from cython.cimports.spritecol._engine.pipeline.shape_pair import ShapePairRef
from cython.cimports.spritecol._engine.pointers import Rows
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import NOTHING, SEAM, CollisionGroup, Part
from cython.cimports.spritecol._engine.storage.row_tests import passes, rows_need_role_test
from cython.cimports.spritecol._engine.storage.store import RowFilterRef, roles_meet
from cython.cimports.spritecol._engine.sweeps.impact import END_SLACK, MotionRef
from cython.cimports.spritecol._engine.sweeps.impact_tests import size_of_motion
from cython.cimports.spritecol._engine.tolerances import BESIDE
from cython.cimports.spritecol._engine.transform.near_parts import NearParts
from cython.cimports.spritecol._engine.transform.nearness import (
    find_near_of_shape,
    find_near_parts,
    next_near,
)
from cython.cimports.spritecol._engine.transform.rows import FRONT, freshen
from cython.cimports.spritecol._support.libc import INFINITY


@cfunc
@nogil
@exceptval(check=False)
def turns_nothing(store: Store, row: cython.int) -> bint:
    """Whether a turn changes no shape: angles are ignored, or all are circles or points about the
    center.
    """
    group: pointer(CollisionGroup) = address(store.groups[row])
    x: double = store.x[row] + (0.0 if group.flags & layout.OFFSET else group.center_x)
    y: double = store.y[row] + (0.0 if group.flags & layout.OFFSET else group.center_y)
    i: cython.int
    if not group.flags & layout.SYNC:
        return True
    for i in range(group.count):
        v: pointer(double) = store.pool + store.parts[group.first + i].first
        kind: cython.int = store.parts[group.first + i].kind
        if kind not in (layout.POINT, layout.CIRCLE) or v[0] != x or v[1] != y:
            return False
    return True


@cfunc
@nogil
@exceptval(check=False)
def put_turning_box(store: Store, row: cython.int, box: pointer(Box)) -> cython.void:
    """Write the box of a row where it is, at whatever angle."""
    group: pointer(CollisionGroup) = address(store.groups[row])
    reach: double = 0.0
    x: double = store.x[row] + (0.0 if group.flags & layout.OFFSET else group.center_x)
    y: double = store.y[row] + (0.0 if group.flags & layout.OFFSET else group.center_y)
    i: cython.int
    for i in range(group.count):
        part: pointer(Part) = store.parts + group.first + i
        if part.kind != layout.NOTHING:
            reach = max(reach, radius_about(part, store.pool, x, y))
    box.left = x - reach
    box.right = x + reach
    box.top = y - reach
    box.bottom = y + reach


def begin_sweep(
    store: Store, sweep: pointer(Sweep), row: cython.int, dx: double, dy: double, turn: double
) -> cython.void:
    """Ask what a row meets that moves from where it is. It has no candidates yet."""
    freshen(store, row)
    sweep.row = row
    sweep.motion.x = store.x[row]
    sweep.motion.y = store.y[row]
    sweep.motion.angle = store.groups[row].angle
    sweep.motion.dx = dx
    sweep.motion.dy = dy
    sweep.motion.turn = 0.0
    sweep.motion.hair = 0.0
    sweep.motion.from_inside = False
    sweep.box = store.boxes[row]
    if turn != 0.0 and not turns_nothing(store, row):
        sweep.motion.turn = turn
        put_turning_box(store, row, address(sweep.box))
    sweep.slack = slack_of(address(sweep.motion), address(sweep.box))
    sweep.count = 0
    sweep.chosen = NULL
    sweep.one_way = True
    sweep.fronts.least = FRONT
    sweep.fronts.up_x = sweep.fronts.up_y = sweep.fronts.least_floor = 0.0
    sweep.overrides = NULL
    sweep.override_count = 0
    sweep.witnesses = NULL
    sweep.latest = 2.0
    sweep.found = False
    sweep.near_row = -1


@cfunc
@inline
@nogil
@exceptval(check=False)
def is_nowhere(store: Store, row: cython.int) -> bint:
    """Whether a row has nothing that meets anything."""
    return store.groups[row].count == 0 or not store.boxes[row].left <= store.boxes[row].right


def box_beside(store: Store, sweep: pointer(cython.const[Sweep])) -> Box:
    """The box of the moving row at the start, and what is so near that it may have a say."""
    beside: double = BESIDE * size_of_motion(store, sweep.row, address(sweep.motion))
    box: Box = sweep.box
    box.left -= beside
    box.top -= beside
    box.right += beside
    box.bottom += beside
    return box


def find_candidates(
    store: Store,
    sweep: pointer(Sweep),
    kept: KeptIndex | None,
    selected: RowFilterRef,
    found: PairList,
) -> cython.int:
    """Find those of the other rows whose boxes the moving row may meet; `found` is memory for them.

    Brings them up to date. `kept` is an up-to-date index of them, or None.
    """
    box: Box
    k: Py_ssize_t
    row: cython.int
    found.count = 0
    sweep.chosen = selected
    if is_nowhere(store, sweep.row):
        return 0
    way_box(address(sweep.box), address(sweep.motion), sweep.slack, address(box))
    if kept is not None:
        kept.query(address(box), 0, GIVEN, found)
        found.sort(1, sweep.other_count)
        for k in range(found.count):
            found.items[sweep.count] = found.items[k]
            row = sweep.others[second_of(found.items[k])]
            sweep.count += row != sweep.row and passes(selected, store, row)
    else:
        for k in range(sweep.other_count):
            row = sweep.others[k]
            freshen(store, row)
            if (
                row != sweep.row
                and overlap(address(box), store.boxes + row)
                and passes(selected, store, row)
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
    sweep: pointer(Sweep),
    kept: KeptIndex,
    share: double,
    most: Py_ssize_t,
    found: PairList,
) -> bint:
    """`find_candidates` on a share of a long way: of those, what is along it.

    False if there are more than so many; then some are missing.
    """
    box: Box
    k: Py_ssize_t
    along: Box = box_beside(store, sweep)
    found.count = sweep.count = 0
    if is_nowhere(store, sweep.row):
        return True
    way_box(address(sweep.box), address(sweep.motion), sweep.slack, address(box))
    if not kept.query_way(
        address(along), share * sweep.motion.dx, share * sweep.motion.dy, most, found
    ):
        return False
    found.sort(1, sweep.other_count)
    for k in range(found.count):
        row: cython.int = sweep.others[second_of(found.items[k])]
        found.items[sweep.count] = found.items[k]
        sweep.count += (
            row != sweep.row
            and overlap(address(box), store.boxes + row)
            and passes(sweep.chosen, store, row)
        )
    sweep.candidates = found.items
    return True


def find_parts_on_way(
    store: Store,
    pair: ShapePairRef,
    box: BoxRef,
    motion: MotionRef,
    near_a: pointer(NearParts),
    near_b: pointer(NearParts),
) -> cython.void:
    """Find which parts of two shapes may meet on a way of the first row, whose box is given.

    That row is where it starts. The way goes on a little beyond the end, see END_SLACK.
    """
    near_a.all = pair.count_a <= layout.MANY_PARTS
    near_b.all = pair.count_b <= layout.MANY_PARTS
    if near_a.all and near_b.all:
        return
    dx: double = (1.0 + 4.0 * END_SLACK) * motion.dx
    dy: double = (1.0 + 4.0 * END_SLACK) * motion.dy
    find_near_of_shape(store, pair.b, pair.count_b, box, dx, dy, near_b)
    near_a.all = True
    if motion.turn == 0.0:
        find_near_of_shape(store, pair.a, pair.count_a, store.boxes + pair.b, -dx, -dy, near_a)


def soonest_by_boxes(sweep: pointer(cython.const[Sweep]), other: BoxRef) -> double:
    """A time before which a moving row does not meet another box; infinity if it never does.

    It is 0 if they meet at the start.
    """
    box: BoxRef = address(sweep.box)
    enter: double = 0.0
    leave: double = 1.0 + END_SLACK
    near: double = other.left - box.right - sweep.slack
    far: double = other.right - box.left + sweep.slack
    speed: double = sweep.motion.dx
    for _ in range(2):
        if speed == 0.0:
            if near > 0.0 or far < 0.0:
                return INFINITY
        else:
            one: double = near / speed
            two: double = far / speed
            enter = max(enter, min(one, two))
            leave = min(leave, max(one, two))
        near = other.top - box.bottom - sweep.slack
        far = other.bottom - box.top + sweep.slack
        speed = sweep.motion.dy
    return enter if enter <= leave else INFINITY


def reach(
    store: Store,
    row: cython.int,
    first: cython.int,
    count: cython.int,
    dx: double,
    dy: double,
    against: ShapePairRef,
) -> double:
    """How far some parts of a row reach along a direction, as a coordinate along it.

    `against` is NULL, or a pair: then only those parts count that can meet its second shape.
    """
    result: double = -INFINITY
    i: cython.int
    some: bint = against is not NULL and row_shapes.pair_needs_role_test(store, against)
    for i in range(first, first + count):
        part: pointer(Part) = shape_pair.part_of(store, row, i)
        if part.kind == NOTHING or part.kind == SEAM:  # noqa: PLR1714 (a set is slow)
            continue
        if not some or row_shapes.pair_roles_meet(store, against, i, against.first_b):
            result = max(result, support(part, store.pool, dx, dy))
    return result


def mark_parts(
    store: Store,
    chosen: RowFilterRef,
    row: cython.int,
    others: Rows,
    count: Py_ssize_t,
    around: BoxRef,
    marks: p_char,
) -> bint:
    """Mark which parts of a row can meet any part of other rows around it, by layers and names.

    `marks` has a 0 for each part. Returns False, without marks, if none needs the test, or none can
    meet anything.
    """
    near: NearParts
    k: Py_ssize_t
    i: cython.int
    j: cython.int
    some: bint = False
    for k in range(count):
        some |= rows_need_role_test(store, chosen, row, others[k])
    if not some:
        return False
    some = False
    for k in range(count):
        freshen(store, others[k])
        end: cython.int = store.groups[others[k]].count
        find_near_parts(store, others[k], around, 0.0, 0.0, address(near))
        j = next_near(address(near), 0, end)
        while j < end:
            if overlap(
                around,
                row_shapes.box_of_part(store, others[k], shape_pair.part_of(store, others[k], j)),
            ):
                for i in range(store.groups[row].count):
                    if not marks[i] and roles_meet(store, chosen, False, row, i, others[k], j):
                        marks[i] = 1
                        some = True
            j = next_near(address(near), j + 1, end)
    return some


def box_of_marked(store: Store, row: cython.int, marks: pointer(cython.const[cython.char])) -> Box:
    """The bounding box of the marked parts of an up-to-date row."""
    result: Box
    i: cython.int
    result.left = result.top = INFINITY
    result.right = result.bottom = -INFINITY
    for i in range(store.groups[row].count):
        part: pointer(Part) = shape_pair.part_of(store, row, i)
        if marks[i] and part.kind != NOTHING:
            box: BoxRef = row_shapes.box_of_part(store, row, part)
            result.left = min(result.left, box.left)
            result.top = min(result.top, box.top)
            result.right = max(result.right, box.right)
            result.bottom = max(result.bottom, box.bottom)
    return result
