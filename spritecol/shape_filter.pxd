from spritecol.index_pairs cimport IndexPairs, Pair
from spritecol.storage cimport Storage

cdef bint rows_overlap(Storage store, int a, int b) noexcept nogil
cdef void keep_hits(Storage store, const int* a, const int* b, IndexPairs pairs) noexcept nogil
cdef Py_ssize_t keep_among(
    Storage store, const int* a, const int* b, Pair* pairs, Py_ssize_t count
) noexcept nogil
