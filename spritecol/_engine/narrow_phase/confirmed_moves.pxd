from spritecol._engine.narrow_phase.obstacles cimport Element, Move, Obstacles
from spritecol._engine.pointers cimport Numbers

# Whether nothing hits after a move; exact.
ctypedef bint (*IsFree)(void* context, double dx, double dy) noexcept

cdef double FIRST_LENGTHENING
cdef double SHORTER
cdef double first_lengthening(double size) noexcept
cdef bint confirm(Move* move, double size, IsFree is_free, void* context) noexcept
cdef bint confirm_foot(Move* move, double size, IsFree is_free, void* context) noexcept
cdef bint try_crossing(
    Obstacles obstacles, double x, double y, const Element* edge, const Element* other_edge,
    Numbers a, Numbers b, IsFree is_free, void* context, Move* best
) noexcept
