from libc.string cimport memcpy
import cython
from spritecol._engine.box cimport Box
from spritecol._engine.box cimport Box, BoxView
from spritecol._engine.memory cimport ScratchPool

cdef struct Level:
    # Boxes of similar size: the largest is at most about eight times the smallest.
    double height        # of a strip, no less than any box of the level is high
    double scale_y       # strips a pixel
    double slack         # more than the rounding error of a coordinate computed from strip or key
    double origin_x      # x of key 0
    double scale_x       # keys a pixel
    double origin_y      # y of strip 0
    double size          # no less than any box of the level is wide or high
    Py_ssize_t reach     # keys by which a box may lie left of one that it overlaps
    double last_key      # the largest key, also of right edges
    Py_ssize_t first     # of its strips
    Py_ssize_t count
    int strip_shift      # where a word's strip begins, and below it the key

cdef inline int exponent_of(double number) noexcept nogil:
    # The biased exponent of a positive float64: its bits 52 to 62.
    cdef unsigned long long bits
    memcpy(&bits, &number, 8)
    return <int> (bits >> 52)

cdef inline int bits_for(double largest) noexcept nogil:
    # The number of bits for integers from 0 to `largest`.
    return max(1, exponent_of(largest + 1.0) - 1022)

cdef inline double size_of(const Box* box) noexcept nogil:
    # The longer edge of a box; -1 for an inverted box.
    cdef double width = box.right - box.left
    cdef double height = box.bottom - box.top
    if width >= 0.0 and height >= 0.0:
        return max(width, height)
    return -1.0

cdef bint is_strained(const Level* level) noexcept nogil
cdef int lay_out(Level* level, double size, const Box* origins, int item_bits) noexcept nogil

# All of these are monotonic in the coordinate.

cdef inline Py_ssize_t key_inside(const Level* level, double x) noexcept nogil:
    # The key of the left or right side of a box of the level.
    return <Py_ssize_t> min((x - level.origin_x) * level.scale_x, level.last_key)

cdef inline Py_ssize_t strip_inside(const Level* level, double y) noexcept nogil:
    # The strip of the top of a box of the level.
    return <Py_ssize_t> ((y - level.origin_y) * level.scale_y)

cdef inline Py_ssize_t key_of(const Level* level, double x) noexcept nogil:
    # The key of any x: -1 or 0 if it is left of the level.
    return <Py_ssize_t> max(-1.0, min((x - level.origin_x) * level.scale_x, level.last_key))

cdef inline Py_ssize_t strip_of(const Level* level, double y) noexcept nogil:
    # The strip of any y, counted from the level's origin; may be beyond its strips.
    return <Py_ssize_t> max(0.0, min((y - level.origin_y) * level.scale_y + 2.0, 4e9)) - 2

cdef inline unsigned long long word_of(
    const Level* level, Py_ssize_t strip, Py_ssize_t key, int item_bits
) noexcept nogil:
    # The smallest word in a strip with a key.
    return <unsigned long long> strip << level.strip_shift | <unsigned long long> key << item_bits

cdef void radix_sort(
    unsigned long long* words, unsigned long long* spare, Py_ssize_t count, int low, int high
) noexcept nogil

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
