import cython

from spritecol._engine.broad_phase.strip_index cimport StripIndex
from spritecol._engine.memory.scratch cimport ScratchPool
from spritecol._engine.pipeline.helper_thread cimport HelperThread
from spritecol._engine.storage.store cimport Store

@cython.final
cdef class Workspace:
    cdef ScratchPool scratch
    cdef StripIndex index        # of the last search; its memory is used again by the next
    cdef HelperThread helper
    cdef int forced              # -1: never search by an index, 1: always, 0: by number

cdef inline Workspace workspace_of(Store store):
    return <Workspace> store.workspace
