from spritecol._engine.pipeline.motion.meeting cimport Meeting, Motion, Sweep
from spritecol._engine.storage.store cimport Store

cdef double near_fractions(Store store, int row, const Motion* motion) noexcept nogil
cdef bint prove(Store store, const Motion* motion, Meeting* meeting) noexcept nogil
cdef void prove_end(Store store, Sweep* sweep) noexcept nogil
