import cython

from spritecol._engine.box cimport Box
from spritecol._engine.pairs cimport PairList
from spritecol._engine.sweeps.blocks cimport Blocks
from spritecol._engine.sweeps.impact cimport Impact, ImpactList, Sweep, SweepRules, SweepWay
from spritecol.sprites.containers.batch cimport Batch
from spritecol.sprites.questions.query_filter cimport QueryFilter
from spritecol.sprites.motion.vector cimport Vector
from spritecol.sprites.row.sprite_row cimport Pose, SpriteRow

cdef inline SweepWay straight(Vector way, double hair) noexcept nogil:
    # A way on which the body does not turn.
    cdef SweepWay result
    result.dx = way.x
    result.dy = way.y
    result.turn = 0.0
    result.from_inside = False
    result.hair = hair
    return result

cdef enum:
    # Marks of targets.
    MOVED = 1            # since the last move
    OVERLAPPED = 2       # where the move began
    REJECTED = 4         # by `where`
    ACCEPTED = 8         # by `where`
    IN_THE_WAY = 16      # of a way out
    APART = 32           # has not moved as one with what is asked about
    MET = 64             # it was asked what of it the body has met

cdef struct Stop:
    # Where a straight way stops: at the first thing that it meets, if any is `found`, or else at
    # its end. A way down stops at the ground, which is `found` if the body would stand there.
    bint found
    Vector at            # where the body is then, in either case
    double latest        # of a cast: the share of the way by which the result is known
    double distance      # of `meet` and a ground: how far away it is, in pixels
    Vector normal        # of the thing met; `up` on an edge, or where a steep slope holds
    Impact impact

@cython.final
cdef class Ghost:
    cdef int row                 # a hidden row with the sprite's shapes, moved for each test
    cdef char* counted           # for each of the sprite's parts: whether it can meet anything near
    cdef Py_ssize_t part_capacity
    cdef bint has_points         # whether any part of the sprite is a point
    cdef int part_count          # how many parts it has; -1 if all count, or none
    cdef Vector start            # of the move, and its length: fractions in `hits` are shares of it
    cdef double length
    cdef double size             # the larger side of `box`
    cdef double hair             # what gets no deeper than this touches
    cdef double same_place       # two positions that are no farther apart count as one
    cdef double angle            # of the sprite
    cdef int imitate(self, int row) except -1
    cdef int place(self, Vector at) noexcept
    cdef Box box(self, Vector at) noexcept
    cdef Box whole_box(self, Vector at) noexcept
    cdef double farthest(self, Vector at, Vector direction) noexcept
    cdef double middle_along(self, Vector at, Vector direction) noexcept

@cython.final
cdef class Nearby:
    # The targets, and those that the body may reach in this move.
    cdef list pieces             # of all targets, or `own_piece`; None between two moves
    cdef list own_piece          # one batch, if the targets are in one piece: made once
    cdef Batch batch             # the targets that it may reach in this move; empty between moves
    cdef Vector gathered_at      # they were gathered on a way from here
    cdef Vector gathered_way
    cdef Vector gathered_beside  # and on all that is no farther from that; if below 0, on none
    cdef bint is_crowded         # much lies along a way of this move
    cdef bint gathers_more       # what is asked about outside of `area` is gathered then
    cdef Box area
    cdef char* marks             # one for each of `batch`
    cdef Py_ssize_t capacity
    cdef int set_targets(self, Batch targets) except -1
    cdef Py_ssize_t position_of(self, SpriteRow other) noexcept
    cdef unsigned int mark_pass(self) noexcept
    cdef int release(self) except -1

cdef struct Settings:
    Vector up                    # against gravity; seen from above, (0, -1)
    Vector right
    double min_floor_cosine      # the least cosine of a floor; 2 if there are none
    double snap
    double step
    double nudge
    double max_push              # below 0: in proportion, see `longest_push`

@cython.final
cdef class Scratch:
    # Memory for the results of queries.
    cdef PairList found          # candidates at a position
    cdef PairList on_way         # candidates on a way
    cdef ImpactList impacts      # `meets_any` in `pushed`
    cdef ImpactList witnesses    # `find_first` in `casts`
    cdef ImpactList inside       # `find_inside`
    cdef Blocks touched          # `blocks_at`

@cython.final
cdef class Body:
    cdef SpriteRow sprite
    cdef Ghost ghost
    cdef Nearby nearby
    cdef Settings settings
    cdef Scratch scratch
    cdef QueryFilter query_filter
    cdef dict verdicts           # of `where` in this move: id of a sprite -> (sprite, bool); or None
    cdef list hits               # the report of the move

    cdef double changed          # how far its outline has moved since the last move

    # The floor.
    cdef Py_ssize_t floor_position  # in `Nearby.batch`, of the floor that it comes from, or -1
    cdef Vector foothold         # where it stood, if it did
    cdef Vector was              # where its center was after the last move
    cdef list crushers           # where that was, relative to each crushing target: (sprite, x, y)

    # The result of the last `look_at`, which is valid until it looks elsewhere.
    cdef Blocks blocks
    cdef Vector looked         # where that was
    cdef bint knows_blocks     # they are the same for any way from there

    cdef int begin_move(self) except -1
    cdef int measure(self, Vector at, double length) noexcept
    cdef int begin(
        self, Sweep* sweep, Vector start, const SweepWay* way, const SweepRules* rules,
        PairList found, int skipped
    ) except -1
    cdef SweepRules rules(self) noexcept
    cdef bint accepts(self, const Impact* impact) except -1
    cdef object hit_of(self, const Impact* met)
    cdef bint was_in(self, const Impact* met) noexcept
    cdef int let_pass(self, list planks) except -1
    cdef Vector foot(self, Vector at) noexcept
    cdef Vector middle(self, Vector at) noexcept
    cdef Vector came(self, Py_ssize_t position) except *
    cdef double width(self, Vector at) noexcept
    cdef double across(self, Vector way) noexcept
    cdef int release(self) except -1
    cdef int note_hit(self, const Impact* impact) except -1
    cdef bint is_floor(self, Vector normal) noexcept

cdef struct Work:
    # What all moves since the import have asked, for the tests. Only a build in place counts it.
    Py_ssize_t casts
    Py_ssize_t ways_out

cdef Work WORK

cdef extern from *:
    """
    #ifdef SPRITECOL_COUNTS
    #define SPRITECOL_COUNT(number) ((number)++)
    #else
    #define SPRITECOL_COUNT(number) ((void)0)
    #endif
    """
    void count_one "SPRITECOL_COUNT"(Py_ssize_t number) noexcept nogil

cdef Body SPARE

cdef Body body_for(SpriteRow sprite, Batch batch, QueryFilter query_filter)
cdef int keep_body(Body body) except -1
cdef int move_sprite(SpriteRow sprite, Vector at) except -1
cdef bint has_points(int row) noexcept
cdef double larger_side_of(const Box* box) noexcept
cdef int gather(Body body, Vector at, Vector way, Vector reach) except -1
cdef int ask_for(Body body, Vector at, Vector way, double margin) except -1
cdef int ask_for_way(Body body, Vector start, Vector end) except -1
cdef double gather_along(Body body, Vector at, Vector way, double margin, double share) except -1.0
cdef bint has_gathered(Nearby nearby, Vector at, Vector way) noexcept
cdef double near_share(Body body, Vector way) noexcept
cdef double motion_of(
    Body body, Vector at, const Pose* old_poses, Py_ssize_t position
) noexcept
