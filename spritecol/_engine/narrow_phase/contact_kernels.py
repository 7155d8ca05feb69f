"""Points of contact: one or two points inside the overlap of two parts that hit."""

import cython as C
from cython.cimports.spritecol._engine.narrow_phase import cores, hit_kernels, part
from cython.cimports.spritecol._engine.narrow_phase.distances import (
    Nearest,
    distance_of_polygons,
    swap,
)
from cython.cimports.spritecol._engine.narrow_phase.part import Core, CoreRef
from cython.cimports.spritecol._engine.narrow_phase.sweep_kernels import Interval, sweep_ellipses
from cython.cimports.spritecol._engine.narrow_phase.turned_boxes import TurnedBoxes, measure_boxes
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
    is_equal,
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
from cython.cimports.spritecol._engine.pointers import Numbers, Rows
from cython.cimports.spritecol._engine.storage.layout import CIRCLE, NOTHING, POINT, SEAM, PartRef
from cython.cimports.spritecol._support.libc import INFINITY, fabs, sqrt
from cython.cimports.spritecol._support.polar import hypot

CLEARLY = C.declare(C.double, 1e-9)
"""A share of the longer of two sides: if both share no more, only ends of them touch."""

SECOND = C.declare(C.double, 0.5)
"""The other end of the deepest edge is a point of contact, too, if at least this share as deep."""


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def clipped(p: Numbers, q: Numbers, polygon: Numbers, count: C.int, range: C.p_double) -> C.bint:
    """The part of the segment p q inside a polygon, as two numbers from 0 to 1; False if none.

    Follows M. Cyrus and J. Beck, "Generalized two- and three-dimensional clipping" (1978), for two
    edges at once and without a branch on the data.
    """
    ax: C.double = polygon[2 * count - 2]
    ay: C.double = polygon[2 * count - 1]
    outside: C.int = 0
    lows: Lanes = both(0.0)
    highs: Lanes = both(1.0)
    i: C.int = 0
    while i < count:
        k: C.int = min(i + 1, count - 1)
        x: Lanes = lanes_of(ax, polygon[2 * i])
        y: Lanes = lanes_of(ay, polygon[2 * i + 1])
        nx: Lanes = minus(y, lanes_of(polygon[2 * i + 1], polygon[2 * k + 1]))
        ny: Lanes = minus(lanes_of(polygon[2 * i], polygon[2 * k]), x)
        at_p: Lanes = beyond(p, 0, 0, x, y, nx, ny)  # positive inside
        at_q: Lanes = beyond(q, 0, 0, x, y, nx, ny)
        p_outside: Choice = is_less(at_p, both(0.0))
        q_outside: Choice = is_less(at_q, both(0.0))
        outside |= bits_of(at_once(p_outside, q_outside))
        t: Lanes = over(at_p, minus(at_p, at_q))
        lows = greater(choose(p_outside, t, both(0.0)), lows)
        highs = lesser(choose(p_outside, both(1.0), choose(q_outside, t, both(1.0))), highs)
        ax = polygon[2 * k]
        ay = polygon[2 * k + 1]
        i += 2
    low: C.double = max(first_lane(lows), second_lane(lows))
    high: C.double = min(first_lane(highs), second_lane(highs))
    range[0] = low
    range[1] = high
    return outside == 0 and low <= high


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def midway(near: C.pointer(C.const[Nearest]), points: C.p_double) -> C.int:
    """Write the middle of the nearest points: all that is left of an overlap within rounding."""
    points[0] = 0.5 * (near.ax + near.bx)
    points[1] = 0.5 * (near.ay + near.by)
    return 1


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_points(p: Numbers, q: Numbers, low: C.double, high: C.double, points: C.p_double) -> C.int:
    """Write the ends of a part of a segment; returns 1 if they are equal, else 2."""
    points[0] = p[0] + low * (q[0] - p[0])
    points[1] = p[1] + low * (q[1] - p[1])
    points[2] = p[0] + high * (q[0] - p[0])
    points[3] = p[1] + high * (q[1] - p[1])
    return 2 - ((points[0] == points[2]) & (points[1] == points[3]))


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def shared_by_segments(a: Numbers, b: Numbers, points: C.p_double) -> C.int:
    """Write where two segments cross, or the middle of their common section of one line."""
    ax: C.double = a[2] - a[0]
    ay: C.double = a[3] - a[1]
    bx: C.double = b[2] - b[0]
    by: C.double = b[3] - b[1]
    det: C.double = ax * by - ay * bx
    along: C.double = ax * ax + ay * ay
    t: C.double
    if fabs(det) > 1e-12 * sqrt(along * (bx * bx + by * by)):
        t = ((b[0] - a[0]) * by - (b[1] - a[1]) * bx) / det
    else:
        t = ((b[0] - a[0]) * ax + (b[1] - a[1]) * ay) / along
        s: C.double = ((b[2] - a[0]) * ax + (b[3] - a[1]) * ay) / along
        t = 0.5 * (max(0.0, min(t, s)) + min(1.0, max(t, s)))
    t = max(0.0, min(1.0, t))
    points[0] = a[0] + t * ax
    points[1] = a[1] + t * ay
    return 1


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def inside_polygon(
    segment: Numbers,
    polygon: Numbers,
    count: C.int,
    near: C.pointer(C.const[Nearest]),
    points: C.p_double,
) -> C.int:
    """Write the ends of the part of a segment inside a polygon."""
    ends: C.double[2]
    if clipped(segment, segment + 2, polygon, count, ends):
        return put_points(segment, segment + 2, ends[0], ends[1], points)
    return midway(near, points)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def edge_along(
    polygon: Numbers, count: C.int, nx: C.double, ny: C.double, best: C.p_double
) -> C.int:
    """The second vertex of the edge whose outward normal is nearest to n.

    `best` is the square of their cosine, with its sign: no square root is taken. The code has no
    branch on the data, because which edge it is cannot be predicted. Two edges are compared at
    once, by the negated square: the lowest is found.
    """
    ax: C.double = polygon[2 * count - 2]
    ay: C.double = polygon[2 * count - 1]
    lows: Lanes = both(2.0)
    found: Lanes = both(0.0)
    indices: Lanes = lanes_of(0.0, 1.0)
    i: C.int = 0
    k: C.int
    while i < count:
        k = min(i + 1, count - 1)
        ex: Lanes = minus(lanes_of(polygon[2 * i], polygon[2 * k]), lanes_of(ax, polygon[2 * i]))
        ey: Lanes = minus(
            lanes_of(polygon[2 * i + 1], polygon[2 * k + 1]), lanes_of(ay, polygon[2 * i + 1])
        )
        along: Lanes = minus(times(both(ny), ex), times(both(nx), ey))
        # NaN, which is not lower, if there is no length.
        negated: Lanes = over(times(along, magnitude(along)), plus(times(ex, ex), times(ey, ey)))
        is_lower: Choice = is_less(negated, lows)
        found = choose(is_lower, indices, found)
        lows = choose(is_lower, negated, lows)
        indices = plus(indices, both(2.0))
        ax = polygon[2 * k]
        ay = polygon[2 * k + 1]
        i += 2
    k = lower_lane(lows, found, best)
    best[0] = -best[0]
    return k


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def on_edges(
    p: Numbers,
    q: Numbers,
    reference: Numbers,
    m: C.int,
    edge: C.int,
    nx: C.double,
    ny: C.double,
    points: C.p_double,
) -> C.int:
    """Write the ends of the part of the edge p q inside a polygon: how many count, or 0 if none is.

    How deep they are is measured along n, from the edge of `reference` that ends at its vertex
    `edge`. The deeper one comes first, and the other one counts if it is about as deep.
    """
    ends: C.double[2]
    if not (clipped(p, q, reference, 4, ends) if m == 4 else clipped(p, q, reference, m, ends)):
        return 0
    start: Lanes = lanes_at(p)
    way: Lanes = minus(lanes_at(q), start)
    low: Lanes = plus(start, times(both(ends[0]), way))
    high: Lanes = plus(start, times(both(ends[1]), way))
    level: C.double = nx * reference[2 * edge] + ny * reference[2 * edge + 1]
    first: C.double = level - (nx * first_lane(low) + ny * second_lane(low))
    second: C.double = level - (nx * first_lane(high) + ny * second_lane(high))
    is_lower: Choice = is_less(both(first), both(second))
    put_lanes(points, choose(is_lower, high, low))
    put_lanes(points + 2, choose(is_lower, low, high))
    return 2 - (
        (min(first, second) < SECOND * max(first, second)) | (bits_of(is_equal(low, high)) == 3)
    )


def quick_contact(a: Numbers, b: Numbers, near: C.pointer(Nearest), points: C.p_double) -> C.int:
    """The depth, normal and points of contact of two rotated boxes. Return 0 if this test is not
    enough.

    Returns how many points there are. The results equal the results of `distance_between` and
    `contact_points`, to the last bit: `measure_boxes` only decides which edges and vertices count.
    The points of `near` are not written.

    It is long, because each choice is a number that the next lines use. It could only be split by
    passing all these numbers on.
    """
    boxes: TurnedBoxes
    corners: Numbers[2]
    sides: C.double[2]
    inverses: C.double[4]
    ways: C.double[4]
    axis: C.int
    if not measure_boxes(a, b, C.address(boxes)):
        return 0
    doubt: C.double = boxes.doubt
    # The axis of the least depth, by squares, with their signs.
    inverse: Lanes = over(both(1.0), boxes.squares[0])  # which are known early, unlike the gaps
    other_inverse: Lanes = over(both(1.0), boxes.squares[1])
    first: Lanes = times(times(boxes.gaps[0], magnitude(boxes.gaps[0])), inverse)
    second: Lanes = times(times(boxes.gaps[1], magnitude(boxes.gaps[1])), other_inverse)
    wider: Lanes = greater(first, second)
    others: Lanes = lesser(first, second)
    gap: C.double = max(first_lane(wider), second_lane(wider))
    next_gap: C.double = max(
        min(first_lane(wider), second_lane(wider)), first_lane(others), second_lane(others)
    )
    axis = first_lane(wider) < second_lane(wider)
    reference_is_b: C.int = (bits_of(is_less(first, second)) >> axis) & 1
    put_lanes(ways, boxes.ways[0])
    put_lanes(ways + 2, boxes.ways[1])
    put_lanes(inverses, inverse)
    put_lanes(inverses + 2, other_inverse)
    put_lanes(sides, boxes.sides[2 * reference_is_b + axis])
    way: C.double = ways[2 * reference_is_b + axis]
    # How well both sides of the other box, u and w, lie along that axis: shares of its square.
    u_share: C.double = sides[0] * sides[0] * inverses[2 - 2 * reference_is_b]
    w_share: C.double = sides[1] * sides[1] * inverses[3 - 2 * reference_is_b]
    if not (
        gap < -doubt
        and gap - next_gap > doubt
        and fabs(way) > doubt
        and min(u_share, w_share) > doubt
        and fabs(u_share - w_share) > doubt
    ):
        return 0
    corners[0] = b
    corners[1] = a
    incident: Numbers = corners[reference_is_b]
    reference: Numbers = corners[1 - reference_is_b]
    # Corner k is (u, w) = (0, 0), (1, 0), (1, 1), (0, 1), in sides of its box, for k = 0 to 3, and
    # edge k leads there from the corner before: 0 and 2 are across u, 1 and 3 across w.
    # The normal leads from the reference box to the other one: against the axis, or along it.
    along: C.int = (way > 0.0) == reference_is_b
    edge: C.int = axis + 2 * along
    before: C.int = (edge + 3) & 3
    x: C.double = reference[2 * edge]
    y: C.double = reference[2 * edge + 1]
    nx: C.double = y - reference[2 * before + 1]
    ny: C.double = reference[2 * before] - x
    # The deepest vertex of the other box, and its edge that faces the normal.
    u_deeper: C.int = (sides[0] < 0.0) == along
    w_deeper: C.int = (sides[1] < 0.0) == along
    deepest: C.int = u_deeper ^ (3 * w_deeper)
    along_w: C.int = u_share < w_share
    facing: C.int = along_w + 2 * ((along_w & w_deeper) | ((1 - along_w) & u_deeper))
    length: C.double = sqrt(nx * nx + ny * ny)
    low: C.double = nx * (incident[2 * deepest] - x) + ny * (incident[2 * deepest + 1] - y)
    nx /= length
    ny /= length
    sign: C.double = 2.0 * reference_is_b - 1.0
    near.distance = low / length
    near.nx = sign * nx
    near.ny = sign * ny
    return on_edges(
        incident + 2 * ((facing + 3) & 3),
        incident + 2 * facing,
        reference,
        4,
        edge,
        nx,
        ny,
        points,
    )


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def put_edges_along(
    polygons: C.pointer(Numbers),
    counts: Rows,
    near: C.pointer(C.const[Nearest]),
    edges: C.p_int,
    cosines: C.p_double,
) -> C.void:
    """Write which edges of two polygons face each other most, and how much."""
    if counts[0] == 4 and counts[1] == 4:  # turned boxes: loops of a known length
        edges[0] = edge_along(polygons[0], 4, -near.nx, -near.ny, cosines)
        edges[1] = edge_along(polygons[1], 4, near.nx, near.ny, cosines + 1)
    else:
        edges[0] = edge_along(polygons[0], counts[0], -near.nx, -near.ny, cosines)
        edges[1] = edge_along(polygons[1], counts[1], near.nx, near.ny, cosines + 1)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def between_polygons(
    a: Numbers,
    na: C.int,
    b: Numbers,
    nb: C.int,
    near: C.pointer(C.const[Nearest]),
    points: C.p_double,
) -> C.int:
    """The edge that faces the separating side, as far as it is inside the other polygon.

    The idea comes from Box2D's `b2ClipPolygons`, but the edge is clipped by the whole polygon, so
    that both points are inside the overlap.
    """
    cosines: C.double[2]
    edges: C.int[2]
    polygons: Numbers[2]
    counts: C.int[2]
    k: C.int
    polygons[0] = a
    polygons[1] = b
    counts[0] = na
    counts[1] = nb
    put_edges_along(polygons, counts, near, edges, cosines)
    # A number, to avoid a branch, because half of the incident edges belong to `b`.
    incident_is_b: C.int = cosines[0] > cosines[1]
    for _ in range(2):
        incident: Numbers = polygons[incident_is_b]
        # From the reference towards the incident polygon.
        nx: C.double = near.nx * (1.0 - 2.0 * incident_is_b)
        ny: C.double = near.ny * (1.0 - 2.0 * incident_is_b)
        k = edges[incident_is_b]
        count: C.int = on_edges(
            incident + 2 * (k - 1 if k else counts[incident_is_b] - 1),
            incident + 2 * k,
            polygons[1 - incident_is_b],
            counts[1 - incident_is_b],
            edges[1 - incident_is_b],
            nx,
            ny,
            points,
        )
        if count:
            return count
        # That edge lies beyond the other polygon: try the other polygon's edge.
        incident_is_b = 1 - incident_is_b
    # A vertex is beyond the other polygon. Each has been the reference once: back to the normal of
    # the first one. The lowest point along it is deepest.
    if put_lowest_within_both(polygons, counts, -nx, -ny, points):
        return 1
    return midway(near, points)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_lowest_within_both(
    polygons: C.pointer(Numbers), counts: Rows, nx: C.double, ny: C.double, point: C.p_double
) -> C.bint:
    """Write where edges inside the other polygon lie lowest along a normal; False if none is."""
    ends: C.double[2]
    deepest: C.double = INFINITY
    side: C.int
    i: C.int
    k: C.int
    for side in range(2):
        n: C.int = counts[side]
        for k in range(n):
            q: Numbers = polygons[side] + 2 * k
            p: Numbers = polygons[side] + 2 * ((k + n - 1) % n)
            if clipped(p, q, polygons[1 - side], counts[1 - side], ends):
                for i in range(2):
                    x: C.double = p[0] + ends[i] * (q[0] - p[0])
                    y: C.double = p[1] + ends[i] * (q[1] - p[1])
                    level: C.double = nx * x + ny * y
                    if level < deepest:
                        deepest = level
                        point[0] = x
                        point[1] = y
    return deepest < INFINITY


HALVINGS = C.declare(C.int, 60)
"""Bisections between the centers of two ellipses."""


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def nearest_to_circle(core: Numbers, count: C.int, circle: Numbers, points: C.p_double) -> C.int:
    """The point of a segment or polygon nearest to a center, which may be inside."""
    apart: Nearest
    distance_of_polygons(circle, 1, core, count, C.address(apart))
    points[0] = circle[0] if apart.distance < 0.0 else apart.bx
    points[1] = circle[1] if apart.distance < 0.0 else apart.by
    return 1


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def nearest_to_ellipse(core: Numbers, count: C.int, disc: Numbers, points: C.p_double) -> C.int:
    """A point of a segment or polygon inside an ellipse: the one nearest to the center.

    It is measured where the ellipse is the unit circle, so that it is in the overlap.
    """
    det: C.double = disc[2] * disc[5] - disc[3] * disc[4]
    center: C.double[2]
    a: C.double[4]
    best: C.double[2]
    apart: Nearest
    least: C.double = -1.0
    inside: C.bint = count > 2
    i: C.int
    j: C.int
    center[0] = 0.0
    center[1] = 0.0
    best[0] = 0.0
    best[1] = 0.0
    for i in range(count):  # edge by edge: a polygon may have any number of vertices
        for j in range(2):
            x: C.double = core[2 * ((i + j) % count)] - disc[0]
            y: C.double = core[2 * ((i + j) % count) + 1] - disc[1]
            a[2 * j] = (disc[5] * x - disc[3] * y) / det
            a[2 * j + 1] = (disc[2] * y - disc[4] * x) / det
        inside = inside and a[0] * a[3] - a[1] * a[2] >= 0.0
        distance_of_polygons(center, 1, a, 2, C.address(apart))
        if least < 0.0 or apart.distance < least:
            least = apart.distance
            best[0] = apart.bx
            best[1] = apart.by
    if inside:
        best[0] = 0.0
        best[1] = 0.0
    points[0] = disc[0] + disc[2] * best[0] + disc[3] * best[1]
    points[1] = disc[1] + disc[4] * best[0] + disc[5] * best[1]
    return 1


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def in_circle(
    polygon: Numbers,
    count: C.int,
    circle: Numbers,
    near: C.pointer(C.const[Nearest]),
    points: C.p_double,
) -> C.int:
    """The middle of the overlap on the line through the center along the normal."""
    ends: C.double[2]
    p: C.double[2]
    q: C.double[2]
    p[0] = circle[0] - circle[2] * near.nx
    p[1] = circle[1] - circle[2] * near.ny
    q[0] = circle[0] + circle[2] * near.nx
    q[1] = circle[1] + circle[2] * near.ny
    if not clipped(p, q, polygon, count, ends):
        return nearest_to_circle(polygon, count, circle, points)
    ends[0] = 0.5 * (ends[0] + ends[1])
    put_points(p, q, ends[0], ends[0], points)
    return 1


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def in_ellipse(
    polygon: Numbers,
    count: C.int,
    disc: Numbers,
    near: C.pointer(C.const[Nearest]),
    points: C.p_double,
) -> C.int:
    """The middle of the overlap on the chord along the normal that ends at the deepest point.

    A chord along n through c + M u, |u| = 1, ends at u and u - 2 (u.v / v.v) v, where v = M^-1 n.
    """
    u: C.double = disc[2] * near.nx + disc[4] * near.ny
    v: C.double = disc[3] * near.nx + disc[5] * near.ny
    length: C.double = hypot(u, v)
    det: C.double = disc[2] * disc[5] - disc[3] * disc[4]
    vx: C.double = (disc[5] * near.nx - disc[3] * near.ny) / det
    vy: C.double = (disc[2] * near.ny - disc[4] * near.nx) / det
    ends: C.double[2]
    p: C.double[2]
    q: C.double[2]
    if length == 0.0 or not vx * vx + vy * vy > 0.0:
        return nearest_to_ellipse(polygon, count, disc, points)
    u /= length
    v /= length
    chord: C.double = 2.0 * (u * vx + v * vy) / (vx * vx + vy * vy)
    # Where the ellipse is the first of the two parts, it is deepest against n.
    side: C.double = -1.0 if disc_is_first(near, disc) else 1.0
    p[0] = disc[0] + side * (disc[2] * u + disc[3] * v)
    p[1] = disc[1] + side * (disc[4] * u + disc[5] * v)
    q[0] = p[0] - side * chord * near.nx
    q[1] = p[1] - side * chord * near.ny
    if not clipped(p, q, polygon, count, ends):
        return nearest_to_ellipse(polygon, count, disc, points)
    # No deeper than the other part's side.
    ends[1] = min(ends[1], -near.distance / chord) if chord > 0.0 else ends[1]
    if ends[1] < ends[0]:
        return nearest_to_ellipse(polygon, count, disc, points)
    ends[0] = 0.5 * (ends[0] + ends[1])
    put_points(p, q, ends[0], ends[0], points)
    return 1


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def disc_is_first(near: C.pointer(C.const[Nearest]), disc: Numbers) -> C.bint:
    """Whether the first of two parts is the ellipse: then its deepest point is against n."""
    reach: C.double = cores.extent_of_disc(disc, near.nx, near.ny)
    first: C.double = (near.ax - disc[0]) * near.nx + (near.ay - disc[1]) * near.ny
    second: C.double = (near.bx - disc[0]) * near.nx + (near.by - disc[1]) * near.ny
    return fabs(first + reach) <= fabs(second - reach)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def between_circles(
    a: Numbers, b: Numbers, near: C.pointer(C.const[Nearest]), points: C.p_double
) -> C.int:
    """The middle of the overlap on the line through both centers."""
    along: C.double = near.nx * (a[0] - b[0]) + near.ny * (a[1] - b[1])
    low: C.double = max(along - a[2], -b[2])
    high: C.double = min(along + a[2], b[2])
    points[0] = b[0] + 0.5 * (low + high) * near.nx
    points[1] = b[1] + 0.5 * (low + high) * near.ny
    return 1


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def spread_of(disc: Numbers) -> C.double:
    """More than how far an ellipse reaches from its center."""
    return fabs(disc[2]) + fabs(disc[3]) + fabs(disc[4]) + fabs(disc[5])


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def between_ellipses(a: Numbers, b: Numbers, points: C.p_double) -> C.int:
    """The point that is as deep in one ellipse as in the other.

    With S = M M^T, the form (p - c)^T S^-1 (p - c) is below 1 inside. The minima of the mixtures
    (1 - t) form_a + t form_b lead from one center to the other, along which one form rises and the
    other falls; where they are equal, the greater of both is least, and below 1 if the two overlap.

    With d from a to b and W = t S_a + (1 - t) S_b, these minima are at c_a + t S_a W^-1 d, where
    the forms are |t A^T W^-1 d|^2 and |(1 - t) B^T W^-1 d|^2 (J. Perram and M. Wertheim,
    "Statistical mechanics of hard ellipsoids", 1985). So nothing is divided by the area of an
    ellipse. With g for the columns of both matrices and w for their weights, g_i . adj(W) d is the
    sum over k of w_k (g_k x d) (g_k x g_i): cross products, which stay precise however thin the
    ellipses are.
    """
    large: Numbers = a
    small: Numbers = b
    if spread_of(a) < spread_of(b):  # so the depths are equal at a small t, which has more digits
        large = b
        small = a
    size: C.double = spread_of(large)
    dx: C.double = (small[0] - large[0]) / size
    dy: C.double = (small[1] - large[1]) / size
    g: C.double[8]
    by_large: C.double[4]  # g . adj(W) d, as far as it comes from the columns of one ellipse
    by_small: C.double[4]
    off: C.double[4]
    cross: C.double
    low: C.double = 0.0
    high: C.double = 1.0
    large_squared: C.double = 0.0  # the squares of cross products, which add up to det(W)
    small_squared: C.double = 0.0
    shared_squared: C.double = 0.0
    i: C.int
    k: C.int
    for k in range(4):
        disc: Numbers = small if k > 1 else large
        g[2 * k] = disc[2 + k % 2] / size
        g[2 * k + 1] = disc[4 + k % 2] / size
        off[k] = g[2 * k] * dy - g[2 * k + 1] * dx
        by_large[k] = by_small[k] = 0.0
    for i in range(4):
        for k in range(4):
            cross = g[2 * k] * g[2 * i + 1] - g[2 * k + 1] * g[2 * i]
            if k < 2:
                by_large[i] += off[k] * cross
            else:
                by_small[i] += off[k] * cross
            if k < i:
                cross *= cross
                large_squared += cross if i == 1 else 0.0
                small_squared += cross if k == 2 else 0.0
                shared_squared += cross if i > 1 and k < 2 else 0.0
    for _ in range(HALVINGS):
        t: C.double = 0.5 * (low + high)
        in_large: C.double = 0.0
        in_small: C.double = 0.0
        for i in range(2):
            along: C.double = t * (t * by_large[i] + (1.0 - t) * by_small[i])
            in_large += along * along
            along = (1.0 - t) * (t * by_large[2 + i] + (1.0 - t) * by_small[2 + i])
            in_small += along * along
        if in_large < in_small:
            low = t
        else:
            high = t
    # At the upper end the point is in the small ellipse, which a rounded `t` could miss.
    scale: C.double = (
        high * high * large_squared
        + (1.0 - high) * (1.0 - high) * small_squared
        + high * (1.0 - high) * shared_squared
    )
    points[0] = large[0]
    points[1] = large[1]
    if scale > 0.0:
        for i in range(2):
            along = size * high * (high * by_large[i] + (1.0 - high) * by_small[i]) / scale
            points[0] += along * g[2 * i]
            points[1] += along * g[2 * i + 1]
    return 1


def contact_points(
    a: PartRef,
    b: PartRef,
    pool: Numbers,
    near: C.pointer(C.const[Nearest]),
    points: C.p_double,
) -> C.int:
    """Write one or two points inside the overlap of two parts that hit; returns how many.

    `near` is their signed distance, whose normal shows across which of their sides they would
    separate.
    """
    if a.kind <= b.kind:
        return points_in_order(a, b, pool, near, points)
    seen: Nearest = near[0]
    swap(C.address(seen))
    return points_in_order(b, a, pool, C.address(seen), points)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def points_in_order(
    a: PartRef,
    b: PartRef,
    pool: Numbers,
    near: C.pointer(C.const[Nearest]),
    points: C.p_double,
) -> C.int:
    """The points of contact of two parts of which the simpler kind comes first."""
    v: Numbers = pool + a.first
    w: Numbers = pool + b.first
    na: C.int = a.count
    nb: C.int = b.count
    numbers: C.double[8]
    other_numbers: C.double[8]
    if b.kind in (SEAM, NOTHING):
        return 0  # not in contact by themselves
    if a.kind == POINT:
        points[0] = v[0]
        points[1] = v[1]
        return 1
    if cores.is_long(a.kind) or cores.is_long(b.kind):
        return with_long(a, b, pool, near, points)
    if cores.is_disc(a.kind):
        if not cores.is_disc(b.kind):
            return in_disc(w, nb, a.kind, v, near, points)
        if b.kind == CIRCLE:
            return between_circles(v, w, near, points)
        return between_ellipses(cores.disc_of(a.kind, v, numbers), w, points)
    v = cores.vertices_of(a.kind, v, C.address(na), numbers)
    if cores.is_disc(b.kind):
        return in_disc(v, na, b.kind, w, near, points)
    w = cores.vertices_of(b.kind, w, C.address(nb), other_numbers)
    if na > 2:
        return between_polygons(v, na, w, nb, near, points)
    if nb > 2:
        return inside_polygon(v, w, nb, near, points)
    return shared_by_segments(v, w, points)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def in_disc(
    v: Numbers,
    count: C.int,
    kind: C.int,
    disc: Numbers,
    near: C.pointer(C.const[Nearest]),
    points: C.p_double,
) -> C.int:
    """Write a point inside the overlap of a disc and a segment or polygon. `kind` is the disc's
    kind.
    """
    if count > 2:
        if kind == CIRCLE:
            return in_circle(v, count, disc, near, points)
        return in_ellipse(v, count, disc, near, points)
    if kind == CIRCLE:
        return nearest_to_circle(v, count, disc, points)
    return nearest_to_ellipse(v, count, disc, points)


# --- capsules -------------------------------------------------------------------------------------


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def put_across(
    nx: C.double, ny: C.double, level: C.double, low: C.double, high: C.double, points: C.p_double
) -> C.void:
    """Write the two points on a line across a normal, at a level along it."""
    points[0] = nx * level - ny * low
    points[1] = ny * level + nx * low
    points[2] = nx * level - ny * high
    points[3] = ny * level + nx * high


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def with_long(
    a: PartRef,
    b: PartRef,
    pool: Numbers,
    near: C.pointer(C.const[Nearest]),
    points: C.p_double,
) -> C.int:
    """Points inside the overlap of two parts, of which one or both are long.

    Where two sides lie against each other, there are two: the ends of what both share. Else there
    is one, between discs of both that overlap.
    """
    level: C.double = 0.0
    low: C.double = 0.0
    high: C.double = 0.0
    other_level: C.double = 0.0
    other_low: C.double = 0.0
    other_high: C.double = 0.0
    one: Core
    other: Core
    count: C.int = 0
    cores.core_of(a.kind, pool + a.first, a.count, C.address(one))
    cores.core_of(b.kind, pool + b.first, b.count, C.address(other))
    part.touching_side(
        a, pool, -near.nx, -near.ny, True, C.address(level), C.address(low), C.address(high)
    )
    part.touching_side(
        b,
        pool,
        near.nx,
        near.ny,
        True,
        C.address(other_level),
        C.address(other_low),
        C.address(other_high),
    )
    # Across -n is against across n. Nothing that is round has a side.
    from_: C.double = max(-high, other_low)
    to: C.double = min(-low, other_high)
    if to - from_ > CLEARLY * max(high - low, other_high - other_low):
        if one.count <= 2 and other.count <= 2:
            middle: C.double = 0.5 * (
                max(-level, other_level - thickness(C.address(other), near.nx, near.ny))
                + min(thickness(C.address(one), near.nx, near.ny) - level, other_level)
            )
            put_across(near.nx, near.ny, middle, from_, to, points)
            return 2
        if cores.is_long(a.kind):
            count = side_in_polygon(C.address(one), -near.nx, -near.ny, C.address(other), points)
        else:
            count = side_in_polygon(C.address(other), near.nx, near.ny, C.address(one), points)
    if count:
        return count
    if one.disc is C.NULL and other.disc is C.NULL:
        return between_cores(C.address(one), C.address(other), near, points)
    return between_ovals(C.address(one), C.address(other), near, points)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def thickness(core: CoreRef, nx: C.double, ny: C.double) -> C.double:
    """How thick a part is along a unit vector n where its side has the normal n.

    A chord along n through c + M u, |u| = 1, where the ellipse is farthest along n, is as long as
    2 / (|M^T n| |M^-1 n|^2).
    """
    if core.disc is C.NULL:
        return 2.0 * core.r
    m: Numbers = core.disc
    x: C.double = m[5] * nx - m[3] * ny
    y: C.double = m[2] * ny - m[4] * nx
    det: C.double = m[2] * m[5] - m[3] * m[4]
    return 2.0 * det * det / (cores.extent_of_disc(m, nx, ny) * (x * x + y * y))


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def side_in_polygon(
    core: CoreRef,
    nx: C.double,
    ny: C.double,
    polygon: CoreRef,
    points: C.p_double,
) -> C.int:
    """Write the ends of the section inside a polygon of a long part's side with the normal n."""
    side: C.double[4]
    ends: C.double[2]
    disc: C.double[6]
    k: C.int
    for k in range(2):
        cores.disc_at(core, core.v + 2 * k, disc)
        cores.farthest_of_disc(disc, nx, ny, side + 2 * k)
    if not clipped(side, side + 2, polygon.v, polygon.count, ends):
        return 0
    return put_points(side, side + 2, ends[0], ends[1], points)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def in_cores(
    one: CoreRef,
    other: CoreRef,
    near: C.pointer(C.const[Nearest]),
    points: C.p_double,
) -> C.int:
    """Write a point that is inside of two cores, which overlap."""
    ends: C.double[2]
    if one.count == 1 or other.count == 1:
        points[0] = one.v[0] if one.count == 1 else other.v[0]
        points[1] = one.v[1] if one.count == 1 else other.v[1]
        return 1
    if one.count == 2 and other.count == 2:
        return shared_by_segments(one.v, other.v, points)
    segment: CoreRef = one if one.count == 2 else other
    polygon: CoreRef = other if one.count == 2 else one
    if segment.count != 2 or not clipped(segment.v, segment.v + 2, polygon.v, polygon.count, ends):
        return midway(near, points)
    ends[0] = 0.5 * (ends[0] + ends[1])
    put_points(segment.v, segment.v + 2, ends[0], ends[0], points)
    return 1


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def between_cores(
    one: CoreRef,
    other: CoreRef,
    near: C.pointer(C.const[Nearest]),
    points: C.p_double,
) -> C.int:
    """The middle of the overlap on the line through the nearest points of both cores."""
    circle: C.double[3]
    other_circle: C.double[3]
    if near.distance + one.r + other.r <= 0.0:
        return in_cores(one, other, near, points)
    circle[0] = near.ax + one.r * near.nx
    circle[1] = near.ay + one.r * near.ny
    circle[2] = one.r
    other_circle[0] = near.bx - other.r * near.nx
    other_circle[1] = near.by - other.r * near.ny
    other_circle[2] = other.r
    if other.count > 2:
        return in_circle(other.v, other.count, circle, near, points)
    if one.count > 2:
        return in_circle(one.v, one.count, other_circle, near, points)
    return between_circles(circle, other_circle, near, points)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def between_ovals(
    one: CoreRef,
    other: CoreRef,
    near: C.pointer(C.const[Nearest]),
    points: C.p_double,
) -> C.int:
    """A point inside two parts, of which at least one has an ellipse: between two discs of theirs.

    An ellipse about a vertex of each, or about a place between two vertices of one.
    """
    disc: C.double[6]
    other_disc: C.double[6]
    first: CoreRef = one if cores.is_round(one) else other
    second: CoreRef = other if cores.is_round(one) else one
    i: C.int
    j: C.int
    for i in range(first.count):
        cores.disc_at(first, first.v + 2 * i, disc)
        if not cores.is_round(second):
            # The second one is straight. Else a vertex of it is inside, or both segments cross.
            if meets_disc(disc, second):
                if second.count > 2:
                    return in_ellipse(second.v, second.count, disc, near, points)
                return nearest_to_ellipse(second.v, second.count, disc, points)
            continue
        for j in range(second.count):
            cores.disc_at(second, second.v + 2 * j, other_disc)
            if hit_kernels.overlap_ellipse_ellipse(disc, 1, other_disc, 1):
                return between_ellipses(disc, other_disc, points)
    for j in range(second.count):
        if cores.is_round(second) or first.count < 2:
            break
        cores.disc_at(first, second.v + 2 * j, disc)
        if hit_kernels.overlap_segment_ellipse(first.v, 2, disc, 1):
            points[0] = disc[0]
            points[1] = disc[1]
            return 1
    if cores.is_round(second):
        if first.count > 1 and between_its_ends(first, second, points):
            return 1
        if second.count > 1 and between_its_ends(second, first, points):
            return 1
    return in_cores(one, other, near, points)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def between_its_ends(moving: CoreRef, resting: CoreRef, points: C.p_double) -> C.int:
    """A point in an ellipse between the ends of a core and in one about an end of another one."""
    disc: C.double[6]
    other_disc: C.double[6]
    interval: Interval
    j: C.int
    x: C.double = moving.v[2] - moving.v[0]
    y: C.double = moving.v[3] - moving.v[1]
    for j in range(resting.count):
        cores.disc_at(moving, moving.v, disc)
        cores.disc_at(resting, resting.v + 2 * j, other_disc)
        if (
            sweep_ellipses(disc, other_disc, x, y, C.address(interval))
            and interval.enter < 1.0
            and interval.exit > 0.0
        ):
            time: C.double = 0.5 * (max(0.0, interval.enter) + min(1.0, interval.exit))
            disc[0] += time * x
            disc[1] += time * y
            return between_ellipses(disc, other_disc, points)
    return 0


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def meets_disc(disc: Numbers, core: CoreRef) -> C.bint:
    """Whether an ellipse meets a segment or a polygon."""
    if core.count == 2:
        return hit_kernels.overlap_segment_ellipse(core.v, 2, disc, 1)
    return hit_kernels.overlap_ellipse_polygon(disc, 1, core.v, core.count)
