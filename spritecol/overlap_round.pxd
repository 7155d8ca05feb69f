from libc.math cimport fabs

cdef bint overlap_point_circle(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_point_ellipse(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_segment_circle(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_segment_ellipse(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_box_circle(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_box_ellipse(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_circle_circle(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_circle_ellipse(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_circle_polygon(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_ellipse_ellipse(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_ellipse_polygon(const double* a, int na, const double* b, int nb) noexcept nogil

cdef enum:
    DOUBT = -1

cdef inline int circles_in_floats(const double* a, const double* b) noexcept nogil:
    # Whether two circles overlap, or DOUBT. Inline: most pairs of most games end here.
    # The bounds are ROUNDING and UNDERFLOW of overlap_round.py.
    cdef double dx = b[0] - a[0]
    cdef double dy = b[1] - a[1]
    cdef double r = a[2] + b[2]
    cdef double distance = dx * dx + dy * dy
    cdef double radius = r * r
    if fabs(distance - radius) > 1.5e-15 * (distance + radius) + 1e-290:
        return distance < radius
    return DOUBT
