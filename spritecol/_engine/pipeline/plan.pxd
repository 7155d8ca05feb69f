from spritecol._engine.pipeline.kept_index cimport KeptIndex
from spritecol._engine.pipeline.workspace cimport Workspace
from spritecol._engine.storage.store cimport Store

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

cdef int method_of_questions(
    Workspace workspace, Py_ssize_t questions, Py_ssize_t count
) noexcept

cdef int index_step(
    Workspace workspace, Store store, const int* rows, Py_ssize_t count, KeptIndex kept,
    Patience* patience
) except -1
