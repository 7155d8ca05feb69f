from spritecol._engine.sweeps.impact cimport Impact
from spritecol.sprites.motion.body cimport Body
from spritecol.sprites.motion.vector cimport Vector
from spritecol.sprites.row.sprite_row cimport Pose

cdef struct Push:
    # The effect of floors and crushing targets on a body.
    Vector at            # where it goes
    Vector carried       # by its floor, as a part of the total
    Vector pushed        # by targets that have moved or have been entered, as a part of the total
    bint is_crushed      # no way out counts, so there is no push

cdef Push leave(Body body, Vector start, const Pose* old_poses, Vector motion, double across) except *
cdef bint any_crossed(Body body, const Pose* old_poses, int mark, Vector end) except -1
cdef bint leads_through(Body body, Vector start, Vector end, Impact* side) except -1
cdef double longest_push(Body body, Vector at, double fastest) noexcept
cdef Vector first_side(Body body, double across) noexcept
cdef Vector way_out(
    Body body, Vector at, list overlapped, Vector line, double longest, bint ahead=*
) except *
cdef list positions_inside(Body body, Vector at, bint by_a_hair=*)
