from spritecol._engine.narrow_phase.straight_distances cimport Nearest

cdef bint clip(
    const double* p, const double* q, const double* polygon, int count, double* range
) noexcept nogil
cdef int put_points(
    const double* p, const double* q, double low, double high, double* points
) noexcept nogil

cdef int contact_point_point(
    const double* a, int na, const double* b, int nb, const Nearest* near, double* points
) noexcept nogil
cdef int contact_point_segment(
    const double* a, int na, const double* b, int nb, const Nearest* near, double* points
) noexcept nogil
cdef int contact_point_box(
    const double* a, int na, const double* b, int nb, const Nearest* near, double* points
) noexcept nogil
cdef int contact_point_polygon(
    const double* a, int na, const double* b, int nb, const Nearest* near, double* points
) noexcept nogil
cdef int contact_segment_segment(
    const double* a, int na, const double* b, int nb, const Nearest* near, double* points
) noexcept nogil
cdef int contact_segment_box(
    const double* a, int na, const double* b, int nb, const Nearest* near, double* points
) noexcept nogil
cdef int contact_segment_polygon(
    const double* a, int na, const double* b, int nb, const Nearest* near, double* points
) noexcept nogil
cdef int contact_box_box(
    const double* a, int na, const double* b, int nb, const Nearest* near, double* points
) noexcept nogil
cdef int contact_box_polygon(
    const double* a, int na, const double* b, int nb, const Nearest* near, double* points
) noexcept nogil
cdef int contact_polygon_polygon(
    const double* a, int na, const double* b, int nb, const Nearest* near, double* points
) noexcept nogil
