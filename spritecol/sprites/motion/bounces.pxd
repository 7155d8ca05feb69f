from spritecol.sprites.questions.query_filter cimport QueryFilter
from spritecol.sprites.sprite.sprite_row cimport SpriteRow

cdef object bounce(
    SpriteRow sprite, object dx, object dy, object targets, object restitution, object friction,
    object max_bounces, QueryFilter query_filter
)
