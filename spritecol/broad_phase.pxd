from spritecol.index_pairs cimport IndexPairs
from spritecol.storage cimport Box

cdef int FORCED    # -1: always compare directly, 1: always through an index, 0: by number

cdef void force(int choice) noexcept
cdef Box box_round(const Box* boxes, Py_ssize_t count) noexcept nogil
cdef int self_pairs(
    const Box* boxes, const int* rows, Py_ssize_t count, IndexPairs out
) except -1
cdef int cross_pairs(
    const Box* a, const int* a_rows, Py_ssize_t na,
    const Box* b, const int* b_rows, Py_ssize_t nb, IndexPairs out
) except -1
cdef int direct_self_pairs(const Box* boxes, Py_ssize_t count, IndexPairs out) except -1 nogil
cdef int direct_cross_pairs(
    const Box* a, Py_ssize_t na, const Box* b, Py_ssize_t nb, IndexPairs out
) except -1 nogil
