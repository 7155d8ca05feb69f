import cython

from spritecol._engine.box cimport Box

cpdef enum:
    OTHER         # a user's function: called for every pair
    RECT
    RECT_RATIO
    CIRCLE
    CIRCLE_RATIO
    MASK

cdef struct Circle:
    double x
    double y
    double radius

@cython.final
cdef class SpriteNumbers:
    cdef list members
    cdef list rects         # of each member, scaled if the test scales them
    cdef list masks         # of each member a Mask, or a Surface that has no mask yet
    cdef object last_mask   # the one that was read last, and its size
    cdef double mask_width
    cdef double mask_height
    cdef list radii         # of each member, or MISSING
    cdef dict new_radii     # by position, of the members that have none
    cdef Box* boxes
    cdef Circle* circles
    cdef Py_ssize_t count
    cdef bint has_float_rects
    cdef bint has_int_rects
    cdef bint is_widened    # the boxes are as `widen` leaves them
    cdef bint read(self, int kind, object ratio) except -1
    cdef bint read_rect(self, Py_ssize_t i, object ratio) except -1
    cdef int widen(self) except -1
    cdef bint read_circle(self, Py_ssize_t i, object ratio) except -1
    cdef bint read_mask(self, Py_ssize_t i) except -1
    cdef object mask(self, Py_ssize_t i)
    cdef int discard(self, set dead) except -1
    cdef int store_radius(self, Py_ssize_t i) except -1
    cdef int store_radii(self) except -1

cpdef list inflated_rects(list rects, object ratio)
cpdef object half_diagonal(object rect)
cpdef bint is_pygame_rect(object rect) except -1
cdef int circles_touch(const Circle* a, const Circle* b) noexcept nogil
cdef bint read_rect_box(object rect, bint is_float, Box* box) except -1
