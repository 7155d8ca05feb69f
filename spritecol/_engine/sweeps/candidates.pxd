from spritecol._engine.box cimport Box
from spritecol._engine.narrow_phase.shape_pair cimport ShapePair
from spritecol._engine.pairs cimport PairList
from spritecol._engine.pipeline.row_index cimport KeptIndex
from spritecol._engine.storage.store cimport RowFilter, Store
from spritecol._engine.sweeps.impact cimport Motion, Sweep, SweepRules, SweepWay
from spritecol._engine.tolerances cimport NOISE
from spritecol._engine.transform.near_parts cimport NearPair
from spritecol._engine.transform.rows cimport FRONT
from spritecol._engine.tuning cimport LONG_WAY
from spritecol._support.libc cimport fabs

cdef inline double slack_of(const Motion* motion, const Box* box) noexcept nogil:
    # By how much to widen a box, so that rounding on the way loses nothing.
    return NOISE * (
        fabs(box.left) + fabs(box.right) + fabs(box.top) + fabs(box.bottom)
        + fabs(motion.dx) + fabs(motion.dy)
    )

cdef inline SweepRules usual_rules(const int* others, Py_ssize_t count) noexcept nogil:
    # Rules by which a row may meet some others as in a check, and passes one-way shapes.
    cdef SweepRules rules
    rules.others = others
    rules.other_count = count
    rules.chosen = NULL
    rules.one_way = True
    rules.fronts.least = FRONT
    rules.fronts.up_x = rules.fronts.up_y = rules.fronts.least_floor = 0.0
    rules.overrides = NULL
    rules.override_count = 0
    rules.witnesses = NULL
    return rules

cdef inline bint meets_at_start(const Sweep* sweep, const Box* other) noexcept nogil:
    # Whether the box of the moving row touches another one at the start.
    return (
        (other.left - sweep.box.right <= sweep.slack)
        & (sweep.box.left - other.right <= sweep.slack)
        & (other.top - sweep.box.bottom <= sweep.slack)
        & (sweep.box.top - other.bottom <= sweep.slack)
    )

cdef inline void way_box(
    const Box* start, const Motion* motion, double slack, Box* box
) noexcept nogil:
    # A box round all places of a box on its way, widened by `slack`. Which way it goes cannot be
    # predicted: no branch.
    box.left = start.left + (0.5 * (motion.dx - fabs(motion.dx)) - slack)
    box.right = start.right + (0.5 * (motion.dx + fabs(motion.dx)) + slack)
    box.top = start.top + (0.5 * (motion.dy - fabs(motion.dy)) - slack)
    box.bottom = start.bottom + (0.5 * (motion.dy + fabs(motion.dy)) + slack)

cdef inline double first_share(
    KeptIndex kept, const Box* box, double dx, double dy
) noexcept nogil:
    # The share of a box's way that is looked at first; 1 if that is much of it, or it is not long.
    cdef double near = LONG_WAY * max(box.right - box.left, box.bottom - box.top)
    return 1.0 if max(fabs(dx), fabs(dy)) <= near else kept.near_share(dx, dy)

cdef void begin_sweep(
    Store store, Sweep* sweep, int row, const SweepWay* way, const SweepRules* rules
) noexcept nogil
cdef void renew_sweep(Store store, Sweep* sweep) noexcept nogil
cdef Box box_beside(Store store, const Sweep* sweep) noexcept nogil
cdef int find_candidates(Store store, Sweep* sweep, KeptIndex kept, PairList found) except -1
cdef bint find_candidates_along(
    Store store, Sweep* sweep, KeptIndex kept, double share, Py_ssize_t most, PairList found
) except -1
cdef void find_parts_on_way(
    Store store, const ShapePair* pair, const Box* box, const Motion* motion,
    NearPair* near
) noexcept nogil
cdef double soonest_by_boxes(
    const Motion* motion, double slack, const Box* box, const Box* other
) noexcept nogil

cdef double reach(
    Store store, int row, int first, int count, double dx, double dy, const ShapePair* against
) noexcept nogil
cdef bint mark_parts(
    Store store, const RowFilter* chosen, int row, const int* others, Py_ssize_t count,
    const Box* around, char* marks
) except -1
cdef Box box_of_marked(Store store, int row, const char* marks) noexcept nogil
