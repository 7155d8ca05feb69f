from spritecol.sprites.sprite_row cimport SpriteRow
from spritecol.sprites.conditions cimport Conditions

cdef enum:
    # Sweeps of one slide, so that it ends in any maze. A slide along a wall takes 2.
    MOST_SWEEPS = 200

    # Planes that are remembered at one point of contact: all that these sweeps can meet, which are
    # two for a corner. Most often two stop a sprite; a ball in a socket touches every facet.
    MOST_PLANES = 2 * MOST_SWEEPS

cdef object collide(
    SpriteRow sprite, object dx, object dy, object targets, object turn, Conditions conditions
)
cdef object slide(
    SpriteRow sprite, object dx, object dy, object targets, object up, object max_floor_angle,
    Conditions conditions
)
cdef object free(SpriteRow sprite, object targets)
