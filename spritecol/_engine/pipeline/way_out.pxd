import cython
from spritecol._engine.narrow_phase.move_outlines cimport Move
from spritecol._engine.narrow_phase.shape_pair cimport ShapePair
from spritecol._engine.narrow_phase.short_way cimport Trial
from spritecol._engine.pipeline.contact_search cimport TwoShapes
from spritecol._engine.storage.box_tree cimport BoxTree
from spritecol._engine.storage.store cimport RowFilter
from spritecol._engine.transform.near_parts cimport NearParts

@cython.final
cdef class Crowd(Trial):
    # Does a row hit none of the rows about it? One that it hits alone is a question of two shapes.
    cdef TwoShapes two_shapes
    cdef int* found              # those of the rows that count
    cdef Py_ssize_t found_capacity
    cdef int found_count
    cdef BoxTree marked          # of the boxes of all of them
    cdef int row
    cdef const RowFilter* chosen
    cdef const int* rows
    cdef Py_ssize_t row_count
    cdef unsigned int mark       # the `last_pass` of those that count
    cdef bint skips_one_way      # one-way shapes of those rows do not count
    cdef const double* along     # the line on which the row moves; NULL: any
    cdef NearParts near          # its parts that may hit any of the rows after a move
    cdef double reach            # that is no longer than this
    cdef void take(self, int row) noexcept
    cdef int build_tree(self) except -1
    cdef int note_intervals(self, double longest) except -1
    cdef void begin_pair(self, int row, ShapePair* pair) noexcept

cdef unsigned int short_way_out(
    Crowd crowd, int a, const int* b, Py_ssize_t nb, const RowFilter* selected,
    bint skips_one_way, const double* along, bint ahead, double longest, Move* out
) except 0
