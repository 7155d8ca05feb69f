"""Whether two parts hit of which one has an ellipse, and when, if one of them moves along a line.

The map p -> adj(M) (p - c) turns an ellipse c + M u, |u| <= 1, into a circle of radius det(M) about
0 without a division; so every test except tests of two ellipses is a test of a circle. Floats
decide if their error bound allows it, double-doubles (see `exact_signs`) otherwise.

Two parts of which one or both are stretched capsules meet if their segments cross, or if a disc
about an end or a corner of one meets the segment or the outline of the other: an ellipse reaches
from p to q if it reaches from q to p.

On a way, two ellipses take a search, see `enter_of_ellipses`. Where both parts are discs or long,
each disc about an end of one is swept past each disc of the other, and each side past the ends of
the other.
"""

import cython as C
from cython.cimports.spritecol._engine.narrow_phase import (
    cores,
    exact_signs,
    hit_kernels,
    intervals,
)
from cython.cimports.spritecol._engine.narrow_phase.cores import Core, CoreRef
from cython.cimports.spritecol._engine.narrow_phase.intervals import Interval
from cython.cimports.spritecol._engine.narrow_phase.oval_distances import MOST_STEPS
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage.layout import CAPSULE, CIRCLE, ELLIPSE, STRETCHED
from cython.cimports.spritecol._engine.tolerances import GRAZING, NOISE
from cython.cimports.spritecol._support.libc import INFINITY, fabs, sqrt

SMALL_ELLIPSE = C.declare(C.double, 1e-70)
"""Ellipses smaller than this are scaled up by `SCALE_UP`, a power of two, before squaring."""

SCALE_UP = C.declare(C.double, 2.0**300)

MOST_ELLIPSE_STEPS = C.declare(C.int, 200)
"""Limit for the steps in `overlap_ellipse_ellipse`. Bisection alone needs about 100, Newton's
method 5."""


def overlap_point_ellipse(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """The fill rule: p + (e, e*e) inside."""
    return exact_signs.disc_point_exact(b, a[0], a[1], True)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def largest_offset(center: Numbers, points: Numbers, count: C.int) -> C.double:
    """How far the farthest point is from a center, along both axes together."""
    offset: C.double = 0.0
    i: C.int
    for i in range(count):
        offset = max(offset, fabs(points[2 * i] - center[0]) + fabs(points[2 * i + 1] - center[1]))
    return offset


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def disc_reaches_polygon(disc: Numbers, points: Numbers, count: C.int) -> C.bint:
    """Whether an ellipse meets a polygon or, given two points, a segment.

    The rounding error of a distance in the space of the circle is bounded by `doubt`, from the size
    of the numbers there.
    """
    spread: C.double = fabs(disc[2]) + fabs(disc[3]) + fabs(disc[4]) + fabs(disc[5])
    radius: C.double = disc[2] * disc[5] - disc[3] * disc[4]
    size: C.double = spread * (largest_offset(disc, points, count) + spread)
    gap: C.double
    unsure: C.bint = False
    i: C.int
    doubt: C.double = 64.0 * exact_signs.ROUNDING * size
    dx: C.double = points[2 * count - 2] - disc[0]
    dy: C.double = points[2 * count - 1] - disc[1]
    ax: C.double = disc[5] * dx - disc[3] * dy
    ay: C.double = disc[2] * dy - disc[4] * dx
    for i in range(count):
        dx = points[2 * i] - disc[0]
        dy = points[2 * i + 1] - disc[1]
        bx: C.double = disc[5] * dx - disc[3] * dy
        by: C.double = disc[2] * dy - disc[4] * dx
        ex: C.double = bx - ax
        ey: C.double = by - ay
        cross: C.double = ax * ey - ay * ex
        length_squared: C.double = ex * ex + ey * ey
        along: C.double = -(ax * ex + ay * ey)
        if along <= 0.0:
            gap = sqrt(ax * ax + ay * ay) - radius
        elif along >= length_squared:
            gap = sqrt(bx * bx + by * by) - radius
        else:
            gap = (fabs(cross) - radius * sqrt(length_squared)) / sqrt(length_squared)
        if gap < -doubt:
            return True
        unsure = unsure or gap < doubt
        ax = bx
        ay = by
    if (unsure or size * size < exact_signs.UNDERFLOW) and exact_signs.disc_edges_exact(
        disc, points, count
    ):
        return True
    return count > 2 and hit_kernels.overlap_point_polygon(disc, 1, points, count)


def overlap_segment_ellipse(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Whether some point of the segment is inside the ellipse."""
    return disc_reaches_polygon(b, a, 2)


def overlap_box_ellipse(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """The test of an ellipse and a polygon, for the corners of the box."""
    corners: C.double[8]
    cores.corners_of(a, corners)
    return disc_reaches_polygon(b, corners, 4)


def overlap_ellipse_polygon(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Whether some point of the polygon is inside the ellipse."""
    return disc_reaches_polygon(a, b, nb)


def overlap_circle_ellipse(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """The test of two ellipses, for the circle as an ellipse."""
    disc: C.double[6]
    cores.as_disc(a, disc)
    return overlap_ellipse_ellipse(disc, 1, b, 1)


def overlap_ellipse_ellipse(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Whether no line separates the two, decided by minimizing a convex function.

    The support function of an ellipse c + M u, |u| <= 1, is n . c + |M^T n| (S. Boyd and
    L. Vandenberghe, "Convex Optimization", 2.2.2 and 3.2.3). With d between the centers, a
    direction n separates when |A^T n| + |B^T n| <= n . d. Only the signs count, so n = d + t p with
    p perpendicular to d, and n . d is the constant |d|^2: the ellipses are separated if and only if
    the minimum over t of

        h(t) = |A^T (d + t p)| + |B^T (d + t p)|

    is at most |d|^2. Both terms are convex hyperbolas in t, so the minimum is between their two
    lowest points. A value of h of at most |d|^2 proves a gap; a tangent that stays above |d|^2 over
    the whole bracket proves an overlap. Each step is Newton's, or a bisection if Newton's leaves
    the bracket. The numbers of tiny ellipses are scaled up first.
    """
    dx: C.double = b[0] - a[0]
    dy: C.double = b[1] - a[1]
    scaled: C.double[8]
    i: C.int
    a += 2
    b += 2
    if fabs(a[0]) + fabs(a[1]) + fabs(b[0]) + fabs(b[1]) < SMALL_ELLIPSE:
        dx *= SCALE_UP
        dy *= SCALE_UP
        for i in range(4):
            scaled[i] = SCALE_UP * a[i]
            scaled[4 + i] = SCALE_UP * b[i]
        a = scaled
        b = scaled + 4
    return no_line_separates(a, b, dx, dy)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def no_line_separates(a: Numbers, b: Numbers, dx: C.double, dy: C.double) -> C.bint:
    """Whether the least h(t) of `overlap_ellipse_ellipse` is above |d|^2, by both matrices."""
    target: C.double = dx * dx + dy * dy
    if target == 0.0:
        return True
    adx: C.double = a[0] * dx + a[2] * dy
    ady: C.double = a[1] * dx + a[3] * dy
    apx: C.double = a[2] * dx - a[0] * dy
    apy: C.double = a[3] * dx - a[1] * dy
    bdx: C.double = b[0] * dx + b[2] * dy
    bdy: C.double = b[1] * dx + b[3] * dy
    bpx: C.double = b[2] * dx - b[0] * dy
    bpy: C.double = b[3] * dx - b[1] * dy
    a_along: C.double = adx * apx + ady * apy
    b_along: C.double = bdx * bpx + bdy * bpy
    a_low: C.double = -a_along / (apx * apx + apy * apy)
    b_low: C.double = -b_along / (bpx * bpx + bpy * bpy)
    low: C.double = min(a_low, b_low)
    high: C.double = max(a_low, b_low)
    # The number between them that is nearest to 0. The signs are known before the quotients are, so
    # a CPU need not wait for these where they are not needed.
    t: C.double = 0.0
    if a_along < 0.0 and b_along < 0.0:
        t = low
    elif a_along > 0.0 and b_along > 0.0:
        t = high
    for _ in range(MOST_ELLIPSE_STEPS):
        ax: C.double = adx + t * apx
        ay: C.double = ady + t * apy
        bx: C.double = bdx + t * bpx
        by: C.double = bdy + t * bpy
        a_length: C.double = sqrt(ax * ax + ay * ay)
        b_length: C.double = sqrt(bx * bx + by * by)
        value: C.double = a_length + b_length
        if value <= target:
            return False
        slope: C.double = (ax * apx + ay * apy) / a_length + (bx * bpx + by * bpy) / b_length
        if slope > 0.0:
            high = t
        else:
            low = t
        if value - fabs(slope) * (high - low) > target or slope == 0.0:
            return True
        a_cross: C.double = (ax * apy - ay * apx) / a_length
        b_cross: C.double = (bx * bpy - by * bpx) / b_length
        curvature: C.double = a_cross * a_cross / a_length + b_cross * b_cross / b_length
        t -= slope / curvature
        if not low < t < high:
            t = 0.5 * (low + high)
    return True  # they touch, up to rounding


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def stretched_reaches(stretched: Numbers, points: Numbers, count: C.int) -> C.bint:
    """Whether a stretched capsule meets a polygon or, given two points, a segment."""
    core: Core
    disc: C.double[6]
    i: C.int
    cores.core_of(STRETCHED, stretched, 2, C.address(core))
    for i in range(2):
        cores.disc_at(C.address(core), stretched + 2 * i, disc)
        if disc_reaches_polygon(disc, points, count):
            return True
    for i in range(count):
        cores.disc_at(C.address(core), points + 2 * i, disc)
        if disc_reaches_polygon(disc, stretched, 2):
            return True
    if count == 2:
        return hit_kernels.overlap_segment_segment(stretched, 2, points, 2)
    return hit_kernels.overlap_segment_polygon(stretched, 2, points, count)


def overlap_point_stretched(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """The fill rule: p + (e, e*e) inside."""
    return exact_signs.stretched_point_exact(b, a[0], a[1])


def overlap_segment_stretched(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Whether some point of the segment is inside."""
    return stretched_reaches(b, a, 2)


def overlap_box_stretched(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """The test of a stretched capsule and a polygon, for the corners of the box."""
    corners: C.double[8]
    cores.corners_of(a, corners)
    return stretched_reaches(b, corners, 4)


def overlap_stretched_polygon(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Whether some point of the polygon is inside."""
    return stretched_reaches(a, b, nb)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def passes_on_way(a: Numbers, x: C.double, y: C.double, b: Numbers) -> C.bint:
    """Whether an ellipse overlaps another one on a way, at whose ends it does not.

    So it enters and leaves it between them. Where it only leaves a touch, or comes to one, rounding
    may let it overlap a little way, but most of the time it would do so is off the way.
    """
    interval: Interval
    return (
        sweep_ellipses(a, b, x, y, C.address(interval))
        and 0.0 < 0.5 * (interval.enter + interval.exit) < 1.0
    )


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def ovals_overlap(a: CoreRef, b: CoreRef) -> C.bint:
    """Whether two parts overlap that are discs or long, given their cores."""
    disc: C.double[6]
    other: C.double[6]
    v: Numbers = a.v
    w: Numbers = b.v
    i: C.int
    j: C.int
    for i in range(a.count):
        cores.disc_at(a, v + 2 * i, disc)
        for j in range(b.count):
            cores.disc_at(b, w + 2 * j, other)
            if overlap_ellipse_ellipse(disc, 1, other, 1):
                return True
    if b.count == 2:
        for i in range(a.count):
            cores.disc_at(a, v + 2 * i, disc)
            cores.disc_at(b, w, other)
            if passes_on_way(other, w[2] - w[0], w[3] - w[1], disc):
                return True
    if a.count == 2:
        for j in range(b.count):
            cores.disc_at(a, v, disc)
            cores.disc_at(b, w + 2 * j, other)
            if passes_on_way(disc, v[2] - v[0], v[3] - v[1], other):
                return True
    return a.count == 2 and b.count == 2 and hit_kernels.overlap_segment_segment(v, 2, w, 2)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def parts_meet(kind_a: C.int, a: Numbers, kind_b: C.int, b: Numbers) -> C.bint:
    """Whether two parts overlap that are discs or long."""
    core: Core
    other: Core
    cores.core_of(kind_a, a, 1 if kind_a in (CIRCLE, ELLIPSE) else 2, C.address(core))
    cores.core_of(kind_b, b, 1 if kind_b == ELLIPSE else 2, C.address(other))
    return ovals_overlap(C.address(core), C.address(other))


def overlap_circle_stretched(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Two ellipses of which one is moved along a segment."""
    return parts_meet(CIRCLE, a, STRETCHED, b)


def overlap_capsule_ellipse(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Two ellipses of which one is moved along a segment."""
    return parts_meet(CAPSULE, a, ELLIPSE, b)


def overlap_capsule_stretched(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Two ellipses that are moved along segments."""
    return parts_meet(CAPSULE, a, STRETCHED, b)


def overlap_ellipse_stretched(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Two ellipses of which one is moved along a segment."""
    return parts_meet(ELLIPSE, a, STRETCHED, b)


def overlap_stretched_stretched(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Two ellipses that are moved along segments."""
    return parts_meet(STRETCHED, a, STRETCHED, b)


# --- on a way -------------------------------------------------------------------------------------


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def widest_gap(a: Numbers, b: Numbers, x: C.double, y: C.double, slope: C.p_double) -> C.double:
    """The direction n = d + t p that separates two ellipses best, d = (x, y) between their centers.

    p is d turned by 90 degrees, and t is written to `slope`. Returns |A^T n| + |B^T n|, of which t
    is the minimum: they are separated if it is at most n . d = |d|^2; see
    `overlap_ellipse_ellipse`.
    """
    adx: C.double = a[2] * x + a[4] * y
    ady: C.double = a[3] * x + a[5] * y
    apx: C.double = a[4] * x - a[2] * y
    apy: C.double = a[5] * x - a[3] * y
    bdx: C.double = b[2] * x + b[4] * y
    bdy: C.double = b[3] * x + b[5] * y
    bpx: C.double = b[4] * x - b[2] * y
    bpy: C.double = b[5] * x - b[3] * y
    a_low: C.double = -(adx * apx + ady * apy) / (apx * apx + apy * apy)
    b_low: C.double = -(bdx * bpx + bdy * bpy) / (bpx * bpx + bpy * bpy)
    low: C.double = min(a_low, b_low)
    high: C.double = max(a_low, b_low)
    t: C.double = min(max(0.0, low), high)
    a_length: C.double = 0.0
    b_length: C.double = 0.0
    for _ in range(MOST_STEPS):
        ax: C.double = adx + t * apx
        ay: C.double = ady + t * apy
        bx: C.double = bdx + t * bpx
        by: C.double = bdy + t * bpy
        a_length = sqrt(ax * ax + ay * ay)
        b_length = sqrt(bx * bx + by * by)
        rise: C.double = (ax * apx + ay * apy) / a_length + (bx * bpx + by * bpy) / b_length
        if rise > 0.0:
            high = t
        else:
            low = t
        a_cross: C.double = (ax * apy - ay * apx) / a_length
        b_cross: C.double = (bx * bpy - by * bpx) / b_length
        curvature: C.double = a_cross * a_cross / a_length + b_cross * b_cross / b_length
        previous: C.double = t
        t = t - rise / curvature
        if not low < t < high:
            t = 0.5 * (low + high)
        # The step would lower the sum by half of this. (Not the length of the step counts: about
        # the normal of a thin ellipse, a step of 1e-9 makes the difference.)
        if fabs(rise * (t - previous)) <= 1e-17 * (a_length + b_length) or not low < t < high:
            t = previous
            break
    slope[0] = t
    return a_length + b_length


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def enter_of_ellipses(
    a: Numbers,
    b: Numbers,
    x: C.double,
    y: C.double,
    dx: C.double,
    dy: C.double,
    enter: C.p_double,
    normal: C.p_double,
) -> C.bint:
    """When an ellipse at (x, y) from the other one begins to overlap it, if it moves by (dx, dy).

    A line that separates the two bounds the time from below: until the moving one has crossed it,
    there is no overlap. Of the best such line this is a step of Newton's method on a convex
    function, which from the left never passes the root (G. van den Bergen, "Ray Casting against
    General Convex Objects with Application to Continuous Collision Detection", 2004). The first
    line is perpendicular to the motion.
    """
    nx: C.double = -dx
    ny: C.double = -dy
    reach: C.double = cores.extent_of_disc(a, nx, ny) + cores.extent_of_disc(b, nx, ny)
    closing: C.double = -(nx * dx + ny * dy)
    time: C.double = (nx * x + ny * y - reach) / closing
    slope: C.double = 0.0
    for _ in range(MOST_STEPS):
        px: C.double = x + time * dx
        py: C.double = y + time * dy
        reach = widest_gap(a, b, px, py, C.address(slope))
        distance: C.double = px * px + py * py
        nx = px - slope * py
        ny = py + slope * px
        if distance <= reach * (1.0 + 1e-15):
            break
        closing = -(nx * dx + ny * dy)
        if not closing > 0.0:
            return False
        before: C.double = time
        time += (distance - reach) / closing
        if not time > before:
            break
    enter[0] = time
    normal[0] = nx
    normal[1] = ny
    # A line that the motion does not cross is touched at most.
    return -(nx * dx + ny * dy) > GRAZING * sqrt((nx * nx + ny * ny) * (dx * dx + dy * dy))


def sweep_ellipses(
    a: Numbers, b: Numbers, dx: C.double, dy: C.double, out: C.pointer(Interval)
) -> C.bint:
    """The interval of two ellipses: its start, and as its end the start of the motion backward."""
    x: C.double = a[0] - b[0]
    y: C.double = a[1] - b[1]
    back: C.double = 0.0
    normal: C.double[2]
    intervals.start_interval(out)
    if not enter_of_ellipses(a, b, x, y, dx, dy, C.address(out.enter), normal):
        return False
    out.nx = normal[0]
    out.ny = normal[1]
    intervals.unit_normals(out)
    if not enter_of_ellipses(a, b, x, y, -dx, -dy, C.address(back), normal):
        return False
    out.exit = -back
    return out.enter < out.exit


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def join_intervals(one: C.pointer(C.const[Interval]), out: C.pointer(Interval)) -> C.void:
    """Extend an interval by another one."""
    out.exit = max(out.exit, one.exit)
    if one.enter < out.enter:
        out.enter = one.enter
        out.nx = one.nx
        out.ny = one.ny


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def join_sides(
    a: CoreRef,
    b: CoreRef,
    dx: C.double,
    dy: C.double,
    side: C.double,
    out: C.pointer(Interval),
) -> C.void:
    """Extend the interval of two discs or long parts by the sides of `b`, which rests.

    Normals get the sign of `side`.
    """
    one: Interval
    reach: C.double[2]
    own: C.double[2]
    disc: C.double[6]
    zero: C.double[2]
    i: C.int
    j: C.int
    zero[0] = zero[1] = 0.0
    ex: C.double = b.v[2] - b.v[0]
    ey: C.double = b.v[3] - b.v[1]
    length: C.double = sqrt(ex * ex + ey * ey)
    intervals.start_interval(C.address(one))
    for i in range(2):
        nx: C.double = ey / length if i else -ey / length
        ny: C.double = -ex / length if i else ex / length
        cores.disc_at(a, zero, disc)
        extent: C.double = cores.farthest_of_disc(disc, -nx, -ny, reach)
        cores.disc_at(b, zero, disc)
        extent += cores.farthest_of_disc(disc, nx, ny, own)
        rate: C.double = nx * dx + ny * dy
        if rate == 0.0:
            continue
        for j in range(a.count):  # both are met at once, if the two lie along each other
            x: C.double = a.v[2 * j] - b.v[0]
            y: C.double = a.v[2 * j + 1] - b.v[1]
            time: C.double = (extent - (nx * x + ny * y)) / rate
            x += time * dx + reach[0] - own[0]
            y += time * dy + reach[1] - own[1]
            along: C.double = (x * ex + y * ey) / (length * length)
            if not -NOISE <= along <= 1.0 + NOISE:
                continue
            one.enter = INFINITY if rate > 0.0 else time
            one.exit = time if rate > 0.0 else -INFINITY
            one.nx = side * nx
            one.ny = side * ny
            join_intervals(C.address(one), out)


def sweep_ovals(
    a: CoreRef,
    b: CoreRef,
    dx: C.double,
    dy: C.double,
    out: C.pointer(Interval),
) -> C.bint:
    """The interval of two parts that are discs or long, of which one has an ellipse."""
    one: Interval
    disc: C.double[6]
    other: C.double[6]
    i: C.int
    j: C.int
    intervals.start_interval(out)
    out.enter = INFINITY
    out.exit = -INFINITY
    for i in range(a.count):
        cores.disc_at(a, a.v + 2 * i, disc)
        for j in range(b.count):
            cores.disc_at(b, b.v + 2 * j, other)
            if sweep_ellipses(disc, other, dx, dy, C.address(one)):
                join_intervals(C.address(one), out)
    if b.count == 2:
        join_sides(a, b, dx, dy, 1.0, out)
    if a.count == 2:
        join_sides(b, a, -dx, -dy, -1.0, out)
    intervals.unit_normals(out)
    return out.enter < out.exit
