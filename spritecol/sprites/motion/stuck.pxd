import cython

from spritecol._engine.pipeline.way_out cimport JoinedShapes
from spritecol._engine.sweeps.blocks cimport Blocks
from spritecol._engine.sweeps.impact cimport Impact, ImpactList, Sweep
from spritecol.sprites.motion.body cimport Body
from spritecol.sprites.motion.vector cimport Vector

cdef enum:
    MOST_SHAPES = 64     # in more of them, each holds a body by itself: else many take seconds

@cython.final
cdef class Hold:
    # Adjacent shapes that a body is in, and the way out of them.
    cdef ImpactList own          # those that it is in, with the shapes of the body that are
    cdef JoinedShapes shapes     # these, and adjacent ones on the way out and on a cast
    cdef Vector way              # out of all of them
    cdef Blocks sides            # of all that it touches at the end of that way
    cdef double until            # the share of a cast after which it is in none of them
    cdef Impact stop             # where a cast must end because the way out would get longer
    cdef bint is_closed          # to a cast that leads deeper

cdef bint is_held(Body body) noexcept
cdef list holds_at(Body body, Vector at, Vector way)
cdef int hold_as_one(Body body, Vector at, Vector way, Blocks blocks) except -1
cdef object begin_held(Body body, list holds, Vector start, Vector way, int skipped)
cdef bint enters_next(
    Body body, list holds, Vector start, Vector way, const Impact* first, ImpactList met
) except -1
cdef int end_in_hold(Body body, list holds, Vector start, Vector way, Sweep* sweep) except -1
cdef void put_side(Body body, Hold hold, Vector start, Vector way, Sweep* sweep) noexcept
