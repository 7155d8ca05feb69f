"""When two shapes begin to hit, if one moves along a line without a turn."""

import cython as C
from cython.cimports.spritecol._engine import tolerances
from cython.cimports.spritecol._engine.box import BoxRef
from cython.cimports.spritecol._engine.box_tests import overlap, overlap_branch_free
from cython.cimports.spritecol._engine.narrow_phase import cores, exact_signs, shape_pair
from cython.cimports.spritecol._engine.narrow_phase.distances import parts_distance
from cython.cimports.spritecol._engine.narrow_phase.intervals import Interval
from cython.cimports.spritecol._engine.narrow_phase.kernel_table import parts_overlap
from cython.cimports.spritecol._engine.narrow_phase.nearest_points import Nearest
from cython.cimports.spritecol._engine.narrow_phase.part import is_side_of_cut, support
from cython.cimports.spritecol._engine.narrow_phase.shape_pair import PartPairs, ShapePairRef
from cython.cimports.spritecol._engine.narrow_phase.sweep_kernels import sweep_parts
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import Part, PartRef
from cython.cimports.spritecol._engine.storage.store import Store
from cython.cimports.spritecol._engine.sweeps import normals
from cython.cimports.spritecol._engine.sweeps.candidates import find_parts_on_way
from cython.cimports.spritecol._engine.sweeps.impact import Impact, ImpactRef, MotionRef, place_back
from cython.cimports.spritecol._engine.sweeps.proof import near_fractions
from cython.cimports.spritecol._engine.transform.near_parts import NearPair
from cython.cimports.spritecol._engine.transform.rows import Cuts, cuts_of
from cython.cimports.spritecol._support.libc import INFINITY, fabs, sqrt

Begin = C.struct(
    # When two shapes begin to overlap, at the soonest after a time.
    found=C.bint,
    until=C.double,  # when the last interval ends that has begun by then; or that time
)


def meet_straight(
    store: Store,
    motion: MotionRef,
    near: C.pointer(C.const[NearPair]),
    impact: C.pointer(Impact),
) -> C.bint:
    """Find when two shapes begin to hit, if they do; it is yet to be proved.

    If they overlap at the start, the normal decides: shapes that go deeper hit at once, others may
    separate and hit again. `near` has the parts near the way; if it is NULL, they are looked for.
    """
    begin: Begin
    looked_for: NearPair
    after: C.double = 0.0
    if near is C.NULL:
        find_parts_on_way(
            store,
            C.address(impact.pair),
            store.boxes + impact.pair.a,
            motion,
            C.address(looked_for),
        )
        near = C.address(looked_for)
    impact.overlapping = impact.momentary = impact.ruled_out = False
    impact.other_nx = impact.other_ny = 0.0
    lone: C.bint = impact.pair.count_a == 1 and impact.pair.count_b == 1
    hit: C.bint = overlap_branch_free(  # only to save time
        store.boxes + impact.pair.a, store.boxes + impact.pair.b
    ) and shape_pair.shapes_hit(store, C.address(impact.pair))
    if hit:
        normals.contact_normal(store, impact)
    if not hit or (0.0 < motion.hair >= impact.depth and have_depth(store, impact)):
        begin = first_interval(store, motion, False, 0.0, near, impact)
        return begin.found
    # Convex parts that have separated never meet again: no hit begins later. One may begin at once.
    impact.ruled_out = lone
    if motion.from_inside or normals.goes_deeper(store, motion, impact):
        impact.overlapping = True
        impact.fraction = 0.0
        return True
    if lone:
        return False
    # From one end of an overlap to the next one, until an interval begins after all have ended.
    while after <= 1.0 + tolerances.END_SLACK:
        begin = first_interval(store, motion, True, after, near, impact)
        if not begin.found:
            return False
        if begin.until <= after:
            return True
        after = begin.until
    return False


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def have_depth(store: Store, impact: ImpactRef) -> C.bint:
    """Whether the parts of an impact can be in each other by more or less."""
    part: C.pointer(Part) = shape_pair.part_of(store, impact.pair.a, impact.part)
    other: C.pointer(Part) = shape_pair.part_of(store, impact.pair.b, impact.other_part)
    return not cores.lie_flat(part, other, store.pool)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def first_interval(
    store: Store,
    motion: MotionRef,
    overlap_at_start: C.bint,
    after: C.double,
    near: C.pointer(C.const[NearPair]),
    impact: C.pointer(Impact),
) -> Begin:
    """The earliest interval of two shapes' parts that begins after a time: see `impact`.

    With `overlap_at_start`, the shapes overlap where the row begins; else `after` is 0. If others
    that have begun by `after` end later, ask again from there: until then the shapes overlap
    without a break.
    """
    begin: Begin
    interval: Interval
    a: C.int = impact.pair.a
    b: C.int = impact.pair.b
    best: C.double = 1.0 + tolerances.END_SLACK
    by_cut: C.bint = False
    facing: C.double = 0.0
    way: C.double = fabs(motion.dx) + fabs(motion.dy)
    begin.found = False
    begin.until = after
    if motion.dx == 0.0 and motion.dy == 0.0:
        return begin
    parts: PartPairs
    shape_pair.begin_pairs(store, C.address(parts), C.address(impact.pair), near, INFINITY)
    while shape_pair.next_pair(store, C.address(parts)):
        part: PartRef = parts.part
        other: PartRef = parts.other
        if not sweep_parts(part, other, store.pool, motion.dx, motion.dy, C.address(interval)):
            continue
        if overlap_at_start and goes_on(part, other, after, C.address(interval)):
            begin.until = max(begin.until, interval.exit)
        elif (
            begins(part, other, store.pool, motion, overlap_at_start, C.address(interval))
            and (interval.enter < best or (begin.found and interval.enter <= at_once_with(best)))
            and meet_on_way(store, motion, C.address(impact.pair), part, other, C.address(interval))
            and not only_slide(store, motion, a, b, part, other)
        ):
            cuts: Cuts = cuts_of(store, b, parts.j)
            own: Cuts = cuts_of(store, a, parts.i)
            is_by_cut: C.bint = is_side_of_cut(
                other, store.pool, C.address(cuts), interval.nx, interval.ny
            ) or is_side_of_cut(part, store.pool, C.address(own), -interval.nx, -interval.ny)
            ahead: C.double = interval.nx * motion.dx + interval.ny * motion.dy
            # Among intervals that begin at once, choose one that begins at a side. A cut has no
            # side. And of these that whose side faces the motion most.
            if (
                not begin.found
                or at_once_with(interval.enter) < best
                or (by_cut and not is_by_cut)
                or (by_cut == is_by_cut and ahead < facing - tolerances.SAME * way)
            ):
                note_interval(parts.i, parts.j, C.address(interval), impact)
                by_cut = is_by_cut
                facing = ahead
            begin.found = True
            best = min(best, interval.enter)
    impact.fraction = best + 0.0  # not -0.0
    if begin.found and by_cut:
        normals.leave_cut(store, motion, impact)
    return begin


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def at_once_with(time: C.double) -> C.double:
    """The last time that is equal to another time, up to rounding."""
    return time + tolerances.NOISE * (1.0 + fabs(time))


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def goes_on(
    part: PartRef,
    other: PartRef,
    after: C.double,
    interval: C.pointer(C.const[Interval]),
) -> C.bint:
    """Whether an interval has begun by a time, and is not over when the row sets out.

    A thin part leaves one piece of a polygon and enters the next one at once.
    """
    is_thin: C.bint = part.kind <= layout.SEGMENT or other.kind <= layout.SEGMENT
    return interval.exit > 0.0 and (
        interval.enter < after or (is_thin and interval.enter <= after * (1.0 + tolerances.NOISE))
    )


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def begins(
    part: PartRef,
    other: PartRef,
    pool: Numbers,
    motion: MotionRef,
    overlap_at_start: C.bint,
    interval: C.pointer(Interval),
) -> C.bint:
    """Whether two parts begin to overlap after the start, in their interval.

    If their shapes do not overlap at the start, it lies wholly before that or after it, or, only by
    rounding, reaches across: then it begins there, if the parts enter each other.
    """
    if overlap_at_start:
        return interval.exit > 0.0
    if interval.enter >= 0.0:
        return True
    if interval.exit <= 0.0 or (
        (motion.hair == 0.0 or cores.lie_flat(part, other, pool))
        and not is_entering(part, other, pool, motion, interval)
    ):
        return False
    interval.enter = 0.0
    return True


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def note_interval(
    part: C.int,
    other_part: C.int,
    interval: C.pointer(C.const[Interval]),
    impact: C.pointer(Impact),
) -> C.void:
    """Write which parts meet, and how."""
    impact.momentary = not interval.enter < interval.exit
    impact.part = part
    impact.other_part = other_part
    impact.nx = interval.nx
    impact.ny = interval.ny
    impact.other_nx = interval.other_nx
    impact.other_ny = interval.other_ny


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def meet_on_way(
    store: Store,
    motion: MotionRef,
    pair: ShapePairRef,
    part: PartRef,
    other: PartRef,
    interval: C.pointer(C.const[Interval]),
) -> C.bint:
    """Whether two parts overlap on the way: in the middle of their interval, or at the end.

    One that exists only by rounding is left out, since a later one may be real: at the very end of
    the way, or in passing.

    If the way leads deep into the first part that is met, the result is certain. If it leads in by
    no more than rounding, the exact test decides. It sees nothing instantaneous: what is met for an
    instant, or by a point, is looked at only at the end, where it may be past already.
    """
    looked_at: C.double = 0.5 * (interval.enter + interval.exit)
    into: C.double = -(interval.nx * motion.dx + interval.ny * motion.dy)
    if motion.hair > 0.0 and not cores.lie_flat(part, other, store.pool):
        last: C.double = min(1.0, interval.exit)
        return (last - interval.enter) * into > motion.hair and (
            is_deep_at(store, motion, 0.5 * (interval.enter + last), pair.a, part, other)
            or is_deep_at(store, motion, last, pair.a, part, other)
        )
    near: C.double = normals.touching_distance(store, motion, pair)
    is_instant: C.bint = not interval.enter < interval.exit or (
        part.kind <= layout.SEGMENT
        and other.kind <= layout.SEGMENT
        and (interval.exit - interval.enter) * into <= near
    )
    if is_instant or layout.POINT in (part.kind, other.kind):
        # No test sees these on the way, so they count. Only if the way ends near them, the end is
        # looked at: what is still met there counts, and segments that it is past (`are_past`). All
        # else that it leaves again before its end counts, too, without a look; what a point leaves
        # right at the end it leaves before, since its path counts as shifted.
        if interval.enter <= 1.0 - near_fractions(motion) or (
            (
                interval.exit < 1.0
                or (interval.exit == 1.0 and layout.POINT in (part.kind, other.kind))
            )
            and layout.SEGMENT not in (part.kind, other.kind)
        ):
            return True
        looked_at = 1.0
    looked_at = min(1.0, looked_at)
    return (looked_at - interval.enter) * into > near or overlap_at(
        store, motion, looked_at, pair, part, other
    )


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def only_slide(
    store: Store,
    motion: MotionRef,
    row: C.int,
    other_row: C.int,
    part: PartRef,
    other: PartRef,
) -> C.bint:
    """Whether two parts that overlap on the way do so by no more than rounding, as at a seam.

    If they still do at its end, that is found when the end is proved. The tests of two boxes do not
    round on a way along an axis. Segments in one line, judged by their vertices, overlap along it.
    """
    are_boxes: C.bint = part.kind == layout.BOX and other.kind == layout.BOX
    if motion.hair > 0.0 or (are_boxes and (motion.dx == 0.0 or motion.dy == 0.0)):
        return False
    if lie_in_one_line(part, other, store.pool):
        return False
    size: C.double = motion.size + shape_pair.size_at(store, other_row)
    return (
        slides_along(part, other, store.pool, motion.dx, motion.dy, size)
        and min(larger_side(store, row, part), larger_side(store, other_row, other))
        > 2.0 * tolerances.SLIDING * size
    )


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def lie_in_one_line(part: PartRef, other: PartRef, pool: Numbers) -> C.bint:
    """Whether two parts are segments of one line, without rounding."""
    v: Numbers = pool + part.first
    w: Numbers = pool + other.first
    return (
        part.kind == layout.SEGMENT
        and other.kind == layout.SEGMENT
        and exact_signs.orient(w[0], w[1], w[2], w[3], v[0], v[1]) == 0.0
        and exact_signs.orient(w[0], w[1], w[2], w[3], v[2], v[3]) == 0.0
    )


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def larger_side(store: Store, row: C.int, part: PartRef) -> C.double:
    """The larger side of the box of a part."""
    box: BoxRef = shape_pair.box_of_part(store, row, part)
    return max(box.right - box.left, box.bottom - box.top)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def slides_along(
    part: PartRef,
    other: PartRef,
    pool: Numbers,
    dx: C.double,
    dy: C.double,
    size: C.double,
) -> C.bint:
    """Whether a part that moves by (dx, dy) is past an edge of another by rounding at most, always.

    Only an edge along which the way leads can be such a one, and only if any point of the part is.
    """
    corners: C.double[8]
    hair: C.double = tolerances.SLIDING * size
    one: Numbers = pool + part.first  # a vertex or a center
    count: C.int = other.count
    k: C.int
    if cores.is_disc(other.kind) or (other.kind == layout.BOX and min(fabs(dx), fabs(dy)) > hair):
        return False
    v: Numbers = cores.vertices_of(other.kind, pool + other.first, C.address(count), corners)
    p: Numbers = v + 2 * (count - 1)
    for k in range(count):
        q: Numbers = v + 2 * k
        x: C.double = q[0] - p[0]
        y: C.double = q[1] - p[1]
        into: C.double = x * dy - y * dx
        if (
            fabs(into) <= size * hair
            and (x != 0.0 or y != 0.0)
            and fabs(into) <= hair * (fabs(x) + fabs(y))
            and y * (p[0] - one[0]) <= x * (p[1] - one[1]) + hair * (fabs(x) + fabs(y))
        ):
            length: C.double = sqrt(x * x + y * y)
            depth: C.double = support(part, pool, -y / length, x / length)
            if cores.is_long(other.kind):
                depth += support(other, pool, y / length, -x / length)
            else:
                depth += (y * p[0] - x * p[1]) / length
            if max(depth, depth + into / length) <= hair:
                return True
        p = q
    return False


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def overlap_at(
    store: Store,
    motion: MotionRef,
    fraction: C.double,
    pair: ShapePairRef,
    part: PartRef,
    other: PartRef,
) -> C.bint:
    """Whether two parts overlap at a fraction of a straight way."""
    x: C.double = motion.x + fraction * motion.dx
    y: C.double = motion.y + fraction * motion.dy
    shape_pair.place_row(store, pair.a, x, y, motion.angle)
    result: C.bint = overlap(
        shape_pair.box_of_part(store, pair.a, part), shape_pair.box_of_part(store, pair.b, other)
    ) and parts_overlap(part, other, store.pool)
    place_back(store, pair.a, motion)
    return result


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def is_deep_at(
    store: Store,
    motion: MotionRef,
    fraction: C.double,
    row: C.int,
    a: PartRef,
    b: PartRef,
) -> C.bint:
    """Whether two parts are in each other by more than a hair at a fraction of a straight way.

    Between two ends they are never less deep than at the nearer one: two convex parts.
    """
    nearest: Nearest
    dx: C.double = fraction * motion.dx
    dy: C.double = fraction * motion.dy
    if a.kind == layout.BOX and b.kind == layout.BOX:
        v: Numbers = store.pool + a.first
        w: Numbers = store.pool + b.first
        return (
            min(v[2] + dx - w[0], w[2] - v[0] - dx, v[3] + dy - w[1], w[3] - v[1] - dy)
            > motion.hair
        )
    if not reaches_in(a, b, store.pool, dx, dy, motion.hair) or not (
        reaches_in(b, a, store.pool, -dx, -dy, motion.hair)
    ):
        return False
    if cores.has_vertices(a.kind) and cores.has_vertices(b.kind):
        return True
    shape_pair.place_row(store, row, motion.x + dx, motion.y + dy, motion.angle)
    parts_distance(a, b, store.pool, C.address(nearest))
    place_back(store, row, motion)
    return nearest.distance < -motion.hair


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def reaches_in(
    part: PartRef,
    other: PartRef,
    pool: Numbers,
    dx: C.double,
    dy: C.double,
    hair: C.double,
) -> C.bint:
    """Whether a part that is moved by (dx, dy) is past all edges of another, by over a hair.

    True of another that is round: that has no edges.
    """
    corners: C.double[8]
    count: C.int = other.count
    k: C.int
    nx: C.double
    ny: C.double
    if not cores.has_vertices(other.kind):
        return True
    v: Numbers = cores.vertices_of(other.kind, pool + other.first, C.address(count), corners)
    if count < 2:
        return True
    for k in range(count):
        p: Numbers = v + 2 * k
        if not cores.put_edge_normal(p, v + 2 * ((k + 1) % count), C.address(nx), C.address(ny)):
            continue
        if support(part, pool, -nx, -ny) + nx * (p[0] - dx) + ny * (p[1] - dy) <= hair:
            return False
    return True


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def is_entering(
    part: PartRef,
    other: PartRef,
    pool: Numbers,
    motion: MotionRef,
    interval: C.pointer(Interval),
) -> C.bint:
    """Whether an interval that began before the start counts as beginning now.

    The exact test sees no hit there. The two touch, and overlap only by rounding: the exact test
    compares boxes first, which are rounded, too. Then the direction decides. A part that slides
    along or moves away does not enter.
    """
    nearest: Nearest
    parts_distance(part, other, pool, C.address(nearest))
    interval.nx = nearest.nx + 0.0  # not -0.0
    interval.ny = nearest.ny + 0.0
    interval.other_nx = interval.other_ny = 0.0
    return nearest.nx * motion.dx + nearest.ny * motion.dy < 0.0
