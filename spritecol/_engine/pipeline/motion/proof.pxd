from spritecol._engine.pipeline.motion.meeting cimport Meeting, Motion
from spritecol._engine.storage.store cimport Store

cdef double EVEN
cdef double step_of(Store store, int row, const Motion* motion) noexcept nogil
cdef double near_fractions(Store store, int row, const Motion* motion) noexcept nogil
cdef bint prove(Store store, const Motion* motion, Meeting* meeting) noexcept nogil
