ctypedef unsigned long long Number    # of a cell within its level

cdef Number interleave(unsigned int ix, unsigned int iy) noexcept nogil
