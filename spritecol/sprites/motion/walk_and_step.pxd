from spritecol.sprites.motion.body cimport Body, Stop
from spritecol.sprites.motion.vector cimport Vector

cdef struct Walked:
    Vector at            # where a motion has led
    Stop ground          # the ground there, if it was found
    Stop left            # the ground that it has left over an edge, if it has
    double stepped       # how far it has stepped up
    bint is_held_above   # it rose, and can rise no farther
    bint nudged          # it has tried to give way to a ceiling

cdef int walk_or_fly(
    Body body, Vector at, Vector wanted, bint stood, bint rises, Walked* walked
) except -1
cdef bint look(Body body, Vector start, double reach, bint may_perch, Stop* ground) except -1
