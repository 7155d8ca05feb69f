from spritecol.index_pairs cimport IndexPairs
from spritecol.storage cimport Storage

cdef bint is_worth_sharing(Py_ssize_t count) noexcept
cdef int shared_refresh(Storage store, const int* rows, Py_ssize_t count) except -1
cdef int shared_self_hits(
    Storage store, const int* rows, Py_ssize_t count, IndexPairs out
) except -1
cdef int shared_cross_hits(
    Storage store, const int* rows, Py_ssize_t count,
    const int* others, Py_ssize_t other_count, IndexPairs out
) except -1
