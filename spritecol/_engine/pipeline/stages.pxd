from spritecol._engine.box cimport BoxView
from spritecol._engine.box_tests cimport overlap
from spritecol._engine.narrow_phase.shape_filter cimport rows_overlap
from spritecol._engine.pairs cimport PairList
from spritecol._engine.pipeline.row_index cimport KeptIndex, Workspace
from spritecol._engine.storage.store cimport RowFilter, Store
from spritecol._engine.storage.row_tests cimport passes
from spritecol._engine.transform.rows cimport freshen

cdef inline bint rows_hit(Store store, int a, int b) noexcept nogil:
    # All stages for two rows.
    freshen(store, a)
    freshen(store, b)
    return overlap(store.boxes + a, store.boxes + b) and a != b and rows_overlap(store, a, b)

cdef bint chosen_shapes_hit(Store store, const RowFilter* chosen, int a, int b) noexcept nogil
cdef int hits_among(Store store, int a, const int* b, int nb, int* positions) noexcept nogil
cdef int hits_by_kept_index(
    Store store, int a, const int* b, Py_ssize_t nb, KeptIndex kept, PairList out
) except -1
cdef Py_ssize_t first_hit(Store store, int a, const int* b, Py_ssize_t nb) noexcept nogil
cdef bint any_hits(
    Store store, const int* a, Py_ssize_t na, const int* b, Py_ssize_t nb, KeptIndex kept_b
) except -1
cdef int self_hits(Store store, const int* a, Py_ssize_t na, PairList out) except -1
cdef int cross_hits(
    Store store, const int* a, Py_ssize_t na, KeptIndex kept_a,
    const int* b, Py_ssize_t nb, KeptIndex kept_b, PairList out
) except -1

cdef inline bint may_hit(
    Store store, int row, int other, const RowFilter* selected, bint by_layers, bint within
) noexcept nogil:
    # Whether the second row of a pair passes a filter and, `within` one sequence, the first, too.
    # With `by_layers`, the layers and masks of the two count, too.
    return (
        passes(selected, store, other)
        and not (within and not passes(selected, store, row))
        and not (by_layers and store.layered and not store.layers_meet(row, other))
    )

cdef RowFilter chosen_of(const RowFilter* selected, bint by_layers) noexcept nogil
cdef int chosen_hits(
    Store store, const int* a, Py_ssize_t na, KeptIndex kept_a,
    const int* b, Py_ssize_t nb, KeptIndex kept_b,
    const RowFilter* selected, bint by_layers, PairList out
) except -1
cdef int box_pairs_within(Workspace workspace, const BoxView* view, PairList out) except -1
cdef int box_pairs_between(
    Workspace workspace, const BoxView* a, const BoxView* b, PairList out
) except -1
