from spritecol._engine.pipeline.moved_row cimport Meeting, Motion
from spritecol._engine.storage.store cimport Store

cdef bint meet_turning(
    Store store, int a, int b, int count_a, int count_b, const Motion* motion, double start,
    double latest, Meeting* meeting
) except -1
