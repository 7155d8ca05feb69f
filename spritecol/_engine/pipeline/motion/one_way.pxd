from spritecol._engine.pipeline.motion.meeting cimport Meeting, Sweep
from spritecol._engine.storage.store cimport Store

cdef bint lets_pass(
    Store store, const Sweep* sweep, double soonest, Meeting* meeting
) except -1 nogil
