"""When two shapes begin to hit, if one moves along a line.

Every two parts give an interval: the interval of time in which they overlap. The union of these
intervals begins where a hit begins.
"""

import cython
from cython import address, bint, cfunc, declare, double, exceptval, inline, nogil, pointer
from cython.cimports.libc.math import fabs, sqrt
from cython.cimports.spritecol._engine.box import overlap, overlap_branch_free
from cython.cimports.spritecol._engine.narrow_phase.distances import (
    Nearest,
    parts_distance,
)
from cython.cimports.spritecol._engine.narrow_phase.hit_kernels import parts_overlap
from cython.cimports.spritecol._engine.narrow_phase.part import has_vertices, support, vertices_of
from cython.cimports.spritecol._engine.narrow_phase.sweep_kernels import (
    Interval,
    surely_miss,
    sweep_parts,
)
from cython.cimports.spritecol._engine.pipeline import shape_pair
from cython.cimports.spritecol._engine.pipeline.motion import normals
from cython.cimports.spritecol._engine.pipeline.motion.impact import (
    END_SLACK,
    place_back,
)
from cython.cimports.spritecol._engine.pipeline.motion.proof import are_past, near_fractions
from cython.cimports.spritecol._engine.pipeline.shape_pair import ShapePair
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import Part

CLEARLY = declare(double, 4e-9)
"""A share of the size of the numbers: no wider gap comes from rounding or from `step_back`."""

PLAINLY = declare(double, 1e-3)
"""A share of a radius, which is more than what rounding does to where a way enters."""


def meet_straight(
    store: Store, motion: pointer(cython.const[Motion]), impact: pointer(Impact)
) -> bint:
    """Find when two shapes begin to hit, if they do; it is yet to be proved.

    If they overlap at the start, the normal decides: shapes that go deeper hit at once, others may
    separate and hit again.
    """
    overlapping_until: double = 0.0
    after: double
    impact.overlapping = impact.momentary = impact.ruled_out = False
    impact.other_nx = impact.other_ny = 0.0
    if impact.pair.count_a == 1 and impact.pair.count_b == 1:
        return meet_parts(store, motion, impact)
    if not shape_pair.shapes_hit(store, address(impact.pair)) or (
        motion.hair > 0.0 and normals.deepest_normal(store, impact) <= motion.hair
    ):
        if not first_interval(store, motion, False, 0.0, address(overlapping_until), impact):
            return False
        normals.leave_out_cuts(store, motion, impact)
        return True
    normals.contact_normal(store, impact)
    if motion.from_inside or normals.goes_deeper(store, motion, impact):
        impact.overlapping = True
        impact.fraction = 0.0
        return True
    # From one end of an overlap to the next one, until an interval begins after all have ended.
    while overlapping_until <= 1.0 + END_SLACK:
        after = overlapping_until
        if not first_interval(store, motion, True, after, address(overlapping_until), impact):
            return False
        if overlapping_until <= after:
            normals.leave_out_cuts(store, motion, impact)
            return True
    return False


@cfunc
@nogil
@exceptval(-1)
def meet_parts(
    store: Store, motion: pointer(cython.const[Motion]), impact: pointer(Impact)
) -> bint:
    """Find when two shapes of one part each begin to hit, which are convex."""
    a: cython.int = impact.pair.a
    b: cython.int = impact.pair.b
    part: pointer(Part) = shape_pair.part_of(store, a, impact.pair.first_a)
    other: pointer(Part) = shape_pair.part_of(store, b, impact.pair.first_b)
    nearest: Nearest
    overlapping_until: double = 0.0
    hit: bint = overlap_branch_free(
        shape_pair.box_of_part(store, a, part), shape_pair.box_of_part(store, b, other)
    )
    if hit and motion.hair > 0.0 and (part.kind > layout.SEGMENT or other.kind > layout.SEGMENT):
        hit = (
            reaches_in(part, other, store.pool, 0.0, 0.0, motion.hair)
            and reaches_in(other, part, store.pool, 0.0, 0.0, motion.hair)
            and parts_overlap(part, other, store.pool)  # the distance of ellipses takes long
        )
        if hit:
            parts_distance(part, other, store.pool, address(nearest))
            hit = nearest.distance < -motion.hair
    elif hit:
        hit = parts_overlap(part, other, store.pool)
        if hit:
            parts_distance(part, other, store.pool, address(nearest))
    if not hit:
        return first_interval(store, motion, False, 0.0, address(overlapping_until), impact)
    # Convex parts that have separated never meet again: no hit begins later. One may begin at once.
    impact.ruled_out = True
    if not motion.from_inside and nearest.nx * motion.dx + nearest.ny * motion.dy >= 0.0:
        return False  # it leads out, as most ways do
    normals.note_nearest(impact.pair.first_a, impact.pair.first_b, address(nearest), impact)
    if motion.from_inside or normals.goes_deeper(store, motion, impact):
        impact.overlapping = True
        impact.fraction = 0.0
        return True
    return False


@cfunc
@nogil
@exceptval(check=False)
def first_interval(
    store: Store,
    motion: pointer(cython.const[Motion]),
    overlap_at_start: bint,
    after: double,
    overlapping_until: pointer(double),
    impact: pointer(Impact),
) -> bint:
    """Find the earliest interval of two shapes' parts that begins after a time.

    With `overlap_at_start`, the shapes overlap where the row begins; else `after` is 0.
    `overlapping_until` gets the latest end of the intervals that have begun by `after`. If that is
    later than `after`, ask again from there: until then the shapes overlap without a break. If they
    do not overlap at the start, an interval lies wholly before the start or after it, or, only by
    rounding, reaches across the start: then `is_entering` decides.

    An interval that exists only by rounding is left out (`meet_on_way`), since a later one may be
    real. Three kinds may exist only by rounding: one at the very end of the way; one in passing;
    that of a corner at which a seam ends, as it slides past another corner: it enters through the
    seam, and leaves at once.
    """
    interval: Interval
    a: cython.int = impact.pair.a
    b: cython.int = impact.pair.b
    best: double = 1.0 + END_SLACK
    found: bint = False
    slack: double = -1.0  # not yet known
    several: bint = impact.pair.count_a > 1 or impact.pair.count_b > 1
    if motion.dx == 0.0 and motion.dy == 0.0:
        return False
    i: cython.int
    j: cython.int
    for i in range(impact.pair.first_a, impact.pair.first_a + impact.pair.count_a):
        part: pointer(Part) = shape_pair.part_of(store, a, i)
        for j in range(impact.pair.first_b, impact.pair.first_b + impact.pair.count_b):
            other: pointer(Part) = shape_pair.part_of(store, b, j)
            # Only to save time: of two boxes the kernel is as quick; what overlapped is near.
            if not overlap_at_start and (part.kind != layout.BOX or other.kind != layout.BOX):
                if slack < 0.0:
                    slack = CLEARLY * (motion.size + shape_pair.size_at(store, b))
                if surely_miss(part, other, store.pool, motion.dx, motion.dy, slack):
                    impact.ruled_out = not several
                    continue
            if not sweep_parts(part, other, store.pool, motion.dx, motion.dy, address(interval)):
                continue
            if overlap_at_start:
                if interval.exit <= 0.0:
                    continue
                # What is thin leaves one piece of a polygon and enters the next one at once.
                is_thin: bint = part.kind <= layout.SEGMENT or other.kind <= layout.SEGMENT
                if interval.enter < after or (is_thin and interval.enter <= after * (1.0 + 1e-12)):
                    overlapping_until[0] = max(overlapping_until[0], interval.exit)
                    continue
            elif interval.enter < 0.0:
                if interval.exit <= 0.0 or (
                    (
                        motion.hair == 0.0
                        or (part.kind <= layout.SEGMENT and other.kind <= layout.SEGMENT)
                    )
                    and not is_entering(part, other, store.pool, motion, address(interval))
                ):
                    continue
                interval.enter = 0.0
            if interval.enter < best and meet_on_way(
                store, motion, address(impact.pair), part, other, address(interval)
            ):
                found = True
                best = interval.enter
                impact.momentary = not interval.enter < interval.exit
                impact.part = i
                impact.other_part = j
                impact.nx = interval.nx
                impact.ny = interval.ny
                impact.other_nx = interval.other_nx
                impact.other_ny = interval.other_ny
    impact.fraction = best + 0.0  # not -0.0
    return found


@cfunc
@nogil
@exceptval(check=False)
def meet_on_way(
    store: Store,
    motion: pointer(cython.const[Motion]),
    pair: pointer(cython.const[ShapePair]),
    part: pointer(cython.const[Part]),
    other: pointer(cython.const[Part]),
    interval: pointer(cython.const[Interval]),
) -> bint:
    """Whether two parts overlap on the way: in the middle of their interval, or at the end.

    Where the way leads deep into what is met first, that is certain. If it leads in by no more than
    rounding, or grazes, the exact test decides. It sees nothing instantaneous: what is met for an
    instant, or by a point, is looked at only at the end, where it may be past already.
    """
    looked_at: double = 0.5 * (interval.enter + interval.exit)
    into: double = -(interval.nx * motion.dx + interval.ny * motion.dy)
    if (
        interval.other_nx != 0.0 or interval.other_ny != 0.0
    ):  # a corner is met: by both of its sides
        into = min(into, -(interval.other_nx * motion.dx + interval.other_ny * motion.dy))
    if motion.hair > 0.0 and not (part.kind <= layout.SEGMENT and other.kind <= layout.SEGMENT):
        last: double = min(1.0, interval.exit)
        return (last - interval.enter) * into > motion.hair and (
            enters_deep(part, other, store.pool, motion, interval, last - interval.enter)
            or is_deep_at(store, motion, 0.5 * (interval.enter + last), pair.a, part, other)
            or is_deep_at(store, motion, last, pair.a, part, other)
        )
    near: double = normals.touching_distance(store, motion, pair)
    is_instant: bint = not interval.enter < interval.exit or (
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
    grazes: bint = into <= normals.GRAZING * (fabs(motion.dx) + fabs(motion.dy))
    lone: bint = pair.count_a == 1 and pair.count_b == 1
    if (
        not grazes
        and interval.exit < 1.0
        and lone
        and (
            part.kind in (layout.BOX, layout.POLYGON)
            and other.kind in (layout.BOX, layout.POLYGON)
            and not (part.kind == layout.BOX and other.kind == layout.BOX)
        )
    ):
        # A corner that slides past the end of a turned tile: too shallow for the looks below, but
        # it would catch there. `internal_edge_height` tells later whether it is passed over. Where
        # a shape has several parts it need not be a corner: two of them that end in one of its
        # outline, on a flat back, enter and leave at one time.
        return True
    looked_at = min(1.0, looked_at)
    # A way may be too short to change a coordinate.
    is_lost: bint = (motion.dx != 0.0 and motion.x + motion.dx == motion.x) or (
        motion.dy != 0.0 and motion.y + motion.dy == motion.y
    )
    if not grazes and (looked_at - interval.enter) * into > near and not is_lost:
        return True
    return overlap_at(store, motion, looked_at, pair, part, other)


@cfunc
@inline
@nogil
@exceptval(check=False)
def enters_deep(
    part: pointer(cython.const[Part]),
    other: pointer(cython.const[Part]),
    pool: Numbers,
    motion: pointer(cython.const[Motion]),
    interval: pointer(cython.const[Interval]),
    length: double,
) -> bint:
    """Whether it is plain that two parts, of which one is round, get deep into each other.

    Inside the border of their Minkowski difference there is room for a disc of the sum of their
    smallest radii, everywhere: also where the way enters, and that leads near its middle.
    """
    radius: double = normals.radius_of(part, pool, False) + normals.radius_of(other, pool, False)
    if radius == 0.0 or interval.other_nx != 0.0 or interval.other_ny != 0.0:
        return False
    into: double = -(interval.nx * motion.dx + interval.ny * motion.dy)
    time: double = min(length, radius * into / (motion.dx * motion.dx + motion.dy * motion.dy))
    x: double = radius * interval.nx + time * motion.dx
    y: double = radius * interval.ny + time * motion.dy
    return sqrt(x * x + y * y) < (1.0 - PLAINLY) * radius - 4.0 * motion.hair


@cfunc
@nogil
@exceptval(check=False)
def overlap_at(
    store: Store,
    motion: pointer(cython.const[Motion]),
    fraction: double,
    pair: pointer(cython.const[ShapePair]),
    part: pointer(cython.const[Part]),
    other: pointer(cython.const[Part]),
) -> bint:
    """Whether two parts overlap at a fraction of a straight way, or are past each other."""
    x: double = motion.x + fraction * motion.dx
    y: double = motion.y + fraction * motion.dy
    shape_pair.place_row(store, pair.a, x, y, motion.angle)
    result: bint = (
        overlap(
            shape_pair.box_of_part(store, pair.a, part),
            shape_pair.box_of_part(store, pair.b, other),
        )
        and parts_overlap(part, other, store.pool)
    ) or are_past(store, motion, pair)
    place_back(store, pair.a, motion)
    return result


@cfunc
@nogil
@exceptval(check=False)
def is_deep_at(
    store: Store,
    motion: pointer(cython.const[Motion]),
    fraction: double,
    row: cython.int,
    a: pointer(cython.const[Part]),
    b: pointer(cython.const[Part]),
) -> bint:
    """Whether two parts are in each other by more than a hair at a fraction of a straight way.

    Between two ends they are never less deep than at the nearer one: two convex parts.
    """
    nearest: Nearest
    dx: double = fraction * motion.dx
    dy: double = fraction * motion.dy
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
    parts_distance(a, b, store.pool, address(nearest))
    place_back(store, row, motion)
    return nearest.distance < -motion.hair


@cfunc
@nogil
@exceptval(check=False)
def reaches_in(
    part: pointer(cython.const[Part]),
    other: pointer(cython.const[Part]),
    pool: Numbers,
    dx: double,
    dy: double,
    hair: double,
) -> bint:
    """Whether a part that is moved by (dx, dy) is past all edges of another, by over a hair.

    True of another that is round: that has no edges.
    """
    corners: double[8]
    count: cython.int = other.count
    k: cython.int
    if not has_vertices(other.kind):
        return True
    v: Numbers = vertices_of(other.kind, pool + other.first, address(count), corners)
    for k in range(count if count > 1 else 0):
        p: Numbers = v + 2 * k
        q: Numbers = v + 2 * ((k + 1) % count)
        x: double = q[0] - p[0]
        y: double = q[1] - p[1]
        length: double = fabs(x) + fabs(y) if x == 0.0 or y == 0.0 else sqrt(x * x + y * y)
        if length == 0.0:
            continue
        nx: double = y / length
        ny: double = -x / length
        if support(part, pool, -nx, -ny) + nx * (p[0] - dx) + ny * (p[1] - dy) <= hair:
            return False
    return True


@cfunc
@nogil
@exceptval(check=False)
def is_entering(
    part: pointer(cython.const[Part]),
    other: pointer(cython.const[Part]),
    pool: Numbers,
    motion: pointer(cython.const[Motion]),
    interval: pointer(Interval),
) -> bint:
    """Whether an interval that began before the start counts as beginning now.

    The exact test sees no hit there. The two touch, and overlap only by rounding: the exact test
    compares boxes first, which are rounded, too. Then the direction decides. What slides along or
    recedes does not enter.
    """
    nearest: Nearest
    if layout.POINT in (part.kind, other.kind):
        return interval.exit >= -interval.enter  # nearer to where it enters than to where it leaves
    parts_distance(part, other, pool, address(nearest))
    interval.nx = nearest.nx + 0.0  # not -0.0
    interval.ny = nearest.ny + 0.0
    interval.other_nx = interval.other_ny = 0.0
    return nearest.nx * motion.dx + nearest.ny * motion.dy < 0.0
