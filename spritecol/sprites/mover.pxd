from spritecol._engine.pipeline.motion.meeting cimport Meeting, MeetingList, Motion, Sweep
from spritecol._engine.pairs cimport PairList
from spritecol._engine.pipeline.shape_pair cimport ShapePair
from spritecol.sprites.batch cimport Batch
from spritecol.sprites.conditions cimport Conditions
from spritecol.sprites.moving cimport Up
from spritecol.sprites.sprite_row cimport Pose, SpriteRow

cdef extern from *:
    """
    #define SPRITECOL_TOUCHING 1e-10
    #define SPRITECOL_UPWARD 1e-9
    """
    # Relative to the size of the numbers: what is nearer than this is touched.
    const double TOUCHING "SPRITECOL_TOUCHING"
    # A motion leads away from the floor if more than this share of it goes up.
    const double UPWARD "SPRITECOL_UPWARD"

cdef class Mover:
    cdef SpriteRow walker        # the sprite that moves
    cdef Batch batch             # the targets
    cdef Conditions conditions
    cdef list left_out           # targets that do not count for now, or None
    cdef Up upward               # against gravity, and what is a floor
    cdef double touching         # what is nearer than this is touched, in pixels
    cdef MeetingList meetings    # what the last sweep met first, at about the same time
    cdef list others             # the sprites of these
    cdef double fraction         # of the way of the last sweep
    cdef double to_x             # where it ends, or where a way out leads
    cdef double to_y
    cdef Batch inside            # what the sprite overlaps
    cdef Meeting deepest         # where it is deepest, and in which of them
    cdef double depth            # how deep it is there
    cdef SpriteRow deepest_sprite
    cdef list in_way             # one-way shapes in the way out: (row, first part)

    cdef bint meets(self, double dx, double dy) except -1
    cdef int leave_out_corners(self) except -1
    cdef Motion motion_of(self, double dx, double dy) noexcept
    cdef bint go(self, double dx, double dy) except -1
    cdef int place(self, double x, double y) except -1
    cdef bint accepts_all_met(self) except -1
    cdef bint accepts_meeting(self, SpriteRow other, const Meeting* meeting) except -1
    cdef bint accepts_overlapped(self, SpriteRow other) except -1
    cdef bint is_target(self, SpriteRow sprite) except -1
    cdef bint find_inside(self) except -1
    cdef double depth_in(self, int other, Meeting* meeting) except? -1.0
    cdef bint is_inside_at(self, double x, double y) except -1
    cdef double way_out(
        self, double toward_x, double toward_y, double far, double longest
    ) except? -2.0
    cdef double way_up(self, double toward_x, double toward_y, double longest) except? -1.0
    cdef bint least_way(self, double longest) except -1
    cdef int find_near(self, double distance) except -1
    cdef bint slips_to(self, double x, double y, double longest, list floors) except -1
    cdef int meets_all(self, double dx, double dy, list floors) except -1
    cdef bint is_clipped(self, list met, double dx, double dy, list floors) except -1
    cdef bint straighten(self, double x, double y) except -1
    cdef list places_aside(self, double across, double longest)
    cdef bint backs_off(self) except -1
    cdef bint leaves_one_by_one(self, double longest) except -1
    cdef bint is_least_way(self, Py_ssize_t k, double dx, double dy) except -1
    cdef bint leads_out(
        self, double dx, double dy, double longest, list floors, list clipped
    ) except -1
    cdef object nearest_on_way(self, double x1, double y1, double x2, double y2)
    cdef bint is_floor(self, double nx, double ny) noexcept
    cdef bint is_ceiling(self, double nx, double ny) noexcept
    cdef int look_around(self, Sweep* sweep, double distance, PairList memory) except -1
    cdef list sprites_of(self, const Sweep* sweep)

    # One-way shapes.
    cdef bint counts(self, int row, int first) except -1
    cdef int pass_through_others(self) except -1
    cdef bint let_through(self) except -1
    cdef bint let_past(self, list shapes) except -1
    cdef tuple rulings(self)
    cdef int rule_again(self, tuple rulings) except -1
    cdef bint is_passing(self, int row) except -1
    cdef bint is_in_shape(self, int row, int first) except -1

cdef double way_past(const ShapePair* pair, double dx, double dy) noexcept
cdef bint is_one_way(int row, int first, double* direction) noexcept
cdef bint is_among(SpriteRow sprite, list sprites) except -1
cdef bint has_shape(list shapes, SpriteRow sprite, int first) except -1
cdef tuple box_of(SpriteRow sprite)
