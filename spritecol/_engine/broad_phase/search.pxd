from spritecol._engine.box cimport Box, BoxView
from spritecol._engine.broad_phase.strip_index cimport StripIndex
from spritecol._engine.memory.scratch cimport ScratchPool
from spritecol._engine.pairs cimport PairList

# Pairs i < j within one sequence of boxes, in no order.
cdef int direct_self_pairs(const BoxView* view, ScratchPool* pool, PairList out) except -1

# Pairs of one box from each of two sequences, in no order.
cdef int direct_cross_pairs(
    const BoxView* a, const BoxView* b, ScratchPool* pool, PairList out
) except -1
cdef int index_longer(
    StripIndex index, const BoxView* a, const BoxView* b, ScratchPool* pool, Box* reach
) except -1
cdef void ask_index(
    StripIndex index, const Box* reach, const BoxView* a, const BoxView* b,
    Py_ssize_t first, Py_ssize_t end, PairList out
) noexcept nogil
