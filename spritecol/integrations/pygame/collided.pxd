cpdef enum:
    OTHER         # anybody's function: called for every pair
    RECT
    RECT_RATIO
    CIRCLE
    CIRCLE_RATIO
    MASK

cdef object inflated(object rect, object ratio)
cdef object half_diagonal(object rect)
cdef object radius_of(object sprite)
cdef object mask_of(object sprite)
cdef object masks_overlap(object left, object right)
cdef object circles_touch(object left, object right, object ratio)
cdef int kind_of(object collided) except -1
