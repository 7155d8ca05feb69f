from libc.math cimport fabs

from spritecol._engine.box cimport Box
from spritecol._engine.pairs cimport PairList
from spritecol._engine.pipeline.kept_index cimport KeptIndex
from spritecol._engine.pipeline.moved_row cimport Motion
from spritecol._engine.storage.row_filter cimport RowFilter
from spritecol._engine.storage.store cimport Store

cdef inline Motion motion_of(Store store, int row, double dx, double dy, double turn) noexcept nogil:
    # A motion from the present pose of a row.
    cdef Motion motion
    motion.x = store.x[row]
    motion.y = store.y[row]
    motion.angle = store.groups[row].angle
    motion.dx = dx
    motion.dy = dy
    motion.turn = turn
    return motion
cdef bint turns_nothing(Store store, int row) noexcept nogil
cdef Py_ssize_t find_candidates(
    Store store, int row, const Motion* motion, const int* b, Py_ssize_t count, KeptIndex kept,
    const RowFilter* selected, PairList found
) except -1
cdef inline double slack_of(const Motion* motion, const Box* box) noexcept nogil:
    # By how much to widen a box, so that rounding on the way loses nothing.
    return 1e-12 * (
        fabs(box.left) + fabs(box.right) + fabs(box.top) + fabs(box.bottom)
        + fabs(motion.dx) + fabs(motion.dy)
    )
cdef inline bint boxes_meet(const Box* a, const Box* b, double slack) noexcept nogil:
    # Whether two boxes touch that are widened by `slack`: then `box_passage` is 0.
    return (
        (b.left - a.right - slack <= 0.0)
        & (0.0 <= b.right - a.left + slack)
        & (b.top - a.bottom <= slack)
        & (a.top - b.bottom <= slack)
    )
cdef double box_passage(
    const Box* a, const Box* b, double dx, double dy, double slack
) noexcept nogil
cdef inline void straight_box(
    const Box* start, const Motion* motion, double slack, Box* box
) noexcept nogil:
    # A box round all places on a way without a turn, widened by `slack`. Which way it goes cannot be
    # predicted: no branch.
    box.left = start.left + (0.5 * (motion.dx - fabs(motion.dx)) - slack)
    box.right = start.right + (0.5 * (motion.dx + fabs(motion.dx)) + slack)
    box.top = start.top + (0.5 * (motion.dy - fabs(motion.dy)) - slack)
    box.bottom = start.bottom + (0.5 * (motion.dy + fabs(motion.dy)) + slack)
cdef double turning_box(Store store, int row, const Motion* motion, Box* box) noexcept nogil
cdef void swept_box(Store store, int row, const Motion* motion, Box* box) noexcept nogil
