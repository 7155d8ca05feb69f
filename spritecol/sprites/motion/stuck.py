"""A body that is in something: the adjacent shapes that it is in hold it as one.

So tiles, one sprite of tiles and a whole wall hold a body alike: sides between adjacent shapes do
not exist. All of this is decided where the body overlaps something by more than a hair.

*Hold*: adjacent shapes that the body is in, and the least way out of all of them. If that way ends
in another adjacent shape, it has to lead out of that one, too. What is not adjacent has no say: a
low roof is left downward, even if the floor is there. The body must stick out of a hold. If it does
not, each shape decides by itself.

*No deeper*: at the end of the way out, the body touches sides of what it is in. A way leads deeper
if it leads against all sides of one of these shapes. A cast ends where the body would meet
something at the end of the way out, which moves along: from there on, the way out would get longer.

*Nothing new*: while the body is in a hold, it may get into an adjacent shape by a side that is
inside of the union: the hold covers that side from outside. So a body slides along a roof of tiles
into the next tile, and stops at a wall.

Known limits:

    shapes that overlap each other    they are not adjacent: each holds the body by itself
    one concave polygon               it is one shape, even if the body is in two arms of it
    more than 64 shapes at its box    each holds the body by itself
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.box_tests import overlap
from cython.cimports.spritecol._engine.narrow_phase import row_shapes
from cython.cimports.spritecol._engine.narrow_phase.cores import has_vertices, vertices_of
from cython.cimports.spritecol._engine.narrow_phase.distances import parts_distance
from cython.cimports.spritecol._engine.narrow_phase.intervals import Interval
from cython.cimports.spritecol._engine.narrow_phase.nearest_points import Nearest
from cython.cimports.spritecol._engine.narrow_phase.obstacles import Move
from cython.cimports.spritecol._engine.narrow_phase.part import touching_point, touching_side
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import (
    ShapePair,
    ShapePairRef,
    distance_to,
    part_of,
    shapes_overlap,
)
from cython.cimports.spritecol._engine.narrow_phase.sweep_kernels import sweep_parts
from cython.cimports.spritecol._engine.pipeline.contact_search import (
    put_least_past,
    width_and_height,
)
from cython.cimports.spritecol._engine.pipeline.way_out import JoinedShapes, is_placed_before
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import Part, PartRef
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.sweeps.blocks import (
    Block,
    Blocks,
    find_blocks,
    is_free,
    sort_blocks,
)
from cython.cimports.spritecol._engine.sweeps.impact import Impact, ImpactList, ImpactRef, Sweep
from cython.cimports.spritecol._engine.sweeps.meeting import meet_straight
from cython.cimports.spritecol._engine.sweeps.normals import contact_normal
from cython.cimports.spritecol._engine.sweeps.sweep import measure
from cython.cimports.spritecol._engine.tolerances import PARALLEL, PAST_CORNERS, SAME, SAME_PLACE
from cython.cimports.spritecol._engine.transform.near_parts import NearParts
from cython.cimports.spritecol._engine.transform.nearness import find_near_parts, next_near
from cython.cimports.spritecol._engine.transform.rows import freshen
from cython.cimports.spritecol._support.libc import INFINITY, fabs
from cython.cimports.spritecol.sprites.motion.body import REJECTED, Body, Ghost
from cython.cimports.spritecol.sprites.motion.inside import find_inside, is_one_way, shape_remains
from cython.cimports.spritecol.sprites.motion.vector import (
    Vector,
    cross,
    dot,
    is_zero,
    length_of,
    minus,
    plus,
    times,
    vector,
)


class Hold:
    """Adjacent shapes that a body is in, and the way out of them."""

    def __cinit__(self):
        self.own = ImpactList()
        self.shapes = JoinedShapes()
        self.sides = Blocks()


def is_held(body: Body) -> C.bint:
    """Whether the body hits anything where it is, by the exact test, and not too many shapes."""
    near: NearParts
    k: C.Py_ssize_t
    row: C.int = body.ghost.row
    freshen(STORE, row)
    box: Box = STORE.boxes[row]
    count: C.Py_ssize_t = 0
    hits: C.bint = False
    for k in range(body.nearby.batch.row_count):
        other: C.int = body.nearby.batch.rows[k]
        freshen(STORE, other)
        if not overlap(C.address(box), STORE.boxes + other):
            continue
        if not hits:
            hits = shapes_overlap(STORE, C.address(body.query_filter.rows), row, other)
        find_near_parts(STORE, other, C.address(box), 0.0, 0.0, C.address(near))
        parts: C.int = STORE.records[other].count
        part: C.int = next_near(C.address(near), 0, parts)
        while part < parts and count <= MOST_SHAPES:
            count += overlap(
                C.address(box), row_shapes.box_of_part(STORE, other, part_of(STORE, other, part))
            )
            part = next_near(C.address(near), part + 1, parts)
    return hits and count <= MOST_SHAPES


def holds_at(body: Body, at: Vector, way: Vector) -> list:
    """Find what holds the body at a position, for a way from there. The body is placed there.

    Of two ways out that are equally long, it is the one that the way does not lead against.
    """
    k: C.Py_ssize_t
    hold: Hold
    left: ImpactList = ImpactList()
    result: list = []
    body.ghost.place(at)
    inside: ImpactList = find_inside(body)
    for k in range(inside.count):
        left.add(inside.items + k)
    for hold in joined(left, body.ghost.hair):
        sticks_out: C.bint = find_way_out(body, at, hold)
        if sticks_out and dot(hold.way, way) < 0.0:
            share: C.double = min(1.0, body.ghost.hair / length_of(way))
            known: Vector = hold.way
            sticks_out = find_way_out(body, plus(at, times(way, share)), hold)
            longer: C.double = length_of(hold.way) - length_of(known)
            if dot(hold.way, way) < 0.0 or longer > body.ghost.hair:
                hold.way = known
        if sticks_out:
            result.append(hold)
    result = [hold for hold in result if are_there(hold)]  # `where` was called for each
    for hold in result:
        find_sides(body, at, hold)
    body.ghost.place(at)
    return result


@C.cfunc
def joined(left: ImpactList, hair: C.double) -> list:
    """Return a hold for each group of adjacent shapes among those that the body is in."""
    k: C.Py_ssize_t
    m: C.Py_ssize_t
    kept: C.Py_ssize_t
    hold: Hold
    holds: list = []
    while left.count:
        hold = Hold()
        left.count -= 1
        hold.own.add(left.items + left.count)
        k = 0
        while k < hold.own.count:
            kept = 0
            for m in range(left.count):
                if are_adjacent(
                    C.address(hold.own.items[k].pair), C.address(left.items[m].pair), hair
                ):
                    hold.own.add(left.items + m)
                else:
                    left.items[kept] = left.items[m]
                    kept += 1
            left.count = kept
            k += 1
        for k in range(hold.own.count):
            hold.shapes.add(C.address(hold.own.items[k].pair))
        # In an order that does not depend on the order of the targets.
        m = len(holds)
        while m and is_placed_before(hold.shapes.pairs, C.cast(Hold, holds[m - 1]).shapes.pairs):
            m -= 1
        holds.insert(m, hold)
    return holds


@C.cfunc
@C.exceptval(-1)
def find_way_out(body: Body, at: Vector, hold: Hold) -> C.bint:
    """Find the least way from a position out of all shapes of a hold, and of adjacent ones there.

    Return whether the body sticks out of these: else the way is as long as the body is there.
    """
    k: C.Py_ssize_t
    move: Move
    ghost: Ghost = body.ghost
    while hold.shapes.count <= MOST_SHAPES and are_there(hold):
        ghost.place(at)
        if hold.shapes.is_free(0.0, 0.0):
            break  # `where` has changed something
        if hold.shapes.count == 1:
            contact: Impact = hold.own.items[0]
            contact_normal(STORE, C.address(contact))
            hold.way = times(vector(contact.nx, contact.ny), contact.depth)
        else:
            extent: C.double = width_and_height(STORE, ghost.row)
            put_least_past(hold.shapes, 0.0, extent, INFINITY, C.address(move))
            hold.way = times(vector(move.nx, move.ny), move.depth)
        length: C.double = length_of(hold.way)
        if length >= width_and_height(STORE, ghost.row):
            break
        ghost.place(plus(at, hold.way))
        inside: ImpactList = find_inside(body, False, False)
        ghost.place(at)
        kept: C.Py_ssize_t = 0
        for k in range(inside.count if are_there(hold) else 0):
            pair: ShapePairRef = C.address(inside.items[k].pair)
            if not hold.shapes.has(pair) and is_adjacent(hold.shapes, pair, ghost.hair):
                inside.items[kept] = inside.items[k]
                kept += 1
        for k in range(kept):
            hold.shapes.add(C.address(inside.items[k].pair))
        if kept == 0:
            out: Vector = times(hold.way, 1.0 / length)
            high: C.double = ghost.farthest(out) + ghost.farthest(times(out, -1.0))
            return high > length + ghost.hair
    return False


@C.cfunc
@C.exceptval(check=False)
def are_there(hold: Hold) -> C.bint:
    """Whether the shapes of a hold are still there: `where` may have changed them."""
    k: C.Py_ssize_t = 0
    while k < hold.shapes.count and shape_remains(hold.shapes.pairs + k):
        k += 1
    return k == hold.shapes.count


@C.cfunc
@C.exceptval(-1)
def find_sides(body: Body, at: Vector, hold: Hold) -> C.int:
    """Find the sides that the body touches at the end of its way out, of all that is there."""
    sweep: Sweep
    body.ghost.place(plus(at, hold.way))
    body.begin_at(C.address(sweep), vector(0.0, 0.0), 0.0)
    find_blocks(STORE, C.address(sweep), body.ghost.hair, hold.sides)
    body.ghost.place(at)
    return 0


@C.cfunc
@C.exceptval(check=False)
def holds_pair(hold: Hold, pair: ShapePairRef) -> C.bint:
    """Whether one shape of the body is in another shape, and that is in a hold."""
    k: C.Py_ssize_t
    for k in range(hold.own.count):
        own: ShapePairRef = C.address(hold.own.items[k].pair)
        if own.b == pair.b and own.first_b == pair.first_b and own.first_a == pair.first_a:
            return True
    return False


@C.cfunc
@C.exceptval(check=False)
def leads_deeper(hold: Hold, way: Vector, rounding: C.double) -> C.bint:
    """Whether a way leads deeper into what holds the body."""
    k: C.Py_ssize_t
    if hold.shapes.count == 1:
        return dot(hold.way, way) < -PARALLEL * length_of(way) * length_of(hold.way)
    for k in range(hold.sides.count):
        block: C.pointer(Block) = hold.sides.items + k
        if holds_pair(hold, C.address(block.pair)) and (not is_free(block, way.x, way.y, rounding)):
            return True
    return False


# --- at a position -------------------------------------------------------------------------------


def hold_as_one(body: Body, at: Vector, way: Vector, blocks: Blocks) -> C.int:
    """Let adjacent shapes that the body is in block a way as one.

    Of these, and of adjacent shapes that it touches by hidden sides, only the sides count that it
    touches at the end of its way out.
    """
    sweep: Sweep
    k: C.Py_ssize_t
    hold: Hold
    if is_zero(way) or not is_held(body):
        return 0
    holds: list = holds_at(body, at, way)
    if body.query_filter.where is not None:  # which may have changed shapes since
        body.begin_at(C.address(sweep), way, 0.0)
        find_blocks(STORE, C.address(sweep), body.ghost.hair, blocks)
    for hold in holds:
        counts_sides: C.bint = hold.shapes.count > 1 and leads_deeper(hold, way, blocks.rounding)
        touched: JoinedShapes = drop_hidden(body, hold, at, blocks)
        for k in range(hold.sides.count):
            block: C.pointer(Block) = hold.sides.items + k
            is_own: C.bint = holds_pair(hold, C.address(block.pair))
            if counts_sides if is_own else stops_at_end(hold, touched, block, body.ghost.hair):
                block.gap = -dot(hold.way, vector(block.sides[0].nx, block.sides[0].ny))
                block.is_deep = is_own
                blocks.add()[0] = block[0]
    body.begin_at(C.address(sweep), way, 0.0)
    sort_blocks(STORE, C.address(sweep), blocks)
    return 0


@C.cfunc
def drop_hidden(body: Body, hold: Hold, at: Vector, blocks: Blocks) -> JoinedShapes:
    """Remove the blocks of a hold of several shapes, and of those that are touched by hidden sides.

    Return the latter.
    """
    contact: Impact
    k: C.Py_ssize_t
    kept: C.Py_ssize_t = 0
    hidden: JoinedShapes = JoinedShapes()
    for k in range(blocks.count):
        block: C.pointer(Block) = blocks.items + k
        put_touch(body, block, at, C.address(contact))
        if block.is_deep:
            if hold.shapes.count > 1 and holds_pair(hold, C.address(block.pair)):
                continue
        elif not body.nearby.marks[block.position] & REJECTED and (
            not block.is_one_way and is_hidden(body, hold, C.address(contact))
        ):
            hidden.add(C.address(block.pair))
            continue
        blocks.items[kept] = block[0]
        kept += 1
    blocks.count = kept
    return hidden


@C.cfunc
@C.exceptval(check=False)
def stops_at_end(
    hold: Hold, touched: JoinedShapes, block: C.pointer(C.const[Block]), hair: C.double
) -> C.bint:
    """Whether what the body touches at the end of a way out is adjacent to the hold, or to some
    touched shapes, and not only touched from below.
    """
    i: C.int
    is_ahead: C.bint = False
    for i in range(block.count):
        is_ahead |= dot(hold.way, vector(block.sides[i].nx, block.sides[i].ny)) >= -hair
    return (
        is_ahead
        and not block.is_one_way
        and (
            is_adjacent(hold.shapes, C.address(block.pair), hair)
            or is_adjacent(touched, C.address(block.pair), hair)
        )
    )


# --- on a way ------------------------------------------------------------------------------------


def begin_held(body: Body, holds: list, start: Vector, way: Vector, skipped: C.int) -> object:
    """Let a cast pass the shapes that hold the body. Return a hold in which it leads deeper, or
    None.
    """
    k: C.Py_ssize_t
    hold: Hold
    for hold in holds:
        hold.until = 0.0
        hold.stop.fraction = 2.0
        is_skipped: C.bint = False
        for k in range(hold.own.count):
            own: C.pointer(Impact) = hold.own.items + k
            is_skipped |= body.nearby.marks[own.position] & skipped != 0
            hold.until = max(hold.until, left_at(C.address(own.pair), way))
        hold.is_closed = leads_deeper(hold, way, body.blocks.rounding)
        if hold.shapes.count == 1:  # which decides by itself
            continue
        if hold.is_closed and not is_skipped:
            return hold
        for k in range(0 if hold.is_closed else hold.own.count):
            pair: ShapePair = hold.own.items[k].pair
            body.query_filter.add_override(pair.b, pair.first_b, pair.first_a)
        for k in range(0 if hold.is_closed or is_skipped else hold.shapes.count):
            note_stop(body, hold, start, way, hold.shapes.pairs + k)
    return None


def enters_next(
    body: Body,
    holds: list,
    start: Vector,
    way: Vector,
    first: ImpactRef,
    met: ImpactList,
) -> C.bint:
    """Let a cast pass what it meets first, or at the same time, if that is adjacent to a hold, and
    met by a hidden side.

    The end of the way out must be free to move along. Return whether the cast passes anything, or
    `where` has rejected it.
    """
    impact: Impact
    k: C.Py_ssize_t
    m: C.Py_ssize_t
    near: C.double = min(1.0, body.ghost.hair / length_of(way))
    latest: C.double = first.fraction + near
    decided: C.Py_ssize_t = first.position
    kept: C.Py_ssize_t = 0
    for k in range(met.count):  # in an order that does not depend on the order of the targets
        impact = met.items[k]
        if impact.fraction <= latest and not impact.overlapping:
            m = kept
            while m > 0 and is_placed_before(
                C.address(impact.pair), C.address(met.items[m - 1].pair)
            ):
                met.items[m] = met.items[m - 1]
                m -= 1
            met.items[m] = impact
            kept += 1
    for k in range(kept):
        impact = met.items[k]
        if not shape_remains(C.address(impact.pair)) or is_one_way(
            impact.pair.b, impact.pair.first_b
        ):
            continue
        if impact.position != decided and not body.accepts(C.address(impact)):
            body.nearby.marks[impact.position] |= REJECTED
            return True
        if shape_remains(C.address(impact.pair)) and (
            enters(body, holds, start, way, C.address(impact), near)
        ):
            return True
    return False


@C.cfunc
@C.exceptval(check=True)
def enters(
    body: Body, holds: list, start: Vector, way: Vector, met: ImpactRef, near: C.double
) -> C.bint:
    """Let a cast pass a shape: see `enters_next`."""
    hold: Hold
    next_shape: JoinedShapes = JoinedShapes()
    next_shape.add(C.address(met.pair))
    for hold in holds:
        if (
            hold.is_closed
            or met.fraction > hold.until + near
            or not are_there(hold)
            or holds_pair(hold, C.address(met.pair))
        ):
            continue
        body.ghost.place(vector(met.x, met.y))
        hidden: C.bint = is_hidden(body, hold, met)
        body.ghost.place(start)
        if hidden and moves_at_end(body, hold, start, way, met, next_shape):
            hold.shapes.add(C.address(met.pair))
            hold.until = max(hold.until, left_at(C.address(met.pair), way))
            body.query_filter.add_override(met.pair.b, met.pair.first_b, met.pair.first_a)
            return True
    return False


@C.cfunc
@C.exceptval(check=True)
def moves_at_end(
    body: Body,
    hold: Hold,
    start: Vector,
    way: Vector,
    met: ImpactRef,
    next_shape: JoinedShapes,
) -> C.bint:
    """Whether the body may move along at the end of its way out, where it meets something."""
    k: C.Py_ssize_t
    stop: Impact = hold.stop
    for k in range(-1, hold.sides.count):
        if is_stopped_at_end(body, hold, start, way_at_end(hold, k, way), met, next_shape):
            return False
    note_stop(body, hold, start, way, C.address(met.pair))
    if hold.stop.fraction > met.fraction:
        return True
    hold.stop = stop
    return False


@C.cfunc
@C.exceptval(check=False)
def way_at_end(hold: Hold, k: C.Py_ssize_t, way: Vector) -> Vector:
    """Return a way without the part that leads away from a side: so much shorter gets the way out.

    The side is the one by which the body touches a block at the end of its way out. For -1, it is
    across the way out, if no block has one side alone. It is 0 if it would lead against another
    side: then the body rests in the corner of both.
    """
    m: C.Py_ssize_t
    normal: Vector = times(hold.way, 1.0 / length_of(hold.way))
    if k >= 0:
        if not has_one_side(hold, k):
            return vector(0.0, 0.0)
        normal = vector(hold.sides.items[k].sides[0].nx, hold.sides.items[k].sides[0].ny)
    result: Vector = minus(way, times(normal, max(0.0, dot(normal, way))))
    for m in range(hold.sides.count):
        if has_one_side(hold, m) and (k < 0 or is_against_side(hold, m, result)):
            return vector(0.0, 0.0)
    return result


@C.cfunc
@C.exceptval(check=False)
def has_one_side(hold: Hold, k: C.Py_ssize_t) -> C.bint:
    """Whether a block at the end of a way out is of what holds the body, and has one side alone."""
    return hold.sides.items[k].count == 1 and holds_pair(hold, C.address(hold.sides.items[k].pair))


@C.cfunc
@C.exceptval(check=False)
def is_against_side(hold: Hold, k: C.Py_ssize_t, way: Vector) -> C.bint:
    """Whether a way leads against the first side of a block at the end of a way out."""
    side: Vector = vector(hold.sides.items[k].sides[0].nx, hold.sides.items[k].sides[0].ny)
    return dot(side, way) < -SAME * length_of(way)


@C.cfunc
@C.exceptval(-1)
def note_stop(body: Body, hold: Hold, start: Vector, way: Vector, pair: ShapePairRef) -> C.int:
    """Note where a cast must end because the body meets a shape at the end of its way out."""
    sweep: Sweep
    impact: Impact
    k: C.Py_ssize_t
    impact.pair = pair[0]
    body.ghost.place(plus(start, hold.way))
    for k in range(-1, hold.sides.count):
        along: Vector = way_at_end(hold, k, way)
        if is_zero(along):
            continue
        body.begin_at(C.address(sweep), along, 0.0)
        sweep.motion.hair = body.ghost.hair
        sweep.motion.from_inside = True
        measure(STORE, C.address(sweep))
        if (
            meet_straight(STORE, C.address(sweep.motion), C.NULL, C.address(impact))
            and impact.fraction < hold.stop.fraction
        ):
            hold.stop = impact
    body.ghost.place(start)
    return 0


def end_in_hold(
    body: Body, holds: list, start: Vector, way: Vector, sweep: C.pointer(Sweep)
) -> C.int:
    """Let a cast end where the way out would get longer, if nothing is met before."""
    k: C.Py_ssize_t
    hold: Hold
    for hold in holds:
        stop: C.pointer(Impact) = C.address(hold.stop)
        if (
            stop.fraction > min(1.0, hold.until)
            or (sweep.found and sweep.first.fraction <= stop.fraction)
            or not shape_remains(C.address(stop.pair))
        ):
            continue
        for k in range(body.nearby.batch.row_count):
            if body.nearby.batch.rows[k] == stop.pair.b:
                stop.position = k
        stop.x = stop.px = start.x + stop.fraction * way.x
        stop.y = stop.py = start.y + stop.fraction * way.y
        stop.angle = body.ghost.angle()
        stop.overlapping = True
        stop.depth = length_of(hold.way)
        sweep.first = stop[0]
        sweep.latest = stop.fraction
        sweep.found = True
    return 0


@C.cfunc
@C.exceptval(check=True)
def is_stopped_at_end(
    body: Body,
    hold: Hold,
    start: Vector,
    way: Vector,
    met: ImpactRef,
    next_shape: JoinedShapes,
) -> C.bint:
    """Whether something adjacent stops the body at the end of its way out, where it meets something
    on its way.
    """
    sweep: Sweep
    impact: Impact
    k: C.Py_ssize_t
    blocks: Blocks = body.scratch.beyond
    end: Vector = plus(plus(start, hold.way), times(way, met.fraction))
    if is_zero(way):
        return False
    while are_there(hold):
        body.ghost.place(end)
        body.begin_at(C.address(sweep), way, 0.0)
        find_blocks(STORE, C.address(sweep), body.ghost.hair, blocks)
        body.ghost.place(start)
        k = 0
        while k < blocks.count and (
            body.nearby.marks[blocks.items[k].position] & REJECTED
            or not stops_at_end(hold, next_shape, blocks.items + k, body.ghost.hair)
            or is_free(blocks.items + k, way.x, way.y, body.blocks.rounding)
        ):
            k += 1
        if k == blocks.count:
            return False
        put_touch(body, blocks.items + k, end, C.address(impact))
        if body.accepts(C.address(impact)):
            return True
        body.nearby.marks[impact.position] |= REJECTED  # and look again: shapes may have changed
    return True


def put_side(body: Body, hold: Hold, start: Vector, way: Vector, sweep: C.pointer(Sweep)) -> C.void:
    """Write what a cast meets at once that leads deeper: the side that it leads against most."""
    k: C.Py_ssize_t
    i: C.int
    most: C.double = 0.0
    first: C.pointer(Impact) = C.address(sweep.first)
    for k in range(hold.sides.count):
        block: C.pointer(Block) = hold.sides.items + k
        for i in range(block.count if holds_pair(hold, C.address(block.pair)) else 0):
            ahead: C.double = block.sides[i].nx * way.x + block.sides[i].ny * way.y
            if ahead < most:
                most = ahead
                put_touch(body, block, start, first)
                first.nx = block.sides[i].nx
                first.ny = block.sides[i].ny
    first.overlapping = True
    first.depth = length_of(hold.way)
    sweep.found = True
    sweep.latest = 0.0


@C.cfunc
@C.exceptval(check=False)
def put_touch(
    body: Body, block: C.pointer(C.const[Block]), at: Vector, impact: C.pointer(Impact)
) -> C.void:
    """Write what the body touches at a position as an impact there."""
    impact.position = block.position
    impact.pair = block.pair
    impact.part = block.part
    impact.other_part = block.other_part
    impact.momentary = impact.ruled_out = impact.overlapping = False
    impact.fraction = 0.0
    impact.x = impact.px = at.x
    impact.y = impact.py = at.y
    impact.angle = body.ghost.angle()
    impact.nx = block.sides[0].nx
    impact.ny = block.sides[0].ny
    impact.other_nx = impact.other_ny = 0.0
    impact.depth = -block.gap


@C.cfunc
@C.exceptval(check=False)
def left_at(pair: ShapePairRef, way: Vector) -> C.double:
    """Return after which share of a way a body has left a shape, at the latest."""
    interval: Interval
    i: C.int
    j: C.int
    latest: C.double = 0.0
    for i in range(pair.first_a, pair.first_a + pair.count_a):
        for j in range(pair.first_b, pair.first_b + pair.count_b):
            if sweep_parts(
                part_of(STORE, pair.a, i),
                part_of(STORE, pair.b, j),
                STORE.pool,
                way.x,
                way.y,
                C.address(interval),
            ):
                latest = max(latest, interval.exit)
    return latest


# --- hidden sides --------------------------------------------------------------------------------


@C.cfunc
@C.exceptval(check=True)
def is_hidden(body: Body, hold: Hold, contact: ImpactRef) -> C.bint:
    """Whether the sides by which the body touches a shape are inside of a union.

    The shape is adjacent to the hold, and the hold covers each side of it there. Of two sides at a
    corner, one may also be in line with what covers the other.
    """
    corners: C.double[8]
    point: C.double[2]
    level: C.double = 0.0
    left: C.double = 0.0
    right: C.double = 0.0
    i: C.int
    k: C.Py_ssize_t
    any_covered: C.bint = False
    row: C.int = contact.pair.b
    near: C.double = SAME_PLACE * body.ghost.hair
    for k in range(hold.own.count):
        pair: ShapePairRef = C.address(hold.own.items[k].pair)
        if pair.b == row and pair.first_b == contact.pair.first_b:
            return True  # another shape of the body is in it, and this one follows
    if not is_adjacent(hold.shapes, C.address(contact.pair), body.ghost.hair):
        return False
    mine: C.pointer(Part) = part_of(STORE, body.ghost.row, contact.part)
    other: C.pointer(Part) = part_of(STORE, row, contact.other_part)
    touching_point(mine, other, STORE.pool, contact.nx, contact.ny, point)
    at: Vector = vector(point[0], point[1])
    normal: Vector = vector(contact.nx, contact.ny)
    if not has_vertices(other.kind):
        across: C.double = cross(normal, at)
        return is_covered(hold, normal, dot(normal, at), across, across, body.ghost.hair)
    count: C.int = other.count
    v: Numbers = vertices_of(other.kind, STORE.pool + other.first, C.address(count), corners)
    for i in range(count if count > 2 else 0):
        one: Vector = vector(v[2 * i], v[2 * i + 1])
        after: Vector = vector(v[2 * ((i + 1) % count)], v[2 * ((i + 1) % count) + 1])
        edge: Vector = minus(after, one)
        length: C.double = length_of(edge)
        if length == 0.0:
            continue
        normal = vector(edge.y / length, -edge.x / length)
        touching_side(
            mine,
            STORE.pool,
            -normal.x,
            -normal.y,
            True,
            C.address(level),
            C.address(left),
            C.address(right),
        )
        line: C.double = dot(normal, one)
        low: C.double = min(cross(normal, one), cross(normal, after))
        high: C.double = max(cross(normal, one), cross(normal, after))
        # Across its own normal, the side of the body is measured the other way.
        is_flush: C.bint = fabs(-level - line) <= near
        first: C.double = max(low, -right) if is_flush else cross(normal, at)
        last: C.double = min(high, -left) if is_flush else first
        if is_flush and last < first - near:
            continue
        if not is_flush and not (
            fabs(dot(normal, at) - line) <= near and low - near <= first <= high + near
        ):
            continue
        if has_side(hold, normal) and is_flush:
            return False
        inset: C.double = PAST_CORNERS * body.ghost.hair
        beyond: C.double = low - inset if first - low < high - first else high + inset
        first = max(low + inset, min(first + inset, high - inset))
        last = min(high - inset, max(last - inset, low + inset))
        if is_covered(hold, normal, line, first, last, body.ghost.hair):
            any_covered = True
        elif is_flush or is_covered(hold, normal, line, beyond, beyond, body.ghost.hair):
            return False
    return any_covered


@C.cfunc
@C.exceptval(check=False)
def is_covered(
    hold: Hold,
    normal: Vector,
    level: C.double,
    first: C.double,
    last: C.double,
    hair: C.double,
) -> C.bint:
    """Whether a hold covers a line from outside: its ends, and the middle between them."""
    i: C.int
    k: C.Py_ssize_t
    out: C.double = level + PAST_CORNERS * hair / 32.0  # also below a slope that ends there
    for i in range(3):
        across: C.double = first + 0.5 * i * (last - first)
        x: C.double = normal.x * out - normal.y * across
        y: C.double = normal.y * out + normal.x * across
        covered: C.bint = False
        for k in range(hold.shapes.count):
            pair: ShapePairRef = hold.shapes.pairs + k
            covered |= distance_to(STORE, pair.b, pair.first_b, pair.count_b, x, y) <= 0.0
        if not covered:
            return False
    return True


@C.cfunc
@C.exceptval(check=False)
def has_side(hold: Hold, normal: Vector) -> C.bint:
    """Whether the way out of a hold leads through a side with a normal."""
    k: C.Py_ssize_t
    i: C.int
    for k in range(hold.sides.count):
        block: C.pointer(Block) = hold.sides.items + k
        if holds_pair(hold, C.address(block.pair)):
            for i in range(block.count):
                if dot(normal, vector(block.sides[i].nx, block.sides[i].ny)) > 1.0 - SAME:
                    return True
    return False


@C.cfunc
@C.exceptval(check=False)
def is_adjacent(shapes: JoinedShapes, pair: ShapePairRef, hair: C.double) -> C.bint:
    """Whether the second shape of a pair is one of some shapes, or touches one of them."""
    k: C.Py_ssize_t
    for k in range(shapes.count):  # those of one shape follow each other
        is_known: C.bint = k > 0 and are_of_one(shapes.pairs + k - 1, shapes.pairs + k)
        if not is_known and are_adjacent(shapes.pairs + k, pair, hair):
            return True
    return False


@C.cfunc
@C.inline
@C.exceptval(check=False)
def are_of_one(one: ShapePairRef, other: ShapePairRef) -> C.bint:
    """Whether the second shapes of two pairs are the same."""
    return one.b == other.b and one.first_b == other.first_b


@C.cfunc
@C.exceptval(check=False)
def are_adjacent(one: ShapePairRef, other: ShapePairRef, hair: C.double) -> C.bint:
    """Whether the second shapes of two pairs touch along a side, up to a hair, or are the same."""
    nearest: Nearest
    near: NearParts
    i: C.int
    touch: C.bint = False
    end: C.int = other.first_b + other.count_b
    if are_of_one(one, other):
        return True
    if not (shape_remains(one) and shape_remains(other)):
        return False
    for i in range(one.first_b, one.first_b + one.count_b):
        part: C.pointer(Part) = part_of(STORE, one.b, i)
        if part.kind in (layout.NOTHING, layout.SEAM):
            continue
        around: Box = row_shapes.box_of_part(STORE, one.b, part)[0]
        around.left -= hair
        around.top -= hair
        around.right += hair
        around.bottom += hair
        near.all = other.count_b == 1
        if not near.all:
            find_near_parts(STORE, other.b, C.address(around), 0.0, 0.0, C.address(near))
        j: C.int = next_near(C.address(near), other.first_b, end)
        while j < end:
            beside: C.pointer(Part) = part_of(STORE, other.b, j)
            if beside.kind not in (layout.NOTHING, layout.SEAM) and overlap(
                C.address(around), row_shapes.box_of_part(STORE, other.b, beside)
            ):
                parts_distance(part, beside, STORE.pool, C.address(nearest))
                if nearest.distance < -hair:
                    return False
                touch |= nearest.distance <= hair and (
                    shared_length(part, beside, nearest.nx, nearest.ny) > SAME_PLACE * hair
                )
            j = next_near(C.address(near), j + 1, end)
    return touch


@C.cfunc
@C.exceptval(check=False)
def shared_length(one: PartRef, other: PartRef, nx: C.double, ny: C.double) -> C.double:
    """Return along how much of a line with a normal two parts touch. It is 0 at a corner."""
    level: C.double = 0.0
    low: C.double = 0.0
    high: C.double = 0.0
    left: C.double = 0.0
    right: C.double = 0.0
    touching_side(
        other, STORE.pool, nx, ny, True, C.address(level), C.address(low), C.address(high)
    )
    touching_side(
        one, STORE.pool, -nx, -ny, True, C.address(level), C.address(left), C.address(right)
    )
    # Across its own normal, the side of the first part is measured the other way.
    return min(high, -left) - max(low, -right)
