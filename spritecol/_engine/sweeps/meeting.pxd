from spritecol._engine.sweeps.impact cimport Impact, Motion, PartPairs
from spritecol._engine.storage.store cimport Store

cdef bint meet_straight(
    Store store, const Motion* motion, PartPairs* parts, Impact* impact
) except -1 nogil
cdef bint meet_turning(
    Store store, const Motion* motion, double start, double latest, Impact* impact
) except -1 nogil

cdef inline bint meet(
    Store store, const Motion* motion, double start, double latest, PartPairs* parts, Impact* impact
) except -1 nogil:
    # When two shapes begin to hit on any way, if they do: see both.
    if motion.turn == 0.0:
        return meet_straight(store, motion, parts, impact)
    return meet_turning(store, motion, start, min(latest, 1.0), impact)
