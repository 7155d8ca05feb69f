from spritecol._engine.broad_phase.quadtree cimport Quadtree
from spritecol._engine.pairs cimport PairList

cdef void all_pairs(Quadtree tree, PairList out) noexcept nogil
