import cython
from spritecol._engine.box cimport Box, BoxView
from spritecol._engine.broad_phase.lanes cimport BoxColumns
from spritecol._engine.broad_phase.levels cimport Census, Level

cdef struct Band:
    # A band of nodes that holds boxes; after the last of a level, one more that tells its end.
    long long index      # on the grid
    Py_ssize_t first     # of its entries

# Brings boxes up to date that are looked at next: those of some rows. Unless `circles` is NULL, gives
# x, y and radius of each, and returns whether it could: whether all of them are circles. `is_far`
# says that these are not read before the caches hold something else.
ctypedef bint (*Prepare)(
    void* context, const int* rows, Py_ssize_t count, double* circles, bint is_far
) noexcept nogil

cdef struct Look:
    # The first look at all boxes; what is found by each half.
    BoxView view
    Prepare prepare          # called for some boxes before these are looked at; or NULL
    void* prepared           # its context
    const Box* window        # others than those that overlap it are left out; or NULL
    unsigned long long* items    # of the boxes that are not left out, in each half from its start
    double* circles          # gets x, y and radius by item; or NULL
    Py_ssize_t middle
    Py_ssize_t[2] found      # how many are not left out
    bint[2] lists            # whether they are listed; if not, all get into the tree
    Census[2] census
    bint[2] of_circles       # whether all of them are circles, and `circles` is written

cdef struct Put:
    # The words and the entries of a level.
    BoxView view
    const Level* level
    const unsigned long long* items  # or NULL: they are the first positions
    const double* circles
    unsigned long long* words    # to be written: from the level's first on; to be read: of the tree
    int item_bits
    unsigned long long item_mask
    BoxColumns columns       # of the tree, as the level sees them
    Py_ssize_t first
    Py_ssize_t middle
    Py_ssize_t end
    Band* bands[2]           # where each half lists its bands
    Py_ssize_t[2] band_count
    Box[2] bounds            # of what each half has put

cdef Census joined(const Census* one, const Census* other) noexcept nogil
cdef Box around(const Box* one, const Box* other) noexcept nogil
cdef void look_at_half(int half, void* context) noexcept nogil
cdef void put_positions(
    unsigned long long* items, Py_ssize_t first, Py_ssize_t end
) noexcept nogil
cdef void words_of_half(int half, void* context) noexcept nogil
cdef void boxes_of_half(int half, void* context) noexcept nogil
cdef void circles_of_half(int half, void* context) noexcept nogil
