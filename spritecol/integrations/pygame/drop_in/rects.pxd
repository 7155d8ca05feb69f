from spritecol._engine.box cimport Box
from spritecol._engine.broad_phase.lanes cimport BoxColumns

cpdef enum:
    NO_RECT = 0
    INTS = 1    # a Rect
    FLOATS = 2  # an FRect

cdef double MAX_COORDINATE

cpdef bint are_all(list members, object kind) except -1
cdef int type_of_rect(object rect) noexcept
cdef int read_rects(list rects, const BoxColumns* columns) except -1
cdef int widen_boxes(list rects, const BoxColumns* columns) except -1
cdef void put_in_columns(const BoxColumns* columns, Py_ssize_t i, const Box* box) noexcept nogil
