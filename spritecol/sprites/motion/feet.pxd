from spritecol._engine.pipeline.motion.impact cimport Impact
from spritecol.sprites.motion.body cimport Body, Hit
from spritecol.sprites.motion.vector cimport Vector

cdef struct Ground:
    # A floor below the body, which would stand on it at a place.
    bint found
    double gap           # how far below
    Vector at
    Vector normal        # to walk along; `up` for an edge, and between two steep slopes
    Vector point         # where the two touch
    Impact impact

cdef Ground no_ground() noexcept
cdef Ground ground_of(const Impact* impact, Vector normal, const Hit* hit) noexcept
cdef int stand(Body body, const Ground* ground) except -1
cdef Ground look(Body body, double reach, bint may_perch) except *
cdef Vector along(Body body, Vector normal, double across) noexcept
cdef bint goes_on(Body body, const Ground* ground, double side) except -1
cdef bint is_step(Body body, const Ground* ground, double side, double high) except -1
