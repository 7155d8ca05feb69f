import cython

from spritecol.storage cimport Box

cdef enum:
    LEVELS = 64
    FEW = 256            # the most boxes that `build_few` takes, and its keys

cdef struct Level:
    # Boxes of similar size: the largest is at most about eight times the smallest.
    double height        # of a strip, no less than any box of the level is high
    double scale_y       # strips a pixel
    double slack         # more than rounding can do to a place that is told by its strip or key
    double origin_x      # x of key 0
    double scale_x       # keys a pixel
    double origin_y      # y of strip 0
    Py_ssize_t reach     # keys by which a box may lie left of one that it overlaps
    double size          # no less than any box of the level is wide or high
    Py_ssize_t first     # of its strips
    Py_ssize_t count

cdef struct Strip:
    Py_ssize_t index     # from the level's origin downwards
    Py_ssize_t first     # of its entries

cdef struct Entry:
    Box box
    unsigned int key     # of its left side
    int item             # position in the sequence it was built from

@cython.final
cdef class Strips:
    cdef Entry* entries
    cdef readonly Py_ssize_t count
    cdef Py_ssize_t entry_capacity
    cdef Strip* strips
    cdef Py_ssize_t strip_count
    cdef Level[64] levels
    cdef readonly int level_count
    cdef const Box* boxes        # these three are good while the index is built
    cdef const int* rows         # the box of an item; NULL when they lie in the items' order
    cdef unsigned long long* words
    cdef int build(
        self, const Box* boxes, const int* rows, Py_ssize_t count, const Box* window
    ) except -1 nogil
    cdef int build_few(self, const Box* boxes, const int* rows, Py_ssize_t count) except -1 nogil
    cdef int reserve(self, Py_ssize_t count) except -1 nogil
    cdef const Box* box_of(self, Py_ssize_t item) noexcept nogil
    cdef void fill(
        self, unsigned long long* items, Py_ssize_t count, const Box* window
    ) noexcept nogil
    cdef void fill_level(
        self, unsigned long long* items, Py_ssize_t count, double size, const Box* origins
    ) noexcept nogil
    cdef Box origins_of(self, const unsigned long long* items, Py_ssize_t count) noexcept nogil
    cdef void order_by_size(
        self, unsigned long long* items, Py_ssize_t total, const Py_ssize_t* counts,
        int low, int high
    ) noexcept nogil
    cdef Py_ssize_t strip_end(self, Py_ssize_t strip) noexcept nogil

# Both never give less for a larger number. They are clamped, since a box from outside may lie
# anywhere; what a level holds lies within.

cdef inline Py_ssize_t key_of(const Level* level, double x) noexcept nogil:
    # The key of an x; -1 or 0 for all that lies left of the level.
    return <Py_ssize_t> max(-1.0, min((x - level.origin_x) * level.scale_x, 4e9))

cdef inline Py_ssize_t key_inside(const Level* level, double x) noexcept nogil:
    # The same for the right side of a box of the level, which lies not far beyond its last key, and
    # for minus infinity.
    return <Py_ssize_t> max(-1.0, (x - level.origin_x) * level.scale_x)

cdef inline Py_ssize_t strip_of(const Level* level, double y) noexcept nogil:
    # The strip of a y, counted from the level's origin; may lie beyond its strips.
    return <Py_ssize_t> max(0.0, min((y - level.origin_y) * level.scale_y + 2.0, 4e9)) - 2
