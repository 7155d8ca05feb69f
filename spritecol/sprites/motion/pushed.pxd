from spritecol.sprites.motion.body cimport Body
from spritecol.sprites.motion.vector cimport Vector
from spritecol.sprites.sprite.sprite_row cimport Pose

cdef struct Push:
    # What floors and presses have done to a body.
    Vector at
    Vector carried
    Py_ssize_t crusher   # its position in `near`, or -1

cdef Vector taken_along(const Pose* old, const Pose* new, Vector point) noexcept
cdef Push settle(Body body, Vector start, const Pose* before, Vector motion, double across) except *
