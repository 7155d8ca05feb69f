import cython
from spritecol._engine.box cimport Box
from spritecol._engine.narrow_phase.shape_pair cimport ShapePair, place_row, size_at
from spritecol._engine.pairs cimport Pair
from spritecol._engine.storage.store cimport OneWayOverride, RowFilter, Store
from spritecol._engine.transform.near_parts cimport NearPair
from spritecol._support.libc cimport fabs

cdef struct SweepWay:
    # How far a row moves and, in degrees, turns, and from when on it meets anything there.
    double dx
    double dy
    double turn
    bint from_inside     # what overlaps at the start is met, whichever way it goes
    double hair          # the way meets nothing that it gets no deeper into than this; most often 0

cdef struct Motion:
    # How a row moves: its pose at the start, the way, and how far it turns on it, in degrees.
    double x
    double y
    double angle
    double dx
    double dy
    double turn
    double size          # of the numbers involved: tolerances are shares of it
    double step          # a fraction that moves the row by about an ulp
    double hair          # this and the next as in `SweepWay`
    bint from_inside

ctypedef const Motion* MotionRef  # which is only read

cdef struct Impact:
    # A moving row begins to hit another one.
    Py_ssize_t position  # of the other row, among the targets
    ShapePair pair       # the shapes that meet, that of the moving row first
    int part             # the parts that meet
    int other_part
    bint momentary       # they would meet for an instant, which the exact test may not see
    bint overlapping     # they do so from the start, and go deeper
    bint ruled_out       # the only parts of both rows: no hit of these begins after the start
    double fraction      # of the motion
    double x             # the pose there
    double y
    double angle
    double nx            # the normal, outward from the other row
    double ny
    double other_nx      # where a corner is met exactly, the second edge's normal; else (0, 0)
    double other_ny
    double px            # where they touch
    double py
    double depth         # of shapes that overlap from the start

ctypedef const Impact* ImpactRef  # which is only read

cdef struct Fronts:
    # With which normals one-way shapes stop a row: those near their direction. And of those that are
    # floors for a walker by their direction, it stands on what they stop it with.
    double least         # cosine between the two
    double up_x          # where the walker is up; else (0, 0)
    double up_y
    double least_floor   # cosine between that and a floor; else 0

cdef struct SweepRules:
    # Whom a moving row may meet, and what counts: see `usual_rules`.
    const int* others    # the rows that it may meet, by position
    Py_ssize_t other_count
    const RowFilter* chosen  # which pairs of shapes count; NULL: those whose layers meet
    bint one_way         # whether one-way shapes let the row pass; else they are like any other
    Fronts fronts        # with which normals they stop it
    const OneWayOverride* overrides
    Py_ssize_t override_count
    void* witnesses      # the `ImpactList` of who else decides what is met (for those who ask
                         # `where`: it may reject them, too); or NULL

cdef struct Sweep:
    # The question what a row meets on its way, as `begin_sweep` makes it, and what is known of the
    # answer.
    int row              # that moves
    Motion motion
    SweepRules rules
    Box box              # of the row at the start, at whatever angle
    double slack         # by which that is widened, so that rounding on the way loses nothing
    # Those near the way, which `find_candidates` finds.
    Pair* candidates     # (anything, position), in order; dropped where no new hit can begin
    Py_ssize_t count     # of them
    Py_ssize_t all_count # with those that were dropped, which come behind
    # The answer, which `find_impacts` finds.
    double latest        # no impact that is later than this counts
    bint found
    Impact first         # if found
    int near_row         # the other row whose parts on the way are known; or -1
    NearPair near        # of that

@cython.final
cdef class ImpactList:
    cdef Impact* items
    cdef Py_ssize_t count
    cdef Py_ssize_t capacity
    cdef int add(self, const Impact* impact) except -1 nogil
    cdef int put(self, const Impact* impact) except -1 nogil
    cdef void sort(self) noexcept nogil

cdef bint comes_before(const Impact* a, const Impact* b) noexcept nogil


cdef inline int note_witness(
    const Sweep* sweep, const Impact* impact, Py_ssize_t position, int own_part, int part
) except -1 nogil:
    # Note that something at a position has a say in an impact with something else.
    cdef Impact witness
    if sweep.rules.witnesses is NULL or position == impact.position:
        return 0
    witness = impact[0]
    witness.position = position
    witness.pair.first_a = own_part
    witness.pair.first_b = part
    return (<ImpactList> sweep.rules.witnesses).add(&witness)

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
