"""Points of contact: one or two points inside the overlap of two parts that hit."""

import cython as C
from cython.cimports.spritecol._engine.narrow_phase import cores, oval_contacts, part
from cython.cimports.spritecol._engine.narrow_phase.clipping import clipped, put_middle
from cython.cimports.spritecol._engine.narrow_phase.cores import Core, CoreRef
from cython.cimports.spritecol._engine.narrow_phase.distances import distance_of_polygons
from cython.cimports.spritecol._engine.narrow_phase.nearest_points import Nearest, swap
from cython.cimports.spritecol._engine.narrow_phase.turned_boxes import TurnedBoxes, measure_boxes
from cython.cimports.spritecol._engine.narrow_phase.two_lanes import *
from cython.cimports.spritecol._engine.pointers import Numbers, Rows
from cython.cimports.spritecol._engine.storage.layout import CIRCLE, NOTHING, POINT, SEAM, PartRef
from cython.cimports.spritecol._support.libc import INFINITY, fabs, sqrt

CLEARLY = C.declare(C.double, 1e-9)
"""A share of the longer of two sides: if both share no more, only ends of them touch."""

SECOND_COUNTS = C.declare(C.double, 0.5)
"""The other end of the deepest edge is a point of contact, too, if at least this share as deep."""


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
        (min(first, second) < SECOND_COUNTS * max(first, second))
        | (bits_of(is_equal(low, high)) == 3)
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
    put_middle(p, q, ends, points)
    return 1


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
        return oval_contacts.between_ellipses(cores.disc_of(a.kind, v, numbers), w, points)
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
        return oval_contacts.in_ellipse(v, count, disc, near, points)
    if kind == CIRCLE:
        return nearest_to_circle(v, count, disc, points)
    return oval_contacts.nearest_to_ellipse(v, count, disc, points)


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
    count = oval_contacts.between_ovals(C.address(one), C.address(other), near, points)
    return count if count else in_cores(C.address(one), C.address(other), near, points)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def thickness(core: CoreRef, nx: C.double, ny: C.double) -> C.double:
    """How thick a part is along a unit vector n where its side has the normal n."""
    if core.disc is C.NULL:
        return 2.0 * core.r
    return oval_contacts.chord_along(core.disc, nx, ny)


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
    put_middle(segment.v, segment.v + 2, ends, points)
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
