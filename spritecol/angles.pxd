cdef struct Turn:
    double cosine
    double sine

cdef Turn turn_by(double angle) noexcept nogil
