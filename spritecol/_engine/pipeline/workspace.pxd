from cpython.pythread cimport PyThread_type_lock
import cython
from spritecol._engine.broad_phase.quadtree cimport Quadtree
from spritecol._engine.memory cimport ScratchPool
from spritecol._engine.portions cimport MOST_PORTIONS, Team, Work
from spritecol._engine.storage.store cimport Store

cdef struct Post:
    # What a helper shares with the thread that calls. Never freed: the helper uses it until the
    # process ends.
    PyThread_type_lock go        # released to start the helper
    PyThread_type_lock done      # released by the helper when its portion is done
    int portion
    Work work
    void* context

@cython.final
cdef class HelperThreads:
    cdef Post* posts[MOST_PORTIONS]  # of those that are started
    cdef int started
    cdef int cores               # how many threads may be used, with the one that calls
    cdef Team team               # the caller and the helpers
    cdef bint are_there(self) noexcept

@cython.final
cdef class Workspace:
    cdef ScratchPool scratch
    cdef Quadtree tree           # of the last search; the next one reuses its memory
    cdef HelperThreads helpers
    cdef tuple lists             # of pairs, one for each helper; empty between checks
    cdef int forced              # for tests; -1: never use an index, 1: always, 2: always, but keep
                                 # none (NOT_KEPT), 0: by thresholds

cdef inline Workspace workspace_of(Store store):
    return <Workspace> store.workspace
