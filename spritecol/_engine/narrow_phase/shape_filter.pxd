from spritecol._engine.box cimport Box
from spritecol._engine.pairs cimport PairList
from spritecol._engine.storage.row_tests cimport may_hit
from spritecol._engine.storage.store cimport RowFilter, Store
from spritecol._engine.transform.near_parts cimport NearPair

cdef struct Probe:
    # One part that belongs to no row: what a question about a place asks with.
    int kind             # POINT, SEGMENT, BOX or CIRCLE
    int count
    double[4] numbers

cdef bint shapes_overlap(Store store, const RowFilter* chosen, int a, int b) noexcept nogil
cdef inline bint rows_overlap(
    Store store, const RowFilter* chosen, int a, int b, bint within
) noexcept nogil:
    # Whether two rows hit whose boxes overlap: what `may_hit` says, then as `shapes_overlap`. Both
    # must be up to date.
    return may_hit(store, chosen, a, b, within) and shapes_overlap(store, chosen, a, b)

cdef bint part_ranges_overlap(
    Store store, const RowFilter* chosen, bint swapped,
    int a, int first_a, int count_a, int b, int first_b, int count_b
) noexcept nogil
cdef bint near_ranges_overlap(
    Store store, const RowFilter* chosen, bint swapped,
    int a, int first_a, int count_a, int b, int first_b, int count_b, const NearPair* near
) noexcept nogil
cdef bint probe_overlaps(
    Store store, const Probe* probe, const Box* box, const RowFilter* row_filter, int row
) noexcept nogil
cdef void keep_layers_met(Store store, const int* a, const int* b, PairList pairs) noexcept nogil
cdef void keep_overlapping(Store store, const int* rows, PairList pairs) noexcept nogil
cdef void keep_hits(
    Store store, const RowFilter* chosen, const int* a, const int* b, PairList pairs
) noexcept nogil
