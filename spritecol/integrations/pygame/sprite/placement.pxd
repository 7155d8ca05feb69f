cpdef bint is_still(object sprite) except -1
cpdef tuple box_of(object sprite, object original)
cdef long long pixel(double number) noexcept nogil
