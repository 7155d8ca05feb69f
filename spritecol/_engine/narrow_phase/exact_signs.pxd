cdef double orient_exact(double ax, double ay, double bx, double by, double px, double py) noexcept nogil
cdef double discs_exact(double ax, double ay, double ar, double bx, double by, double br) noexcept nogil
cdef bint disc_point_exact(const double* disc, double px, double py, bint fill) noexcept nogil
cdef bint disc_edges_exact(const double* disc, const double* points, int count) noexcept nogil
