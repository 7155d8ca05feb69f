from spritecol._engine.pairs cimport PairList
from spritecol._engine.sweeps.impact cimport Impact, ImpactList, Sweep
from spritecol._engine.pipeline.row_index cimport KeptIndex
from spritecol._engine.storage.store cimport RowFilter, Store

cdef struct SweepColumns:
    # Where the first hits of many rows go, by position: the arrays that users get. All but the ends
    # start with no hit.
    char* hits
    Py_ssize_t* positions
    double* fractions
    double* points       # x, y
    double* normals      # x, y
    double* ends         # x, y

cdef struct ManySweeps:
    # The question what each of many rows meets, if it alone moves.
    const int* rows
    Py_ssize_t count
    const double* ways   # dx, dy of each row
    const int* others
    Py_ssize_t other_count
    const RowFilter* selected  # of the others
    bint by_layers             # the layers and masks of both count, instead of those of `selected`
    bint from_inside           # what overlaps at the start is met, whichever way it goes
    SweepColumns columns
    char* beside               # or NULL: which meet nothing, but begin or end beside any other

cdef int find_impacts(Store store, Sweep* sweep, ImpactList impacts) except -1 nogil
cdef int find_on_way(
    Store store, Sweep* sweep, KeptIndex kept, PairList found, ImpactList impacts
) except -1
cdef void measure(Store store, Sweep* sweep) noexcept nogil
cdef bint is_settled(const Sweep* sweep, double share) noexcept nogil
cdef int find_overlaps(Store store, Sweep* sweep, ImpactList overlaps) except -1
cdef bint hits_nothing_anew(Store store, Sweep* sweep, double x, double y, Impact* fresh) except -1
cdef int sweep_rows(Store store, const ManySweeps* sweeps, KeptIndex kept) except -1
