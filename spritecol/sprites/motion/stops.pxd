from spritecol._engine.sweeps.blocks cimport Blocks
from spritecol._engine.sweeps.impact cimport Impact
from spritecol.sprites.motion.body cimport Body, Ghost, Hit, Settings
from spritecol.sprites.motion.vector cimport Vector

cdef enum:
    MOST_STOPS = 12      # that are reported for one position

cdef struct Stop:
    # A side that is exposed to a way.
    Py_ssize_t block     # the index of its block, among the blocks there
    Vector normal

cdef struct Stops:
    # The end of the free way that gets nearest to a goal, and the sides exposed to it.
    Vector end
    int count
    Stop[MOST_STOPS] items

cdef Blocks blocks_at(Body body, Vector at, Vector way, Blocks blocks)
cdef Blocks look_at(Body body, Vector at, Vector way)
cdef bint any_asked(Body body, Blocks blocks, Vector at, Vector way) except -1
cdef int ask_about(Body body, Blocks blocks, Vector at, Vector way) except -1
cdef bint touches_upright(Body body, Vector at, Vector way) except -1
cdef int best_end(Settings settings, Blocks blocks, Vector at, Vector goal, Stops* stops) except -1
cdef bint add_block(
    Body body, Blocks blocks, Vector at, Vector way, const Impact* met
) except -1
cdef Blocks find_stops(Body body, Vector at, Vector goal, const Hit* hit, Stops* stops)
cdef void put_impact(
    Ghost ghost, Blocks blocks, Py_ssize_t block, Vector normal, Vector at, Impact* impact
) noexcept
cdef int note_stops(
    Body body, Blocks blocks, const Stops* stops, Vector at, bint with_floors
) except -1
cdef list planks_met(Body body, Vector at, Vector way, Vector aside)
