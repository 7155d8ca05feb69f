from spritecol._engine.pipeline.motion.impact cimport Impact, Sweep
from spritecol._engine.storage.store cimport OneWayOverride, Store

cdef struct Front:
    # Where a one-way shape is met.
    int row
    int shape            # of the row
    double nx            # the normal
    double ny
    double x
    double y
    double touching      # what is not farther away is side by side

cdef bint next_at_front(
    Store store, const Front* front, int row, int* first, int* count
) noexcept nogil
cdef const OneWayOverride* override_on(const Sweep* sweep, int row, int first) noexcept nogil
cdef bint lets_pass(
    Store store, const Sweep* sweep, double soonest, Impact* impact
) except -1 nogil
