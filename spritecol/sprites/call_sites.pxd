cdef class CallSites:
    cdef Py_ssize_t budget     # looks that are left; below 1 nothing is done
    cdef object judge          # who judges, a function
    cdef int look(self, object name, object members) except -1

cdef object innermost_frame()

cdef CallSites BOXES
cdef CallSites COLUMNS
