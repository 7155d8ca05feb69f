import cython

from spritecol.sprites.motion.body cimport Body
from spritecol.sprites.motion.poses cimport SeenSprites
from spritecol.sprites.motion.vector cimport Vector
from spritecol.sprites.questions.answers cimport Slide
from spritecol.sprites.row.sprite_row cimport SpriteRow

cdef struct State:
    # Every number of a memory. All of them are saved, in this order: see `VECTORS`.
    Vector place         # where the last move left the sprite
    Vector contact       # where the sprite touches the floor
    Vector normal        # of the floor
    Vector floor_motion
    Vector middle        # of the sprite's box
    Vector least         # the corners of its box; before the first move, both are (0, 0)
    Vector most

@cython.final
cdef class Memory:
    cdef bint on_wall
    cdef bint on_ceiling
    cdef State state
    cdef SpriteRow floor
    cdef list dropped    # one-way shapes that it falls through: (sprite, first part of the shape,
                         # whether the fall has still to begin)
    cdef list crushers   # the old center, relative to each crushing target: (sprite, x, y)
    cdef SeenSprites seen       # the targets nearby at the last move, and where they were

cdef Slide move_once(Body body, Memory before, Memory after, Vector wanted, bint drops)
cdef tuple told_of(Memory memory)
cdef Memory remembered(tuple told)
