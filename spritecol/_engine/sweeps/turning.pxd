from spritecol._engine.storage.store cimport Store
from spritecol._engine.sweeps.impact cimport Impact, Motion

cdef bint meet_turning(
    Store store, const Motion* motion, double start, double latest, Impact* impact
) except -1 nogil
