from spritecol._engine.narrow_phase.intervals cimport Interval
from spritecol._engine.narrow_phase.cores cimport Core
from spritecol._engine.pointers cimport Numbers

cdef bint sweep_ellipses(Numbers a, Numbers b, double dx, double dy, Interval* out) noexcept nogil
cdef bint sweep_ovals(
    const Core* a, const Core* b, double dx, double dy, Interval* out
) noexcept nogil
