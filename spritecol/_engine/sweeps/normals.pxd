from spritecol._engine.narrow_phase.nearest_points cimport Nearest
from spritecol._engine.narrow_phase.part cimport touching_point
from spritecol._engine.narrow_phase.shape_pair cimport ShapePair, part_of, size_at
from spritecol._engine.storage.layout cimport Part
from spritecol._engine.storage.store cimport Store
from spritecol._engine.sweeps.impact cimport Impact, Motion
from spritecol._engine.tolerances cimport TOUCHING
from spritecol._engine.transform.near_parts cimport NearParts

cdef double DEGREES

cdef inline double touching_distance(
    Store store, const Motion* motion, const ShapePair* pair
) noexcept nogil:
    # Parts nearer than this touch where two rows meet.
    return TOUCHING * (motion.size + size_at(store, pair.b))

cdef void note_nearest(
    int part, int other_part, const Nearest* nearest, Impact* impact
) noexcept nogil
cdef double deepest_normal(Store store, Impact* impact) noexcept nogil
cdef double contact_normal(Store store, Impact* impact) except? -1.0 nogil

cdef double radius_of(const Part* part, const double* pool) noexcept nogil
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

cdef struct Wanted:
    # Which edges of two outlines are looked for, where they touch. With a front only those count that
    # have the other shape before them, that look along it, and into which the motion leads, or along
    # which; else those that face the motion.
    double vx            # the motion
    double vy
    const double* front  # or NULL
    double least         # cosine between the two
    double near          # what is nearer touches

cdef struct Edge:
    # An edge of one shape that touches the other one.
    bint found
    double nx            # its normal, outward from the row that rests
    double ny
    double facing        # how fast the motion leads away from it; below 0 if into it
    int part             # the two that touch, counted from the first part of each row
    int other_part

cdef void put_velocity(
    Store store, const Motion* motion, double x, double y, const Impact* impact, double* out
) noexcept nogil
cdef Edge best_edge(Store store, const ShapePair* pair, const Wanted* wanted) noexcept nogil
cdef void leave_cut(Store store, const Motion* motion, Impact* impact) noexcept nogil
