"""Which pairs of rows began to hit on the straight ways along which both have come.

Only the motion of one row relative to the other counts. So one of them is placed where that motion
began, and swept to where it is now, while the other rests where it is now. Boxes around the whole
ways decide which pairs are worth a sweep.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box, BoxRef, BoxView
from cython.cimports.spritecol._engine.box_tests import box_view
from cython.cimports.spritecol._engine.memory import MemoryBlock, borrow, give_back
from cython.cimports.spritecol._engine.narrow_phase import shape_pair
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import ShapePair
from cython.cimports.spritecol._engine.pairs import (
    GIVEN,
    SWAPPED,
    Pair,
    PairList,
    first_of,
    new_pairs,
    pair_of,
    second_of,
)
from cython.cimports.spritecol._engine.pipeline import stages
from cython.cimports.spritecol._engine.pipeline.row_index import KeptIndex, Workspace, workspace_of
from cython.cimports.spritecol._engine.storage.store import RowFilter, RowFilterRef, Store, may_hit
from cython.cimports.spritecol._engine.sweeps.candidates import (
    begin_sweep,
    slack_of,
    soonest_by_boxes,
    usual_rules,
    way_box,
)
from cython.cimports.spritecol._engine.sweeps.impact import (
    ImpactList,
    Motion,
    Sweep,
    SweepRules,
    SweepWay,
)
from cython.cimports.spritecol._engine.sweeps.sweep import find_impacts
from cython.cimports.spritecol._engine.tolerances import ULP
from cython.cimports.spritecol._engine.transform.rows import freshen_all
from cython.cimports.spritecol._support.libc import INFINITY, fabs

Crossing = C.struct(
    # How one row of a pair has moved, as the other one sees it.
    row=C.int,
    other=C.pointer(C.const[C.int]),  # the other row
    x=C.double,  # where it was
    y=C.double,
    dx=C.double,
    dy=C.double,
)


def find_crossings(
    store: Store,
    a: C.pointer(C.const[Travelers]),
    kept_a: KeptIndex | None,
    b: C.pointer(C.const[Travelers]),
    kept_b: KeptIndex | None,
    known: PairList,
    selected: RowFilterRef,
    by_shape: C.bint,
    pairs: PairList,
    impacts: ImpactList,
) -> C.int:
    """Add the pairs of positions that began to hit on their ways, in order; and how they met.

    A pair is added with its first impact or, `by_shape`, once for each impact of two shapes. If
    `a` and `b` are the same, pairs i < j within them are found. Those in `known`, which is sorted,
    are not looked for. `by_shape`, `known` has those that hit now, and they are looked for if they
    have several shapes. `kept_a` and `kept_b` are up-to-date indexes of the rows, or None.
    `selected` is the filter of `may_hit`.
    """
    crossing: Crossing
    k: C.Py_ssize_t
    passed: C.Py_ssize_t = 0  # how many known pairs come before this one
    chosen: RowFilter = selected[0]
    found: ImpactList = ImpactList()
    candidates: PairList = new_pairs(C.address(workspace_of(store).scratch))
    find_near_ways(store, a, kept_a, b, kept_b, candidates)
    for k in range(candidates.count):
        pair: Pair = candidates.items[k]
        one: C.int = a.rows[first_of(pair)]
        other: C.int = b.rows[second_of(pair)]
        while passed < known.count and known.items[passed] < pair:
            passed += 1
        is_known: C.bint = passed < known.count and known.items[passed] == pair
        if is_known and not (by_shape and have_shapes(store, C.address(chosen), one, other)):
            continue
        if one == other:
            continue
        crossing = crossing_way(store, a, first_of(pair), b, second_of(pair))
        if not may_have_met(store, C.address(crossing)) or not may_hit(
            store, selected, one, other, a == b
        ):
            continue
        chosen.second_asks = crossing.row != one
        sweep_to_present(store, C.address(crossing), C.address(chosen), by_shape, found)
        chosen.second_asks = False
        add_crossing(pair, found, pairs, impacts)
    return 0


@C.cfunc
@C.exceptval(-1)
def add_crossing(pair: Pair, found: ImpactList, pairs: PairList, impacts: ImpactList) -> C.int:
    """Add a pair once for each impact."""
    i: C.Py_ssize_t
    if not pairs.reserve(found.count):
        raise MemoryError
    for i in range(found.count):
        pairs.items[pairs.count] = pair
        pairs.count += 1
        impacts.add(found.items + i)
    return 0


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def have_shapes(store: Store, chosen: RowFilterRef, one: C.int, other: C.int) -> C.bint:
    """Whether either of two rows has several shapes that may hit."""
    shapes: ShapePair = shape_pair.first_chosen(store, chosen, one, other, False)
    return not shape_pair.are_whole(store, C.address(shapes))


@C.cfunc
@C.exceptval(-1)
def find_near_ways(
    store: Store,
    a: C.pointer(C.const[Travelers]),
    kept_a: KeptIndex | None,
    b: C.pointer(C.const[Travelers]),
    kept_b: KeptIndex | None,
    found: PairList,
) -> C.int:
    """Add the pairs of positions whose boxes, each round a whole way, overlap; sorted."""
    workspace: Workspace = workspace_of(store)
    k: C.Py_ssize_t
    freshen_all(store, a.rows, a.count)
    freshen_all(store, b.rows, b.count)
    a_moved: C.bint = have_moved(store, a)
    b_moved: C.bint = a_moved if a == b else have_moved(store, b)
    if not (a_moved or b_moved):
        return 0
    block: MemoryBlock = borrow(C.address(workspace.scratch), (a.count + b.count) * C.sizeof(Box))
    if block.memory is C.NULL:
        raise MemoryError
    boxes_a: C.pointer(Box) = C.cast(C.pointer(Box), block.memory)
    boxes_b: C.pointer(Box) = boxes_a + a.count
    put_way_boxes(store, a, boxes_a)
    view_a: BoxView = box_view(boxes_a, C.NULL, a.count)
    view_b: BoxView = box_view(boxes_b, C.NULL, b.count)
    try:
        if a == b:
            stages.box_pairs_within(workspace, C.address(view_a), found)
        elif kept_b is not None and not b_moved:
            for k in range(a.count):
                kept_b.query(boxes_a + k, k, GIVEN, found)
        else:
            put_way_boxes(store, b, boxes_b)
            if kept_a is not None and not a_moved:
                for k in range(b.count):
                    kept_a.query(boxes_b + k, k, SWAPPED, found)
            else:
                stages.box_pairs_between(workspace, C.address(view_a), C.address(view_b), found)
    finally:
        give_back(C.address(workspace.scratch), block)
    return found.sort(a.count, b.count)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def have_moved(store: Store, travelers: C.pointer(C.const[Travelers])) -> C.bint:
    """Whether any row has a way."""
    k: C.Py_ssize_t
    for k in range(travelers.count):
        if (
            store.x[travelers.rows[k]] != travelers.starts[2 * k]
            or store.y[travelers.rows[k]] != travelers.starts[2 * k + 1]
        ):
            return True
    return False


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_way_boxes(
    store: Store, travelers: C.pointer(C.const[Travelers]), boxes: C.pointer(Box)
) -> C.void:
    """Write for each row a box round all places of its box on its way."""
    back: Motion
    k: C.Py_ssize_t
    for k in range(travelers.count):
        row: C.int = travelers.rows[k]
        box: BoxRef = store.boxes + row
        back.dx = travelers.starts[2 * k] - store.x[row]
        back.dy = travelers.starts[2 * k + 1] - store.y[row]
        boxes[k] = box[0]
        if box.left <= box.right:
            way_box(box, C.address(back), slack_of(C.address(back), box), boxes + k)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def crossing_way(
    store: Store,
    a: C.pointer(C.const[Travelers]),
    i: C.Py_ssize_t,
    b: C.pointer(C.const[Travelers]),
    j: C.Py_ssize_t,
) -> Crossing:
    """How the row at `i` has moved, or the other one if only that has a way."""
    one: C.int = a.rows[i]
    other: C.int = b.rows[j]
    x: C.double = a.starts[2 * i]
    y: C.double = a.starts[2 * i + 1]
    way_x: C.double = store.x[one] - x
    way_y: C.double = store.y[one] - y
    dx: C.double = store.x[other] - b.starts[2 * j]
    dy: C.double = store.y[other] - b.starts[2 * j + 1]
    if way_x == 0.0 and way_y == 0.0:
        return Crossing(other, a.rows + i, b.starts[2 * j], b.starts[2 * j + 1], dx, dy)
    if dx != 0.0 or dy != 0.0:
        way_x = difference(way_x, dx, x, store.x[one], store.x[other])
        way_y = difference(way_y, dy, y, store.y[one], store.y[other])
        x = store.x[one] - way_x
        y = store.y[one] - way_y
    return Crossing(one, b.rows + j, x, y, way_x, way_y)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def may_have_met(store: Store, crossing: C.pointer(C.const[Crossing])) -> C.bint:
    """False if they certainly did not meet."""
    motion: Motion
    motion.x = crossing.x
    motion.y = crossing.y
    motion.dx = crossing.dx
    motion.dy = crossing.dy
    if motion.dx == 0.0 and motion.dy == 0.0:
        return False
    box: Box = row_box_at(store, crossing.row, motion.x, motion.y)
    slack: C.double = slack_of(C.address(motion), C.address(box))
    other: BoxRef = store.boxes + crossing.other[0]
    return soonest_by_boxes(C.address(motion), slack, C.address(box), other) < INFINITY


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def row_box_at(store: Store, row: C.int, x: C.double, y: C.double) -> Box:
    """The box that a row has at a place."""
    result: Box = store.boxes[row]
    result.left += x - store.x[row]
    result.right += x - store.x[row]
    result.top += y - store.y[row]
    result.bottom += y - store.y[row]
    return result


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def difference(
    way: C.double, other_way: C.double, start: C.double, end: C.double, other_end: C.double
) -> C.double:
    """The difference of two ways along an axis: 0 if it comes from the rounding of the places.

    So what has been moved by the same way does not move past each other.
    """
    rest: C.double = way - other_way
    noise: C.double = ULP * (
        fabs(start) + fabs(end) + fabs(other_end) + fabs(other_end - other_way)
    )
    return rest if fabs(rest) > noise else 0.0


@C.cfunc
@C.exceptval(-1)
def sweep_to_present(
    store: Store,
    crossing: C.pointer(C.const[Crossing]),
    chosen: RowFilterRef,
    by_shape: C.bint,
    found: ImpactList,
) -> C.int:
    """Find the first impact, or all, on the way of a row to where it is. It is put back there."""
    sweep: Sweep
    found.count = 0
    way: SweepWay = SweepWay(crossing.dx, crossing.dy, 0.0, False, 0.0)
    rules: SweepRules = usual_rules(crossing.other, 1)
    rules.chosen = chosen
    rules.one_way = False  # whether two sprites hit does not depend on a way
    candidate: Pair = pair_of(0, 0)
    row: C.int = crossing.row
    x: C.double = store.x[row]
    y: C.double = store.y[row]
    angle: C.double = store.records[row].angle
    shape_pair.place_row(store, row, crossing.x, crossing.y, angle)
    try:
        begin_sweep(store, C.address(sweep), row, C.address(way), C.address(rules))
        sweep.candidates = C.address(candidate)
        sweep.count = 1
        find_impacts(store, C.address(sweep), found if by_shape else None)
        if sweep.found and not by_shape:
            found.add(C.address(sweep.first))
    finally:
        shape_pair.place_row(store, row, x, y, angle)
    return 0
