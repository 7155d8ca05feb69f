from spritecol.sprites.motion.vector cimport Vector

cdef enum:
    MOST_PLANES = 48     # more are not heeded: the exact test at the end of a way knows all

cdef struct HalfPlane:   # the ways w with w . normal >= offset
    Vector normal
    double offset
    Py_ssize_t position  # whose it is, in `Body.near`

cdef struct HalfPlanes:
    HalfPlane[MOST_PLANES] items
    int count

cdef HalfPlane half_plane(Vector normal, double offset, Py_ssize_t position) noexcept nogil
cdef void add_plane(HalfPlanes* planes, HalfPlane plane) noexcept nogil
cdef bint nearest_way(
    const HalfPlanes* planes, Vector wanted, double slack, Vector* way
) noexcept nogil
