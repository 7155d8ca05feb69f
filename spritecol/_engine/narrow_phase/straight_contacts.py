"""Points of contact of points, segments, boxes and polygons: `contact_<kind>_<kind>`.

A kernel writes one or two points that are inside the overlap, and returns how many. It gets the
signed distance of the two parts (`distance_table`), whose normal says across which of their sides
they would come apart. Preconditions: the simpler kind comes first, and the two parts hit.
"""

import cython
from cython.cimports.libc.math import fabs, sqrt
from cython.cimports.spritecol._engine.narrow_phase.straight_distances import corners_of

SECOND = cython.declare(cython.double, 0.5)
"""The other end of the deepest edge is a point of contact, too, if it is this share as deep."""


def clip(
    p: cython.pointer(cython.const[cython.double]),
    q: cython.pointer(cython.const[cython.double]),
    polygon: cython.pointer(cython.const[cython.double]),
    count: cython.int,
    range: cython.p_double,
) -> cython.bint:
    """The part of the segment p q inside a polygon, as two numbers from 0 to 1; False if none.

    Follows M. Cyrus and J. Beck, "Generalized two- and three-dimensional clipping" (1978).
    """
    ax: cython.double = polygon[2 * count - 2]
    ay: cython.double = polygon[2 * count - 1]
    ex: cython.double
    ey: cython.double
    at_p: cython.double
    at_q: cython.double
    low: cython.double = 0.0
    high: cython.double = 1.0
    k: cython.int = 0
    while k < count:
        ex = polygon[2 * k] - ax
        ey = polygon[2 * k + 1] - ay
        at_p = ex * (p[1] - ay) - ey * (p[0] - ax)  # positive inside
        at_q = ex * (q[1] - ay) - ey * (q[0] - ax)
        if at_p < 0.0 and at_q < 0.0:
            return False
        if at_p < 0.0:
            low = max(low, at_p / (at_p - at_q))
        elif at_q < 0.0:
            high = min(high, at_p / (at_p - at_q))
        ax = polygon[2 * k]
        ay = polygon[2 * k + 1]
        k += 1
    range[0] = low
    range[1] = high
    return low <= high


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def midway(near: cython.pointer(cython.const[Nearest]), points: cython.p_double) -> cython.int:
    """Half way between the two nearest points: all that is left of an overlap within rounding."""
    points[0] = 0.5 * (near.ax + near.bx)
    points[1] = 0.5 * (near.ay + near.by)
    return 1


def put_points(
    p: cython.pointer(cython.const[cython.double]),
    q: cython.pointer(cython.const[cython.double]),
    low: cython.double,
    high: cython.double,
    points: cython.p_double,
) -> cython.int:
    """The ends of a part of a segment; one point if they are equal."""
    points[0] = p[0] + low * (q[0] - p[0])
    points[1] = p[1] + low * (q[1] - p[1])
    points[2] = p[0] + high * (q[0] - p[0])
    points[3] = p[1] + high * (q[1] - p[1])
    return 1 if points[0] == points[2] and points[1] == points[3] else 2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def shared_by_segments(
    a: cython.pointer(cython.const[cython.double]),
    b: cython.pointer(cython.const[cython.double]),
    points: cython.p_double,
) -> cython.int:
    """Where two segments cross, or the middle of what they share of one line."""
    ax: cython.double = a[2] - a[0]
    ay: cython.double = a[3] - a[1]
    bx: cython.double = b[2] - b[0]
    by: cython.double = b[3] - b[1]
    det: cython.double = ax * by - ay * bx
    along: cython.double = ax * ax + ay * ay
    t: cython.double
    s: cython.double
    if fabs(det) > 1e-12 * sqrt(along * (bx * bx + by * by)):
        t = ((b[0] - a[0]) * by - (b[1] - a[1]) * bx) / det
    else:
        t = ((b[0] - a[0]) * ax + (b[1] - a[1]) * ay) / along
        s = ((b[2] - a[0]) * ax + (b[3] - a[1]) * ay) / along
        t = 0.5 * (max(0.0, min(t, s)) + min(1.0, max(t, s)))
    t = max(0.0, min(1.0, t))
    points[0] = a[0] + t * ax
    points[1] = a[1] + t * ay
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def inside_polygon(
    segment: cython.pointer(cython.const[cython.double]),
    polygon: cython.pointer(cython.const[cython.double]),
    count: cython.int,
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """The ends of the part of a segment inside a polygon."""
    ends: cython.double[2]
    if clip(segment, segment + 2, polygon, count, ends):
        return put_points(segment, segment + 2, ends[0], ends[1], points)
    return midway(near, points)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def edge_along(
    polygon: cython.pointer(cython.const[cython.double]),
    count: cython.int,
    nx: cython.double,
    ny: cython.double,
    best: cython.p_double,
) -> cython.int:
    """The edge whose outward normal is most along n: its second vertex.

    `best` is the square of their cosine, with its sign: no square root is taken. There is no branch
    on the data, since which edge it is can't be predicted.
    """
    ax: cython.double = polygon[2 * count - 2]
    ay: cython.double = polygon[2 * count - 1]
    bx: cython.double
    by: cython.double
    length: cython.double
    along: cython.double
    cosine: cython.double
    most: cython.double = -2.0
    found: cython.int = 0
    k: cython.int
    for k in range(count):
        bx = polygon[2 * k]
        by = polygon[2 * k + 1]
        length = (bx - ax) * (bx - ax) + (by - ay) * (by - ay)
        along = nx * (by - ay) - ny * (bx - ax)
        cosine = along * fabs(along) / length  # NaN, which is not more, if there is no length
        found = k if cosine > most else found
        most = cosine if cosine > most else most
        ax = bx
        ay = by
    best[0] = most
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def between_polygons(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """The edge that faces the separating side, as far as it is inside the other polygon.

    The idea is that of Box2D's `b2ClipPolygons`, but the edge is clipped by the whole polygon, so
    that both points are inside the overlap.
    """
    cosine_a: cython.double
    cosine_b: cython.double
    edge_a: cython.int = edge_along(a, na, -near.nx, -near.ny, cython.address(cosine_a))
    edge_b: cython.int = edge_along(b, nb, near.nx, near.ny, cython.address(cosine_b))
    incident: cython.pointer(cython.const[cython.double]) = a
    reference: cython.pointer(cython.const[cython.double]) = b
    edge: cython.int = edge_a
    n: cython.int = na
    m: cython.int = nb
    nx: cython.double = near.nx  # from the reference towards the incident polygon
    ny: cython.double = near.ny
    ends: cython.double[2]
    p: cython.pointer(cython.const[cython.double])
    q: cython.pointer(cython.const[cython.double])
    first: cython.double
    second: cython.double
    level: cython.double
    deepest: cython.double
    found: cython.bint = False
    x: cython.double
    y: cython.double
    side: cython.int
    i: cython.int
    k: cython.int
    if cosine_a > cosine_b:
        incident = b
        reference = a
        edge = edge_b
        n = nb
        m = na
        nx = -nx
        ny = -ny
        edge_b = edge_a
    q = incident + 2 * edge
    p = incident + 2 * ((edge + n - 1) % n)
    if clip(p, q, reference, m, ends):
        # How deep both ends are below the reference edge.
        put_points(p, q, ends[0], ends[1], points)
        level = nx * reference[2 * edge_b] + ny * reference[2 * edge_b + 1]
        first = level - (nx * points[0] + ny * points[1])
        second = level - (nx * points[2] + ny * points[3])
        if second > first:
            points[0], points[2] = points[2], points[0]
            points[1], points[3] = points[3], points[1]
            first, second = second, first
        if second < SECOND * first or (points[0] == points[2] and points[1] == points[3]):
            return 1
        return 2
    # A vertex that is beyond the other polygon: the deepest point of any edge inside the other.
    deepest = 0.0
    for side in range(2):
        n = nb if side else na
        m = na if side else nb
        incident = b if side else a
        reference = a if side else b
        for k in range(n):
            q = incident + 2 * k
            p = incident + 2 * ((k + n - 1) % n)
            if clip(p, q, reference, m, ends):
                for i in range(2):
                    x = p[0] + ends[i] * (q[0] - p[0])
                    y = p[1] + ends[i] * (q[1] - p[1])
                    level = nx * x + ny * y
                    if not found or level < deepest:
                        found = True
                        deepest = level
                        points[0] = x
                        points[1] = y
    return 1 if found else midway(near, points)


def contact_point_point(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """The point."""
    points[0] = a[0]
    points[1] = a[1]
    return 1


def contact_point_segment(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """The point."""
    points[0] = a[0]
    points[1] = a[1]
    return 1


def contact_point_box(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """The point."""
    points[0] = a[0]
    points[1] = a[1]
    return 1


def contact_point_polygon(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """The point."""
    points[0] = a[0]
    points[1] = a[1]
    return 1


def contact_segment_segment(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """Where they cross, or the middle of what they share."""
    return shared_by_segments(a, b, points)


def contact_segment_box(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """The ends of the part of the segment that is inside."""
    corners: cython.double[8]
    corners_of(b, corners)
    return inside_polygon(a, corners, 4, near, points)


def contact_segment_polygon(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """The ends of the part of the segment that is inside."""
    return inside_polygon(a, b, nb, near, points)


def contact_box_box(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """The ends of the deepest edge, as far as it is inside the other box."""
    corners_a: cython.double[8]
    corners_b: cython.double[8]
    corners_of(a, corners_a)
    corners_of(b, corners_b)
    return between_polygons(corners_a, 4, corners_b, 4, near, points)


def contact_box_polygon(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """Those of two polygons, for the corners of the box."""
    corners: cython.double[8]
    corners_of(a, corners)
    return between_polygons(corners, 4, b, nb, near, points)


def contact_polygon_polygon(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """The deepest vertex, and the other end of its edge where that is almost as deep."""
    return between_polygons(a, na, b, nb, near, points)
