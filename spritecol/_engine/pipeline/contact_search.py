"""Contacts of rows: how deep their shapes overlap, where, and which push ends that.

Everything is decided by the exact tests: which shapes hit, and whether a push ends that. A push is
tried out: a row is moved for the length of an exact test, and put back. So an answer is right for
the very numbers that the sprite will have after the move, rounding included.

No user code runs in between: nothing is called that may, and after Ctrl-C, a handler of the user's
own is called when the question has been answered. So one `TwoShapes` does for all questions.
"""

import cython as C
from cython.cimports.spritecol._engine import box_tests, memory, pairs
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.memory import MemoryBlock, ScratchPool
from cython.cimports.spritecol._engine.narrow_phase import (
    contact_kernels,
    distances,
    move_outlines,
    shape_pair,
    short_way,
)
from cython.cimports.spritecol._engine.narrow_phase.kernel_table import parts_overlap
from cython.cimports.spritecol._engine.narrow_phase.move_outlines import Move, Outlines
from cython.cimports.spritecol._engine.narrow_phase.nearest_points import Nearest
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import (
    PartPairs,
    ShapePair,
    ShapePairRef,
)
from cython.cimports.spritecol._engine.pairs import PairList
from cython.cimports.spritecol._engine.pipeline.row_index import workspace_of
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import Outline, Part, PartRef, RowRecord
from cython.cimports.spritecol._engine.storage.store import STORE, RowFilterRef, Store
from cython.cimports.spritecol._engine.transform import near_parts, rows
from cython.cimports.spritecol._engine.transform.near_parts import NearPair
from cython.cimports.spritecol._support.libc import INFINITY, fabs
from cython.cimports.spritecol._support.polar import hypot

CLEAR_GAP = 1e-9
"""A gap far above rounding, as a share of the size of the numbers."""

SHIFT_ROUNDING = C.declare(C.double, 7.9e-16)
"""How far rounding may bring two moved parts together, of the size of the numbers: five roundings
of each coordinate, across the push. With u = 2**-53 that is 5 sqrt(2) u."""

EXTENT_ROUNDING = C.declare(C.double, 1.5e-15)
"""How far rounding may bring two parts together, of the larger extent of both. Their gap comes from
two scalar products of three roundings each, and the normal is rounded: 7 sqrt(2) u."""

DEPTH_ROUNDING = C.declare(C.double, 2.1e-15)
"""How far rounding may bring two parts together, as a share of their depth: from the rounded
lengths of the normal and of the push, 17.4 u."""

LEAST_EXTENT = C.declare(C.double, 1e-100)
"""In parts smaller than this, products may underflow, and the bounds of rounding do not hold."""


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class ContactList:
    """A growing array of contacts."""

    def __dealloc__(self):
        block: MemoryBlock
        block.memory = self.items
        block.size = self.capacity * C.sizeof(ShapeContact)
        memory.give_back(self.pool, block)

    def reserve(self, pool: C.pointer(ScratchPool), count: C.Py_ssize_t) -> C.int:
        """Borrow room for so many contacts from a pool, before the first one."""
        block: MemoryBlock = memory.borrow(pool, count * C.sizeof(ShapeContact))
        if block.memory is C.NULL:
            raise MemoryError
        self.pool = pool
        self.items = C.cast(C.pointer(ShapeContact), block.memory)
        self.capacity = block.size // C.sizeof(ShapeContact)
        return 0

    def next(self) -> C.pointer(ShapeContact):
        """Append room for one contact. The pointer is valid until the next call."""
        memory.room_for(
            C.address(self.items),
            C.address(self.capacity),
            self.count + 1,
            4,
            C.sizeof(ShapeContact),
        )
        self.count += 1
        return self.items + self.count - 1


@C.binding(False)
class TwoShapes:
    """Two shapes that hit, of which is tried out whether they come apart.

    The geometry is always computed in one order (see `is_computed_first`), so that swapping the two
    negates the normal, even where several moves are equally short.
    """

    def begin(self, pair: ShapePairRef) -> C.void:
        """Begin to try out moves of two shapes, at first of the caller's first row only."""
        swapped: C.bint = not is_computed_first(self.store, pair)
        self.pair = shape_pair.swapped_shapes(pair) if swapped else pair[0]
        self.sign = -1.0 if swapped else 1.0
        self.moves_either = False
        self.reach = -INFINITY
        self.cost = 16 + pair.count_a + pair.count_b

    def look_within(self, reach: C.double) -> C.void:
        """Find the parts of both rows that are within a reach of each other, if that is not
        done.
        """
        if reach > self.reach:
            self.reach = reach
            near_parts.find_pair_within(
                self.store, self.pair.a, self.pair.b, reach, C.address(self.near)
            )

    def add_outlines(self, reach: C.double) -> C.int:
        """Add the outlines of the two shapes within a reach."""
        self.look_within(reach)
        add_outlines(
            self.store,
            C.address(self.pair),
            C.address(self.near),
            reach,
            self.outlines,
        )
        return 0

    def around(self, reach: C.double) -> Box:
        """The box of all moves with which the two hit, whatever the reach."""
        pair: ShapePairRef = C.address(self.pair)
        a: Box = box_of_parts(self.store, pair.a, pair.first_a, pair.count_a)
        b: Box = box_of_parts(self.store, pair.b, pair.first_b, pair.count_b)
        self.size = size_of_rows(self.store, pair.a, pair.b)
        return move_outlines.moves_between(C.address(a), C.address(b))

    def is_free(self, dx: C.double, dy: C.double) -> C.bint:
        """Whether the two do not hit after a move."""
        return self.is_free_either(dx, dy) if self.moves_either else self.is_free_first(dx, dy)

    def is_free_first(self, dx: C.double, dy: C.double) -> C.bint:
        """Whether the two do not hit after a move of the caller's first row."""
        row: C.int = self.pair.b if self.sign < 0.0 else self.pair.a
        return not shape_pair.hit_after_move(
            self.store, C.address(self.pair), C.NULL, row, self.sign * dx, self.sign * dy
        )

    def is_free_either(self, dx: C.double, dy: C.double) -> C.bint:
        """Whether the two do not hit after a move of the first row, nor after the opposite move of
        the other row.

        So among several moves of nearly one length, both rows find the same one.
        """
        store: Store = self.store
        pair: ShapePairRef = C.address(self.pair)
        # Beyond what rounding adds.
        gap: C.double = 2.0 * CLEAR_GAP * size_of_rows(store, pair.a, pair.b)
        self.look_within((1.0 + 2.0 * CLEAR_GAP) * hypot(dx, dy) + gap)
        near: C.pointer(NearPair) = C.address(self.near)
        first: C.int = pair.a
        last: C.int = pair.b
        if store.records[first].count > store.records[last].count:
            first, last = last, first  # to move few parts decides most
            dx = -dx
            dy = -dy
        return not (
            shape_pair.hit_after_move(store, pair, near, first, dx, dy)
            or shape_pair.hit_after_move(store, pair, near, last, -dx, -dy)
        )


@C.cfunc
def add_two_shapes(store: Store):
    """Put two shapes into the workspace of a store, for all contacts."""
    two_shapes: TwoShapes = TwoShapes()
    two_shapes.store = store
    workspace_of(store).two_shapes = two_shapes


add_two_shapes(STORE)


# --- one pair of shapes ---------------------------------------------------------------------------


def put_contact(trial: TwoShapes, pair: ShapePairRef, out: C.pointer(ShapeContact)) -> C.int:
    """Write normal, depth and points of two shapes that hit."""
    trial.cells.budget = short_way.BUDGET
    trial.begin(pair)
    put_push(trial, True, INFINITY, out)
    if out.count == 0:  # of several parts
        put_deepest_points(trial, out)
    return 0


@C.cfunc
@C.exceptval(-1)
def put_push(
    trial: TwoShapes, wants_points: C.bint, longest: C.double, out: C.pointer(ShapeContact)
) -> C.int:
    """Write normal and depth of two shapes that hit. If the depth is more than `longest`, nothing
    else is known.

    If wanted, also the points, if one part of each hits; else `count` is 0.
    """
    move: Move
    i: C.int
    j: C.int
    out.count = 0
    # The normal of the only parts that hit is usually the answer, and then no outlines are needed.
    if not (
        find_only_parts(trial, C.address(i), C.address(j))
        and put_contact_of_parts(trial, i, j, wants_points, C.address(move), out)
    ):
        trial.moves_either = True
        short_way.put_short_way(trial, longest, C.address(move))
    out.nx = trial.sign * move.nx + 0.0  # 0.0 instead of -0.0
    out.ny = trial.sign * move.ny + 0.0
    out.depth = move.depth
    return 0


@C.cfunc
@C.inline
@C.exceptval(check=False)
def put_nearest_and_points(
    part: C.pointer(Part),
    other: C.pointer(Part),
    pool: Numbers,
    wants_points: C.bint,
    near: C.pointer(Nearest),
    points: C.p_double,
) -> C.int:
    """Write how two parts overlap, and the points of their contact if wanted; returns how many."""
    count: C.int = 0
    if (
        part.kind == layout.POLYGON
        and other.kind == layout.POLYGON
        and part.count == 4
        and other.count == 4
    ):
        count = contact_kernels.quick_contact(pool + part.first, pool + other.first, near, points)
    if count == 0:
        distances.parts_distance(part, other, pool, near)
        if wants_points:
            count = contact_kernels.contact_points(part, other, pool, near, points)
    return count


@C.cfunc
@C.inline
@C.exceptval(check=False)
def put_contact_of_parts(
    trial: TwoShapes,
    i: C.int,
    j: C.int,
    wants_points: C.bint,
    move: C.pointer(Move),
    out: C.pointer(ShapeContact),
) -> C.bint:
    """Write the move that separates part i of a shape from part j of the other; if wanted, also the
    points of their contact.

    Returns whether the two shapes are free after it. They may not be, by rounding, by a dent in a
    part, or because other parts are in the way.
    """
    near: Nearest
    store: Store = trial.store
    pair: ShapePairRef = C.address(trial.pair)
    part: C.pointer(Part) = shape_pair.part_of(store, pair.a, i)
    other: C.pointer(Part) = shape_pair.part_of(store, pair.b, j)
    size: C.double = size_of_parts(store, pair, part, other)
    trial.size = size
    out.count = put_nearest_and_points(
        part, other, store.pool, wants_points, C.address(near), out.points
    )
    move.nx = near.nx
    move.ny = near.ny
    move.depth = max(0.0, -near.distance)
    move.size = size
    move.edge = -1
    if not (pair.count_a == 1 and pair.count_b == 1):
        if near.nx != 0.0 and near.ny != 0.0:
            move.depth += short_way.first_lengthening(size)
        return trial.is_free_either(move.nx * move.depth, move.ny * move.depth)
    if (
        is_turned_box(store, pair.a, part)
        and is_turned_box(store, pair.b, other)
        and surely_frees(store.boxes + pair.a, store.boxes + pair.b, C.address(near), size)
    ):
        move.depth += short_way.first_lengthening(size)  # what `confirm` tries first
        return True
    return short_way.confirm(move, move.nx, move.ny, trial)


@C.cfunc
@C.exceptval(check=False)
def put_deepest_points(trial: TwoShapes, out: C.pointer(ShapeContact)) -> C.void:
    """Write the points of contact of two shapes: the points of the deepest pair of their parts."""
    store: Store = trial.store
    pair: ShapePairRef = C.address(trial.pair)
    near: Nearest
    deepest: C.double = INFINITY
    out.count = 0
    trial.look_within(0.0)
    parts: PartPairs
    shape_pair.begin_pairs(store, C.address(parts), pair, C.address(trial.near), 0.0)
    while shape_pair.next_pair(store, C.address(parts)):
        part: PartRef = parts.part
        other: PartRef = parts.other
        if layout.SEAM in (part.kind, other.kind) or not parts_overlap(part, other, store.pool):
            continue
        distances.parts_distance(part, other, store.pool, C.address(near))
        if near.distance < deepest:
            deepest = near.distance
            out.count = contact_kernels.contact_points(
                part, other, store.pool, C.address(near), out.points
            )
    if out.count == 0:
        put_seam_point(store, pair, C.address(trial.near), out)


@C.cfunc
@C.exceptval(check=False)
def put_seam_point(
    store: Store,
    pair: ShapePairRef,
    near: C.pointer(C.const[NearPair]),
    out: C.pointer(ShapeContact),
) -> C.void:
    """Write a point for a segment that hits a shape only along a seam between its parts.

    It is the middle of the section of the segment there.
    """
    parts: PartPairs
    shape_pair.begin_pairs(store, C.address(parts), pair, near, 0.0)
    while shape_pair.next_pair(store, C.address(parts)):
        part: PartRef = parts.part
        other: PartRef = parts.other
        if part.kind == layout.SEAM:
            part, other = other, part
        if other.kind != layout.SEAM or not parts_overlap(part, other, store.pool):
            continue
        segment: Numbers = store.pool + part.first
        seam: Numbers = store.pool + other.first
        dx: C.double = seam[2] - seam[0]
        dy: C.double = seam[3] - seam[1]
        length: C.double = dx * dx + dy * dy
        t: C.double = (segment[0] - seam[0]) * dx + (segment[1] - seam[1]) * dy
        s: C.double = (segment[2] - seam[0]) * dx + (segment[3] - seam[1]) * dy
        low: C.double = max(0.0, min(t, s) / length)
        high: C.double = min(1.0, max(t, s) / length)
        t = 0.5 * (low + high)
        out.points[0] = seam[0] + t * dx
        out.points[1] = seam[1] + t * dy
        out.count = 1
        return


@C.cfunc
@C.exceptval(check=False)
def find_only_parts(trial: TwoShapes, only_a: C.pointer(C.int), only_b: C.pointer(C.int)) -> C.bint:
    """Find the only parts of two shapes whose boxes overlap; whether one part of each does.

    Other shapes of the two rows have no say in it.
    """
    store: Store = trial.store
    pair: ShapePairRef = C.address(trial.pair)
    found: C.bint = False
    only_a[0] = pair.first_a
    only_b[0] = pair.first_b
    if pair.count_a == 1 and pair.count_b == 1:
        return True
    trial.look_within(0.0)
    parts: PartPairs
    shape_pair.begin_pairs(store, C.address(parts), pair, C.address(trial.near), 0.0)
    while shape_pair.next_pair(store, C.address(parts)):
        if layout.SEAM in (parts.part.kind, parts.other.kind):
            continue
        if found:
            return False
        found = True
        only_a[0] = parts.i
        only_b[0] = parts.j
    return found


def add_outlines(
    store: Store,
    pair: ShapePairRef,
    near: C.pointer(C.const[NearPair]),
    reach: C.double,
    outlines: Outlines,
) -> C.int:
    """Add, for each pair of parts of two shapes within a reach, the outline of the moves with which
    they hit.
    """
    parts: PartPairs
    shape_pair.begin_pairs(store, C.address(parts), pair, near, wider(store, pair, reach))
    while shape_pair.next_pair(store, C.address(parts)):
        if (
            layout.SEAM not in (parts.part.kind, parts.other.kind)
            and box_tests.gap_between(parts.box, parts.other_box) <= reach
            and not outlines.keep(parts.part, parts.other)
        ):
            outlines.add(
                parts.part,
                parts.box,
                parts.other,
                parts.other_box,
                store.pool,
                size_of_parts(store, pair, parts.part, parts.other),
            )
    return 0


def width_and_height(store: Store, row: C.int) -> C.double:
    """The width and height of a row's box, together."""
    box: C.pointer(Box) = store.boxes + row
    return box.right - box.left + box.bottom - box.top


def wider(store: Store, pair: ShapePairRef, reach: C.double) -> C.double:
    """A reach, and more than rounding."""
    if reach == INFINITY:
        return reach
    return reach + CLEAR_GAP * (reach + size_of_rows(store, pair.a, pair.b))


def is_computed_first(store: Store, pair: ShapePairRef) -> C.bint:
    """Whether the shape of row `a` is to be computed before the shape of row `b`.

    Rounding may depend on the order, and so do ties. The order must not depend on which rows were
    free when the sprites were made, nor on other shapes of theirs. So the shape whose box lies
    further left comes first, and so on. Among equal boxes, the greater pose decides, and then the
    parts. Where all is equal, the row that asks comes first.
    """
    a: C.int = pair.a
    b: C.int = pair.b
    mine: Box
    others: Box
    # The four sides as an array: all of them are compared alike.
    box: C.pointer(C.double) = C.cast(C.pointer(C.double), store.boxes + a)
    other: C.pointer(C.double) = C.cast(C.pointer(C.double), store.boxes + b)
    k: C.int
    if pair.count_a != store.records[a].count:
        mine = box_of_parts(store, a, pair.first_a, pair.count_a)
        box = C.address(mine.left)
    if pair.count_b != store.records[b].count:
        others = box_of_parts(store, b, pair.first_b, pair.count_b)
        other = C.address(others.left)
    for k in range(4):
        if box[k] != other[k]:
            return box[k] < other[k]
    for k in range(layout.POSE_SIZE):
        if store.number_at(a, k)[0] != store.number_at(b, k)[0]:
            return store.number_at(a, k)[0] > store.number_at(b, k)[0]
    order: C.int = order_of_parts(store, pair)
    return order < 0 if order else not pair.swapped


@C.cfunc
@C.exceptval(check=False)
def order_of_parts(store: Store, pair: ShapePairRef) -> C.int:
    """Compare two shapes by the kinds and numbers of their parts: below 0 if the first is less."""
    k: C.int
    for k in range(min(pair.count_a, pair.count_b)):
        part: C.pointer(Part) = shape_pair.part_of(store, pair.a, pair.first_a + k)
        other: C.pointer(Part) = shape_pair.part_of(store, pair.b, pair.first_b + k)
        if part.kind != other.kind:
            return part.kind - other.kind
        if part.kind == layout.NOTHING:  # which has no numbers
            continue
        numbers: Numbers = store.pool + part.first
        others: Numbers = store.pool + other.first
        if distances.is_greater(part.kind, numbers, part.count, others, other.count):
            return 1
        if distances.is_greater(part.kind, others, other.count, numbers, part.count):
            return -1
    return pair.count_a - pair.count_b


@C.cfunc
@C.exceptval(check=False)
def box_of_parts(store: Store, row: C.int, first: C.int, count: C.int) -> Box:
    """The bounding box of some parts of a row that follow each other."""
    i: C.int
    result: Box = box_tests.inverted_box()
    for i in range(first, first + count):
        part: C.pointer(Part) = shape_pair.part_of(store, row, i)
        if part.kind != layout.NOTHING:
            box_tests.include_box(C.address(result), shape_pair.box_of_part(store, row, part))
    return result


@C.cfunc
@C.inline
@C.exceptval(check=False)
def size_of_poses(store: Store, a: C.int, b: C.int) -> C.double:
    """The size of the numbers that place two rows."""
    group_a: C.pointer(RowRecord) = C.address(store.records[a])
    group_b: C.pointer(RowRecord) = C.address(store.records[b])
    x: C.double = max(
        fabs(store.x[a]) + fabs(group_a.center_x), fabs(store.x[b]) + fabs(group_b.center_x)
    )
    y: C.double = max(
        fabs(store.y[a]) + fabs(group_a.center_y), fabs(store.y[b]) + fabs(group_b.center_y)
    )
    return max(x, y)


@C.cfunc
@C.inline
@C.exceptval(check=False)
def size_of_boxes(a: BoxRef, b: BoxRef) -> C.double:
    """The largest coordinate of two boxes."""
    # In pairs, then pairs of pairs: few comparisons wait for others.
    left: C.double = max(fabs(a.left), fabs(b.left))
    right: C.double = max(fabs(a.right), fabs(b.right))
    top: C.double = max(fabs(a.top), fabs(b.top))
    bottom: C.double = max(fabs(a.bottom), fabs(b.bottom))
    left = max(left, right)
    top = max(top, bottom)
    return max(left, top)


def size_of_parts(store: Store, pair: ShapePairRef, part: PartRef, other: PartRef) -> C.double:
    """The size of the numbers of a part of each of two rows, which bounds their rounding errors."""
    return max(
        size_of_poses(store, pair.a, pair.b),
        size_of_boxes(
            shape_pair.box_of_part(store, pair.a, part),
            shape_pair.box_of_part(store, pair.b, other),
        ),
    )


def size_of_rows(store: Store, a: C.int, b: C.int) -> C.double:
    """The size of the numbers of two rows, which bounds their rounding errors."""
    return max(size_of_poses(store, a, b), size_of_boxes(store.boxes + a, store.boxes + b))


# --- turned boxes ---------------------------------------------------------------------------------


@C.cfunc
@C.exceptval(check=False)
def is_turned_box(store: Store, row: C.int, part: C.pointer(Part)) -> C.bint:
    """Whether a row is one turned box, which rounding cannot make concave."""
    return (
        part.kind == layout.POLYGON
        and store.records[row].count == 1
        and C.cast(Outline, store.records[row].outline).parts[0].kind == layout.BOX
    )


@C.cfunc
@C.exceptval(check=False)
def surely_frees(
    a: BoxRef,
    b: BoxRef,
    near: C.pointer(C.const[Nearest]),
    size: C.double,
) -> C.bint:
    """Whether the first lengthening of a push exceeds all rounding: nothing has to be tried out.

    For two turned boxes that overlap, given their bounding boxes. Along an axis the push may be
    free without being lengthened, so that is tried out.
    """
    extent: C.double = max(
        (a.right - a.left) + (b.right - b.left), (a.bottom - a.top) + (b.bottom - b.top)
    )
    return (
        near.distance < 0.0
        and near.nx != 0.0
        and near.ny != 0.0
        and extent > LEAST_EXTENT
        and short_way.first_lengthening(size)
        > SHIFT_ROUNDING * size + EXTENT_ROUNDING * extent - DEPTH_ROUNDING * near.distance
    )


# --- rows -----------------------------------------------------------------------------------------


@C.cfunc
@C.inline
@C.exceptval(-1, check=False)
def add_contact(
    trial: TwoShapes,
    pair: ShapePairRef,
    position_a: C.int,
    position_b: C.int,
    out: ContactList,
) -> C.int:
    """Add the contact of two shapes that hit."""
    store: Store = trial.store
    contact: C.pointer(ShapeContact) = out.next()
    contact.position_a = position_a
    contact.position_b = position_b
    contact.shape_a = shape_pair.shape_of(store, pair.a, pair.first_a)
    contact.shape_b = shape_pair.shape_of(store, pair.b, pair.first_b)
    return put_contact(trial, pair, contact)


def contacts_of_rows(
    trial: TwoShapes,
    chosen: RowFilterRef,
    a: C.int,
    b: C.int,
    b_asks: C.bint,
    position_a: C.int,
    position_b: C.int,
    out: ContactList,
) -> C.int:
    """Add a contact for each pair of shapes of two rows that hit, in the order of the shapes.

    Those count that a filter chooses; without one, those whose layers meet. With `b_asks` it is row
    `b` that asks, which decides where nothing else does (see `is_computed_first`).

    Preconditions: the rows are up to date and hit.
    """
    store: Store = trial.store
    k: C.Py_ssize_t
    pair: ShapePair = shape_pair.first_shapes(store, chosen, a, b, b_asks)
    if shape_pair.are_whole(store, C.address(pair)):  # as most sprites are
        return add_contact(trial, C.address(pair), position_a, position_b, out)
    whole: ShapePair = shape_pair.whole_rows(store, a, b)
    whole.chosen = chosen
    whole.swapped = b_asks
    # All of them before the first contact, whose search marks other parts as near.
    found: PairList = pairs.new_pairs(C.NULL)
    find_shapes_that_hit(store, C.address(whole), found)
    for k in range(found.count):
        shape_pair.put_shape_of(
            store,
            a,
            pairs.first_of(found.items[k]),
            C.address(pair.first_a),
            C.address(pair.count_a),
        )
        shape_pair.put_shape_of(
            store,
            b,
            pairs.second_of(found.items[k]),
            C.address(pair.first_b),
            C.address(pair.count_b),
        )
        add_contact(trial, C.address(pair), position_a, position_b, out)
    return 0


def find_shapes_that_hit(store: Store, asked: ShapePairRef, out: PairList) -> C.int:
    """Add the pairs of shapes of two rows that hit, each by its first parts, in order."""
    a: C.int = asked.a
    b: C.int = asked.b
    near: NearPair
    k: C.Py_ssize_t
    kept: C.Py_ssize_t = 0
    pair: ShapePair = shape_pair.whole_rows(store, a, b)
    pair.chosen = asked.chosen
    pair.swapped = asked.swapped
    near_parts.find_near_pair(store, a, b, C.address(near))
    parts: PartPairs
    shape_pair.begin_pairs(store, C.address(parts), C.address(pair), C.address(near), 0.0)
    while shape_pair.next_pair(store, C.address(parts)):
        if parts_overlap(parts.part, parts.other, store.pool):
            if not out.reserve(1):
                raise MemoryError
            out.items[out.count] = pairs.pair_of(
                shape_pair.lead_of(store, a, parts.i), shape_pair.lead_of(store, b, parts.j)
            )
            out.count += 1
    out.sort(store.records[a].count, store.records[b].count)
    for k in range(out.count):
        if kept == 0 or out.items[kept - 1] != out.items[k]:
            out.items[kept] = out.items[k]
            kept += 1
    out.count = kept
    return 0


@C.cfunc
@C.exceptval(check=False)
def deciding_shapes(store: Store, whole: ShapePairRef) -> ShapePair:
    """The only two shapes of two rows that hit; if several do, all shapes of each row as one."""
    near: NearPair
    found: C.bint = False
    a: C.int = whole.a
    b: C.int = whole.b
    only: ShapePair = shape_pair.first_shapes(store, whole.chosen, a, b, False)
    if shape_pair.are_whole(store, C.address(only)):
        return whole[0]
    near_parts.find_near_pair(store, a, b, C.address(near))
    parts: PartPairs
    shape_pair.begin_pairs(store, C.address(parts), whole, C.address(near), 0.0)
    while shape_pair.next_pair(store, C.address(parts)):
        if parts_overlap(parts.part, parts.other, store.pool):
            lead: C.int = shape_pair.lead_of(store, a, parts.i)
            other_lead: C.int = shape_pair.lead_of(store, b, parts.j)
            if found and not (lead == only.first_a and other_lead == only.first_b):
                return whole[0]
            found = True
            only.first_a = lead
            only.first_b = other_lead
    only.count_a = shape_pair.parts_in_shape(store, a, only.first_a)
    only.count_b = shape_pair.parts_in_shape(store, b, only.first_b)
    return only if found else whole[0]


def put_push_of_rows(
    trial: TwoShapes,
    chosen: RowFilterRef,
    a: C.int,
    b: C.int,
    longest: C.double,
    out: C.pointer(ShapeContact),
) -> C.double:
    """Write normal and depth of all shapes of two rows that hit. If the depth is more than
    `longest`, nothing else is known. Returns the size of the numbers that decided.

    If the contact of the only two shapes that hit parts the rows, it is that one: so contacts,
    distances and separations are the same, also where moves are equally short.
    """
    store: Store = trial.store
    pair: ShapePair = shape_pair.whole_rows(store, a, b)
    pair.chosen = chosen
    if not (store.records[a].count == 1 and store.records[b].count == 1):  # as most sprites have
        pair = deciding_shapes(store, C.address(pair))
    trial.begin(C.address(pair))
    put_push(trial, False, longest, out)
    if out.depth > longest or shape_pair.are_whole(store, C.address(pair)):
        return trial.size
    pair = shape_pair.whole_rows(store, a, b)
    pair.chosen = chosen
    trial.begin(C.address(pair))
    depth: C.double = trial.sign * out.depth
    if not trial.is_free_either(out.nx * depth, out.ny * depth):
        put_push(trial, False, longest, out)
    return trial.size


def shape_pairs_of_rows(
    store: Store,
    chosen: RowFilterRef,
    a: C.int,
    b: C.int,
    out: PairList,
) -> C.int:
    """Add the pairs (index of a shape of row `a`, of one of row `b`) that hit, in order."""
    rows.freshen(store, a)
    rows.freshen(store, b)
    if a == b or not box_tests.overlap(store.boxes + a, store.boxes + b):
        return 0
    k: C.Py_ssize_t
    pair: ShapePair = shape_pair.whole_rows(store, a, b)
    pair.chosen = chosen
    find_shapes_that_hit(store, C.address(pair), out)
    for k in range(out.count):
        out.items[k] = pairs.pair_of(
            shape_pair.shape_of(store, a, pairs.first_of(out.items[k])),
            shape_pair.shape_of(store, b, pairs.second_of(out.items[k])),
        )
    return 0
