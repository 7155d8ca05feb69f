from spritecol.sprites.motion.vector cimport Vector
from spritecol.sprites.row.sprite_row cimport Pose

cdef class SeenSprites:
    cdef list sprites
    cdef Pose* poses

cdef SeenSprites seen_of(list sprites)
cdef double turn_of(const Pose* old, const Pose* new) noexcept
cdef Vector taken_along(const Pose* old, const Pose* new, Vector point) noexcept
cdef Vector pivot_of(const Pose* pose) noexcept
