from spritecol.sprites.sprite_row cimport SpriteRow
from spritecol.sprites.conditions cimport Conditions

cdef enum:
    # The most sweeps of one slide: the limit makes it end in any maze. Along a wall it takes 2.
    MOST_SWEEPS = 200

    # The most planes at one point of contact: each sweep can meet a corner, which has two. Usually
    # two planes stop a sprite, but a ball in a socket touches every facet.
    MOST_PLANES = 2 * MOST_SWEEPS

cdef object collide(
    SpriteRow sprite, object dx, object dy, object targets, object turn, Conditions conditions
)
cdef object slide(
    SpriteRow sprite, object dx, object dy, object targets, object up, object max_floor_angle,
    Conditions conditions
)
cdef object free(
    SpriteRow sprite, object targets, object max_distance, Conditions conditions
)
