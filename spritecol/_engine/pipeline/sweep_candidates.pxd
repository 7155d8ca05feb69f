from spritecol._engine.box cimport Box
from spritecol._engine.pairs cimport PairList
from spritecol._engine.pipeline.kept_index cimport KeptIndex
from spritecol._engine.pipeline.moved_row cimport Motion
from spritecol._engine.storage.row_filter cimport RowFilter
from spritecol._engine.storage.store cimport Store

cdef Motion motion_of(Store store, int row, double dx, double dy, double turn) noexcept nogil
cdef bint turns_nothing(Store store, int row) noexcept nogil
cdef Py_ssize_t find_candidates(
    Store store, int row, const Motion* motion, const int* b, Py_ssize_t count, KeptIndex kept,
    const RowFilter* selected, PairList found
) except -1
cdef double box_passage(const Box* a, const Box* b, double dx, double dy) noexcept nogil
cdef double time_in_reach(Store store, int row, int other, const Motion* motion) noexcept nogil
cdef void swept_box(Store store, int row, const Motion* motion, Box* box) noexcept nogil
