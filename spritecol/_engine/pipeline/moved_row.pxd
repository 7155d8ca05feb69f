from libc.math cimport fabs

from spritecol._engine.box cimport Box
from spritecol._engine.storage.layout cimport Collision, Outline
from spritecol._engine.storage.store cimport Store

cdef extern from *:
    """
    #define SPRITECOL_END_SLACK 1e-9
    """
    # Fractions up to this far beyond the end, or behind the best, may become smaller when verified.
    const double END_SLACK "SPRITECOL_END_SLACK"

cdef struct Motion:
    # How a row moves: its pose at the start, the way, and how far it turns on it, in degrees.
    double x
    double y
    double angle
    double dx
    double dy
    double turn

cdef struct Meeting:
    # A moving row begins to hit another one.
    Py_ssize_t position  # of the other row, among the targets
    int shape            # of the moving row
    int other_shape
    int part             # the parts that meet
    int other_part
    bint instant         # they would meet for an instant, which the exact test may not see
    bint overlapping     # they do so from the start, and go deeper
    bint harmless        # convex parts that do so from the start, or clearly pass by: no new hit
    double fraction      # of the motion
    double leave         # the fraction at which they would separate again
    double x             # the pose there
    double y
    double angle
    double nx            # the normal, outward from the other row
    double ny
    double other_nx      # where a corner is met exactly, the second edge's normal; else (0, 0)
    double other_ny
    double px            # where they touch
    double py

cdef void place(Store store, int row, double x, double y, double angle) noexcept nogil
cdef void shift_row(Store store, int row, double x, double y) noexcept nogil
cdef void place_back(Store store, int row, const Motion* motion) noexcept nogil
cdef void place_at(Store store, int row, const Motion* motion, Meeting* meeting) noexcept nogil
cdef bint shape_hits_shape(
    Store store, int a, int first_a, int count_a, int b, int first_b, int count_b
) noexcept nogil
cdef const Box* box_of_part(Store store, int row, const Collision* part) noexcept nogil
cdef inline int parts_in_shape(Store store, int row, int first) noexcept nogil:
    # How many parts the shape has whose first part is given.
    if store.groups[row].count == 1:
        return 1
    return (<Outline> store.groups[row].outline).parts[first].part_count
cdef bint is_before(const Meeting* a, const Meeting* b) noexcept nogil
cdef inline bint is_at_start(const Motion* motion, const Meeting* meeting) noexcept nogil:
    # Whether a row meets something where it is. One that lands squarely may be moved off its way by a
    # rounding, also at the fraction 0: see `settle`.
    return (
        meeting.fraction == 0.0 and meeting.x == motion.x and meeting.y == motion.y
    )
cdef inline double size_at(Store store, int row) noexcept nogil:
    # The size of the numbers of an up-to-date row: its largest coordinate.
    cdef const Box* box = store.boxes + row
    return max(fabs(box.left), fabs(box.right), fabs(box.top), fabs(box.bottom))
cdef inline double size_of_row(Store store, int row, const Motion* motion) noexcept nogil:
    # The size of the numbers involved in a motion, for steps of some ulps.
    return (
        size_at(store, row) + fabs(motion.x) + fabs(motion.y) + fabs(motion.dx) + fabs(motion.dy)
    )
