from spritecol._engine.narrow_phase.straight_sweeps cimport Passage
from spritecol._engine.storage.layout cimport KINDS, Collision

ctypedef bint (*Sweep)(
    const double* a, int na, const double* b, int nb, double dx, double dy, Passage* out
) noexcept nogil

cdef Sweep[KINDS][KINDS] SWEEPS

cdef bint never_sweep(
    const double* a, int na, const double* b, int nb, double dx, double dy, Passage* out
) noexcept nogil
cdef bint pass_by(
    const Collision* a, const Collision* b, const double* pool, double dx, double dy, double slack
) noexcept nogil
cdef bint sweep_parts(
    const Collision* a, const Collision* b, const double* pool, double dx, double dy, Passage* out
) noexcept nogil
