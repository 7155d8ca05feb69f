from spritecol.sprites.batch cimport Batch

cdef list sprites_at_point(
    Batch batch, object x, object y, object mask, object exclude, object where
)
cdef list sprites_in_box(
    Batch batch, object left, object top, object right, object bottom,
    object mask, object exclude, object where
)
cdef list sprites_in_circle(
    Batch batch, object x, object y, object radius, object mask, object exclude, object where
)
cdef list sprites_at_shape(
    Batch batch, object shape, object mask, object exclude, object where
)
cdef object table(object values, int width, str name)
cdef object indices_at(
    Batch batch, int kind, object places, str name, object mask, object exclude, object where
)
cdef object array_of(object values, str name)
