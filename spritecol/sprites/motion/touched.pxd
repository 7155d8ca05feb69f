from spritecol._engine.sweeps.blocks cimport Blocks
from spritecol._engine.sweeps.impact cimport Impact, ImpactList
# A list that is lent: `look_at` or `find_inside` uses it again when it is called the next time. Who
# needs it longer copies it.
from spritecol._engine.sweeps.blocks cimport Blocks as LentBlocks
from spritecol._engine.sweeps.impact cimport ImpactList as LentImpacts
from spritecol.sprites.motion.body cimport Body, Ghost, Settings, Stop
from spritecol.sprites.motion.vector cimport Vector

cdef enum:
    MOST_EXPOSED = 12      # that are reported for one position

cdef struct ExposedSide:
    # A side that turns or ends a way.
    Py_ssize_t block     # the index of its block, among the blocks there
    Vector normal

cdef struct Exposed:
    # The sides exposed to a way to a goal, and the end of the free way that gets nearest to it.
    Vector best_end
    int count
    ExposedSide[MOST_EXPOSED] sides

cdef int put_blocks(Body body, Vector at, double angle, Vector way, Blocks blocks) except -1
cdef Blocks blocks_at(Body body, Vector at, Vector way, Blocks blocks)
cdef LentBlocks look_at(Body body, Vector at, Vector way)
cdef bint any_asked(Body body, Blocks blocks, Vector at, Vector way) except -1
cdef int ask_about(Body body, Blocks blocks, Vector at, Vector way) except -1
cdef bint touches_upright(Body body, Vector at, Vector way) except -1
cdef int best_end(Settings settings, Blocks blocks, Vector at, Vector goal, Exposed* exposed) except -1
cdef Blocks with_block(Body body, Blocks blocks, Vector at, Vector way, const Impact* met)
cdef LentBlocks find_exposed(Body body, Vector at, Vector goal, const Stop* stop, Exposed* exposed)
cdef void put_impact(
    Ghost ghost, Blocks blocks, Py_ssize_t block, Vector normal, Vector at, Impact* impact
) noexcept
cdef void complete_impact(
    Ghost ghost, Blocks blocks, Py_ssize_t block, Vector normal, Impact* impact
) noexcept
cdef int note_exposed(
    Body body, Blocks blocks, const Exposed* exposed, Vector at, bint with_floors
) except -1
cdef int note_shortened(
    Body body, Vector start, Vector end, Vector at, bint with_floors
) except -1
cdef Vector rest_of(Vector start, Vector wanted, Vector end) noexcept
cdef bint is_told(Body body, Vector rest) except -1
cdef int tell_met(Body body, const Impact* impact, Vector rest) except -1
cdef bint tell_rest(Body body, Vector at, Vector rest, bint exactly) except -1
cdef bint find_against(
    Body body, Vector at, Vector rest, bint exactly, Impact* impact
) except -1
cdef list planks_met(Body body, Vector at, Vector way, Vector aside)
cdef LentImpacts find_inside(Body body, Vector at, bint by_a_hair=*)
cdef bint is_deeper(const Impact* impact, const Impact* other) noexcept
cdef bint is_passing(Ghost ghost, Vector at, int other, int first) noexcept
cdef bint is_one_way(int row, int first) noexcept
