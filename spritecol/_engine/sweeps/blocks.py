"""The blocks of a row where it is: the sides that it touches, for each part separately.

A row that does not turn is a point among obstacles: the places where it would hit another part. A
*hair* is more than rounding and less than what counts. Parts nearer than a hair touch. An obstacle
that is touched blocks the directions against *all* of its normals there: half of them, or fewer at
a corner. The rest is free, and only the ends of all that is blocked are exposed.

So of two tiles side by side, the corner of one is within the half that the other one blocks, and
its side is not exposed. That is all there is to seams: nobody needs to know which tiles, or which
pieces of a polygon, are neighbors.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box, BoxRef
from cython.cimports.spritecol._engine.box_tests import order_of_boxes, overlap
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.narrow_phase import cores, shape_pair
from cython.cimports.spritecol._engine.narrow_phase.distances import parts_distance
from cython.cimports.spritecol._engine.narrow_phase.nearest_points import Nearest
from cython.cimports.spritecol._engine.narrow_phase.part import support, touching_side
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import (
    PartPairs,
    ShapePair,
    ShapePairRef,
)
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import PartRef
from cython.cimports.spritecol._engine.storage.store import Store
from cython.cimports.spritecol._engine.sweeps.impact import (
    Impact,
    Sweep,
    is_stopped_by,
    size_of_motion,
)
from cython.cimports.spritecol._engine.sweeps.normals import contact_normal, goes_deeper, radius_of
from cython.cimports.spritecol._engine.sweeps.one_way import FROM_FRONT, PASSES, Passage, passage_of
from cython.cimports.spritecol._engine.tolerances import PARALLEL, SAME
from cython.cimports.spritecol._engine.transform.near_parts import NearPair, find_near_parts
from cython.cimports.spritecol._engine.transform.rows import freshen
from cython.cimports.spritecol._support.libc import INFINITY, fabs, free, sqrt


@C.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Blocks:
    """A growing list of blocks, and the tangents at which all that they block together ends."""

    def __dealloc__(self):
        free(self.items)
        free(self.tangents)

    def add(self) -> C.pointer(Block):
        """A new block at the end."""
        room_for(
            C.address(self.items), C.address(self.capacity), self.count + 1, 8, C.sizeof(Block)
        )
        self.count += 1
        return self.items + self.count - 1

    def copied(self) -> "Blocks":
        """Return a copy of the blocks, which no later query changes."""
        k: C.Py_ssize_t
        result: Blocks = Blocks()
        for k in range(self.count):
            result.add()[0] = self.items[k]
        result.fronts = self.fronts
        result.rounding = self.rounding
        result.any_deep = self.any_deep
        return result

    def are_free(self, dx: C.double, dy: C.double) -> C.bint:
        """Whether no block is against a way."""
        k: C.Py_ssize_t = 0
        least: C.double = least_along(dx, dy, self.rounding)
        while k < self.count and leads_out(self.items + k, dx, dy, least):
            k += 1
        return k == self.count

    def find_tangents(self, dx: C.double, dy: C.double) -> C.int:
        """Find where a way that is blocked becomes free, if it turns to either hand.

        The directions that a side with the normal n blocks are those with n . d < 0. They end at
        the two directions along the side, which are n turned by 90 degrees. So only these can be
        the ends of all that is blocked, and they are where no other block is in the way.

        Sides that are blocked elsewhere, such as by a corner that the row passes, are not exposed
        to it.
        """
        k: C.Py_ssize_t
        i: C.int
        hand: C.int
        self.tangent_count = 0
        for k in range(self.count):
            block: C.pointer(Block) = self.items + k
            for i in range(block.count):
                nx: C.double = block.sides[i].nx
                ny: C.double = block.sides[i].ny
                if block.is_one_way and not is_in_front(self, block, nx, ny):
                    continue
                for hand in range(2):
                    tx: C.double = ny if hand else -ny
                    ty: C.double = -nx if hand else nx
                    if (
                        not self.has_tangent(nx, ny, hand)
                        and leads_along(block, tx, ty)
                        and self.are_free(tx, ty)
                        and not (block.is_of_point and self.enters_seam(block, nx, ny, tx, ty))
                    ):
                        self.add_tangent(k, i, hand, turn_to(tx, ty, hand, dx, dy))
        self.keep_nearest_tangents()
        return 0

    def enters_seam(
        self,
        block: C.pointer(C.const[Block]),
        nx: C.double,
        ny: C.double,
        tx: C.double,
        ty: C.double,
    ) -> C.bint:
        """Whether a direction along a side of a block leads a point into a seam.

        It is free, but a little beside it another block is in the way. Inside a seam, both touch
        the point by one side only, and it may move on.
        """
        k: C.Py_ssize_t
        m: C.int
        for k in range(self.count):
            other: C.pointer(C.const[Block]) = self.items + k
            is_against: C.bint = other.part == block.part and other.count + block.count > 2
            for m in range(other.count):
                ahead: C.double = other.sides[m].nx * tx + other.sides[m].ny * ty
                beside: C.double = other.sides[m].nx * nx + other.sides[m].ny * ny
                is_against &= ahead < -PARALLEL or (ahead <= PARALLEL and beside < 0.0)
            if is_against:
                return True
        return False

    def has_tangent(self, nx: C.double, ny: C.double, hand: C.int) -> C.bint:
        """Whether a tangent of a side with this normal is known. One is enough for a floor of
        tiles.
        """
        k: C.Py_ssize_t
        for k in range(self.tangent_count):
            tangent: C.pointer(SideTangent) = self.tangents + k
            if tangent.nx == nx and tangent.ny == ny and tangent.hand == hand:
                return True
        return False

    def add_tangent(self, k: C.Py_ssize_t, side: C.int, hand: C.int, turn: C.double) -> C.int:
        """Add the tangent of a side of a block, to one hand."""
        room_for(
            C.address(self.tangents),
            C.address(self.tangent_capacity),
            self.tangent_count + 1,
            8,
            C.sizeof(SideTangent),
        )
        tangent: C.pointer(SideTangent) = self.tangents + self.tangent_count
        self.tangent_count += 1
        tangent.block = k
        tangent.nx = self.items[k].sides[side].nx
        tangent.ny = self.items[k].sides[side].ny
        tangent.tx = (tangent.ny if hand else -tangent.ny) + 0.0  # not -0.0
        tangent.ty = (-tangent.nx if hand else tangent.nx) + 0.0
        tangent.hand = hand
        tangent.turn = turn
        return 0

    def keep_nearest_tangents(self) -> C.void:
        """Keep of each hand the tangents to which the way turns least."""
        k: C.Py_ssize_t
        kept: C.Py_ssize_t = 0
        nearest: C.double[2]
        nearest[0] = nearest[1] = INFINITY
        for k in range(self.tangent_count):
            hand: C.int = self.tangents[k].hand
            nearest[hand] = min(nearest[hand], self.tangents[k].turn)
        for k in range(self.tangent_count):
            if self.tangents[k].turn <= nearest[self.tangents[k].hand] + SAME:
                if kept < k:
                    self.tangents[kept] = self.tangents[k]
                kept += 1
        self.tangent_count = kept


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def leads_along(block: C.pointer(C.const[Block]), tx: C.double, ty: C.double) -> C.bint:
    """Whether a direction along one side of a block leads out of none of its sides."""
    m: C.int
    result: C.bint = True
    for m in range(block.count):
        result &= block.sides[m].nx * tx + block.sides[m].ny * ty <= PARALLEL
    return result


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def turn_to(tx: C.double, ty: C.double, hand: C.int, dx: C.double, dy: C.double) -> C.double:
    """How far a way (dx, dy) turns to one hand until it has a direction: see `SideTangent`."""
    ahead: C.double = dx * tx + dy * ty
    beside: C.double = dx * ty - dy * tx if hand else dy * tx - dx * ty
    ahead /= fabs(ahead) + fabs(beside)
    return 1.0 - ahead if beside >= 0.0 else 3.0 + ahead


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def is_in_front(
    blocks: Blocks, block: C.pointer(C.const[Block]), nx: C.double, ny: C.double
) -> C.bint:
    """Whether a side of a one-way shape belongs to its front."""
    front: C.double[2]
    front[0] = block.front_x
    front[1] = block.front_y
    return is_stopped_by(C.address(blocks.fronts), front, nx, ny)


def is_free(
    block: C.pointer(C.const[Block]), dx: C.double, dy: C.double, rounding: C.double
) -> C.bint:
    """Whether a way does not lead against all sides of a block, up to rounding."""
    return leads_out(block, dx, dy, least_along(dx, dy, rounding))


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def least_along(dx: C.double, dy: C.double, rounding: C.double) -> C.double:
    """A way leads against a side if it leads along its normal by less than this."""
    return -PARALLEL * sqrt(dx * dx + dy * dy) - rounding


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def leads_out(
    block: C.pointer(C.const[Block]), dx: C.double, dy: C.double, least: C.double
) -> C.bint:
    """Whether a way leads along the normal of any side of a block, by at least so much."""
    i: C.int
    result: C.bint = False
    for i in range(block.count):
        result |= block.sides[i].nx * dx + block.sides[i].ny * dy >= least
    return result


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def add_side(
    block: C.pointer(Block), nx: C.double, ny: C.double, gap: C.double, by_corner: C.bint
) -> C.void:
    """Add a side to a block, unless one has that normal."""
    if block.count < MOST_NORMALS and not has_side(block, nx, ny):
        block.sides[block.count].nx = nx + 0.0  # not -0.0
        block.sides[block.count].ny = ny + 0.0
        block.sides[block.count].gap = gap
        block.sides[block.count].by_corner = by_corner
        block.count += 1


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def has_side(block: C.pointer(C.const[Block]), nx: C.double, ny: C.double) -> C.bint:
    """Whether any side of a block has a normal."""
    i: C.int
    for i in range(block.count):
        side: C.pointer(C.const[Side]) = C.address(block.sides[i])
        if side.nx * nx + side.ny * ny > 0.0 and fabs(side.nx * ny - side.ny * nx) <= SAME:
            return True
    return False


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def touch(
    a: PartRef,
    b: PartRef,
    pool: Numbers,
    hair: C.double,
    block: C.pointer(Block),
) -> C.void:
    """Write how far a part is off another one, and all sides that it touches there.

    Of points, and of segments in one direction, no side is known: they touch on either.
    """
    nearest: Nearest
    if a.kind == layout.BOX and b.kind == layout.BOX:
        touch_boxes(pool + a.first, pool + b.first, hair, block)
        return
    block.count = 0
    is_flat: C.bint = cores.lie_flat(a, b, pool)
    if not is_flat:
        block.gap = add_edges(a, b, pool, hair, 1.0, block)
        if block.gap <= hair:
            block.gap = max(block.gap, add_edges(b, a, pool, hair, -1.0, block))
        if block.gap > hair:
            block.count = 0
        if block.gap > hair or block.count:
            return
    x: C.double = pool[a.first] - pool[b.first]
    y: C.double = pool[a.first + 1] - pool[b.first + 1]
    length: C.double = sqrt(x * x + y * y)
    if length > 0.0:  # apart along this line, as most are: the distance of ellipses takes long
        block.gap = -support(a, pool, -x / length, -y / length)
        block.gap -= support(b, pool, x / length, y / length)
        if block.gap > hair:
            return
    parts_distance(a, b, pool, C.address(nearest))
    block.gap = nearest.distance
    if not -hair <= block.gap <= hair or is_flat:
        return
    add_side(block, nearest.nx, nearest.ny, nearest.distance, True)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def touch_boxes(a: Numbers, b: Numbers, hair: C.double, block: C.pointer(Block)) -> C.void:
    """Do `touch` for two upright boxes, which are usually a body and a tile.

    Without it, walks and slides on tiles take 1.3 times as long.
    """
    left: C.double = b[0] - a[2]  # how far the first box is off the left side of the second
    top: C.double = b[1] - a[3]
    right: C.double = a[0] - b[2]
    bottom: C.double = a[1] - b[3]
    across: C.double = max(left, right)
    down: C.double = max(top, bottom)
    block.gap = max(across, down)
    block.count = 0
    if not -hair <= block.gap <= hair:
        return
    by_corner: C.bint = down >= -hair and across >= -hair
    if across >= -hair:
        add_side(block, -1.0 if left >= right else 1.0, 0.0, across, by_corner)
    if down >= -hair:
        add_side(block, 0.0, -1.0 if top >= bottom else 1.0, down, by_corner)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def add_edges(
    part: PartRef,
    other: PartRef,
    pool: Numbers,
    hair: C.double,
    sign: C.double,
    block: C.pointer(Block),
) -> C.double:
    """Add the edges of `other` that a part touches; with a sign of -1 their normals are turned.

    Returns how far the part is off the edge that it is farthest off, or off one if it is apart.
    """
    corners: C.double[8]
    count: C.int = other.count
    k: C.int
    nx: C.double
    ny: C.double
    widest: C.double = -INFINITY
    is_thick: C.bint = cores.is_long(other.kind)
    if cores.is_disc(other.kind):
        return widest
    v: Numbers = cores.vertices_of(other.kind, pool + other.first, C.address(count), corners)
    if count < 2:
        return widest
    for k in range(count):
        p: Numbers = v + 2 * k
        if not cores.put_edge_normal(p, v + 2 * ((k + 1) % count), C.address(nx), C.address(ny)):
            continue
        level: C.double = support(other, pool, nx, ny) if is_thick else nx * p[0] + ny * p[1]
        gap: C.double = -support(part, pool, -nx, -ny) - level
        widest = max(widest, gap)
        if gap > hair:
            return gap
        if gap >= -hair:
            add_edge(part, other, pool, nx, ny, gap, hair, sign, block)
    return widest


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def add_edge(
    part: PartRef,
    other: PartRef,
    pool: Numbers,
    nx: C.double,
    ny: C.double,
    gap: C.double,
    hair: C.double,
    sign: C.double,
    block: C.pointer(Block),
) -> C.void:
    """Add an edge with a normal that a part is on the line of, if the two touch between its ends.

    A round part also touches it from beyond its end, if it curves away by less than a hair.
    """
    level: C.double = 0.0
    low: C.double = 0.0
    high: C.double = 0.0
    left: C.double = 0.0
    right: C.double = 0.0
    is_round: C.bint = cores.is_disc(part.kind) or cores.is_long(part.kind)
    beyond: C.double = sqrt(2.0 * hair * radius_of(part, pool)) if is_round else hair
    touching_side(other, pool, nx, ny, True, C.address(level), C.address(low), C.address(high))
    touching_side(part, pool, -nx, -ny, True, C.address(level), C.address(left), C.address(right))
    # The sides are measured across their own normals, n and -n: so the second is negated.
    shared: C.double = min(high, -left) - max(low, -right)
    if shared < -beyond:
        return
    by_corner: C.bint = shared <= hair
    if right - left <= hair:  # what is round or pointed may touch the middle of a side
        by_corner = not low + hair < -left < high - hair
    elif high - low <= hair:
        by_corner = not -right + hair < low < -left - hair
    add_side(block, sign * nx, sign * ny, gap, by_corner)


def find_blocks(store: Store, sweep: C.pointer(Sweep), hair: C.double, blocks: Blocks) -> C.int:
    """Find what blocks a row where it is, among all others: also one-way shapes.

    A shape in which it is deep blocks it only if the motion leads deeper; a one-way shape does not.
    """
    k: C.Py_ssize_t
    blocks.count = 0
    blocks.any_deep = False
    for k in range(sweep.rules.other_count):
        freshen(store, sweep.rules.others[k])
        add_row(store, sweep, k, hair, blocks)
    sort_blocks(store, sweep, blocks)
    return 0


def add_row(
    store: Store, sweep: C.pointer(Sweep), position: C.Py_ssize_t, hair: C.double, blocks: Blocks
) -> C.int:
    """Add what blocks a row by another one."""
    pair: ShapePair
    near: NearPair
    i: C.Py_ssize_t
    other: C.int = sweep.rules.others[position]
    box: Box = widened(store.boxes + sweep.row, hair)
    if not overlap(C.address(box), store.boxes + other):
        return 0
    first: C.Py_ssize_t = blocks.count
    blocks.fronts = sweep.rules.fronts
    find_near_parts(store, other, C.address(box), 0.0, 0.0, C.address(near.b))
    box = widened(store.boxes + other, hair)
    find_near_parts(store, sweep.row, C.address(box), 0.0, 0.0, C.address(near.a))
    pair = shape_pair.first_near(
        store, sweep.rules.chosen, sweep.row, other, False, C.address(near)
    )
    while pair.count_a:
        add_shapes(store, sweep, C.address(pair), position, hair, C.address(near), blocks)
        shape_pair.next_shapes(store, C.address(pair), C.address(near))
    for i in range(first, blocks.count):
        blocks.items[i].counts = does_count(blocks, first, i)
    kept: C.Py_ssize_t = first
    for i in range(first, blocks.count):
        if blocks.items[i].counts:
            if kept < i:
                blocks.items[kept] = blocks.items[i]
            kept += 1
    blocks.count = kept
    return 0


@C.cfunc
@C.exceptval(-1, check=False)
def add_shapes(
    store: Store,
    sweep: C.pointer(Sweep),
    pair: ShapePairRef,
    position: C.Py_ssize_t,
    hair: C.double,
    near: C.pointer(C.const[NearPair]),
    blocks: Blocks,
) -> C.int:
    """Add what blocks a row by two shapes: each part that it touches, or their contact."""
    block: C.pointer(Block)
    impact: Impact
    k: C.Py_ssize_t
    passage: Passage = passage_of(store, sweep, pair.b, pair.first_b)
    if passage.kind == PASSES:
        return 0
    first: C.Py_ssize_t = blocks.count
    is_deep: C.bint = add_parts(store, pair, hair, near, blocks)
    for k in range(first, blocks.count):
        block = blocks.items + k
        block.position = position
        block.is_one_way = passage.kind == FROM_FRONT
        block.front_x = passage.front[0]
        block.front_y = passage.front[1]
    if not is_deep and blocks.count > first + 1 and shape_pair.shapes_hit(store, pair):
        impact.pair = pair[0]  # a point at a cut is deep in a polygon, and in none of its pieces
        contact_normal(store, C.address(impact))
        is_deep = impact.depth > hair
    if is_deep:
        blocks.count = first + 1
        block = blocks.items + first
        block.is_deep = True
        block.count = 0
        if (
            not block.is_one_way
        ):  # else it lets the row pass, with all of its shapes: see `does_count`
            blocks.any_deep = True
            put_deeper_side(store, sweep, block)
    return 0


@C.cfunc
@C.exceptval(-1)
def add_parts(
    store: Store,
    pair: ShapePairRef,
    hair: C.double,
    near: C.pointer(C.const[NearPair]),
    blocks: Blocks,
) -> C.bint:
    """Add each two parts of two shapes that touch, or are in each other; is any by over a hair?"""
    is_deep: C.bint = False
    parts: PartPairs
    shape_pair.begin_pairs(store, C.address(parts), pair, near, hair)
    while shape_pair.next_pair(store, C.address(parts)):
        if layout.SEAM in (parts.part.kind, parts.other.kind):
            continue
        block: C.pointer(Block) = blocks.add()
        touch(parts.part, parts.other, store.pool, hair, block)
        block.pair = pair[0]
        block.part = parts.i
        block.other_part = parts.j
        block.is_deep = block.gap < -hair
        block.is_of_point = parts.part.kind == layout.POINT
        is_deep |= block.is_deep
        if block.count == 0 and not block.is_deep:
            blocks.count -= 1
    return is_deep


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def widened(box: BoxRef, by: C.double) -> Box:
    """A box and what is near it."""
    result: Box
    result.left = box.left - by
    result.top = box.top - by
    result.right = box.right + by
    result.bottom = box.bottom + by
    return result


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def does_count(blocks: Blocks, first: C.Py_ssize_t, k: C.Py_ssize_t) -> C.bint:
    """Whether a block counts: not if it is of a one-way shape that is met from behind, or inside.

    Blocks of the same row begin at `first`.
    """
    i: C.Py_ssize_t
    block: C.pointer(Block) = blocks.items + k
    if not block.is_one_way:
        return block.count > 0
    for i in range(first, blocks.count):
        inside: C.pointer(Block) = blocks.items + i
        if inside.is_deep and inside.is_one_way and inside.pair.first_b == block.pair.first_b:
            return False
    result: C.bint = has_front(blocks, block)
    for i in range(first, blocks.count):
        result = result and not is_covered(blocks, block, blocks.items + i)
    return result


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def has_front(blocks: Blocks, block: C.pointer(C.const[Block])) -> C.bint:
    """Whether any side of a block of a one-way shape belongs to its front."""
    m: C.int
    result: C.bint = False
    for m in range(block.count):
        result |= is_in_front(blocks, block, block.sides[m].nx, block.sides[m].ny)
    return result


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def is_covered(
    blocks: Blocks, block: C.pointer(C.const[Block]), other: C.pointer(C.const[Block])
) -> C.bint:
    """Whether another block of the same two shapes is in each way that a block is in, and is not
    of the front.

    So the cut of a polygon does not meet the front of a shape that the polygon is beside.
    """
    m: C.int
    result: C.bint = (
        block.pair.first_a == other.pair.first_a
        and block.pair.first_b == other.pair.first_b
        and other.count > 0
        and not has_front(blocks, other)
    )
    for m in range(other.count):
        result = result and has_side(block, other.sides[m].nx, other.sides[m].ny)
    return result


@C.cfunc
@C.exceptval(-1, check=False)
def put_deeper_side(store: Store, sweep: C.pointer(Sweep), block: C.pointer(Block)) -> C.int:
    """Let a block of two shapes that overlap have the side of their contact, if they go deeper."""
    impact: Impact
    impact.pair = block.pair
    contact_normal(store, C.address(impact))
    sweep.motion.size = size_of_motion(store, sweep.row, C.address(sweep.motion))
    block.part = impact.part
    block.other_part = impact.other_part
    block.gap = -impact.depth
    if goes_deeper(store, C.address(sweep.motion), C.address(impact)):
        add_side(block, impact.nx, impact.ny, -impact.depth, False)
    return 0


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def sort_blocks(store: Store, sweep: C.pointer(C.const[Sweep]), blocks: Blocks) -> C.void:
    """Sort blocks by the boxes of their rows, so that the order of targets does not matter."""
    i: C.Py_ssize_t
    for i in range(1, blocks.count):
        k: C.Py_ssize_t = i
        row: C.int = sweep.rules.others[blocks.items[k].position]
        while k > 0 and comes_first(store, row, sweep.rules.others[blocks.items[k - 1].position]):
            item: Block = blocks.items[k]
            blocks.items[k] = blocks.items[k - 1]
            blocks.items[k - 1] = item
            k -= 1


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def comes_first(store: Store, row: C.int, other: C.int) -> C.bint:
    """Whether the box of a row is the smaller one, number by number."""
    order: C.int = order_of_boxes(store.boxes + row, store.boxes + other)
    if order != 0:
        return order < 0
    return (store.flags[row] & layout.ONE_WAY) < (store.flags[other] & layout.ONE_WAY)
