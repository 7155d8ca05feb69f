from spritecol._engine.narrow_phase.obstacles cimport Move, Obstacles

# Whether nothing hits after a move; exact.
ctypedef bint (*IsFree)(void* context, double dx, double dy) noexcept

cdef double SHORTER
cdef double first_lengthening(double size) noexcept
cdef void sort_moves(Obstacles obstacles) noexcept
cdef bint confirm(Move* move, double size, IsFree is_free, void* context) noexcept
cdef bint least_move(Obstacles obstacles, IsFree is_free, void* context, Move* best) except -1
