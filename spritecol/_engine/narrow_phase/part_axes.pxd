from spritecol._engine.storage.layout cimport Collision

cdef double support(const Collision* part, const double* pool, double nx, double ny) noexcept nogil
cdef double axis_gap(
    const Collision* a, const Collision* b, const double* pool, double nx, double ny
) noexcept nogil
cdef void touching_point(
    const Collision* a, const Collision* b, const double* pool, double nx, double ny, double* point
) noexcept nogil
cdef double reach_of(const Collision* part, const double* pool, double x, double y) noexcept nogil
