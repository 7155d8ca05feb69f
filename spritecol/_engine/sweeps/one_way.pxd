from spritecol._engine.sweeps.impact cimport Impact, Sweep
from spritecol._engine.storage.store cimport OneWayOverride, Store

cdef const OneWayOverride* override_on(const Sweep* sweep, int row, int first) noexcept nogil
cdef bint lets_pass(
    Store store, const Sweep* sweep, double soonest, Impact* impact
) except -1 nogil
