from spritecol._engine.narrow_phase.straight_distances cimport Nearest
from spritecol._engine.storage.layout cimport KINDS, Collision

ctypedef void (*DistanceKernel)(
    const double* a, int na, const double* b, int nb, Nearest* out
) noexcept nogil

cdef DistanceKernel[KINDS][KINDS] DISTANCES

# The signed distance of two convex parts; see `Nearest`.
cdef void parts_distance(
    const Collision* a, const Collision* b, const double* pool, Nearest* out
) noexcept nogil
cdef void touching_points(
    const Collision* a, const Collision* b, const double* pool, Nearest* near
) noexcept nogil
cdef void distance_between(
    int kind_a, const double* a, int na, int kind_b, const double* b, int nb, Nearest* out
) noexcept nogil
cdef void infinite(const double* a, int na, const double* b, int nb, Nearest* out) noexcept nogil
