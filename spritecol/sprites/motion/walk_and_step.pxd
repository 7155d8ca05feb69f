from spritecol.sprites.motion.body cimport Body
from spritecol.sprites.motion.feet cimport Ground
from spritecol.sprites.motion.vector cimport Vector

cdef struct Trip:
    # How a body has walked and flown.
    bint walked          # at the end it walks; else it flies
    bint flew_off        # over the edge of its floor
    double stepped       # how high it has stepped up
    Ground end           # what it stands on, if that is known already

cdef Trip travel(Body body, Vector wanted, double across, bint rises, Ground ground) except *
cdef int finish(Body body, const Ground* end, Vector goal) except -1
