from spritecol.sprites.sprite_row cimport SpriteRow
from spritecol.sprites.sweeps cimport Conditions

cdef object collide(
    SpriteRow sprite, object dx, object dy, object targets, object turn, Conditions conditions
)
cdef object slide(
    SpriteRow sprite, object dx, object dy, object targets, object up, object max_floor_angle,
    Conditions conditions
)
cdef object free(SpriteRow sprite, object targets)
