from spritecol._engine.narrow_phase.shape_pair cimport ShapePair, part_of
from spritecol._engine.storage.layout cimport SEGMENT
from spritecol._engine.storage.store cimport Store
from spritecol._engine.sweeps.impact cimport Impact, Motion

cdef double step_of(Store store, int row, const Motion* motion) noexcept nogil
cdef double near_fractions(const Motion* motion) noexcept nogil
cdef void prove(
    Store store, const Motion* motion, Impact* impact, bint with_point
) noexcept nogil
cdef bint have_gone_through(Store store, const Motion* motion, const ShapePair* pair) noexcept nogil

cdef inline bint are_past(Store store, const Motion* motion, const ShapePair* pair) noexcept nogil:
    # Whether two shapes without area are past each other, since the start of a straight way. The
    # row stays where it is on its way.
    return (
        part_of(store, pair.a, pair.first_a).kind <= SEGMENT
        and part_of(store, pair.b, pair.first_b).kind <= SEGMENT
        and motion.turn == 0.0
        and have_gone_through(store, motion, pair)
    )
