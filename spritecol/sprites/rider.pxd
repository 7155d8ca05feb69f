from spritecol._engine.box cimport Box
from spritecol._engine.pipeline.motion.meeting cimport Sweep
from spritecol.sprites.feet cimport Feet
from spritecol.sprites.sprite_row cimport Pose, SpriteRow

cdef class Rider(Feet):
    cdef list near               # what was near after the last move: sprites,
    cdef bytes near_poses        # and where they were
    cdef double most_lifted      # how far up the one-way shapes may push that have moved into it

    cdef bint is_thin(self) except -1
    cdef double most_away(
        self, const Pose* old, const Pose* new, double dx, double dy
    ) except? -1.0
    cdef int rise_with(self, double from_x, double from_y) except -1
    cdef int rise_onto(self, list floors, double most) except -1
    cdef double near_distance(self) noexcept
    cdef int note_near(self, double motion, double floor_motion) except -1
    cdef Pose* poses_of_near(self) noexcept
    cdef tuple near_with_poses(self)
    cdef int recall_near(self, list near) except -1
    cdef list moved_with(self, SpriteRow floor, const Pose* old, double about)
    cdef int leave_out_far(self, double dx, double dy) except -1
    cdef int rule_near(self, list floors, double from_x, double from_y) except -1
    cdef int rule_if_from_front(
        self, SpriteRow other, const Pose* old, double from_x, double from_y
    ) except -1
    cdef int meet_from(
        self, SpriteRow other, const Pose* old, double from_x, double from_y, Sweep* sweep
    ) except -1
    cdef int rule_if_turned(
        self, SpriteRow other, const Pose* old, double from_x, double from_y
    ) except -1
    cdef bint comes_onto(
        self, SpriteRow other, int first, double x, double y, double low, double high
    ) except -1
    cdef bint would_meet_shape(self, SpriteRow other, int first, double dx, double dy) except -1

cdef Box widened(Box box, double distance) noexcept
cdef void place_as(int row, const Pose* pose) noexcept
cdef void move_with(const Pose* old, const Pose* new, double* x, double* y) noexcept
cdef bint has_moved_with(
    const Pose* old, const Pose* new, const Pose* before, int row, double near
) noexcept
cdef tuple numbers_from(const Pose* pose)
cdef Pose pose_from(tuple numbers) except *
cdef tuple checked_numbers(object numbers)
cdef object is_sprite(object value)
