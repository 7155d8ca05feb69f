from spritecol.sprites.motion.body cimport Body, Hit
from spritecol.sprites.motion.vector cimport Vector

cdef struct Trip:
    # The state of a walk or flight, which each part of its way changes.
    Vector at            # where it is
    Vector goal          # of a flight
    Vector wanted        # the motion before walls took anything of it
    Hit ground           # what it walks on, if that is found; else it flies
    double rest          # what is left of the motion across `up`: a walk goes by that
    bint rises           # the wanted motion leads up
    bint flew_off        # over the edge of its floor
    bint nudged          # it has tried to give way to a ceiling
    bint keeps           # it is where it was, with one more block than `look_at` has found
    bint is_over
    double stepped       # how high it has stepped up

cdef Trip travel(Body body, Vector at, Vector goal, bint rises, Hit ground) except *
cdef Hit look(Body body, Vector start, double reach, bint may_perch) except *
