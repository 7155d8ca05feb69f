import cython

from spritecol._engine.box cimport Box
from spritecol._engine.broad_phase.lanes cimport BoxColumns

cpdef enum:
    OTHER_TEST         # a user's function: called for every pair
    RECT_TEST
    RECT_RATIO
    CIRCLE_TEST
    CIRCLE_RATIO
    MASK

cdef struct CircleNumbers:
    double x
    double y
    double radius

@cython.final
cdef class SpriteNumbers:
    cdef list members
    cdef list rects         # of each member, scaled if the test scales them
    cdef list masks         # of each member a Mask, or a Surface that has no mask yet
    cdef dict new_radii     # by position, of the members that have none
    cdef BoxColumns columns
    cdef Box* boxes         # from `make_boxes`
    cdef CircleNumbers* circles
    cdef Py_ssize_t count
    cdef Py_ssize_t alive
    cdef Py_ssize_t* hits   # positions, the first `hit_count` of them
    cdef Py_ssize_t hit_count
    cdef int kinds          # of rects: INTS, FLOATS or both, added
    cdef bint is_widened    # the boxes are as `widen` leaves them
    cdef bint read(self, int kind, object ratio) except -1
    cdef bint read_circles(self, object ratio) except -1
    cdef bint read_masks(self) except -1
    cdef int widen(self) except -1
    cdef Box* make_boxes(self) except NULL
    cdef object mask(self, Py_ssize_t i)
    cdef void find(self, SpriteNumbers other, Py_ssize_t k) noexcept
    cdef void add_hit(self, Py_ssize_t i) noexcept nogil
    cdef void bury(self) noexcept nogil
    cdef int store_radius(self, Py_ssize_t i) except -1
    cdef int store_radii(self) except -1

cpdef object half_diagonal(object rect)
cdef int circles_touch(const CircleNumbers* a, const CircleNumbers* b) noexcept nogil
