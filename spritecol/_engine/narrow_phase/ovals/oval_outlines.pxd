from spritecol._engine.narrow_phase.confirmed_moves cimport Trial
from spritecol._engine.narrow_phase.obstacles cimport Element, Move, Obstacles

cdef int note_feet_on_oval(Obstacles obstacles, Element* element) except -1
cdef bint cross_arc(Trial trial, Element* arc, Move* best) noexcept
cdef bint cross_round(
    Trial trial, Element* element, double start, double end, Move* best
) noexcept
