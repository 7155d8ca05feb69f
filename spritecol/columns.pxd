from spritecol.arrays cimport Doubles
from spritecol.nest cimport Nest

cdef class Columns(Nest):
    cdef object column(self, int index)
    cdef void write(self, int index, Doubles numbers) noexcept
    cdef int set_column(self, int index, object values, str name) except -1
