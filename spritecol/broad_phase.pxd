from spritecol.index_pairs cimport IndexPairs
from spritecol.storage cimport Box
from spritecol.strips cimport Strips

cdef Py_ssize_t DIRECT_SELF, DIRECT_CROSS
cdef Strips INDEX    # the last index: its memory is used again by the next
cdef int FORCED      # -1: always compare directly, 1: always through an index, 0: by number

cdef void force(int choice) noexcept
cdef Box box_round(const Box* boxes, const int* rows, Py_ssize_t count) noexcept nogil
cdef int self_pairs(
    const Box* boxes, const int* rows, Py_ssize_t count, IndexPairs out
) except -1
cdef int cross_pairs(
    const Box* a, const int* a_rows, Py_ssize_t na,
    const Box* b, const int* b_rows, Py_ssize_t nb, IndexPairs out
) except -1
cdef void direct_self_pairs(const Box* boxes, Py_ssize_t count, IndexPairs out) noexcept nogil
cdef void direct_cross_pairs(
    const Box* a, Py_ssize_t na, const Box* b, Py_ssize_t nb, IndexPairs out
) noexcept nogil
cdef int index_longer(
    const Box* a, const int* a_rows, Py_ssize_t na,
    const Box* b, const int* b_rows, Py_ssize_t nb
) except -1
cdef void ask_index(
    const Box* a, const int* a_rows, Py_ssize_t na,
    const Box* b, const int* b_rows, Py_ssize_t nb,
    Py_ssize_t first, Py_ssize_t end, IndexPairs out
) noexcept nogil
