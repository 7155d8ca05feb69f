from spritecol._engine.broad_phase.quadtree cimport Quadtree
from spritecol._engine.pairs cimport PairList

cdef void all_pairs(Quadtree tree, PairList out) noexcept nogil
cdef void half_of_pairs(Quadtree tree, int half, int halves, PairList out) noexcept nogil
