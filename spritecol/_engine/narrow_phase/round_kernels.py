"""Exact tests with circles, ellipses and capsules: `overlap_<kind>_<kind>`.

The rule and the calling convention are those of `straight_kernels`. Discs are open sets, so a disc
meets a shape if the shape's nearest point is nearer than the radius. A capsule meets what is nearer
to its segment than its radius. The map p -> adj(M) (p - c) turns an ellipse c + M u, |u| <= 1, into
a circle of radius det(M) about 0 without a division; so every test but those of two ellipses is
that of a circle. Floats decide if their error bound allows it, double-doubles (see `exact_signs`)
otherwise.

Two parts of which one or both are stretched capsules meet if their segments cross, or if a disc
about an end or a corner of one meets the segment or the outline of the other: an ellipse reaches
from p to q if it reaches from q to p.
"""

import cython
from cython import address, bint, cfunc, declare, double, exceptval, inline, nogil, pointer
from cython.cimports.libc.math import fabs, sqrt
from cython.cimports.spritecol._engine.narrow_phase import exact_signs, part, straight_kernels
from cython.cimports.spritecol._engine.narrow_phase.part import Core
from cython.cimports.spritecol._engine.narrow_phase.sweep_kernels import Interval, sweep_ellipses
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage.layout import CAPSULE, CIRCLE, ELLIPSE, STRETCHED

SMALL_ELLIPSE = declare(double, 1e-70)
"""Ellipses smaller than this are scaled up by `SCALE_UP`, a power of two, before squaring."""

SCALE_UP = declare(double, 2.0**300)

MOST_STEPS = declare(cython.int, 200)
"""Limit for the steps in `overlap_ellipse_ellipse`. Bisection alone needs about 100, Newton's
method 5."""


@cfunc
@inline
@nogil
@exceptval(check=False)
def circle_reaches(circle: Numbers, px: double, py: double, fill: bint = False) -> bint:
    """Whether a point is inside the open disc, or by the fill rule (see `disc_point_exact`)."""
    dx: double = px - circle[0]
    dy: double = py - circle[1]
    distance_squared: double = dx * dx + dy * dy
    radius_squared: double = circle[2] * circle[2]
    disc: double[6]
    if (
        fabs(distance_squared - radius_squared)
        > exact_signs.ROUNDING * (distance_squared + radius_squared) + exact_signs.UNDERFLOW
    ):
        return distance_squared < radius_squared
    part.as_disc(circle, disc)
    return exact_signs.disc_point_exact(disc, px, py, fill)


@cfunc
@inline
@nogil
@exceptval(check=False)
def edge_gap(
    px: double, py: double, reach: double, x1: double, y1: double, x2: double, y2: double
) -> double:
    """Negative if a segment is nearer to a point than `reach`, positive if not (Ericson 5.1.2).

    0 if rounding leaves it in doubt.
    """
    ax: double = x1 - px
    ay: double = y1 - py
    ex: double = x2 - x1
    ey: double = y2 - y1
    length_squared: double = ex * ex + ey * ey
    along: double = -(ax * ex + ay * ey)
    distance_term: double
    radius_term: double = reach * reach
    bound: double = 0.0
    if along <= 0.0:
        distance_term = ax * ax + ay * ay
    elif along >= length_squared:
        ax = x2 - px
        ay = y2 - py
        distance_term = ax * ax + ay * ay
    else:  # both times length_squared: no division
        left: double = ax * ey
        right: double = ay * ex
        cross: double = left - right
        bound = exact_signs.ROUNDING * (fabs(left) + fabs(right)) * fabs(cross)
        distance_term = cross * cross
        radius_term *= length_squared
    gap: double = distance_term - radius_term
    bound += exact_signs.ROUNDING * (distance_term + radius_term) + exact_signs.UNDERFLOW
    return gap if fabs(gap) > bound else 0.0


@cfunc
@inline
@nogil
@exceptval(check=False)
def is_near_edge(
    px: double,
    py: double,
    r: double,
    extra: double,
    x1: double,
    y1: double,
    x2: double,
    y2: double,
) -> bint:
    """Whether a segment is nearer to a point than r + extra."""
    gap: double = edge_gap(px, py, r + extra, x1, y1, x2, y2)
    if gap != 0.0:
        return gap < 0.0
    return exact_signs.edge_gap_exact(px, py, x1, y1, x2, y2, r, extra) < 0.0


@cfunc
@nogil
@exceptval(check=False)
def are_near(a: Numbers, b: Numbers, r: double, extra: double) -> bint:
    """Whether two segments are nearer to each other than r + extra: they cross, or an end is.

    By floats if they can tell; else one after the other, exactly.
    """
    gap: cython.int = segments_gap(a, b, r + extra)
    if gap != 0:
        return gap < 0
    return (
        straight_kernels.overlap_segment_segment(a, 2, b, 2)
        or is_near_edge(a[0], a[1], r, extra, b[0], b[1], b[2], b[3])
        or is_near_edge(a[2], a[3], r, extra, b[0], b[1], b[2], b[3])
        or is_near_edge(b[0], b[1], r, extra, a[0], a[1], a[2], a[3])
        or is_near_edge(b[2], b[3], r, extra, a[0], a[1], a[2], a[3])
    )


def overlap_point_circle(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """The fill rule: p + (e, e*e) inside."""
    return circle_reaches(b, a[0], a[1], True)


def overlap_point_ellipse(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """The fill rule: p + (e, e*e) inside."""
    return exact_signs.disc_point_exact(b, a[0], a[1], True)


def overlap_segment_circle(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Whether some point of the segment is nearer than the radius."""
    return is_near_edge(b[0], b[1], b[2], 0.0, a[0], a[1], a[2], a[3])


def overlap_box_circle(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Whether the nearest point of the box is nearer than the radius (Ericson 5.2.5)."""
    return circle_reaches(b, max(a[0], min(b[0], a[2])), max(a[1], min(b[1], a[3])))


def overlap_circle_circle(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Whether the centers are nearer than the sum of the radii."""
    gap: double = circles_gap(a, b)
    if gap != 0.0:
        return gap < 0.0
    return exact_signs.discs_exact(a[0], a[1], a[2], b[0], b[1], b[2]) < 0.0


def overlap_circle_polygon(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Whether the center is inside the polygon, or an edge is nearer than the radius.

    In a convex polygon only the edges with the center on their outer side need a test, which
    decides most pairs. But rounding of world coordinates can make collinear vertices slightly
    concave; then the nearest edge may have the center on its inner side, while another edge has it
    on its outer side. So then the edges that have not been tested are, too.
    """
    x: double = b[2 * nb - 2]
    y: double = b[2 * nb - 1]
    bx: double
    by: double
    left: double
    right: double
    inside: bint = True
    i: cython.int
    for i in range(nb):
        bx = b[2 * i]
        by = b[2 * i + 1]
        left = (bx - x) * (a[1] - y)
        right = (by - y) * (a[0] - x)
        if (
            left - right
            <= exact_signs.ROUNDING * (fabs(left) + fabs(right)) + exact_signs.UNDERFLOW
        ):
            inside = False
            if is_near_edge(a[0], a[1], a[2], 0.0, x, y, bx, by):
                return True
        x = bx
        y = by
    if inside:
        return True
    for i in range(nb if nb > 3 else 0):
        bx = b[2 * i]
        by = b[2 * i + 1]
        left = (bx - x) * (a[1] - y)
        right = (by - y) * (a[0] - x)
        if left - right > exact_signs.ROUNDING * (
            fabs(left) + fabs(right)
        ) + exact_signs.UNDERFLOW and is_near_edge(a[0], a[1], a[2], 0.0, x, y, bx, by):
            return True
        x = bx
        y = by
    return straight_kernels.overlap_point_polygon(a, 1, b, nb)


@cfunc
@nogil
@exceptval(check=False)
def disc_reaches_polygon(disc: Numbers, points: Numbers, count: cython.int) -> bint:
    """Whether an ellipse meets a polygon or, given two points, a segment.

    The rounding error of a distance in the space of the circle is bounded by `doubt`, from the size
    of the numbers there.
    """
    spread: double = fabs(disc[2]) + fabs(disc[3]) + fabs(disc[4]) + fabs(disc[5])
    radius: double = disc[2] * disc[5] - disc[3] * disc[4]
    size: double = 0.0
    gap: double
    unsure: bint = False
    i: cython.int
    for i in range(count):
        size = max(size, fabs(points[2 * i] - disc[0]) + fabs(points[2 * i + 1] - disc[1]))
    size = spread * (size + spread)
    doubt: double = 64.0 * exact_signs.ROUNDING * size
    dx: double = points[2 * count - 2] - disc[0]
    dy: double = points[2 * count - 1] - disc[1]
    ax: double = disc[5] * dx - disc[3] * dy
    ay: double = disc[2] * dy - disc[4] * dx
    for i in range(count):
        dx = points[2 * i] - disc[0]
        dy = points[2 * i + 1] - disc[1]
        bx: double = disc[5] * dx - disc[3] * dy
        by: double = disc[2] * dy - disc[4] * dx
        ex: double = bx - ax
        ey: double = by - ay
        cross: double = ax * ey - ay * ex
        length_squared: double = ex * ex + ey * ey
        along: double = -(ax * ex + ay * ey)
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
    return count > 2 and straight_kernels.overlap_point_polygon(disc, 1, points, count)


def overlap_segment_ellipse(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Whether some point of the segment is inside the ellipse."""
    return disc_reaches_polygon(b, a, 2)


def overlap_box_ellipse(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """The test of an ellipse and a polygon, for the corners of the box."""
    corners: double[8]
    part.corners_of(a, corners)
    return disc_reaches_polygon(b, corners, 4)


def overlap_ellipse_polygon(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Whether some point of the polygon is inside the ellipse."""
    return disc_reaches_polygon(a, b, nb)


def overlap_circle_ellipse(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """The test of two ellipses, for the circle as an ellipse."""
    disc: double[6]
    part.as_disc(a, disc)
    return overlap_ellipse_ellipse(disc, 1, b, 1)


def overlap_ellipse_ellipse(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
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
    dx: double = b[0] - a[0]
    dy: double = b[1] - a[1]
    scaled: double[8]
    i: cython.int
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
    target: double = dx * dx + dy * dy
    if target == 0.0:
        return True
    adx: double = a[0] * dx + a[2] * dy
    ady: double = a[1] * dx + a[3] * dy
    apx: double = a[2] * dx - a[0] * dy
    apy: double = a[3] * dx - a[1] * dy
    bdx: double = b[0] * dx + b[2] * dy
    bdy: double = b[1] * dx + b[3] * dy
    bpx: double = b[2] * dx - b[0] * dy
    bpy: double = b[3] * dx - b[1] * dy
    a_along: double = adx * apx + ady * apy
    b_along: double = bdx * bpx + bdy * bpy
    a_low: double = -a_along / (apx * apx + apy * apy)
    b_low: double = -b_along / (bpx * bpx + bpy * bpy)
    low: double = min(a_low, b_low)
    high: double = max(a_low, b_low)
    # The number between them that is nearest to 0. The signs are known before the quotients are, so
    # a CPU need not wait for these where they are not needed.
    t: double = 0.0
    if a_along < 0.0 and b_along < 0.0:
        t = low
    elif a_along > 0.0 and b_along > 0.0:
        t = high
    for _ in range(MOST_STEPS):
        ax: double = adx + t * apx
        ay: double = ady + t * apy
        bx: double = bdx + t * bpx
        by: double = bdy + t * bpy
        a_length: double = sqrt(ax * ax + ay * ay)
        b_length: double = sqrt(bx * bx + by * by)
        value: double = a_length + b_length
        if value <= target:
            return False
        slope: double = (ax * apx + ay * apy) / a_length + (bx * bpx + by * bpy) / b_length
        if slope > 0.0:
            high = t
        else:
            low = t
        if value - fabs(slope) * (high - low) > target or slope == 0.0:
            return True
        a_cross: double = (ax * apy - ay * apx) / a_length
        b_cross: double = (bx * bpy - by * bpx) / b_length
        curvature: double = a_cross * a_cross / a_length + b_cross * b_cross / b_length
        previous_t: double = t
        t = t - slope / curvature
        if not low < t < high:
            t = 0.5 * (low + high)
        if t == previous_t or not low < t < high:
            return True
    return True


# --- capsules -------------------------------------------------------------------------------------


def overlap_point_capsule(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """The fill rule: p + (e, e*e) inside."""
    gap: double = edge_gap(a[0], a[1], b[4], b[0], b[1], b[2], b[3])
    if gap != 0.0:
        return gap < 0.0
    return exact_signs.capsule_point_exact(b, a[0], a[1])


def overlap_segment_capsule(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Whether the two segments are nearer than the radius."""
    return are_near(a, b, b[4], 0.0)


def overlap_box_capsule(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Whether an end is near the box, or a corner near the segment, or that crosses the box."""
    return (
        circle_reaches_box(b[0], b[1], b[4], a)
        or circle_reaches_box(b[2], b[3], b[4], a)
        or straight_kernels.overlap_segment_box(b, 2, a, 2)
        or is_near_edge(a[0], a[1], b[4], 0.0, b[0], b[1], b[2], b[3])
        or is_near_edge(a[2], a[1], b[4], 0.0, b[0], b[1], b[2], b[3])
        or is_near_edge(a[2], a[3], b[4], 0.0, b[0], b[1], b[2], b[3])
        or is_near_edge(a[0], a[3], b[4], 0.0, b[0], b[1], b[2], b[3])
    )


@cfunc
@inline
@nogil
@exceptval(check=False)
def circle_reaches_box(x: double, y: double, r: double, box: Numbers) -> bint:
    """Whether the nearest point of a box is nearer than the radius."""
    circle: double[3]
    circle[0] = x
    circle[1] = y
    circle[2] = r
    return overlap_box_circle(box, 2, circle, 1)


def overlap_circle_capsule(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Whether the center is nearer to the segment than the sum of the radii."""
    return is_near_edge(a[0], a[1], b[4], a[2], b[0], b[1], b[2], b[3])


def overlap_capsule_capsule(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Whether the two segments are nearer than the sum of the radii."""
    return are_near(a, b, a[4], b[4])


def overlap_capsule_polygon(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Whether an edge is nearer to the segment than the radius, or the segment is inside."""
    x: double = b[2 * nb - 2]
    y: double = b[2 * nb - 1]
    i: cython.int
    for i in range(nb):
        if (
            is_near_edge(a[0], a[1], a[4], 0.0, x, y, b[2 * i], b[2 * i + 1])
            or is_near_edge(a[2], a[3], a[4], 0.0, x, y, b[2 * i], b[2 * i + 1])
            or is_near_edge(x, y, a[4], 0.0, a[0], a[1], a[2], a[3])
        ):
            return True
        x = b[2 * i]
        y = b[2 * i + 1]
    return straight_kernels.overlap_segment_polygon(a, 2, b, nb)


# --- stretched capsules ---------------------------------------------------------------------------


@cfunc
@nogil
@exceptval(check=False)
def stretched_reaches(stretched: Numbers, points: Numbers, count: cython.int) -> bint:
    """Whether a stretched capsule meets a polygon or, given two points, a segment."""
    core: Core
    disc: double[6]
    i: cython.int
    part.core_of(STRETCHED, stretched, 2, address(core))
    for i in range(2):
        part.disc_at(address(core), stretched + 2 * i, disc)
        if disc_reaches_polygon(disc, points, count):
            return True
    for i in range(count):
        part.disc_at(address(core), points + 2 * i, disc)
        if disc_reaches_polygon(disc, stretched, 2):
            return True
    if count == 2:
        return straight_kernels.overlap_segment_segment(stretched, 2, points, 2)
    return straight_kernels.overlap_segment_polygon(stretched, 2, points, count)


def overlap_point_stretched(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """The fill rule: p + (e, e*e) inside."""
    return exact_signs.stretched_point_exact(b, a[0], a[1])


def overlap_segment_stretched(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Whether some point of the segment is inside."""
    return stretched_reaches(b, a, 2)


def overlap_box_stretched(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """The test of a stretched capsule and a polygon, for the corners of the box."""
    corners: double[8]
    part.corners_of(a, corners)
    return stretched_reaches(b, corners, 4)


def overlap_stretched_polygon(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Whether some point of the polygon is inside."""
    return stretched_reaches(a, b, nb)


@cfunc
@nogil
@exceptval(check=False)
def passes(a: Numbers, x: double, y: double, b: Numbers) -> bint:
    """Whether an ellipse overlaps another one between the ends of a way."""
    interval: Interval
    return (
        sweep_ellipses(a, b, x, y, address(interval))
        and interval.enter < 1.0
        and interval.exit > 0.0
    )


@cfunc
@nogil
@exceptval(check=False)
def ovals_overlap(a: pointer(cython.const[Core]), b: pointer(cython.const[Core])) -> bint:
    """Whether two parts overlap that are discs or long, given their cores."""
    disc: double[6]
    other: double[6]
    v: Numbers = a.v
    w: Numbers = b.v
    i: cython.int
    j: cython.int
    for i in range(a.count):
        part.disc_at(a, v + 2 * i, disc)
        for j in range(b.count):
            part.disc_at(b, w + 2 * j, other)
            if overlap_ellipse_ellipse(disc, 1, other, 1):
                return True
    for i in range(a.count if b.count == 2 else 0):
        part.disc_at(a, v + 2 * i, disc)
        part.disc_at(b, w, other)
        if passes(other, w[2] - w[0], w[3] - w[1], disc):
            return True
    for j in range(b.count if a.count == 2 else 0):
        part.disc_at(a, v, disc)
        part.disc_at(b, w + 2 * j, other)
        if passes(disc, v[2] - v[0], v[3] - v[1], other):
            return True
    return a.count == 2 and b.count == 2 and straight_kernels.overlap_segment_segment(v, 2, w, 2)


@cfunc
@nogil
@exceptval(check=False)
def parts_meet(kind_a: cython.int, a: Numbers, kind_b: cython.int, b: Numbers) -> bint:
    """Whether two parts overlap that are discs or long."""
    core: Core
    other: Core
    part.core_of(kind_a, a, 1 if kind_a in (CIRCLE, ELLIPSE) else 2, address(core))
    part.core_of(kind_b, b, 1 if kind_b == ELLIPSE else 2, address(other))
    return ovals_overlap(address(core), address(other))


def overlap_circle_stretched(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Two ellipses of which one is moved along a segment."""
    return parts_meet(CIRCLE, a, STRETCHED, b)


def overlap_capsule_ellipse(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Two ellipses of which one is moved along a segment."""
    return parts_meet(CAPSULE, a, ELLIPSE, b)


def overlap_capsule_stretched(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Two ellipses that are moved along segments."""
    return parts_meet(CAPSULE, a, STRETCHED, b)


def overlap_ellipse_stretched(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Two ellipses of which one is moved along a segment."""
    return parts_meet(ELLIPSE, a, STRETCHED, b)


def overlap_stretched_stretched(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Two ellipses that are moved along segments."""
    return parts_meet(STRETCHED, a, STRETCHED, b)
