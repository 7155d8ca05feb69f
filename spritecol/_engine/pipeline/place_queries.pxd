from spritecol._engine.box cimport Box
from spritecol._engine.narrow_phase.shape_filter cimport Probe
from spritecol._engine.pairs cimport PairList
from spritecol._engine.pipeline.kept_index cimport KeptIndex
from spritecol._engine.storage.store cimport RowFilter, Store

cdef void put_point(Probe* probe, Box* box, double x, double y) noexcept nogil
cdef void put_box(
    Probe* probe, Box* box, double left, double top, double right, double bottom
) noexcept nogil
cdef void put_circle(Probe* probe, Box* box, double x, double y, double radius) noexcept nogil

cdef int rows_at_row(
    Store store, int asker, const int* rows, Py_ssize_t count,
    KeptIndex kept, const RowFilter* row_filter, PairList out
) except -1
cdef int rows_at_probes(
    Store store, const Probe* probes, const Box* boxes, Py_ssize_t probe_count,
    const int* rows, Py_ssize_t count, KeptIndex kept, const RowFilter* row_filter, PairList out
) except -1
