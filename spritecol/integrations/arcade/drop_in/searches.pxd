cimport cython
from cpython.array cimport array

cdef struct Place:
    double position[2]
    double size[2]

@cython.final
cdef class Seeker:
    cdef object sprite
    cdef Place place
    cdef bint usual
    cdef int count  # of points; TO_READ before they are read
    cdef double points[128]  # 2 * MOST

    cdef bint hits(self, object other) except -1
    cdef bint may_reach(self, double x, double y, double width, double height) noexcept
    cdef bint search(self, object candidates, list found) except -1
    cdef bint search_buffers(self, object sprite_list, list found) except -1

cdef bint read_place(object sprite, Place *place) except -1
cdef bint are_far(const Place *one, const Place *other) noexcept
cdef object world_points(object sprite)
cdef bint is_sequence(object sprite_list) except -1
cdef bint is_bare(object sprite_list) except -1
cdef bint keeps_buffers(object sprite_list) except -1
cdef bint seek_in(Seeker seeker, object sprite_list, object method, list found) except -1
