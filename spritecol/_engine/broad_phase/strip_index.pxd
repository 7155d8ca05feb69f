import cython

from spritecol._engine.broad_phase.strip_layout cimport Level
from spritecol._engine.box cimport Box, BoxView
from spritecol._engine.memory cimport ScratchPool

cdef enum:
    LEVELS = 64
    FEW_BITS = 8         # the bits of a position among the boxes of `build_few`, at most FEW

cdef unsigned long long BEYOND   # the word of a sentinel

cdef struct Strip:
    Py_ssize_t index     # from the level's origin downwards
    Py_ssize_t first     # of its entries

cdef struct Entry:
    Box box
    unsigned long long word      # strip, key of the left edge, item; entries are sorted by it

@cython.final
cdef class StripIndex:
    cdef Entry* entries
    cdef Py_ssize_t count        # entries, including sentinels
    cdef int item_bits           # the number of the lowest bits of a word that hold the item
    cdef Py_ssize_t entry_capacity
    cdef Strip* strips
    cdef Py_ssize_t strip_count
    cdef Level[LEVELS] levels
    cdef readonly int level_count
    cdef int pending_splits      # levels that splits in progress will still add
    cdef BoxView view            # these two are valid during `build` only
    cdef unsigned long long* words
    cdef int build(
        self, const BoxView* view, const Box* window, Py_ssize_t items, ScratchPool* pool
    ) except -1 nogil
    cdef int build_few(self, const BoxView* view) except -1 nogil
    cdef int reserve(self, Py_ssize_t count) except -1 nogil
    cdef void fill(
        self, unsigned long long* items, const Box* window
    ) noexcept nogil
    cdef void fill_level(
        self, unsigned long long* items, Py_ssize_t count, double size, const Box* origins
    ) noexcept nogil
    cdef Box origins_of(self, const unsigned long long* items, Py_ssize_t count) noexcept nogil
    cdef void fill_levels(self, unsigned long long* items, Py_ssize_t total) noexcept nogil
    cdef bint split(
        self, unsigned long long* items, Py_ssize_t count, double size, const Box* origins
    ) noexcept nogil
    cdef Py_ssize_t strip_end(self, const Level* level, Py_ssize_t strip) noexcept nogil
    cdef inline Py_ssize_t item_of(self, const Entry* entry) noexcept nogil:
        return entry.word & ((<unsigned long long> 1 << self.item_bits) - 1)
