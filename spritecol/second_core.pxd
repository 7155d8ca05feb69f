ctypedef void (*Work)(int half) noexcept nogil

cdef bint has_second() noexcept
cdef void share(Work work) noexcept
