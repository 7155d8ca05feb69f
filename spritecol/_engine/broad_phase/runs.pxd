from spritecol._engine.broad_phase.lanes cimport circles_of_four, lowest_bit, overlaps_of_four
from spritecol._engine.box cimport Box
from spritecol._engine.broad_phase.levels cimport Level
from spritecol._engine.broad_phase.quadtree cimport Quadtree
from spritecol._engine.pairs cimport GIVEN, SORTED, Pair, PairList

cdef inline Pair ordered(unsigned long long one, unsigned long long other) noexcept nogil:
    # A pair with the smaller position first. Which one that is cannot be predicted: so no branch.
    cdef unsigned long long swap = (one ^ other) & (0 - <unsigned long long> (one > other))
    return (one ^ swap) << 32 | (other ^ swap)

cdef inline Pair pair_in_order(
    unsigned long long one, unsigned long long other, int order
) noexcept nogil:
    # A pair in the requested order.
    if order == SORTED:
        return ordered(one, other)
    return one << 32 | other if order == GIVEN else other << 32 | one

cdef void add_run(
    Quadtree tree, const Box* box, Py_ssize_t item, int order, Py_ssize_t first, Py_ssize_t end,
    unsigned long long last, PairList out
) noexcept nogil

cdef void add_circle_run(
    Quadtree tree, Py_ssize_t entry, Py_ssize_t first, Py_ssize_t end, unsigned long long last,
    PairList out
) noexcept nogil

# The band at which half of a level's entries have been passed.
cdef Py_ssize_t middle_band(Quadtree tree, const Level* level) noexcept nogil

# Entries are sorted by words, so `bisect` and `gallop` find the first one from `first` to `end`
# whose word is not smaller. `end` is an entry, too, or a sentinel.
cdef Py_ssize_t bisect(
    const unsigned long long* words, Py_ssize_t first, Py_ssize_t end, unsigned long long word
) noexcept nogil
cdef Py_ssize_t gallop(
    const unsigned long long* words, Py_ssize_t first, Py_ssize_t end, unsigned long long word
) noexcept nogil

cdef inline Py_ssize_t skip(
    const unsigned long long* words, Py_ssize_t first, Py_ssize_t end, unsigned long long word
) noexcept nogil:
    # It is usually near, and how near is unpredictable: so the first steps have no branch. As words
    # are sorted, those that are smaller come first, and no comparison waits for another.
    # `end` must be a sentinel, or its word no smaller.
    cdef Py_ssize_t smaller = (
        (words[first] < word)
        + (words[first + 1] < word)
        + (words[first + 2] < word)
        + (words[first + 3] < word)
    )
    if smaller < 4:
        return first + smaller
    return gallop(words, first + 4, end, word)
