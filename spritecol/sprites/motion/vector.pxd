from spritecol._support.libc cimport sqrt

cdef struct Vector:
    double x
    double y

cdef enum:
    MOST_PLANES = 48     # further planes are ignored: the exact test at the end of a way covers all

cdef struct HalfPlane:   # the ways w with w . normal >= offset
    Vector normal
    double offset
    Py_ssize_t target    # the target it belongs to: its position in `Nearby.batch`

cdef struct HalfPlanes:
    HalfPlane[MOST_PLANES] items
    int count

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

cdef void add_plane(
    HalfPlanes* planes, Vector normal, double offset, Py_ssize_t target
) noexcept nogil
cdef bint nearest_way(
    const HalfPlanes* planes, Vector wanted, double slack, Vector* way
) noexcept nogil
