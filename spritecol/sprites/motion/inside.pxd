from spritecol._engine.sweeps.impact cimport ImpactList
from spritecol.sprites.motion.body cimport Body
from spritecol.sprites.motion.vector cimport Vector

cdef ImpactList find_inside(Body body, bint by_a_hair=*)
cdef double way_past(Body body, int other, int first, Vector direction) noexcept
cdef Vector way_out(Body body, Vector line, bint ahead=*) except *
cdef bint is_passing(Body body, int other, int first) noexcept
cdef bint is_one_way(int row, int first) noexcept
