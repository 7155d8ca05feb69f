import cython

from spritecol.index_pairs cimport IndexPairs
from spritecol.row_table cimport RowTable
from spritecol.storage cimport Box, Storage
from spritecol.strips cimport Strips

cdef enum:
    MOVED = -2           # in `places`: the member has left `resting` for the movers

@cython.final
cdef class KeptIndex:
    cdef Strips resting          # all members, as they lay when it was built
    cdef Strips moving           # the movers, as they lie now
    cdef Py_ssize_t count
    cdef Box* boxes              # by position: where the member lies now
    cdef Py_ssize_t* places      # by position: its entry in `resting`, -1 if it has none, or MOVED
    cdef int* movers             # positions of those that have moved since, each once
    cdef Py_ssize_t mover_count
    cdef Box* mover_boxes
    cdef RowTable table          # the position of each row
    cdef unsigned long long heard   # how much of the journal it has followed
    cdef readonly Py_ssize_t asked  # how often it was of use
    cdef int build(self, Storage store, const int* rows, Py_ssize_t count) except -1
    cdef bint follow(self, Storage store) except -1
    cdef void query(self, const Box* box, Py_ssize_t item, int order, IndexPairs out) noexcept nogil
    cdef void self_pairs(self, IndexPairs out) noexcept nogil
