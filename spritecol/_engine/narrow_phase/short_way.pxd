import cython
from spritecol._engine.box cimport Box
from spritecol._engine.narrow_phase.cells cimport MoveCells
from spritecol._engine.narrow_phase.move_outlines cimport Move, Outlines
from spritecol._engine.storage.store cimport Store

cdef class Trial:
    # Of moves of a row.
    cdef Store store
    cdef Outlines outlines       # of the moves with which it hits anything
    cdef MoveCells cells             # the search for ways out of these
    cdef int cost                # of a try, as in the budget of the search
    cdef double size             # of the numbers that decided
    cdef bint is_free(self, double dx, double dy) noexcept
    cdef int add_outlines(self, double reach) except -1
    cdef int take_within(self, double reach) except -1
    cdef Box around(self, double reach) noexcept

cdef int BUDGET
cdef double first_lengthening(double size) noexcept
cdef bint confirm(Move* move, double x, double y, Trial trial) noexcept
cdef int put_short_way(Trial trial, double longest, Move* best) except -1
