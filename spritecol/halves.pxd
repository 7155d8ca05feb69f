from spritecol.index_pairs cimport IndexPairs
from spritecol.storage cimport Storage

cdef bint is_worth_sharing(Py_ssize_t count) noexcept
cdef int shared_refresh(Storage store, const int* rows, Py_ssize_t count) except -1
cdef int shared_self_pairs(
    Storage store, const int* rows, Py_ssize_t count, IndexPairs out
) except -1
cdef int shared_cross_pairs(
    Storage store, const int* rows, Py_ssize_t count,
    const int* others, Py_ssize_t other_count, IndexPairs out
) except -1
cdef void shared_keep(
    Storage store, const int* rows, const int* others, IndexPairs pairs
) noexcept
