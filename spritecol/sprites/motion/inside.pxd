from spritecol._engine.sweeps.impact cimport ImpactList
from spritecol.sprites.motion.body cimport Body, Ghost
from spritecol.sprites.motion.vector cimport Vector

cdef ImpactList find_inside(Body body, bint by_a_hair=*)
cdef double way_past(Ghost ghost, int other, int first, Vector direction) noexcept
cdef Vector way_out(Body body, Vector line, double longest, bint ahead=*) except *
cdef bint is_passing(Ghost ghost, int other, int first) noexcept
cdef bint is_one_way(int row, int first) noexcept
