from spritecol._engine.narrow_phase.nearest_points cimport Nearest
from spritecol._engine.pointers cimport Numbers
from spritecol._engine.storage.layout cimport Part

cdef bint is_greater(int kind, Numbers a, int na, Numbers b, int nb) noexcept nogil
cdef void distance_between(
    int kind_a, Numbers a, int na, int kind_b, Numbers b, int nb, Nearest* out
) noexcept nogil
cdef void parts_distance(
    const Part* a, const Part* b, Numbers pool, Nearest* out
) noexcept nogil
cdef void touching_points(
    const Part* a, const Part* b, Numbers pool, Nearest* near
) noexcept nogil

cdef void distance_of_polygons(Numbers a, int na, Numbers b, int nb, Nearest* out) noexcept nogil
