from spritecol._engine.broad_phase.search cimport WAY_COUNT
from spritecol._engine.halves cimport Team
from spritecol._engine.pipeline.kept_index cimport KeptIndex
from spritecol._engine.pipeline.workspace cimport Workspace
from spritecol._engine.storage.store cimport Store

# Ways to find pairs beyond those of `broad_phase.search`, which come first.
cdef enum:
    ON_TWO_CORES = WAY_COUNT   # BY_QUADTREE, shared with the helper thread
    BY_KEPT_INDEX        # query the kept index, of the second sequence if there are two
    BY_KEPT_INDEX_OF_A   # query the kept index of the first of two sequences

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

cdef int way_within(Workspace workspace, Py_ssize_t count) noexcept
cdef int way_between(Workspace workspace, Py_ssize_t na, Py_ssize_t nb) noexcept
cdef int row_way_within(
    Workspace workspace, Store store, const int* rows, Py_ssize_t count, bint kept
) noexcept
cdef int row_way_between(
    Workspace workspace, Py_ssize_t na, Py_ssize_t nb, bint kept_a, bint kept_b
) noexcept
cdef bint shares_tests(Workspace workspace, Py_ssize_t rows, Py_ssize_t pairs) noexcept
cdef const Team* team_for_sweeps(Workspace workspace, Py_ssize_t pairs) noexcept
cdef const Team* team_of(Workspace workspace, Py_ssize_t count) noexcept
cdef int index_step(
    Workspace workspace, Store store, const int* rows, Py_ssize_t count, KeptIndex kept,
    Patience* patience
) except -1
