from spritecol._engine.narrow_phase.straight_distances cimport Nearest

cdef enum:
    # Normals at which the gap of two ellipses is sampled, three times: evenly in angle, and evenly
    # around each of the two. An ellipse a thousand times as long as wide turns most of its normals
    # within a thousandth of the circle, which the last two see.
    SPREAD = 24
    SAMPLES = 3 * SPREAD

cdef struct Axes:
    # The direction of the longer half axis of an ellipse, and the lengths of both.
    double cosine
    double sine
    double major
    double minor

cdef Axes axes_of(const double* disc) noexcept nogil

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

cdef inline void swap(Nearest* out) noexcept nogil:
    # The same, seen from the other part.
    out.nx, out.ny = -out.nx, -out.ny
    out.ax, out.bx = out.bx, out.ax
    out.ay, out.by = out.by, out.ay

cdef inline void swap_if(int swapped, Nearest* out) noexcept nogil:
    # `swap` if `swapped` is 1, and nothing if it is 0; without a branch.
    cdef double sign = 1.0 - 2.0 * swapped
    cdef double* numbers = <double*> out  # the two points are the last four of them
    cdef double ax = numbers[3 + 2 * swapped]
    cdef double ay = numbers[4 + 2 * swapped]
    cdef double bx = numbers[5 - 2 * swapped]
    cdef double by = numbers[6 - 2 * swapped]
    out.nx *= sign
    out.ny *= sign
    out.ax = ax
    out.ay = ay
    out.bx = bx
    out.by = by
