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
cdef bint overlap_turned_boxes(const double* a, const double* b) noexcept nogil
