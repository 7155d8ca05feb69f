import cython

cdef enum:
    CLASSES = 112        # free lists: one per length up to EXACT, then one per power of two

@cython.final
cdef class RunAllocator:
    cdef char* memory
    cdef readonly Py_ssize_t stride
    cdef readonly Py_ssize_t capacity
    cdef readonly Py_ssize_t top
    cdef readonly Py_ssize_t taken
    cdef Py_ssize_t[CLASSES] free
    cdef Py_ssize_t take(self, Py_ssize_t length) except -1
    cdef void give(self, Py_ssize_t first, Py_ssize_t length) noexcept
    cdef object claim(self, bytearray marks, Py_ssize_t first, Py_ssize_t length)
    cdef object claim_free(self, bytearray marks)
    cdef int reserve(self, Py_ssize_t capacity) except -1

cdef Py_ssize_t class_of(Py_ssize_t length) noexcept nogil
cdef Py_ssize_t class_length(Py_ssize_t index) noexcept nogil
