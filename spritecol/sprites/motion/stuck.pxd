from spritecol._engine.sweeps.blocks cimport Blocks
from spritecol._engine.sweeps.impact cimport Impact
from spritecol.sprites.motion.body cimport Body
from spritecol.sprites.motion.vector cimport Vector

cdef int find_as_union(Body body, Vector at, Vector way, Blocks blocks) except -1
cdef int put_deepest_way_out(Body body, Vector at, Impact* contact) except -1
cdef int pass_all_inside(Body body, Vector at) except -1
cdef int pass_hidden(Body body, Vector at) except -1
cdef bint pass_if_hidden(Body body, const Impact* met) except -1
