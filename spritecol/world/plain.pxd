import cython

@cython.final
cdef class Words:
    cdef long long* memory
    cdef Py_ssize_t count
    cdef Py_ssize_t capacity
    cdef int reserve(self, Py_ssize_t more) except -1
    cdef inline int put(self, long long word) except -1:
        if self.count == self.capacity:
            self.reserve(1)
        self.memory[self.count] = word
        self.count += 1
        return 0
