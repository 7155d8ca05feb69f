from spritecol._engine.sweeps.impact cimport Impact, ImpactList
from spritecol.sprites.motion.body cimport Body
from spritecol.sprites.motion.leaving cimport Push
from spritecol.sprites.motion.vector cimport Vector
from spritecol.sprites.row.sprite_row cimport Pose

cdef enum:
    MOST_PLANES = 48     # further planes are ignored: the exact test at the end of a way covers all

cdef struct HalfPlane:   # the ways w with w . normal >= offset
    Vector normal
    double offset
    Py_ssize_t target    # the target it belongs to: its position in `Nearby.batch`

cdef struct HalfPlanes:
    HalfPlane[MOST_PLANES] items
    int count

cdef Push carry_or_leave(
    Body body, Vector start, const Pose* old_poses, Vector motion, double across
) except *
cdef Impact deepest_of(ImpactList inside) noexcept
