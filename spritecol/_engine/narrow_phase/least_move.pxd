from spritecol._engine.narrow_phase.confirmed_moves cimport Trial
from spritecol._engine.narrow_phase.obstacles cimport Move, Obstacles

cdef void sort_moves(Obstacles obstacles) noexcept
cdef bint least_move(Trial trial, Move* best) except -1
