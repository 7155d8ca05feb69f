from spritecol.sprites.batch cimport Batch
from spritecol.sprites.sprite_row cimport SpriteRow

cdef class Conditions:
    # What a question leaves out.
    cdef list excluded         # sprites
    cdef object where          # a function, or None
    cdef bint wants_hit        # it is called as where(other, hit), else as where(other)
    cdef bint admits(self, object hit) except -1

cdef Conditions conditions_of(object mask, object exclude, object where)
cdef double turn_of(object turn) except? -1.0
cdef list swept(
    SpriteRow sprite, double dx, double dy, double turn, Batch batch, list excluded,
    bint first_only, list other_normals
)
cdef object first_hit_of(
    SpriteRow sprite, double dx, double dy, double turn, Batch batch, Conditions conditions,
    list other_normals
)
cdef object first_sweep(
    SpriteRow sprite, object dx, object dy, object targets, object turn, Conditions conditions
)
cdef list all_sweeps(
    SpriteRow sprite, object dx, object dy, object targets, object turn, Conditions conditions
)
