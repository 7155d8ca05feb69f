from spritecol.index_pairs cimport IndexPairs
from spritecol.kept_index cimport KeptIndex
from spritecol.storage cimport Storage

cdef bint rows_hit(Storage store, int a, int b) noexcept nogil
cdef int hits_among(Storage store, int a, const int* b, int nb, int* positions) noexcept nogil
cdef int hits_kept(
    Storage store, int a, const int* b, Py_ssize_t nb, KeptIndex kept, IndexPairs out
) except -1
cdef Py_ssize_t first_hit(Storage store, int a, const int* b, Py_ssize_t nb) noexcept nogil
cdef int self_hits(
    Storage store, const int* a, Py_ssize_t na, KeptIndex kept, IndexPairs out
) except -1
cdef int cross_hits(
    Storage store, const int* a, Py_ssize_t na, KeptIndex kept_a,
    const int* b, Py_ssize_t nb, KeptIndex kept_b, IndexPairs out
) except -1
