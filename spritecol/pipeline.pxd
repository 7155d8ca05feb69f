from spritecol.index_pairs cimport IndexPairs
from spritecol.storage cimport Storage

cdef bint rows_overlap(Storage store, int a, int b) noexcept nogil
cdef bint rows_hit(Storage store, int a, int b) noexcept nogil
cdef int hits_among(Storage store, int a, const int* b, int nb, int* positions) noexcept nogil
cdef Py_ssize_t first_hit(Storage store, int a, const int* b, Py_ssize_t nb) noexcept nogil
cdef int self_hits(Storage store, const int* a, Py_ssize_t na, IndexPairs out) except -1
cdef int cross_hits(
    Storage store, const int* a, Py_ssize_t na, const int* b, Py_ssize_t nb, IndexPairs out
) except -1
