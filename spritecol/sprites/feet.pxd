from spritecol._engine.pipeline.motion.meeting cimport Meeting
from spritecol.sprites.mover cimport Mover
from spritecol.sprites.moving cimport Planes
from spritecol.sprites.sprite_row cimport SpriteRow

cdef struct Ground:              # what is below the sprite
    double gap                   # how far below
    double x                     # where the sprite stands on it
    double y
    double nx                    # the normal to walk along; `up` for an edge, and between two
    double ny                    # steep slopes
    double contact_x             # where the two touch; between feet that stand equally level
    double contact_y
    Meeting meeting

cdef class Feet(Mover):
    cdef double snap_length      # the settings `snap` and `step`
    cdef double step_height
    cdef Ground ground
    cdef SpriteRow ground_sprite
    cdef list below              # the one-way shapes of the ground: (sprite, first part)
    cdef list floors             # the floor that it comes from, and what has moved with it
    cdef double from_x           # where it last stood on the ground, on this move or before
    cdef double from_y
    cdef bint is_too_high        # no step leads from there to the edge that was found last

    cdef bint find_ground(self, double reach, bint may_perch) except -1
    cdef bint choose_floor(self, bint certain) except -1
    cdef int choose_nearest(self, double level, bint certain, Py_ssize_t* best) except -1
    cdef double level_of(self, Py_ssize_t k, int corner, bint certain) except -1.0
    cdef double off_middle(self, Py_ssize_t k) noexcept
    cdef bint comes_first(self, Py_ssize_t k, Py_ssize_t best) except -1
    cdef int stand_on_edge(self, SpriteRow other, const Meeting* meeting) except -1
    cdef bint turn_to_floors(self, double dx, double dy, double least) except -1
    cdef int turn_corner(self, double dx, double dy, Meeting* meeting) except -1
    cdef bint is_between_slopes(self) noexcept
    cdef bint holds(self, const Planes* planes) noexcept
    cdef double rise_ahead(self, double way_x, double way_y, double* nx, double* ny) noexcept
    cdef bint is_edge_of_step(self, const Meeting* meeting, double low) except -1
    cdef bint steps_lead_up(
        self, double x, double y, double to_x, double to_y, double side, double step
    ) except -1
