from spritecol.sprites.containers.batch cimport Batch
from spritecol.sprites.questions.query_filter cimport QueryFilter

cdef double limit_of(object max_distance) except -1
cdef object nearest_sprite(
    Batch batch, object x, object y, object max_distance, QueryFilter query_filter
)
cdef list nearest_sprites(
    Batch batch, object x, object y, object most, object max_distance, QueryFilter query_filter
)
cdef object nearest_positions(
    Batch batch, object points, object most, object max_distance, QueryFilter query_filter
)
