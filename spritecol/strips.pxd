import cython

from spritecol.levels cimport Level
from spritecol.storage cimport Box

cdef enum:
    LEVELS = 64
    FEW = 256            # the most boxes that `build_few` takes, and its keys
    FEW_BITS = 8

cdef unsigned long long BEYOND   # the word of the entries that end a level

cdef struct Strip:
    Py_ssize_t index     # from the level's origin downwards
    Py_ssize_t first     # of its entries

cdef struct Entry:
    Box box
    unsigned long long word      # strip, key of the left side, item: by that they are sorted

@cython.final
cdef class Strips:
    cdef Entry* entries
    cdef Py_ssize_t count        # entries, with those that end the levels
    cdef int item_bits           # of a word, the lowest
    cdef Py_ssize_t entry_capacity
    cdef Strip* strips
    cdef Py_ssize_t strip_count
    cdef Level[64] levels
    cdef readonly int level_count
    cdef int owed                # levels that a split will make and has not yet
    cdef const Box* boxes        # these three are good while the index is built
    cdef const int* rows         # the box of an item; NULL when they lie in the items' order
    cdef unsigned long long* words
    cdef int build(
        self, const Box* boxes, const int* rows, Py_ssize_t count, const Box* window,
        Py_ssize_t items
    ) except -1 nogil
    cdef int build_few(self, const Box* boxes, const int* rows, Py_ssize_t count) except -1 nogil
    cdef int reserve(self, Py_ssize_t count) except -1 nogil
    cdef void fill(
        self, unsigned long long* items, Py_ssize_t count, const Box* window
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
