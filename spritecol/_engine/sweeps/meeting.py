"""When two shapes begin to hit, if one moves along a line, and perhaps turns on the way.

With a turn that is conservative advancement (B. Mirtich, "Impulse-based Dynamic Simulation of Rigid
Body Systems", 1996): from each time on, a line that separates two parts shows how long they
certainly stay apart. The line may rest, or turn with the moving part; what a turn adds to the
motion of a point is bounded by its second derivative. So the steps converge as Newton's method
does, and never pass a hit that is deeper than `SHALLOW` of the numbers' size. Known limit: they may
pass a hit that never gets deeper. A step that ends in a hit has passed its beginning, which
bisection by the exact test then finds.

A part that turns more than once stays in a ring about the center, whatever its angle, and fills it
in each turn. So many turns take little longer than one: while rings and parts are apart, or certain
to overlap, no angle is looked at, and what turns in place is looked at for one turn.
"""

import cython as C
from cython.cimports.spritecol._engine import tolerances
from cython.cimports.spritecol._engine.box import BoxRef
from cython.cimports.spritecol._engine.box_tests import gap_between, overlap, overlap_branch_free
from cython.cimports.spritecol._engine.narrow_phase import exact_signs, row_shapes, shape_pair
from cython.cimports.spritecol._engine.narrow_phase.cores import (
    has_vertices,
    is_disc,
    is_long,
    lie_flat,
    vertices_of,
)
from cython.cimports.spritecol._engine.narrow_phase.distances import (
    distance_between,
    parts_distance,
)
from cython.cimports.spritecol._engine.narrow_phase.intervals import Interval
from cython.cimports.spritecol._engine.narrow_phase.kernel_table import parts_overlap
from cython.cimports.spritecol._engine.narrow_phase.nearest_points import Nearest
from cython.cimports.spritecol._engine.narrow_phase.part import (
    is_side_of_cut,
    radius_about,
    support,
)
from cython.cimports.spritecol._engine.narrow_phase.part_pairs import (
    PartPairs,
    begin_pairs,
    next_pair,
)
from cython.cimports.spritecol._engine.narrow_phase.row_shapes import ShapePair, ShapePairRef
from cython.cimports.spritecol._engine.narrow_phase.sweep_kernels import sweep_parts
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import CollisionGroup, Part, PartRef
from cython.cimports.spritecol._engine.sweeps import normals
from cython.cimports.spritecol._engine.sweeps.candidates import find_parts_on_way
from cython.cimports.spritecol._engine.sweeps.impact import ImpactRef, MotionRef
from cython.cimports.spritecol._engine.sweeps.impact_tests import (
    place_at_impact,
    place_back,
    size_of_motion,
)
from cython.cimports.spritecol._engine.sweeps.normals import closing
from cython.cimports.spritecol._engine.sweeps.proof import near_fractions
from cython.cimports.spritecol._engine.transform.near_parts import LOOK_AGAIN, NearPair
from cython.cimports.spritecol._engine.transform.nearness import find_parts_within
from cython.cimports.spritecol._engine.transform.rows import Cuts, cuts_of
from cython.cimports.spritecol._engine.tuning import STEPS_PAST
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
    part: C.pointer(Part) = row_shapes.part_of(store, impact.pair.a, impact.part)
    other: C.pointer(Part) = row_shapes.part_of(store, impact.pair.b, impact.other_part)
    return not lie_flat(part, other, store.pool)


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
    begin_pairs(store, C.address(parts), C.address(impact.pair), near, INFINITY)
    while next_pair(store, C.address(parts)):
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
        (motion.hair == 0.0 or lie_flat(part, other, pool))
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
    if motion.hair > 0.0 and not lie_flat(part, other, store.pool):
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
    box: BoxRef = row_shapes.box_of_part(store, row, part)
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
    if is_disc(other.kind) or (other.kind == layout.BOX and min(fabs(dx), fabs(dy)) > hair):
        return False
    v: Numbers = vertices_of(other.kind, pool + other.first, C.address(count), corners)
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
            if is_long(other.kind):
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
        row_shapes.box_of_part(store, pair.a, part), row_shapes.box_of_part(store, pair.b, other)
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
    if has_vertices(a.kind) and has_vertices(b.kind):
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
    if not has_vertices(other.kind):
        return True
    v: Numbers = vertices_of(other.kind, pool + other.first, C.address(count), corners)
    if count < 2:
        return True
    for k in range(count):
        p: Numbers = v + 2 * k
        q: Numbers = v + 2 * ((k + 1) % count)
        x: C.double = q[0] - p[0]
        y: C.double = q[1] - p[1]
        length: C.double = fabs(x) + fabs(y) if x == 0.0 or y == 0.0 else sqrt(x * x + y * y)
        if length == 0.0:
            continue
        nx: C.double = y / length
        ny: C.double = -x / length
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


FINE_STEPS = C.declare(C.int, 2048)
"""So many steps out of an overlap are as short as it is shallow, and so many towards a hit as the
gap is narrow. Then they get longer, so that what turns in an overlap that stays shallow, or about a
corner that is all but touched, takes some thousand steps: a gap, or a hit, shorter than one is
missed."""

FAST_STEPS = C.declare(C.int, 32)
"""So many steps towards a hit are bounded by the farthest vertex. Then each counts by itself, so
that what turns about one of them goes on at once."""

FULL_TURN = C.declare(C.double, 360.0)
"""In degrees. A part that turns less never returns to an angle."""

CLOSE_ENOUGH = C.declare(C.double, 1e-3)
"""Relative accuracy of one step: the next one starts from there."""

Spin = C.struct(
    x=C.double,  # the center of the turn, now
    y=C.double,
    dx=C.double,  # pixels for a time of 1
    dy=C.double,
    rate=C.double,  # radians for a time of 1
    slack=C.double,  # pixels by which parts may overlap
    by_vertex=C.bint,  # each vertex bends by itself
)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def spin_of(store: Store, row: C.int, motion: MotionRef) -> Spin:
    """The motion of a row as it is placed."""
    record: C.pointer(CollisionGroup) = C.address(store.records[row])
    result: Spin
    result.x = store.x[row] + (0.0 if record.flags & layout.OFFSET else record.center_x)
    result.y = store.y[row] + (0.0 if record.flags & layout.OFFSET else record.center_y)
    result.dx = motion.dx
    result.dy = motion.dy
    result.rate = normals.DEGREES * motion.turn
    result.slack = tolerances.SHALLOW * size_of_motion(store, row, motion)
    result.by_vertex = False
    return result


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def gap_across(
    a: PartRef,
    b: PartRef,
    pool: Numbers,
    spin: C.pointer(C.const[Spin]),
    turns: C.bint,
    nx: C.double,
    ny: C.double,
    level: C.double,
    reach: C.double,
    time: C.double,
) -> C.double:
    """A lower bound of how far two parts are apart across a line, at a time; concave in time.

    Part `a` moves. The line rests at part `b`, whose farthest point is on it: n . p = level. Or it
    `turns` with part `a`, which is on it, at a level from the center; then a remainder of the
    turned normal is subtracted. A point q of what turns as seen from the line is at
    q + time (v + w x (q - p)), up to time^2 w^2 reach / 2.
    """
    turned: C.double = time * spin.rate
    hand: C.double = 1.0 if turns else -1.0
    mx: C.double = nx - hand * turned * ny
    my: C.double = ny + hand * turned * nx
    across: C.double = mx * spin.x + my * spin.y
    ahead: C.double = time * (nx * spin.dx + ny * spin.dy)
    bend: C.double = 0.5 * turned * turned * reach
    if turns:
        speed: C.double = sqrt(spin.dx * spin.dx + spin.dy * spin.dy)
        bent: C.double = support(b, pool, mx, my) + bend
        if spin.by_vertex and has_vertices(b.kind):
            bent = bent_support(b, pool, spin, mx, my, turned)
        gap: C.double = level - (bent - across) + ahead
        return gap - 1.5 * time * fabs(turned) * speed + spin.slack
    lowest: C.double = -support(a, pool, -mx, -my)
    v: Numbers = pool + a.first
    if a.kind in (layout.CIRCLE, layout.CAPSULE):  # its core is all that turns
        lowest = mx * v[0] + my * v[1]
        if a.kind == layout.CAPSULE:
            lowest = min(lowest, mx * v[2] + my * v[3])
        lowest -= v[2 * a.count]
    elif spin.by_vertex and has_vertices(a.kind):
        lowest = bend - bent_support(a, pool, spin, -mx, -my, turned)
    return lowest - across + (nx * spin.x + ny * spin.y) + ahead - bend - level + spin.slack


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def bent_support(
    part: PartRef,
    pool: Numbers,
    spin: C.pointer(C.const[Spin]),
    mx: C.double,
    my: C.double,
    turned: C.double,
) -> C.double:
    """How far vertices of a part reach along (mx, my), with the remainder of what each turns."""
    corners: C.double[8]
    result: C.double = -INFINITY
    count: C.int = part.count
    k: C.int
    v: Numbers = vertices_of(part.kind, pool + part.first, C.address(count), corners)
    for k in range(count):
        x: C.double = v[2 * k] - spin.x
        y: C.double = v[2 * k + 1] - spin.y
        bend: C.double = 0.5 * turned * turned * sqrt(x * x + y * y)
        result = max(result, mx * v[2 * k] + my * v[2 * k + 1] + bend)
    return result


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def safe_time(
    a: PartRef,
    b: PartRef,
    pool: Numbers,
    spin: C.pointer(C.const[Spin]),
    most: C.double,
) -> C.double:
    """For how long two parts certainly stay apart, at most `most`."""
    nearest: Nearest
    v: Numbers = pool + a.first
    parts_distance(a, b, pool, C.address(nearest))
    nx: C.double = nearest.nx
    ny: C.double = nearest.ny
    reach: C.double = radius_about(a, pool, spin.x, spin.y)
    if a.kind == layout.CIRCLE:
        reach = sqrt((v[0] - spin.x) * (v[0] - spin.x) + (v[1] - spin.y) * (v[1] - spin.y))
    elif a.kind == layout.CAPSULE:
        reach -= v[4]
    level: C.double = support(b, pool, nx, ny)
    resting: C.double = safe_time_across(a, b, pool, spin, False, nx, ny, level, reach, most)
    reach = radius_about(b, pool, spin.x, spin.y)
    level = -support(a, pool, -nx, -ny) - (nx * spin.x + ny * spin.y)
    return max(resting, safe_time_across(a, b, pool, spin, True, nx, ny, level, reach, most))


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def safe_time_across(
    a: PartRef,
    b: PartRef,
    pool: Numbers,
    spin: C.pointer(C.const[Spin]),
    turns: C.bint,
    nx: C.double,
    ny: C.double,
    level: C.double,
    reach: C.double,
    most: C.double,
) -> C.double:
    """For how long a line certainly separates two parts, at most `most`: see `gap_across`."""
    low: C.double = 0.0
    high: C.double = min(most, 1.0 / fabs(spin.rate))
    at_low: C.double = gap_across(a, b, pool, spin, turns, nx, ny, level, reach, low)
    at_high: C.double = gap_across(a, b, pool, spin, turns, nx, ny, level, reach, high)
    if at_low < 0.0:
        return 0.0
    if at_high >= 0.0:
        return high
    while high - low > CLOSE_ENOUGH * low and high > 1e-18:
        # The chord of a concave function lies below it, so this time is safe.
        time: C.double = low + (high - low) * at_low / (at_low - at_high)
        if time > low:
            low = time
            at_low = max(0.0, gap_across(a, b, pool, spin, turns, nx, ny, level, reach, low))
        time = min(0.5 * (low + high), 2.0 * low if low > 0.0 else 0.125 * high)
        if not low < time < high:
            break
        gap: C.double = gap_across(a, b, pool, spin, turns, nx, ny, level, reach, time)
        if gap >= 0.0:
            low = time
            at_low = gap
        else:
            high = time
            at_high = gap
    return low


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def safe_time_of_shapes(
    store: Store,
    spin: C.pointer(C.const[Spin]),
    speed: C.double,
    most: C.double,
    many: C.bint,
    impact: C.pointer(Impact),
) -> C.double:
    """For how long two shapes certainly stay apart; notes the parts that are the first to meet.

    `speed` is an upper limit for the speed of any point. Parts whose boxes are far apart need no
    more. `many` is set if it turns more than once.
    """
    result: C.double = most
    near: NearPair
    find_near_within(store, C.address(impact.pair), speed * most, C.address(near))
    parts: PartPairs
    begin_pairs(store, C.address(parts), C.address(impact.pair), C.address(near), INFINITY)
    while next_pair(store, C.address(parts)):
        if (
            layout.SEAM in (parts.part.kind, parts.other.kind)
            or gap_between(parts.box, parts.other_box) > speed * result
        ):
            continue
        time: C.double = safe_time_of_parts(parts.part, parts.other, store.pool, spin, result, many)
        if time < result:
            result = time
            impact.part = parts.i
            impact.other_part = parts.j
    return result


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def find_near_within(
    store: Store, pair: ShapePairRef, reach: C.double, near: C.pointer(NearPair)
) -> C.void:
    """Find the parts of the second shape that may be no farther than `reach` from the first one."""
    near.a.all = True
    near.b.all = pair.count_b <= LOOK_AGAIN
    if not near.b.all:
        find_parts_within(store, pair.b, store.boxes + pair.a, reach, C.address(near.b))


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def safe_time_of_parts(
    part: PartRef,
    other: PartRef,
    pool: Numbers,
    spin: C.pointer(C.const[Spin]),
    most: C.double,
    many: C.bint,
) -> C.double:
    """For how long two parts certainly stay apart, at most `most`: at any angle, or as it turns."""
    time: C.double = 0.0
    if many:
        time = safe_time_of_ring(part, other, pool, spin, most)
    return time if time >= most else max(time, safe_time(part, other, pool, spin, most))


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def safe_time_of_ring(
    part: PartRef,
    other: PartRef,
    pool: Numbers,
    spin: C.pointer(C.const[Spin]),
    most: C.double,
) -> C.double:
    """For how long the ring in which a part turns stays apart from another part, at most `most`.

    Either the other one is outside, or it is in the hole.
    """
    nearest: Nearest
    center: C.double[2]
    center[0] = spin.x
    center[1] = spin.y
    distance_between(
        layout.POINT, center, 1, other.kind, pool + other.first, other.count, C.address(nearest)
    )
    gap: C.double = nearest.distance - radius_about(part, pool, spin.x, spin.y) + spin.slack
    closing: C.double = -(nearest.nx * spin.dx + nearest.ny * spin.dy)
    if gap <= 0.0:
        distance_between(
            layout.POINT, center, 1, part.kind, pool + part.first, part.count, C.address(nearest)
        )
        gap = nearest.distance - radius_about(other, pool, spin.x, spin.y) + spin.slack
        closing = sqrt(spin.dx * spin.dx + spin.dy * spin.dy)
    if gap <= 0.0:
        return 0.0
    return min(most, gap / closing) if closing > 0.0 else most


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def time_in_touch(store: Store, spin: C.pointer(C.const[Spin]), pair: ShapePairRef) -> C.double:
    """For how long two shapes overlap at whatever angle; 0 or less if that isn't certain.

    There is a disc about the center that is in one of them, and the other one reaches into it.
    """
    nearest: Nearest
    center: C.double[2]
    depth: C.double = -INFINITY
    i: C.int
    j: C.int
    center[0] = spin.x
    center[1] = spin.y
    for i in range(pair.first_a, pair.first_a + pair.count_a):
        part: C.pointer(Part) = row_shapes.part_of(store, pair.a, i)
        if part.kind in (layout.NOTHING, layout.SEAM):
            continue
        distance_between(
            layout.POINT,
            center,
            1,
            part.kind,
            store.pool + part.first,
            part.count,
            C.address(nearest),
        )
        one: C.double = nearest.distance
        for j in range(pair.first_b, pair.first_b + pair.count_b):
            other: C.pointer(Part) = row_shapes.part_of(store, pair.b, j)
            if other.kind in (layout.NOTHING, layout.SEAM):
                continue
            distance_between(
                layout.POINT,
                center,
                1,
                other.kind,
                store.pool + other.first,
                other.count,
                C.address(nearest),
            )
            depth = max(depth, -one - nearest.distance)
    return (depth - spin.slack) / sqrt(spin.dx * spin.dx + spin.dy * spin.dy)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def top_speed(
    store: Store,
    row: C.int,
    first: C.int,
    count: C.int,
    spin: C.pointer(C.const[Spin]),
) -> C.double:
    """A speed that no point of a shape exceeds, in pixels for a time of 1."""
    reach: C.double = 0.0
    i: C.int
    for i in range(first, first + count):
        part: C.pointer(Part) = row_shapes.part_of(store, row, i)
        if part.kind != layout.NOTHING:
            reach = max(reach, radius_about(part, store.pool, spin.x, spin.y))
    return sqrt(spin.dx * spin.dx + spin.dy * spin.dy) + fabs(spin.rate) * reach


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def touch_there(store: Store, motion: MotionRef, impact: C.pointer(Impact)) -> C.bint:
    """Whether two shapes touch where the row is, up to a hair; notes the normal."""
    nearest: Nearest
    least: C.double = INFINITY
    near: NearPair
    find_near_within(store, C.address(impact.pair), motion.hair, C.address(near))
    parts: PartPairs
    begin_pairs(store, C.address(parts), C.address(impact.pair), C.address(near), INFINITY)
    while next_pair(store, C.address(parts)):
        if (
            layout.SEAM in (parts.part.kind, parts.other.kind)
            or lie_flat(parts.part, parts.other, store.pool)
            or gap_between(parts.box, parts.other_box) > motion.hair
        ):
            continue
        parts_distance(parts.part, parts.other, store.pool, C.address(nearest))
        if nearest.distance < least:
            least = nearest.distance
            normals.note_nearest(parts.i, parts.j, C.address(nearest), impact)
    return -motion.hair <= least <= motion.hair


def meet_turning(
    store: Store,
    motion: MotionRef,
    start: C.double,
    latest: C.double,
    impact: C.pointer(Impact),
) -> C.bint:
    """When two shapes begin to hit on a way with a turn, at most at `latest`; not yet proved.

    Before `start` they certainly do not overlap, unless they do at 0. The row is put back.
    """
    pair: C.pointer(ShapePair) = C.address(impact.pair)
    spin: Spin = spin_of(store, pair.a, motion)
    speed: C.double = top_speed(store, pair.a, pair.first_a, pair.count_a, C.address(spin))
    started: C.bint = shape_pair.shapes_hit(store, pair)
    in_place: C.bint = fabs(motion.turn) > FULL_TURN and motion.dx == 0.0 and motion.dy == 0.0
    once: C.double = 1.001 * FULL_TURN / fabs(motion.turn)
    impact.overlapping = impact.momentary = impact.ruled_out = False
    impact.other_nx = impact.other_ny = 0.0
    impact.part = pair.first_a
    impact.other_part = pair.first_b
    if motion.hair > 0.0 and touch_there(store, motion, impact):
        impact.fraction = 0.0
        if closing(store, motion, impact) > -tolerances.GRAZING * speed:
            return True  # it may roll on that: what is deeper later is deeper along this normal
        started = False
    if started:
        depth: C.double = normals.contact_normal(store, impact)
        if motion.from_inside or normals.goes_deeper(store, motion, impact):
            impact.overlapping = motion.hair == 0.0 or depth > motion.hair
            impact.fraction = 0.0
            return True
        start = time_apart(
            store, motion, depth, speed, min(latest, once if in_place else INFINITY), impact
        )
    found: C.bint = start <= latest and hits_after(
        store,
        motion,
        start,
        start if started else 0.0,
        min(latest, start + once) if in_place else latest,
        speed,
        impact,
    )
    place_back(store, pair.a, motion)
    return found


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def time_apart(
    store: Store,
    motion: MotionRef,
    depth: C.double,
    speed: C.double,
    latest: C.double,
    impact: C.pointer(Impact),
) -> C.double:
    """A time at which two shapes that overlap, so deep, have separated; infinity if that is late.

    The row is placed there.
    """
    spin: Spin = spin_of(store, impact.pair.a, motion)
    least: C.double = 1e4 * spin.slack
    time: C.double = 0.0
    k: C.int = 0
    while True:
        if k >= FINE_STEPS and k % STEPS_PAST == 0:
            least *= 2.0
        step: C.double = max(depth, least) / speed
        if k % STEPS_PAST == 0:
            spin = spin_of(store, impact.pair.a, motion)
            step = max(step, time_in_touch(store, C.address(spin), C.address(impact.pair)))
        time += step
        if time > latest:
            break
        impact.fraction = time
        place_at_impact(store, motion, impact)
        depth = normals.deepest_normal(store, impact)
        if depth == -INFINITY:
            return time
        k += 1
    return INFINITY


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def hits_after(
    store: Store,
    motion: MotionRef,
    time: C.double,
    clean: C.double,
    latest: C.double,
    speed: C.double,
    impact: C.pointer(Impact),
) -> C.bint:
    """Whether two shapes begin to hit from a time on: that is written to the impact.

    They do not at the time `clean`, nor between the two.
    """
    many: C.bint = fabs(motion.turn) > FULL_TURN
    found: C.bint = False
    least: C.double = 1e-15
    k: C.int = 0
    while time <= latest:
        impact.fraction = time
        place_at_impact(store, motion, impact)
        found = shape_pair.shapes_hit(store, C.address(impact.pair))
        if found:
            break
        clean = time
        if time == 1.0:
            break
        spin: Spin = spin_of(store, impact.pair.a, motion)
        spin.by_vertex = k >= FAST_STEPS
        if k >= FINE_STEPS and k % STEPS_PAST == 0:
            least *= 2.0
        time += max(
            least, safe_time_of_shapes(store, C.address(spin), speed, 1.0 - time, many, impact)
        )
        time = min(time, 1.0)
        k += 1
    if found:
        bisect(store, motion, clean, time, impact)
    return found


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def bisect(
    store: Store,
    motion: MotionRef,
    clean: C.double,
    time: C.double,
    impact: C.pointer(Impact),
) -> C.void:
    """Write where between two times shapes begin to hit: just before, with the normal then."""
    while time - clean > 1e-16:
        middle: C.double = 0.5 * (clean + time)
        if not clean < middle < time:
            break
        impact.fraction = middle
        place_at_impact(store, motion, impact)
        if shape_pair.shapes_hit(store, C.address(impact.pair)):
            time = middle
        else:
            clean = middle
    impact.fraction = time
    place_at_impact(store, motion, impact)
    normals.deepest_normal(store, impact)
    impact.fraction = clean
