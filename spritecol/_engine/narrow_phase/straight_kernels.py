"""Exact tests between points, segments, boxes and convex polygons: `overlap_<kind>_<kind>`.

All follow one rule: relative interiors intersect. For convex sets that is the separating axis test
with proper separation (C. Ericson, "Real-Time Collision Detection", 5.2.1); in two dimensions the
only axes needed are the normals of the edges. Every decision is the sign of an orientation, taken
in floats where their error bound allows and in exact arithmetic where not, so the answer is exact
for the world vertices as they are stored, and cannot depend on the order of the two.

Kernels are called only for parts whose boxes overlap. They get the numbers of the two parts (see
storage.pxd) and how many vertices each has; the simpler kind comes first.
"""

import cython
from cython.cimports.libc.math import fabs
from cython.cimports.spritecol._engine.narrow_phase.exact_signs import orient_exact

ORIENT_BOUND = cython.declare(cython.double, 3.3306690738754716e-16)
"""Relative error bound of `side` in floats: (3 + 16 u) u, u = 2**-53 (Shewchuk 1997, p. 338)."""

UNDERFLOW = cython.declare(cython.double, 1e-290)
"""Below this, products may have lost digits to underflow: settle them exactly."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def side(
    ax: cython.double,
    ay: cython.double,
    bx: cython.double,
    by: cython.double,
    px: cython.double,
    py: cython.double,
) -> cython.double:
    """A number with the exact sign of (b - a) x (p - a): positive on the inner side of an edge."""
    left: cython.double = (bx - ax) * (py - ay)
    right: cython.double = (by - ay) * (px - ax)
    det: cython.double = left - right
    bound: cython.double = ORIENT_BOUND * (fabs(left) + fabs(right)) + UNDERFLOW
    if det > bound or det < -bound:
        return det
    return orient_exact(ax, ay, bx, by, px, py)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def strictly_between(a: cython.double, p: cython.double, b: cython.double) -> cython.bint:
    """Whether a < p < b or b < p < a."""
    return a < p < b or b < p < a


def overlap_point_point(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
) -> cython.bint:
    """Equal points."""
    return a[0] == b[0] and a[1] == b[1]


def overlap_point_segment(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
) -> cython.bint:
    """On the segment, and not at its ends."""
    if not (strictly_between(b[0], a[0], b[2]) or strictly_between(b[1], a[1], b[3])):
        return False
    return side(b[0], b[1], b[2], b[3], a[0], a[1]) == 0.0


def overlap_point_box(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
) -> cython.bint:
    """The fill rule: left and top edges belong to the box, right and bottom ones do not."""
    return b[0] <= a[0] < b[2] and b[1] <= a[1] < b[3]


def overlap_point_polygon(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
) -> cython.bint:
    """The fill rule, p + (e, e*e) inside: an odd number of edges crosses the line to its right.

    No vertex and no edge meets that line, as e*e lifts it off all of them. On an edge itself the
    step e to the right decides. Shared edges are judged alike from both sides, so just one of two
    neighbors claims a point on them, and that holds where rounding left an edge a little hollow.
    """
    x: cython.double = b[2 * nb - 2]
    y: cython.double = b[2 * nb - 1]
    inside: cython.bint = False
    sign: cython.double
    i: cython.int
    for i in range(nb):
        if (y > a[1]) != (b[2 * i + 1] > a[1]):
            # Written from the upper end to the lower, so that it is the same from both sides.
            if y < b[2 * i + 1]:
                sign = side(x, y, b[2 * i], b[2 * i + 1], a[0], a[1])
            else:
                sign = side(b[2 * i], b[2 * i + 1], x, y, a[0], a[1])
            inside ^= sign > 0.0
        x = b[2 * i]
        y = b[2 * i + 1]
    return inside


def overlap_segment_segment(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
) -> cython.bint:
    """They cross, or lie in one line and share more than a point."""
    a1: cython.double = side(b[0], b[1], b[2], b[3], a[0], a[1])
    a2: cython.double = side(b[0], b[1], b[2], b[3], a[2], a[3])
    b1: cython.double
    b2: cython.double
    if a1 == 0.0 and a2 == 0.0:
        if a[0] != a[2]:
            return max(min(a[0], a[2]), min(b[0], b[2])) < min(max(a[0], a[2]), max(b[0], b[2]))
        return max(min(a[1], a[3]), min(b[1], b[3])) < min(max(a[1], a[3]), max(b[1], b[3]))
    if not ((a1 < 0.0 < a2) or (a2 < 0.0 < a1)):
        return False
    b1 = side(a[0], a[1], a[2], a[3], b[0], b[1])
    b2 = side(a[0], a[1], a[2], a[3], b[2], b[3])
    return (b1 < 0.0 < b2) or (b2 < 0.0 < b1)


def overlap_segment_box(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
) -> cython.bint:
    """Extents overlap, and two opposite corners lie on opposite sides of the segment's line."""
    if min(a[0], a[2]) >= b[2] or max(a[0], a[2]) <= b[0]:
        return False
    if min(a[1], a[3]) >= b[3] or max(a[1], a[3]) <= b[1]:
        return False
    rising: cython.bint = (a[2] > a[0]) == (a[3] > a[1])
    if a[0] == a[2] or a[1] == a[3]:
        return True
    first: cython.double = side(a[0], a[1], a[2], a[3], b[0], b[3] if rising else b[1])
    second: cython.double = side(a[0], a[1], a[2], a[3], b[2], b[1] if rising else b[3])
    return (first < 0.0 < second) or (second < 0.0 < first)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def lowest(
    polygon: cython.pointer(cython.const[cython.double]),
    count: cython.int,
    first: cython.int,
    second: cython.int,
) -> cython.double:
    """How far a polygon reaches beyond the line along one of its own edges: 0 but for rounding.

    The edge's own two vertices are left out: on them floats are always in doubt, and that is dear.
    """
    result: cython.double = 0.0
    ax: cython.double = polygon[2 * first]
    ay: cython.double = polygon[2 * first + 1]
    bx: cython.double = polygon[2 * second]
    by: cython.double = polygon[2 * second + 1]
    k: cython.int
    for k in range(count):
        if k not in (first, second):
            result = min(result, side(ax, ay, bx, by, polygon[2 * k], polygon[2 * k + 1]))
    return result


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def edge_separates(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
) -> cython.bint:
    """Whether the line along some edge of polygon `a` has `b` beyond all of `a`.

    That `a` itself ends at that line is checked too: rounding of world coordinates can make a run
    of collinear vertices a little hollow, or turn an edge between vertices that nearly fall
    together far enough to cut through its own polygon.
    """
    i: cython.int
    k: cython.int
    last: cython.int = na - 1
    ax: cython.double = a[2 * na - 2]
    ay: cython.double = a[2 * na - 1]
    bx: cython.double
    by: cython.double
    nearest: cython.double
    for i in range(na):
        bx = a[2 * i]
        by = a[2 * i + 1]
        if bx != ax or by != ay:
            nearest = side(ax, ay, bx, by, b[0], b[1])
            k = 1
            while nearest <= 0.0 and k < nb:
                nearest = max(nearest, side(ax, ay, bx, by, b[2 * k], b[2 * k + 1]))
                k += 1
            if nearest <= 0.0 and nearest <= lowest(a, na, last, i):
                return True
        ax = bx
        ay = by
        last = i
    return False


def overlap_segment_polygon(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
) -> cython.bint:
    """No edge separates, and the segment's line has vertices on both sides."""
    before: cython.bint = False
    behind: cython.bint = False
    sign: cython.double
    i: cython.int
    for i in range(nb):
        sign = side(a[0], a[1], a[2], a[3], b[2 * i], b[2 * i + 1])
        before = before or sign < 0.0
        behind = behind or sign > 0.0
    return before and behind and not edge_separates(b, nb, a, 2)


def overlap_box_box(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
) -> cython.bint:
    """Comparisons alone: no tolerance, so tile grids are exact."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def overlap_box_polygon(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
) -> cython.bint:
    """No edge of the polygon separates; the box's own axes were tested with the parts' boxes.

    For each edge only the corner of the box that lies farthest inwards has to be looked at.
    """
    x: cython.double = b[2 * nb - 2]
    y: cython.double = b[2 * nb - 1]
    bx: cython.double
    by: cython.double
    nearest: cython.double
    last: cython.int = nb - 1
    i: cython.int
    for i in range(nb):
        bx = b[2 * i]
        by = b[2 * i + 1]
        if bx != x or by != y:
            nearest = side(x, y, bx, by, a[2] if by < y else a[0], a[3] if bx > x else a[1])
            if nearest <= 0.0 and nearest <= lowest(b, nb, last, i):
                return False
        x = bx
        y = by
        last = i
    return True


def overlap_polygon_polygon(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
) -> cython.bint:
    """No edge of either separates."""
    return not edge_separates(a, na, b, nb) and not edge_separates(b, nb, a, na)
