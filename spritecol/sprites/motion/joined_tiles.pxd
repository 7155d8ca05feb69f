from spritecol.sprites.motion.body cimport Body
from spritecol.sprites.motion.vector cimport Vector

cdef bint join_tiles(Body body, Vector at) except -1
cdef bint part_tiles(Body body) except -1
