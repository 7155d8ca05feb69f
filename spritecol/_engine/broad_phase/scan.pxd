from spritecol._engine.broad_phase.quadtree cimport Quadtree
from spritecol._engine.pairs cimport PairList
from spritecol._engine.broad_phase.levels cimport Level

# `half` and `halves` as in `scan`.
cdef void pairs_between(
    Quadtree tree, const Level* one, const Level* other, int half, int halves, PairList out
) noexcept nogil

cdef void all_pairs(Quadtree tree, PairList out) noexcept nogil
cdef void half_of_pairs(Quadtree tree, int half, int halves, PairList out) noexcept nogil
