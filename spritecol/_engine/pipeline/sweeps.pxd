import cython

from spritecol._engine.box cimport BoxView
from spritecol._engine.pairs cimport PairList
from spritecol._engine.pipeline.kept_index cimport KeptIndex
from spritecol._engine.pipeline.lone_sweeps cimport FirstHits
from spritecol._engine.pipeline.moved_row cimport Meeting
from spritecol._engine.storage.row_filter cimport RowFilter
from spritecol._engine.storage.store cimport Store

@cython.final
cdef class Meetings:
    cdef Meeting* items
    cdef Py_ssize_t count
    cdef Py_ssize_t capacity
    cdef int add(self, const Meeting* meeting) except -1
    cdef void sort(self) noexcept nogil

cdef int sweep_among(
    Store store, int row, double dx, double dy, double turn, const int* b, Py_ssize_t count,
    KeptIndex kept, const RowFilter* selected, bint first_only, PairList found, Meetings out
) except -1
cdef int sweep_many(
    Store store, const int* a, Py_ssize_t na, const double* ways, const int* b, Py_ssize_t nb,
    KeptIndex kept_b, const FirstHits* firsts
) except -1
