from spritecol._engine.narrow_phase.obstacles cimport Element, Move, Obstacles
from spritecol._engine.pointers cimport Numbers
from spritecol._engine.storage.store cimport Store

cdef class Trial:
    # Of moves of a row.
    cdef Store store
    cdef Obstacles obstacles     # what it may hit, and scratch memory for the search
    cdef bint is_free(self, double dx, double dy) noexcept
    cdef bint add_within(self, double reach) except? -1

cdef double FIRST_LENGTHENING
cdef double SHORTER
cdef double first_lengthening(double size) noexcept
cdef bint confirm(Move* move, double size, Trial trial) noexcept
cdef bint confirm_foot(Move* move, double size, Trial trial) noexcept
cdef bint try_crossing(
    Trial trial, double x, double y, const Element* edge, const Element* other_edge,
    Numbers a, Numbers b, Move* best
) noexcept
