from spritecol.sprites.sprite_row cimport SpriteRow
from spritecol.sprites.sweeps cimport Conditions

cdef enum:
    # Planes that are remembered at one point of contact. Two stop a sprite; the others are
    # repetitions and corners.
    MOST_PLANES = 16

cdef object collide(
    SpriteRow sprite, object dx, object dy, object targets, object turn, Conditions conditions
)
cdef object slide(
    SpriteRow sprite, object dx, object dy, object targets, object up, object max_floor_angle,
    Conditions conditions
)
cdef object free(SpriteRow sprite, object targets)
