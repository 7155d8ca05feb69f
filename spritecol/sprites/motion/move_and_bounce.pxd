from spritecol._engine.sweeps.impact cimport SweepWay
from spritecol.sprites.questions.query_filter cimport QueryFilter
from spritecol.sprites.row.sprite_row cimport SpriteRow

cdef object bounce(
    SpriteRow sprite, const SweepWay* wanted, object targets, object restitution, object friction,
    object max_bounces, object stops, QueryFilter query_filter
)
