from spritecol.sprites.containers.batch cimport Batch

cdef object slides_of(
    Batch group, object dx, object dy, object targets, object up, object max_floor_angle,
    object mask, object exclude, object shapes, object target_shapes
)
