from spritecol._engine.pairs cimport PairList
from spritecol._engine.sweeps.impact cimport ImpactList
from spritecol._engine.pipeline.row_index cimport KeptIndex
from spritecol._engine.storage.store cimport RowFilter, Store

cdef struct Travelers:
    # Rows that have come along straight ways to where they are.
    const int* rows
    Py_ssize_t count
    const double* starts # x, y of each row, from where it came: where it is, if it has no way

cdef int find_crossings(
    Store store, const Travelers* a, KeptIndex kept_a, const Travelers* b, KeptIndex kept_b,
    PairList known, const RowFilter* selected, bint by_shape,
    PairList pairs, ImpactList impacts
) except -1
