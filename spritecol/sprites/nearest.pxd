from spritecol.sprites.batch cimport Batch

cdef double limit_of(object max_distance) except -1
cdef object nearest_sprite(
    Batch batch, object x, object y, object max_distance,
    object mask, object exclude, object where
)
cdef list nearest_sprites(
    Batch batch, object x, object y, object most, object max_distance,
    object mask, object exclude, object where
)
cdef object nearest_positions(
    Batch batch, object points, object most, object max_distance,
    object mask, object exclude, object where
)
