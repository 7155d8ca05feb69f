"""The half axes of an ellipse, and the distance of two cores with an ellipse about one, or each.

An ellipse c + M u, |u| <= 1, reaches n . c + |M^T n| along a unit vector n; so its gap to a point
c + d along n is

    gap(n) = n . d - |M^T n|

Where the gap of an ellipse and a polygon is greatest, n is the normal of an edge, or the gap to one
of the vertices has a maximum there. So the maxima for all vertices are found, and the gap of the
whole polygon is measured along each. Any n gives a gap that exists; and near a maximum an error of
n counts by its square only. The same goes for any two cores, with an ellipse for one or for each.
"""

import cython as C
from cython.cimports.spritecol._engine.narrow_phase import cores
from cython.cimports.spritecol._engine.narrow_phase.cores import CoreRef
from cython.cimports.spritecol._engine.narrow_phase.nearest_points import Nearest
from cython.cimports.spritecol._engine.narrow_phase.part import side_of_core
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._support.libc import INFINITY, copysign, fabs, frexp, ldexp, sqrt
from cython.cimports.spritecol._support.polar import Rotation, angle_of, hypot, rotation_of

NO_OFFSET = C.declare(C.double, 1e-13)
"""In half axes: a point that is nearer to an axis counts as on it. Its rounding is as large."""

Sample = C.struct(angle=C.double, slope=C.double)
"""The derivative of the gap of two ellipses along a direction in degrees."""


Axes = C.struct(cosine=C.double, sine=C.double, major=C.double, minor=C.double)
"""The direction of the longer half axis of an ellipse, and the lengths of both."""


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def axes_of(disc: Numbers) -> Axes:
    """The half axes of an ellipse: eigenvectors of M M^T, and the square roots of its values.

    With M M^T = [[p, q], [q, s]] these values are (p + s) / 2 + h and (p + s) / 2 - h, where h is
    the length of ((p - s) / 2, q). The longer axis is at half of that vector's angle, so its cosine
    and sine come from cos(2t) by the half-angle formulas. The product of both half axes is |det M|,
    which gives the shorter one without a cancellation.
    """
    axes: Axes
    p: C.double = disc[2] * disc[2] + disc[3] * disc[3]
    q: C.double = disc[2] * disc[4] + disc[3] * disc[5]
    s: C.double = disc[4] * disc[4] + disc[5] * disc[5]
    half: C.double = 0.5 * (p - s)
    length: C.double = hypot(half, q)
    axes.cosine = 1.0
    axes.sine = 0.0
    if length > 0.0:
        axes.cosine = sqrt(max(0.0, 0.5 * (1.0 + half / length)))
        axes.sine = copysign(sqrt(max(0.0, 0.5 * (1.0 - half / length))), q)
    axes.major = sqrt(0.5 * (p + s) + length)
    axes.minor = 0.0
    if axes.major > 0.0:
        axes.minor = fabs(disc[2] * disc[5] - disc[3] * disc[4]) / axes.major
    return axes


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def cube_root(number: C.double) -> C.double:
    """The cube root of a positive number, with the same bits on every machine.

    Halley's method, each step of which gives three times as many correct digits.
    """
    exponent: C.int
    part: C.double = frexp(number, C.address(exponent))
    while exponent % 3:  # then `part` is from 1 / 8 to 1
        exponent += 1
        part *= 0.5
    root: C.double = 0.45 + 0.55 * part  # with an error of at most 9 %
    for _ in range(3):
        cube: C.double = root * root * root
        root *= (cube + 2.0 * part) / (2.0 * cube + part)
    return ldexp(root, exponent // 3)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def normals_of(axes: C.pointer(Axes), dx: C.double, dy: C.double, normals: C.p_double) -> C.int:
    """The local maxima over n of the gap from an ellipse to c + d: one or two unit vectors.

    At a maximum, n is the normal of the ellipse at a point whose difference from d is along n.
    Follows D. Eberly, "Distance from a Point to an Ellipse, an Ellipsoid, or a Hyperellipsoid"
    (2013): with half axes e0 >= e1 and d in the frame of the axes, n_i is proportional to
    d_i / (t + e_i^2), and t is a root of

        g(t) = (e0 d0 / (t + e0^2))^2 + (e1 d1 / (t + e1^2))^2 - 1.

    Its greatest root, above -e1^2, is the greatest maximum; the next one, between -e0^2 and -e1^2,
    the other: across the longer axis. All lengths are divided by e1, and the unknown is w = t + 1:
    next to the longer axis it is so small that 1 must not be subtracted.
    """
    u: C.double = axes.cosine * dx + axes.sine * dy
    v: C.double = axes.cosine * dy - axes.sine * dx
    ratio: C.double = axes.major / axes.minor
    r0: C.double = ratio * ratio
    r1: C.double = (ratio - 1.0) * (ratio + 1.0)
    z0: C.double = fabs(u) / axes.major
    z1: C.double = fabs(v) / axes.minor
    d0: C.double = ratio * z0  # |u| / e1
    n0: C.double
    n1: C.double
    w: C.double
    # So near to an axis, the second maximum would be missed.
    if d0 < NO_OFFSET:
        u = z0 = d0 = 0.0
    if z1 < NO_OFFSET:
        v = z1 = 0.0
    if z1 > 0.0:
        w = greatest_root(r0, r1, z0, z1)
        n0 = d0 / (w + r1)
        n1 = z1 / w
    elif d0 < ratio - 1.0 / ratio:  # on the longer axis, not far from the center
        n0 = z0 * ratio / (r0 - 1.0)  # x0 / e0^2, times e1
        n1 = sqrt(max(0.0, 1.0 - (n0 * ratio) * (n0 * ratio)))
    else:
        n0 = 1.0
        n1 = 0.0
    length: C.double = hypot(n0, n1)
    n0 = copysign(n0 / length, u)
    n1 = copysign(n1 / length, v)
    put_turned_back(axes, n0, n1, normals)
    if z1 == 0.0 and fabs(n1) > 0.0:
        put_turned_back(axes, n0, -n1, normals + 2)
        return 2
    if z1 > 0.0 and r0 > 1.0:
        w = second_root(r0, r1, z0, z1, d0)
        if w < 0.0:
            n0 = d0 / (w + r1) if d0 > 0.0 else 0.0
            n1 = z1 / w
            length = hypot(n0, n1)
            put_turned_back(axes, copysign(n0 / length, u), -copysign(n1 / length, v), normals + 2)
            return 2
    return 1


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def put_turned_back(
    axes: C.pointer(C.const[Axes]), n0: C.double, n1: C.double, normal: C.p_double
) -> C.void:
    """Write a vector that is given in the frame of the axes."""
    normal[0] = axes.cosine * n0 - axes.sine * n1
    normal[1] = axes.sine * n0 + axes.cosine * n1


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def greatest_root(r0: C.double, r1: C.double, z0: C.double, z1: C.double) -> C.double:
    """The greatest root w of (r0 z0 / (w + r1))^2 + (z1 / w)^2 - 1.

    It is convex and falls, so that Newton's method approaches the root from the left without
    passing it.
    """
    w: C.double = max(z1, r0 * (z0 - 1.0) + 1.0)
    for _ in range(MOST_STEPS):
        p: C.double = r0 * z0 / (w + r1)
        q: C.double = z1 / w
        g: C.double = p * p + q * q - 1.0
        slope: C.double = -2.0 * (p * p / (w + r1) + q * q / w)
        step: C.double = -g / slope
        if not w + step > w:
            break
        w += step
        if step < 1e-15 * w:
            break
    return w


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def second_root(r0: C.double, r1: C.double, z0: C.double, z1: C.double, d0: C.double) -> C.double:
    """The root of the same function that is next below 0; 0 if there is none.

    Between the poles the function is convex. It is lowest where its derivative is 0, which is where
    (w + r1)^3 / (-w)^3 = (r0 z0 / z1)^2, so w = -r1 / (1 + k^2) with k^3 = r0 z0 / z1. From there
    to 0 it rises, and bisection finds the root.
    """
    low: C.double = -r1
    if d0 > 0.0:
        k: C.double = cube_root(r0 * z0 / z1)
        low = -r1 / (1.0 + k * k)
    high: C.double = 0.0
    p: C.double = r0 * z0 / (low + r1) if d0 > 0.0 else 0.0
    q: C.double = z1 / low
    if not (low < high and p * p + q * q < 1.0):
        return 0.0
    for _ in range(MOST_STEPS):
        w: C.double = 0.5 * (low + high)
        if not low < w < high:
            break
        p = r0 * z0 / (w + r1)
        q = z1 / w
        if p * p + q * q < 1.0:
            low = w
        else:
            high = w
    return low


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def try_normal(
    a: CoreRef,
    b: CoreRef,
    nx: C.double,
    ny: C.double,
    out: C.pointer(Nearest),
) -> C.void:
    """Raise `out.distance` to the gap along a unit vector, if it is wider; n is from b to a."""
    gap: C.double = INFINITY
    i: C.int
    k: C.int
    for i in range(a.count):
        for k in range(b.count):
            gap = min(gap, nx * (a.v[2 * i] - b.v[2 * k]) + ny * (a.v[2 * i + 1] - b.v[2 * k + 1]))
    if a.disc is not C.NULL:
        gap -= cores.extent_of_disc(a.disc, nx, ny)
    if b.disc is not C.NULL:
        gap -= cores.extent_of_disc(b.disc, nx, ny)
    if gap > out.distance:
        out.distance = gap
        out.nx = nx
        out.ny = ny


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def try_edge(
    a: CoreRef,
    b: CoreRef,
    p: Numbers,
    q: Numbers,
    sign: C.double,
    out: C.pointer(Nearest),
) -> C.void:
    """`try_normal`, along the normal of an edge of `b` or, with a sign of -1, of `a`."""
    nx: C.double = q[1] - p[1]
    ny: C.double = p[0] - q[0]
    length: C.double = sqrt(nx * nx + ny * ny)
    if length > 0.0:
        try_normal(a, b, sign * (nx / length), sign * (ny / length), out)


def distance_of_ovals(a: CoreRef, b: CoreRef, out: C.pointer(Nearest)) -> C.void:
    """The distance of two cores with an ellipse for one of them, or for each; circles don't count.

    Along normals of edges, and where the gap to a vertex has a maximum.
    """
    axes: Axes
    normals: C.double[4]
    disc: C.double[6]
    other: C.double[6]
    i: C.int
    k: C.int
    j: C.int
    out.distance = -INFINITY
    out.nx = 0.0
    out.ny = -1.0
    sign: C.double = -1.0
    if a.disc is C.NULL:
        axes = axes_of(b.disc)
        sign = 1.0
    else:
        axes = axes_of(a.disc)
    if b.count > 1:
        for k in range(b.count):
            try_edge(a, b, b.v + 2 * (k - 1 if k else b.count - 1), b.v + 2 * k, 1.0, out)
    if a.count > 1:
        for i in range(a.count):
            try_edge(a, b, a.v + 2 * (i - 1 if i else a.count - 1), a.v + 2 * i, -1.0, out)
    for k in range(b.count):
        for i in range(a.count):
            if a.disc is not C.NULL and b.disc is not C.NULL:
                cores.disc_at(a, a.v + 2 * i, disc)
                cores.disc_at(b, b.v + 2 * k, other)
                try_ellipses(disc, other, a, b, out)
                continue
            # From the center of the ellipse to the vertex.
            x: C.double = sign * (a.v[2 * i] - b.v[2 * k])
            y: C.double = sign * (a.v[2 * i + 1] - b.v[2 * k + 1])
            for j in range(normals_of(C.address(axes), x, y, normals)):
                try_normal(a, b, sign * normals[2 * j], sign * normals[2 * j + 1], out)
    if out.distance == -INFINITY:  # by underflow: an ellipse of 1e-160 has no axes
        try_normal(a, b, 0.0, -1.0, out)
    put_points_of_ovals(a, b, out)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_points_of_ovals(a: CoreRef, b: CoreRef, out: C.pointer(Nearest)) -> C.void:
    """Write the nearest points, given the normal."""
    disc: C.double[6]
    # One ellipse has one deepest point; the other point is its foot.
    if a.disc is not C.NULL and a.count == 1:
        cores.disc_at(a, a.v, disc)
        cores.farthest_of_disc(disc, -out.nx, -out.ny, C.address(out.ax))
    elif b.disc is not C.NULL and b.count == 1:
        cores.disc_at(b, b.v, disc)
        cores.farthest_of_disc(disc, out.nx, out.ny, C.address(out.bx))
        out.ax = out.bx + out.distance * out.nx
        out.ay = out.by + out.distance * out.ny
        return
    else:
        put_deepest(a, b, out)
    out.bx = out.ax - out.distance * out.nx
    out.by = out.ay - out.distance * out.ny


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def put_deepest(a: CoreRef, b: CoreRef, out: C.pointer(Nearest)) -> C.void:
    """Write the deepest point of `a`: the middle of where both are, if a side is equally deep.

    Radii of circles don't count.
    """
    low: C.double = 0.0
    high: C.double = 0.0
    other_low: C.double = 0.0
    other_high: C.double = 0.0
    level: C.double = side_of_core(a, -out.nx, -out.ny, C.address(low), C.address(high)) - a.r
    side_of_core(b, out.nx, out.ny, C.address(other_low), C.address(other_high))
    # Across -n is against across n.
    middle: C.double = 0.5 * (max(-high, other_low) + min(-low, other_high))
    middle = min(max(middle, -high), -low)
    out.ax = -out.nx * level - out.ny * middle
    out.ay = -out.ny * level + out.nx * middle


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def gap_of_ellipses(a: Numbers, b: Numbers, n: Rotation, slope: C.p_double) -> C.double:
    """The gap of two ellipses along n = (cosine, sine), from b to a, and its derivative."""
    nx: C.double = n.cosine
    ny: C.double = n.sine
    p: C.double[2]
    q: C.double[2]
    a_extent: C.double = cores.farthest_of_disc(a, -nx, -ny, p)
    b_extent: C.double = cores.farthest_of_disc(b, nx, ny, q)
    # The derivative of a support function is the support point along the tangent.
    slope[0] = nx * (p[1] - q[1]) - ny * (p[0] - q[0])
    return nx * (a[0] - b[0]) + ny * (a[1] - b[1]) - a_extent - b_extent


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def refine(
    a: Numbers,
    b: Numbers,
    low: C.double,
    high: C.double,
    one: CoreRef,
    other: CoreRef,
    out: C.pointer(Nearest),
) -> C.void:
    """Raise `out.distance` to the maximum between two angles, by bisection of the derivative."""
    middle: C.double = 0.5 * (low + high)
    slope: C.double
    for _ in range(MOST_STEPS):
        middle = 0.5 * (low + high)
        n: Rotation = rotation_of(middle)
        gap: C.double = gap_of_ellipses(a, b, n, C.address(slope))
        if gap > out.distance:
            try_normal(one, other, n.cosine, n.sine, out)
        # The gap is concave near its maximum, and no higher than its tangents.
        if slope > 0.0:
            low = middle
        else:
            high = middle
        if not (low < 0.5 * (low + high) < high) or high - low < 1e-12 * fabs(middle):
            return


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def sort_by_angle(samples: C.pointer(Sample), count: C.int) -> C.void:
    """Sort a few samples by insertion."""
    i: C.int
    for i in range(1, count):
        sample: Sample = samples[i]
        k: C.int = i
        while k > 0 and samples[k - 1].angle > sample.angle:
            samples[k] = samples[k - 1]
            k -= 1
        samples[k] = sample


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def try_ellipses(
    a: Numbers,
    b: Numbers,
    one: CoreRef,
    other: CoreRef,
    out: C.pointer(Nearest),
) -> C.void:
    """Try the normals along which the gap of two ellipses about vertices of two cores is greatest.

    Found with samples of the gap along normals all around. The derivative is known at each sample.
    A maximum is between a rise and a fall, and is found by bisection.
    """
    samples: Sample[SAMPLES]
    sample: Sample
    turns: Rotation[SPREAD]
    count: C.int = 0
    i: C.int
    k: C.int
    for k in range(SPREAD):
        sample.angle = 360.0 * (k + 0.5) / SPREAD - 180.0  # from -180 on, as in `angle_of`
        turns[k] = rotation_of(sample.angle)
        gap_of_ellipses(a, b, turns[k], C.address(sample.slope))
        samples[count] = sample
        count += 1
    for i in range(2):  # one ellipse after the other: so the processor predicts branches better
        disc: Numbers = b if i else a
        for k in range(SPREAD):
            # The normal of the ellipse at M (cos, sin) is along M^-T (cos, sin).
            u: C.double = disc[5] * turns[k].cosine - disc[4] * turns[k].sine
            v: C.double = disc[2] * turns[k].sine - disc[3] * turns[k].cosine
            sample.angle = angle_of(u, v)
            gap_of_ellipses(a, b, rotation_of(sample.angle), C.address(sample.slope))
            samples[count] = sample
            count += 1
    sort_by_angle(samples, count)
    sample = samples[count - 1]
    sample.angle -= 360.0
    for k in range(count):
        if sample.slope >= 0.0 and samples[k].slope <= 0.0 and samples[k].angle > sample.angle:
            refine(a, b, sample.angle, samples[k].angle, one, other, out)
        sample = samples[k]
