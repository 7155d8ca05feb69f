from spritecol._engine.narrow_phase.move_outlines cimport Move, MoveOutline, Outlines

cdef enum:
    # The most feet of an outline with an ellipse, with three numbers each.
    FEET = 72

cdef int put_feet(const MoveOutline* outline, double least, double* feet) noexcept
cdef bint lead_to_curve(Outlines outlines, Move* move) noexcept
