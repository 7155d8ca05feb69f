import cython

from spritecol._engine.storage.layout cimport CollisionGroup

cdef struct Pose:
    double x
    double y
    double angle
    double scale_x
    double scale_y
    double center_x
    double center_y
    bint offset_sync

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
    cdef CollisionGroup* data(self) noexcept
    cdef Pose pose(self) noexcept
    cdef int change(self, int flags) noexcept
    cdef int put(self, int number, object value, str name) except -1
    cdef int put_center(self, int axis, object value, str name) except -1
    cdef bint follows_image(self, int axis) noexcept
    cdef int switch(self, int flag, object value, str name) except -1
    cdef int set_shapes(self, object given, object size) except -1
    cdef object image_size(self)
    cdef object local_shapes(self)
    cdef double image_middle(self, int axis) except? -1.0
