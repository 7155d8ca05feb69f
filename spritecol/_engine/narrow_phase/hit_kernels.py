"""Exact tests of two parts, `overlap_<kind>_<kind>`, and the table in which a check looks them up.

All kernels decide one question: do the relative interiors intersect? (Of a point in an area the
fill rule decides.) Preconditions: the boxes of the two parts overlap, and the simpler kind comes
first. A kernel gets the numbers of each part (see `storage/layout.pxd`) and its number of vertices.

**Points, segments, boxes and convex polygons.** For convex sets that is the separating axis test
with proper separation (C. Ericson, "Real-Time Collision Detection", 5.2.1); in two dimensions the
normals of the edges are the only axes needed. Every decision is a comparison of coordinates or the
sign of an orientation, computed in floats if their error bound allows it and in exact arithmetic
otherwise. So the result is exact for the stored world vertices, and independent of the order of the
two parts. Polygons are convex up to rounding: vertices that were collinear in local space may be
slightly concave.

**Circles, ellipses and capsules.** Discs are open sets, so a disc meets a shape if the shape's
nearest point is nearer than the radius. A capsule meets what is nearer to its segment than its
radius. The map p -> adj(M) (p - c) turns an ellipse c + M u, |u| <= 1, into a circle of radius
det(M) about 0 without a division; so every test except tests of two ellipses is a test of a circle.
Floats decide if their error bound allows it, double-doubles (see `exact_signs`) otherwise.

Two parts of which one or both are stretched capsules meet if their segments cross, or if a disc
about an end or a corner of one meets the segment or the outline of the other: an ellipse reaches
from p to q if it reaches from q to p.
"""

import cython as C
from cython.cimports.spritecol._engine.narrow_phase import cores, exact_signs
from cython.cimports.spritecol._engine.narrow_phase.cores import overshoot
from cython.cimports.spritecol._engine.narrow_phase.part import Core, CoreRef
from cython.cimports.spritecol._engine.narrow_phase.sweep_kernels import Interval, sweep_ellipses
from cython.cimports.spritecol._engine.narrow_phase.turned_boxes import TurnedBoxes, measure_boxes
from cython.cimports.spritecol._engine.narrow_phase.two_lanes import (
    Lanes,
    beyond,
    bits_of,
    both,
    first_lane,
    greater,
    is_less,
    lanes_at,
    lanes_of,
    lesser,
    magnitude,
    minus,
    plus,
    second_lane,
    times,
)
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._engine.storage import layout
from cython.cimports.spritecol._engine.storage.layout import CAPSULE, CIRCLE, ELLIPSE, STRETCHED
from cython.cimports.spritecol._support.libc import fabs, sqrt

FILTER_ROUNDING = C.declare(C.double, 1e-15)
"""A bound where coordinates are taken for their largest: an edge times the extent of all. Each
product has four roundings of 2**-53, and the bound itself has some, so this is twice as much."""


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def strictly_between(a: C.double, p: C.double, b: C.double) -> C.bint:
    """Whether a < p < b or b < p < a."""
    return a < p < b or b < p < a


def overlap_point_point(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Whether the points are equal."""
    return a[0] == b[0] and a[1] == b[1]


def overlap_point_segment(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Whether the point is on the segment, but not at an end."""
    if not (strictly_between(b[0], a[0], b[2]) or strictly_between(b[1], a[1], b[3])):
        return False
    return exact_signs.orient(b[0], b[1], b[2], b[3], a[0], a[1]) == 0.0


def overlap_point_box(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """The fill rule: left and top edges belong to the box, right and bottom ones do not."""
    return b[0] <= a[0] < b[2] and b[1] <= a[1] < b[3]


def overlap_point_polygon(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """The fill rule: p + (e, e*e) is inside if an odd number of edges crosses the ray to its right.

    The offset e*e keeps the ray off all vertices and horizontal edges; if p is on an edge, the
    offset e decides. An edge shared by two polygons is evaluated identically for both, so exactly
    one of them contains a point on it, even if rounding has made a polygon slightly concave.
    """
    x: C.double = b[2 * nb - 2]
    y: C.double = b[2 * nb - 1]
    inside: C.bint = False
    doubt: C.bint = False
    sign: C.double
    i: C.int
    # Which edges cross cannot be predicted: in floats first, without branches. The bound is the
    # same as in `orient`, and reversing an edge reverses the sign.
    for i in range(nb):
        crosses: C.bint = (y > a[1]) ^ (b[2 * i + 1] > a[1])
        left: C.double = (b[2 * i] - x) * (a[1] - y)
        right: C.double = (b[2 * i + 1] - y) * (a[0] - x)
        inside ^= crosses & ((left > right) ^ (y > b[2 * i + 1]))
        doubt |= crosses & (
            fabs(left - right)
            <= exact_signs.ORIENT_ROUNDING * (fabs(left) + fabs(right)) + exact_signs.UNDERFLOW
        )
        x = b[2 * i]
        y = b[2 * i + 1]
    if not doubt:
        return inside
    inside = False
    for i in range(nb):
        if (y > a[1]) != (b[2 * i + 1] > a[1]):
            # Always from the smaller y to the larger, so that both polygons compute the same.
            if y < b[2 * i + 1]:
                sign = exact_signs.orient(x, y, b[2 * i], b[2 * i + 1], a[0], a[1])
            else:
                sign = exact_signs.orient(b[2 * i], b[2 * i + 1], x, y, a[0], a[1])
            inside ^= sign > 0.0
        x = b[2 * i]
        y = b[2 * i + 1]
    return inside


def overlap_segment_segment(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Whether the segments cross, or are collinear and share more than a point."""
    a1: C.double = exact_signs.orient(b[0], b[1], b[2], b[3], a[0], a[1])
    a2: C.double = exact_signs.orient(b[0], b[1], b[2], b[3], a[2], a[3])
    if a1 == 0.0 and a2 == 0.0:
        if a[0] != a[2]:
            return max(min(a[0], a[2]), min(b[0], b[2])) < min(max(a[0], a[2]), max(b[0], b[2]))
        return max(min(a[1], a[3]), min(b[1], b[3])) < min(max(a[1], a[3]), max(b[1], b[3]))
    if not ((a1 < 0.0 < a2) or (a2 < 0.0 < a1)):
        return False
    b1: C.double = exact_signs.orient(a[0], a[1], a[2], a[3], b[0], b[1])
    b2: C.double = exact_signs.orient(a[0], a[1], a[2], a[3], b[2], b[3])
    return (b1 < 0.0 < b2) or (b2 < 0.0 < b1)


def overlap_segment_box(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Whether the extents overlap and two opposite corners are on opposite sides of the line."""
    if min(a[0], a[2]) >= b[2] or max(a[0], a[2]) <= b[0]:
        return False
    if min(a[1], a[3]) >= b[3] or max(a[1], a[3]) <= b[1]:
        return False
    rising: C.bint = (a[2] > a[0]) == (a[3] > a[1])
    if a[0] == a[2] or a[1] == a[3]:
        return True
    first: C.double = exact_signs.orient(a[0], a[1], a[2], a[3], b[0], b[3] if rising else b[1])
    second: C.double = exact_signs.orient(a[0], a[1], a[2], a[3], b[2], b[1] if rising else b[3])
    return (first < 0.0 < second) or (second < 0.0 < first)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def extent_of(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> Lanes:
    """Width and height of two polygons together."""
    low: Lanes = lanes_at(b)
    high: Lanes = low
    k: C.int
    for k in range(1, nb):
        low = lesser(low, lanes_at(b + 2 * k))
        high = greater(high, lanes_at(b + 2 * k))
    for k in range(na):
        low = lesser(low, lanes_at(a + 2 * k))
        high = greater(high, lanes_at(a + 2 * k))
    return minus(high, low)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def this_edge_separates(a: Numbers, na: C.int, b: Numbers, nb: C.int, second: C.int) -> C.bint:
    """The exact test of `edge_separates` for one edge, given by its second vertex.

    Whether `a` itself is on the inner side has to be checked: rounding of world coordinates can
    make collinear vertices slightly concave, or rotate an edge between nearly equal vertices so far
    that its line cuts through the polygon.
    """
    first: C.int = second - 1 if second else na - 1
    ax: C.double = a[2 * first]
    ay: C.double = a[2 * first + 1]
    bx: C.double = a[2 * second]
    by: C.double = a[2 * second + 1]
    k: C.int = 1
    if bx == ax and by == ay:
        return False
    nearest: C.double = exact_signs.orient(ax, ay, bx, by, b[0], b[1])
    while nearest <= 0.0 and k < nb:
        nearest = max(nearest, exact_signs.orient(ax, ay, bx, by, b[2 * k], b[2 * k + 1]))
        k += 1
    return nearest <= 0.0 and nearest <= overshoot(a, na, first, second)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def edge_separates(a: Numbers, na: C.int, b: Numbers, nb: C.int, extent: Lanes) -> C.bint:
    """Whether the line along some edge of polygon `a` has `b` on its outer side, beyond all of `a`.

    Two edges at once are measured in floats, without a branch on the data: most have a vertex of
    `b` surely on their inner side, and one that separates mostly has `b` surely beyond all of `a`.
    `extent` is the extent of both polygons together.
    """
    ax: C.double = a[2 * na - 2]
    ay: C.double = a[2 * na - 1]
    width: Lanes = both(first_lane(extent))
    height: Lanes = both(second_lane(extent))
    i: C.int = 0
    j: C.int
    while i < na:
        k: C.int = min(i + 1, na - 1)
        bx: Lanes = lanes_of(a[2 * i], a[2 * k])
        by: Lanes = lanes_of(a[2 * i + 1], a[2 * k + 1])
        nx: Lanes = minus(lanes_of(ay, a[2 * i + 1]), by)
        ny: Lanes = minus(bx, lanes_of(ax, a[2 * i]))
        bound: Lanes = plus(times(magnitude(nx), width), times(magnitude(ny), height))
        bound = plus(times(both(FILTER_ROUNDING), bound), both(exact_signs.UNDERFLOW))
        # The normal points inward: where the other polygon is farthest inside of these edges.
        inside: Lanes = beyond(b, 0, 0, bx, by, nx, ny)
        for j in range(1, nb):
            inside = greater(beyond(b, j, j, bx, by, nx, ny), inside)
        doubtful: C.int = 3 - bits_of(is_less(bound, inside))
        if doubtful:
            # Where `a` itself is farthest outside of these edges, as a number <= 0. An edge without
            # doubt has `inside` > 0, so it never passes the test.
            overshoots: Lanes = both(0.0)
            for j in range(na):
                overshoots = lesser(beyond(a, j, j, bx, by, nx, ny), overshoots)
            if bits_of(is_less(plus(bound, bound), minus(overshoots, inside))):
                return True
            if doubtful & 1 and this_edge_separates(a, na, b, nb, i):
                return True
            if doubtful & 2 and k > i and this_edge_separates(a, na, b, nb, k):
                return True
        ax = a[2 * k]
        ay = a[2 * k + 1]
        i += 2
    return False


def overlap_segment_polygon(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Whether no edge separates the two, and the segment's line has vertices on both sides."""
    any_right: C.bint = False
    any_left: C.bint = False
    i: C.int
    for i in range(nb):
        sign: C.double = exact_signs.orient(a[0], a[1], a[2], a[3], b[2 * i], b[2 * i + 1])
        any_right = any_right or sign < 0.0
        any_left = any_left or sign > 0.0
    return any_right and any_left and not edge_separates(b, nb, a, 2, extent_of(a, 2, b, nb))


def overlap_box_box(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Only comparisons, without a tolerance, so tile grids are exact."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def overlap_box_polygon(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Whether no edge of the polygon separates; the box's own axes were tested as bounding boxes.

    For each edge, only the corner of the box that is farthest inward has to be tested.
    """
    x: C.double = b[2 * nb - 2]
    y: C.double = b[2 * nb - 1]
    last: C.int = nb - 1
    i: C.int
    for i in range(nb):
        bx: C.double = b[2 * i]
        by: C.double = b[2 * i + 1]
        if bx != x or by != y:
            nearest: C.double = exact_signs.orient(
                x, y, bx, by, a[2] if by < y else a[0], a[3] if bx > x else a[1]
            )
            if nearest <= 0.0 and nearest <= overshoot(b, nb, last, i):
                return False
        x = bx
        y = by
        last = i
    return True


def overlap_polygon_polygon(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Whether no edge of either polygon separates them."""
    extent: Lanes
    if na == 4 and nb == 4:  # turned boxes: loops of a known length
        extent = extent_of(a, 4, b, 4)
        return not edge_separates(a, 4, b, 4, extent) and not edge_separates(b, 4, a, 4, extent)
    extent = extent_of(a, na, b, nb)
    return not edge_separates(a, na, b, nb, extent) and not edge_separates(b, nb, a, na, extent)


def overlap_turned_boxes(a: Numbers, b: Numbers) -> C.bint:
    """Whether two polygons of four vertices overlap: exact for all, and fast for turned boxes.

    The result equals that of `overlap_polygon_polygon`. This function is not in the table of
    kernels, because it would be slower for pieces of polygons, which are not boxes.
    """
    boxes: TurnedBoxes
    if measure_boxes(a, b, C.address(boxes)):
        widest: Lanes = greater(boxes.gaps[0], boxes.gaps[1])
        if bits_of(is_less(widest, both(-boxes.doubt))) == 3:
            return True
        if bits_of(is_less(both(boxes.doubt), widest)):
            return False
    return overlap_polygon_polygon(a, 4, b, 4)


SMALL_ELLIPSE = C.declare(C.double, 1e-70)
"""Ellipses smaller than this are scaled up by `SCALE_UP`, a power of two, before squaring."""

SCALE_UP = C.declare(C.double, 2.0**300)

MOST_ELLIPSE_STEPS = C.declare(C.int, 200)
"""Limit for the steps in `overlap_ellipse_ellipse`. Bisection alone needs about 100, Newton's
method 5."""


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def circle_reaches(circle: Numbers, px: C.double, py: C.double, fill: C.bint = False) -> C.bint:
    """Whether a point is inside the open disc, or by the fill rule (see `disc_point_exact`)."""
    dx: C.double = px - circle[0]
    dy: C.double = py - circle[1]
    distance_squared: C.double = dx * dx + dy * dy
    radius_squared: C.double = circle[2] * circle[2]
    disc: C.double[6]
    if (
        fabs(distance_squared - radius_squared)
        > exact_signs.ROUNDING * (distance_squared + radius_squared) + exact_signs.UNDERFLOW
    ):
        return distance_squared < radius_squared
    cores.as_disc(circle, disc)
    return exact_signs.disc_point_exact(disc, px, py, fill)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def edge_gap(
    px: C.double,
    py: C.double,
    reach: C.double,
    x1: C.double,
    y1: C.double,
    x2: C.double,
    y2: C.double,
) -> C.double:
    """Negative if a segment is nearer to a point than `reach`, positive if not (Ericson 5.1.2).

    0 if rounding leaves it in doubt.
    """
    ax: C.double = x1 - px
    ay: C.double = y1 - py
    ex: C.double = x2 - x1
    ey: C.double = y2 - y1
    length_squared: C.double = ex * ex + ey * ey
    along: C.double = -(ax * ex + ay * ey)
    distance_term: C.double
    radius_term: C.double = reach * reach
    bound: C.double = 0.0
    if along <= 0.0:
        distance_term = ax * ax + ay * ay
    elif along >= length_squared:
        ax = x2 - px
        ay = y2 - py
        distance_term = ax * ax + ay * ay
    else:  # both times length_squared: no division
        left: C.double = ax * ey
        right: C.double = ay * ex
        cross: C.double = left - right
        bound = exact_signs.ROUNDING * (fabs(left) + fabs(right)) * fabs(cross)
        distance_term = cross * cross
        radius_term *= length_squared
    gap: C.double = distance_term - radius_term
    bound += exact_signs.ROUNDING * (distance_term + radius_term) + exact_signs.UNDERFLOW
    return gap if fabs(gap) > bound else 0.0


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def is_near_edge(
    px: C.double,
    py: C.double,
    r: C.double,
    extra: C.double,
    x1: C.double,
    y1: C.double,
    x2: C.double,
    y2: C.double,
) -> C.bint:
    """Whether a segment is nearer to a point than r + extra."""
    gap: C.double = edge_gap(px, py, r + extra, x1, y1, x2, y2)
    if gap != 0.0:
        return gap < 0.0
    return exact_signs.edge_gap_exact(px, py, x1, y1, x2, y2, r, extra) < 0.0


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def are_near(a: Numbers, b: Numbers, r: C.double, extra: C.double) -> C.bint:
    """Whether two segments are nearer to each other than r + extra: they cross, or an end is.

    With floats if they can decide, or else one after the other, exactly.
    """
    gap: C.int = segments_gap(a, b, r + extra)
    if gap != 0:
        return gap < 0
    return (
        overlap_segment_segment(a, 2, b, 2)
        or is_near_edge(a[0], a[1], r, extra, b[0], b[1], b[2], b[3])
        or is_near_edge(a[2], a[3], r, extra, b[0], b[1], b[2], b[3])
        or is_near_edge(b[0], b[1], r, extra, a[0], a[1], a[2], a[3])
        or is_near_edge(b[2], b[3], r, extra, a[0], a[1], a[2], a[3])
    )


def overlap_point_circle(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """The fill rule: p + (e, e*e) inside."""
    return circle_reaches(b, a[0], a[1], True)


def overlap_point_ellipse(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """The fill rule: p + (e, e*e) inside."""
    return exact_signs.disc_point_exact(b, a[0], a[1], True)


def overlap_segment_circle(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Whether some point of the segment is nearer than the radius."""
    return is_near_edge(b[0], b[1], b[2], 0.0, a[0], a[1], a[2], a[3])


def overlap_box_circle(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Whether the nearest point of the box is nearer than the radius (Ericson 5.2.5)."""
    return circle_reaches(b, max(a[0], min(b[0], a[2])), max(a[1], min(b[1], a[3])))


def overlap_circle_circle(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Whether the centers are nearer than the sum of the radii."""
    gap: C.double = circles_gap(a, b)
    if gap != 0.0:
        return gap < 0.0
    return exact_signs.discs_exact(a[0], a[1], a[2], b[0], b[1], b[2]) < 0.0


def overlap_circle_polygon(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Whether the center is inside the polygon, or an edge is nearer than the radius.

    In a convex polygon only the edges with the center on their outer side need a test, which
    decides most pairs. But rounding of world coordinates can make collinear vertices slightly
    concave; then the nearest edge may have the center on its inner side, while another edge has it
    on its outer side. So then the edges that have not been tested are, too.
    """
    x: C.double = b[2 * nb - 2]
    y: C.double = b[2 * nb - 1]
    bx: C.double
    by: C.double
    left: C.double
    right: C.double
    inside: C.bint = True
    i: C.int
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
    if nb > 3:
        for i in range(nb):
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
    return overlap_point_polygon(a, 1, b, nb)


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
    return count > 2 and overlap_point_polygon(disc, 1, points, count)


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


# --- capsules -------------------------------------------------------------------------------------


def overlap_point_capsule(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """The fill rule: p + (e, e*e) inside."""
    gap: C.double = edge_gap(a[0], a[1], b[4], b[0], b[1], b[2], b[3])
    if gap != 0.0:
        return gap < 0.0
    return exact_signs.capsule_point_exact(b, a[0], a[1])


def overlap_segment_capsule(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Whether the two segments are nearer than the radius."""
    return are_near(a, b, b[4], 0.0)


def overlap_box_capsule(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Whether an end is near the box, or a corner near the segment, or that crosses the box."""
    return (
        circle_reaches_box(b[0], b[1], b[4], a)
        or circle_reaches_box(b[2], b[3], b[4], a)
        or overlap_segment_box(b, 2, a, 2)
        or is_near_edge(a[0], a[1], b[4], 0.0, b[0], b[1], b[2], b[3])
        or is_near_edge(a[2], a[1], b[4], 0.0, b[0], b[1], b[2], b[3])
        or is_near_edge(a[2], a[3], b[4], 0.0, b[0], b[1], b[2], b[3])
        or is_near_edge(a[0], a[3], b[4], 0.0, b[0], b[1], b[2], b[3])
    )


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def circle_reaches_box(x: C.double, y: C.double, r: C.double, box: Numbers) -> C.bint:
    """Whether the nearest point of a box is nearer than the radius."""
    circle: C.double[3]
    circle[0] = x
    circle[1] = y
    circle[2] = r
    return overlap_box_circle(box, 2, circle, 1)


def overlap_circle_capsule(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Whether the center is nearer to the segment than the sum of the radii."""
    return is_near_edge(a[0], a[1], b[4], a[2], b[0], b[1], b[2], b[3])


def overlap_capsule_capsule(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Whether the two segments are nearer than the sum of the radii."""
    return are_near(a, b, a[4], b[4])


def overlap_capsule_polygon(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """Whether an edge is nearer to the segment than the radius, or the segment is inside."""
    x: C.double = b[2 * nb - 2]
    y: C.double = b[2 * nb - 1]
    i: C.int
    for i in range(nb):
        if (
            is_near_edge(a[0], a[1], a[4], 0.0, x, y, b[2 * i], b[2 * i + 1])
            or is_near_edge(a[2], a[3], a[4], 0.0, x, y, b[2 * i], b[2 * i + 1])
            or is_near_edge(x, y, a[4], 0.0, a[0], a[1], a[2], a[3])
        ):
            return True
        x = b[2 * i]
        y = b[2 * i + 1]
    return overlap_segment_polygon(a, 2, b, nb)


# --- stretched capsules ---------------------------------------------------------------------------


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
        return overlap_segment_segment(stretched, 2, points, 2)
    return overlap_segment_polygon(stretched, 2, points, count)


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
def passes(a: Numbers, x: C.double, y: C.double, b: Numbers) -> C.bint:
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
            if passes(other, w[2] - w[0], w[3] - w[1], disc):
                return True
    if a.count == 2:
        for j in range(b.count):
            cores.disc_at(a, v, disc)
            cores.disc_at(b, w + 2 * j, other)
            if passes(disc, v[2] - v[0], v[3] - v[1], other):
                return True
    return a.count == 2 and b.count == 2 and overlap_segment_segment(v, 2, w, 2)


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


def never(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> C.bint:
    """The kernel for pairs that never hit.

    A seam between two pieces of a polygon is tested only against segments, which can lie along it
    without meeting the interior of either piece. A shape with area that meets the seam also meets a
    piece next to it, and a point on the seam belongs to one of the pieces by the fill rule.
    """
    return False


@C.cfunc
@C.exceptval(-1)
def fill_kernels() -> C.int:
    """Fill the table, indexed by the simpler kind first; SystemError if a kernel is missing."""
    i: C.int
    j: C.int
    for i in range(layout.KINDS):
        KERNELS[i][layout.SEAM] = never
        KERNELS[i][layout.NOTHING] = never
    KERNELS[layout.POINT][layout.POINT] = overlap_point_point
    KERNELS[layout.POINT][layout.SEGMENT] = overlap_point_segment
    KERNELS[layout.POINT][layout.BOX] = overlap_point_box
    KERNELS[layout.POINT][layout.CIRCLE] = overlap_point_circle
    KERNELS[layout.POINT][layout.CAPSULE] = overlap_point_capsule
    KERNELS[layout.POINT][layout.ELLIPSE] = overlap_point_ellipse
    KERNELS[layout.POINT][layout.STRETCHED] = overlap_point_stretched
    KERNELS[layout.POINT][layout.POLYGON] = overlap_point_polygon
    KERNELS[layout.SEGMENT][layout.SEGMENT] = overlap_segment_segment
    KERNELS[layout.SEGMENT][layout.BOX] = overlap_segment_box
    KERNELS[layout.SEGMENT][layout.CIRCLE] = overlap_segment_circle
    KERNELS[layout.SEGMENT][layout.CAPSULE] = overlap_segment_capsule
    KERNELS[layout.SEGMENT][layout.ELLIPSE] = overlap_segment_ellipse
    KERNELS[layout.SEGMENT][layout.STRETCHED] = overlap_segment_stretched
    KERNELS[layout.SEGMENT][layout.POLYGON] = overlap_segment_polygon
    KERNELS[layout.SEGMENT][layout.SEAM] = overlap_segment_segment
    KERNELS[layout.BOX][layout.BOX] = overlap_box_box
    KERNELS[layout.BOX][layout.CIRCLE] = overlap_box_circle
    KERNELS[layout.BOX][layout.CAPSULE] = overlap_box_capsule
    KERNELS[layout.BOX][layout.ELLIPSE] = overlap_box_ellipse
    KERNELS[layout.BOX][layout.STRETCHED] = overlap_box_stretched
    KERNELS[layout.BOX][layout.POLYGON] = overlap_box_polygon
    KERNELS[layout.CIRCLE][layout.CIRCLE] = overlap_circle_circle
    KERNELS[layout.CIRCLE][layout.CAPSULE] = overlap_circle_capsule
    KERNELS[layout.CIRCLE][layout.ELLIPSE] = overlap_circle_ellipse
    KERNELS[layout.CIRCLE][layout.STRETCHED] = overlap_circle_stretched
    KERNELS[layout.CIRCLE][layout.POLYGON] = overlap_circle_polygon
    KERNELS[layout.CAPSULE][layout.CAPSULE] = overlap_capsule_capsule
    KERNELS[layout.CAPSULE][layout.ELLIPSE] = overlap_capsule_ellipse
    KERNELS[layout.CAPSULE][layout.STRETCHED] = overlap_capsule_stretched
    KERNELS[layout.CAPSULE][layout.POLYGON] = overlap_capsule_polygon
    KERNELS[layout.ELLIPSE][layout.ELLIPSE] = overlap_ellipse_ellipse
    KERNELS[layout.ELLIPSE][layout.STRETCHED] = overlap_ellipse_stretched
    KERNELS[layout.ELLIPSE][layout.POLYGON] = overlap_ellipse_polygon
    KERNELS[layout.STRETCHED][layout.STRETCHED] = overlap_stretched_stretched
    KERNELS[layout.STRETCHED][layout.POLYGON] = overlap_stretched_polygon
    KERNELS[layout.POLYGON][layout.POLYGON] = overlap_polygon_polygon
    for i in range(layout.KINDS):
        for j in range(i, layout.KINDS):
            if KERNELS[i][j] is C.NULL:
                raise SystemError(f"no kernel tests kind {i} against kind {j}")
    return 0


fill_kernels()
