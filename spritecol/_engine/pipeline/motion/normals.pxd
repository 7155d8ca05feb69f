from spritecol._engine.narrow_phase.distances cimport Nearest
from spritecol._engine.narrow_phase.part cimport touching_point
from spritecol._engine.pipeline.motion.meeting cimport Meeting, Motion
from spritecol._engine.pipeline.shape_pair cimport ShapePair, part_of
from spritecol._engine.storage.store cimport Store

cdef double DEGREES
cdef double LEVEL
cdef double TOUCHING
cdef double touching_distance(
    Store store, const Motion* motion, const ShapePair* pair
) noexcept nogil
cdef void note_nearest(
    int part, int other_part, const Nearest* nearest, Meeting* meeting
) noexcept nogil
cdef double deepest_normal(Store store, Meeting* meeting) noexcept nogil
cdef double contact_normal(Store store, Meeting* meeting) except? -1.0 nogil

cdef inline void note_point(Store store, Meeting* meeting) noexcept nogil:
    # Write where the two touch, for a row that is placed at its meeting.
    cdef double[2] point
    touching_point(
        part_of(store, meeting.pair.a, meeting.part),
        part_of(store, meeting.pair.b, meeting.other_part),
        store.pool, meeting.nx, meeting.ny, point,
    )
    meeting.px = point[0]
    meeting.py = point[1]

cdef void leave_out_cuts(Store store, const Motion* motion, Meeting* meeting) noexcept nogil
cdef bint turn_to_front(
    Store store, const Motion* motion, const double* direction, Meeting* meeting
) noexcept nogil
cdef bint turn_to_edge(
    Store store, const Motion* motion, const double* direction, Meeting* meeting
) noexcept nogil
