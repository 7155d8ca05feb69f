from spritecol._engine.narrow_phase.confirmed_moves cimport IsFree
from spritecol._engine.narrow_phase.obstacles cimport Move, Obstacles

cdef void sort_moves(Obstacles obstacles) noexcept
cdef bint least_move(Obstacles obstacles, IsFree is_free, void* context, Move* best) except -1
