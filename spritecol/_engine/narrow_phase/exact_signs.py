"""Exact signs: the slow path of the exact tests.

The kernels of hits and of rays compute with floats and a bound of their rounding error. If the
result is within that bound, they call this module. It uses

* exact expansions for straight edges: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic
  and Fast Robust Geometric Predicates", Discrete & Computational Geometry 18 (1997), 305-363;
* double-double numbers (about 32 digits) for discs: T. J. Dekker, "A floating-point technique for
  extending the available precision", Numerische Mathematik 18 (1971), 224-242. Integers and halves
  up to some millions are exact in them, so shapes that touch are recognized as touching.

A disc is a center c and a 2x2 matrix M with positive determinant: the points c + M u with |u| <= 1.
It is stored as cx, cy, m00, m01, m10, m11.

Every operation must be rounded as IEEE 754 prescribes: setup.py disables fused multiply-add.
"""

import cython as C
from cython.cimports.spritecol._engine.pointers import Numbers
from cython.cimports.spritecol._support.libc import fabs, frexp, ldexp

DD = C.struct(hi=C.double, lo=C.double)
"""An unevaluated sum hi + lo with |lo| <= ulp(hi) / 2."""

SPLITTER = C.declare(C.double, 134217729.0)
"""2**27 + 1: splits a 53-bit number into two halves whose products are exact (Dekker)."""

SMALL_NUMBERS = C.declare(C.double, 1e-100)
"""If all numbers are below this, products of two may underflow: they are scaled by 2**400 first."""


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def two_sum(a: C.double, b: C.double) -> DD:
    """The exact sum a + b (Shewchuk, theorem 7; Knuth)."""
    result: DD
    result.hi = a + b
    virtual: C.double = result.hi - a
    result.lo = (a - (result.hi - virtual)) + (b - virtual)
    return result


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def two_prod(a: C.double, b: C.double) -> DD:
    """The exact product a * b (Shewchuk, theorem 18; Dekker)."""
    result: DD
    c: C.double = SPLITTER * a
    a_hi: C.double = c - (c - a)
    a_lo: C.double = a - a_hi
    c = SPLITTER * b
    b_hi: C.double = c - (c - b)
    b_lo: C.double = b - b_hi
    result.hi = a * b
    result.lo = a_lo * b_lo - (((result.hi - a_hi * b_hi) - a_lo * b_hi) - a_hi * b_lo)
    return result


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def dd_add(a: DD, b: DD) -> DD:
    """The sum of two double-doubles, with an error of about 2**-104 of its terms."""
    s: DD = two_sum(a.hi, b.hi)
    t: DD = two_sum(a.lo, b.lo)
    s = two_sum(s.hi, s.lo + t.hi)
    return two_sum(s.hi, s.lo + t.lo)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def single(a: C.double) -> DD:
    """`a` as a double-double."""
    result: DD
    result.hi = a
    result.lo = 0.0
    return result


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def dd_sub(a: DD, b: DD) -> DD:
    """The difference of two double-doubles."""
    b.hi = -b.hi
    b.lo = -b.lo
    return dd_add(a, b)


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def dd_mul(a: DD, b: DD) -> DD:
    """The product of two double-doubles."""
    p: DD = two_prod(a.hi, b.hi)
    return two_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi))


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def dd_cross(ax: DD, ay: DD, bx: DD, by: DD) -> DD:
    """The cross product a x b."""
    return dd_sub(dd_mul(ax, by), dd_mul(ay, bx))


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def dd_dot(ax: DD, ay: DD, bx: DD, by: DD) -> DD:
    """The dot product a . b."""
    return dd_add(dd_mul(ax, bx), dd_mul(ay, by))


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def dd_sign(a: DD) -> C.double:
    """A number with the sign of `a`."""
    return a.hi if a.hi != 0.0 else a.lo


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def is_surely_zero(
    ax: C.double, ay: C.double, bx: C.double, by: C.double, px: C.double, py: C.double
) -> C.bint:
    """Whether (b - a) x (p - a) is plainly zero: most doubts are about what fits exactly.

    Then a difference is 0 in each product, or all are exact, and the products, as pairs, equal.
    """
    if (ax == bx or ay == py) and (ay == by or ax == px):
        return True
    x: DD = two_sum(bx, -ax)
    y: DD = two_sum(by, -ay)
    u: DD = two_sum(px, -ax)
    v: DD = two_sum(py, -ay)
    left: DD = two_prod(x.hi, v.hi)
    right: DD = two_prod(y.hi, u.hi)
    return (
        x.lo == y.lo == u.lo == v.lo == 0.0
        and left.hi == right.hi
        and left.lo == right.lo
        and fabs(left.hi) > UNDERFLOW
    )


def orient_exact(
    ax: C.double, ay: C.double, bx: C.double, by: C.double, px: C.double, py: C.double
) -> C.double:
    """A number with the exact sign of (b - a) x (p - a).

    Positive if p is on the inner side of the edge a -> b of a polygon of positive area. The six
    products of the expanded determinant are exact pairs; they are added to an expansion one by one
    (Shewchuk, GROW-EXPANSION), whose largest nonzero component has the sign of the sum.
    """
    largest: C.double = max(fabs(ax), fabs(ay), fabs(bx), fabs(by), fabs(px), fabs(py))
    if largest < SMALL_NUMBERS:
        ax = ldexp(ax, 400)
        ay = ldexp(ay, 400)
        bx = ldexp(bx, 400)
        by = ldexp(by, 400)
        px = ldexp(px, 400)
        py = ldexp(py, 400)
    if is_surely_zero(ax, ay, bx, by, px, py):
        return 0.0
    products: DD[6]
    products[0] = two_prod(ax, by)
    products[1] = two_prod(-ay, bx)
    products[2] = two_prod(bx, py)
    products[3] = two_prod(-by, px)
    products[4] = two_prod(px, ay)
    products[5] = two_prod(-py, ax)
    expansion: C.double[12]
    i: C.int
    j: C.int
    for i in range(12):
        term: C.double = products[i // 2].lo if i % 2 == 0 else products[i // 2].hi
        for j in range(i):
            s: DD = two_sum(term, expansion[j])
            expansion[j] = s.lo
            term = s.hi
        expansion[i] = term
    for i in range(11, -1, -1):
        if expansion[i] != 0.0:
            return expansion[i]
    return 0.0


def discs_exact(
    ax: C.double, ay: C.double, ar: C.double, bx: C.double, by: C.double, br: C.double
) -> C.double:
    """A number with the sign of |a - b|**2 - (ar + br)**2: negative if two circles overlap."""
    shift: C.int = 0
    largest: C.double = max(fabs(bx - ax), fabs(by - ay), ar, br)
    if largest < SMALL_NUMBERS:
        shift = 400
    dx: DD = two_sum(ldexp(bx, shift), -ldexp(ax, shift))
    dy: DD = two_sum(ldexp(by, shift), -ldexp(ay, shift))
    r: DD = two_sum(ldexp(ar, shift), ldexp(br, shift))
    return dd_sign(dd_sub(dd_dot(dx, dy, dx, dy), dd_mul(r, r)))


ScaledMatrix = C.struct(m00=DD, m01=DD, m10=DD, m11=DD, det=DD, shift=C.int, unit=C.double)
"""The matrix of a disc in double-doubles, scaled by `unit`, which is 2**shift, and its
determinant."""

ExactVector = C.struct(x=DD, y=DD)


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def scaled_matrix(disc: Numbers) -> ScaledMatrix:
    """The matrix of a disc, scaled so that products of its numbers do not underflow."""
    result: ScaledMatrix
    exponent: C.int = 0
    frexp(max(fabs(disc[2]), fabs(disc[3]), fabs(disc[4]), fabs(disc[5])), C.address(exponent))
    result.shift = min(-exponent, 400)  # with a larger shift, scaled distances could overflow
    result.unit = ldexp(1.0, result.shift)  # to multiply by it rounds as `ldexp` does
    result.m00 = single(disc[2] * result.unit)
    result.m01 = single(disc[3] * result.unit)
    result.m10 = single(disc[4] * result.unit)
    result.m11 = single(disc[5] * result.unit)
    result.det = dd_cross(result.m00, result.m10, result.m01, result.m11)
    return result


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def to_circle_space(
    m: C.pointer(ScaledMatrix), disc: Numbers, px: C.double, py: C.double
) -> ExactVector:
    """adj(M) (p - c): the image of p if the disc is mapped to a circle of radius det(M) about 0."""
    dx: DD = two_sum(px, -disc[0])
    dy: DD = two_sum(py, -disc[1])
    result: ExactVector
    dx.hi *= m.unit
    dx.lo *= m.unit
    dy.hi *= m.unit
    dy.lo *= m.unit
    result.x = dd_cross(m.m11, m.m01, dy, dx)
    result.y = dd_cross(m.m00, m.m10, dx, dy)
    return result


def disc_point_exact(disc: Numbers, px: C.double, py: C.double, fill: C.bint) -> C.bint:
    """Whether p is inside the open disc; with `fill`, whether p + (e, e*e) is, e infinitesimal.

    With w = adj(M) (p - c) and the columns g, h of adj(M), the point p + (e, e*e) is mapped to
    w + e g + e*e h. |.|**2 - det**2 is a polynomial in e, whose first nonzero coefficient decides.
    (As computed, w has a factor s**2, with s = 2**shift, and g and h have s. So g*g lacks one
    factor s beside w*h, and gets it.)
    """
    m: ScaledMatrix = scaled_matrix(disc)
    w: ExactVector = to_circle_space(C.address(m), disc, px, py)
    hx: DD = m.m01
    gy: DD = m.m10
    sign: C.double = dd_sign(dd_sub(dd_dot(w.x, w.y, w.x, w.y), dd_mul(m.det, m.det)))
    if sign != 0.0 or not fill:
        return sign < 0.0
    hx.hi = -hx.hi
    hx.lo = -hx.lo
    gy.hi = -gy.hi
    gy.lo = -gy.lo
    sign = dd_sign(dd_dot(w.x, w.y, m.m11, gy))
    if sign != 0.0:
        return sign < 0.0
    sign = dd_sign(
        dd_add(
            dd_mul(single(2.0), dd_dot(w.x, w.y, hx, m.m00)),
            dd_mul(single(ldexp(1.0, m.shift)), dd_dot(m.m11, gy, m.m11, gy)),
        )
    )
    if sign != 0.0:
        return sign < 0.0
    return dd_sign(dd_dot(m.m11, gy, hx, m.m00)) < 0.0


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def edge_sign(a: ExactVector, b: ExactVector, radius: DD) -> C.double:
    """A number with the sign of the distance of the segment a b from 0 minus a radius.

    The nearest point follows C. Ericson, "Real-Time Collision Detection", 5.1.2, with both sides
    multiplied by the divisor.
    """
    ex: DD = dd_sub(b.x, a.x)
    ey: DD = dd_sub(b.y, a.y)
    squared: DD = dd_mul(radius, radius)
    along: DD = dd_dot(a.x, a.y, ex, ey)
    if dd_sign(along) >= 0.0:
        return dd_sign(dd_sub(dd_dot(a.x, a.y, a.x, a.y), squared))
    length_squared: DD = dd_dot(ex, ey, ex, ey)
    if dd_sign(dd_add(along, length_squared)) <= 0.0:
        return dd_sign(dd_sub(dd_dot(b.x, b.y, b.x, b.y), squared))
    cross: DD = dd_cross(a.x, a.y, ex, ey)
    return dd_sign(dd_sub(dd_mul(cross, cross), dd_mul(squared, length_squared)))


def disc_edges_exact(disc: Numbers, points: Numbers, count: C.int) -> C.bint:
    """Whether the open disc meets an edge of a polygon or, given two points, a segment.

    In the space where the disc is a circle about 0, this asks whether an edge is nearer to 0 than
    the radius.
    """
    m: ScaledMatrix = scaled_matrix(disc)
    a: ExactVector = to_circle_space(
        C.address(m), disc, points[2 * count - 2], points[2 * count - 1]
    )
    i: C.int
    for i in range(count if count > 2 else 1):  # a segment has one edge, not two
        b: ExactVector = to_circle_space(C.address(m), disc, points[2 * i], points[2 * i + 1])
        if edge_sign(a, b, m.det) < 0.0:
            return True
        a = b
    return False


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def way_between(
    x1: C.double, y1: C.double, x2: C.double, y2: C.double, shift: C.int
) -> ExactVector:
    """The difference of two points, times 2**shift."""
    result: ExactVector
    result.x = two_sum(ldexp(x2, shift), -ldexp(x1, shift))
    result.y = two_sum(ldexp(y2, shift), -ldexp(y1, shift))
    return result


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def shift_for(size: C.double) -> C.int:
    """The power of two that numbers of a size are multiplied by, so that nothing underflows."""
    exponent: C.int = 0
    frexp(size, C.address(exponent))
    return min(max(-exponent, 0), 400)


def edge_gap_exact(
    px: C.double,
    py: C.double,
    x1: C.double,
    y1: C.double,
    x2: C.double,
    y2: C.double,
    r: C.double,
    extra: C.double,
) -> C.double:
    """A number with the sign of the distance of p from a segment minus (r + extra).

    Whole numbers up to some millions are exact.
    """
    size: C.double = max(fabs(x1 - px), fabs(y1 - py), fabs(x2 - px), fabs(y2 - py))
    shift: C.int = shift_for(max(size, r, extra))
    return edge_sign(
        way_between(px, py, x1, y1, shift),
        way_between(px, py, x2, y2, shift),
        two_sum(ldexp(r, shift), ldexp(extra, shift)),
    )


@C.cfunc
@C.nogil
@C.exceptval(check=False)
def rim_is_inside(
    core: Numbers,
    disc: Numbers,
    a: ExactVector,
    b: ExactVector,
    px: C.double,
    py: C.double,
    g: ExactVector,
    h: ExactVector,
) -> C.bint:
    """Whether a point on the rim of a long part counts as inside, shifted by (e, e*e).

    Beside the segment `core` the rim is straight, and beyond its ends it is the rim of `disc`. a
    and b are the ends seen from the point, in the space of the circle, g and h the shifts there.
    """
    round: C.double[6]
    k: C.int
    end: C.int = 0
    ex: DD = dd_sub(b.x, a.x)
    ey: DD = dd_sub(b.y, a.y)
    along_g: C.double = dd_sign(dd_dot(g.x, g.y, ex, ey))
    along_h: C.double = dd_sign(dd_dot(h.x, h.y, ex, ey))
    # How far the shifted point is beyond each end: negative beside the segment.
    if first_sign(dd_sign(dd_dot(a.x, a.y, ex, ey)), -along_g, -along_h) > 0.0:
        end = 1
    elif first_sign(-dd_sign(dd_dot(b.x, b.y, ex, ey)), along_g, along_h) > 0.0:
        end = 2
    if end == 0:
        # (q - p) x (shift) is against the side on which the point is.
        side: C.double = orient_exact(core[0], core[1], core[2], core[3], px, py)
        turn: C.double = core[1] - core[3] if core[1] != core[3] else core[2] - core[0]
        return (side < 0.0) == (turn > 0.0)
    for k in range(6):
        round[k] = disc[k]
    round[0] = core[2 * end - 2]
    round[1] = core[2 * end - 1]
    return disc_point_exact(round, px, py, True)


def capsule_point_exact(capsule: Numbers, px: C.double, py: C.double) -> C.bint:
    """Whether the open capsule contains p + (e, e*e), e > 0 and vanishing."""
    disc: C.double[6]
    g: ExactVector
    h: ExactVector
    size: C.double = max(
        fabs(capsule[0] - px), fabs(capsule[1] - py), fabs(capsule[2] - px), fabs(capsule[3] - py)
    )
    shift: C.int = shift_for(max(size, capsule[4]))
    a: ExactVector = way_between(px, py, capsule[0], capsule[1], shift)
    b: ExactVector = way_between(px, py, capsule[2], capsule[3], shift)
    sign: C.double = edge_sign(a, b, single(ldexp(capsule[4], shift)))
    if sign != 0.0:
        return sign < 0.0
    disc[2] = disc[5] = capsule[4]
    disc[3] = disc[4] = 0.0
    g.x = h.y = single(1.0)
    g.y = h.x = single(0.0)
    return rim_is_inside(capsule, disc, a, b, px, py, g, h)


def stretched_point_exact(stretched: Numbers, px: C.double, py: C.double) -> C.bint:
    """Whether the open stretched capsule contains p + (e, e*e), e > 0 and vanishing."""
    disc: C.double[6]
    g: ExactVector
    h: ExactVector
    k: C.int
    disc[0] = px
    disc[1] = py
    for k in range(2, 6):
        disc[k] = stretched[k + 2]
    m: ScaledMatrix = scaled_matrix(disc)
    a: ExactVector = to_circle_space(C.address(m), disc, stretched[0], stretched[1])
    b: ExactVector = to_circle_space(C.address(m), disc, stretched[2], stretched[3])
    sign: C.double = edge_sign(a, b, m.det)
    if sign != 0.0:
        return sign < 0.0
    g.x = m.m11
    g.y = dd_sub(single(0.0), m.m10)
    h.x = dd_sub(single(0.0), m.m01)
    h.y = m.m00
    return rim_is_inside(stretched, disc, a, b, px, py, g, h)


def cross_exact(
    ax: C.double,
    ay: C.double,
    bx: C.double,
    by: C.double,
    cx: C.double,
    cy: C.double,
    ex: C.double,
    ey: C.double,
) -> C.double:
    """A number with the sign of (b - a) x (e - c), in double-doubles."""
    shift: C.int = 0
    if max(fabs(ax), fabs(ay), fabs(bx), fabs(by)) < SMALL_NUMBERS:
        shift = 400
    ux: DD = two_sum(ldexp(bx, shift), -ldexp(ax, shift))
    uy: DD = two_sum(ldexp(by, shift), -ldexp(ay, shift))
    vx: DD = two_sum(ex, -cx)
    vy: DD = two_sum(ey, -cy)
    return dd_sign(dd_cross(ux, uy, vx, vy))


def line_meets_disc_exact(
    disc: Numbers, extra: C.double, px: C.double, py: C.double, dx: C.double, dy: C.double
) -> C.bint:
    """Whether the line through p in direction d meets the open disc, in double-doubles.

    Its distance to the center is less than the disc's extent across d: |d x (p - c)| < |adj(M) d|.
    A circle may be larger than it is by `extra`; of an ellipse that is 0.
    """
    x: DD = two_sum(px, -disc[0])
    y: DD = two_sum(py, -disc[1])
    direction_x: DD = single(dx)
    direction_y: DD = single(dy)
    m00: DD = two_sum(disc[2], extra)
    m11: DD = two_sum(disc[5], extra)
    cross: DD = dd_cross(direction_x, direction_y, x, y)
    wx: DD = dd_cross(m11, single(disc[3]), direction_y, direction_x)
    wy: DD = dd_cross(m00, single(disc[4]), direction_x, direction_y)
    return dd_sign(dd_sub(dd_mul(cross, cross), dd_dot(wx, wy, wx, wy))) < 0.0


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def first_sign(first: C.double, second: C.double, third: C.double) -> C.double:
    """The first of three numbers that is not 0: the sign of first + e second + e*e third."""
    if first != 0.0:
        return first
    return second if second != 0.0 else third


def ray_disc_exact(disc: Numbers, ray: Numbers) -> C.bint:
    """Whether a ray, shifted by (e, e*e), meets the open disc; it is known not to start inside.

    It does if it ends inside, or if it passes the foot of the perpendicular from the center on its
    way, nearer than the radius. In the space of the circle, with the start w, the direction d, and
    the columns g, h of adj(M), the shifted ray begins at w + e g + e*e h. There d x g = -det dy and
    d x h = det dx, with dx and dy as in the world.
    """
    if disc_point_exact(disc, ray[2], ray[3], True):
        return True
    m: ScaledMatrix = scaled_matrix(disc)
    w: ExactVector = to_circle_space(C.address(m), disc, ray[0], ray[1])
    end: ExactVector = to_circle_space(C.address(m), disc, ray[2], ray[3])
    dx: DD = dd_sub(end.x, w.x)
    dy: DD = dd_sub(end.y, w.y)
    hx: DD = dd_sub(single(0.0), m.m01)
    gy: DD = dd_sub(single(0.0), m.m10)
    along_g: C.double = dd_sign(dd_dot(m.m11, gy, dx, dy))
    along_h: C.double = dd_sign(dd_dot(hx, m.m00, dx, dy))
    if not first_sign(dd_sign(dd_dot(w.x, w.y, dx, dy)), along_g, along_h) < 0.0:
        return False
    if not first_sign(dd_sign(dd_dot(end.x, end.y, dx, dy)), along_g, along_h) > 0.0:
        return False
    cross: DD = dd_cross(w.x, w.y, dx, dy)
    gap: C.double = dd_sign(
        dd_sub(dd_mul(cross, cross), dd_mul(dd_mul(m.det, m.det), dd_dot(dx, dy, dx, dy)))
    )
    # w x d changes by (e g + e*e h) x d = e det dy - e*e det dx.
    gap = first_sign(gap, dd_sign(cross) * (ray[3] - ray[1]), -dd_sign(cross) * (ray[2] - ray[0]))
    return gap < 0.0
