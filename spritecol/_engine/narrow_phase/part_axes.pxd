from spritecol._engine.storage.layout cimport Collision

cdef struct Extents:
    # From where to where a part extends, seen along a direction; times its length.
    double behind
    double ahead
    double left
    double right

cdef double support(const Collision* part, const double* pool, double nx, double ny) noexcept nogil
cdef void extents_along(
    const Collision* part, const double* pool, double dx, double dy, Extents* out
) noexcept nogil
cdef double axis_gap(
    const Collision* a, const Collision* b, const double* pool, double nx, double ny
) noexcept nogil
cdef void touching_point(
    const Collision* a, const Collision* b, const double* pool, double nx, double ny, double* point
) noexcept nogil
cdef double reach_of(const Collision* part, const double* pool, double x, double y) noexcept nogil
