from spritecol.sprites.containers.batch cimport Batch
from spritecol.sprites.questions.query_filter cimport QueryFilter
from spritecol.sprites.row.sprite_row cimport SpriteRow

cdef list sprites_at_point(Batch batch, object x, object y, QueryFilter query_filter)
cdef list sprites_in_box(
    Batch batch, object left, object top, object right, object bottom, QueryFilter query_filter
)
cdef list sprites_inside(
    Batch batch, object left, object top, object right, object bottom, QueryFilter query_filter
)
cdef list sprites_outside(
    Batch batch, object left, object top, object right, object bottom, QueryFilter query_filter
)
cdef list sprites_in_circle(
    Batch batch, object x, object y, object radius, QueryFilter query_filter, str name=*
)
cdef list sprites_at_shape(Batch batch, object shape, object mask, object exclude, object where,
    object shapes, object target_shapes
)
cdef object table(object values, int width, str name)
cdef object indices_at(Batch batch, int kind, object places, str name, QueryFilter query_filter)
cdef object array_of(object values, str name)

cdef double limit_of(object max_distance) except -1
cdef list nearest_sprites(
    Batch batch, object x, object y, object most, object max_distance, QueryFilter query_filter
)
cdef object nearest_positions(
    Batch batch, object points, object most, object max_distance, QueryFilter query_filter
)
cdef list nearest_to_sprite(
    Batch batch, SpriteRow asker, object most, object max_distance, QueryFilter query_filter
)
cdef list sprites_within(Batch batch, SpriteRow asker, object distance, QueryFilter query_filter)
cdef object distance_of_nearest(SpriteRow sprite, object targets, QueryFilter query_filter)
