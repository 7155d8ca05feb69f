import cython
from cpython.pythread cimport PyThread_type_lock

# One half, 0 or 1, of a job; what it is about lies behind `context`.
ctypedef void (*Work)(int half, void* context) noexcept nogil

cdef struct Post:
    # Where the two threads meet. It lives as long as the process, as the helper does.
    PyThread_type_lock go        # free while there is work to take
    PyThread_type_lock done      # free while there is a half that is done
    Work work
    void* context

@cython.final
cdef class HelperThread:
    cdef Post* post              # NULL: not started
    cdef bint allowed            # whether there may be a helper
    cdef bint is_there(self) noexcept
    cdef void share(self, Work work, void* context) noexcept
