"""From polar coordinates to x and y, and back: cosine and sine of degrees, and `hypot`.

The results are the same on every machine, which those of the C library are not. Cosine and sine are
exact for multiples of 90 degrees. Their polynomials are those of fdlibm's `k_sin.c` and `k_cos.c`
(Sun Microsystems, 1993), whose error within 45 degrees is below one unit in the last place.
"""

import cython
from cython.cimports.libc.math import fabs, sqrt

DEGREE = cython.declare(cython.double, 0.017453292519943295)
"""In radians: pi / 180."""

S1 = cython.declare(cython.double, -1.66666666666666324348e-01)
S2 = cython.declare(cython.double, 8.33333333332248946124e-03)
S3 = cython.declare(cython.double, -1.98412698298579493134e-04)
S4 = cython.declare(cython.double, 2.75573137070700676789e-06)
S5 = cython.declare(cython.double, -2.50507602534068634195e-08)
S6 = cython.declare(cython.double, 1.58969099521155010221e-10)

C1 = cython.declare(cython.double, 4.16666666666666019037e-02)
C2 = cython.declare(cython.double, -1.38888888888741095749e-03)
C3 = cython.declare(cython.double, 2.48015872894767294178e-05)
C4 = cython.declare(cython.double, -2.75573143513906633035e-07)
C5 = cython.declare(cython.double, 2.08757232129817482790e-09)
C6 = cython.declare(cython.double, -1.13596475577881948265e-11)

HUGE = cython.declare(cython.double, 4.149515568880993e180)
"""2^600, by which numbers are multiplied or divided without rounding before they are squared."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def nearest(number: cython.double) -> cython.longlong:
    """The nearest integer to a number below 1e18; halves are rounded away from 0."""
    return cython.cast(cython.longlong, number + (0.5 if number >= 0.0 else -0.5))


def rotation_of(angle: cython.double) -> Rotation:
    """Cosine and sine of an angle in degrees, of magnitude at most 1e12.

    The angle is reduced to within 45 degrees of a multiple of 90. Both subtractions are exact: the
    differences are multiples of the angle's last bit and fit into 53 bits. So the results for
    multiples of 90 degrees are exact, and adding 360 degrees changes nothing.
    """
    reduced: cython.double = angle - 360.0 * nearest(angle * (1.0 / 360.0))
    quarters: cython.longlong = nearest(reduced * (1.0 / 90.0))
    x: cython.double = (reduced - 90.0 * quarters) * DEGREE
    z: cython.double = x * x
    half: cython.double = 0.5 * z
    high: cython.double = 1.0 - half
    c: cython.double = z * z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 + z * C6)))))
    s: cython.double = z * (S2 + z * (S3 + z * (S4 + z * (S5 + z * S6))))
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


def cos_sin(angle: cython.double):
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


def scaled_hypot(x: cython.double, y: cython.double) -> cython.double:
    """`hypot` where a square or their sum would overflow or underflow."""
    scale: cython.double = 1.0 / HUGE if fabs(x) > 1.0 or fabs(y) > 1.0 else HUGE
    x *= scale
    y *= scale
    return sqrt(x * x + y * y) / scale


def length(x: cython.double, y: cython.double):
    """The length of a vector: `hypot` for plain Python.

    >>> length(3, -4)
    5.0
    """
    return hypot(x, y)
