from spritecol._engine.sweeps.impact cimport Impact, Sweep
from spritecol._engine.storage.store cimport Store

cdef enum PassageKind:
    STOPS                # like any other shape
    PASSES               # as if it were not there
    FROM_FRONT           # stops what meets it from its front

cdef struct Passage:
    # How a shape treats a row on a way.
    PassageKind kind
    double[2] front      # its direction; else (0, 0)

cdef Passage passage_of(Store store, const Sweep* sweep, int row, int first) noexcept nogil
cdef bint lets_pass(
    Store store, const Sweep* sweep, double soonest, Impact* impact
) except -1 nogil
