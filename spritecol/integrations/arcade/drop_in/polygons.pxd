cdef int MOST
cdef int UNUSUAL

cdef bint read_number(object value, double *number, int *whole) except -1
cdef bint read_pair(object pair, double *numbers, int *whole) except -1
cdef int read_points(object points, double *numbers, int *whole) except -2
cdef bint polygons_meet(const double *a, int count_a, const double *b, int count_b) noexcept
cdef bint gap_along_edges(
    const double *edges, int count, const double *a, int count_a, const double *b, int count_b
) noexcept
cdef int turn(double px, double py, double qx, double qy, double rx, double ry) noexcept
cdef bint within(double px, double py, double qx, double qy, double rx, double ry) noexcept
cdef bint ray_meets(double ax, double ay, double bx, double by, double x, double y) noexcept
cdef bint are_small(const double *numbers, int count) noexcept
cdef bint point_is_in(double x, double y, const double *points, int count) noexcept
