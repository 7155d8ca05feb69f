from spritecol.batch cimport Batch

cdef class Columns(Batch):
    cdef object column(self, int index)
    cdef int set_column(self, int index, object values, str name) except -1
