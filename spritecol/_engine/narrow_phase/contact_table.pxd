from spritecol._engine.narrow_phase.straight_distances cimport Nearest
from spritecol._engine.storage.layout cimport KINDS, Collision

ctypedef int (*ContactKernel)(
    const double* a, int na, const double* b, int nb, const Nearest* near, double* points
) noexcept nogil

cdef ContactKernel[KINDS][KINDS] CONTACTS

cdef int contact_points(
    const Collision* a, const Collision* b, const double* pool, const Nearest* near, double* points
) noexcept nogil
cdef int nowhere(
    const double* a, int na, const double* b, int nb, const Nearest* near, double* points
) noexcept nogil
