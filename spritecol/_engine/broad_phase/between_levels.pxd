from spritecol._engine.broad_phase.levels cimport Level
from spritecol._engine.broad_phase.quadtree cimport Quadtree
from spritecol._engine.pairs cimport PairList

# `half` and `halves` as in `scan`.
cdef void pairs_between(
    Quadtree tree, const Level* one, const Level* other, int half, int halves, PairList out
) noexcept nogil
