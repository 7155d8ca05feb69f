from spritecol.index_pairs cimport IndexPairs
from spritecol.levels cimport Level
from spritecol.storage cimport Box
from spritecol.strips cimport Entry, Strips

cdef enum:
    SORTED     # how a pair is written: the smaller position first,
    GIVEN      # the box that was asked for first,
    SWAPPED    # the box that was found first

cdef void index_pairs(Strips index, IndexPairs out) noexcept nogil
cdef void query(Strips index, const Box* box, Py_ssize_t item, int order, IndexPairs out) noexcept nogil
cdef void half_of_pairs(Strips index, int half, int halves, IndexPairs out) noexcept nogil
cdef Py_ssize_t middle_strip(Strips index, const Level* level) noexcept nogil
cdef void level_pairs(
    Strips index, const Level* level, Py_ssize_t first, Py_ssize_t end_strip, IndexPairs out
) noexcept nogil
cdef void pairs_between(
    Strips index, const Level* coarse, const Level* fine, Py_ssize_t first, Py_ssize_t end,
    IndexPairs out
) noexcept nogil
cdef void strips_meet(
    Strips index, const Level* coarse, Py_ssize_t strip, const Level* fine, Py_ssize_t other,
    IndexPairs out
) noexcept nogil
cdef void level_query(
    Strips index, const Level* level, const Box* box, Py_ssize_t item, int order, IndexPairs out
) noexcept nogil
cdef Py_ssize_t bisect(
    const Entry* entries, Py_ssize_t first, Py_ssize_t end, unsigned long long word
) noexcept nogil
