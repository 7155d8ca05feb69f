from spritecol._engine.narrow_phase.cores cimport Core
from spritecol._engine.pointers cimport Numbers
from spritecol._engine.storage.layout cimport Part
from spritecol._engine.transform.rows cimport Cuts

cdef double support(const Part* part, Numbers pool, double nx, double ny) noexcept nogil
cdef double axis_gap(
    const Part* a, const Part* b, Numbers pool, double nx, double ny
) noexcept nogil
cdef void touching_side(
    const Part* part, Numbers pool, double nx, double ny, bint wants_level,
    double* level, double* low, double* high
) noexcept nogil
cdef double side_of_core(
    const Core* core, double nx, double ny, double* low, double* high
) noexcept nogil
cdef void touching_point(
    const Part* a, const Part* b, Numbers pool, double nx, double ny, double* point
) noexcept nogil
cdef double radius_about(const Part* part, Numbers pool, double x, double y) noexcept nogil
cdef bint is_side_of_cut(
    const Part* part, Numbers pool, const Cuts* cuts, double nx, double ny
) noexcept nogil
cdef void sides_of(const Core* core, double* corners) noexcept nogil
