"""Exact tests of two parts, `overlap_<kind>_<kind>`. Those of ellipses are in `oval_hits`.

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

**Circles and capsules.** Discs are open sets, so a disc meets a shape if the shape's nearest point
is nearer than the radius. A capsule meets what is nearer to its segment than its radius. Floats
decide if their error bound allows it, double-doubles (see `exact_signs`) otherwise.
"""

import cython as C
from cython.cimports.spritecol._engine.narrow_phase import cores, exact_signs
from cython.cimports.spritecol._engine.narrow_phase.cores import overshoot
from cython.cimports.spritecol._engine.narrow_phase.turned_boxes import TurnedBoxes, measure_boxes
from cython.cimports.spritecol._engine.narrow_phase.two_lanes import *
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._support.libc import fabs

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
def common_extent(a: Numbers, na: C.int, b: Numbers, nb: C.int) -> Lanes:
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
    return any_right and any_left and not edge_separates(b, nb, a, 2, common_extent(a, 2, b, nb))


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
        extent = common_extent(a, 4, b, 4)
        return not edge_separates(a, 4, b, 4, extent) and not edge_separates(b, 4, a, 4, extent)
    extent = common_extent(a, na, b, nb)
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
