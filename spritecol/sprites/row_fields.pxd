from spritecol._engine.storage.store cimport STORE
from spritecol._numbers.fast_range_check cimport checked

cdef struct Pose:
    double x
    double y
    double angle
    double scale_x
    double scale_y
    double center_x
    double center_y
    bint offset_sync

cdef Pose pose_of(int row) noexcept
cdef int put(int row, int number, object value, str name) except -1

cdef inline int put_place(int row, int number, object value, str name) except -1:
    # As `put`, for x and y: nearly every new sprite is given them.
    cdef double given = checked(value, name)  # may run user code, so first
    STORE.number_at(row, number)[0] = given
    STORE.mark_moved(row)
    return 0

cdef int switch(int row, int flag, object value, str name) except -1
cdef bint follows_image(int row, int axis) noexcept
cdef object shapes_of(int row)
