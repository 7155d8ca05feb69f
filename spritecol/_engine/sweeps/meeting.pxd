from spritecol._engine.sweeps.impact cimport Impact, Motion
from spritecol._engine.storage.store cimport Store
from spritecol._engine.sweeps.turning cimport meet_turning
from spritecol._engine.transform.near_parts cimport NearPair

cdef bint meet_straight(
    Store store, const Motion* motion, const NearPair* near, Impact* impact
) except -1 nogil

cdef inline bint meet_on_any_way(
    Store store, const Motion* motion, double start, double latest, const NearPair* near, Impact* impact
) except -1 nogil:
    # When two shapes begin to hit on any way, if they do: see both.
    if motion.turn == 0.0:
        return meet_straight(store, motion, near, impact)
    return meet_turning(store, motion, start, min(latest, 1.0), impact)
