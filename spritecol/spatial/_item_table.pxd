import cython

cdef extern from "Python.h":
    int PyGC_Disable()
    int PyGC_Enable()

@cython.final
cdef class ItemTable:
    cdef dict slots            # item -> slot
    cdef list items            # slot -> item; None where the slot is free
    cdef str container         # what the items are in, for error messages
    cdef bint is_busy          # an item's __hash__ or __eq__ may be running
    cdef int guard(self) except -1
    cdef int add(self, object item, int slot) except -1
    cdef int slot_of(self, object item) except -1
    cdef int remove(self, object item) except -1
    cdef int look_up(self, object item, bint remove) except -1
    cdef int release(self, int slot) except -1
    cdef int check(self, set used) except -1
