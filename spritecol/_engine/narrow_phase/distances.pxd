from spritecol._engine.narrow_phase.nearest_points cimport Nearest
from spritecol._engine.pointers cimport Numbers
from spritecol._engine.storage.layout cimport POINT, Part

cdef bint is_greater(int kind, Numbers a, int na, Numbers b, int nb) noexcept nogil
cdef void distance_between(
    int kind_a, Numbers a, int na, int kind_b, Numbers b, int nb, Nearest* out
) noexcept nogil
cdef void parts_distance(
    const Part* a, const Part* b, Numbers pool, Nearest* out
) noexcept nogil
cdef inline void distance_of_point(
    Numbers point, const Part* part, Numbers pool, Nearest* out
) noexcept nogil:
    # The distance of a point from a part of the store.
    distance_between(POINT, point, 1, part.kind, pool + part.first, part.count, out)

cdef void touching_points(
    const Part* a, const Part* b, Numbers pool, Nearest* near
) noexcept nogil

cdef void distance_of_polygons(Numbers a, int na, Numbers b, int nb, Nearest* out) noexcept nogil
