"""Distances with circles and ellipses: `distance_<kind>_<kind>`.

The definition and the calling convention are those of `straight_distances`. A circle is a point
with a radius, which is subtracted in the end. An ellipse c + M u, |u| <= 1, reaches n . c + |M^T n|
along a unit vector n; so the gap along n is

    gap(n) = n . d - |M^T n|

for a point at c + d. Where the gap of an ellipse and a polygon is greatest, n is the normal of an
edge, or the gap to one of the vertices has a maximum there. So the maxima for all vertices are
found, and the gap of the whole polygon is measured along each. Any n gives a gap that exists; and
near a maximum an error of n counts by its square only.
"""

import cython
from cython.cimports.libc.math import INFINITY, copysign, fabs, frexp, ldexp, sqrt
from cython.cimports.spritecol._engine.narrow_phase.part import (
    Axes,
    axes_of,
    corners_of,
    extent_of_disc,
    farthest_of_disc,
)
from cython.cimports.spritecol._engine.narrow_phase.straight_distances import (
    distance_box_box,
    distance_of_polygons,
    swap,
)
from cython.cimports.spritecol._numbers.polar import Rotation, angle_of, hypot, rotation_of

NO_OFFSET = cython.declare(cython.double, 1e-13)
"""In half axes: what is nearer to an axis is on it. Beside -1, s could not be told from -1."""

MOST_STEPS = cython.declare(cython.int, 100)
"""Limit for Newton's steps, which are quadratic after a few; bisection needs about 60."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def cube_root(number: cython.double) -> cython.double:
    """The cube root of a positive number, with the same bits on every machine.

    Halley's method, each step of which gives three times as many correct digits.
    """
    exponent: cython.int
    part: cython.double = frexp(number, cython.address(exponent))
    root: cython.double
    cube: cython.double
    while exponent % 3:  # then `part` is from 1 / 8 to 1
        exponent += 1
        part *= 0.5
    root = 0.45 + 0.55 * part  # with an error of at most 9 %
    for _ in range(3):
        cube = root * root * root
        root *= (cube + 2.0 * part) / (2.0 * cube + part)
    return ldexp(root, exponent // 3)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def normals_of(
    axes: cython.pointer(Axes),
    dx: cython.double,
    dy: cython.double,
    normals: cython.p_double,
) -> cython.int:
    """The local maxima over n of the gap from an ellipse to c + d: one or two unit vectors.

    At a maximum, n is the normal of the ellipse at a point whose difference from d is along n.
    Follows D. Eberly, "Distance from a Point to an Ellipse, an Ellipsoid, or a Hyperellipsoid"
    (2013): with half axes e0 >= e1 and d in the frame of the axes, n_i is proportional to
    d_i / (t + e_i^2), and t is a root of

        g(t) = (e0 d0 / (t + e0^2))^2 + (e1 d1 / (t + e1^2))^2 - 1.

    Its greatest root, above -e1^2, is the greatest maximum; the next one, between -e0^2 and -e1^2,
    the other: across the longer axis. All lengths are divided by e1.
    """
    u: cython.double = axes.cosine * dx + axes.sine * dy
    v: cython.double = axes.cosine * dy - axes.sine * dx
    ratio: cython.double = axes.major / axes.minor
    r0: cython.double = ratio * ratio
    z0: cython.double = fabs(u) / axes.major
    z1: cython.double = fabs(v) / axes.minor
    d0: cython.double = ratio * z0  # |u| / e1
    n0: cython.double
    n1: cython.double
    length: cython.double
    s: cython.double
    step: cython.double
    g: cython.double
    slope: cython.double
    low: cython.double
    high: cython.double
    p: cython.double
    q: cython.double
    k: cython.double
    count: cython.int = 0
    # So near to an axis, the second maximum would be missed.
    if d0 < NO_OFFSET:
        u = z0 = d0 = 0.0
    if z1 < NO_OFFSET:
        v = z1 = 0.0
    # The greatest root s of (r0 z0 / (s + r0))^2 + (z1 / (s + 1))^2 - 1. It is convex and falls, so
    # that Newton's method approaches the root from the left without passing it.
    if z1 > 0.0:
        s = max(z1 - 1.0, r0 * (z0 - 1.0))
        for _ in range(MOST_STEPS):
            p = r0 * z0 / (s + r0)
            q = z1 / (s + 1.0)
            g = p * p + q * q - 1.0
            slope = -2.0 * (p * p / (s + r0) + q * q / (s + 1.0))
            step = -g / slope
            if not s + step > s:
                break
            s += step
            if step < 1e-15 * (1.0 + s):
                break
        n0 = d0 / (s + r0)
        n1 = z1 / (s + 1.0)
    elif d0 < ratio - 1.0 / ratio:  # on the longer axis, not far from the center
        n0 = z0 * ratio / (r0 - 1.0)  # x0 / e0^2, times e1
        n1 = sqrt(max(0.0, 1.0 - (n0 * ratio) * (n0 * ratio)))
    else:
        n0 = 1.0
        n1 = 0.0
    length = hypot(n0, n1)
    n0 = copysign(n0 / length, u)
    n1 = copysign(n1 / length, v)
    normals[0] = axes.cosine * n0 - axes.sine * n1
    normals[1] = axes.sine * n0 + axes.cosine * n1
    count = 1
    if z1 == 0.0 and fabs(n1) > 0.0:
        normals[2] = axes.cosine * n0 + axes.sine * n1
        normals[3] = axes.sine * n0 - axes.cosine * n1
        return 2
    if z1 > 0.0 and r0 > 1.0:
        # Between the poles g is convex, and its lowest point is known.
        low = -1.0
        if d0 > 0.0:
            k = cube_root(r0 * z0 / z1)
            low = -(r0 + k * k) / (1.0 + k * k)
        else:
            low = -r0
        high = -1.0
        p = r0 * z0 / (low + r0) if d0 > 0.0 else 0.0
        q = z1 / (low + 1.0)
        if low < high and p * p + q * q < 1.0:
            for _ in range(MOST_STEPS):
                s = 0.5 * (low + high)
                if not low < s < high:
                    break
                p = r0 * z0 / (s + r0)
                q = z1 / (s + 1.0)
                if p * p + q * q < 1.0:
                    low = s
                else:
                    high = s
            s = low
            n0 = d0 / (s + r0) if d0 > 0.0 else 0.0
            n1 = z1 / (s + 1.0)
            length = hypot(n0, n1)
            n0 = copysign(n0 / length, u)
            n1 = -copysign(n1 / length, v)
            normals[2] = axes.cosine * n0 - axes.sine * n1
            normals[3] = axes.sine * n0 + axes.cosine * n1
            count = 2
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def try_normal(
    disc: cython.pointer(cython.const[cython.double]),
    points: cython.pointer(cython.const[cython.double]),
    count: cython.int,
    nx: cython.double,
    ny: cython.double,
    out: cython.pointer(Nearest),
) -> cython.void:
    """Raise `out.distance` to the gap along a unit vector, if it is wider; n is towards the disc.

    In `out` the disc is the first part.
    """
    gap: cython.double = INFINITY
    k: cython.int
    for k in range(count):
        gap = min(gap, nx * (disc[0] - points[2 * k]) + ny * (disc[1] - points[2 * k + 1]))
    gap -= extent_of_disc(disc, nx, ny)
    if gap > out.distance:
        out.distance = gap
        out.nx = nx
        out.ny = ny


def distance_of_ellipse(
    disc: cython.pointer(cython.const[cython.double]),
    points: cython.pointer(cython.const[cython.double]),
    count: cython.int,
    out: cython.pointer(Nearest),
) -> cython.void:
    """The distance of an ellipse (first) to a point, a segment or a polygon."""
    axes: Axes = axes_of(disc)
    normals: cython.double[4]
    ax: cython.double = points[2 * count - 2]
    ay: cython.double = points[2 * count - 1]
    nx: cython.double
    ny: cython.double
    length: cython.double
    k: cython.int
    j: cython.int
    found: cython.int
    out.distance = -INFINITY
    out.nx = 0.0
    out.ny = -1.0
    for k in range(count):
        nx = points[2 * k + 1] - ay
        ny = ax - points[2 * k]
        length = sqrt(nx * nx + ny * ny)
        if length > 0.0:
            try_normal(disc, points, count, nx / length, ny / length, out)
        ax = points[2 * k]
        ay = points[2 * k + 1]
        found = normals_of(cython.address(axes), ax - disc[0], ay - disc[1], normals)
        for j in range(found):
            try_normal(disc, points, count, -normals[2 * j], -normals[2 * j + 1], out)
    if out.distance == -INFINITY:  # by underflow: an ellipse of 1e-160 has no axes
        try_normal(disc, points, count, 0.0, -1.0, out)
    # The ellipse has one deepest point; the other point is its foot.
    farthest_of_disc(disc, -out.nx, -out.ny, cython.address(out.ax))
    out.bx = out.ax - out.distance * out.nx
    out.by = out.ay - out.distance * out.ny


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def round_off(radius: cython.double, out: cython.pointer(Nearest)) -> cython.void:
    """Give the second part, measured as a point, its radius."""
    out.distance -= radius
    out.bx += radius * out.nx
    out.by += radius * out.ny


def distance_point_circle(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    out: cython.pointer(Nearest),
) -> cython.void:
    """The distance to the center, less the radius."""
    distance_of_polygons(a, 1, b, 1, out)
    round_off(b[2], out)


def distance_point_ellipse(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    out: cython.pointer(Nearest),
) -> cython.void:
    """By the maxima of the gap of one vertex."""
    distance_of_ellipse(b, a, 1, out)
    swap(out)


def distance_segment_circle(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    out: cython.pointer(Nearest),
) -> cython.void:
    """The distance to the center, less the radius."""
    distance_of_polygons(a, 2, b, 1, out)
    round_off(b[2], out)


def distance_segment_ellipse(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    out: cython.pointer(Nearest),
) -> cython.void:
    """By the segment's normals and the maxima for its ends."""
    distance_of_ellipse(b, a, 2, out)
    swap(out)


def distance_box_circle(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    out: cython.pointer(Nearest),
) -> cython.void:
    """The distance from the box to the center, less the radius."""
    center: cython.double[4]
    center[0] = center[2] = b[0]
    center[1] = center[3] = b[1]
    distance_box_box(a, na, center, 2, out)
    out.bx = b[0]
    out.by = b[1]
    round_off(b[2], out)


def distance_circle_circle(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    out: cython.pointer(Nearest),
) -> cython.void:
    """The distance of the centers, less both radii."""
    distance_of_polygons(a, 1, b, 1, out)
    round_off(b[2], out)
    out.distance -= a[2]
    out.ax -= a[2] * out.nx
    out.ay -= a[2] * out.ny


def distance_circle_ellipse(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    out: cython.pointer(Nearest),
) -> cython.void:
    """The distance from the ellipse to the center, less the radius."""
    distance_of_ellipse(b, a, 1, out)
    round_off(a[2], out)
    swap(out)


def distance_circle_polygon(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    out: cython.pointer(Nearest),
) -> cython.void:
    """The distance from the polygon to the center, less the radius."""
    distance_of_polygons(b, nb, a, 1, out)
    round_off(a[2], out)
    swap(out)


def distance_ellipse_polygon(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    out: cython.pointer(Nearest),
) -> cython.void:
    """By the normals of all edges and the maxima for all vertices."""
    distance_of_ellipse(a, b, nb, out)


def distance_box_ellipse(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    out: cython.pointer(Nearest),
) -> cython.void:
    """That of an ellipse and a polygon, for the corners of the box."""
    corners: cython.double[8]
    corners_of(a, corners)
    distance_of_ellipse(b, corners, 4, out)
    swap(out)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def gap_of_ellipses(
    a: cython.pointer(cython.const[cython.double]),
    b: cython.pointer(cython.const[cython.double]),
    angle: cython.double,
    slope: cython.p_double,
) -> cython.double:
    """The gap of two ellipses along a direction in degrees, from b to a, and its derivative."""
    turn: Rotation = rotation_of(angle)
    nx: cython.double = turn.cosine
    ny: cython.double = turn.sine
    p: cython.double[2]
    q: cython.double[2]
    farthest_of_disc(a, -nx, -ny, p)
    farthest_of_disc(b, nx, ny, q)
    # The derivative of a support function is the support point along the tangent.
    slope[0] = nx * (p[1] - q[1]) - ny * (p[0] - q[0])
    return (
        nx * (a[0] - b[0])
        + ny * (a[1] - b[1])
        - extent_of_disc(a, nx, ny)
        - extent_of_disc(b, nx, ny)
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def refine(
    a: cython.pointer(cython.const[cython.double]),
    b: cython.pointer(cython.const[cython.double]),
    low: cython.double,
    high: cython.double,
    out: cython.pointer(Nearest),
) -> cython.void:
    """Raise `out.distance` to the maximum between two angles, by bisection of the derivative."""
    middle: cython.double = 0.5 * (low + high)
    slope: cython.double
    gap: cython.double
    turn: Rotation
    for _ in range(MOST_STEPS):
        middle = 0.5 * (low + high)
        gap = gap_of_ellipses(a, b, middle, cython.address(slope))
        if gap > out.distance:
            out.distance = gap
            turn = rotation_of(middle)
            out.nx = turn.cosine
            out.ny = turn.sine
        # The gap is concave near its maximum, and no higher than its tangents.
        if slope > 0.0:
            low = middle
        else:
            high = middle
        if not (low < 0.5 * (low + high) < high) or high - low < 1e-12 * fabs(middle):
            return


def distance_ellipse_ellipse(
    a: cython.pointer(cython.const[cython.double]),
    na: cython.int,
    b: cython.pointer(cython.const[cython.double]),
    nb: cython.int,
    out: cython.pointer(Nearest),
) -> cython.void:
    """Samples of the gap around the circle, and a bisection wherever they enclose a maximum.

    The derivative is known at each sample; a maximum is between a rise and a fall.
    """
    angles: cython.double[SAMPLES]
    angle: cython.double
    turn: Rotation
    slope: cython.double
    previous_slope: cython.double
    u: cython.double
    v: cython.double
    disc: cython.pointer(cython.const[cython.double])
    i: cython.int
    k: cython.int
    count: cython.int = 0
    for k in range(SPREAD):
        angle = 360.0 * (k + 0.5) / SPREAD
        turn = rotation_of(angle)
        for i in range(3):
            angles[count] = angle - 180.0
            if i:
                # The normal of the ellipse at M (cos, sin) is along M^-T (cos, sin).
                disc = a if i == 1 else b
                u = disc[5] * turn.cosine - disc[4] * turn.sine
                v = disc[2] * turn.sine - disc[3] * turn.cosine
                angles[count] = angle_of(u, v)
            count += 1
    for i in range(1, count):
        angle = angles[i]
        k = i
        while k > 0 and angles[k - 1] > angle:
            angles[k] = angles[k - 1]
            k -= 1
        angles[k] = angle
    out.distance = -INFINITY
    out.nx = 0.0
    out.ny = -1.0
    gap_of_ellipses(a, b, angles[count - 1] - 360.0, cython.address(previous_slope))
    angle = angles[count - 1] - 360.0
    for k in range(count):
        gap_of_ellipses(a, b, angles[k], cython.address(slope))
        if previous_slope >= 0.0 and slope <= 0.0 and angles[k] > angle:
            refine(a, b, angle, angles[k], out)
        previous_slope = slope
        angle = angles[k]
    farthest_of_disc(a, -out.nx, -out.ny, cython.address(out.ax))
    out.bx = out.ax - out.distance * out.nx
    out.by = out.ay - out.distance * out.ny
