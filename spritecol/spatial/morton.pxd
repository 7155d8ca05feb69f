ctypedef unsigned long long Code    # of a cell within its level

cdef Code interleave(unsigned int ix, unsigned int iy) noexcept nogil
