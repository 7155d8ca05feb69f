from spritecol._engine.pipeline.motion.meeting cimport Meeting, Motion
from spritecol._engine.storage.store cimport Store

cdef bint meet_straight(Store store, const Motion* motion, Meeting* meeting) except -1 nogil
