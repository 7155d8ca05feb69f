from spritecol.sprites.motion.body cimport Body, Hit
from spritecol.sprites.motion.vector cimport Vector

cdef int stand(Body body, const Hit* ground) except -1
cdef Hit look(Body body, double reach, bint may_perch) except *
cdef Vector along(Body body, Vector normal, double across) noexcept
cdef bint goes_on(Body body, const Hit* ground, double side) except -1
cdef bint is_step(Body body, const Hit* ground, double side, double high) except -1
