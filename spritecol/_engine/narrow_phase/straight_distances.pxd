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

cdef inline void corners_of(const double* box, double* corners) noexcept nogil:
    # The corners of a box as a polygon of positive area.
    corners[0] = corners[6] = box[0]
    corners[1] = corners[3] = box[1]
    corners[2] = corners[4] = box[2]
    corners[5] = corners[7] = box[3]
