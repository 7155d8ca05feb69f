from spritecol._engine.pipeline.motion.impact cimport Impact, Motion
from spritecol._engine.storage.store cimport Store

cdef bint meet_straight(Store store, const Motion* motion, Impact* impact) except -1 nogil
