from spritecol._engine.halves cimport Team
from spritecol._engine.pairs cimport Pair, PairList
from spritecol._engine.pipeline.moved_row cimport Meeting, Motion
from spritecol._engine.storage.store cimport Store

cdef bint are_lone(
    Store store, int row, const int* b, const Pair* candidates, Py_ssize_t count
) noexcept nogil
cdef bint first_of_lone(
    Store store, int row, Motion* motion, const int* b, Pair* candidates, Py_ssize_t count,
    Meeting* first
) noexcept nogil
cdef void sweep_lone_rows(
    Store store, const Team* team, const int* a, const double* ways, const int* b, PairList found,
    Meeting* firsts
) noexcept nogil

cpdef enum:
    NOT_LONE = -2  # the `position` of a first meeting that is yet to be found: see `sweep_lone_rows`
