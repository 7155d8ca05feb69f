from spritecol._engine.pairs cimport PairList
from spritecol._engine.pipeline.workspace cimport Workspace
from spritecol._engine.storage.store cimport Store

cdef int shared_self_pairs(
    Store store, Workspace workspace, int portions, const int* rows, Py_ssize_t count, PairList out
) except -1
cdef int shared_cross_pairs(
    Store store, Workspace workspace, int portions, const int* a, Py_ssize_t na, const int* b,
    Py_ssize_t nb, PairList out
) except -1
cdef void shared_keep(
    Store store, Workspace workspace, int portions, const int* a, const int* b, PairList pairs
) noexcept
