from spritecol._engine.box cimport Box
from spritecol._engine.pairs cimport PairList
from spritecol._engine.pipeline.motion.impact cimport Impact, ImpactList, Sweep
from spritecol._engine.pipeline.shape_pair cimport ShapePair
from spritecol.sprites.containers.batch cimport Batch
from spritecol.sprites.questions.query_filter cimport QueryFilter
from spritecol.sprites.motion.vector cimport Vector
from spritecol.sprites.sprite.sprite_row cimport Pose, SpriteRow

cdef enum:
    # Marks of targets.
    MOVED = 1            # since the last move
    OVERLAPPED = 2       # from the start of the move
    REJECTED = 4         # by `where`, of the present cast
    IN_THE_WAY = 8       # of a way out

cdef enum:
    # In hairs.
    STANDING = 4         # a floor that is no farther below is stood on: the hair off a wall beside a
                         # slope, and that above the slope, add up to no more
    CLOSE = 9            # a way this short has not left what the body is at

cdef struct Hit:
    # What a way meets first. Of a way down it is the ground, if the body would stand there.
    bint found
    double distance      # on the way, in pixels: its whole length if nothing is met
    Vector at            # where the body is then
    Vector normal        # of what is met; of a ground on an edge, or where a steep slope holds, `up`
    Impact impact

cdef class Seen:
    cdef list sprites
    cdef Pose* poses

cdef Seen seen_of(list sprites)

cdef class Body:
    cdef SpriteRow sprite
    cdef QueryFilter query_filter
    cdef Batch batch             # the targets
    cdef Batch near              # those that it may reach in this move
    cdef char* marks             # of these
    cdef Py_ssize_t capacity
    cdef char* counted           # of the sprite's parts: whether they can meet anything near
    cdef Py_ssize_t part_capacity
    cdef int part_count          # how many of them there are; -1 if all count, or none
    cdef list hits               # what is told of the move

    # The settings, and two sizes of this move.
    cdef Vector up               # against gravity; seen from above, (0, -1)
    cdef Vector right
    cdef double min_floor_cosine         # the least cosine of a floor; 2 if there are none
    cdef double snap
    cdef double step
    cdef double nudge
    cdef double size             # the larger side of `box`
    cdef double hair             # how far it keeps off what is slanted, and floors, on its way

    # Where it is, but for the hairs: the sprite is at `base + off`.
    cdef Vector base
    cdef Vector off

    # What it stands on.
    cdef Py_ssize_t floor        # the position of the floor that it comes from, or -1
    cdef Vector foothold         # where it stood, if it did

    # Scratch memory, and what the last question has found.
    cdef PairList found
    cdef ImpactList impacts    # what the last cast met first, at about the same time; or `sweep_past`
    cdef ImpactList witnesses  # who else had a say in that; only if `where` may reject them
    cdef ImpactList inside     # what it was in: moving it by depth * normal ends the overlap

    cdef int gather(self, Vector way, double reach) except -1
    cdef Box box(self) noexcept
    cdef Py_ssize_t position_of(self, SpriteRow other) noexcept
    cdef Vector here(self) noexcept
    cdef int place(self, Vector at) except -1
    cdef int place_base(self, Vector base) except -1
    cdef int lift(self, Vector floor) noexcept
    cdef Hit cast(self, Vector way, int skipped=*, bint one_way=*) except *
    cdef int sweep_past(
        self, Py_ssize_t position, Vector start, Vector way, double turn
    ) except -1
    cdef int begin(
        self, Sweep* sweep, Vector way, double turn, const int* rows, Py_ssize_t count
    ) except -1
    cdef Hit go(self, Vector way, int skipped=*) except *
    cdef bint accepts_all(self, ImpactList impacts) except -1
    cdef bint accepts(self, const Impact* impact) except -1
    cdef object record(self, Impact impact)
    cdef int let_pass(self, list planks) except -1
    cdef list planks_below(self)
    cdef list planks_met(self)
    cdef bint find_inside(self) except -1
    cdef bint is_stuck(self, int allowed) except -1
    cdef Impact deepest(self) noexcept
    cdef Vector way_out(self, Vector line, bint ahead=*) except *
    cdef double way_past(self, int other, int first, Vector direction) noexcept
    cdef Vector foot(self) noexcept
    cdef double width(self) noexcept
    cdef double extent(self, Vector direction, const ShapePair* pair) noexcept
    cdef bint meets_floor(self, Vector start, Vector end, Impact impact) except -1
    cdef bint is_near(self, int other, int first, double below) noexcept
    cdef int release(self) except -1
    cdef int note_hit(self, const Impact* impact) except -1
    cdef bint is_floor(self, Vector normal) noexcept
    cdef bint is_ceiling(self, Vector normal) noexcept

cdef bint is_one_way(int row, int first) noexcept
cdef tuple box_of(SpriteRow sprite)
