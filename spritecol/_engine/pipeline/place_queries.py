"""Questions about a place: which rows meet a point, a box, a circle or a row; the nearest.

A place is a `Probe`, one part that belongs to no row, with its box. The exact tests are those of a
check, so a probe hits what a sprite of that shape would hit.

What is nearest is told by the distance to the shapes of a row, which is 0 inside. From a point, a
walk calls a function for each row whose box is near enough, with a limit beyond which nothing
counts any more:
the distance of the last of the best. These are in a heap, the worst on top. From a row, the rows
within a reach are gathered, and the reach grows until nothing beyond it can be among the best.
"""

import cython
from cython import (
    NULL,
    Py_ssize_t,
    address,
    bint,
    cast,
    cfunc,
    declare,
    double,
    exceptval,
    inline,
    nogil,
    p_double,
    p_void,
    pointer,
    sizeof,
    struct,
)
from cython.cimports.cpython.pyport import PY_SSIZE_T_MAX
from cython.cimports.spritecol._engine.box import Box, BoxRef, BoxView
from cython.cimports.spritecol._engine.box_tests import (
    gap_between,
    include_box,
    inverted_box,
    overlap,
    step_down,
    step_up,
    view_of,
    widen,
)
from cython.cimports.spritecol._engine.narrow_phase.distances import Nearest, distance_between
from cython.cimports.spritecol._engine.narrow_phase.shape_filter import (
    Probe,
    probe_overlaps,
)
from cython.cimports.spritecol._engine.pairs import GIVEN, first_of, pair_of, second_of
from cython.cimports.spritecol._engine.pipeline.contact_search import put_gap, put_nearest_place
from cython.cimports.spritecol._engine.pipeline.row_index import index_for, workspace_of
from cython.cimports.spritecol._engine.pipeline.stages import box_pairs_between
from cython.cimports.spritecol._engine.pointers import Numbers, Rows
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import CollisionGroup, Outline, Part
from cython.cimports.spritecol._engine.storage.row_tests import passes, row_needs_role_test
from cython.cimports.spritecol._engine.storage.store import (
    RowFilterRef,
    Store,
    role_passes,
)
from cython.cimports.spritecol._engine.transform import nearness
from cython.cimports.spritecol._engine.transform.near_parts import NearParts
from cython.cimports.spritecol._engine.transform.rows import freshen, freshen_all
from cython.cimports.spritecol._engine.transform.world_parts import extent, put_thin_way
from cython.cimports.spritecol._support.libc import INFINITY, fabs, qsort, sqrt


def put_point(probe: pointer(Probe), box: pointer(Box), x: double, y: double) -> cython.void:
    """Write the probe for a point, and its box."""
    probe.kind = layout.POINT
    probe.count = 1
    probe.numbers[0] = box.left = box.right = x
    probe.numbers[1] = box.top = box.bottom = y
    widen(box)


def put_box(
    probe: pointer(Probe),
    box: pointer(Box),
    left: double,
    top: double,
    right: double,
    bottom: double,
) -> cython.void:
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
    widen(box)


def put_circle(
    probe: pointer(Probe), box: pointer(Box), x: double, y: double, radius: double
) -> cython.void:
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
    widen(box)


@cfunc
def find_rows_near(
    store: Store,
    box: BoxRef,
    rows: Rows,
    count: Py_ssize_t,
    kept: KeptIndex | None,
    out: PairList,
) -> cython.int:
    """Add (0, position) for the rows whose boxes overlap a box, in any order."""
    k: Py_ssize_t
    if kept is not None:
        kept.query(box, 0, GIVEN, out)
        return 0
    freshen_all(store, rows, count)
    if not out.reserve(count):
        raise MemoryError
    for k in range(count):
        if overlap(box, store.boxes + rows[k]):
            out.items[out.count] = pair_of(0, k)
            out.count += 1
    return 0


def rows_inside(
    store: Store,
    box: BoxRef,
    rows: Rows,
    count: Py_ssize_t,
    kept: KeptIndex | None,
    row_filter: RowFilterRef,
    out: PairList,
) -> cython.int:
    """Add (0, position) for the rows of which no shape reaches beyond a box, in order."""
    k: Py_ssize_t
    found: Py_ssize_t = 0
    around: Box = box[0]
    around.left = step_down(box.left)  # what is flat may lie on the border
    around.top = step_down(box.top)
    around.right = step_up(box.right)
    around.bottom = step_up(box.bottom)
    find_rows_near(store, address(around), rows, count, kept, out)
    for k in range(out.count):
        row: cython.int = rows[second_of(out.items[k])]
        if passes(row_filter, store, row) and is_inside(
            store, row_filter, row, box, address(around)
        ):
            out.items[found] = out.items[k]
            found += 1
    out.count = found
    return out.sort(1, count)


@cfunc
@inline
@nogil
@exceptval(check=False)
def is_within(box: BoxRef, outer: BoxRef) -> bint:
    """Whether no point of a box is outside of another."""
    return (
        outer.left <= box.left
        and outer.top <= box.top
        and box.right <= outer.right
        and box.bottom <= outer.bottom
    )


@cfunc
@nogil
@exceptval(check=False)
def is_inside(
    store: Store,
    row_filter: RowFilterRef,
    row: cython.int,
    box: BoxRef,
    around: BoxRef,
) -> bint:
    """Whether all shapes of a row that count are within a box, and any counts.

    `around` is wider than the box by one step, as the boxes of what is flat are.
    """
    exact: Box
    i: cython.int
    some: bint = row_needs_role_test(store, row_filter, row)
    if not some:
        if is_within(store.boxes + row, box):
            return True
        if not is_within(store.boxes + row, around):
            return False
    found: bint = False
    group: pointer(CollisionGroup) = address(store.groups[row])
    for i in range(group.count):
        part: pointer(Part) = store.parts + group.first + i
        if part.kind == layout.NOTHING or (some and not role_passes(store, row_filter, row, i)):
            continue
        extent(part, store.pool + part.first, address(exact))
        if not is_within(address(exact), box):
            return False
        found = True
    return found


def rows_at_probes(
    store: Store,
    probes: pointer(cython.const[Probe]),
    boxes: BoxRef,
    probe_count: Py_ssize_t,
    rows: Rows,
    count: Py_ssize_t,
    kept: KeptIndex | None,
    row_filter: RowFilterRef,
    out: PairList,
) -> cython.int:
    """Add (i, position) for the rows that meet probe i, ordered by i, then position.

    `kept` is an up-to-date index of these rows, or None.
    """
    i: Py_ssize_t
    if kept is not None:
        for i in range(probe_count):
            kept.query(boxes + i, i, GIVEN, out)
    else:
        freshen_all(store, rows, count)
        view: BoxView = view_of(boxes, NULL, probe_count)
        row_view: BoxView = view_of(store.boxes, rows, count)
        box_pairs_between(workspace_of(store), address(view), address(row_view), out)
    keep_probed(store, probes, boxes, rows, row_filter, out)
    return out.sort(probe_count, count)


@cfunc
@nogil
@exceptval(check=False)
def keep_probed(
    store: Store,
    probes: pointer(cython.const[Probe]),
    boxes: BoxRef,
    rows: Rows,
    row_filter: RowFilterRef,
    pairs: PairList,
) -> cython.void:
    """Drop the pairs (probe, position) that do not hit, or that the filter keeps out."""
    found: Py_ssize_t = 0
    k: Py_ssize_t
    for k in range(pairs.count):
        question: Py_ssize_t = first_of(pairs.items[k])
        row: cython.int = rows[second_of(pairs.items[k])]
        if passes(row_filter, store, row) and probe_overlaps(
            store, probes + question, boxes + question, row_filter, row
        ):
            pairs.items[found] = pairs.items[k]
            found += 1
    pairs.count = found


BOX_ROUNDING = declare(double, 1.000000001)
"""A box counts as this much nearer: its distance and that of a shape in it are both rounded."""

Search = struct(
    # What the walk from one point carries along. The store is borrowed.
    store=p_void,
    point=double[2],
    question=pointer(cython.const[NearQuestion]),
    best=pointer(NearAnswer),  # a heap: each is worse than the two below it
    found=Py_ssize_t,
    limit=double,
)


@cfunc
@inline
@nogil
@exceptval(check=False)
def comes_after(a: pointer(cython.const[NearAnswer]), b: pointer(cython.const[NearAnswer])) -> bint:
    """Whether an answer comes after another: by distance, then by position."""
    if a.distance != b.distance:
        return a.distance > b.distance
    return a.position > b.position


@cfunc
@nogil
@exceptval(check=False)
def compare_near_answers(
    a: pointer(cython.const[cython.void]), b: pointer(cython.const[cython.void])
) -> cython.int:
    """Compare two answers, for qsort."""
    x: pointer(cython.const[NearAnswer]) = cast(pointer(cython.const[NearAnswer]), a)
    y: pointer(cython.const[NearAnswer]) = cast(pointer(cython.const[NearAnswer]), b)
    return comes_after(x, y) - comes_after(y, x)


@cfunc
@nogil
@exceptval(check=False)
def put_in_heap(search: pointer(Search), answer: pointer(cython.const[NearAnswer])) -> cython.void:
    """Add an answer to the best ones; if they are too many then, drop the worst."""
    heap: pointer(NearAnswer) = search.best
    most: Py_ssize_t = search.question.most
    i: Py_ssize_t
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
            child: Py_ssize_t = 2 * i + 1
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


@cfunc
@nogil
@exceptval(check=False)
def first_reach(store: Store, search: pointer(Search), row: cython.int, box: BoxRef) -> double:
    """How far to look at first for a row's part that is nearest to the point, which has a box.

    If the row has few parts, infinity. Else the distance of one that is near.
    """
    nearest: Nearest
    reach: double
    i: cython.int = nearness.find_some_part(store, row, box, address(reach))
    if i >= 0 and not (
        row_needs_role_test(store, search.question.row_filter, row)
        and not role_passes(store, search.question.row_filter, row, i)
    ):
        part: pointer(Part) = store.parts + store.groups[row].first + i
        kind: cython.int = (
            layout.SEGMENT if part.kind == layout.SEAM else part.kind
        )  # the shape is no farther
        distance_between(
            layout.POINT,
            search.point,
            1,
            kind,
            store.pool + part.first,
            part.count,
            address(nearest),
        )
        if 0.0 < nearest.distance < reach:
            reach = nearest.distance * BOX_ROUNDING
    return reach


@cfunc
@inline
@nogil
@exceptval(check=False)
def visit_circle(circle: Numbers, item: Py_ssize_t, search: pointer(Search)) -> cython.void:
    """Measure the distance of a row that is one circle, and keep it if it is among the best."""
    nearest: Nearest
    answer: NearAnswer
    dx: double = circle[0] - search.point[0]
    dy: double = circle[1] - search.point[1]
    away: double = sqrt(dx * dx + dy * dy)
    if away > (search.limit + circle[2]) * BOX_ROUNDING:
        return
    nearest.distance = 0.0
    if away * BOX_ROUNDING >= circle[2]:  # else it is inside beyond doubt
        distance_between(layout.POINT, search.point, 1, layout.CIRCLE, circle, 1, address(nearest))
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
        put_in_heap(search, address(answer))


@cfunc
@nogil
@exceptval(check=False)
def put_nearest_of_parts(
    store: Store,
    row: cython.int,
    box: BoxRef,
    search: pointer(Search),
    near: pointer(cython.const[NearParts]),
    answer: pointer(NearAnswer),
) -> cython.void:
    """Write distance, shape and place of the nearest of those parts of a row that are near a box.

    The box is that of the point.
    """
    nearest: Nearest
    group: pointer(CollisionGroup) = address(store.groups[row])
    some: bint = row_needs_role_test(store, search.question.row_filter, row)
    answer.distance = INFINITY
    answer.shape = answer.x = answer.y = 0
    i: cython.int = nearness.next_near(near, 0, group.count)
    while i < group.count and answer.distance > 0.0:
        part: pointer(Part) = store.parts + group.first + i
        if (
            group.count == 1
            or part.kind == layout.NOTHING
            or gap_between(box, store.part_boxes + part.box) <= answer.distance * BOX_ROUNDING
        ) and (not some or role_passes(store, search.question.row_filter, row, i)):
            distance_between(
                layout.POINT,
                search.point,
                1,
                part.kind,
                store.pool + part.first,
                part.count,
                address(nearest),
            )
            if nearest.distance <= 0.0:
                nearest.distance = 0.0
                nearest.bx = search.point[0]
                nearest.by = search.point[1]
            if nearest.distance < answer.distance:
                answer.distance = nearest.distance
                answer.shape = cast(Outline, group.outline).parts[i].shape
                answer.x = nearest.bx
                answer.y = nearest.by
        i = nearness.next_near(near, i + 1, group.count)


@cfunc
@inline
@nogil
@exceptval(check=False)
def visit_row(store: Store, item: Py_ssize_t, search: pointer(Search)) -> cython.void:
    """Measure the distance of one row, and keep it if it is among the best."""
    row: cython.int = search.question.rows[item]
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
    reach: double = first_reach(store, search, row, address(box))
    near.all = reach == INFINITY
    while True:  # with many parts, those that are near first
        if not near.all:
            nearness.find_parts_within(store, row, address(box), reach, address(near))
        put_nearest_of_parts(store, row, address(box), search, address(near), address(answer))
        if (
            near.all
            or answer.distance * BOX_ROUNDING <= reach
            or reach > search.limit * BOX_ROUNDING
        ):
            break
        reach *= 4.0
    if answer.distance <= search.question.max_distance and answer.distance < INFINITY:
        put_in_heap(search, address(answer))


@cfunc
@nogil
@exceptval(check=False)
def walk_rows(store: Store, search: pointer(Search)) -> cython.void:
    """Visit every row whose box is no farther than the limit."""
    k: Py_ssize_t
    for k in range(search.question.row_count):
        box: pointer(Box) = store.boxes + search.question.rows[k]
        if box.left > box.right:
            continue  # it cannot hit
        dx: double = max(0.0, box.left - search.point[0], search.point[0] - box.right)
        dy: double = max(0.0, box.top - search.point[1], search.point[1] - box.bottom)
        if sqrt(dx * dx + dy * dy) <= search.limit * BOX_ROUNDING:
            visit_row(store, k, search)


@cfunc
@nogil
@exceptval(check=False)
def visit(item: Py_ssize_t, at: double, context: p_void) -> double:
    """Measure one row; returns the distance beyond which nothing counts."""
    search: pointer(Search) = cast(pointer(Search), context)
    visit_row(cast(Store, search.store), item, search)
    return search.limit


@cfunc
@inline
@nogil
@exceptval(check=False)
def put_answers(
    columns: pointer(cython.const[NearColumns]),
    i: Py_ssize_t,
    answers: pointer(cython.const[NearAnswer]),
    count: Py_ssize_t,
) -> cython.void:
    """Write the answers to a point; more than there are rows may be wanted."""
    positions: pointer(Py_ssize_t) = columns.positions + i * columns.wanted
    distances: p_double = columns.distances + i * columns.wanted
    k: Py_ssize_t
    for k in range(columns.wanted):
        positions[k] = answers[k].position if k < count else -1
        distances[k] = answers[k].distance if k < count else INFINITY


@cfunc
@exceptval(check=False)
def put_in_order(search: pointer(Search)) -> cython.void:
    """Sort what a search has found, and say of what is missing that it is."""
    k: Py_ssize_t
    if search.found > 1:
        qsort(search.best, search.found, sizeof(NearAnswer), compare_near_answers)
    for k in range(search.found, search.question.most):
        search.best[k].position = -1
        search.best[k].shape = -1
        search.best[k].distance = INFINITY


def nearest_rows(
    store: Store,
    points: Numbers,
    count: Py_ssize_t,
    question: pointer(cython.const[NearQuestion]),
    kept: KeptIndex | None,
    answers: pointer(NearAnswer),
    columns: pointer(cython.const[NearColumns]),
) -> cython.int:
    """Find the `most` nearest rows of each point (x, y), ordered by distance, then position.

    `kept` is an up-to-date index of the rows, or None. With `columns` the answers are written to
    them, and `answers` needs room for those of one point only.
    """
    search: Search
    i: Py_ssize_t
    search.store = cast(p_void, store)
    search.question = question
    index: KeptIndex = index_for(store, question.rows, question.row_count, kept, count)
    for i in range(count):
        search.point[0] = points[2 * i]
        search.point[1] = points[2 * i + 1]
        search.best = answers if columns is not NULL else answers + i * question.most
        search.found = 0
        search.limit = question.max_distance
        if index is not None:
            index.walk_nearest(
                search.point[0],
                search.point[1],
                question.most,
                search.limit,
                visit,
                address(search),
            )
        else:
            walk_rows(store, address(search))
        put_in_order(address(search))
        if columns is not NULL:
            put_answers(columns, i, search.best, question.most)
    return 0


# --- near a row -----------------------------------------------------------------------------------

ONE_BY_ONE = declare(cython.int, 64)
"""A row of more parts looks in its box, and not along each part."""


@cfunc
@inline
@nogil
@exceptval(check=False)
def spread(box: pointer(Box), reach: double) -> cython.void:
    """Widen a box on all sides, by more than the distance of shapes is rounded."""
    reach *= BOX_ROUNDING
    box.left -= reach
    box.top -= reach
    box.right += reach
    box.bottom += reach


@cfunc
def find_rows_around(
    store: Store, asker: cython.int, reach: double, kept: KeptIndex, out: PairList
) -> cython.int:
    """Add (0, position) for the rows whose boxes are within a reach of a row, in order.

    Each part of the row looks along itself: the box of what is slanted holds much that is far.
    """
    group: pointer(CollisionGroup) = address(store.groups[asker])
    around: Box = store.boxes[asker]
    dx: double = 0.0
    dy: double = 0.0
    i: cython.int
    k: Py_ssize_t
    found: Py_ssize_t = 0
    out.count = 0
    if group.count > ONE_BY_ONE:
        spread(address(around), reach)
        kept.query(address(around), 0, GIVEN, out)
    else:
        for i in range(group.count):
            part: pointer(Part) = store.parts + group.first + i
            if part.kind != layout.NOTHING:
                put_thin_way(
                    part, store.pool + part.first, address(around), address(dx), address(dy)
                )
                spread(address(around), reach)
                kept.query_way(address(around), dx, dy, PY_SSIZE_T_MAX, out)
    out.sort(1, kept.count)
    for k in range(out.count):
        if found == 0 or out.items[found - 1] != out.items[k]:
            out.items[found] = out.items[k]
            found += 1
    out.count = found
    return 0


@cfunc
def find_all_rows(store: Store, rows: Rows, count: Py_ssize_t, out: PairList) -> cython.int:
    """Add (0, position) for all rows, brought up to date."""
    k: Py_ssize_t
    freshen_all(store, rows, count)
    out.count = 0
    if not out.reserve(count):
        raise MemoryError
    for k in range(count):
        out.items[k] = pair_of(0, k)
    out.count = count
    return 0


@cfunc
@exceptval(check=False)
def visit_from_row(
    store: Store, asker: cython.int, item: Py_ssize_t, search: pointer(Search)
) -> cython.void:
    """Measure the distance of one row from another one, and keep it if it is among the best."""
    near: Nearest
    answer: NearAnswer
    part: cython.int
    row: cython.int = search.question.rows[item]
    gap: double = gap_between(store.boxes + asker, store.boxes + row)
    if gap > search.limit * BOX_ROUNDING or not passes(search.question.row_filter, store, row):
        return
    full: bint = search.found == search.question.most
    if full and search.limit == 0.0 and search.best[0].position < item:
        return  # it cannot come before those that are hit
    put_gap(store, search.question.row_filter, asker, row, address(near), address(part))
    if near.distance == INFINITY:
        return
    answer.position = item
    answer.shape = -1
    answer.distance = max(0.0, near.distance)
    answer.x = answer.y = 0.0
    if answer.distance <= search.limit:
        put_in_heap(search, address(answer))


@cfunc
@exceptval(check=False)
def bounds_of(kept: KeptIndex) -> Box:
    """A box around all members of an index."""
    bounds: Box = inverted_box()
    k: Py_ssize_t
    for k in range(kept.resting.level_count):
        include_box(address(bounds), address(kept.resting.levels[k].bounds))
    for k in range(kept.loose.level_count):
        include_box(address(bounds), address(kept.loose.levels[k].bounds))
    for k in range(kept.tail_count):
        include_box(address(bounds), kept.boxes + kept.tail[k])
    return bounds


@cfunc
@exceptval(check=False)
def first_reach_of(kept: KeptIndex, bounds: BoxRef, gap: double, most: Py_ssize_t) -> double:
    """How far from a row to look at first, if all members of an index are in some bounds.

    It is about as far as so many of them are, and no wider than the smallest nodes.
    """
    area: double = (bounds.right - bounds.left) * (bounds.bottom - bounds.top)
    ring: double = 0.5 * sqrt(area * most / max(1, kept.count))
    if kept.resting.level_count:
        ring = min(ring, kept.resting.smallest_side)
    return max(0.0, gap) + ring


def nearest_rows_to_row(
    store: Store,
    asker: cython.int,
    question: pointer(cython.const[NearQuestion]),
    kept: KeptIndex | None,
    found: PairList,
    answers: pointer(NearAnswer),
) -> cython.int:
    """Find the `most` rows that are nearest to another one, by distance, then position.

    `kept` is an up-to-date index of the rows, or None.
    """
    search: Search
    near: Nearest
    k: Py_ssize_t
    reach: double = INFINITY
    farthest: double = INFINITY
    freshen(store, asker)
    box: pointer(Box) = store.boxes + asker
    search.store = cast(p_void, store)
    search.question = question
    search.best = answers
    search.found = 0
    if not box.left < box.right:
        put_in_order(address(search))
        return 0
    if kept is not None:
        bounds: Box = bounds_of(kept)
        farthest = max(fabs(bounds.left - box.right), fabs(bounds.right - box.left)) + max(
            fabs(bounds.top - box.bottom), fabs(bounds.bottom - box.top)
        )
        reach = first_reach_of(
            kept, address(bounds), gap_between(box, address(bounds)), question.most
        )
        if not reach > 0.0:
            reach = farthest
    while True:
        search.found = 0
        search.limit = question.max_distance
        reach = min(reach, question.max_distance)
        if kept is None:
            find_all_rows(store, question.rows, question.row_count, found)
        else:
            find_rows_around(store, asker, reach, kept, found)
        for k in range(found.count):
            visit_from_row(store, asker, second_of(found.items[k]), address(search))
        if kept is None or search.limit <= reach or reach >= farthest:
            break
        # What is known to be near enough limits how far the next look goes.
        reach = min(2.0 * reach, farthest) if search.found < question.most else search.limit
    put_in_order(address(search))
    for k in range(search.found):
        put_nearest_place(
            store,
            question.row_filter,
            asker,
            question.rows[answers[k].position],
            address(near),
            address(answers[k].shape),
        )
        answers[k].x = near.bx
        answers[k].y = near.by
    return 0


def rows_within(
    store: Store,
    asker: cython.int,
    distance: double,
    rows: Rows,
    count: Py_ssize_t,
    kept: KeptIndex | None,
    row_filter: RowFilterRef,
    out: PairList,
) -> cython.int:
    """Add (0, position) for the rows that are less than a distance from a row, or hit it, in order.

    `kept` is an up-to-date index of the rows, or None.
    """
    near: Nearest
    part: cython.int
    k: Py_ssize_t
    found: Py_ssize_t = 0
    freshen(store, asker)
    if not store.boxes[asker].left < store.boxes[asker].right:
        return 0
    if kept is None:
        find_all_rows(store, rows, count, out)
    else:
        find_rows_around(store, asker, distance, kept, out)
    for k in range(out.count):
        row: cython.int = rows[second_of(out.items[k])]
        if gap_between(
            store.boxes + asker, store.boxes + row
        ) <= distance * BOX_ROUNDING and passes(row_filter, store, row):
            put_gap(store, row_filter, asker, row, address(near), address(part))
            if near.distance < distance:
                out.items[found] = out.items[k]
                found += 1
    out.count = found
    return 0
