from spritecol._engine.narrow_phase.nearest_points cimport Nearest
from spritecol._engine.pipeline.contact_search cimport TwoShapes
from spritecol._engine.storage.store cimport RowFilter, Store

cdef void put_gap(
    Store store, const RowFilter* chosen, int a, int b, Nearest* out, int* part
) noexcept
cdef int put_nearest_place(
    TwoShapes trial, const RowFilter* chosen, int a, int b, Nearest* out, Py_ssize_t* shape
) except -1
cdef int rows_distance(
    TwoShapes trial, const RowFilter* chosen, int a, int b, Nearest* out
) except -1
