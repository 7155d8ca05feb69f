from spritecol._engine.sweeps.impact cimport Impact, ImpactList
from spritecol.sprites.motion.body cimport Body
from spritecol.sprites.motion.vector cimport Vector
from spritecol.sprites.sprite.poses cimport Pose

cdef struct Push:
    # The effect of floors and crushing targets on a body.
    Vector at            # where it goes
    Vector carried       # by its floor, as a part of the total
    Vector pushed        # by targets that have moved or have been entered, as a part of the total
    bint is_crushed      # no way out counts, so there is no push

cdef Vector taken_along(const Pose* old, const Pose* new, Vector point) noexcept
cdef Push settle(Body body, Vector start, const Pose* before, Vector motion, double across) except *
cdef Impact deepest_of(ImpactList inside) noexcept
