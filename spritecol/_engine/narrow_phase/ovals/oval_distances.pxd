from spritecol._engine.narrow_phase.nearest_points cimport Nearest
from spritecol._engine.narrow_phase.cores cimport Core

cdef enum:
    # Normals at which the gap of two ellipses is sampled, three times: evenly in angle, and evenly
    # around each of the two. An ellipse a thousand times as long as wide turns most of its normals
    # within a thousandth of the circle, which the last two see.
    SPREAD = 24
    SAMPLES = 3 * SPREAD

cdef void distance_of_ovals(const Core* a, const Core* b, Nearest* out) noexcept nogil
