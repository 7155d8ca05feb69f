from spritecol._engine.box cimport Box
from spritecol._engine.storage.layout cimport DIRTY, RowRecord
from spritecol._engine.storage.store cimport Store

# Quick facts about a row: whether it has one part, and its one-way shapes.

# The values of `store.single_part` for a row with one part: for a circle, where its numbers are in
# the pool; for an upright box or a capsule, a negative number that encodes the kind and where its
# numbers are; for all others, OTHER.
cdef enum:
    OTHER = -1
    ONE_BOX = -3         # minus twice where its numbers are
    ONE_CAPSULE = -4     # likewise

cdef extern from *:
    """
    #define SPRITECOL_FRONT (0.5 - 1e-9)
    """
    # The cosine of the largest angle between the direction of a one-way shape and the normal of a
    # side that stops: 60 degrees, plus rounding. (A macro, as in other headers: Cython has no
    # constants of type double that C modules share.)
    const double FRONT "SPRITECOL_FRONT"

cdef inline bint is_circle(int single) noexcept nogil:
    return single >= 0

# Without a branch: of a number below OTHER, the last bit tells whether it is a box or a capsule.
cdef inline bint is_upright_box(int single) noexcept nogil:
    return (single < OTHER) & single

cdef inline bint is_capsule(int single) noexcept nogil:
    return (single < OTHER) & ~single

cdef inline int lone_numbers(int single) noexcept nogil:
    # Where the numbers of an upright box or a capsule are in the pool.
    return (ONE_BOX - single) >> 1

cdef inline bint is_front(const double* direction, double nx, double ny) noexcept nogil:
    # Whether a one-way shape that has a direction stops what meets it with a normal.
    return direction[0] * nx + direction[1] * ny >= FRONT

# Where a row that is SHIFTED keeps copies of its local numbers, behind those of the world. In the
# pool a circle has room for an ellipse, six numbers, and uses three; a box has room for four corners
# and uses two.
cdef enum:
    LOCAL_CENTER = 3
    LOCAL_BOX = 4

# The ways to bring rows up to date. Call one of them before reading boxes or parts.
cdef inline void freshen(Store store, int row) noexcept nogil:
    if store.flags[row] & DIRTY:
        refresh(store, row)
cdef void freshen_all(Store store, const int* rows, Py_ssize_t count) noexcept nogil
cdef bint prepare_rows(
    void* store, const int* rows, Py_ssize_t count, double* circles
) noexcept nogil

cdef bint have_changed(
    Store store, const int* rows, Py_ssize_t count, Py_ssize_t most
) noexcept nogil
cdef Box true_box(Store store, int row) noexcept nogil
cdef bint put_direction(Store store, int row, int part, double* direction) noexcept nogil
cdef void refresh(Store store, int row) noexcept nogil

cdef struct Cuts:
    # Which edges of a part in the world are cuts, each by the vertex at its end.
    const unsigned char* flags   # of the edges in local space; NULL: none is a cut
    int count
    int first            # which of those ends at vertex 0 in the world
    int step             # -1 if they go the other way round there, else 1

cdef Cuts cuts_of(Store store, int row, int index) noexcept nogil

cdef inline bint is_cut(const Cuts* cuts, int k) noexcept nogil:
    # Whether the edge of a part that ends at its vertex `k` is a cut.
    if cuts.flags is NULL:
        return False
    return cuts.flags[(cuts.first + cuts.step * k + cuts.count) % cuts.count]
