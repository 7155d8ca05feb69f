from spritecol._engine.sweeps.impact cimport Sweep
from spritecol.sprites.motion.body cimport Body
from spritecol.sprites.motion.vector cimport Vector

cdef struct FreePlace:
    bint found
    Vector at

cdef Vector evened_position(Body body, Vector at, Sweep* sweep) except *
cdef Vector last_free(Body body, Vector start, Vector end, Sweep* sweep) except *
cdef bint is_free_at(Body body, Vector at, Sweep* sweep) except -1
cdef FreePlace free_place_near(Body body, Vector at, Vector way, Sweep* sweep) except *
