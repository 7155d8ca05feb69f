from spritecol._engine.broad_phase.quadtree cimport Quadtree
from spritecol._engine.pairs cimport PairList
from spritecol._engine.broad_phase.levels cimport Level

cdef void pairs_between(
    Quadtree tree, const Level* one, const Level* other, PairList out
) noexcept nogil

cdef void all_pairs(Quadtree tree, PairList out) noexcept nogil
