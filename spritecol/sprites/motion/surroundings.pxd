from spritecol.sprites.motion.body cimport Body, Nearby
from spritecol.sprites.motion.vector cimport Vector

cdef int gather(Body body, Vector at, Vector way, Vector reach) except -1
cdef int ask_for(Body body, Vector at, Vector way, double margin) except -1
cdef int ask_for_way(Body body, Vector start, Vector end) except -1
cdef double gather_along(Body body, Vector at, Vector way, double margin, double share) except -1.0
cdef bint has_gathered(Nearby nearby, Vector at, Vector way) noexcept
cdef double near_share(Body body, Vector way) noexcept
