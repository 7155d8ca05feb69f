from spritecol._engine.pipeline.moved_row cimport Meeting, Motion
from spritecol._engine.storage.store cimport Store

# If the normal of a meeting on a straight way might be that of a cut inside a polygon, puts that of
# an edge of an outline in its place, and the parts that touch there.
cdef void leave_out_cuts(
    Store store, int a, int b, int count_a, int count_b, const Motion* motion, Meeting* meeting
) noexcept nogil
