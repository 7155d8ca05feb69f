from spritecol._engine.narrow_phase.distances cimport Nearest

cdef int look_at_quad(
    const double* circle, const double* quad, double slack, Nearest* out
) noexcept nogil
