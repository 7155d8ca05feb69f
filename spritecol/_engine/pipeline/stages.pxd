from spritecol._engine.box cimport BoxView
from spritecol._engine.box_tests cimport overlap
from spritecol._engine.narrow_phase.shape_pair cimport fresh_rows_hit
from spritecol._engine.pairs cimport Pair, PairList
from spritecol._engine.pipeline.row_index cimport KeptIndex, Workspace
from spritecol._engine.storage.store cimport RowFilter, Store
from spritecol._engine.transform.rows cimport freshen

cdef struct HitQuestion:
    # The query of one row: which other rows it hits.
    int asker
    Py_ssize_t most          # how many hits are wanted; 1 tells whether there is any
    const RowFilter* chosen  # which rows and shapes count; NULL: the layers and masks of both tell

ctypedef const HitQuestion* HitQuestionRef

cdef inline bint rows_hit(Store store, const RowFilter* chosen, int a, int b) noexcept nogil:
    # All stages for two rows, of which the first one asks.
    freshen(store, a)
    freshen(store, b)
    return (
        overlap(store.boxes + a, store.boxes + b)
        and a != b
        and fresh_rows_hit(store, chosen, a, b, False)
    )

cdef bint chosen_shapes_hit(Store store, const RowFilter* chosen, int a, int b) noexcept nogil
cdef Py_ssize_t hits_in_order(
    Store store, const HitQuestion* question, const int* rows, Py_ssize_t count, Pair* out
) noexcept nogil
cdef int hits_by_index(
    Store store, const HitQuestion* question, const int* rows, Py_ssize_t count,
    KeptIndex kept, PairList out
) except -1
cdef bint any_hits(
    Store store, const int* a, Py_ssize_t na, const int* b, Py_ssize_t nb, KeptIndex kept_b
) except -1
cdef int self_hits(
    Store store, const RowFilter* chosen, const int* a, Py_ssize_t na, PairList out
) except -1
cdef int cross_hits(
    Store store, const RowFilter* chosen, const int* a, Py_ssize_t na, KeptIndex kept_a,
    const int* b, Py_ssize_t nb, KeptIndex kept_b, PairList out
) except -1
cdef int box_pairs_within(Workspace workspace, const BoxView* view, PairList out) except -1
cdef int box_pairs_between(
    Workspace workspace, const BoxView* a, const BoxView* b, PairList out
) except -1
