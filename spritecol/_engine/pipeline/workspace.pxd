from cpython.pythread cimport PyThread_type_lock
import cython
from spritecol._engine.broad_phase.quadtree cimport Quadtree
from spritecol._engine.halves cimport Team, Work
from spritecol._engine.memory cimport ScratchPool
from spritecol._engine.storage.store cimport Store

cdef struct Post:
    # What the two threads share. Never freed: the helper uses it until the process ends.
    PyThread_type_lock go        # released to start the helper
    PyThread_type_lock done      # released by the helper when its half is done
    Work work
    void* context

@cython.final
cdef class HelperThread:
    cdef Post* post              # NULL until the helper is started
    cdef Team team               # the caller and the helper
    cdef bint allowed            # whether the helper may be used
    cdef bint is_there(self) noexcept

@cython.final
cdef class Workspace:
    cdef ScratchPool scratch
    cdef Quadtree tree           # of the last search; the next one reuses its memory
    cdef HelperThread helper
    cdef int forced              # for tests; -1: never use an index, 1: always, 2: always, but keep
                                 # none (NOT_KEPT), 0: by thresholds

cdef inline Workspace workspace_of(Store store):
    return <Workspace> store.workspace
