from spritecol._engine.box cimport Box, BoxView
from spritecol._engine.broad_phase.quadtree cimport BuildOptions, Quadtree
from spritecol._engine.memory cimport ScratchPool
from spritecol._engine.pairs cimport PairList

# Methods to find the pairs of overlapping boxes. All give the same pairs, in different orders.
cdef enum:
    DIRECTLY             # compare every box with every other
    BY_QUADTREE          # build a quadtree, of the longer sequence if there are two
    IF_WORTH_IT          # by a quadtree, unless comparing directly turns out to be less work

cdef int find_within(
    int method, const BoxView* view, BuildOptions* options, Quadtree tree, ScratchPool* pool,
    PairList out
) except -1
cdef int find_between(
    int method, const BoxView* a, const BoxView* b, Quadtree tree, ScratchPool* pool, PairList out
) except -1
cdef void all_pairs(Quadtree tree, PairList out) noexcept nogil
