cdef class RecordMaker:
    cdef str name           # of the class
    cdef object kind        # the class, or None before the first record
    cdef list slots         # the descriptors of its fields, in order
    cdef object of(self, tuple values)
