import cython
from spritecol._engine.box cimport Box
from spritecol._engine.broad_phase.quadtree cimport Quadtree, Visit
from spritecol._engine.memory cimport ScratchPool
from spritecol._engine.pairs cimport PairList
from spritecol._engine.storage.store cimport Store, Watcher
from spritecol._engine.tuning cimport NEAR_NODES
from spritecol._support.libc cimport fabs

cdef class KeptIndex

@cython.final
cdef class Workspace:
    cdef ScratchPool scratch
    cdef Quadtree tree           # of the last search; the next one reuses its memory
    # Objects here, since what holds all that contacts need would be seen by half of all modules. The
    # modules that define their classes put them here:
    cdef object two_shapes       # `contact_search.TwoShapes`, of the last contact, push or distance
    cdef object crowd            # `way_out.Crowd`, of the last way out
    cdef KeptIndex passing       # of the last questions, which found none kept: it is `tree` alone
    cdef int forced              # for tests; -1: never use an index, 1: always, 2: always, but keep
                                 # none (NOT_KEPT), 0: by thresholds

cdef inline Workspace workspace_of(Store store):
    return <Workspace> store.workspace

@cython.final
cdef class KeptIndex:
    cdef Quadtree resting        # members that have not changed since it was built
    cdef Quadtree loose          # the others, with their present boxes, but for those in `tail`
    cdef void* store             # borrowed: there is one, and it is never freed
    cdef Watcher watcher         # its `rows` are the members, -1 for those that have left
    cdef Py_ssize_t count        # positions, those of members that have left too
    cdef Py_ssize_t capacity
    cdef Box* boxes              # by position: the present box of the member
    cdef int* entry_of           # by position: its entry in `resting` or `loose`, or -1
    cdef unsigned char* flags    # by position: IN_LOOSE, IN_TAIL
    cdef int* loose_members      # positions of the members that are not in `resting`, each once
    cdef Py_ssize_t loose_count
    cdef Box* loose_boxes
    cdef int* tail               # positions of the loose members that are in no tree, each once
    cdef Py_ssize_t tail_count   # up to MOST_TAIL; they are asked one by one
    cdef Py_ssize_t idle         # boxes of members that did not move, in all trees of loose ones made
    cdef readonly Py_ssize_t uses        # how many checks have used it
    cdef int build(
        self, Store store, Workspace workspace, const int* rows, Py_ssize_t count
    ) except -1
    cdef int join(self, int row) except -1
    cdef int join_at(self, Py_ssize_t position, int row) except -1
    cdef void leave(self, Py_ssize_t position) noexcept
    cdef void unwatch(self, Py_ssize_t position) noexcept
    cdef bint follow(self, Workspace workspace) except -1
    cdef int settle(self, Workspace workspace) except -1
    cdef int index_loose(self, Workspace workspace) except -1
    cdef int reserve(self, Py_ssize_t count) except -1
    cdef void query(self, const Box* box, Py_ssize_t item, int order, PairList out) noexcept nogil
    cdef void query_row(
        self, Store store, int row, Py_ssize_t item, int order, PairList out
    ) noexcept nogil
    cdef void query_parts(
        self, Store store, int row, Py_ssize_t item, int order, PairList out
    ) noexcept nogil
    cdef inline double near_share(self, double dx, double dy) noexcept nogil:
        # The share of a way that is looked at first; 1 if that is most of it.
        cdef double near = NEAR_NODES * self.resting.smallest_side
        cdef double far = max(fabs(dx), fabs(dy))
        return near / far if 2.0 * near < far and self.resting.level_count else 1.0

    cdef bint query_way(
        self, const Box* box, double dx, double dy, Py_ssize_t most, PairList out
    ) noexcept nogil
    cdef double walk_way(
        self, const Box* box, double dx, double dy, bint past_start, double limit, Visit visit,
        void* context
    ) noexcept nogil
    cdef double walk_nearest(
        self, const Box* start, Py_ssize_t wanted, double limit, Visit visit, void* context
    ) noexcept nogil
    cdef void query_tail(
        self, const Box* box, Py_ssize_t item, int order, PairList out
    ) noexcept nogil

# What to do about the index of a Group.
cdef enum:
    NO_INDEX
    USE_INDEX            # it is up to date
    MAKE_INDEX

cdef struct Patience:
    # For one Group: for how long its members have been at rest, and for how long they must be before
    # an index is worth keeping.
    Py_ssize_t checks_at_rest    # consecutive checks that found nearly all members at rest
    Py_ssize_t needed            # how many are needed; initially 0, which stands for PATIENCE

cdef int method_within(Workspace workspace, Py_ssize_t count) noexcept
cdef int method_between(Workspace workspace, Py_ssize_t na, Py_ssize_t nb) noexcept

cdef KeptIndex index_for(
    Store store, const int* rows, Py_ssize_t count, KeptIndex kept, Py_ssize_t questions
)

cdef int index_step(
    Workspace workspace, Store store, const int* rows, Py_ssize_t count, KeptIndex kept,
    Patience* patience
) except -1
