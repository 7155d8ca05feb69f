from spritecol._engine.narrow_phase.straight_distances cimport Nearest

cdef int contact_point_circle(
    const double* a, int na, const double* b, int nb, const Nearest* near, double* points
) noexcept nogil
cdef int contact_point_ellipse(
    const double* a, int na, const double* b, int nb, const Nearest* near, double* points
) noexcept nogil
cdef int contact_segment_circle(
    const double* a, int na, const double* b, int nb, const Nearest* near, double* points
) noexcept nogil
cdef int contact_segment_ellipse(
    const double* a, int na, const double* b, int nb, const Nearest* near, double* points
) noexcept nogil
cdef int contact_box_circle(
    const double* a, int na, const double* b, int nb, const Nearest* near, double* points
) noexcept nogil
cdef int contact_box_ellipse(
    const double* a, int na, const double* b, int nb, const Nearest* near, double* points
) noexcept nogil
cdef int contact_circle_circle(
    const double* a, int na, const double* b, int nb, const Nearest* near, double* points
) noexcept nogil
cdef int contact_circle_ellipse(
    const double* a, int na, const double* b, int nb, const Nearest* near, double* points
) noexcept nogil
cdef int contact_circle_polygon(
    const double* a, int na, const double* b, int nb, const Nearest* near, double* points
) noexcept nogil
cdef int contact_ellipse_ellipse(
    const double* a, int na, const double* b, int nb, const Nearest* near, double* points
) noexcept nogil
cdef int contact_ellipse_polygon(
    const double* a, int na, const double* b, int nb, const Nearest* near, double* points
) noexcept nogil
