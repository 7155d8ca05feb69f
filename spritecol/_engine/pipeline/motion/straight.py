"""When two shapes begin to hit, if one moves along a line.

Every two parts give an interval: the interval of time in which they overlap. The union of these
intervals begins where a hit begins.
"""

import cython
from cython import address, bint, cfunc, declare, double, exceptval, inline, nogil, pointer
from cython.cimports.spritecol._engine.fault import fault
from cython.cimports.libc.math import fabs
from cython.cimports.spritecol._engine.box import overlap, overlap_branch_free
from cython.cimports.spritecol._engine.narrow_phase.distances import (
    Nearest,
    parts_distance,
    quick_overlap,
)
from cython.cimports.spritecol._engine.narrow_phase.kernel_table import parts_overlap
from cython.cimports.spritecol._engine.narrow_phase.sweeps import Interval, surely_miss, sweep_parts
from cython.cimports.spritecol._engine.pipeline.motion.impact import (
    END_SLACK,
    place_back,
)
from cython.cimports.spritecol._engine.pipeline.motion.normals import (
    GRAZING,
    contact_normal,
    goes_deeper,
    leave_out_cuts,
    note_nearest,
    touching_distance,
)
from cython.cimports.spritecol._engine.pipeline.motion.proof import are_past, near_fractions
from cython.cimports.spritecol._engine.pipeline.shape_pair import (
    ShapePair,
    box_of_part,
    part_of,
    place_row,
    shapes_hit,
    size_at,
)
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage.layout import (
    BOX,
    CIRCLE,
    POINT,
    POLYGON,
    SEGMENT,
    Part,
)

CLEARLY = declare(double, 4e-9)
"""A share of the size of the numbers: no wider gap comes from rounding or from `step_back`."""


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
    if not shapes_hit(store, address(impact.pair)):
        if not first_interval(store, motion, False, 0.0, address(overlapping_until), impact):
            return False
        leave_out_cuts(store, motion, impact)
        return True
    contact_normal(store, impact)
    if goes_deeper(store, motion, impact):
        impact.overlapping = True
        impact.fraction = 0.0
        return True
    # From one end of an overlap to the next one, until an interval begins after all have ended.
    while overlapping_until <= 1.0 + END_SLACK:
        after = overlapping_until
        if not first_interval(store, motion, True, after, address(overlapping_until), impact):
            return False
        if overlapping_until <= after:
            leave_out_cuts(store, motion, impact)
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
    part: pointer(Part) = part_of(store, a, impact.pair.first_a)
    other: pointer(Part) = part_of(store, b, impact.pair.first_b)
    nearest: Nearest
    look: cython.int = 0
    overlapping_until: double = 0.0
    hit: bint = overlap_branch_free(box_of_part(store, a, part), box_of_part(store, b, other))
    if hit:
        if (
            part.kind == CIRCLE and other.kind == POLYGON and other.count == 4
        ):  # mostly a turned box
            look = quick_overlap(
                store.pool + part.first,
                store.pool + other.first,
                CLEARLY * (size_at(store, a) + size_at(store, b)),
                address(nearest),
            )
        if look == 0:
            hit = parts_overlap(part, other, store.pool)
            if hit:
                parts_distance(part, other, store.pool, address(nearest))
        else:
            hit = look > 0
    if not hit:
        return first_interval(store, motion, False, 0.0, address(overlapping_until), impact)
    # Convex parts that have separated never meet again: no hit begins later. One may begin at once.
    impact.ruled_out = True
    if nearest.nx * motion.dx + nearest.ny * motion.dy >= 0.0:
        return False  # it leads out, as most ways do
    note_nearest(impact.pair.first_a, impact.pair.first_b, address(nearest), impact)
    if goes_deeper(store, motion, impact):
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
    i: cython.int
    j: cython.int
    for i in range(impact.pair.first_a, impact.pair.first_a + impact.pair.count_a):
        part: pointer(Part) = part_of(store, a, i)
        for j in range(impact.pair.first_b, impact.pair.first_b + impact.pair.count_b):
            other: pointer(Part) = part_of(store, b, j)
            # Only to save time: of two boxes the kernel is as quick; what overlapped is near.
            if not overlap_at_start and (part.kind != BOX or other.kind != BOX):
                if slack < 0.0:
                    slack = CLEARLY * (motion.size + size_at(store, b))
                if surely_miss(part, other, store.pool, motion.dx, motion.dy, slack):
                    impact.ruled_out = not several
                    continue
            if not sweep_parts(part, other, store.pool, motion.dx, motion.dy, address(interval)):
                continue
            if overlap_at_start:
                if interval.exit <= 0.0:
                    continue
                # What is thin leaves one piece of a polygon and enters the next one at once.
                is_thin: bint = part.kind <= SEGMENT or other.kind <= SEGMENT
                if interval.enter < after or (is_thin and interval.enter <= after * (1.0 + 1e-12)):
                    overlapping_until[0] = max(overlapping_until[0], interval.exit)
                    continue
            elif interval.enter < 0.0:
                if interval.exit <= 0.0 or not is_entering(
                    part, other, store.pool, motion, address(interval)
                ):
                    continue
                interval.enter = 0.0
            if interval.enter < best and meet_on_way(
                store, motion, address(impact.pair), i, j, address(interval)
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
    i: cython.int,
    j: cython.int,
    interval: pointer(cython.const[Interval]),
) -> bint:
    """Whether two parts overlap on the way: in the middle of their interval, or at the end.

    Where the way leads deep into what is met first, that is certain. If it leads in by no more than
    rounding, or grazes, the exact test decides. It sees nothing instantaneous: what is met for an
    instant, or by a point, is looked at only at the end, where it may be past already.
    """
    part: pointer(Part) = part_of(store, pair.a, i)
    other: pointer(Part) = part_of(store, pair.b, j)
    looked_at: double = 0.5 * (interval.enter + interval.exit)
    into: double = -(interval.nx * motion.dx + interval.ny * motion.dy)
    near: double = touching_distance(store, motion, pair)
    is_instant: bint = not interval.enter < interval.exit or (
        part.kind <= SEGMENT
        and other.kind <= SEGMENT
        and (interval.exit - interval.enter) * into <= near
    )
    if is_instant or POINT in (part.kind, other.kind):
        # No test sees these on the way, so they count. Only if the way ends near them, the end is
        # looked at: what is still met there counts, and segments that it is past (`are_past`). All
        # else that it leaves again before its end (exit < 1) counts, too, without a look.
        if interval.enter <= 1.0 - near_fractions(motion) or (
            interval.exit < 1.0 and SEGMENT not in (part.kind, other.kind)
        ):
            return True
        looked_at = 1.0
    grazes: bint = into <= GRAZING * (fabs(motion.dx) + fabs(motion.dy))
    lone: bint = pair.count_a == 1 and pair.count_b == 1
    if not grazes and interval.exit < 1.0 and lone and is_turned(part, other):
        # A corner that slides past the end of a turned tile: too shallow for the looks below, but
        # it would catch there. `internal_edge_height` tells later whether it is passed over. Where
        # a shape has several parts it need not be a corner: two of them that end in one of its
        # outline, on a flat back, enter and leave at one time.
        return True
    looked_at = looked_at if fault(26) else min(1.0, looked_at)
    if not grazes and (looked_at - interval.enter) * into > near:
        return True
    return overlap_at(store, motion, looked_at, pair, i, j)


@cfunc
@inline
@nogil
@exceptval(check=False)
def is_turned(part: pointer(cython.const[Part]), other: pointer(cython.const[Part])) -> bint:
    """Whether two parts have straight edges and an area, and not all edges are upright."""
    return (
        part.kind in (BOX, POLYGON)
        and other.kind in (BOX, POLYGON)
        and not (part.kind == BOX and other.kind == BOX)
    )


@cfunc
@nogil
@exceptval(check=False)
def overlap_at(
    store: Store,
    motion: pointer(cython.const[Motion]),
    fraction: double,
    pair: pointer(cython.const[ShapePair]),
    i: cython.int,
    j: cython.int,
) -> bint:
    """Whether two parts overlap at a fraction of a straight way, or are past each other."""
    part: pointer(Part) = part_of(store, pair.a, i)
    other: pointer(Part) = part_of(store, pair.b, j)
    x: double = motion.x + fraction * motion.dx
    y: double = motion.y + fraction * motion.dy
    place_row(store, pair.a, x, y, motion.angle)
    result: bint = (
        overlap(box_of_part(store, pair.a, part), box_of_part(store, pair.b, other))
        and parts_overlap(part, other, store.pool)
    ) or are_past(store, motion, pair)
    place_back(store, pair.a, motion)
    return result


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
    if POINT in (part.kind, other.kind):
        return interval.exit >= -interval.enter  # nearer to where it enters than to where it leaves
    parts_distance(part, other, pool, address(nearest))
    interval.nx = nearest.nx + 0.0  # not -0.0
    interval.ny = nearest.ny + 0.0
    interval.other_nx = interval.other_ny = 0.0
    return nearest.nx * motion.dx + nearest.ny * motion.dy < 0.0
