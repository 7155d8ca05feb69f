from spritecol._engine.pipeline.motion.meeting cimport Meeting, Motion
from spritecol._engine.storage.store cimport Store

cdef bint meet_turning(
    Store store, const Motion* motion, double start, double latest, Meeting* meeting
) except -1 nogil
