cdef class Companion:
    # What an integration keeps with a sprite; the class it derives adds fields of its own.
    cdef object z                # what was assigned to the sprite's `z`

cdef class SpriteRow:
    cdef int row
    cdef bint is_visible
    cdef object collision_value  # as it was assigned to `collision`
    cdef tuple image_and_size    # the image and its (width, height), or None without one
    cdef object z_or_companion   # what was assigned to `z`, or a Companion that holds it: a field
                                 # more would be 16 bytes a sprite

cdef int put_center(SpriteRow sprite, int axis, object value, str name) except -1
cdef int set_shapes(SpriteRow sprite, object given, object size) except -1
cdef object image_size(SpriteRow sprite)
