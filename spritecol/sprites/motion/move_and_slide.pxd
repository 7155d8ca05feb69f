from spritecol.sprites.containers.batch cimport Batch
from spritecol.sprites.motion.body cimport Body
from spritecol._engine.sweeps.impact cimport SweepWay
from spritecol.sprites.motion.vector cimport Vector
from spritecol.sprites.questions.answers cimport Slide
from spritecol.sprites.questions.query_filter cimport QueryFilter
from spritecol.sprites.row.sprite_row cimport SpriteRow

cdef struct Up:
    # The rules that distinguish a floor from a wall.
    Vector up        # a unit vector; (0, 0) if none is given
    double min_floor_cosine  # the least cosine between up and the normal of a floor; 2 without up

cdef Vector slide_from(Body body, Vector at, Vector goal, double margin) except *
cdef object as_given(object up)
cdef Up up_of(object up, object max_floor_angle) except *
cdef Slide slide_of(
    list hits, Vector travel, Vector left, Vector up, double min_floor_cosine
)
cdef object collide(SpriteRow sprite, const SweepWay* wanted, object targets, QueryFilter query_filter)
cdef object slide(
    SpriteRow sprite, object dx, object dy, object targets, object up, object max_floor_angle,
    QueryFilter query_filter
)
cdef object move_out(
    SpriteRow sprite, object targets, object max_distance, QueryFilter query_filter, object along
)
cdef object slides_of(
    Batch group, object dx, object dy, object targets, object up, object max_floor_angle,
    object mask, object exclude, object shapes, object target_shapes
)
