"""How far apart two rows are, or how deep in each other, and where they are nearest.

Of rows of many parts those are looked at first that are near. See `contact_search` about pushes.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.box_tests import gap_between, overlap
from cython.cimports.spritecol._engine.narrow_phase import distances, shape_pair
from cython.cimports.spritecol._engine.narrow_phase.nearest_points import Nearest, swap_if
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import (
    PartPairs,
    ShapePair,
    ShapePairRef,
)
from cython.cimports.spritecol._engine.narrow_phase.short_way import BUDGET
from cython.cimports.spritecol._engine.pairs import PairList, first_of, new_pairs, second_of
from cython.cimports.spritecol._engine.pipeline import contact_search
from cython.cimports.spritecol._engine.pipeline.contact_search import ShapeContact, TwoShapes
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import Part, PartRef
from cython.cimports.spritecol._engine.storage.store import RowFilterRef, Store
from cython.cimports.spritecol._engine.transform import near_parts, rows
from cython.cimports.spritecol._engine.transform.near_parts import NearPair
from cython.cimports.spritecol._support.libc import INFINITY, NAN


@C.cfunc
@C.exceptval(check=False)
def nearest_parts(
    store: Store, pair: ShapePairRef, out: C.pointer(Nearest), parts: C.p_int
) -> C.void:
    """Write what the nearest two parts of two rows give, if they are nearer than `out.distance`.

    `parts` is which two they are.
    """
    a: C.int = pair.a
    b: C.int = pair.b
    near: NearPair
    reach: C.double
    some: Nearest
    if (  # as most sprites are
        store.records[a].count == 1
        and store.records[b].count == 1
        and not shape_pair.pair_needs_role_test(store, pair)
    ):
        parts[0] = parts[1] = 0
        put_if_nearer(store, shape_pair.part_of(store, a, 0), shape_pair.part_of(store, b, 0), out)
        return
    start: Nearest = out[0]
    box: BoxRef = store.boxes + b
    i: C.int = near_parts.find_some_part(store, a, box, C.address(reach))
    box = store.part_boxes + shape_pair.part_of(store, a, i).box if i >= 0 else store.boxes + a
    other_reach: C.double
    j: C.int = near_parts.find_some_part(store, b, box, C.address(other_reach))
    if j >= 0:
        reach = other_reach
    if reach < INFINITY:
        part: C.pointer(Part) = shape_pair.part_of(store, a, max(0, i))
        other: C.pointer(Part) = shape_pair.part_of(store, b, max(0, j))
        if layout.NOTHING not in (part.kind, other.kind):
            distances.parts_distance(part, other, store.pool, C.address(some))
            if some.distance > 0.0:
                reach = contact_search.wider(store, pair, some.distance)
    while True:  # with many parts, those that are near first
        out[0] = start
        near_parts.find_parts_within(store, a, store.boxes + b, reach, C.address(near.a))
        near_parts.find_parts_within(store, b, store.boxes + a, reach, C.address(near.b))
        nearest_of_near_parts(store, pair, C.address(near), reach, out, parts)
        if (near.a.all and near.b.all) or out.distance < reach or reach == INFINITY:
            return
        reach *= 4.0


@C.cfunc
@C.exceptval(check=False)
def nearest_of_near_parts(
    store: Store,
    pair: ShapePairRef,
    near_pair: C.pointer(C.const[NearPair]),
    reach: C.double,
    out: C.pointer(Nearest),
    nearest: C.p_int,
) -> C.void:
    """`nearest_parts` of those parts of both rows that are near, if they are within a reach."""
    parts: PartPairs
    shape_pair.begin_pairs(
        store, C.address(parts), pair, near_pair, contact_search.wider(store, pair, reach)
    )
    while shape_pair.next_pair(store, C.address(parts)):
        if gap_between(parts.box, parts.other_box) >= out.distance:
            continue
        if put_if_nearer(store, parts.part, parts.other, out):
            nearest[0] = parts.i
            nearest[1] = parts.j
            if parts.reach < INFINITY:
                parts.reach = min(
                    parts.reach, contact_search.wider(store, pair, max(0.0, out.distance))
                )


@C.cfunc
@C.inline
@C.exceptval(check=False)
def put_if_nearer(store: Store, part: PartRef, other: PartRef, out: C.pointer(Nearest)) -> C.bint:
    """Write the distance of two parts if they are nearer than `out.distance`."""
    near: Nearest
    distances.parts_distance(part, other, store.pool, C.address(near))
    if not near.distance < out.distance:
        return False
    if near.distance <= 0.0:
        distances.touching_points(part, other, store.pool, C.address(near))
    out[0] = near
    return True


@C.cfunc
@C.exceptval(check=False)
def nearest_in_order(
    store: Store, pair: ShapePairRef, out: C.pointer(Nearest), parts: C.p_int
) -> C.void:
    """`nearest_parts`, computed in the order of `is_computed_first`."""
    swapped: C.bint = not contact_search.is_computed_first(store, pair)
    asked: ShapePair = shape_pair.swapped_shapes(pair) if swapped else pair[0]
    nearest_parts(store, C.address(asked), out, parts)
    swap_if(swapped, out)
    if swapped:
        parts[0], parts[1] = parts[1], parts[0]


@C.cfunc
@C.exceptval(check=False)
def can_hit(store: Store, chosen: RowFilterRef, a: C.int, b: C.int) -> C.bint:
    """Whether two rows that are up to date could hit in some place."""
    return (
        a != b
        and store.boxes[a].left < store.boxes[a].right
        and store.boxes[b].left < store.boxes[b].right
        and not (
            (chosen is C.NULL or chosen.by_layers) and store.layered and not store.layers_meet(a, b)
        )
    )


def put_gap(
    store: Store,
    chosen: RowFilterRef,
    a: C.int,
    b: C.int,
    out: C.pointer(Nearest),
    part: C.p_int,
) -> C.void:
    """Write the distance of two rows and its points; if they hit, only a distance of -1.

    `part` is the part of row `b` that is nearest. See `rows_distance`.
    """
    parts: C.int[2]
    rows.freshen(store, a)
    rows.freshen(store, b)
    out.distance = INFINITY
    out.nx = 0.0
    out.ny = -1.0
    out.ax = out.ay = out.bx = out.by = NAN
    part[0] = 0
    if not can_hit(store, chosen, a, b):
        return
    if overlap(store.boxes + a, store.boxes + b) and shape_pair.any_shapes_hit(store, chosen, a, b):
        out.distance = -1.0
        return
    pair: ShapePair = shape_pair.whole_rows(store, a, b)
    pair.chosen = chosen
    parts[0] = parts[1] = 0
    nearest_in_order(store, C.address(pair), out, parts)
    part[0] = parts[1]
    if out.distance == INFINITY:  # of the shapes, none counts; swapping them negates the normal
        out.ny = -1.0
    # Touching parts may seem to overlap, by rounding.
    if out.distance < 0.0:
        out.distance = 0.0
        out.bx = out.ax
        out.by = out.ay
    out.nx += 0.0  # 0.0 instead of -0.0
    out.ny += 0.0


def put_nearest_place(
    trial: TwoShapes,
    chosen: RowFilterRef,
    a: C.int,
    b: C.int,
    out: C.pointer(Nearest),
    shape: C.pointer(C.Py_ssize_t),
) -> C.int:
    """Write the distance of two rows, 0 if they hit, and which shape of row `b` is nearest.

    Its nearest point is (`bx`, `by`). If they hit, that is a point inside the overlap of the first
    two shapes that hit.
    """
    store: Store = trial.store
    contact: ShapeContact
    part: C.int
    put_gap(store, chosen, a, b, out, C.address(part))
    if out.distance == INFINITY:
        return 0
    shape[0] = shape_pair.shape_of(store, b, part)
    if out.distance >= 0.0:
        return 0
    out.distance = 0.0
    pair: ShapePair = shape_pair.first_shapes(store, chosen, a, b, False)
    found: PairList = new_pairs(C.NULL)
    contact_search.find_shapes_that_hit(store, C.address(pair), found)
    if found.count == 0:
        return 0
    shape_pair.put_shape_of(
        store, a, first_of(found.items[0]), C.address(pair.first_a), C.address(pair.count_a)
    )
    shape_pair.put_shape_of(
        store, b, second_of(found.items[0]), C.address(pair.first_b), C.address(pair.count_b)
    )
    contact_search.put_contact(trial, C.address(pair), C.address(contact))
    shape[0] = shape_pair.shape_of(store, b, pair.first_b)
    out.bx = contact.points[0]
    out.by = contact.points[1]
    return 0


def rows_distance(
    trial: TwoShapes,
    chosen: RowFilterRef,
    a: C.int,
    b: C.int,
    out: C.pointer(Nearest),
) -> C.int:
    """The distance of two rows, minus the depth of all their shapes if they hit.

    It is infinite if they cannot hit: the same row twice, no shapes that count, disabled, or,
    without a filter, layers apart. The order is the same as in `put_contact`, so that swapping the
    two negates the normal.
    """
    store: Store = trial.store
    contact: ShapeContact
    part: C.int
    put_gap(store, chosen, a, b, out, C.address(part))
    if out.distance >= 0.0:
        return 0
    out.distance = INFINITY
    pair: ShapePair = shape_pair.whole_rows(store, a, b)  # all shapes of a row count as one
    pair.chosen = chosen
    trial.cells.budget = BUDGET
    size: C.double = contact_search.put_push_of_rows(
        trial, chosen, a, b, INFINITY, C.address(contact)
    )
    put_points_of_push(
        store, C.address(pair), C.address(contact), contact_search.CLEAR_GAP * size, out
    )
    out.distance = -contact.depth
    out.nx = contact.nx
    out.ny = contact.ny
    out.bx = out.ax + contact.depth * contact.nx
    out.by = out.ay + contact.depth * contact.ny
    return 0


@C.cfunc
@C.exceptval(check=False)
def put_points_of_push(
    store: Store,
    pair: ShapePairRef,
    push: C.pointer(C.const[ShapeContact]),
    gap: C.double,
    out: C.pointer(Nearest),
) -> C.void:
    """Write the point of row `a` that is deepest in row `b`: where they touch after the push.

    The deepest two of several parts may lead another way. So the row is moved, and by a gap more,
    since of parts that overlap only by rounding, any corner may be the deepest. Of many parts only
    those are moved that are near then: nearly the gap is left between the two.
    """
    parts: C.int[2]
    near: NearPair
    a: C.int = pair.a
    if pair.count_a == 1 and pair.count_b == 1:
        nearest_in_order(store, pair, out, parts)
        return
    start: Nearest = out[0]
    x: C.double = store.x[a]
    y: C.double = store.y[a]
    box: Box = store.boxes[a]
    dx: C.double = push.nx * (push.depth + gap)
    dy: C.double = push.ny * (push.depth + gap)
    reach: C.double = 8.0 * gap
    while True:
        store.x[a] = x + dx
        store.y[a] = y + dy
        store.boxes[a].left = box.left + dx
        store.boxes[a].top = box.top + dy
        store.boxes[a].right = box.right + dx
        store.boxes[a].bottom = box.bottom + dy
        near_parts.find_pair_within(store, a, pair.b, reach, C.address(near))
        out[0] = start
        shape_pair.put_near(store, a, x + dx, y + dy, C.address(near.a))
        nearest_of_near_parts(store, pair, C.address(near), reach, out, parts)
        shape_pair.put_near(store, a, x, y, C.address(near.a))
        store.boxes[a] = box
        if (near.a.all and near.b.all) or out.distance < reach:
            break
        reach *= 4.0
    out.ax = out.bx - push.depth * push.nx
    out.ay = out.by - push.depth * push.ny
