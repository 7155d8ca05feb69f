import cython

@cython.final
cdef class IndexPairs:
    cdef Py_ssize_t* items     # i, j of each pair, one after the other
    cdef readonly Py_ssize_t count
    cdef readonly Py_ssize_t capacity
    cdef int reserve(self, Py_ssize_t more) except -1 nogil
    cdef int sort(self, Py_ssize_t a_count, Py_ssize_t b_count) except -1 nogil
