from spritecol._engine.box cimport Box
from spritecol._engine.pairs cimport Pair
from spritecol._engine.pipeline.moved_row cimport Meeting, Motion
from spritecol._engine.storage.store cimport Store

cdef double step_of(Store store, int row, const Motion* motion) noexcept nogil
cdef double near_fractions(Store store, int row, const Motion* motion) noexcept nogil
cdef bint verify_first(
    Store store, int row, Motion* motion, const Box* box, const int* b, const Pair* candidates,
    Py_ssize_t count, Meeting* first, bint found
) noexcept nogil
cdef bint prove(
    Store store, int row, int other, const Motion* motion, Meeting* meeting
) noexcept nogil
cdef double lip_at(
    Store store, int row, int other, const Meeting* meeting, double dx, double dy, bint slides,
    double* normal
) noexcept nogil
