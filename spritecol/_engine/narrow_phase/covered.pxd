from spritecol._engine.box cimport Box
from spritecol._engine.narrow_phase.obstacles cimport Element, Obstacles

cdef enum:
    PIECES = 24  # of an element, one bit each in `Element.pieces`

cdef bint is_deep(Obstacles obstacles, Py_ssize_t k, double x, double y) noexcept
cdef Box box_around(
    Obstacles obstacles, const Element* element, double start, double end
) noexcept
cdef bint piece_is_covered(
    Obstacles obstacles, const Element* element, double start, double end, double bound
) noexcept
cdef int drop_covered(Obstacles obstacles, double bound) except -1
