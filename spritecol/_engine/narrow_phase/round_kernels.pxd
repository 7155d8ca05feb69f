from libc.math cimport fabs

from spritecol._engine.narrow_phase.exact_signs cimport ROUNDING, UNDERFLOW

cdef bint overlap_point_circle(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_point_capsule(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_point_ellipse(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_point_stretched(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_segment_circle(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_segment_capsule(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_segment_ellipse(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_segment_stretched(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_box_circle(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_box_capsule(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_box_ellipse(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_box_stretched(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_circle_circle(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_circle_capsule(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_circle_ellipse(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_circle_stretched(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_circle_polygon(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_capsule_capsule(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_capsule_ellipse(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_capsule_stretched(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_capsule_polygon(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_ellipse_ellipse(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_ellipse_stretched(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_ellipse_polygon(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_stretched_stretched(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_stretched_polygon(const double* a, int na, const double* b, int nb) noexcept nogil

cdef inline double circles_gap(const double* a, const double* b) noexcept nogil:
    # Negative if two circles overlap, positive if not, 0 if rounding leaves it in doubt. Inline and
    # without branches: this decides most pairs of most games. The bounds are ROUNDING and UNDERFLOW
    # of `exact_signs`.
    cdef double dx = b[0] - a[0]
    cdef double dy = b[1] - a[1]
    cdef double r = a[2] + b[2]
    cdef double distance_squared = dx * dx + dy * dy
    cdef double r_squared = r * r
    cdef double gap = distance_squared - r_squared
    return gap if fabs(gap) > ROUNDING * (distance_squared + r_squared) + UNDERFLOW else 0.0
