import cython

from spritecol._engine.box cimport Box
from spritecol._engine.pairs cimport Pair
from spritecol._engine.narrow_phase.row_shapes cimport ShapePair
from spritecol._engine.storage.store cimport OneWayOverride, RowFilter
from spritecol._engine.tolerances cimport END_SLACK
from spritecol._engine.transform.near_parts cimport NearPair

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
    double hair          # the way meets nothing that it gets no deeper into than this; most often 0
    bint from_inside     # what overlaps at the start is met, whichever way it goes

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

cdef struct Sweep:
    # The question what a row meets on its way, and what is known of the answer.
    int row              # that moves
    Motion motion
    const int* others    # the rows that it may meet, by position
    Py_ssize_t other_count
    Box box              # of the row at the start, at whatever angle
    double slack         # by which that is widened, so that rounding on the way loses nothing
    Pair* candidates     # (anything, position), in order; dropped where no new hit can begin
    Py_ssize_t count     # of them
    Py_ssize_t all_count # with those that were dropped, which come behind
    const RowFilter* chosen  # which pairs of shapes count; NULL: those whose layers meet
    bint one_way         # whether one-way shapes let the row pass; else they are like any other
    Fronts fronts        # with which normals they stop it
    const OneWayOverride* overrides
    Py_ssize_t override_count
    void* witnesses      # the `ImpactList` of who else decides what is met (for those who ask
                         # `where`: it may reject them, too); or NULL
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
