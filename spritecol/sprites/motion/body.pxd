import cython

from spritecol._engine.box cimport Box
from spritecol._engine.pairs cimport PairList
from spritecol._engine.sweeps.blocks cimport Block, Blocks, End
from spritecol._engine.sweeps.impact cimport Impact, ImpactList, Sweep
from spritecol._engine.pipeline.shape_pair cimport ShapePair
from spritecol.sprites.containers.batch cimport Batch
from spritecol.sprites.questions.query_filter cimport QueryFilter
from spritecol.sprites.motion.vector cimport Vector
from spritecol.sprites.sprite.sprite_row cimport Pose, SpriteRow

cdef enum:
    # Marks of targets.
    MOVED = 1            # since the last move
    OVERLAPPED = 2       # from the start of the move
    REJECTED = 4         # by `where`, at the present place or on the present way
    ACCEPTED = 8         # by `where`, at the present place
    IN_THE_WAY = 16      # of a way out

cdef enum:
    MOST_STOPS = 12      # that are told of one place

cdef struct Hit:
    # What a way meets first. Of a way down it is the ground, if the body would stand there.
    bint found
    Vector at            # where the body is then
    double latest        # of a cast: by that share of the way it is known what is met
    double distance      # of `meet` and a ground, in pixels: how far that is
    Vector normal        # of what is met; of a ground on an edge, or where a steep slope holds, `up`
    Impact impact

cdef struct Place:
    bint found
    Vector at

cdef struct Stop:
    # A side that is exposed to a way.
    Py_ssize_t block     # the position of what it belongs to, in `Body.blocks`
    Vector normal

cdef struct Stops:
    # Where the free way ends that gets nearest to a goal, and what is exposed to it.
    Vector end
    int count
    Stop[MOST_STOPS] items

cdef class Seen:
    cdef list sprites
    cdef Pose* poses

cdef Seen seen_of(list sprites)

@cython.final
cdef class Body:
    cdef SpriteRow sprite
    cdef int row                 # a hidden one, with the sprite's shapes: this is moved to ask
    cdef QueryFilter query_filter
    cdef Batch batch             # the targets
    cdef Batch targets           # the batch of targets, in pieces
    cdef list own_piece          # that batch, if it is in one piece
    cdef Batch found_near        # what `near` is, once that is known
    cdef Batch near              # those that it may reach in this move
    cdef Vector gathered_at      # these were looked for on a way from here
    cdef Vector gathered_way
    cdef Vector gathered_beside  # and on all that is no farther from that; if below 0, on none
    cdef bint is_crowded         # much lies along a way of this move
    cdef char* marks             # one for each of `near`
    cdef Py_ssize_t capacity
    cdef char* counted           # of the sprite's parts: whether they can meet anything near
    cdef Py_ssize_t part_capacity
    cdef bint has_points         # whether any part of the sprite is a point
    cdef int part_count          # how many parts it has; -1 if all count, or none
    cdef list hits               # what is told of the move
    cdef Vector start            # of the move, and how long it is: `hits` tell shares of that
    cdef double length

    # The settings, and two sizes of this move.
    cdef Vector up               # against gravity; seen from above, (0, -1)
    cdef Vector right
    cdef double min_floor_cosine         # the least cosine of a floor; 2 if there are none
    cdef double snap
    cdef double step
    cdef double nudge
    cdef double max_push         # below 0 that is `size`
    cdef double size             # the larger side of `box`
    cdef double hair             # what gets no deeper than this touches

    # What it stands on.
    cdef Py_ssize_t floor        # the position of the floor that it comes from, or -1
    cdef Vector foothold         # where it stood, if it did
    cdef Vector was              # where its middle was after the last move
    cdef list held               # where that was, as seen from what crushes it: (sprite, x, y)

    # Scratch memory, and what the last question has found.
    cdef PairList found        # candidates at a place
    cdef PairList on_way       # of the last `cast`
    cdef ImpactList impacts    # all that is met on a way: `sweep_past` in `pushed`
    cdef ImpactList witnesses  # who else decides what is met first
    cdef ImpactList inside     # what it was in: moving it by depth * normal ends the overlap
    cdef Blocks blocks         # what it touches at a place: `look_at`
    cdef Vector looked         # where that was
    cdef bint knows_blocks     # they are the same for any way from there
    cdef Blocks touched        # likewise, where a way ends

    cdef int take(self) except -1
    cdef int measure(self, double length) noexcept
    cdef int gather(self, Vector at, Vector way, Vector reach) except -1
    cdef bint has_gathered(self, Vector at, Vector way) noexcept
    cdef bint is_beside(self, Vector place) noexcept
    cdef double gather_along(self, Vector at, Vector way, double margin, double share) except -1.0
    cdef bint gather_on(self, const Box* box, Vector way, Py_ssize_t most) except -1
    cdef double near_share(self, Vector way) noexcept
    cdef Box area(self, Vector at, Vector way, Vector reach) noexcept
    cdef Box box(self) noexcept
    cdef Py_ssize_t position_of(self, SpriteRow other) noexcept
    cdef Vector here(self) noexcept
    cdef int place(self, Vector at) noexcept
    cdef int write(self, Vector at) except -1
    cdef int find_blocks(self, Vector at, Vector way, Blocks blocks) except -1
    cdef int look_at(self, Vector at, Vector way) except -1
    cdef bint touches(self, Vector at, Vector way) except -1
    cdef int best_end(self, Vector at, Vector goal, Stops* stops) except -1
    cdef bint add_block(self, Vector at, Vector way, const Impact* met) except -1
    cdef int find_stops(self, Vector at, Vector goal, const Hit* hit, Stops* stops) except -1
    cdef void put_impact(
        self, Py_ssize_t block, Vector normal, Vector at, Impact* impact
    ) noexcept
    cdef int note_stops(self, const Stops* stops, Vector at, bint with_floors) except -1
    cdef bint cast(
        self, Vector start, Vector end, Hit* hit, int skipped=*, bint one_way=*
    ) except -1
    cdef Vector go(self, Vector start, Vector end) except *
    cdef bint cast_on(
        self, Vector at, Vector end, double margin, Hit* hit, int skipped=*
    ) except -1
    cdef bint find_first(
        self, Sweep* sweep, Vector start, Vector way, double hair, int skipped, bint one_way
    ) except -1
    cdef int find_seam(
        self, Sweep* sweep, Vector start, Vector way, int skipped, bint one_way
    ) except -1
    cdef int find_all(
        self, Vector start, Vector way, int skipped, bint one_way, ImpactList found
    ) except -1
    cdef Py_ssize_t first_at(self, ImpactList met, double latest, Vector at) except -2
    cdef Vector evened(self, Vector at, Sweep* sweep) except *
    cdef double rounding_at(self, Vector at) noexcept
    cdef Vector last_free(self, Vector start, Vector end, Sweep* sweep) except *
    cdef bint is_free_at(self, Vector at, Sweep* sweep) except -1
    cdef Place free_place_near(self, Vector at, Vector way, Sweep* sweep) except *
    cdef Vector even_place(self, Vector at, double size) noexcept
    cdef Vector straightened(self, Vector start, Vector end) noexcept
    cdef Vector least_move(self, double off) noexcept
    cdef bint is_off(self, Vector move, double off) noexcept
    cdef void add_holding(self, Vector wanted, Stops* stops) noexcept
    cdef bint meet(self, Vector way, Hit* hit, int skipped=*, double margin=*) except -1
    cdef double angle(self) noexcept
    cdef int begin(
        self, Sweep* sweep, Vector way, double turn, PairList found, int skipped
    ) except -1
    cdef int begin_at(self, Sweep* sweep, Vector way, double turn) noexcept
    cdef bint accepts(self, const Impact* impact) except -1
    cdef bint rejects_witness(self, double latest) except -1
    cdef object record(self, const Impact* impact)
    cdef int let_pass(self, list planks) except -1
    cdef list planks_met(self, Vector at, Vector way)
    cdef bint find_inside(self, bint by_a_hair=*) except -1
    cdef Vector way_out(self, Vector line, bint ahead=*) except *
    cdef double way_past(self, int other, int first, Vector direction) noexcept
    cdef double farthest(self, Vector direction) noexcept
    cdef Vector foot(self) noexcept
    cdef Vector middle(self) noexcept
    cdef double middle_along(self, Vector direction) noexcept
    cdef Vector came(self, Py_ssize_t position) except *
    cdef double width(self) noexcept
    cdef bint meets_floor(self, Vector start, Vector end, const Impact* met) except -1
    cdef bint is_near(self, int other, int first, double below) noexcept
    cdef int release(self) except -1
    cdef int note_hit(self, const Impact* impact) except -1
    cdef bint is_floor(self, Vector normal) noexcept

cdef void push_stop(Stops* stops, Py_ssize_t block, Vector normal) noexcept
cdef double even_near(double value, double near) noexcept nogil
cdef bint is_one_way(int row, int first) noexcept
cdef tuple box_of(SpriteRow sprite)
cdef double size_of(const Box* box) noexcept
