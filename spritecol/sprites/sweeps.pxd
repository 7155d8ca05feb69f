from spritecol._engine.pipeline.moved_row cimport Meeting
from spritecol.sprites.batch cimport Batch
from spritecol.sprites.selection cimport Selection
from spritecol.sprites.sprite_row cimport SpriteRow

cdef class Conditions:
    # What a question leaves out.
    cdef SpriteRow sprite      # that asks
    cdef object mask
    cdef object exclude
    cdef object where          # a function, or None
    cdef bint wants_hit        # it is called as where(other, hit), else as where(other)
    cdef Selection without(self, list rejected)
    cdef bint admits(self, object hit) except -1

cdef Conditions conditions_of(SpriteRow sprite, object mask, object exclude, object where)
cdef double turn_of(object turn) except? -1.0
cdef list swept(
    SpriteRow sprite, double dx, double dy, double turn, Batch batch, Selection selection,
    bint first_only, Meeting* first
)
cdef object first_hit_of(
    SpriteRow sprite, double dx, double dy, double turn, Batch batch, Conditions conditions,
    Meeting* first
)
cdef object first_sweep(
    SpriteRow sprite, object dx, object dy, object targets, object turn, Conditions conditions
)
cdef list all_sweeps(
    SpriteRow sprite, object dx, object dy, object targets, object turn, Conditions conditions
)
cdef object sweeps_of(Batch a, object dx, object dy, object targets)
