from spritecol._engine.sweeps.impact cimport Impact, SweepWay
from spritecol.sprites.containers.batch cimport Batch
from spritecol.sprites.questions.query_filter cimport QueryFilter
from spritecol.sprites.row.sprite_row cimport SpriteRow

cdef object sweep_hit_of(
    SpriteRow sprite, SpriteRow other, double angle, const Impact* impact, double distance
)
cdef SweepWay way_of(object dx, object dy, object turn, object from_inside=*) except *
cdef object first_hit_on_way(
    SpriteRow sprite, const SweepWay* way, Batch batch, QueryFilter query_filter, Impact* first
)
cdef object first_sweep(SpriteRow sprite, const SweepWay* way, object targets, QueryFilter query_filter)
cdef list all_sweeps(SpriteRow sprite, const SweepWay* way, object targets, QueryFilter query_filter)
cdef object sweeps_of(
    Batch a, object dx, object dy, object targets, QueryFilter query_filter, bint by_layers,
    bint from_inside=*, object beside=*
)
cdef object ways_of(object dx, object dy, Py_ssize_t count)
cdef object shape_of_part(SpriteRow sprite, int part)
cdef object chosen_sweeps_of(
    Batch a, object dx, object dy, object targets, object hit_from_inside, object mask,
    object exclude, object shapes, object target_shapes
)
