from spritecol.sprites.motion.body cimport Body, Hit
from spritecol.sprites.motion.vector cimport HalfPlanes, Vector

cdef struct Trip:
    # The state of a walk or flight, which each part of its way changes.
    Vector left          # of the motion: a walk goes by the part of it across `up`
    Hit ground           # what it walks on, if that is found; else it flies
    bint stands          # on it at the end: else it must look
    bint rises           # the wanted motion leads up
    bint flew_off        # over the edge of its floor
    double stepped       # how high it has stepped up
    bint nudged          # it has tried to give way to a ceiling
    HalfPlanes planes    # what it slides along

cdef Trip travel(Body body, Vector wanted, bint rises, Hit ground) except *
cdef int finish(Body body, Hit end, Vector goal) except -1
cdef Hit look(Body body, double reach, bint may_perch) except *
