import cython

from spritecol._engine.broad_phase.strip_index cimport StripIndex
from spritecol._engine.memory cimport ScratchPool
from spritecol._engine.pipeline.helper_thread cimport HelperThread
from spritecol._engine.storage.store cimport Store

@cython.final
cdef class Workspace:
    cdef ScratchPool scratch
    cdef StripIndex index        # of the last search; the next one reuses its memory
    cdef HelperThread helper
    cdef int forced              # for tests; -1: never use an index, 1: always, 0: by thresholds

cdef inline Workspace workspace_of(Store store):
    return <Workspace> store.workspace
