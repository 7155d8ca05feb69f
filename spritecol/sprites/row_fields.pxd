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
cdef int switch(int row, int flag, object value, str name) except -1
cdef bint follows_image(int row, int axis) noexcept
cdef object shapes_of(int row)
