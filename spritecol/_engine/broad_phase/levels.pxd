import cython
from spritecol._engine.box cimport Box
from spritecol._engine.broad_phase.lanes cimport CircleBand
from spritecol._support.libc cimport memcpy

cdef struct Level:
    # The nodes of one size that contain boxes. "Along" is the direction of the bands, "across" the
    # other; in a turned level bands are columns of the world.
    int exponent             # a node's side is the tree's unit times 2**exponent
    double side              # pixels
    double nodes_per_pixel
    double keys_per_pixel
    double key_zero          # the number, on the grid of keys, of key 0
    long long keys           # in the side of a node: 2**key_doublings
    int key_doublings
    long long last_key       # the largest key, also of right sides
    long long reach          # keys by which a box may begin before one that it overlaps
    long long band_zero      # the grid's band that words count from
    int band_shift           # where in a word the band begins; below it the key
    double widest            # no box is longer along the bands, with room for rounding
    bint turned
    Py_ssize_t first_band    # in the tree's list of bands
    Py_ssize_t band_count
    Py_ssize_t first         # of its entries
    Py_ssize_t count
    Py_ssize_t slots         # where its table of bands begins, -1 if bands are too sparse for one
    Box bounds               # around its boxes
    double run               # entries that begin within reach after one, on the average

cdef struct Census:
    # Statistics of some boxes before they get a level.
    Box corners              # around their left top corners
    double widest
    double highest
    double smallest          # the least of their sizes, each the longer of two sides

cdef double farthest(const Census* census) noexcept nogil
cdef double least_side(const Census* census) noexcept nogil
cdef double room_side(const Census* census, Py_ssize_t count) noexcept nogil
cdef bint can_tell_circles(const Census* census, CircleBand* band) noexcept nogil
cdef int steps_to(double unit, double side) noexcept nogil
cdef int lay_out(
    Level* level, double unit, int exponent, const Census* census, int item_bits
) noexcept nogil

cdef inline int exponent_of(double number) noexcept nogil:
    # The biased exponent of a positive float64: its bits 52 to 62.
    cdef unsigned long long bits
    memcpy(&bits, &number, 8)
    return <int> (bits >> 52)

cdef inline int bits_for(double largest) noexcept nogil:
    # The number of bits for integers from 0 to `largest`.
    return max(1, exponent_of(largest + 1.0) - 1022)

cdef inline double size_of(const Box* box) noexcept nogil:
    # The longer side of a box; -1 for an inverted box.
    cdef double width = box.right - box.left
    cdef double height = box.bottom - box.top
    if width >= 0.0 and height >= 0.0:
        return max(width, height)
    return -1.0

cdef inline Box turned(const Box* box) noexcept nogil:
    # A box with x and y swapped.
    cdef Box result
    result.left = box.top
    result.top = box.left
    result.right = box.bottom
    result.bottom = box.right
    return result

cdef inline Box along_bands(const Level* level, const Box* box) noexcept nogil:
    # A box as a level sees it: left and right along its bands, top and bottom across them.
    return turned(box) if level.turned else box[0]

cdef inline long long whole(double number) noexcept nogil:
    # A number rounded down.
    cdef long long result = <long long> number
    return result - (number < <double> result)

# `band_at` and `key_at` are monotonic in the coordinate.

cdef inline long long band_at(const Level* level, double across) noexcept nogil:
    # The band of the grid that holds a coordinate. On the parent level it is exactly this band
    # shifted right by one bit.
    return whole(max(-4e18, min(across * level.nodes_per_pixel, 4e18)))

cdef inline long long key_at(const Level* level, double along) noexcept nogil:
    # The key of any coordinate: -1 or 0 if it lies before the level.
    return <long long> max(
        -1.0, min(along * level.keys_per_pixel - level.key_zero, <double> level.last_key)
    )

cdef inline long long column_of_key(const Level* level, long long key) noexcept nogil:
    # The grid's column of nodes that holds a key.
    return (key + <long long> level.key_zero) >> level.key_doublings
