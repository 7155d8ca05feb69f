from spritecol.index_pairs cimport IndexPairs
from spritecol.storage cimport Box
from spritecol.strips cimport Level, Strips

cdef enum:
    SORTED     # how a pair is written: the smaller position first,
    GIVEN      # the box that was asked for first,
    SWAPPED    # the box that was found first

cdef int index_pairs(Strips index, IndexPairs out) except -1 nogil
cdef int query(Strips index, const Box* box, Py_ssize_t item, int order, IndexPairs out) except -1 nogil
cdef int level_pairs(Strips index, const Level* level, IndexPairs out) except -1 nogil
cdef int level_query(
    Strips index, const Level* level, const Box* box, Py_ssize_t item, int order, IndexPairs out
) except -1 nogil
cdef int run(
    Strips index, const Level* level, const Box* box, Py_ssize_t item, int order,
    Py_ssize_t first, Py_ssize_t end, IndexPairs out
) except -1 nogil
