from spritecol._engine.pipeline.moved_row cimport Meeting, Motion
from spritecol._engine.storage.store cimport Store

cdef double step_of(Store store, int row, const Motion* motion) noexcept nogil
cdef bint is_new_hit(
    Store store, int a, int b, const Motion* motion, Meeting* meeting
) noexcept nogil
cdef bint settle(
    Store store, int row, int other, const Motion* motion, Meeting* meeting
) noexcept nogil
cdef void note_point(Store store, int row, int other, Meeting* meeting) noexcept nogil
cdef double lip_at(
    Store store, int row, int other, const Meeting* meeting, double dx, double dy, double* normal
) noexcept nogil
