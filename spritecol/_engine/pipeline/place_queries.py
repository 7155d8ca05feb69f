"""Questions about a place: which rows meet a point, a box, a circle or a row; the nearest.

A place is a `Probe`, one part that belongs to no row, with its box. The exact tests are the tests
of a check, so a probe hits the same rows as a sprite of that shape.

The nearest row is found by the distance to the shapes of a row, which is 0 inside. A point asks, or
a row does: only how they measure differs. A walk calls a function for each row whose box is near
enough, with a limit beyond which nothing counts any more: the distance of the last of the best.
These are in a heap, the worst on top. A row among the others may have many of them in its box. So
the rows along its parts are gathered within a reach, which grows until nothing beyond it can be
among the best.
"""

import cython as C
from cython.cimports.cpython.pyport import PY_SSIZE_T_MAX
from cython.cimports.spritecol._engine import box_tests
from cython.cimports.spritecol._engine.box import Box, BoxRef, BoxView
from cython.cimports.spritecol._engine.narrow_phase.distances import (
    distance_between,
    distance_of_point,
)
from cython.cimports.spritecol._engine.narrow_phase.kernel_table import numbers_overlap
from cython.cimports.spritecol._engine.narrow_phase.nearest_points import Nearest
from cython.cimports.spritecol._engine.pairs import GIVEN, PairList, first_of, pair_of, second_of
from cython.cimports.spritecol._engine.pipeline.row_distances import put_gap, put_nearest_place
from cython.cimports.spritecol._engine.pipeline.row_index import KeptIndex, index_for, workspace_of
from cython.cimports.spritecol._engine.pipeline.stages import box_pairs_between
from cython.cimports.spritecol._engine.pointers import Numbers, Rows
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import Outline, Part, RowRecord
from cython.cimports.spritecol._engine.storage.store import (
    RowFilterRef,
    Store,
    passes,
    role_passes,
    row_needs_role_test,
)
from cython.cimports.spritecol._engine.transform import near_parts
from cython.cimports.spritecol._engine.transform.near_parts import NearParts
from cython.cimports.spritecol._engine.transform.rows import freshen, freshen_all
from cython.cimports.spritecol._engine.transform.world_parts import extent, put_thin_way
from cython.cimports.spritecol._support.libc import INFINITY, fabs, qsort, sqrt


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def probe_hits(
    store: Store,
    probe: C.pointer(C.const[Probe]),
    box: BoxRef,
    row_filter: RowFilterRef,
    row: C.int,
) -> C.bint:
    """The shape AABB filter and the narrow phase, for a probe and a row whose boxes overlap.

    The row passes the filter, and only its shapes that also pass count.
    """
    record: C.pointer(RowRecord) = C.address(store.records[row])
    near: NearParts
    tests_roles: C.bint = row_needs_role_test(store, row_filter, row)
    i: C.int
    k: C.int
    near_parts.find_parts_within(store, row, box, 0.0, C.address(near))
    k = near_parts.next_near(C.address(near), 0, record.count)
    while k < record.count:
        i = k
        k = near_parts.next_near(C.address(near), i + 1, record.count)
        part: C.pointer(Part) = store.parts + record.first + i
        if record.count > 1 and (
            part.kind == layout.NOTHING or not box_tests.overlap(box, store.part_boxes + part.box)
        ):
            continue
        if tests_roles and not role_passes(store, row_filter, row, i):
            continue
        if numbers_overlap(
            probe.kind, probe.numbers, probe.count, part.kind, store.pool + part.first, part.count
        ):
            return True
    return False


def put_point(probe: C.pointer(Probe), box: C.pointer(Box), x: C.double, y: C.double) -> C.void:
    """Write the probe for a point, and its box."""
    probe.kind = layout.POINT
    probe.count = 1
    probe.numbers[0] = box.left = box.right = x
    probe.numbers[1] = box.top = box.bottom = y
    box_tests.widen(box)


def put_box_probe(
    probe: C.pointer(Probe),
    box: C.pointer(Box),
    left: C.double,
    top: C.double,
    right: C.double,
    bottom: C.double,
) -> C.void:
    """Write the probe for a box; a flat one is the segment or point that it has become."""
    if left == right and top == bottom:
        put_point(probe, box, left, top)
        return
    probe.kind = layout.SEGMENT if left == right or top == bottom else layout.BOX
    probe.count = 2
    probe.numbers[0] = box.left = left
    probe.numbers[1] = box.top = top
    probe.numbers[2] = box.right = right
    probe.numbers[3] = box.bottom = bottom
    box_tests.widen(box)


def put_circle_probe(
    probe: C.pointer(Probe), box: C.pointer(Box), x: C.double, y: C.double, radius: C.double
) -> C.void:
    """Write the probe for a circle; one of radius 0 is a point."""
    if radius == 0.0:
        put_point(probe, box, x, y)
        return
    probe.kind = layout.CIRCLE
    probe.count = 1
    probe.numbers[0] = x
    probe.numbers[1] = y
    probe.numbers[2] = radius
    box.left = x - radius
    box.top = y - radius
    box.right = x + radius
    box.bottom = y + radius
    box_tests.widen(box)


@C.cfunc
def find_rows_near(
    store: Store,
    box: BoxRef,
    rows: Rows,
    count: C.Py_ssize_t,
    kept: KeptIndex | None,
    out: PairList,
) -> C.int:
    """Add (0, position) for the rows whose boxes overlap a box, in any order."""
    k: C.Py_ssize_t
    if kept is not None:
        kept.query(box, 0, GIVEN, out)
        return 0
    freshen_all(store, rows, count)
    if not out.reserve(count):
        raise MemoryError
    for k in range(count):
        if box_tests.overlap(box, store.boxes + rows[k]):
            out.items[out.count] = pair_of(0, k)
            out.count += 1
    return 0


def rows_inside(
    store: Store, question: PlaceQuestionRef, kept: KeptIndex | None, out: PairList
) -> C.int:
    """Add (0, position) for the rows of which no shape reaches beyond a box, in order."""
    k: C.Py_ssize_t
    found: C.Py_ssize_t = 0
    rows: Rows = question.rows
    row_filter: RowFilterRef = question.row_filter
    box: BoxRef = question.boxes
    around: Box = box[0]
    around.left = box_tests.next_down(box.left)  # what is flat may lie on the border
    around.top = box_tests.next_down(box.top)
    around.right = box_tests.next_up(box.right)
    around.bottom = box_tests.next_up(box.bottom)
    find_rows_near(store, C.address(around), rows, question.row_count, kept, out)
    for k in range(out.count):
        row: C.int = rows[second_of(out.items[k])]
        if passes(row_filter, store, row) and is_inside(
            store, row_filter, row, box, C.address(around)
        ):
            out.items[found] = out.items[k]
            found += 1
    out.count = found
    return out.sort(1, question.row_count)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def box_is_within(box: BoxRef, outer: BoxRef) -> C.bint:
    """Whether no point of a box is outside of another."""
    return (
        outer.left <= box.left
        and outer.top <= box.top
        and box.right <= outer.right
        and box.bottom <= outer.bottom
    )


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def is_inside(
    store: Store,
    row_filter: RowFilterRef,
    row: C.int,
    box: BoxRef,
    around: BoxRef,
) -> C.bint:
    """Whether all shapes of a row that count are within a box, and any counts.

    `around` is wider than the box by one step, like the boxes of flat shapes.
    """
    exact: Box
    i: C.int
    some: C.bint = row_needs_role_test(store, row_filter, row)
    if not some:
        if box_is_within(store.boxes + row, box):
            return True
        if not box_is_within(store.boxes + row, around):
            return False
    found: C.bint = False
    record: C.pointer(RowRecord) = C.address(store.records[row])
    for i in range(record.count):
        part: C.pointer(Part) = store.parts + record.first + i
        if part.kind == layout.NOTHING or (some and not role_passes(store, row_filter, row, i)):
            continue
        extent(part, store.pool + part.first, C.address(exact))
        if not box_is_within(C.address(exact), box):
            return False
        found = True
    return found


def rows_at_probes(
    store: Store, question: PlaceQuestionRef, kept: KeptIndex | None, out: PairList
) -> C.int:
    """Add (i, position) for the rows that meet probe i, ordered by i, then position."""
    i: C.Py_ssize_t
    if kept is not None:
        for i in range(question.probe_count):
            kept.query(question.boxes + i, i, GIVEN, out)
    else:
        freshen_all(store, question.rows, question.row_count)
        view: BoxView = box_tests.box_view(question.boxes, C.NULL, question.probe_count)
        row_view: BoxView = box_tests.box_view(store.boxes, question.rows, question.row_count)
        box_pairs_between(workspace_of(store), C.address(view), C.address(row_view), out)
    keep_probed(store, question, out)
    return out.sort(question.probe_count, question.row_count)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def keep_probed(store: Store, question: PlaceQuestionRef, pairs: PairList) -> C.void:
    """Drop the pairs (probe, position) that do not hit, or that the filter keeps out."""
    found: C.Py_ssize_t = 0
    k: C.Py_ssize_t
    for k in range(pairs.count):
        i: C.Py_ssize_t = first_of(pairs.items[k])
        row: C.int = question.rows[second_of(pairs.items[k])]
        if passes(question.row_filter, store, row) and probe_hits(
            store, question.probes + i, question.boxes + i, question.row_filter, row
        ):
            pairs.items[found] = pairs.items[k]
            found += 1
    pairs.count = found


BOX_ROUNDING = C.declare(C.double, 1.000000001)
"""A box counts as this much nearer: its distance and that of a shape in it are both rounded."""

Search = C.struct(
    # What the walk from one point, or one row, carries along. The store is borrowed.
    store=C.p_void,
    start=Box,  # of the row; the point
    point=C.double[2],
    question=C.pointer(C.const[NearQuestion]),
    best=C.pointer(NearAnswer),  # a heap: each is worse than the two below it
    found=C.Py_ssize_t,
    limit=C.double,
)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def comes_after(a: C.pointer(C.const[NearAnswer]), b: C.pointer(C.const[NearAnswer])) -> C.bint:
    """Whether an answer comes after another: by distance, then by position."""
    if a.distance != b.distance:
        return a.distance > b.distance
    return a.position > b.position


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def compare_near_answers(a: C.pointer(C.const[C.void]), b: C.pointer(C.const[C.void])) -> C.int:
    """Compare two answers, for qsort."""
    x: C.pointer(C.const[NearAnswer]) = C.cast(C.pointer(C.const[NearAnswer]), a)
    y: C.pointer(C.const[NearAnswer]) = C.cast(C.pointer(C.const[NearAnswer]), b)
    return comes_after(x, y) - comes_after(y, x)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_in_heap(search: C.pointer(Search), answer: C.pointer(C.const[NearAnswer])) -> C.void:
    """Add an answer to the best ones; if they are too many then, drop the worst."""
    heap: C.pointer(NearAnswer) = search.best
    most: C.Py_ssize_t = search.question.most
    i: C.Py_ssize_t
    if search.found < most:
        i = search.found
        search.found += 1
        while i > 0 and comes_after(answer, heap + ((i - 1) >> 1)):
            heap[i] = heap[(i - 1) >> 1]
            i = (i - 1) >> 1
    else:
        if not comes_after(heap, answer):
            return
        i = 0
        while True:
            child: C.Py_ssize_t = 2 * i + 1
            if child >= most:
                break
            if child + 1 < most and comes_after(heap + child + 1, heap + child):
                child += 1
            if not comes_after(heap + child, answer):
                break
            heap[i] = heap[child]
            i = child
    heap[i] = answer[0]
    if search.found == most:
        search.limit = min(search.limit, heap[0].distance)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def first_reach(store: Store, search: C.pointer(Search), row: C.int, box: BoxRef) -> C.double:
    """How far to look at first for a row's part that is nearest to the point, which has a box.

    If the row has few parts, infinity. Else the distance of one that is near.
    """
    nearest: Nearest
    reach: C.double
    i: C.int = near_parts.find_some_part(store, row, box, C.address(reach))
    if i >= 0 and not (
        row_needs_role_test(store, search.question.row_filter, row)
        and not role_passes(store, search.question.row_filter, row, i)
    ):
        part: C.pointer(Part) = store.parts + store.records[row].first + i
        kind: C.int = (
            layout.SEGMENT if part.kind == layout.SEAM else part.kind
        )  # the shape is no farther
        distance_between(
            layout.POINT,
            search.point,
            1,
            kind,
            store.pool + part.first,
            part.count,
            C.address(nearest),
        )
        if 0.0 < nearest.distance < reach:
            reach = nearest.distance * BOX_ROUNDING
    return reach


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def visit_circle(circle: Numbers, item: C.Py_ssize_t, search: C.pointer(Search)) -> C.void:
    """Measure the distance of a row that is one circle, and keep it if it is among the best."""
    nearest: Nearest
    answer: NearAnswer
    dx: C.double = circle[0] - search.point[0]
    dy: C.double = circle[1] - search.point[1]
    away: C.double = sqrt(dx * dx + dy * dy)
    if away > (search.limit + circle[2]) * BOX_ROUNDING:
        return
    nearest.distance = 0.0
    if away * BOX_ROUNDING >= circle[2]:  # else it is inside beyond doubt
        distance_between(
            layout.POINT, search.point, 1, layout.CIRCLE, circle, 1, C.address(nearest)
        )
    if nearest.distance <= 0.0:
        nearest.distance = 0.0
        nearest.bx = search.point[0]
        nearest.by = search.point[1]
    answer.position = item
    answer.shape = 0
    answer.distance = nearest.distance
    answer.x = nearest.bx
    answer.y = nearest.by
    if answer.distance <= search.limit:
        put_in_heap(search, C.address(answer))


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_nearest_of_parts(
    store: Store,
    row: C.int,
    box: BoxRef,
    search: C.pointer(Search),
    near: C.pointer(C.const[NearParts]),
    answer: C.pointer(NearAnswer),
) -> C.void:
    """Write distance, shape and place of the nearest of those parts of a row that are near a box.

    The box is the point's box.
    """
    nearest: Nearest
    record: C.pointer(RowRecord) = C.address(store.records[row])
    some: C.bint = row_needs_role_test(store, search.question.row_filter, row)
    answer.distance = INFINITY
    answer.shape = answer.x = answer.y = 0
    i: C.int = near_parts.next_near(near, 0, record.count)
    while i < record.count and answer.distance > 0.0:
        part: C.pointer(Part) = store.parts + record.first + i
        if (
            record.count == 1
            or part.kind == layout.NOTHING
            or box_tests.gap_between(box, store.part_boxes + part.box)
            <= answer.distance * BOX_ROUNDING
        ) and (not some or role_passes(store, search.question.row_filter, row, i)):
            distance_of_point(search.point, part, store.pool, C.address(nearest))
            if nearest.distance <= 0.0:
                nearest.distance = 0.0
                nearest.bx = search.point[0]
                nearest.by = search.point[1]
            if nearest.distance < answer.distance:
                answer.distance = nearest.distance
                answer.shape = C.cast(Outline, record.outline).parts[i].shape
                answer.x = nearest.bx
                answer.y = nearest.by
        i = near_parts.next_near(near, i + 1, record.count)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def measure_row(store: Store, item: C.Py_ssize_t, search: C.pointer(Search)) -> C.void:
    """Measure the distance of one row, and keep it if it is among the best."""
    row: C.int = search.question.rows[item]
    answer: NearAnswer
    if not passes(search.question.row_filter, store, row):
        return
    answer.position = item
    if store.single_part[row] >= 0:  # most sprites of many games
        visit_circle(store.pool + store.single_part[row], item, search)
        return
    near: NearParts
    box: Box
    box.left = box.right = search.point[0]
    box.top = box.bottom = search.point[1]
    reach: C.double = first_reach(store, search, row, C.address(box))
    near.all = reach == INFINITY
    while True:  # with many parts, those that are near first
        if not near.all:
            near_parts.find_parts_within(store, row, C.address(box), reach, C.address(near))
        put_nearest_of_parts(store, row, C.address(box), search, C.address(near), C.address(answer))
        if (
            near.all
            or answer.distance * BOX_ROUNDING <= reach
            or reach > search.limit * BOX_ROUNDING
        ):
            break
        reach *= 4.0
    if answer.distance <= search.question.max_distance and answer.distance < INFINITY:
        put_in_heap(search, C.address(answer))


@C.cfunc
@C.exceptval(check=False)
def measure_from_row(store: Store, item: C.Py_ssize_t, search: C.pointer(Search)) -> C.void:
    """Measure the distance of one row from the asking row, and keep it if it is among the best."""
    near: Nearest
    answer: NearAnswer
    part: C.int
    question: C.pointer(C.const[NearQuestion]) = search.question
    row: C.int = question.rows[item]
    if not passes(question.row_filter, store, row):
        return
    if search.found == question.most and search.limit == 0.0 and search.best[0].position < item:
        return  # it cannot come before those that are hit
    put_gap(store, question.row_filter, question.asker, row, C.address(near), C.address(part))
    if near.distance == INFINITY:
        return
    answer.position = item
    answer.shape = -1
    answer.distance = max(0.0, near.distance)
    answer.x = answer.y = 0.0
    if answer.distance <= search.limit:
        put_in_heap(search, C.address(answer))


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def measure_at(item: C.Py_ssize_t, at: C.double, context: C.p_void) -> C.double:
    """Measure one row; returns the distance beyond which nothing counts."""
    search: C.pointer(Search) = C.cast(C.pointer(Search), context)
    if search.question.asker < 0:
        measure_row(C.cast(Store, search.store), item, search)
        return search.limit
    with C.gil:
        measure_from_row(C.cast(Store, search.store), item, search)
    return search.limit * BOX_ROUNDING


@C.cfunc
@C.inline
@C.exceptval(check=False)
def measure_if_near(store: Store, item: C.Py_ssize_t, search: C.pointer(Search)) -> C.void:
    """Measure one row if its box is within the limit."""
    start: BoxRef = C.address(search.start)
    box: BoxRef = store.boxes + search.question.rows[item]
    if box.left > box.right:
        return  # it cannot hit
    dx: C.double = max(0.0, box.left - start.right, start.left - box.right)
    dy: C.double = max(0.0, box.top - start.bottom, start.top - box.bottom)
    if sqrt(dx * dx + dy * dy) > search.limit * BOX_ROUNDING:
        return
    if search.question.asker < 0:
        measure_row(store, item, search)
    else:
        measure_from_row(store, item, search)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def put_answers(
    columns: C.pointer(C.const[NearColumns]),
    i: C.Py_ssize_t,
    answers: C.pointer(C.const[NearAnswer]),
    count: C.Py_ssize_t,
) -> C.void:
    """Write the answers to a point; more than there are rows may be wanted."""
    positions: C.pointer(C.Py_ssize_t) = columns.positions + i * columns.wanted
    distances: C.p_double = columns.distances + i * columns.wanted
    k: C.Py_ssize_t
    for k in range(columns.wanted):
        positions[k] = answers[k].position if k < count else -1
        distances[k] = answers[k].distance if k < count else INFINITY


@C.cfunc
@C.exceptval(check=False)
def sort_results(search: C.pointer(Search)) -> C.void:
    """Sort the results of a search, and mark missing results."""
    k: C.Py_ssize_t
    if search.found > 1:
        qsort(search.best, search.found, C.sizeof(NearAnswer), compare_near_answers)
    for k in range(search.found, search.question.most):
        search.best[k].position = -1
        search.best[k].shape = -1
        search.best[k].distance = INFINITY


# --- near a row -----------------------------------------------------------------------------------

ONE_BY_ONE = C.declare(C.int, 64)
"""A row of more parts looks in its box, and not along each part."""


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def widen_by_rounding(box: C.pointer(Box), reach: C.double) -> C.void:
    """Widen a box on all sides, by more than the distance of shapes is rounded."""
    reach *= BOX_ROUNDING
    box.left -= reach
    box.top -= reach
    box.right += reach
    box.bottom += reach


@C.cfunc
def find_rows_around(
    store: Store,
    asker: C.int,
    reach: C.double,
    kept: KeptIndex,
    count: C.Py_ssize_t,
    out: PairList,
) -> C.int:
    """Add (0, position) for the rows whose boxes are within a reach of a row, in order.

    Each part of the row is searched along itself, because the box of a slanted part contains many
    distant boxes.
    """
    record: C.pointer(RowRecord) = C.address(store.records[asker])
    around: Box = store.boxes[asker]
    dx: C.double = 0.0
    dy: C.double = 0.0
    i: C.int
    k: C.Py_ssize_t
    found: C.Py_ssize_t = 0
    out.count = 0
    if record.count > ONE_BY_ONE:
        widen_by_rounding(C.address(around), reach)
        kept.query(C.address(around), 0, GIVEN, out)
    else:
        for i in range(record.count):
            part: C.pointer(Part) = store.parts + record.first + i
            if part.kind != layout.NOTHING:
                put_thin_way(
                    part, store.pool + part.first, C.address(around), C.address(dx), C.address(dy)
                )
                widen_by_rounding(C.address(around), reach)
                kept.query_way(C.address(around), dx, dy, PY_SSIZE_T_MAX, out)
    out.sort(1, count)
    for k in range(out.count):
        if found == 0 or out.items[found - 1] != out.items[k]:
            out.items[found] = out.items[k]
            found += 1
    out.count = found
    return 0


@C.cfunc
def find_all_rows(store: Store, rows: Rows, count: C.Py_ssize_t, out: PairList) -> C.int:
    """Add (0, position) for all rows, brought up to date."""
    k: C.Py_ssize_t
    freshen_all(store, rows, count)
    out.count = 0
    if not out.reserve(count):
        raise MemoryError
    for k in range(count):
        out.items[k] = pair_of(0, k)
    out.count = count
    return 0


@C.cfunc
@C.exceptval(check=False)
def index_bounds(kept: KeptIndex) -> Box:
    """A box around all members of an index."""
    bounds: Box = box_tests.inverted_box()
    k: C.Py_ssize_t
    for k in range(kept.resting.level_count):
        box_tests.include_box(C.address(bounds), C.address(kept.resting.levels[k].bounds))
    for k in range(kept.loose.level_count):
        box_tests.include_box(C.address(bounds), C.address(kept.loose.levels[k].bounds))
    for k in range(kept.tail_count):
        box_tests.include_box(C.address(bounds), kept.boxes + kept.tail[k])
    return bounds


@C.cfunc
@C.exceptval(check=False)
def first_reach_of(
    kept: KeptIndex, bounds: BoxRef, count: C.Py_ssize_t, most: C.Py_ssize_t
) -> C.double:
    """How far from a row to look at first, if all members of an index are in some bounds.

    It is about as far as so many of them are, and no wider than the smallest nodes.
    """
    area: C.double = (bounds.right - bounds.left) * (bounds.bottom - bounds.top)
    ring: C.double = 0.5 * sqrt(area * most / max(1, count))
    if kept.resting.level_count:
        ring = min(ring, kept.resting.smallest_side)
    return ring


@C.cfunc
def look_around_row(
    store: Store, kept: KeptIndex, bounds: BoxRef, found: PairList, search: C.pointer(Search)
) -> C.int:
    """Measure the members of an index within a reach of a row, which grows until no others can be
    among the best.

    The row looks along each of its parts: its box may hold many members.
    """
    k: C.Py_ssize_t
    question: C.pointer(C.const[NearQuestion]) = search.question
    box: BoxRef = C.address(search.start)
    farthest: C.double = max(fabs(bounds.left - box.right), fabs(bounds.right - box.left)) + max(
        fabs(bounds.top - box.bottom), fabs(bounds.bottom - box.top)
    )
    reach: C.double = first_reach_of(kept, bounds, question.row_count, question.most)
    if not reach > 0.0:
        reach = farthest
    while True:
        search.found = 0
        search.limit = question.max_distance
        reach = min(reach, question.max_distance)
        find_rows_around(store, question.asker, reach, kept, question.row_count, found)
        for k in range(found.count):
            measure_if_near(store, second_of(found.items[k]), search)
        if search.limit <= reach or reach >= farthest:
            return 0
        # What is known to be near enough limits how far the next look goes.
        reach = min(2.0 * reach, farthest) if search.found < question.most else search.limit


def nearest_rows(
    store: Store,
    points: Numbers,
    count: C.Py_ssize_t,
    question: C.pointer(C.const[NearQuestion]),
    kept: KeptIndex | None,
    found: PairList,
    answers: C.pointer(NearAnswer),
    columns: C.pointer(C.const[NearColumns]),
) -> C.int:
    """Find the `most` nearest rows of each point (x, y), ordered by distance, then position; or of
    the asking row, once.

    `kept` is an up-to-date index of the rows, or None. With `columns`, the answers are written to
    them, and `answers` needs room for the answers of one point only. The shapes and points of the
    answers for a row are left open: see `put_nearest_places`.
    """
    search: Search
    bounds: Box
    i: C.Py_ssize_t
    k: C.Py_ssize_t
    is_row: C.bint = question.asker >= 0
    search.store = C.cast(C.p_void, store)
    search.question = question
    index: KeptIndex = index_for(store, question.rows, question.row_count, kept, count)
    for i in range(count):
        if is_row:
            freshen(store, question.asker)
            search.start = store.boxes[question.asker]
        else:
            search.point[0] = search.start.left = search.start.right = points[2 * i]
            search.point[1] = search.start.top = search.start.bottom = points[2 * i + 1]
        search.best = answers if columns is not C.NULL else answers + i * question.most
        search.found = 0
        search.limit = question.max_distance
        if is_row and not search.start.left < search.start.right:
            pass  # nothing of it can hit
        elif index is None:
            for k in range(question.row_count):
                measure_if_near(store, k, C.address(search))
        else:
            if is_row:
                bounds = index_bounds(index)
            if is_row and box_tests.gap_between(C.address(search.start), C.address(bounds)) <= 0.0:
                look_around_row(store, index, C.address(bounds), found, C.address(search))
            else:
                index.walk_nearest(
                    C.address(search.start),
                    question.most,
                    search.limit,
                    measure_at,
                    C.address(search),
                )
        sort_results(C.address(search))
        if columns is not C.NULL:
            put_answers(columns, i, search.best, question.most)
    return 0


def put_nearest_places(
    store: Store,
    asker: C.int,
    row_filter: RowFilterRef,
    rows: Rows,
    count: C.Py_ssize_t,
    answers: C.pointer(NearAnswer),
) -> C.int:
    """Write which shape of each row is nearest to another row, and where."""
    near: Nearest
    k: C.Py_ssize_t
    for k in range(count):
        if answers[k].position >= 0:
            put_nearest_place(
                workspace_of(store).two_shapes,
                row_filter,
                asker,
                rows[answers[k].position],
                C.address(near),
                C.address(answers[k].shape),
            )
            answers[k].x = near.bx
            answers[k].y = near.by
    return 0


def rows_within(
    store: Store, question: PlaceQuestionRef, kept: KeptIndex | None, out: PairList
) -> C.int:
    """Add (0, position) for the rows less than a distance from a row, or that hit it, in order."""
    asker: C.int = question.asker
    distance: C.double = question.distance
    row_filter: RowFilterRef = question.row_filter
    near: Nearest
    part: C.int
    k: C.Py_ssize_t
    found: C.Py_ssize_t = 0
    freshen(store, asker)
    if not store.boxes[asker].left < store.boxes[asker].right:
        return 0
    if kept is None:
        find_all_rows(store, question.rows, question.row_count, out)
    else:
        find_rows_around(store, asker, distance, kept, question.row_count, out)
    for k in range(out.count):
        row: C.int = question.rows[second_of(out.items[k])]
        if box_tests.gap_between(
            store.boxes + asker, store.boxes + row
        ) <= distance * BOX_ROUNDING and passes(row_filter, store, row):
            put_gap(store, row_filter, asker, row, C.address(near), C.address(part))
            if near.distance < distance:
                out.items[found] = out.items[k]
                found += 1
    out.count = found
    return 0
