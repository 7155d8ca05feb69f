from spritecol.arrays cimport Doubles
from spritecol.batch cimport Batch

cdef class Columns(Batch):
    cdef object column(self, int index)
    cdef void write(self, int index, Doubles numbers) noexcept
    cdef int set_column(self, int index, object values, str name) except -1
