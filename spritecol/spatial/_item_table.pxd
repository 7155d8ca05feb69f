import cython

@cython.final
cdef class ItemTable:
    cdef dict slots            # item -> slot
    cdef list items            # slot -> item; None where the slot is free
    cdef str place             # what the items are in, for the errors
    cdef bint busy             # an item's __hash__ or __eq__ may be running
    cdef int guard(self) except -1
    cdef int enter(self, object item, int slot) except -1
    cdef int slot_of(self, object item) except -1
    cdef int leave(self, object item) except -1
    cdef int release(self, int slot) except -1
    cdef int check(self, set taken) except -1
