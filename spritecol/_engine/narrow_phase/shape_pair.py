"""Two shapes of two rows, and whether they hit: also with a row placed elsewhere for a moment.

The parts of a shape follow each other, and so do the shapes of a row. Most rows have one shape. The
header goes through the pairs of shapes that count, by their layers and names, and through the pairs
of near parts of two shapes: all questions about two rows use these loops. `skip_far_shapes` leaves
out shapes without near parts, in rows of which one has many.

One-way shapes side by side are like one: `next_at_front` finds those that continue the front of
another.

To place a row, its pose is changed and its world geometry is computed as for a check. Watchers are
not notified. No user code runs before the row is put back.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.box_tests import overlap, overlap_branch_free
from cython.cimports.spritecol._engine.narrow_phase.distances import distance_of_point
from cython.cimports.spritecol._engine.narrow_phase.hit_kernels import overlap_turned_boxes
from cython.cimports.spritecol._engine.narrow_phase.kernel_table import parts_overlap
from cython.cimports.spritecol._engine.narrow_phase.nearest_points import Nearest
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import ONE_WAY, Outline, Part, RowRecord
from cython.cimports.spritecol._engine.storage.store import RowFilterRef, Store
from cython.cimports.spritecol._engine.transform import near_parts
from cython.cimports.spritecol._engine.transform.near_parts import NearPair, NearParts
from cython.cimports.spritecol._engine.transform.rows import is_front, put_direction, refresh
from cython.cimports.spritecol._support.libc import INFINITY

WORTH_LOOKING = C.declare(C.int, 4 * layout.MANY_PARTS)
"""Parts of a row. To compare the boxes of fewer takes no longer than to look for the near ones, as
for two stars of 20 parts each."""


def skip_far_shapes(
    store: Store, pair: C.pointer(ShapePair), near: C.pointer(C.const[NearPair])
) -> C.void:
    """`skip_far`, of rows of which one has many parts."""
    some: C.bint = pair.count_a and pair_needs_role_test(store, pair)
    while pair.count_a:
        end_a: C.int = store.records[pair.a].count
        end_b: C.int = store.records[pair.b].count
        part: C.int = near_parts.next_near(C.address(near.b), pair.first_b, end_b)
        # With no more of row `b`, on to the next shape of row `a`.
        start: C.int = pair.first_a + (pair.count_a if part == end_b else 0)
        own_part: C.int = near_parts.next_near(C.address(near.a), start, end_a)
        if own_part == end_a:
            pair.count_a = 0
        elif own_part >= pair.first_a + pair.count_a:
            put_shape_of(store, pair.a, own_part, C.address(pair.first_a), C.address(pair.count_a))
            put_shape_of(store, pair.b, 0, C.address(pair.first_b), C.address(pair.count_b))
        elif part >= pair.first_b + pair.count_b:
            put_shape_of(store, pair.b, part, C.address(pair.first_b), C.address(pair.count_b))
        elif some and not pair_roles_meet(store, pair, pair.first_a, pair.first_b):
            step_shapes(store, pair)
        else:
            return


def distance_to(
    store: Store, row: C.int, first: C.int, count: C.int, x: C.double, y: C.double
) -> C.double:
    """The distance of (x, y) from a shape of an up-to-date row; below 0 inside of a part."""
    point: C.double[2]
    nearest: Nearest
    result: C.double = INFINITY
    i: C.int
    point[0] = x
    point[1] = y
    for i in range(first, first + count):
        part: C.pointer(Part) = part_of(store, row, i)
        if part.kind not in (layout.NOTHING, layout.SEAM):
            distance_of_point(point, part, store.pool, C.address(nearest))
            result = min(result, nearest.distance)
    return result


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def lone_parts_overlap(store: Store, a: C.int, b: C.int) -> C.bint:
    """Whether two rows hit that have one part each. Their boxes overlap."""
    part: C.pointer(Part) = part_of(store, a, 0)
    other: C.pointer(Part) = part_of(store, b, 0)
    if part.kind == other.kind:
        if part.kind == layout.BOX:
            return True
        if part.kind == layout.POLYGON and part.count == 4 and other.count == 4:
            return overlap_turned_boxes(store.pool + part.first, store.pool + other.first)
    return parts_overlap(part, other, store.pool)


def any_shapes_hit(store: Store, chosen: RowFilterRef, a: C.int, b: C.int) -> C.bint:
    """Whether the shapes of two rows hit whose boxes overlap, whatever the layers of the rows are.

    Of rows whose shapes have roles only those pairs count that `roles_meet` accepts.
    """
    count_a: C.int = store.records[a].count
    count_b: C.int = store.records[b].count
    if count_a == 1 and count_b == 1 and (chosen is C.NULL or not chosen.by_name):
        # As most sprites are. The layers of a lone shape are those of its row: not asked here.
        return lone_parts_overlap(store, a, b)
    pair: ShapePair = whole_rows(store, a, b)
    pair.chosen = chosen
    return shapes_hit(store, C.address(pair))


def shapes_hit(store: Store, pair: ShapePairRef) -> C.bint:
    """Whether two shapes hit. The rows are up to date."""
    a: C.int = pair.a
    b: C.int = pair.b
    group_a: C.pointer(RowRecord) = C.address(store.records[a])
    group_b: C.pointer(RowRecord) = C.address(store.records[b])
    near: NearPair
    i: C.int
    j: C.int
    tests_roles: C.bint = pair_needs_role_test(store, pair)
    if group_a.count == 1 and group_b.count == 1:  # as most sprites are
        return (
            overlap_branch_free(store.boxes + a, store.boxes + b)
            and lone_parts_overlap(store, a, b)
            and not (tests_roles and not pair_roles_meet(store, pair, 0, 0))
        )
    if max(pair.count_a, pair.count_b) > WORTH_LOOKING:
        near_parts.find_near_pair(store, a, b, C.address(near))
        return near_shapes_hit(store, pair, C.address(near))
    # The boxes of several parts follow each other; a lone part has the box of its row.
    parts_a: C.pointer(Part) = store.parts + group_a.first
    parts_b: C.pointer(Part) = store.parts + group_b.first
    boxes_a: C.pointer(Box) = store.boxes + a
    boxes_b: C.pointer(Box) = store.boxes + b
    if group_a.count > 1:
        boxes_a = store.part_boxes + parts_a.box
    if group_b.count > 1:
        boxes_b = store.part_boxes + parts_b.box
    for i in range(pair.first_a, pair.first_a + pair.count_a):
        if parts_a[i].kind == layout.NOTHING:
            continue
        for j in range(pair.first_b, pair.first_b + pair.count_b):
            if (
                overlap(boxes_a + i, boxes_b + j)
                and not (tests_roles and not pair_roles_meet(store, pair, i, j))
                and parts_overlap(parts_a + i, parts_b + j, store.pool)
            ):
                return True
    return False


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def near_shapes_hit(store: Store, pair: ShapePairRef, near: C.pointer(C.const[NearPair])) -> C.bint:
    """`shapes_hit`, where only the parts near the other row are tested."""
    parts: PartPairs
    begin_pairs(store, C.address(parts), pair, near, 0.0)
    while next_pair(store, C.address(parts)):
        if parts_overlap(parts.part, parts.other, store.pool):
            return True
    return False


def hit_after_move(
    store: Store,
    pair: ShapePairRef,
    near: C.pointer(C.const[NearPair]),
    row: C.int,
    dx: C.double,
    dy: C.double,
) -> C.bint:
    """Whether two shapes hit after a move of one of the rows, which is put back.

    If there are many parts, only parts near the other row before or after the move are moved.
    `near` has them; if it is NULL, they are looked for, unless the shape has few.
    """
    found: NearParts
    moving: C.pointer(C.const[NearParts]) = C.address(found)
    still: C.pointer(C.const[NearParts])
    looks: C.bint = near is C.NULL
    x: C.double = store.x[row]
    y: C.double = store.y[row]
    box: Box
    if near is C.NULL:
        other: C.int = pair.b if row == pair.a else pair.a
        first: C.int = pair.first_a if row == pair.a else pair.first_b
        count: C.int = pair.count_a if row == pair.a else pair.count_b
        if count <= layout.MANY_PARTS < store.records[row].count:
            near_parts.take_shape(store, row, first, count, C.address(found))
        else:
            near_parts.find_near_parts(store, row, store.boxes + other, -dx, -dy, C.address(found))
    else:
        moving = C.address(near.a) if row == pair.a else C.address(near.b)
        still = C.address(near.b) if row == pair.a else C.address(near.a)
        # Of many parts that are near, fewer are where a whole row is placed.
        looks = moving.all and not still.all and still.count > near_parts.LOOK_AGAIN
    put_near(store, row, x + dx, y + dy, moving)
    if not moving.all:
        # It only filters parts of the other row: one round both places does.
        box = store.boxes[row]
        store.boxes[row].left += min(0.0, dx)
        store.boxes[row].right += max(0.0, dx)
        store.boxes[row].top += min(0.0, dy)
        store.boxes[row].bottom += max(0.0, dy)
    hit: C.bint = shapes_hit(store, pair) if looks else near_shapes_hit(store, pair, near)
    put_near(store, row, x, y, moving)
    if not moving.all:
        store.boxes[row] = box
    return hit


def put_near(
    store: Store,
    row: C.int,
    x: C.double,
    y: C.double,
    near: C.pointer(C.const[NearParts]),
) -> C.void:
    """`shift_row`, of the near parts of a row alone: its box stays."""
    if near.all:
        shift_row(store, row, x, y)
        return
    store.x[row] = x
    store.y[row] = y
    near_parts.refresh_near(store, row, near)


def shift_row(store: Store, row: C.int, x: C.double, y: C.double) -> C.void:
    """Compute the world geometry of a row for another position."""
    store.x[row] = x
    store.y[row] = y
    refresh(store, row)


def place_row(store: Store, row: C.int, x: C.double, y: C.double, angle: C.double) -> C.void:
    """Compute the world geometry of a row for another pose, if it is another one."""
    record: C.pointer(RowRecord) = C.address(store.records[row])
    if (
        x == store.x[row]
        and y == store.y[row]
        and angle == record.angle
        and not store.flags[row] & layout.DIRTY
    ):
        return
    if angle != record.angle:
        record.angle = angle
        record.flags |= layout.ROTATION_STALE
        store.flags[row] &= ~layout.SHIFTED
    shift_row(store, row, x, y)


def next_at_front(
    store: Store,
    front: C.pointer(C.const[Front]),
    row: C.int,
    first: C.p_int,
    count: C.p_int,
) -> C.bint:
    """Go on to the row's next one-way shape that continues the front of another; False at the end.

    It is side by side with the other shape where it was met, and its front is not farther ahead, so
    it is not a larger shape that contains the other one. The first call begins with parts 0 and 0.
    """
    near: NearParts
    around: Box
    direction: C.double[2]
    touching: C.double = front.touching
    end: C.int = store.records[row].count
    box: BoxRef = store.boxes + row
    if (
        not store.flags[row] & ONE_WAY
        or not box.left - touching <= front.x <= box.right + touching
        or not box.top - touching <= front.y <= box.bottom + touching
    ):
        return False
    around.left = front.x - touching
    around.right = front.x + touching
    around.top = front.y - touching
    around.bottom = front.y + touching
    near_parts.find_near_parts(store, row, C.address(around), 0.0, 0.0, C.address(near))
    part: C.int = near_parts.next_near(C.address(near), first[0] + count[0], end)
    while part < end:
        first[0] = C.cast(Outline, store.records[row].outline).parts[part].lead
        count[0] = parts_in_shape(store, row, first[0])
        if (
            (row != front.row or shape_of(store, row, first[0]) != front.shape)
            and put_direction(store, row, first[0], direction)
            and is_front(direction, front.nx, front.ny)
            and distance_to(store, row, first[0], count[0], front.x, front.y) <= touching
            and distance_to(
                store,
                row,
                first[0],
                count[0],
                front.x + 4.0 * touching * direction[0],
                front.y + 4.0 * touching * direction[1],
            )
            > touching
        ):
            return True
        part = near_parts.next_near(C.address(near), first[0] + count[0], end)
    return False
