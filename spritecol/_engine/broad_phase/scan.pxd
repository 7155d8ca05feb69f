from spritecol._engine.broad_phase.quadtree cimport Quadtree
from spritecol._engine.pairs cimport PairList
from spritecol._engine.broad_phase.levels cimport Level

# `portion` of `portions` is what one thread does, such as 0 of 3; 0 of 1 is all of it.
cdef void pairs_between(
    Quadtree tree, const Level* one, const Level* other, int portion, int portions, PairList out
) noexcept nogil

cdef void all_pairs(Quadtree tree, PairList out) noexcept nogil
cdef void portion_of_pairs(Quadtree tree, int portion, int portions, PairList out) noexcept nogil
