import cython

from spritecol._engine.box cimport Box
from spritecol._engine.broad_phase.quadtree cimport Quadtree
from spritecol._engine.pairs cimport PairList
from spritecol._engine.pipeline.workspace cimport Workspace
from spritecol._engine.storage.row_positions cimport RowPositions
from spritecol._engine.storage.store cimport Store

cdef enum:
    MOVED = -2           # in `entry_of`: the member is not in `resting` any more, but a mover

@cython.final
cdef class KeptIndex:
    cdef Quadtree resting      # all members, with their boxes at the time of `build`
    cdef Quadtree moving       # the movers, with their present boxes
    cdef Py_ssize_t count
    cdef Box* boxes              # by position: the present box of the member
    cdef Py_ssize_t* entry_of    # by position: its entry in `resting`, -1 if it has none, or MOVED
    cdef int* movers             # positions of the members that have moved since `build`, each once
    cdef Py_ssize_t mover_count
    cdef Box* mover_boxes
    cdef RowPositions positions
    cdef unsigned long long journal_read    # the number of the next journal entry to read
    cdef readonly Py_ssize_t uses           # how many checks have used it
    cdef int build(
        self, Store store, Workspace workspace, const int* rows, Py_ssize_t count
    ) except -1
    cdef bint follow(self, Store store, Workspace workspace) except -1
    cdef void query(self, const Box* box, Py_ssize_t item, int order, PairList out) noexcept nogil
    cdef void self_pairs(self, PairList out) noexcept nogil
