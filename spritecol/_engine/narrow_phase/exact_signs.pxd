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
