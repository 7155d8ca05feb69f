"""Points of contact of points, segments, boxes and polygons: `contact_<kind>_<kind>`.

A kernel writes one or two points that are inside the overlap, and returns how many. It gets the
signed distance of the two parts (`distance_table`), whose normal says across which of their sides
they would come apart. Preconditions: the simpler kind comes first, and the two parts hit.
"""

import cython
from cython.cimports.libc.math import fabs, sqrt
from cython.cimports.spritecol._engine.narrow_phase.part import corners_of
from cython.cimports.spritecol._engine.narrow_phase.two_lanes import (
    Choice,
    Lanes,
    at_once,
    beyond,
    bits_of,
    both,
    choose,
    first_lane,
    greater,
    is_less,
    lanes_at,
    lanes_of,
    lesser,
    lower_lane,
    magnitude,
    minus,
    over,
    plus,
    put_lanes,
    second_lane,
    times,
)

SECOND = cython.declare(cython.double, 0.5)
"""The other end of the deepest edge is a point of contact, too, if it is this share as deep."""


def clip(
    p: cython.pointer(cython.const[cython.double]),
    q: cython.pointer(cython.const[cython.double]),
    polygon: cython.pointer(cython.const[cython.double]),
    count: cython.int,
    range: cython.p_double,
) -> cython.bint:
    """`clipped` for other modules."""
    return clipped(p, q, polygon, count, range)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def clipped(
    p: cython.pointer(cython.const[cython.double]),
    q: cython.pointer(cython.const[cython.double]),
    polygon: cython.pointer(cython.const[cython.double]),
    count: cython.int,
    range: cython.p_double,
) -> cython.bint:
    """The part of the segment p q inside a polygon, as two numbers from 0 to 1; False if none.

    Follows M. Cyrus and J. Beck, "Generalized two- and three-dimensional clipping" (1978), for two
    edges at once and without a branch on the data.
    """
    ax: cython.double = polygon[2 * count - 2]
    ay: cython.double = polygon[2 * count - 1]
    x: Lanes
    y: Lanes
    nx: Lanes
    ny: Lanes
    at_p: Lanes
    at_q: Lanes
    t: Lanes
    p_outside: Choice
    q_outside: Choice
    outside: cython.int = 0
    lows: Lanes = both(0.0)
    highs: Lanes = both(1.0)
    low: cython.double
    high: cython.double
    i: cython.int = 0
    k: cython.int
    while i < count:
        k = min(i + 1, count - 1)
        x = lanes_of(ax, polygon[2 * i])
        y = lanes_of(ay, polygon[2 * i + 1])
        nx = minus(y, lanes_of(polygon[2 * i + 1], polygon[2 * k + 1]))
        ny = minus(lanes_of(polygon[2 * i], polygon[2 * k]), x)
        at_p = beyond(p, 0, 0, x, y, nx, ny)  # positive inside
        at_q = beyond(q, 0, 0, x, y, nx, ny)
        p_outside = is_less(at_p, both(0.0))
        q_outside = is_less(at_q, both(0.0))
        outside |= bits_of(at_once(p_outside, q_outside))
        t = over(at_p, minus(at_p, at_q))
        lows = greater(choose(p_outside, t, both(0.0)), lows)
        highs = lesser(choose(p_outside, both(1.0), choose(q_outside, t, both(1.0))), highs)
        ax = polygon[2 * k]
        ay = polygon[2 * k + 1]
        i += 2
    low = max(first_lane(lows), second_lane(lows))
    high = min(first_lane(highs), second_lane(highs))
    range[0] = low
    range[1] = high
    return outside == 0 and low <= high


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
    return 2 - ((points[0] == points[2]) & (points[1] == points[3]))


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
    if clipped(segment, segment + 2, polygon, count, ends):
        return put_points(segment, segment + 2, ends[0], ends[1], points)
    return midway(near, points)


@cython.cfunc
@cython.inline
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
    on the data, since which edge it is can't be predicted. Two edges at once are turned around to
    find the lowest.
    """
    ax: cython.double = polygon[2 * count - 2]
    ay: cython.double = polygon[2 * count - 1]
    ex: Lanes
    ey: Lanes
    along: Lanes
    cosine: Lanes
    lows: Lanes = both(2.0)
    found: Lanes = both(0.0)
    indices: Lanes = lanes_of(0.0, 1.0)
    is_lower: Choice
    i: cython.int = 0
    k: cython.int
    while i < count:
        k = min(i + 1, count - 1)
        ex = minus(lanes_of(polygon[2 * i], polygon[2 * k]), lanes_of(ax, polygon[2 * i]))
        ey = minus(
            lanes_of(polygon[2 * i + 1], polygon[2 * k + 1]), lanes_of(ay, polygon[2 * i + 1])
        )
        along = minus(times(both(ny), ex), times(both(nx), ey))
        # NaN, which is not lower, if there is no length.
        cosine = over(times(along, magnitude(along)), plus(times(ex, ex), times(ey, ey)))
        is_lower = is_less(cosine, lows)
        found = choose(is_lower, indices, found)
        lows = choose(is_lower, cosine, lows)
        indices = plus(indices, both(2.0))
        ax = polygon[2 * k]
        ay = polygon[2 * k + 1]
        i += 2
    k = lower_lane(lows, found, best)
    best[0] = -best[0]
    return k


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
    cosines: cython.double[2]
    edges: cython.int[2]
    polygons: cython.pointer(cython.const[cython.double])[2]
    counts: cython.int[2]
    # Whether the incident edge is one of `b`: half of them are, so there is no branch.
    of_b: cython.int
    incident: cython.pointer(cython.const[cython.double])
    reference: cython.pointer(cython.const[cython.double])
    n: cython.int
    m: cython.int
    nx: cython.double  # from the reference towards the incident polygon
    ny: cython.double
    ends: cython.double[2]
    p: cython.pointer(cython.const[cython.double])
    q: cython.pointer(cython.const[cython.double])
    first: cython.double
    second: cython.double
    level: cython.double
    deepest: cython.double
    found: cython.bint = False
    inside: cython.bint
    x: cython.double
    y: cython.double
    low: Lanes
    high: Lanes
    is_lower: Choice
    side: cython.int
    i: cython.int
    k: cython.int
    polygons[0] = a
    polygons[1] = b
    counts[0] = na
    counts[1] = nb
    if na == 4 and nb == 4:  # turned boxes: loops of a known length
        edges[0] = edge_along(a, 4, -near.nx, -near.ny, cosines)
        edges[1] = edge_along(b, 4, near.nx, near.ny, cosines + 1)
    else:
        edges[0] = edge_along(a, na, -near.nx, -near.ny, cosines)
        edges[1] = edge_along(b, nb, near.nx, near.ny, cosines + 1)
    of_b = cosines[0] > cosines[1]
    incident = polygons[of_b]
    reference = polygons[1 - of_b]
    n = counts[of_b]
    m = counts[1 - of_b]
    nx = near.nx * (1.0 - 2.0 * of_b)
    ny = near.ny * (1.0 - 2.0 * of_b)
    k = edges[of_b]
    q = incident + 2 * k
    p = incident + 2 * (k - 1 if k else n - 1)
    inside = clipped(p, q, reference, 4, ends) if m == 4 else clipped(p, q, reference, m, ends)
    if inside:
        # How deep both ends are below the reference edge; the deeper one comes first.
        put_points(p, q, ends[0], ends[1], points)
        k = edges[1 - of_b]
        level = nx * reference[2 * k] + ny * reference[2 * k + 1]
        first = level - (nx * points[0] + ny * points[1])
        second = level - (nx * points[2] + ny * points[3])
        is_lower = is_less(both(first), both(second))
        low = lanes_at(points)
        high = lanes_at(points + 2)
        put_lanes(points, choose(is_lower, high, low))
        put_lanes(points + 2, choose(is_lower, low, high))
        return 2 - (
            (min(first, second) < SECOND * max(first, second))
            | ((points[0] == points[2]) & (points[1] == points[3]))
        )
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
            if clipped(p, q, reference, m, ends):
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
