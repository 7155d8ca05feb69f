cdef struct Passage:
    # The times between which two parts overlap, if one of them moves along a line for ever: 0 is its
    # start, 1 the end of its motion. For an instant `enter` and `exit` are equal.
    double enter
    double exit
    double nx            # the normal at `enter`: unit length, outward from the part that rests
    double ny
    double other_nx      # where two edges are met at once, the normal of the second; else (0, 0)
    double other_ny

cdef void start_passage(Passage* out) noexcept nogil
cdef void turn_normals(Passage* out) noexcept nogil
cdef void unit_normals(Passage* out) noexcept nogil

cdef bint sweep_point_point(const double* a, int na, const double* b, int nb, double dx, double dy, Passage* out) noexcept nogil
cdef bint sweep_point_segment(const double* a, int na, const double* b, int nb, double dx, double dy, Passage* out) noexcept nogil
cdef bint sweep_point_box(const double* a, int na, const double* b, int nb, double dx, double dy, Passage* out) noexcept nogil
cdef bint sweep_point_polygon(const double* a, int na, const double* b, int nb, double dx, double dy, Passage* out) noexcept nogil
cdef bint sweep_segment_segment(const double* a, int na, const double* b, int nb, double dx, double dy, Passage* out) noexcept nogil
cdef bint sweep_segment_box(const double* a, int na, const double* b, int nb, double dx, double dy, Passage* out) noexcept nogil
cdef bint sweep_segment_polygon(const double* a, int na, const double* b, int nb, double dx, double dy, Passage* out) noexcept nogil
cdef bint sweep_box_box(const double* a, int na, const double* b, int nb, double dx, double dy, Passage* out) noexcept nogil
cdef bint sweep_box_polygon(const double* a, int na, const double* b, int nb, double dx, double dy, Passage* out) noexcept nogil
cdef bint sweep_polygon_polygon(const double* a, int na, const double* b, int nb, double dx, double dy, Passage* out) noexcept nogil
