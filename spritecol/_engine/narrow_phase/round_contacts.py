"""Points of contact with circles and ellipses: `contact_<kind>_<kind>`.

The calling convention is that of `straight_contacts`.
"""

import cython
from cython.cimports.libc.math import fabs, sqrt
from cython.cimports.spritecol._engine.narrow_phase.part import corners_of
from cython.cimports.spritecol._engine.narrow_phase.straight_contacts import clip, put_points
from cython.cimports.spritecol._engine.narrow_phase.straight_distances import distance_of_polygons
from cython.cimports.spritecol._numbers.polar import hypot

HALVINGS = cython.declare(cython.int, 60)
"""Bisections between the centers of two ellipses."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def nearest_to_circle(
    core: cython.pointer(cython.const[cython.double]),
    count: cython.int,
    circle: cython.pointer(cython.const[cython.double]),
    points: cython.p_double,
) -> cython.int:
    """The point of a segment or polygon nearest to a center, which may be inside."""
    apart: Nearest
    distance_of_polygons(circle, 1, core, count, cython.address(apart))
    points[0] = circle[0] if apart.distance < 0.0 else apart.bx
    points[1] = circle[1] if apart.distance < 0.0 else apart.by
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def nearest_to_ellipse(
    core: cython.pointer(cython.const[cython.double]),
    count: cython.int,
    disc: cython.pointer(cython.const[cython.double]),
    points: cython.p_double,
) -> cython.int:
    """The same where the ellipse is the unit circle: the nearest point is in the overlap."""
    det: cython.double = disc[2] * disc[5] - disc[3] * disc[4]
    center: cython.double[2]
    a: cython.double[4]
    best: cython.double[2]
    apart: Nearest
    least: cython.double = -1.0
    inside: cython.bint = count > 2
    x: cython.double
    y: cython.double
    i: cython.int
    j: cython.int
    center[0] = 0.0
    center[1] = 0.0
    best[0] = 0.0
    best[1] = 0.0
    for i in range(count):  # edge by edge: a polygon may have any number of vertices
        for j in range(2):
            x = core[2 * ((i + j) % count)] - disc[0]
            y = core[2 * ((i + j) % count) + 1] - disc[1]
            a[2 * j] = (disc[5] * x - disc[3] * y) / det
            a[2 * j + 1] = (disc[2] * y - disc[4] * x) / det
        inside = inside and a[0] * a[3] - a[1] * a[2] >= 0.0
        distance_of_polygons(center, 1, a, 2, cython.address(apart))
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


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def in_circle(
    polygon: cython.pointer(cython.const[cython.double]),
    count: cython.int,
    circle: cython.pointer(cython.const[cython.double]),
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """The middle of the overlap on the line through the center along the normal."""
    ends: cython.double[2]
    p: cython.double[2]
    q: cython.double[2]
    p[0] = circle[0] - circle[2] * near.nx
    p[1] = circle[1] - circle[2] * near.ny
    q[0] = circle[0] + circle[2] * near.nx
    q[1] = circle[1] + circle[2] * near.ny
    if not clip(p, q, polygon, count, ends):
        return nearest_to_circle(polygon, count, circle, points)
    ends[0] = 0.5 * (ends[0] + ends[1])
    put_points(p, q, ends[0], ends[0], points)
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def in_ellipse(
    polygon: cython.pointer(cython.const[cython.double]),
    count: cython.int,
    disc: cython.pointer(cython.const[cython.double]),
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """The middle of the overlap on the chord along the normal that ends at the deepest point.

    A chord along n through c + M u, |u| = 1, ends at u and u - 2 (u.v / v.v) v, where v = M^-1 n.
    """
    u: cython.double = disc[2] * near.nx + disc[4] * near.ny
    v: cython.double = disc[3] * near.nx + disc[5] * near.ny
    length: cython.double = hypot(u, v)
    det: cython.double = disc[2] * disc[5] - disc[3] * disc[4]
    vx: cython.double = (disc[5] * near.nx - disc[3] * near.ny) / det
    vy: cython.double = (disc[2] * near.ny - disc[4] * near.nx) / det
    chord: cython.double
    ends: cython.double[2]
    p: cython.double[2]
    q: cython.double[2]
    side: cython.double
    if length == 0.0 or not vx * vx + vy * vy > 0.0:
        return nearest_to_ellipse(polygon, count, disc, points)
    u /= length
    v /= length
    chord = 2.0 * (u * vx + v * vy) / (vx * vx + vy * vy)
    # Where the ellipse is the first of the two parts, it is deepest against n.
    side = -1.0 if near_is_first(near, disc) else 1.0
    p[0] = disc[0] + side * (disc[2] * u + disc[3] * v)
    p[1] = disc[1] + side * (disc[4] * u + disc[5] * v)
    q[0] = p[0] - side * chord * near.nx
    q[1] = p[1] - side * chord * near.ny
    if not clip(p, q, polygon, count, ends):
        return nearest_to_ellipse(polygon, count, disc, points)
    # No deeper than the other part's side.
    ends[1] = min(ends[1], -near.distance / chord) if chord > 0.0 else ends[1]
    if ends[1] < ends[0]:
        return nearest_to_ellipse(polygon, count, disc, points)
    ends[0] = 0.5 * (ends[0] + ends[1])
    put_points(p, q, ends[0], ends[0], points)
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def near_is_first(
    near: cython.pointer(cython.const[Nearest]),
    disc: cython.pointer(cython.const[cython.double]),
) -> cython.bint:
    """Whether the first of two parts is the ellipse: then its deepest point is against n."""
    u: cython.double = disc[2] * near.nx + disc[4] * near.ny
    v: cython.double = disc[3] * near.nx + disc[5] * near.ny
    reach: cython.double = sqrt(u * u + v * v)
    first: cython.double = (near.ax - disc[0]) * near.nx + (near.ay - disc[1]) * near.ny
    second: cython.double = (near.bx - disc[0]) * near.nx + (near.by - disc[1]) * near.ny
    return fabs(first + reach) <= fabs(second - reach)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def between_circles(
    a: cython.pointer(cython.const[cython.double]),
    b: cython.pointer(cython.const[cython.double]),
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """The middle of the overlap on the line through both centers."""
    along: cython.double = near.nx * (a[0] - b[0]) + near.ny * (a[1] - b[1])
    low: cython.double = max(along - a[2], -b[2])
    high: cython.double = min(along + a[2], b[2])
    points[0] = b[0] + 0.5 * (low + high) * near.nx
    points[1] = b[1] + 0.5 * (low + high) * near.ny
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def between_ellipses(
    a: cython.pointer(cython.const[cython.double]),
    b: cython.pointer(cython.const[cython.double]),
    points: cython.p_double,
) -> cython.int:
    """The point that is as deep in one ellipse as in the other.

    With Q = (M M^T)^-1, the form (p - c)^T Q (p - c) is below 1 inside. The minima of the mixtures
    (1 - t) form_a + t form_b lead from one center to the other, along which one form rises and the
    other falls; where they are equal, the greater of both is least, and below 1 if the two overlap.
    """
    forms: cython.double[6]
    disc: cython.pointer(cython.const[cython.double])
    det: cython.double
    dx: cython.double = b[0] - a[0]
    dy: cython.double = b[1] - a[1]
    low: cython.double = 0.0
    high: cython.double = 1.0
    t: cython.double = 0.5
    p: cython.double
    q: cython.double
    r: cython.double
    x: cython.double = 0.0
    y: cython.double = 0.0
    u: cython.double
    v: cython.double
    in_a: cython.double
    in_b: cython.double
    i: cython.int
    for i in range(2):
        disc = b if i else a
        det = disc[2] * disc[5] - disc[3] * disc[4]
        forms[3 * i] = (disc[5] * disc[5] + disc[4] * disc[4]) / (det * det)
        forms[3 * i + 1] = -(disc[5] * disc[3] + disc[4] * disc[2]) / (det * det)
        forms[3 * i + 2] = (disc[3] * disc[3] + disc[2] * disc[2]) / (det * det)
    for _ in range(HALVINGS):
        t = 0.5 * (low + high)
        p = (1.0 - t) * forms[0] + t * forms[3]
        q = (1.0 - t) * forms[1] + t * forms[4]
        r = (1.0 - t) * forms[2] + t * forms[5]
        u = t * (forms[3] * dx + forms[4] * dy)
        v = t * (forms[4] * dx + forms[5] * dy)
        det = p * r - q * q
        x = (r * u - q * v) / det
        y = (p * v - q * u) / det
        in_a = forms[0] * x * x + 2.0 * forms[1] * x * y + forms[2] * y * y
        u = x - dx
        v = y - dy
        in_b = forms[3] * u * u + 2.0 * forms[4] * u * v + forms[5] * v * v
        if in_a < in_b:
            low = t
        else:
            high = t
    points[0] = a[0] + x
    points[1] = a[1] + y
    return 1


def contact_point_circle(
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


def contact_point_ellipse(
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


def contact_segment_circle(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """The point of the segment nearest to the center."""
    return nearest_to_circle(a, 2, b, points)


def contact_segment_ellipse(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """The point of the segment nearest to the center, where the ellipse is a circle."""
    return nearest_to_ellipse(a, 2, b, points)


def contact_box_circle(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """In the middle of the overlap, on the line through the center."""
    corners: cython.double[8]
    corners_of(a, corners)
    return in_circle(corners, 4, b, near, points)


def contact_box_ellipse(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """In the middle of the overlap, at the deepest point of the ellipse."""
    corners: cython.double[8]
    corners_of(a, corners)
    return in_ellipse(corners, 4, b, near, points)


def contact_circle_circle(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """In the middle of the overlap, on the line through the centers."""
    return between_circles(a, b, near, points)


def contact_circle_ellipse(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """As deep in one as in the other."""
    disc: cython.double[6]
    disc[0] = a[0]
    disc[1] = a[1]
    disc[2] = disc[5] = a[2]
    disc[3] = disc[4] = 0.0
    return between_ellipses(disc, b, points)


def contact_circle_polygon(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """In the middle of the overlap, on the line through the center."""
    return in_circle(b, nb, a, near, points)


def contact_ellipse_ellipse(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """As deep in one as in the other."""
    return between_ellipses(a, b, points)


def contact_ellipse_polygon(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    near: cython.pointer(cython.const[Nearest]),
    points: cython.p_double,
) -> cython.int:
    """In the middle of the overlap, at the deepest point of the ellipse."""
    return in_ellipse(b, nb, a, near, points)
