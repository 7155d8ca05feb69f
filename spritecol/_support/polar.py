"""From polar coordinates to x and y, and back: cosine and sine of degrees, angle and length.

The results are the same on every machine, unlike the results of the C library. Results for
multiples of 90 degrees are exact. The polynomials come from fdlibm's `k_sin.c`, `k_cos.c` and
`s_atan.c` (Sun Microsystems, 1993), whose error is below one unit in the last place. They stand
alone, because every room uses them.
"""

import cython as C
from cython.cimports.spritecol._support.libc import fabs, sqrt

RADIAN = C.declare(C.double, 57.29577951308232)
"""In degrees: 180 / pi."""

ATAN_HALF = C.declare(C.double, 26.56505117707799)
"""In degrees: the angle whose tangent is 1 / 2."""

S1 = C.declare(C.double, -1.66666666666666324348e-01)
S2 = C.declare(C.double, 8.33333333332248946124e-03)
S3 = C.declare(C.double, -1.98412698298579493134e-04)
S4 = C.declare(C.double, 2.75573137070700676789e-06)
S5 = C.declare(C.double, -2.50507602534068634195e-08)
S6 = C.declare(C.double, 1.58969099521155010221e-10)

C1 = C.declare(C.double, 4.16666666666666019037e-02)
C2 = C.declare(C.double, -1.38888888888741095749e-03)
C3 = C.declare(C.double, 2.48015872894767294178e-05)
C4 = C.declare(C.double, -2.75573143513906633035e-07)
C5 = C.declare(C.double, 2.08757232129817482790e-09)
C6 = C.declare(C.double, -1.13596475577881948265e-11)

A1 = C.declare(C.double, 3.33333333333329318027e-01)
A2 = C.declare(C.double, -1.99999999998764832476e-01)
A3 = C.declare(C.double, 1.42857142725034663711e-01)
A4 = C.declare(C.double, -1.11111104054623557880e-01)
A5 = C.declare(C.double, 9.09088713343650656196e-02)
A6 = C.declare(C.double, -7.69187620504482999495e-02)
A7 = C.declare(C.double, 6.66107313738753120669e-02)
A8 = C.declare(C.double, -5.83357013379057348645e-02)
A9 = C.declare(C.double, 4.97687799461593236017e-02)
A10 = C.declare(C.double, -3.65315727442169155270e-02)
A11 = C.declare(C.double, 1.62858201153657823623e-02)

HUGE = C.declare(C.double, 4.149515568880993e180)
"""2^600, by which numbers are multiplied or divided without rounding before they are squared."""


@C.cfunc
@C.inline
@C.nogil
@C.exceptval(check=False)
def nearest_integer(number: C.double) -> C.longlong:
    """The nearest integer to a number below 1e18; halves are rounded away from 0."""
    return C.cast(C.longlong, number + (0.5 if number >= 0.0 else -0.5))


def rotation_of(angle: C.double) -> Rotation:
    """Cosine and sine of an angle in degrees, of magnitude at most 1e12.

    The angle is reduced to within 45 degrees of a multiple of 90. Both subtractions are exact: the
    differences are multiples of the angle's last bit and fit into 53 bits. So the results for
    multiples of 90 degrees are exact, and adding 360 degrees changes nothing. An angle within 180
    degrees does not contain a whole turn to subtract.
    """
    reduced: C.double = angle
    if fabs(angle) >= 180.0:
        reduced = angle - 360.0 * nearest_integer(angle * (1.0 / 360.0))
    quarters: C.longlong = nearest_integer(reduced * (1.0 / 90.0))
    x: C.double = (reduced - 90.0 * quarters) * DEGREE
    z: C.double = x * x
    half: C.double = 0.5 * z
    high: C.double = 1.0 - half
    c: C.double = z * z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 + z * C6)))))
    s: C.double = z * (S2 + z * (S3 + z * (S4 + z * (S5 + z * S6))))
    result: Rotation
    c = high + (((1.0 - high) - half) + c)
    s = x + x * z * (S1 + s)
    quarters = quarters & 3
    # Adding 0.0, or subtracting from it, converts a negative zero to a positive one.
    if quarters == 0:
        result.cosine = c
        result.sine = s + 0.0
    elif quarters == 1:
        result.cosine = 0.0 - s
        result.sine = c
    elif quarters == 2:
        result.cosine = -c
        result.sine = 0.0 - s
    else:
        result.cosine = s + 0.0
        result.sine = -c
    return result


def cos_sin(angle: C.double):
    """Cosine and sine of an angle in degrees, as a tuple.

    Raises:
        ValueError: the angle has no nearest whole number: it is not finite, or beyond 1e18.

    >>> cos_sin(-630)
    (0.0, 1.0)
    """
    if not -1e18 < angle < 1e18:  # NaN fails this too
        raise ValueError(f"an angle must be a finite number from -1e18 to 1e18, got {angle}")
    rotation: Rotation = rotation_of(angle)
    return rotation.cosine, rotation.sine


def angle_of(x: C.double, y: C.double) -> C.double:
    """The angle of a vector in degrees, from -180 to 180; 0 for (0, 0).

    The inverse of `rotation_of`. It is exact for multiples of 45 degrees. Elsewhere the quotient of
    the two sides is reduced to at most 7 / 16 by the tangent of a difference of two angles.
    """
    across: C.double = fabs(x)
    down: C.double = fabs(y)
    longer: C.double = max(across, down)
    t: C.double = min(across, down) / longer if longer > 0.0 else 0.0
    angle: C.double = 0.0
    if t > 0.6875:  # 11 / 16
        angle = 45.0
        t = (t - 1.0) / (t + 1.0)
    elif t > 0.4375:  # 7 / 16
        angle = ATAN_HALF
        t = (2.0 * t - 1.0) / (2.0 + t)
    z: C.double = t * t
    odd: C.double = A1 + z * z * (A3 + z * z * (A5 + z * z * (A7 + z * z * (A9 + z * z * A11))))
    even: C.double = A2 + z * z * (A4 + z * z * (A6 + z * z * (A8 + z * z * A10)))
    angle += (t - t * (z * odd + z * z * even)) * RADIAN
    if down > across:
        angle = 90.0 - angle
    if x < 0.0:
        angle = 180.0 - angle
    return -angle if y < 0.0 else angle


def scaled_hypot(x: C.double, y: C.double) -> C.double:
    """`hypot` if a square or the sum of both would overflow or underflow."""
    scale: C.double = 1.0 / HUGE if fabs(x) > 1.0 or fabs(y) > 1.0 else HUGE
    x *= scale
    y *= scale
    return sqrt(x * x + y * y) / scale


def degrees_of(x: C.double, y: C.double):
    """The angle of a vector in degrees, from -180 to 180; 0 for (0, 0).

    >>> degrees_of(-1, -1)
    -135.0
    """
    return angle_of(x, y)


def length(x: C.double, y: C.double):
    """The length of a vector: `hypot` for plain Python.

    >>> length(3, -4)
    5.0
    """
    return hypot(x, y)
