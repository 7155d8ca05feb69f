from spritecol._engine.box cimport Box, BoxView
from spritecol._engine.broad_phase.strip_index cimport StripIndex
from spritecol._engine.memory cimport ScratchPool
from spritecol._engine.pairs cimport PairList

# Ways to find the pairs of overlapping boxes. All give the same pairs, in different orders.
cdef enum:
    DIRECTLY             # compare every box with every other
    IN_ONE_STRIP         # build an index for few boxes; within one sequence only
    BY_INDEX             # build an index, of the longer sequence if there are two
    WAY_COUNT

cdef int find_within(
    int way, const BoxView* view, StripIndex index, ScratchPool* pool, PairList out
) except -1
cdef int find_between(
    int way, const BoxView* a, const BoxView* b, StripIndex index, ScratchPool* pool, PairList out
) except -1

# For `pipeline.two_cores`, which shares the work of BY_INDEX.
cdef int index_longer(
    StripIndex index, const BoxView* a, const BoxView* b, ScratchPool* pool, Box* reach
) except -1
cdef void ask_index(
    StripIndex index, const Box* reach, const BoxView* a, const BoxView* b,
    Py_ssize_t first, Py_ssize_t end, PairList out
) noexcept nogil
