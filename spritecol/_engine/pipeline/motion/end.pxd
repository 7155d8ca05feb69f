from spritecol._engine.pipeline.motion.meeting cimport Sweep
from spritecol._engine.storage.store cimport Store

cdef int prove_end(Store store, Sweep* sweep) except -1 nogil
