import cython

@cython.final
cdef class Journal:
    cdef int* rows               # in the order in which their boxes changed
    cdef Py_ssize_t count
    cdef Py_ssize_t capacity
    cdef unsigned long long dropped     # how many entries were dropped before the first
    cdef int log(self, int row, Py_ssize_t limit) except -1 nogil
    cdef unsigned long long end(self) noexcept nogil
