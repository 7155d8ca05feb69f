import cython
from spritecol._engine.box cimport Box
from spritecol._engine.broad_phase.lanes cimport CircleBand

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
