from spritecol.sprites.batch cimport Batch
from spritecol.sprites.conditions cimport Conditions

cdef double limit_of(object max_distance) except -1
cdef object nearest_sprite(
    Batch batch, object x, object y, object max_distance, Conditions conditions
)
cdef list nearest_sprites(
    Batch batch, object x, object y, object most, object max_distance, Conditions conditions
)
cdef object nearest_positions(
    Batch batch, object points, object most, object max_distance, Conditions conditions
)
