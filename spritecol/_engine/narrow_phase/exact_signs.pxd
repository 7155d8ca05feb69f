from libc.math cimport fabs

cdef double orient_exact(double ax, double ay, double bx, double by, double px, double py) noexcept nogil
cdef double discs_exact(double ax, double ay, double ar, double bx, double by, double br) noexcept nogil
cdef bint disc_point_exact(const double* disc, double px, double py, bint fill) noexcept nogil
cdef bint disc_edges_exact(const double* disc, const double* points, int count) noexcept nogil
cdef double cross_exact(
    double ax, double ay, double bx, double by, double cx, double cy, double ex, double ey
) noexcept nogil
cdef bint line_meets_disc_exact(
    const double* disc, double extra, double px, double py, double dx, double dy
) noexcept nogil
# Whether the shifted ray x1, y1, x2, y2 meets the open disc, given that it does not start inside.
cdef bint ray_disc_exact(const double* disc, const double* ray) noexcept nogil

cdef inline double orient(
    double ax, double ay, double bx, double by, double px, double py
) noexcept nogil:
    # A number with the exact sign of (b - a) x (p - a): positive if p is left of a -> b (y up). The
    # relative error bound in floats is (3 + 16 u) u with u = 2**-53 (Shewchuk 1997, p. 338); below
    # 1e-290 products may have lost digits to underflow.
    cdef double left = (bx - ax) * (py - ay)
    cdef double right = (by - ay) * (px - ax)
    cdef double det = left - right
    cdef double bound = 3.3306690738754716e-16 * (fabs(left) + fabs(right)) + 1e-290
    if det > bound or det < -bound:
        return det
    return orient_exact(ax, ay, bx, by, px, py)

cdef inline void as_disc(const double* circle, double* disc) noexcept nogil:
    # Write a circle as an ellipse.
    disc[0] = circle[0]
    disc[1] = circle[1]
    disc[2] = circle[2]
    disc[3] = 0.0
    disc[4] = 0.0
    disc[5] = circle[2]
