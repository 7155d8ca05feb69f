"""What a body touches and overlaps at a position.

What it touches blocks ways: this module finds where the best free way ends, and the sides that are
in the way. What it overlaps, it may have to leave.
"""

import cython as C
from cython.cimports.spritecol._engine.narrow_phase import shape_pair
from cython.cimports.spritecol._engine.narrow_phase.distances import parts_distance
from cython.cimports.spritecol._engine.narrow_phase.nearest_points import Nearest
from cython.cimports.spritecol._engine.narrow_phase.part import touching_point
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import ShapePair
from cython.cimports.spritecol._engine.storage import layout, store
from cython.cimports.spritecol._engine.sweeps.blocks import (
    Block,
    Blocks,
    Side,
    SideTangent,
    find_blocks,
    is_free,
)
from cython.cimports.spritecol._engine.sweeps.blocks import Blocks as LentBlocks
from cython.cimports.spritecol._engine.sweeps.candidates import begin_sweep
from cython.cimports.spritecol._engine.sweeps.impact import (
    Impact,
    ImpactList,
    ImpactRef,
    Sweep,
    SweepRules,
    SweepWay,
)
from cython.cimports.spritecol._engine.sweeps.impact import ImpactList as LentImpacts
from cython.cimports.spritecol._engine.sweeps.sweep import find_overlaps
from cython.cimports.spritecol._engine.tolerances import EVEN, PARALLEL, SAME
from cython.cimports.spritecol._engine.transform.rows import freshen, is_front, put_direction
from cython.cimports.spritecol._support.libc import INFINITY, fabs, rint
from cython.cimports.spritecol.sprites.motion.body import (
    ACCEPTED,
    REJECTED,
    Body,
    Ghost,
    Nearby,
    Settings,
    Stop,
    ask_for,
    straight,
)
from cython.cimports.spritecol.sprites.motion.vector import *
from cython.cimports.spritecol.sprites.questions.answers import SweepHit

# --- what blocks ways ----------------------------------------------------------------------------


def put_blocks(body: Body, at: Vector, angle: C.double, way: Vector, blocks: Blocks) -> C.int:
    """Find the blocks at a position and an angle, among what has been gathered.

    The way is only used to decide whether the body gets deeper into targets that it overlaps.
    """
    sweep: Sweep
    ahead: SweepWay = straight(way, 0.0)
    rules: SweepRules = body.rules()
    row: C.int = body.ghost.row
    shape_pair.place_row(store.STORE, row, at.x, at.y, angle)
    begin_sweep(store.STORE, C.address(sweep), row, C.address(ahead), C.address(rules))
    return find_blocks(store.STORE, C.address(sweep), body.ghost.hair, blocks)


def blocks_at(body: Body, at: Vector, way: Vector, blocks: Blocks) -> Blocks:
    """Find the blocks at a position, without targets rejected by `where`, and return the list: see
    `put_blocks`.
    """
    ghost: Ghost = body.ghost
    k: C.Py_ssize_t
    kept: C.Py_ssize_t = 0
    ask_for(body, at, vector(0.0, 0.0), ghost.hair)
    put_blocks(body, at, ghost.angle, way, blocks)
    if body.query_filter.where is None:
        return blocks
    for k in range(blocks.count):
        if not body.nearby.marks[blocks.items[k].position] & REJECTED:
            blocks.items[kept] = blocks.items[k]
            kept += 1
    blocks.count = kept
    return blocks


def look_at(body: Body, at: Vector, way: Vector) -> LentBlocks:
    """Find the blocks at a position. `where` is called for them if a way is blocked."""
    blocks: LentBlocks = body.blocks
    if body.knows_blocks and body.looked.x == at.x and body.looked.y == at.y:
        return blocks
    asks: C.bint = body.query_filter.where is not None
    blocks_at(body, at, way, blocks)
    body.looked = at
    body.knows_blocks = not asks and not blocks.any_deep
    ask_about(body, blocks, at, way)
    return blocks


def ask_about(body: Body, blocks: Blocks, at: Vector, way: Vector) -> C.int:
    """Remove the blocks that `where` rejects at a position, if a way is blocked there."""
    asks: C.bint = body.query_filter.where is not None
    while asks and not blocks.are_free(way.x, way.y):
        asks = any_asked(body, blocks, at, way)
    return 0


def any_asked(body: Body, blocks: Blocks, at: Vector, way: Vector) -> C.bint:
    """Call `where` for blocks, up to the first that it rejects. Return False if all are
    accepted.
    """
    nearby: Nearby = body.nearby
    impact: Impact
    k: C.Py_ssize_t
    m: C.Py_ssize_t
    asked: C.bint = False
    for k in range(blocks.count):
        block: C.pointer(Block) = blocks.items + k
        position: C.Py_ssize_t = block.position
        if nearby.marks[position] & ACCEPTED:
            continue
        asked = True
        side: Side = block.sides[0]
        for m in range(block.count):
            if dot(vector(block.sides[m].nx, block.sides[m].ny), way) < dot(
                vector(side.nx, side.ny), way
            ):
                side = block.sides[m]
        put_impact(body.ghost, blocks, k, vector(side.nx, side.ny), at, C.address(impact))
        if not body.accepts(C.address(impact)):
            blocks_at(body, at, way, blocks)
            break
    return asked


def touches_upright(body: Body, at: Vector, way: Vector) -> C.bint:
    """Whether the body exactly touches upright sides that are against a way, at a round position.

    Then the way ends where it begins, which a cast would find, too.
    """
    k: C.Py_ssize_t
    i: C.int
    if body.query_filter.where is not None:
        return False
    blocks: LentBlocks = look_at(body, at, way)
    for k in range(blocks.count):
        block: C.pointer(Block) = blocks.items + k
        touched: C.bint = block.gap == 0.0 and not is_free(block, way.x, way.y, blocks.rounding)
        for i in range(block.count):
            level: C.double = at.y * EVEN if block.sides[i].nx == 0.0 else at.x * EVEN
            is_upright: C.bint = block.sides[i].nx == 0.0 or block.sides[i].ny == 0.0
            touched &= is_upright and rint(level) == level
        if touched:
            return True
    return False


def best_end(
    settings: Settings, blocks: Blocks, at: Vector, goal: Vector, exposed: C.pointer(Exposed)
) -> C.int:
    """Find the end of the free way that gets nearest to a goal, and the sides that are in the way.

    The side along which the way leads comes first.
    """
    k: C.Py_ssize_t
    wanted: Vector = minus(goal, at)
    exposed.best_end = goal
    exposed.count = 0
    if blocks.are_free(wanted.x, wanted.y):
        return 0
    blocks.find_tangents(wanted.x, wanted.y)
    sort_tangents(blocks, wanted, settings.up)
    rounding: C.double = blocks.rounding
    best: Vector = vector(0.0, 0.0)
    if blocks.tangent_count:
        best = vector(blocks.tangents[0].tx, blocks.tangents[0].ty)
    gain: C.double = dot(best, wanted)
    left: Vector = wanted
    for k in range(blocks.tangent_count):
        normal: Vector = vector(blocks.tangents[k].nx, blocks.tangents[k].ny)
        against: C.double = -dot(normal, left)
        # A side that the best way goes round is no longer in the way: of a corner, one side stops.
        goes_round: C.bint = gain > rounding and dot(best, normal) < -PARALLEL
        if against > rounding and not goes_round:
            add_exposed(exposed, blocks.tangents[k].block, normal)
            if gain <= rounding:  # a holding side is against the ways that the others leave
                left = plus(left, times(normal, against))
    if gain <= rounding:
        add_holding(blocks, wanted, exposed)
        exposed.best_end = at
    elif best.y == 0.0:  # the free coordinate equals the goal's, to the last bit
        exposed.best_end.y = at.y
    elif best.x == 0.0:
        exposed.best_end.x = at.x
    else:
        exposed.best_end = plus(at, times(best, gain))
    return 0


@C.cfunc
@C.exceptval(check=False)
def sort_tangents(blocks: Blocks, wanted: Vector, up: Vector) -> C.void:
    """Put the tangent first along which a way gets farthest; of equal ones, the one that leads
    upward.
    """
    k: C.Py_ssize_t
    for k in range(1, blocks.tangent_count):
        item: SideTangent = blocks.tangents[k]
        m: C.Py_ssize_t = k
        while m > 0:
            turn: Vector = vector(
                item.tx - blocks.tangents[m - 1].tx, item.ty - blocks.tangents[m - 1].ty
            )
            more: C.double = dot(turn, wanted)
            if fabs(more) <= blocks.rounding:
                more = dot(turn, up) - SAME
            if more <= 0.0:
                break
            blocks.tangents[m] = blocks.tangents[m - 1]
            m -= 1
        blocks.tangents[m] = item


@C.cfunc
@C.exceptval(check=False)
def add_holding(blocks: Blocks, wanted: Vector, exposed: C.pointer(Exposed)) -> C.void:
    """Add the sides that hold the body where it stays.

    The rest of the way along one side may be against another side. Sides that are only touched by a
    corner come last.
    """
    k: C.Py_ssize_t
    i: C.int
    m: C.int
    last: C.int
    holding: C.Py_ssize_t = 0
    normals: Vector[MOST_EXPOSED]
    left: Vector = wanted
    for last in range(MOST_EXPOSED):
        most: C.double = 0.0
        by_corner: C.bint = True
        for k in range(blocks.count):
            block: C.pointer(C.const[Block]) = blocks.items + k
            if is_free(block, left.x, left.y, blocks.rounding):
                continue
            for i in range(block.count):
                normal: Vector = vector(block.sides[i].nx, block.sides[i].ny)
                against: C.double = -dot(normal, left)
                is_new: C.bint = True
                for m in range(last):
                    is_new &= dot(normal, normals[m]) < 1.0 - SAME
                is_first: C.bint = block.sides[i].by_corner < by_corner
                is_first |= against > most and block.sides[i].by_corner == by_corner
                if is_new and is_first:
                    most = against
                    by_corner = block.sides[i].by_corner
                    holding = k
                    normals[last] = normal
        if most == 0.0:
            return
        add_exposed(exposed, holding, normals[last])
        left = plus(left, times(normals[last], most))


def with_block(
    body: Body, blocks: Blocks, at: Vector, way: Vector, met: ImpactRef
) -> Blocks | None:
    """Return some blocks, and one that a cast has met at once, although none of its sides was known
    to be in the way. Return None if nothing new blocks the way.

    Where the cast has met it along a side, as at the mouth of a narrow tunnel, what still holds the
    two apart is in the way.
    """
    nearest: Nearest
    pair: ShapePair = met.pair
    least: C.double = -PARALLEL * length_of(way)
    if pair.first_b + pair.count_b > store.STORE.records[pair.b].count:
        return None  # user code has changed the shapes meanwhile
    normal: Vector = vector(met.nx, met.ny)
    if dot(normal, way) >= least:
        body.ghost.place(at)
        parts_distance(
            shape_pair.part_of(store.STORE, pair.a, met.part),
            shape_pair.part_of(store.STORE, pair.b, met.other_part),
            store.STORE.pool,
            C.address(nearest),
        )
        normal = vector(nearest.nx, nearest.ny)
    if dot(normal, way) >= least:
        return None
    more: Blocks = blocks.copied()
    block: C.pointer(Block) = more.add()
    block.position = met.position
    block.pair = pair
    block.part = met.part
    block.other_part = met.other_part
    block.is_of_point = shape_pair.part_of(store.STORE, pair.a, met.part).kind == layout.POINT
    block.is_deep = block.is_one_way = False
    block.gap = 0.0
    block.count = 1
    block.sides[0].nx = normal.x
    block.sides[0].ny = normal.y
    block.sides[0].gap = 0.0
    block.sides[0].by_corner = False
    return more


def find_exposed(
    body: Body,
    at: Vector,
    goal: Vector,
    stop: C.pointer(C.const[Stop]),
    exposed: C.pointer(Exposed),
) -> LentBlocks:
    """Find the sides that are exposed to a way at the position where a cast has ended.

    Return the blocks there.
    """
    way: Vector = minus(goal, at)
    blocks: LentBlocks = look_at(body, at, way)
    best_end(body.settings, blocks, at, goal, exposed)
    if exposed.count == 0 and stop.found:
        more: Blocks | None = with_block(body, blocks, at, way, C.address(stop.impact))
        if more is not None:
            best_end(body.settings, more, at, goal, exposed)
            return more
    return blocks


def put_impact(
    ghost: Ghost,
    blocks: Blocks,
    block: C.Py_ssize_t,
    normal: Vector,
    at: Vector,
    impact: C.pointer(Impact),
) -> C.void:
    """Write the impact that reports a block at a position, with one of its normals."""
    impact.x = at.x
    impact.y = at.y
    impact.angle = ghost.angle
    complete_impact(ghost, blocks, block, normal, impact)


def complete_impact(
    ghost: Ghost,
    blocks: Blocks,
    block: C.Py_ssize_t,
    normal: Vector,
    impact: C.pointer(Impact),
) -> C.void:
    """Complete an impact, which has a position and an angle, by a block there and a normal."""
    point: C.double[2]
    item: C.pointer(C.const[Block]) = blocks.items + block
    at: Vector = vector(impact.x, impact.y)
    shape_pair.place_row(store.STORE, ghost.row, at.x, at.y, impact.angle)
    point[0] = at.x
    point[1] = at.y
    if item.other_part < store.STORE.records[item.pair.b].count:  # else shapes have changed
        touching_point(
            shape_pair.part_of(store.STORE, ghost.row, item.part),
            shape_pair.part_of(store.STORE, item.pair.b, item.other_part),
            store.STORE.pool,
            normal.x,
            normal.y,
            point,
        )
    impact.position = item.position
    impact.pair = item.pair
    impact.part = item.part
    impact.other_part = item.other_part
    impact.momentary = impact.ruled_out = False
    impact.overlapping = item.is_deep
    impact.fraction = 0.0
    if ghost.length > 0.0:
        impact.fraction = min(1.0, length_of(minus(at, ghost.start)) / ghost.length)
    impact.nx = normal.x
    impact.ny = normal.y
    impact.other_nx = impact.other_ny = 0.0
    impact.px = point[0]
    impact.py = point[1]
    impact.depth = -item.gap


def note_exposed(
    body: Body,
    blocks: Blocks,
    exposed: C.pointer(C.const[Exposed]),
    at: Vector,
    with_floors: C.bint,
) -> C.int:
    """Report the targets that have stopped or turned the body at a position."""
    impact: Impact
    k: C.int
    for k in range(exposed.count):
        normal: Vector = exposed.sides[k].normal
        if with_floors or not body.is_floor(normal):
            put_impact(body.ghost, blocks, exposed.sides[k].block, normal, at, C.address(impact))
            body.note_hit(C.address(impact))
    return 0


def note_shortened(
    body: Body, start: Vector, end: Vector, at: Vector, with_floors: C.bint
) -> C.int:
    """Report what a way leads into by no more than a hair, if it ends before its end because of
    that.
    """
    exposed: Exposed
    way: Vector = minus(end, start)
    length: C.double = length_of(way)
    short: C.double = dot(minus(end, at), way)
    if short <= body.blocks.rounding * length:
        return 0
    goal: Vector = plus(at, times(way, short / (length * length)))
    blocks: LentBlocks = look_at(body, at, minus(goal, at))
    best_end(body.settings, blocks, at, goal, C.address(exposed))
    return note_exposed(body, blocks, C.address(exposed), at, with_floors)


def rest_of(start: Vector, wanted: Vector, end: Vector) -> Vector:
    """Return the rest of a motion: exactly 0 where it ends at its goal, and nowhere else."""
    goal: Vector = plus(start, wanted)
    rest: Vector = minus(wanted, minus(end, start))
    if end.x == goal.x or rest.x == 0.0:
        rest.x = goal.x - end.x
    if end.y == goal.y or rest.y == 0.0:
        rest.y = goal.y - end.y
    return rest


def is_told(body: Body, rest: Vector) -> C.bint:
    """Whether a hit that is reported is against the rest of a motion."""
    hit: SweepHit
    result: C.bint = False
    for hit in body.hits:
        result |= dot(vector(hit._normal.x, hit._normal.y), rest) < 0.0
    return result


def tell_met(body: Body, impact: ImpactRef, rest: Vector) -> C.int:
    """Report what a cast met at once if it is against the rest of a motion, and nothing else is."""
    if not is_told(body, rest) and dot(vector(impact.nx, impact.ny), rest) < 0.0:
        body.note_hit(impact)
    return 0


def tell_rest(body: Body, at: Vector, rest: Vector, exactly: C.bint) -> C.bint:
    """Report what is against the rest of a motion that ends here, unless that is reported.

    Return False if `where` rejects it: then it may not stop the motion.
    """
    impact: Impact
    if (
        is_zero(rest)
        or is_told(body, rest)
        or not find_against(body, at, rest, exactly, C.address(impact))
    ):
        return True
    if not body.accepts(C.address(impact)):
        return False
    body.note_hit(C.address(impact))
    return True


def find_against(
    body: Body, at: Vector, rest: Vector, exactly: C.bint, impact: C.pointer(Impact)
) -> C.bint:
    """Find what the body touches that is most against the rest of a motion. Return whether any is.

    The least rounding counts. Of what a way leads into by a few roundings, no side is exposed. If
    nothing is against the rest and `exactly` is set, find what leaves no room for rounding, such as
    a corner, or a wall of a tunnel exactly as wide.
    """
    return find_side_against(body, at, rest, False, impact) or (
        exactly and find_side_against(body, at, rest, True, impact)
    )


@C.cfunc
@C.exceptval(-1)
def find_side_against(
    body: Body, at: Vector, rest: Vector, exactly: C.bint, impact: C.pointer(Impact)
) -> C.bint:
    """Find the side that is most against the rest of a motion: see `find_against`.

    Of each block, the side counts that the rest leads off most. With `exactly`, it is the side that
    the body is farthest off, because this one holds the two apart; of two sides of a corner, the
    one that is more against the rest. Then it may be along the rest, too, up to rounding.
    """
    k: C.Py_ssize_t
    i: C.int
    most: C.double = body.blocks.rounding if exactly else 0.0
    against: C.Py_ssize_t = -1
    normal: Vector = rest
    side: Vector = rest
    blocks: Blocks = blocks_at(body, at, rest, body.scratch.touched)
    for k in range(blocks.count):
        block: C.pointer(Block) = blocks.items + k
        widest: C.double = -INFINITY
        along: C.double = -INFINITY
        for i in range(block.count):
            gap: C.double = block.sides[i].gap
            ahead: C.double = block.sides[i].nx * rest.x + block.sides[i].ny * rest.y
            counts: C.bint = ahead > along
            if exactly:
                counts = gap > widest or (gap == widest and ahead < along)
            if counts:
                widest = gap
                along = ahead
                side = vector(block.sides[i].nx, block.sides[i].ny)
        if block.count and along < most:
            most = along
            against = k
            normal = side
    if against >= 0:
        put_impact(body.ghost, blocks, against, normal, at, impact)
    return against >= 0


def planks_met(body: Body, at: Vector, way: Vector, aside: Vector) -> list:
    """Return the one-way shapes that block a way from a position: (sprite, first part, True).

    Also those of which the body touches a corner, and which block the way if it leads aside: the
    next tile of a floor, where the body begins exactly at its edge.
    """
    k: C.Py_ssize_t
    i: C.int
    result: list = []
    blocks: Blocks = blocks_at(body, at, vector(0.0, 0.0), body.scratch.touched)
    for k in range(blocks.count):
        block: C.pointer(Block) = blocks.items + k
        is_below: C.bint = False
        is_against: C.bint = is_one_way(block.pair.b, block.pair.first_b)
        for i in range(block.count):
            side: Vector = vector(block.sides[i].nx, block.sides[i].ny)
            ahead: C.double = dot(side, way)
            is_below |= ahead < -PARALLEL
            is_against &= ahead < -PARALLEL or (ahead <= PARALLEL and dot(side, aside) < 0.0)
        if is_below and is_against:
            result.append((body.nearby.batch.sprites[block.position], block.pair.first_b, True))
    return result


@C.cfunc
@C.exceptval(check=False)
def add_exposed(exposed: C.pointer(Exposed), block: C.Py_ssize_t, normal: Vector) -> C.void:
    """Add an exposed side, unless its normal or its block is known."""
    k: C.int
    if exposed.count == MOST_EXPOSED:
        return
    for k in range(exposed.count):
        known: Vector = exposed.sides[k].normal
        if exposed.sides[k].block == block or is_same_normal(normal, known):
            return
    exposed.sides[exposed.count].block = block
    exposed.sides[exposed.count].normal = normal
    exposed.count += 1


# --- what it overlaps ----------------------------------------------------------------------------


def find_inside(body: Body, at: Vector, by_a_hair: C.bint = False) -> LentImpacts:
    """Find the targets that the body overlaps at a position by more than a hair, or at all, and
    `where` accepts.

    One-way shapes do not count. Moving the body by depth * normal ends an overlap.
    """
    sweep: Sweep
    k: C.Py_ssize_t
    kept: C.Py_ssize_t = 0
    m: C.Py_ssize_t
    last: C.Py_ssize_t = -1
    accepted: C.bint = False
    inside: ImpactList = body.scratch.inside
    ask_for(body, at, vector(0.0, 0.0), 0.0)
    here: SweepWay = straight(vector(0.0, 0.0), 0.0)
    rules: SweepRules = body.rules()
    body.begin(C.address(sweep), at, C.address(here), C.address(rules), body.scratch.found, 0)
    find_overlaps(store.STORE, C.address(sweep), inside)
    for k in range(inside.count):
        impact: Impact = inside.items[k]
        if impact.depth <= body.ghost.hair and not by_a_hair:
            continue
        if impact.position != last:
            last = impact.position
            deepest: Impact = impact
            for m in range(k + 1, inside.count):
                if inside.items[m].position != last:
                    break
                if is_deeper(inside.items + m, C.address(deepest)):
                    deepest = inside.items[m]
            accepted = body.accepts(C.address(deepest))
        if accepted:
            inside.items[kept] = impact
            kept += 1
    inside.count = kept
    return inside


def is_deeper(impact: ImpactRef, other: ImpactRef) -> C.bint:
    """Whether a body overlaps one thing more deeply than another; of equal ones, the first in
    space.
    """
    if impact.depth != other.depth:
        return impact.depth > other.depth
    return impact.px < other.px or (impact.px == other.px and impact.py < other.py)


def is_passing(ghost: Ghost, at: Vector, other: C.int, first: C.int) -> C.bint:
    """Whether a body is passing through a one-way shape: inside it, or on both sides of its front.

    Each part of the body that counts is compared with the nearest part of the shape.
    """
    i: C.int
    j: C.int
    near: Nearest
    nearest: Nearest
    direction: C.double[2]
    any_in_front: C.bint = False
    any_behind: C.bint = False
    row: C.int = ghost.row
    if first >= store.STORE.records[other].count or not is_one_way(other, first):
        return False
    ghost.place(at)
    put_direction(store.STORE, other, first, direction)
    for i in range(store.STORE.records[row].count):
        if ghost.part_count >= 0 and not (i < ghost.part_count and ghost.counted[i]):
            continue
        nearest.distance = INFINITY
        for j in range(shape_pair.parts_in_shape(store.STORE, other, first)):
            parts_distance(
                shape_pair.part_of(store.STORE, row, i),
                shape_pair.part_of(store.STORE, other, first + j),
                store.STORE.pool,
                C.address(near),
            )
            if near.distance < nearest.distance:
                nearest = near
        if nearest.distance < -ghost.hair:
            return True
        if is_front(direction, nearest.nx, nearest.ny):
            any_in_front = True
        else:
            any_behind = True
    return any_in_front and any_behind


def is_one_way(row: C.int, first: C.int) -> C.bint:
    """Whether a shape is one-way, given by its first part. False if user code has changed
    shapes.
    """
    direction: C.double[2]
    if not store.STORE.flags[row] & layout.ONE_WAY or first >= store.STORE.records[row].count:
        return False
    freshen(store.STORE, row)
    return put_direction(store.STORE, row, first, direction)
