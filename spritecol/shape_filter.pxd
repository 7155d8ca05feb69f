from spritecol.index_pairs cimport IndexPairs
from spritecol.storage cimport Storage

cdef bint rows_overlap(Storage store, int a, int b) noexcept nogil
cdef void keep_hits(Storage store, const int* a, const int* b, IndexPairs pairs) noexcept nogil
