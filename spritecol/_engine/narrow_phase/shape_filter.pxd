from spritecol._engine.box cimport Box
from spritecol._engine.pairs cimport PairList
from spritecol._engine.narrow_phase.shape_pair cimport shapes_overlap
from spritecol._engine.storage.row_tests cimport may_hit
from spritecol._engine.storage.store cimport RowFilter, Store

cdef struct Probe:
    # One part that belongs to no row: what a question about a place asks with.
    int kind             # POINT, SEGMENT, BOX or CIRCLE
    int count
    double[4] numbers

cdef inline bint rows_overlap(
    Store store, const RowFilter* chosen, int a, int b, bint within
) noexcept nogil:
    # Whether two rows hit whose boxes overlap: what `may_hit` says, then as `shapes_overlap`. Both
    # must be up to date.
    return may_hit(store, chosen, a, b, within) and shapes_overlap(store, chosen, a, b)

cdef bint probe_overlaps(
    Store store, const Probe* probe, const Box* box, const RowFilter* row_filter, int row
) noexcept nogil
cdef void keep_layers_met(Store store, const int* a, const int* b, PairList pairs) noexcept nogil
cdef void keep_overlapping(Store store, const int* rows, PairList pairs) noexcept nogil
cdef void keep_hits(
    Store store, const RowFilter* chosen, const int* a, const int* b, PairList pairs
) noexcept nogil
