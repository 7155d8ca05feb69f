import cython

from spritecol._engine.box cimport Box

cpdef enum:
    OTHER         # anybody's function: called for every pair
    RECT
    RECT_RATIO
    CIRCLE
    CIRCLE_RATIO
    MASK

cdef struct Disc:
    double x
    double y
    double radius

@cython.final
cdef class Side:
    cdef list members
    cdef list rects         # of each member; scaled where they are compared so
    cdef list masks         # of each member a Mask, or a Surface that no mask was made of yet
    cdef object last_mask   # the one that was read last, and its size
    cdef double width
    cdef double height
    cdef list radii         # for circles: of each member, or MISSING
    cdef dict new_radii     # by position, of members that have none
    cdef Box* boxes
    cdef Disc* circles
    cdef Py_ssize_t count
    cdef bint has_floats    # some of the rects are FRects
    cdef bint has_ints      # some are not
    cdef bint is_wide       # the boxes hold what `widen` adds
    cdef bint read(self, int kind, object ratio) except -1
    cdef bint read_rect(self, Py_ssize_t i, object ratio) except -1
    cdef int widen(self) except -1
    cdef bint read_circle(self, Py_ssize_t i, object ratio) except -1
    cdef bint read_mask(self, Py_ssize_t i) except -1
    cdef object mask(self, Py_ssize_t i)
    cdef int drop(self, set dead) except -1
    cdef int store_radius(self, Py_ssize_t i) except -1
    cdef int store_radii(self) except -1

cdef object inflated(object rect, object ratio)
cpdef list inflated_rects(list rects, object ratio)
cdef object half_diagonal(object rect)
cdef bint has_numbers(object rect) noexcept
cdef bint box_of(object rect, bint floats, Box* box) except -1
cdef bint whole(const Disc* disc) noexcept nogil
cdef int touch(const Disc* a, const Disc* b) noexcept nogil
