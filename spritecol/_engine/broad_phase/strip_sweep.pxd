from spritecol._engine.pairs cimport PairList
from spritecol._engine.broad_phase.strip_index cimport Level
from spritecol._engine.box cimport Box
from spritecol._engine.broad_phase.strip_index cimport Entry, StripIndex

cdef void all_pairs(StripIndex index, PairList out) noexcept nogil
cdef void pairs_with_box(StripIndex index, const Box* box, Py_ssize_t item, int order, PairList out) noexcept nogil
cdef void half_of_pairs(StripIndex index, int half, int halves, PairList out) noexcept nogil
cdef Py_ssize_t middle_strip(StripIndex index, const Level* level) noexcept nogil
cdef void level_pairs(
    StripIndex index, const Level* level, Py_ssize_t first, Py_ssize_t end_strip, PairList out
) noexcept nogil
cdef void pairs_between(
    StripIndex index, const Level* coarse, const Level* fine, Py_ssize_t first, Py_ssize_t end,
    PairList out
) noexcept nogil
cdef void strips_meet(
    StripIndex index, const Level* coarse, Py_ssize_t strip, const Level* fine, Py_ssize_t other,
    PairList out
) noexcept nogil
cdef void level_query(
    StripIndex index, const Level* level, const Box* box, Py_ssize_t item, int order, PairList out
) noexcept nogil
cdef Py_ssize_t bisect(
    const Entry* entries, Py_ssize_t first, Py_ssize_t end, unsigned long long word
) noexcept nogil
