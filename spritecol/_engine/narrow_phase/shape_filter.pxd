from spritecol._engine.pairs cimport PairList, Pair
from spritecol._engine.storage.store cimport Store

cdef bint rows_overlap(Store store, int a, int b) noexcept nogil
cdef void keep_hits(Store store, const int* a, const int* b, PairList pairs) noexcept nogil
cdef Py_ssize_t keep_among(
    Store store, const int* a, const int* b, Pair* pairs, Py_ssize_t count
) noexcept nogil
