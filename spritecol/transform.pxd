from spritecol.storage cimport Box, LocalPart, Part, Row, Storage

cdef struct Map:
    # world = A (p - origin) + shift
    double a00
    double a01
    double a10
    double a11
    double origin_x
    double origin_y
    double shift_x
    double shift_y

cdef void refresh(Storage store, int index) noexcept nogil
cdef void refresh_all(Storage store, const int* indices, Py_ssize_t count) noexcept nogil
cdef Box true_box(Storage store, int index) noexcept nogil
cdef void update_matrix(Row* row) noexcept nogil
cdef Map map_of(const Row* row) noexcept nogil
