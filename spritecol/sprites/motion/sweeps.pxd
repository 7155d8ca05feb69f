from spritecol._engine.pipeline.motion.impact cimport Impact
from spritecol.sprites.containers.batch cimport Batch
from spritecol.sprites.questions.query_filter cimport QueryFilter
from spritecol.sprites.sprite.sprite_row cimport SpriteRow

cdef struct Way:
    # How far a sprite is to move and, in degrees, to turn.
    double dx
    double dy
    double turn

cdef object sweep_hit_of(SpriteRow sprite, SpriteRow other, double angle, const Impact* impact)
cdef Way way_of(object dx, object dy, object turn) except *
cdef object first_hit_on_way(
    SpriteRow sprite, const Way* way, Batch batch, QueryFilter query_filter, Impact* first
)
cdef object first_sweep(
    SpriteRow sprite, object dx, object dy, object targets, object turn, QueryFilter query_filter
)
cdef list all_sweeps(
    SpriteRow sprite, object dx, object dy, object targets, object turn, QueryFilter query_filter
)
cdef object sweeps_of(
    Batch a, object dx, object dy, object targets, QueryFilter query_filter, bint by_layers
)
cdef object ways_of(object dx, object dy, Py_ssize_t count)
cdef object shape_of_part(SpriteRow sprite, int part)
cdef object chosen_sweeps_of(
    Batch a, object dx, object dy, object targets, object mask, object exclude, object where,
    object shapes, object target_shapes
)
