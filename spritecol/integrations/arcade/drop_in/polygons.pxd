cdef enum:
    MAX_POINTS = 64      # of a hit box; arcade creates far fewer, larger ones are left to it
    MAX_NUMBERS = 128    # two for each point
    UNSUPPORTED = -1     # instead of a count: C can't compute with these points as Python would

cdef bint read_number(object value, double *number, int *int_count) except -1
cdef bint read_point(object pair, double *numbers, int *int_count) except -1
cdef int read_points(object points, double *numbers, int *int_count) except -2
cdef bint polygons_overlap(const double *a, int count_a, const double *b, int count_b) noexcept
cdef bint are_small(const double *numbers, int count) noexcept
cdef bint is_point_inside(double x, double y, const double *points, int count) noexcept
