import cython

from spritecol.storage cimport Box

cdef enum:
    LEVELS = 64

cdef struct Level:
    # Boxes of similar size: the largest is at most about four times the smallest.
    double height        # of a strip, no less than any box of the level is high
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
    cdef unsigned long long* words
    cdef int build(self, const Box* boxes, Py_ssize_t count) except -1 nogil
    cdef int reserve(self, Py_ssize_t count) except -1 nogil
    cdef int fill_level(
        self, const Box* boxes, unsigned long long* words, Py_ssize_t count, double size
    ) except -1 nogil
    cdef Py_ssize_t strip_end(self, Py_ssize_t strip) noexcept nogil

cdef Py_ssize_t key_of(const Level* level, double x) noexcept nogil
cdef Py_ssize_t strip_of(const Level* level, double y) noexcept nogil
