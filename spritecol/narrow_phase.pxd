from spritecol.storage cimport Part

ctypedef bint (*Kernel)(const double* a, int na, const double* b, int nb) noexcept nogil

cdef Kernel[8][8] KERNELS

cdef bint never(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint parts_overlap(const Part* a, const Part* b, const double* pool) noexcept nogil
