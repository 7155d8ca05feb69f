from spritecol._engine.storage.layout cimport Outline
from spritecol.sprites.sprite.poses cimport Pose

cdef class Companion:
    # An object that an integration keeps with a sprite. Its subclass adds fields of its own.
    cdef object z                # what was assigned to the sprite's `z`

cdef class SpriteRow:
    cdef int row
    cdef object collision_value  # as it was assigned to `collision`
    cdef tuple image_and_size    # the image and its (width, height), or None without one. With a
                                 # third item, the size is that of another machine's image; then
                                 # the image or the size may be None
    cdef object z_or_companion   # what was assigned to `z`, or a Companion that holds it: a field
                                 # more would be 16 bytes a sprite

cdef Pose pose_of(int row) noexcept
cdef void put_world_pose(int row, double* out) noexcept
cdef int put_number(int row, int number, object value, str name) except -1
cdef bint follows_image(int row, int axis) noexcept
cdef object shapes_of(int row)
cdef int put_center(SpriteRow sprite, int axis, object value, str name) except -1
cdef int set_shapes(SpriteRow sprite, object given, object size) except -1
cdef object image_size(SpriteRow sprite)

cdef Outline outline_of(object given, object size)
