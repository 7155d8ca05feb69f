cdef struct Nearest:
    # How far apart two convex sets are. If they overlap, the distance is minus the depth: the length
    # of the shortest move that separates them.
    double distance
    double nx            # unit vector from b towards a; moving a by -distance * n makes them touch
    double ny
    double ax            # the nearest (or deepest) point of a
    double ay
    double bx            # and of b: a point - b point = distance * n, up to rounding
    double by

cdef void distance_point_point(const double* a, int na, const double* b, int nb, Nearest* out) noexcept nogil
cdef void distance_point_segment(const double* a, int na, const double* b, int nb, Nearest* out) noexcept nogil
cdef void distance_point_box(const double* a, int na, const double* b, int nb, Nearest* out) noexcept nogil
cdef void distance_point_polygon(const double* a, int na, const double* b, int nb, Nearest* out) noexcept nogil
cdef void distance_segment_segment(const double* a, int na, const double* b, int nb, Nearest* out) noexcept nogil
cdef void distance_segment_box(const double* a, int na, const double* b, int nb, Nearest* out) noexcept nogil
cdef void distance_segment_polygon(const double* a, int na, const double* b, int nb, Nearest* out) noexcept nogil
cdef void distance_box_box(const double* a, int na, const double* b, int nb, Nearest* out) noexcept nogil
cdef void distance_box_polygon(const double* a, int na, const double* b, int nb, Nearest* out) noexcept nogil
cdef void distance_polygon_polygon(const double* a, int na, const double* b, int nb, Nearest* out) noexcept nogil

cdef void slide_to_shared(const double* a, int na, const double* b, int nb, Nearest* near) noexcept nogil
cdef void distance_of_polygons(const double* a, int na, const double* b, int nb, Nearest* out) noexcept nogil

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
