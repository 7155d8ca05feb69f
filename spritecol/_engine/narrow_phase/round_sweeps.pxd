from spritecol._engine.narrow_phase.straight_sweeps cimport Passage

cdef bint sweep_point_circle(const double* a, int na, const double* b, int nb, double dx, double dy, Passage* out) noexcept nogil
cdef bint sweep_point_ellipse(const double* a, int na, const double* b, int nb, double dx, double dy, Passage* out) noexcept nogil
cdef bint sweep_segment_circle(const double* a, int na, const double* b, int nb, double dx, double dy, Passage* out) noexcept nogil
cdef bint sweep_segment_ellipse(const double* a, int na, const double* b, int nb, double dx, double dy, Passage* out) noexcept nogil
cdef bint sweep_box_circle(const double* a, int na, const double* b, int nb, double dx, double dy, Passage* out) noexcept nogil
cdef bint sweep_box_ellipse(const double* a, int na, const double* b, int nb, double dx, double dy, Passage* out) noexcept nogil
cdef bint sweep_circle_circle(const double* a, int na, const double* b, int nb, double dx, double dy, Passage* out) noexcept nogil
cdef bint sweep_circle_ellipse(const double* a, int na, const double* b, int nb, double dx, double dy, Passage* out) noexcept nogil
cdef bint sweep_circle_polygon(const double* a, int na, const double* b, int nb, double dx, double dy, Passage* out) noexcept nogil
cdef bint sweep_ellipse_ellipse(const double* a, int na, const double* b, int nb, double dx, double dy, Passage* out) noexcept nogil
cdef bint sweep_ellipse_polygon(const double* a, int na, const double* b, int nb, double dx, double dy, Passage* out) noexcept nogil
