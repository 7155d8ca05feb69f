from spritecol._engine.box cimport Box
from spritecol._engine.pairs cimport PairList
from spritecol._engine.pipeline.row_index cimport KeptIndex
from spritecol._engine.storage.store cimport RowFilter, Store

cdef struct Probe:
    # One part that belongs to no row: what a question about a place asks with.
    int kind             # POINT, SEGMENT, BOX or CIRCLE
    int count
    double[4] numbers

cdef void put_point(Probe* probe, Box* box, double x, double y) noexcept nogil
cdef void put_box_probe(
    Probe* probe, Box* box, double left, double top, double right, double bottom
) noexcept nogil
cdef void put_circle_probe(Probe* probe, Box* box, double x, double y, double radius) noexcept nogil

cdef struct PlaceQuestion:
    # Which of some rows are at places, or near a row.
    const Probe* probes      # for `rows_at_probes`
    const Box* boxes         # of the probes; or the one that `rows_inside` fills
    Py_ssize_t probe_count
    int asker                # the row from which `rows_within` measures
    double distance
    const RowFilter* row_filter
    const int* rows
    Py_ssize_t row_count

ctypedef const PlaceQuestion* PlaceQuestionRef  # which is only read

# Adds (probe, position) for the rows that a question finds, in order. `kept` is an up-to-date index
# of the rows, or None.
ctypedef int (*PlaceSearch)(
    Store store, const PlaceQuestion* question, KeptIndex kept, PairList out
) except -1

cdef int rows_inside(
    Store store, const PlaceQuestion* question, KeptIndex kept, PairList out
) except -1
cdef int rows_at_probes(
    Store store, const PlaceQuestion* question, KeptIndex kept, PairList out
) except -1
cdef int rows_within(
    Store store, const PlaceQuestion* question, KeptIndex kept, PairList out
) except -1

cdef struct NearAnswer:
    double distance      # in pixels, 0 inside
    Py_ssize_t position  # of the row, -1 for none
    Py_ssize_t shape     # which of the row's shapes
    double x             # the point of it that is nearest; inside, the point that asks
    double y

cdef struct NearQuestion:
    int asker            # the row that asks, or -1 if points do
    Py_ssize_t most      # how many rows to find for each point
    double max_distance
    const RowFilter* row_filter  # if a row asks, by its layers, and without itself
    const int* rows
    Py_ssize_t row_count

cdef struct NearColumns:
    # Where the answers to many points go: so many for each, and as many as are wanted at most.
    Py_ssize_t* positions
    double* distances
    Py_ssize_t wanted

# `found` is memory for the rows near a row that asks.
cdef int nearest_rows(
    Store store, const double* points, Py_ssize_t count, const NearQuestion* question,
    KeptIndex kept, PairList found, NearAnswer* answers, const NearColumns* columns
) except -1
cdef int put_nearest_places(
    Store store, int asker, const RowFilter* row_filter, const int* rows, Py_ssize_t count,
    NearAnswer* answers
) except -1

