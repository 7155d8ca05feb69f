from spritecol._engine.box cimport Box
from spritecol._engine.narrow_phase.distances cimport Nearest
from spritecol._engine.storage.store cimport Store

cdef struct Trial:
    # What is to be tried out: a row and some of its parts, and those of another row; or a row and
    # several others.
    void* store
    int a
    int first_a
    int count_a
    int b
    int first_b
    int count_b
    double sign          # of the move: -1 if the geometry was computed for the other row
    double nx            # along which two single parts come apart
    double ny
    const int* rows
    Py_ssize_t row_count
    unsigned int mark    # the `last_pass` of those rows that count

cdef double size_of_rows(Store store, int a, int b) noexcept
cdef bint is_surely_convex(Store store, int row) noexcept
cdef bint surely_frees(const Box* a, const Box* b, const Nearest* near, double size) noexcept

# Tests for `least_move` and `confirm`; the context is a Trial.
cdef bint frees_shape(void* context, double dx, double dy) noexcept
cdef bint frees_either(void* context, double dx, double dy) noexcept
cdef bint frees_part(void* context, double dx, double dy) noexcept
cdef bint frees_marked(void* context, double dx, double dy) noexcept
