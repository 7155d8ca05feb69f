import cython
from spritecol._engine.broad_phase.quadtree cimport Quadtree
from spritecol._engine.memory cimport ScratchPool
from spritecol._engine.storage.store cimport Store

@cython.final
cdef class Workspace:
    cdef ScratchPool scratch
    cdef Quadtree tree           # of the last search; the next one reuses its memory
    cdef int forced              # for tests; -1: never use an index, 1: always, 2: always, but keep
                                 # none (NOT_KEPT), 0: by thresholds

cdef inline Workspace workspace_of(Store store):
    return <Workspace> store.workspace
