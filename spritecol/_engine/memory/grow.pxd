cdef int grow(void** memory, Py_ssize_t capacity, size_t size) except -1 nogil
cdef Py_ssize_t next_capacity(Py_ssize_t capacity, Py_ssize_t needed, Py_ssize_t least) noexcept nogil
