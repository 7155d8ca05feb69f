from spritecol.sprites.batch cimport Batch
from spritecol.sprites.conditions cimport Conditions

cdef list sprites_at_point(Batch batch, object x, object y, Conditions conditions)
cdef list sprites_in_box(
    Batch batch, object left, object top, object right, object bottom, Conditions conditions
)
cdef list sprites_outside(
    Batch batch, object left, object top, object right, object bottom, Conditions conditions
)
cdef list sprites_in_circle(Batch batch, object x, object y, object radius, Conditions conditions)
cdef list sprites_at_shape(Batch batch, object shape, object mask, object exclude, object where,
    object target_shapes
)
cdef object table(object values, int width, str name)
cdef object indices_at(Batch batch, int kind, object places, str name, Conditions conditions)
cdef object array_of(object values, str name)
