from spritecol._engine.storage.layout cimport KINDS, Part

ctypedef bint (*Kernel)(const double* a, int na, const double* b, int nb) noexcept nogil

cdef Kernel[KINDS][KINDS] KERNELS

cdef bint never(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint parts_overlap(const Part* a, const Part* b, const double* pool) noexcept nogil
cdef bint numbers_overlap(
    int kind_a, const double* a, int na, int kind_b, const double* b, int nb
) noexcept nogil
