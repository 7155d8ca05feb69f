from spritecol._engine.narrow_phase.straight_distances cimport Nearest

cdef enum:
    # Normals at which the gap of two ellipses is sampled, three times: evenly in angle, and evenly
    # around each of the two. An ellipse a thousand times as long as wide turns most of its normals
    # within a thousandth of the circle, which the last two see.
    SPREAD = 24
    SAMPLES = 3 * SPREAD

cdef void distance_point_circle(const double* a, int na, const double* b, int nb, Nearest* out) noexcept nogil
cdef void distance_point_ellipse(const double* a, int na, const double* b, int nb, Nearest* out) noexcept nogil
cdef void distance_segment_circle(const double* a, int na, const double* b, int nb, Nearest* out) noexcept nogil
cdef void distance_segment_ellipse(const double* a, int na, const double* b, int nb, Nearest* out) noexcept nogil
cdef void distance_box_circle(const double* a, int na, const double* b, int nb, Nearest* out) noexcept nogil
cdef void distance_box_ellipse(const double* a, int na, const double* b, int nb, Nearest* out) noexcept nogil
cdef void distance_circle_circle(const double* a, int na, const double* b, int nb, Nearest* out) noexcept nogil
cdef void distance_circle_ellipse(const double* a, int na, const double* b, int nb, Nearest* out) noexcept nogil
cdef void distance_circle_polygon(const double* a, int na, const double* b, int nb, Nearest* out) noexcept nogil
cdef void distance_ellipse_ellipse(const double* a, int na, const double* b, int nb, Nearest* out) noexcept nogil
cdef void distance_ellipse_polygon(const double* a, int na, const double* b, int nb, Nearest* out) noexcept nogil

cdef void distance_of_ellipse(
    const double* disc, const double* points, int count, Nearest* out
) noexcept nogil
