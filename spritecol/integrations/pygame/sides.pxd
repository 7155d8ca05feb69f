import cython

from spritecol.storage cimport Box

cdef struct Disc:
    double x
    double y
    double radius

@cython.final
cdef class RectReader:
    cdef object kind
    cdef bint stored
    cdef object read(self, object sprite)

@cython.final
cdef class Side:
    cdef list members
    cdef RectReader reader
    cdef list masks         # of each member a Mask, or a Surface that no mask was made of yet
    cdef list rects         # for masks: of each member
    cdef dict new_radii     # by position, of members that have none
    cdef Box* boxes
    cdef Disc* circles
    cdef Py_ssize_t count
    cdef bint floats        # the rects are FRects
    cdef bint read(self, int kind, object ratio) except -1
    cdef bint read_rect(self, Py_ssize_t i, object rect) except -1
    cdef bint read_inflated(self, Py_ssize_t i, object ratio) except -1
    cdef bint read_circle(self, Py_ssize_t i, object ratio) except -1
    cdef bint read_mask(self, Py_ssize_t i) except -1
    cdef object mask(self, Py_ssize_t i)
    cdef int drop(self, set dead) except -1
    cdef int store_radius(self, Py_ssize_t i) except -1
    cdef int store_radii(self) except -1

cdef bint is_ordinary(object rect) noexcept
cdef bint whole(const Disc* disc) noexcept nogil
cdef int touch(const Disc* a, const Disc* b) noexcept nogil
