"""Exact tests between points, segments, boxes and convex polygons: `overlap_<kind>_<kind>`.

All kernels decide one question: do the relative interiors intersect? (Of a point in an area the
fill rule decides.) For convex sets that is the separating axis test with proper separation (C.
Ericson, "Real-Time Collision Detection", 5.2.1); in two dimensions the normals of the edges are the
only axes needed. Every decision is a comparison of coordinates or the sign of an orientation,
computed in floats if their error bound allows it and in exact arithmetic otherwise. So the result
is exact for the stored world vertices, and independent of the order of the two parts.

Preconditions: the boxes of the two parts overlap, and the simpler kind comes first. A kernel gets
the numbers of each part (see `storage/layout.pxd`) and its number of vertices. Polygons are convex
up to rounding: vertices that were collinear in local space may be slightly concave.
"""

import cython
from cython import address, bint, cfunc, declare, double, exceptval, inline, nogil
from cython.cimports.libc.math import fabs
from cython.cimports.spritecol._engine.narrow_phase import exact_signs
from cython.cimports.spritecol._engine.narrow_phase.part import overshoot
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

FILTER_ROUNDING = declare(double, 1e-15)
"""A bound where coordinates are taken for their largest: an edge times the extent of all. Each
product has four roundings of 2**-53, and the bound itself has some, so this is twice as much."""


@cfunc
@inline
@nogil
@exceptval(check=False)
def strictly_between(a: double, p: double, b: double) -> bint:
    """Whether a < p < b or b < p < a."""
    return a < p < b or b < p < a


def overlap_point_point(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Whether the points are equal."""
    return a[0] == b[0] and a[1] == b[1]


def overlap_point_segment(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Whether the point is on the segment, but not at an end."""
    if not (strictly_between(b[0], a[0], b[2]) or strictly_between(b[1], a[1], b[3])):
        return False
    return exact_signs.orient(b[0], b[1], b[2], b[3], a[0], a[1]) == 0.0


def overlap_point_box(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """The fill rule: left and top edges belong to the box, right and bottom ones do not."""
    return b[0] <= a[0] < b[2] and b[1] <= a[1] < b[3]


def overlap_point_polygon(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """The fill rule: p + (e, e*e) is inside if an odd number of edges crosses the ray to its right.

    The offset e*e keeps the ray off all vertices and horizontal edges; if p is on an edge, the
    offset e decides. An edge shared by two polygons is evaluated identically for both, so exactly
    one of them contains a point on it, even if rounding has made a polygon slightly concave.
    """
    x: double = b[2 * nb - 2]
    y: double = b[2 * nb - 1]
    inside: bint = False
    doubt: bint = False
    sign: double
    i: cython.int
    # Which edges cross cannot be predicted: in floats first, without branches. The bound is that of
    # `orient`, and the sign of an edge turned around is the other one.
    for i in range(nb):
        crosses: bint = (y > a[1]) ^ (b[2 * i + 1] > a[1])
        left: double = (b[2 * i] - x) * (a[1] - y)
        right: double = (b[2 * i + 1] - y) * (a[0] - x)
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


def overlap_segment_segment(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Whether the segments cross, or are collinear and share more than a point."""
    a1: double = exact_signs.orient(b[0], b[1], b[2], b[3], a[0], a[1])
    a2: double = exact_signs.orient(b[0], b[1], b[2], b[3], a[2], a[3])
    if a1 == 0.0 and a2 == 0.0:
        if a[0] != a[2]:
            return max(min(a[0], a[2]), min(b[0], b[2])) < min(max(a[0], a[2]), max(b[0], b[2]))
        return max(min(a[1], a[3]), min(b[1], b[3])) < min(max(a[1], a[3]), max(b[1], b[3]))
    if not ((a1 < 0.0 < a2) or (a2 < 0.0 < a1)):
        return False
    b1: double = exact_signs.orient(a[0], a[1], a[2], a[3], b[0], b[1])
    b2: double = exact_signs.orient(a[0], a[1], a[2], a[3], b[2], b[3])
    return (b1 < 0.0 < b2) or (b2 < 0.0 < b1)


def overlap_segment_box(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Whether the extents overlap and two opposite corners are on opposite sides of the line."""
    if min(a[0], a[2]) >= b[2] or max(a[0], a[2]) <= b[0]:
        return False
    if min(a[1], a[3]) >= b[3] or max(a[1], a[3]) <= b[1]:
        return False
    rising: bint = (a[2] > a[0]) == (a[3] > a[1])
    if a[0] == a[2] or a[1] == a[3]:
        return True
    first: double = exact_signs.orient(a[0], a[1], a[2], a[3], b[0], b[3] if rising else b[1])
    second: double = exact_signs.orient(a[0], a[1], a[2], a[3], b[2], b[1] if rising else b[3])
    return (first < 0.0 < second) or (second < 0.0 < first)


@cfunc
@inline
@nogil
@exceptval(check=False)
def extent_of(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> Lanes:
    """Width and height of two polygons together."""
    low: Lanes = lanes_at(b)
    high: Lanes = low
    k: cython.int
    for k in range(1, nb):
        low = lesser(low, lanes_at(b + 2 * k))
        high = greater(high, lanes_at(b + 2 * k))
    for k in range(na):
        low = lesser(low, lanes_at(a + 2 * k))
        high = greater(high, lanes_at(a + 2 * k))
    return minus(high, low)


@cfunc
@nogil
@exceptval(check=False)
def this_edge_separates(
    a: Numbers, na: cython.int, b: Numbers, nb: cython.int, second: cython.int
) -> bint:
    """The exact test of `edge_separates` for one edge, given by its second vertex.

    Whether `a` itself is on the inner side has to be checked: rounding of world coordinates can
    make collinear vertices slightly concave, or rotate an edge between nearly equal vertices so far
    that its line cuts through the polygon.
    """
    first: cython.int = second - 1 if second else na - 1
    ax: double = a[2 * first]
    ay: double = a[2 * first + 1]
    bx: double = a[2 * second]
    by: double = a[2 * second + 1]
    k: cython.int = 1
    if bx == ax and by == ay:
        return False
    nearest: double = exact_signs.orient(ax, ay, bx, by, b[0], b[1])
    while nearest <= 0.0 and k < nb:
        nearest = max(nearest, exact_signs.orient(ax, ay, bx, by, b[2 * k], b[2 * k + 1]))
        k += 1
    return nearest <= 0.0 and nearest <= overshoot(a, na, first, second)


@cfunc
@inline
@nogil
@exceptval(check=False)
def edge_separates(a: Numbers, na: cython.int, b: Numbers, nb: cython.int, extent: Lanes) -> bint:
    """Whether the line along some edge of polygon `a` has `b` on its outer side, beyond all of `a`.

    Two edges at once are measured in floats, without a branch on the data: most have a vertex of
    `b` surely on their inner side, and one that separates mostly has `b` surely beyond all of `a`.
    `extent` is that of the two polygons together.
    """
    ax: double = a[2 * na - 2]
    ay: double = a[2 * na - 1]
    width: Lanes = both(first_lane(extent))
    height: Lanes = both(second_lane(extent))
    i: cython.int = 0
    j: cython.int
    while i < na:
        k: cython.int = min(i + 1, na - 1)
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
        doubtful: cython.int = 3 - bits_of(is_less(bound, inside))
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


def overlap_segment_polygon(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Whether no edge separates the two, and the segment's line has vertices on both sides."""
    any_right: bint = False
    any_left: bint = False
    i: cython.int
    for i in range(nb):
        sign: double = exact_signs.orient(a[0], a[1], a[2], a[3], b[2 * i], b[2 * i + 1])
        any_right = any_right or sign < 0.0
        any_left = any_left or sign > 0.0
    return any_right and any_left and not edge_separates(b, nb, a, 2, extent_of(a, 2, b, nb))


def overlap_box_box(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Comparisons only: there is no tolerance, so tile grids are exact."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def overlap_box_polygon(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Whether no edge of the polygon separates; the box's own axes were tested as bounding boxes.

    For each edge, only the corner of the box that is farthest inward has to be tested.
    """
    x: double = b[2 * nb - 2]
    y: double = b[2 * nb - 1]
    last: cython.int = nb - 1
    i: cython.int
    for i in range(nb):
        bx: double = b[2 * i]
        by: double = b[2 * i + 1]
        if bx != x or by != y:
            nearest: double = exact_signs.orient(
                x, y, bx, by, a[2] if by < y else a[0], a[3] if bx > x else a[1]
            )
            if nearest <= 0.0 and nearest <= overshoot(b, nb, last, i):
                return False
        x = bx
        y = by
        last = i
    return True


def overlap_polygon_polygon(a: Numbers, na: cython.int, b: Numbers, nb: cython.int) -> bint:
    """Whether no edge of either polygon separates them."""
    extent: Lanes
    if na == 4 and nb == 4:  # turned boxes: loops of a known length
        extent = extent_of(a, 4, b, 4)
        return not edge_separates(a, 4, b, 4, extent) and not edge_separates(b, 4, a, 4, extent)
    extent = extent_of(a, na, b, nb)
    return not edge_separates(a, na, b, nb, extent) and not edge_separates(b, nb, a, na, extent)


def overlap_turned_boxes(a: Numbers, b: Numbers) -> bint:
    """What `overlap_polygon_polygon` finds of two polygons of four vertices, faster for boxes.

    It is not in the table: pieces of polygons are no boxes, and would take longer.
    """
    boxes: TurnedBoxes
    if measure_boxes(a, b, address(boxes)):
        widest: Lanes = greater(boxes.gaps[0], boxes.gaps[1])
        if bits_of(is_less(widest, both(-boxes.doubt))) == 3:
            return True
        if bits_of(is_less(both(boxes.doubt), widest)):
            return False
    return overlap_polygon_polygon(a, 4, b, 4)
