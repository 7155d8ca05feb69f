from spritecol._engine.broad_phase.quadtree cimport Quadtree
from spritecol._engine.pairs cimport PairList
from spritecol._engine.broad_phase.levels cimport Level

# `half` and `halves` share the work between two threads: 0 or 1 of 2, or 0 of 1 for all of it.
cdef void pairs_between(
    Quadtree tree, const Level* one, const Level* other, int half, int halves, PairList out
) noexcept nogil

cdef void all_pairs(Quadtree tree, PairList out) noexcept nogil
cdef void half_of_pairs(Quadtree tree, int half, int halves, PairList out) noexcept nogil
