import cython

cdef struct Slot:
    int row              # -1: empty
    int position         # -1: removed

@cython.final
cdef class RowPositions:
    cdef Slot* slots
    cdef Py_ssize_t mask         # the number of slots, a power of two, minus one
    cdef Py_ssize_t used         # slots that are not empty
    cdef int reset(self, Py_ssize_t count) except -1
    cdef Py_ssize_t slot_of(self, int row) noexcept nogil
    cdef int put(self, int row, int position) except -1
    cdef int get(self, int row) noexcept nogil
