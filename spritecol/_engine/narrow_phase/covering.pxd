from spritecol._engine.box cimport Box
from spritecol._engine.narrow_phase.obstacles cimport Element, Obstacles

cdef Py_ssize_t WORTH_CELLS
cdef Box box_around(Obstacles obstacles, const Element* element, double start, double end) noexcept
cdef bint piece_is_covered(
    Obstacles obstacles, const Element* element, double start, double end, double bound
) noexcept
cdef int find_open_pieces(Obstacles obstacles, double bound) except -1
