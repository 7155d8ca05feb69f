from spritecol._engine.narrow_phase.distances cimport Nearest
from spritecol._engine.narrow_phase.part cimport touching_point
from spritecol._engine.sweeps.impact cimport Fronts, Impact, Motion
from spritecol._engine.pipeline.shape_pair cimport ShapePair, part_of, size_at
from spritecol._engine.storage.layout cimport Part
from spritecol._engine.storage.store cimport Store

cdef double DEGREES
cdef double GRAZING
cdef double LEVEL
cdef double TOUCHING

cdef inline double touching_distance(
    Store store, const Motion* motion, const ShapePair* pair
) noexcept nogil:
    # What is nearer than this touches, where two rows meet.
    return TOUCHING * (motion.size + size_at(store, pair.b))

cdef void note_nearest(
    int part, int other_part, const Nearest* nearest, Impact* impact
) noexcept nogil
cdef double deepest_normal(Store store, Impact* impact) noexcept nogil
cdef double contact_normal(Store store, Impact* impact) except? -1.0 nogil

cdef double radius_of(const Part* part, const double* pool, bint flattest) noexcept nogil
cdef double closing(Store store, const Motion* motion, const Impact* impact) noexcept nogil
cdef bint goes_deeper(Store store, const Motion* motion, Impact* impact) except -1 nogil

cdef inline void note_point(Store store, Impact* impact) noexcept nogil:
    # Write where the two touch, for a row that is placed at its impact.
    cdef double[2] point
    touching_point(
        part_of(store, impact.pair.a, impact.part),
        part_of(store, impact.pair.b, impact.other_part),
        store.pool, impact.nx, impact.ny, point,
    )
    impact.px = point[0]
    impact.py = point[1]

cdef void leave_out_cuts(Store store, const Motion* motion, Impact* impact) noexcept nogil
cdef bint turn_to_front(
    Store store, const Motion* motion, const double* direction, const Fronts* fronts,
    Impact* impact
) noexcept nogil
