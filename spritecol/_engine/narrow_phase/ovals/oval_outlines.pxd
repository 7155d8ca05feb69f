from spritecol._engine.narrow_phase.confirmed_moves cimport IsFree
from spritecol._engine.narrow_phase.obstacles cimport Element, Move, Obstacles

cdef int note_feet_on_oval(Obstacles obstacles, Element* element) except -1
cdef bint cross_arc(
    Obstacles obstacles, Element* arc, IsFree is_free, void* context, Move* best
) noexcept
cdef bint cross_round(
    Obstacles obstacles, Element* element, double start, double end, IsFree is_free, void* context,
    Move* best
) noexcept
