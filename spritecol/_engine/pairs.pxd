import cython

from spritecol._engine.memory cimport MemoryBlock, ScratchPool

# The order of the two positions in a pair: the smaller position first, the query box first, or the
# box that was found first.
cdef enum:
    SORTED
    GIVEN
    SWAPPED

# A pair (i, j) is one word with i in its upper half and j in its lower, so that sorting the words
# sorts the pairs.
ctypedef unsigned long long Pair

cdef inline Pair pair_of(Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    return <Pair> i << 32 | <unsigned int> j

cdef inline Py_ssize_t first_of(Pair pair) noexcept nogil:
    return pair >> 32

cdef inline Py_ssize_t second_of(Pair pair) noexcept nogil:
    return <unsigned int> pair

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

@cython.final
cdef class PairList:
    cdef Pair* items
    cdef readonly Py_ssize_t count
    cdef readonly Py_ssize_t capacity
    cdef MemoryBlock block
    cdef ScratchPool* pool       # where the block is borrowed from, or NULL
    cdef bint failed             # an allocation failed; `sort` raises MemoryError
    cdef bint in_doubt           # of circles: some of them may not overlap
    cdef Py_ssize_t most         # a search that has found more than this may stop; 0: none may
    cdef bint reserve(self, Py_ssize_t more) noexcept nogil
    cdef void free_memory(self) noexcept
    cdef int sort(self, Py_ssize_t a_count, Py_ssize_t b_count) except -1 nogil
    cdef object array(self)

# A PairList has no Python attributes: making one does not start the garbage collector, which could
# run users' code between two stages.
cdef PairList new_pairs(ScratchPool* pool)
