cdef struct Rotation:
    double cosine
    double sine

cdef Rotation rotation_of(double angle) noexcept nogil
