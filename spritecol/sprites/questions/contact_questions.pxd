from spritecol._engine.narrow_phase.move_outlines cimport Move
from spritecol._engine.pointers cimport Numbers
from spritecol.sprites.containers.batch cimport Batch
from spritecol.sprites.questions.answers cimport Contact
from spritecol.sprites.questions.query_filter cimport QueryFilter
from spritecol.sprites.row.sprite_row cimport SpriteRow

cdef enum:
    # The objects that are kept for a contact until its record is made.
    SPRITE
    HELD_OTHER
    SHAPE
    OTHER_SHAPE
    HELD_POSES
    HELD  # how many these are

cdef list contacts_of(SpriteRow sprite, object targets, QueryFilter query_filter=*)
cdef object separation_of(SpriteRow sprite, object targets, double longest=*, bint moves=*)
cdef int separate_from(
    SpriteRow sprite, int row, Batch batch, QueryFilter query_filter, bint moves, Numbers along,
    bint ahead, double longest, Move* move, list decided=*
) except -1
cdef object conditional_separation(
    SpriteRow sprite, Batch batch, QueryFilter query_filter, double longest, bint moves,
    object along=*
)
cdef object separation_along(
    SpriteRow sprite, object targets, QueryFilter query_filter, double longest, bint moves,
    object along
)
cdef list accepted_hits(SpriteRow sprite, list found, QueryFilter query_filter)
cdef object separations_of(
    Batch group, object other, object mask, object exclude, object shapes, object target_shapes
)
cdef object distance_of(
    SpriteRow sprite, SpriteRow other, QueryFilter query_filter=*, double below=*
)
cdef object distance_of_place(SpriteRow sprite, object place, object shapes)
cdef object contact_arrays_of(Batch a, object other, QueryFilter query_filter)
cdef object touch_of(
    SpriteRow sprite, SpriteRow other, object shape, object other_shape,
    double nx, double ny, double px, double py
)
cdef object seen_from_other(Contact contact)
cdef object deepest_contact(tuple pair, Py_ssize_t side, QueryFilter query_filter=*)
cdef list hitting_shapes(SpriteRow sprite, SpriteRow other, QueryFilter query_filter=*)
