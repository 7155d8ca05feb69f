from spritecol._engine.tolerances cimport SAME
from spritecol._support.libc cimport fabs, sqrt

cdef struct Vector:
    double x
    double y

cdef inline Vector vector(double x, double y) noexcept nogil:
    cdef Vector v
    v.x = x
    v.y = y
    return v

cdef inline Vector plus(Vector a, Vector b) noexcept nogil:
    return vector(a.x + b.x, a.y + b.y)

cdef inline Vector minus(Vector a, Vector b) noexcept nogil:
    return vector(a.x - b.x, a.y - b.y)

cdef inline Vector times(Vector a, double k) noexcept nogil:
    return vector(a.x * k, a.y * k)

cdef inline double dot(Vector a, Vector b) noexcept nogil:
    return a.x * b.x + a.y * b.y

cdef inline double cross(Vector a, Vector b) noexcept nogil:
    return a.x * b.y - a.y * b.x

cdef inline bint is_zero(Vector a) noexcept nogil:
    return a.x == 0.0 and a.y == 0.0

cdef inline double length_of(Vector a) noexcept nogil:
    return sqrt(a.x * a.x + a.y * a.y)

cdef inline Vector rotated(Vector a, double cosine, double sine) noexcept nogil:
    return vector(a.x * cosine - a.y * sine, a.x * sine + a.y * cosine)

cdef inline bint is_same_normal(Vector a, Vector b) noexcept nogil:
    # Whether two normals are the same, up to rounding.
    return dot(a, b) > 0.0 and fabs(cross(a, b)) <= SAME
