from spritecol._engine.storage.layout cimport KINDS, Part

ctypedef bint (*Kernel)(const double* a, int na, const double* b, int nb) noexcept nogil

cdef Kernel[KINDS][KINDS] KERNELS

cdef bint never(const double* a, int na, const double* b, int nb) noexcept nogil

cdef inline bint parts_overlap(const Part* a, const Part* b, const double* pool) noexcept nogil:
    # Whether two parts whose boxes overlap hit.
    if a.kind <= b.kind:
        return KERNELS[a.kind][b.kind](pool + a.first, a.count, pool + b.first, b.count)
    return KERNELS[b.kind][a.kind](pool + b.first, b.count, pool + a.first, a.count)

cdef inline bint numbers_overlap(
    int kind_a, const double* a, int na, int kind_b, const double* b, int nb
) noexcept nogil:
    # Whether two parts that are not in one pool hit, given that their boxes overlap.
    if kind_a <= kind_b:
        return KERNELS[kind_a][kind_b](a, na, b, nb)
    return KERNELS[kind_b][kind_a](b, nb, a, na)
