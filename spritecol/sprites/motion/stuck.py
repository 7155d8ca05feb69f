"""A body that is in something: the parts that it overlaps count as one thing, their union.

So tiles, one sprite of tiles, a polygon and a whole wall hold a body alike. All of this is decided
by the parts at one position, and only for a body that overlaps something by more than a hair.

*Hidden*: a body touches a part at a point or along a segment. The side that it touches is inside of
the union if the body overlaps adjacent parts all along that, and if nothing goes on beside them
where they end. Such a side blocks nothing, and the body passes it. The second condition keeps a
body that is within a door on its floor: the floor goes on beside the door. Parts that overlap each
other, such as a press and a wall, hide nothing of each other.

*No deeper*: a body may move wherever it gets no farther from the nearest way out of each part that
it overlaps. The nearest way out is the least way to a side of the part that is not hidden there. If
adjacent parts hide that side, the way leads on through these.

A cast goes past all parts that the body overlaps at its start, and past those that it meets by
hidden sides. It meets each other part, and the exact test proves its end as usual.
"""

import cython as C
from cython.cimports.spritecol._engine.box import Box
from cython.cimports.spritecol._engine.memory import room_for
from cython.cimports.spritecol._engine.narrow_phase.cores import (
    has_vertices,
    is_disc,
    is_long,
    vertices_of,
)
from cython.cimports.spritecol._engine.narrow_phase.distances import Nearest, parts_distance
from cython.cimports.spritecol._engine.narrow_phase.part import (
    is_side_of_cut,
    support,
    touching_side,
)
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import (
    distance_to,
    part_of,
)
from cython.cimports.spritecol._engine.narrow_phase.sweep_kernels import Interval, sweep_parts
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage.layout import SEGMENT, PartRef
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.sweeps.blocks import Block, Blocks, find_blocks
from cython.cimports.spritecol._engine.sweeps.impact import Impact, ImpactRef, Passed, Sweep
from cython.cimports.spritecol._engine.sweeps.normals import contact_normal
from cython.cimports.spritecol._engine.tolerances import SAME, SAME_PLACE
from cython.cimports.spritecol._engine.transform.near_parts import NearParts
from cython.cimports.spritecol._engine.transform.nearness import find_near_parts, next_near
from cython.cimports.spritecol._engine.transform.rows import (
    Cuts,
    cuts_of,
    freshen,
    put_direction,
)
from cython.cimports.spritecol._support.libc import INFINITY, fabs, sqrt
from cython.cimports.spritecol.sprites.motion.body import REJECTED, Body
from cython.cimports.spritecol.sprites.motion.inside import find_inside
from cython.cimports.spritecol.sprites.motion.surroundings import ask_for
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

MOST_LINKS = C.declare(C.int, 64)
"""Parts that a way out may lead through, one after the other."""

MOST_TOUCHED_SIDES = C.declare(C.int, 32)
"""Directions of ways out that are tried."""

TouchedSpan = C.struct(
    # Where two parts touch: on a line with a normal, from one coordinate across it to another.
    normal=Vector,
    level=C.double,
    low=C.double,
    high=C.double,
    by_corner=C.bint,  # of the part that rests
    at_corners=C.bint,  # by a corner of each
)

Chord = C.struct(low=C.double, high=C.double)
"""Where a line is inside of something, from one coordinate to another: nowhere if high < low."""

Exit = C.struct(normal=Vector, depth=C.double)
"""A way out of something: how far along which normal."""

Sides = C.struct(items=Vector[32], count=C.int)
"""Directions, of which no two are equal."""


def find_as_union(body: Body, at: Vector, way: Vector, blocks: Blocks) -> C.int:
    """Find the blocks at a position where the body is in something, as if that were one thing.

    Sides inside of it do not count. A part that the body is in has the side through which the
    least way leads out of it, if the way that is given leads against that.
    """
    exit: Exit
    k: C.Py_ssize_t
    kept: C.Py_ssize_t = 0
    find_parts_at(body, at, blocks)
    for k in range(blocks.count):
        if not blocks.items[k].is_deep and is_hidden_block(body, k, blocks):
            blocks.items[k].count = 0
    for k in range(blocks.count):
        block: C.pointer(Block) = blocks.items + k
        if block.is_deep:
            exit = way_out_of(body, at, k, blocks, way)
            block.count = 0
            block.gap = -exit.depth
            if exit.depth < INFINITY and dot(exit.normal, way) < 0.0:
                block.count = 1
                block.sides[0].nx = exit.normal.x
                block.sides[0].ny = exit.normal.y
                block.sides[0].gap = -exit.depth
                block.sides[0].by_corner = False
    for k in range(blocks.count):
        if blocks.items[k].count:
            blocks.items[kept] = blocks.items[k]
            kept += 1
    blocks.count = kept
    return 0


def put_deepest_way_out(body: Body, at: Vector, contact: C.pointer(Impact)) -> C.int:
    """Write into a contact how the body gets out of the part that it is in most deeply, by the
    union. Without any, leave it as it is.
    """
    exit: Exit
    k: C.Py_ssize_t
    deepest: C.double = 0.0
    blocks: Blocks = body.parts
    find_parts_at(body, at, blocks)
    for k in range(blocks.count):
        if blocks.items[k].is_deep:
            exit = way_out_of(body, at, k, blocks, vector(0.0, 0.0))
            if deepest < exit.depth < INFINITY:
                deepest = contact.depth = exit.depth
                contact.position = blocks.items[k].position
                contact.nx = exit.normal.x
                contact.ny = exit.normal.y
    body.place(at)
    return 0


def pass_all_inside(body: Body, at: Vector) -> C.int:
    """Let the body pass all parts that it is in at a position."""
    k: C.Py_ssize_t
    blocks: Blocks = body.parts
    find_parts_at(body, at, blocks)
    for k in range(blocks.count):
        if blocks.items[k].is_deep:
            add_passed(
                body, blocks.items[k].pair.b, blocks.items[k].part, blocks.items[k].other_part
            )
    return 0


def pass_hidden(body: Body, at: Vector) -> C.int:
    """Let the body pass the parts that it touches at a position by hidden sides."""
    k: C.Py_ssize_t
    blocks: Blocks = body.parts
    find_parts_at(body, at, blocks)
    for k in range(blocks.count):
        block: C.pointer(Block) = blocks.items + k
        if not block.is_deep and is_hidden_block(body, k, blocks):
            add_passed(body, block.pair.b, block.part, block.other_part)
    return 0


def pass_if_hidden(body: Body, met: ImpactRef) -> C.bint:
    """Let the body pass a part that it meets on its way, if it meets that by a hidden side."""
    normal: Vector = vector(met.nx, met.ny)
    find_parts_at(body, vector(met.x, met.y), body.parts)
    if not is_known(body, met.pair.b, met.part, met.other_part) or not (
        is_hidden(body, met.pair.b, met.part, met.other_part, normal, body.parts)
    ):
        return False
    add_passed(body, met.pair.b, met.part, met.other_part)
    return True


@C.cfunc
def add_passed(body: Body, row: C.int, part: C.int, other_part: C.int) -> C.int:
    """Let the body pass a part of a target with one of its own."""
    room_for(
        C.address(body.passed),
        C.address(body.passed_capacity),
        body.passed_count + 1,
        8,
        C.sizeof(Passed),
    )
    body.passed[body.passed_count].row = row
    body.passed[body.passed_count].part = part
    body.passed[body.passed_count].other_part = other_part
    body.passed_count += 1
    return 0


@C.cfunc
def find_parts_at(body: Body, at: Vector, blocks: Blocks) -> C.int:
    """Find all parts that the body touches or is in at a position, and that `where` accepts.

    The body stays there.
    """
    sweep: Sweep
    k: C.Py_ssize_t
    kept: C.Py_ssize_t = 0
    ask_for(body, at, vector(0.0, 0.0), body.hair)
    body.place(at)
    if body.query_filter.where is not None:
        find_inside(body)  # which asks about what it is in
    body.begin_at(C.address(sweep), vector(0.0, 0.0), 0.0)
    sweep.by_parts = True
    find_blocks(STORE, C.address(sweep), body.hair, blocks)
    for k in range(blocks.count):
        if not body.marks[blocks.items[k].position] & REJECTED:
            blocks.items[kept] = blocks.items[k]
            kept += 1
    blocks.count = kept
    return 0


@C.cfunc
@C.exceptval(check=False)
def is_known(body: Body, row: C.int, part: C.int, other_part: C.int) -> C.bint:
    """Whether two parts are still there: user code may have changed the shapes of either."""
    return part < STORE.records[body.ghost].count and other_part < STORE.records[row].count


@C.cfunc
@C.exceptval(check=False)
def lone_impact(block: C.pointer(C.const[Block]), impact: C.pointer(Impact)) -> C.void:
    """Write the two parts of a block as an impact of two shapes of one part each."""
    impact.position = block.position
    impact.pair = block.pair
    impact.pair.first_a = impact.part = block.part
    impact.pair.first_b = impact.other_part = block.other_part
    impact.pair.count_a = impact.pair.count_b = 1
    impact.overlapping = True
    impact.momentary = impact.ruled_out = False
    impact.fraction = 0.0


# --- ways out -------------------------------------------------------------------------------------


@C.cfunc
@C.exceptval(check=True)
def way_out_of(body: Body, at: Vector, number: C.Py_ssize_t, blocks: Blocks, way: Vector) -> Exit:
    """Return the least way out of a part that the body is in, and of those that hide its sides.

    Of several that are equally short, it is the one that a given way is least against. The depth
    is infinite if none is found.
    """
    impact: Impact
    sides: Sides
    exit: Exit
    i: C.int
    k: C.Py_ssize_t
    block: Block = blocks.items[number]
    near: C.double = SAME_PLACE * body.hair
    exit.depth = INFINITY
    body.place(at)
    sides.count = 0
    for k in range(blocks.count):
        item: C.pointer(Block) = blocks.items + k
        if item.is_deep and is_known(body, item.pair.b, item.part, item.other_part):
            lone_impact(item, C.address(impact))
            contact_normal(STORE, C.address(impact))
            note_side(C.address(sides), vector(impact.nx, impact.ny))
            add_sides_of(part_of(STORE, item.pair.b, item.other_part), 1.0, C.address(sides))
            add_sides_of(part_of(STORE, body.ghost, item.part), -1.0, C.address(sides))
    if not is_zero(way):  # from the middle of round parts, all ways are equally short
        note_side(C.address(sides), times(way, 1.0 / length_of(way)))
    for i in range(sides.count):
        depth: C.double = depth_along(body, at, C.address(block), sides.items[i], exit.depth + near)
        is_less: C.bint = depth < exit.depth - near
        is_as_short: C.bint = depth <= exit.depth + near < INFINITY
        if is_less or (is_as_short and dot(sides.items[i], way) > dot(exit.normal, way)):
            exit.depth = depth
            exit.normal = sides.items[i]
    return exit


@C.cfunc
@C.exceptval(check=False)
def add_sides_of(part: PartRef, sign: C.double, sides: C.pointer(Sides)) -> C.void:
    """Add the normals of a part's edges, times a sign."""
    corners: C.double[8]
    k: C.int
    count: C.int = part.count
    if is_disc(part.kind):
        return
    v: Numbers = vertices_of(part.kind, STORE.pool + part.first, C.address(count), corners)
    for k in range(count if count > 1 else 0):
        p: Numbers = v + 2 * k
        q: Numbers = v + 2 * ((k + 1) % count)
        side: Vector = vector(sign * (q[1] - p[1]), sign * (p[0] - q[0]))
        length: C.double = sqrt(dot(side, side))
        if length > 0.0:
            note_side(sides, vector(side.x / length + 0.0, side.y / length + 0.0))  # not -0.0


@C.cfunc
@C.exceptval(check=False)
def note_side(sides: C.pointer(Sides), side: Vector) -> C.void:
    """Add a direction, unless it is there."""
    k: C.int
    for k in range(sides.count):
        if dot(side, sides.items[k]) > 0.0 and fabs(cross(side, sides.items[k])) <= SAME:
            return
    if sides.count < MOST_TOUCHED_SIDES:
        sides.items[sides.count] = side
        sides.count += 1


@C.cfunc
@C.exceptval(check=True)
def depth_along(
    body: Body,
    at: Vector,
    block: C.pointer(C.const[Block]),
    along: Vector,
    longest: C.double,
) -> C.double:
    """Return how far a way along a direction leads out of a part and of all that hide it there."""
    touch: TouchedSpan
    interval: Interval
    k: C.Py_ssize_t
    blocks: Blocks = body.beyond
    row: C.int = block.pair.b
    part: C.int = block.part
    other_part: C.int = block.other_part
    depth: C.double = 0.0
    for _ in range(MOST_LINKS):
        body.place(at)
        if not is_known(body, row, part, other_part) or not sweep_parts(
            part_of(STORE, body.ghost, part),
            part_of(STORE, row, other_part),
            STORE.pool,
            -along.x,
            -along.y,
            C.address(interval),
        ):
            return INFINITY
        depth = max(depth, -interval.enter)
        if not depth <= longest:
            return INFINITY
        find_parts_at(body, plus(at, times(along, depth)), blocks)
        if not is_known(body, row, part, other_part):
            return INFINITY
        normal: Vector = vector(interval.nx, interval.ny)
        if not is_hidden(body, row, part, other_part, normal, blocks):
            return depth
        put_touch(body, row, part, other_part, normal, C.address(touch))
        # On through that of the parts which hide the side that is left last.
        last: C.double = 0.0
        for k in range(blocks.count):
            item: C.pointer(Block) = blocks.items + k
            if (
                hides(body, item, row, part, other_part, C.address(touch))
                and sweep_parts(
                    part_of(STORE, body.ghost, item.part),
                    part_of(STORE, item.pair.b, item.other_part),
                    STORE.pool,
                    -along.x,
                    -along.y,
                    C.address(interval),
                )
                and -interval.enter > last
            ):
                last = -interval.enter
                block = item
        if last == 0.0:
            return INFINITY
        row = block.pair.b
        part = block.part
        other_part = block.other_part
    return INFINITY


# --- hidden sides ---------------------------------------------------------------------------------


@C.cfunc
@C.exceptval(check=True)
def is_hidden_block(body: Body, number: C.Py_ssize_t, blocks: Blocks) -> C.bint:
    """Whether the side is hidden that the body touches of a part."""
    block: C.pointer(Block) = blocks.items + number
    normal: Vector = vector(block.sides[0].nx, block.sides[0].ny)
    return is_hidden(body, block.pair.b, block.part, block.other_part, normal, blocks)


@C.cfunc
@C.exceptval(check=True)
def is_hidden(
    body: Body, row: C.int, part: C.int, other_part: C.int, normal: Vector, blocks: Blocks
) -> C.bint:
    """Whether a side is hidden that the body touches, given all that it touches and is in there.

    It is in other parts all along that, and these do not end before the side does: a body that
    stands on a floor does not sink into that because a door is about it. If both go on for more
    than the size of the body, it is not known which ends first.
    """
    touch: TouchedSpan
    k: C.Py_ssize_t
    ends: C.bint = False
    put_touch(body, row, part, other_part, normal, C.address(touch))
    if not is_covered(body, row, part, other_part, C.address(touch), blocks):
        return False
    cuts: Cuts = cuts_of(STORE, row, other_part)
    other: PartRef = part_of(STORE, row, other_part)
    # Corners that touch stop nothing that the sides beside them do not.
    if touch.at_corners or is_side_of_cut(other, STORE.pool, C.address(cuts), normal.x, normal.y):
        return True
    for k in range(blocks.count):
        item: C.pointer(Block) = blocks.items + k
        if hides(body, item, row, part, other_part, C.address(touch)):
            if item.pair.b == row and item.other_part == other_part:
                return True  # that side is within the body
            if touch.by_corner or not ends:
                ends |= ends_beyond(body, item, row, part, other_part, C.address(touch), blocks)
    return ends


@C.cfunc
@C.exceptval(check=False)
def ends_beyond(
    body: Body,
    hider: C.pointer(C.const[Block]),
    row: C.int,
    part: C.int,
    other_part: C.int,
    touch: C.pointer(C.const[TouchedSpan]),
    blocks: Blocks,
) -> C.bint:
    """Whether a touched side ends where the parts end that hide it, on the way out of one of them.

    If that does not lead along the side, it is straight on, or where they end sooner.
    """
    impact: Impact
    interval: Interval
    line: TouchedSpan = touch[0]
    near: C.double = SAME_PLACE * body.hair
    lone_impact(hider, C.address(impact))
    contact_normal(STORE, C.address(impact))
    out: Vector = vector(impact.nx, impact.ny)
    across: Vector = vector(-touch.normal.y, touch.normal.x)
    ahead: C.double = dot(out, across)
    if touch.by_corner or dot(out, touch.normal) > SAME:
        middle: C.double = 0.5 * (touch.low + touch.high)
        start: Vector = plus(times(touch.normal, touch.level), times(across, middle))
        line.normal = vector(out.y, -out.x)
        line.level = dot(line.normal, start)
        line.low = line.high = dot(out, start)
        if cover_ends_first(body, row, part, other_part, C.address(line), 1.0, out, blocks):
            return True
        if touch.by_corner:
            return False
    if fabs(ahead) > SAME:
        return cover_ends_first(
            body, row, part, other_part, touch, ahead, minus(out, touch.normal), blocks
        )
    sweep_parts(
        part_of(STORE, body.ghost, hider.part),
        part_of(STORE, hider.pair.b, hider.other_part),
        STORE.pool,
        across.x,
        across.y,
        C.address(interval),
    )
    if interval.exit <= near - interval.enter and cover_ends_first(
        body, row, part, other_part, touch, 1.0, minus(across, touch.normal), blocks
    ):
        return True
    back: Vector = times(plus(across, touch.normal), -1.0)
    return -interval.enter <= near + interval.exit and cover_ends_first(
        body, row, part, other_part, touch, -1.0, back, blocks
    )


@C.cfunc
@C.exceptval(check=False)
def cover_ends_first(
    body: Body,
    row: C.int,
    part: C.int,
    other_part: C.int,
    touch: C.pointer(C.const[TouchedSpan]),
    ahead: C.double,
    beside: Vector,
    blocks: Blocks,
) -> C.bint:
    """Whether nothing goes on along a touched side where the parts end that cover it.

    It is followed across its normal, the other way if `ahead` is negative. From its end, what would
    go on is `beside`.
    """
    line: TouchedSpan = touch[0]
    chord: Chord
    k: C.Py_ssize_t
    near: C.double = SAME_PLACE * body.hair
    line.low = -INFINITY
    line.high = INFINITY
    # A coordinate in the direction of the way.
    start: C.double = touch.high if ahead > 0.0 else -touch.low
    end: C.double = start
    last: C.double = -INFINITY
    while end > last:
        last = end
        for k in range(blocks.count):
            if is_other(blocks.items + k, row, part, other_part):
                chord = chord_of(body, blocks.items + k, part, row, other_part, C.address(line))
                if chord.high < chord.low:
                    continue
                if ahead > 0.0 and chord.low <= end + near:
                    end = max(end, chord.high)
                elif ahead < 0.0 and -chord.high <= end + near:
                    end = max(end, -chord.low)
    if end - start > body.size:
        return False
    across: Vector = vector(-touch.normal.y, touch.normal.x)
    there: Vector = plus(
        times(touch.normal, touch.level), times(across, end if ahead > 0.0 else -end)
    )
    return not is_solid(body, plus(there, times(beside, 2.0 * near)))


@C.cfunc
@C.exceptval(check=False)
def is_solid(body: Body, at: Vector) -> C.bint:
    """Whether a point is inside of a part of a target, by more than a hair. One-way shapes do not
    count.
    """
    near: NearParts
    direction: C.double[2]
    k: C.Py_ssize_t
    i: C.int
    here: Box = Box(at.x, at.y, at.x, at.y)
    for k in range(body.near.row_count):
        row: C.int = body.near.rows[k]
        count: C.int = STORE.records[row].count
        if body.marks[k] & REJECTED:
            continue
        freshen(STORE, row)
        find_near_parts(STORE, row, C.address(here), 0.0, 0.0, C.address(near))
        i = next_near(C.address(near), 0, count)
        while i < count:
            if distance_to(STORE, row, i, 1, at.x, at.y) < -body.hair and not put_direction(
                STORE, row, i, direction
            ):
                return True
            i = next_near(C.address(near), i + 1, count)
    return False


@C.cfunc
@C.exceptval(check=False)
def put_touch(
    body: Body,
    row: C.int,
    part: C.int,
    other_part: C.int,
    normal: Vector,
    touch: C.pointer(TouchedSpan),
) -> C.void:
    """Write where two parts touch, as they are placed, given the normal of a side there."""
    level: C.double = 0.0
    low: C.double = 0.0
    high: C.double = 0.0
    left: C.double = 0.0
    right: C.double = 0.0
    nx: C.double = normal.x
    ny: C.double = normal.y
    other: PartRef = part_of(STORE, row, other_part)
    mine: PartRef = part_of(STORE, body.ghost, part)
    touching_side(
        other, STORE.pool, nx, ny, True, C.address(level), C.address(low), C.address(high)
    )
    touching_side(
        mine, STORE.pool, -nx, -ny, True, C.address(level), C.address(left), C.address(right)
    )
    touch.normal = normal
    touch.level = support(other, STORE.pool, nx, ny)
    # The sides are measured across their own normals, n and -n: so the second is negated.
    touch.low = max(low, -right)
    touch.high = min(high, -left)
    if touch.low > touch.high:  # they touch by a point
        touch.low = touch.high = 0.5 * (touch.low + touch.high)
    near: C.double = SAME_PLACE * body.hair
    touch.by_corner = high - low <= near
    touch.at_corners = (
        touch.high - touch.low <= near
        and (touch.high <= low + near or touch.low >= high - near)
        and has_vertices(mine.kind)
        and has_vertices(other.kind)
    )


@C.cfunc
@C.exceptval(check=False)
def is_covered(
    body: Body,
    row: C.int,
    part: C.int,
    other_part: C.int,
    touch: C.pointer(C.const[TouchedSpan]),
    blocks: Blocks,
) -> C.bint:
    """Whether the body is in parts, other than the two that touch, all along where these do."""
    k: C.Py_ssize_t
    chord: Chord
    near: C.double = SAME_PLACE * body.hair
    reached: C.double = touch.low
    last: C.double = -INFINITY
    any_found: C.bint = False
    while reached > last:
        last = reached
        for k in range(blocks.count):
            item: C.pointer(C.const[Block]) = blocks.items + k
            if not is_other(item, row, part, other_part):
                continue
            chord = chord_of(body, item, part, row, other_part, touch)
            if chord.low <= reached + near and chord.high >= reached - near:
                any_found = True
                reached = max(reached, chord.high)
        if any_found and reached >= touch.high - near:
            return True
    return False


@C.cfunc
@C.inline
@C.exceptval(check=False)
def is_other(item: C.pointer(C.const[Block]), row: C.int, part: C.int, other_part: C.int) -> C.bint:
    """Whether the body is in a part, and these are not the two that are given."""
    return item.is_deep and not (
        item.pair.b == row and item.part == part and item.other_part == other_part
    )


@C.cfunc
@C.exceptval(check=False)
def hides(
    body: Body,
    item: C.pointer(C.const[Block]),
    row: C.int,
    part: C.int,
    other_part: C.int,
    touch: C.pointer(C.const[TouchedSpan]),
) -> C.bint:
    """Whether the body is in a part somewhere where two others touch."""
    if not is_other(item, row, part, other_part):
        return False
    chord: Chord = chord_of(body, item, part, row, other_part, touch)
    near: C.double = SAME_PLACE * body.hair
    return chord.high >= touch.low - near and chord.low <= touch.high + near


@C.cfunc
@C.exceptval(check=False)
def chord_of(
    body: Body,
    item: C.pointer(C.const[Block]),
    part: C.int,
    row: C.int,
    other_part: C.int,
    touch: C.pointer(C.const[TouchedSpan]),
) -> Chord:
    """Return where the two parts of a block overlap on a line where two parts touch.

    A part that is one of these two is there everywhere.
    """
    chord: Chord
    chord.low = touch.low
    chord.high = touch.high
    if item.pair.b != row or item.other_part != other_part:
        cut_chord(body, item.pair.b, item.other_part, row, other_part, touch, C.address(chord))
    if item.part != part:
        cut_chord(body, body.ghost, item.part, body.ghost, part, touch, C.address(chord))
    return chord


@C.cfunc
@C.exceptval(check=False)
def cut_chord(
    body: Body,
    row: C.int,
    part: C.int,
    other: C.int,
    other_part: C.int,
    touch: C.pointer(C.const[TouchedSpan]),
    chord: C.pointer(Chord),
) -> C.void:
    """Shorten a chord to what is inside of a part beside another one. Parts that overlap each other
    hide nothing. Of a round part it is all or nothing.
    """
    corners: C.double[8]
    between: Nearest
    k: C.int
    item: PartRef = part_of(STORE, row, part)
    count: C.int = item.count
    near: C.double = SAME_PLACE * body.hair
    parts_distance(item, part_of(STORE, other, other_part), STORE.pool, C.address(between))
    if between.distance < -near:
        chord.high = -INFINITY
        return
    n: Vector = touch.normal
    start: Vector = times(n, touch.level)
    across: Vector = vector(-n.y, n.x)
    if not has_vertices(item.kind) or item.kind <= SEGMENT or is_long(item.kind):
        if chord.low == -INFINITY:
            chord.high = -INFINITY
            return
        low: Vector = plus(start, times(across, chord.low))
        high: Vector = plus(start, times(across, chord.high))
        if (
            distance_to(STORE, row, part, 1, low.x, low.y) > near
            or distance_to(STORE, row, part, 1, high.x, high.y) > near
        ):
            chord.high = -INFINITY
        return
    v: Numbers = vertices_of(item.kind, STORE.pool + item.first, C.address(count), corners)
    for k in range(count):
        p: Numbers = v + 2 * k
        q: Numbers = v + 2 * ((k + 1) % count)
        side: Vector = vector(q[1] - p[1], p[0] - q[0])
        length: C.double = sqrt(dot(side, side))
        if length == 0.0:
            continue
        side = times(side, 1.0 / length)
        # On the line: dot(side, start + t * across - p) <= near.
        rest: C.double = near + dot(side, vector(p[0] - start.x, p[1] - start.y))
        slope: C.double = dot(side, across)
        if fabs(slope) <= SAME:
            if rest < 0.0:
                chord.high = -INFINITY
        elif slope > 0.0:
            chord.high = min(chord.high, rest / slope)
        else:
            chord.low = max(chord.low, rest / slope)
