from libc.math cimport fabs

from spritecol._engine.narrow_phase.exact_signs cimport orient_exact

cdef inline double orient(
    double ax, double ay, double bx, double by, double px, double py
) noexcept nogil:
    # A number with the exact sign of (b - a) x (p - a): positive if p is left of a -> b (y up).
    # The relative error bound in floats is (3 + 16 u) u, u = 2**-53 (Shewchuk 1997, p. 338); below
    # 1e-290, products may have lost digits to underflow.
    cdef double left = (bx - ax) * (py - ay)
    cdef double right = (by - ay) * (px - ax)
    cdef double det = left - right
    cdef double bound = 3.3306690738754716e-16 * (fabs(left) + fabs(right)) + 1e-290
    if det > bound or det < -bound:
        return det
    return orient_exact(ax, ay, bx, by, px, py)

cdef double overshoot(const double* polygon, int count, int first, int second) noexcept nogil
cdef bint overlap_point_point(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_point_segment(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_point_box(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_point_polygon(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_segment_segment(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_segment_box(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_segment_polygon(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_box_box(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_box_polygon(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_polygon_polygon(const double* a, int na, const double* b, int nb) noexcept nogil
