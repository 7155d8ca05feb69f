import cython

from spritecol._engine.memory.scratch cimport Block, ScratchPool

# How a pair is written: the smaller position first, the box that was asked for first, or the box
# that was found first.
cdef enum:
    SORTED
    GIVEN
    SWAPPED

# A pair is one word, i in its upper half, j in its lower: words in order are pairs in order.
ctypedef unsigned long long Pair

cdef inline Pair pair_of(Py_ssize_t i, Py_ssize_t j) noexcept nogil:
    return <Pair> i << 32 | <unsigned int> j

cdef inline Py_ssize_t first_of(Pair pair) noexcept nogil:
    return pair >> 32

cdef inline Py_ssize_t second_of(Pair pair) noexcept nogil:
    return <unsigned int> pair

@cython.final
cdef class PairList:
    cdef Pair* items
    cdef readonly Py_ssize_t count
    cdef readonly Py_ssize_t capacity
    cdef Block block
    cdef ScratchPool* pool       # that the block is borrowed from, or NULL
    cdef bint failed             # there was no memory; `sort` raises it
    cdef bint reserve(self, Py_ssize_t more) noexcept nogil
    cdef void extend(self, PairList other) noexcept nogil
    cdef int sort(self, Py_ssize_t a_count, Py_ssize_t b_count) except -1 nogil
    cdef object array(self)

cdef PairList new_pairs(ScratchPool* pool)
