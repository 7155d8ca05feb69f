from spritecol.sprites.motion.vector cimport Vector

cdef enum:
    MOST_PLANES = 48     # more are not heeded: the exact test at the end of a way knows all

cdef struct HalfPlane:   # the ways w with w . normal >= offset
    Vector normal
    double offset
    Py_ssize_t target    # whose it is: its position in `Body.near`

cdef struct HalfPlanes:
    HalfPlane[MOST_PLANES] items
    int count

cdef void add_plane(
    HalfPlanes* planes, Vector normal, double offset, Py_ssize_t target
) noexcept nogil
cdef bint nearest_way(
    const HalfPlanes* planes, Vector wanted, double slack, Vector* way
) noexcept nogil
