from spritecol._engine.narrow_phase.cores cimport Core
from spritecol._engine.narrow_phase.intervals cimport Interval
from spritecol._engine.pointers cimport Numbers

cdef bint overlap_point_ellipse(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_point_stretched(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_segment_ellipse(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_segment_stretched(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_box_ellipse(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_box_stretched(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_circle_ellipse(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_circle_stretched(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_capsule_ellipse(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_capsule_stretched(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_ellipse_ellipse(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_ellipse_stretched(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_ellipse_polygon(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_stretched_stretched(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_stretched_polygon(const double* a, int na, const double* b, int nb) noexcept nogil

cdef bint sweep_ellipses(Numbers a, Numbers b, double dx, double dy, Interval* out) noexcept nogil
cdef bint sweep_ovals(
    const Core* a, const Core* b, double dx, double dy, Interval* out
) noexcept nogil
