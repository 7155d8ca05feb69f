from spritecol._engine.pipeline.moved_row cimport Meeting, Motion
from spritecol._engine.storage.store cimport Store

cdef bint meet_parts(
    Store store, int a, int b, const Motion* motion, Meeting* meeting
) noexcept nogil
cdef bint meet_shapes(
    Store store, int a, int b, int count_a, int count_b, const Motion* motion, Meeting* meeting
) except -1
cdef double deepest_normal(
    Store store, int a, int b, int count_a, int count_b, Meeting* meeting
) noexcept nogil
cdef double contact_normal(
    Store store, int a, int b, int count_a, int count_b, Meeting* meeting
) except? -1.0
