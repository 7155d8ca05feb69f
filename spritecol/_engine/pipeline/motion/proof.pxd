from libc.math cimport fabs

from spritecol._engine.pipeline.motion.meeting cimport Meeting, Motion
from spritecol._engine.pipeline.shape_pair cimport ShapePair, part_of
from spritecol._engine.storage.layout cimport SEGMENT
from spritecol._engine.storage.store cimport Store

cdef extern from *:
    """
    #define SPRITECOL_GRAZING 1e-6
    """
    # The sine of the angle between a motion and what it meets, below which it only grazes it.
    const double GRAZING "SPRITECOL_GRAZING"

cdef inline bint may_be_rounding(
    const Motion* motion, double nx, double ny, double duration, double near
) noexcept nogil:
    # Whether two parts may overlap only by rounding, on a straight way: the motion grazes what it
    # meets, or they part again within a length of `near`, as the corner of a piece may that slides
    # past another one. Then the exact test in the middle decides. It sees nothing instantaneous.
    cdef double length = fabs(motion.dx) + fabs(motion.dy)
    return duration > 0.0 and (
        fabs(nx * motion.dx + ny * motion.dy) <= GRAZING * length or duration * length <= near
    )

cdef double EVEN
cdef double step_of(Store store, int row, const Motion* motion) noexcept nogil
cdef double near_fractions(const Motion* motion) noexcept nogil
cdef bint prove(Store store, const Motion* motion, Meeting* meeting) noexcept nogil
cdef bint have_parted(Store store, const Motion* motion, const ShapePair* pair) noexcept nogil

cdef inline bint are_past(Store store, const Motion* motion, const ShapePair* pair) noexcept nogil:
    # Whether two shapes without area are past each other, since the start of a straight way. The
    # row stays where it is on its way.
    return (
        part_of(store, pair.a, pair.first_a).kind <= SEGMENT
        and part_of(store, pair.b, pair.first_b).kind <= SEGMENT
        and motion.turn == 0.0
        and have_parted(store, motion, pair)
    )
