from spritecol._support.libc cimport INFINITY, sqrt

cdef extern from *:
    """
    #define SPRITECOL_DEGREE 0.017453292519943295
    """
    # A degree in radians.
    const double DEGREE "SPRITECOL_DEGREE"

cdef struct Rotation:
    double cosine
    double sine

cdef Rotation rotation_of(double angle) noexcept nogil

cdef double angle_of(double x, double y) noexcept nogil

cdef double scaled_hypot(double x, double y) noexcept nogil

cdef inline double hypot(double x, double y) noexcept nogil:
    # The length of a vector, with the same bits on every machine: the C library's `hypot` differs
    # between processors and libraries, but IEEE 754 defines each of these operations. The relative
    # error is below 2^-52, and the result is exact where both squares and their sum are.
    cdef double squared = x * x + y * y
    # Below this the smaller square may have underflowed to less than 53 correct bits of the sum.
    return sqrt(squared) if 1e-280 < squared < INFINITY else scaled_hypot(x, y)
