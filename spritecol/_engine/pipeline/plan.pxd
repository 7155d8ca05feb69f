from spritecol._engine.pipeline.kept_index cimport KeptIndex
from spritecol._engine.pipeline.workspace cimport Workspace
from spritecol._engine.storage.store cimport Store

# How to find pairs of overlapping boxes.
cdef enum:
    DIRECTLY             # compare each with each
    IN_ONE_STRIP         # an index for few, within one sequence only
    BY_INDEX             # build an index, of the longer sequence
    ON_TWO_CORES         # the same, shared with the helper thread
    BY_KEPT_INDEX        # ask the kept index, of the second sequence if there are two
    BY_KEPT_INDEX_OF_A   # ask the kept index of the first of two sequences

# What to do about the index of a Group.
cdef enum:
    NO_INDEX
    USE_INDEX            # it has followed all changes
    MAKE_INDEX

cdef struct Patience:
    # Of one Group: how calm it has been, and how calm it must be for an index to be kept.
    Py_ssize_t calm      # checks in a row that found nearly all at rest
    Py_ssize_t needed    # so many of them make an index worth keeping; 0 at first stands for PATIENCE

cdef int way_within(Workspace workspace, Py_ssize_t count) noexcept
cdef int way_between(Workspace workspace, Py_ssize_t na, Py_ssize_t nb) noexcept
cdef int row_way_within(Workspace workspace, Py_ssize_t count, bint kept) noexcept
cdef int row_way_between(
    Workspace workspace, Py_ssize_t na, Py_ssize_t nb, bint kept_a, bint kept_b
) noexcept
cdef bint shares_tests(Workspace workspace, Py_ssize_t rows, Py_ssize_t pairs) noexcept
cdef int index_step(
    Workspace workspace, Store store, const int* rows, Py_ssize_t count, KeptIndex kept,
    Patience* patience
) except -1
