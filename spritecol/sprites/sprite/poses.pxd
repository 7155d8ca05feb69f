# How poses are compared, and a place is written.

from spritecol._engine.storage.layout cimport NUMBER_X
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
