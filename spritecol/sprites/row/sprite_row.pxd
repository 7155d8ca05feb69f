from spritecol._engine.storage.layout cimport NUMBER_X, Outline
from spritecol._engine.storage.store cimport STORE

cdef struct Pose:
    double x
    double y
    double angle
    double scale_x
    double scale_y
    double center_x
    double center_y
    bint offset_sync

ctypedef const Pose* PoseRef  # which is only read

cdef inline bint is_shifted(const Pose* a, const Pose* b) noexcept:
    # Whether two poses differ by their place only, if at all.
    return (
        a.angle == b.angle
        and a.scale_x == b.scale_x
        and a.scale_y == b.scale_y
        and a.center_x == b.center_x
        and a.center_y == b.center_y
        and a.offset_sync == b.offset_sync
    )

cdef inline bint is_same(const Pose* a, const Pose* b) noexcept:
    # Whether two poses are equal.
    return a.x == b.x and a.y == b.y and is_shifted(a, b)

cdef inline void put_place(int row, int number, double value) noexcept:
    # Writes x or y, which nearly every new sprite is given; `put` writes the other numbers too.
    (STORE.x if number == NUMBER_X else STORE.y)[row] = value
    STORE.mark_moved(row)

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

cdef tuple value_and_outline(object given, object size)
