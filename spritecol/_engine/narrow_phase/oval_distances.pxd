from spritecol._engine.narrow_phase.cores cimport Core
from spritecol._engine.narrow_phase.nearest_points cimport Nearest
from spritecol._engine.pointers cimport Numbers

cdef enum:
    # The limit for the steps of a search. Newton's method takes about 5 steps, and 25 where a disc
    # only grazes the part; a bisection needs about 60.
    MOST_STEPS = 100

cdef enum:
    # Normals at which the gap of two ellipses is sampled, three times: evenly in angle, and evenly
    # around each of the two. An ellipse a thousand times as long as wide turns most of its normals
    # within a thousandth of the circle, which the last two see.
    SPREAD = 24
    SAMPLES = 3 * SPREAD

cdef void distance_of_ovals(const Core* a, const Core* b, Nearest* out) noexcept nogil
