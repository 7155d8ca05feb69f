"""Exact tests with circles and ellipses: `overlap_<kind>_<kind>`.

The rule and the calling convention are those of `straight_kernels`. Discs are open sets, so a disc
meets a shape if the shape's nearest point is nearer than the radius. The map p -> adj(M) (p - c)
turns an ellipse c + M u, |u| <= 1, into a circle of radius det(M) about 0 without a division; so
every test except ellipse against ellipse is that of a circle. Floats decide if their error bound
allows it, double-doubles (see `exact_signs`) otherwise.
"""

import cython
from cython import bint, cfunc, declare, double, exceptval, inline, nogil
from cython.cimports.spritecol._engine.fault import fault
from cython.cimports.libc.math import fabs, sqrt
from cython.cimports.spritecol._engine.narrow_phase.exact_signs import (
    ROUNDING,
    UNDERFLOW,
    disc_edges_exact,
    disc_point_exact,
    discs_exact,
)
from cython.cimports.spritecol._engine.narrow_phase.part import as_disc, corners_of
from cython.cimports.spritecol._engine.narrow_phase.straight_kernels import overlap_point_polygon
from cython.cimports.spritecol._engine.pointers import Numbers

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
        > ROUNDING * (distance_squared + radius_squared) + UNDERFLOW
    ):
        return distance_squared < radius_squared
    as_disc(circle, disc)
    return disc_point_exact(disc, px, py, fill)


@cfunc
@inline
@nogil
@exceptval(check=False)
def circle_reaches_edge(circle: Numbers, x1: double, y1: double, x2: double, y2: double) -> bint:
    """Whether a segment is nearer to the center than the radius (Ericson 5.1.2)."""
    ax: double = x1 - circle[0]
    ay: double = y1 - circle[1]
    ex: double = x2 - x1
    ey: double = y2 - y1
    length_squared: double = ex * ex + ey * ey
    along: double = -(ax * ex + ay * ey)
    distance_term: double  # both times length_squared: no division
    disc: double[6]
    points: double[4]
    if along <= 0.0:
        return circle_reaches(circle, x1, y1)
    if along >= length_squared:
        return circle_reaches(circle, x2, y2)
    left: double = ax * ey
    right: double = ay * ex
    cross: double = left - right
    cross_bound: double = ROUNDING * (fabs(left) + fabs(right)) * fabs(cross)
    distance_term = cross * cross
    radius_term: double = circle[2] * circle[2] * length_squared
    if (
        fabs(distance_term - radius_term)
        > cross_bound + ROUNDING * (distance_term + radius_term) + UNDERFLOW
    ):
        return distance_term < radius_term
    as_disc(circle, disc)
    points[0] = x1
    points[1] = y1
    points[2] = x2
    points[3] = y2
    return disc_edges_exact(disc, points, 2)


def overlap_point_circle(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """The fill rule: p + (e, e*e) inside."""
    return circle_reaches(b, a[0], a[1], True)


def overlap_point_ellipse(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """The fill rule: p + (e, e*e) inside."""
    return disc_point_exact(b, a[0], a[1], True)


def overlap_segment_circle(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Whether some point of the segment is nearer than the radius."""
    return circle_reaches_edge(b, a[0], a[1], a[2], a[3])


def overlap_box_circle(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Whether the nearest point of the box is nearer than the radius (Ericson 5.2.5)."""
    return circle_reaches(b, max(a[0], min(b[0], a[2])), max(a[1], min(b[1], a[3])))


def overlap_circle_circle(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Whether the centers are nearer than the sum of the radii."""
    gap: double = circles_gap(a, b)
    if gap != 0.0:
        return gap < 0.0
    return discs_exact(a[0], a[1], a[2], b[0], b[1], b[2]) < 0.0


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
        if left - right <= ROUNDING * (fabs(left) + fabs(right)) + UNDERFLOW:
            inside = False
            if circle_reaches_edge(a, x, y, bx, by):
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
        if left - right > ROUNDING * (fabs(left) + fabs(right)) + UNDERFLOW and circle_reaches_edge(
            a, x, y, bx, by
        ):
            return True
        x = bx
        y = by
    return overlap_point_polygon(a, 1, b, nb)


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
    doubt: double = 64.0 * ROUNDING * size
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
    if (unsure or size * size < UNDERFLOW) and disc_edges_exact(disc, points, count):
        return True
    return count > (3 if fault(9) else 2) and overlap_point_polygon(disc, 1, points, count)


def overlap_segment_ellipse(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Whether some point of the segment is inside the ellipse."""
    return disc_reaches_polygon(b, a, 2)


def overlap_box_ellipse(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """The test of an ellipse and a polygon, for the corners of the box."""
    corners: double[8]
    corners_of(a, corners)
    return disc_reaches_polygon(b, corners, 4)


def overlap_ellipse_polygon(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Whether some point of the polygon is inside the ellipse."""
    return disc_reaches_polygon(a, b, nb)


def overlap_circle_ellipse(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """The test of two ellipses, for the circle as an ellipse."""
    disc: double[6]
    as_disc(a, disc)
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
