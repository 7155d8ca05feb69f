# Inline tests and values of impacts.

from spritecol._engine.sweeps.impact cimport Fronts, Impact, ImpactList, Motion, Sweep
from spritecol._engine.narrow_phase.shape_pair cimport place_row, size_at
from spritecol._engine.storage.store cimport Store
from spritecol._support.libc cimport fabs

cdef inline int note_witness(
    const Sweep* sweep, const Impact* impact, Py_ssize_t position, int own_part, int part
) except -1 nogil:
    # Note that something at a position has a say in an impact with something else.
    cdef Impact witness
    if sweep.witnesses is NULL or position == impact.position:
        return 0
    witness = impact[0]
    witness.position = position
    witness.pair.first_a = own_part
    witness.pair.first_b = part
    return (<ImpactList> sweep.witnesses).add(&witness)

cdef inline bint is_at_start(const Motion* motion, const Impact* impact) noexcept nogil:
    # Whether a row meets something where it is. Even at the fraction 0, rounding may have moved a
    # row that lands on an edge: see `proof.step_back`.
    return impact.fraction == 0.0 and impact.x == motion.x and impact.y == motion.y

cdef inline bint is_stopped_by(
    const Fronts* fronts, const double* direction, double nx, double ny
) noexcept nogil:
    # Whether a one-way shape that has a direction stops what meets it with a normal.
    return direction[0] * nx + direction[1] * ny >= fronts.least and (
        fronts.up_x * nx + fronts.up_y * ny >= fronts.least_floor
        or direction[0] * fronts.up_x + direction[1] * fronts.up_y < fronts.least_floor
    )

cdef inline bint is_at_corner(const Impact* impact) noexcept nogil:
    # Whether two edges are met at once.
    return impact.other_nx != 0.0 or impact.other_ny != 0.0

cdef inline bint leads_to_place(const Motion* motion, const Impact* impact) noexcept nogil:
    # Whether the fraction of an impact leads exactly to its place. At 0 nothing can be new.
    return impact.fraction == 0.0 or (
        motion.x + impact.fraction * motion.dx == impact.x
        and motion.y + impact.fraction * motion.dy == impact.y
    )

cdef inline double size_of_motion(Store store, int row, const Motion* motion) noexcept nogil:
    # The size of the numbers in a motion, including the numbers of the row where it is placed.
    return (
        size_at(store, row) + fabs(motion.x) + fabs(motion.y) + fabs(motion.dx) + fabs(motion.dy)
    )

cdef inline void place_back(Store store, int row, const Motion* motion) noexcept nogil:
    # Put a row back to the start of its motion.
    place_row(store, row, motion.x, motion.y, motion.angle)

cdef inline void place_at_impact(Store store, const Motion* motion, Impact* impact) noexcept nogil:
    # Place the moving row at the fraction of an impact, and note the pose.
    impact.x = motion.x + impact.fraction * motion.dx
    impact.y = motion.y + impact.fraction * motion.dy
    impact.angle = motion.angle + impact.fraction * motion.turn
    place_row(store, impact.pair.a, impact.x, impact.y, impact.angle)
