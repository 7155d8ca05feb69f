"""An ellipse: its half axes, and the normals along which it is farthest from a point."""

import cython as C
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._support.libc import copysign, fabs, frexp, ldexp, sqrt
from cython.cimports.spritecol._support.polar import hypot

NO_OFFSET = C.declare(C.double, 1e-13)
"""In half axes: what is nearer to an axis is on it. The rounding of the point is as large."""


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
