from spritecol.storage cimport Box, Row, Storage
from spritecol.world_parts cimport Map

cdef void refresh(Storage store, int index) noexcept nogil
cdef void refresh_all(Storage store, const int* indices, Py_ssize_t count) noexcept nogil
cdef Py_ssize_t count_changed(
    Storage store, const int* indices, Py_ssize_t count
) noexcept nogil
cdef int flush(Storage store) except -1 nogil
cdef Box true_box(Storage store, int index) noexcept nogil
cdef void map_of(const Row* row, Map* m) noexcept nogil
cdef bint put_lone_circle(Storage store, int index, Row* row) noexcept nogil
cdef void refresh_any(Storage store, int index, Row* row) noexcept nogil
