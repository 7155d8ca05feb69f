from spritecol._engine.narrow_phase.nearest_points cimport Nearest
from spritecol._engine.pointers cimport Numbers
from spritecol._engine.storage.layout cimport Part

cdef int contact_points(
    const Part* a, const Part* b, Numbers pool, const Nearest* near, double* points
) noexcept nogil
cdef int quick_contact(Numbers a, Numbers b, Nearest* near, double* points) noexcept nogil
