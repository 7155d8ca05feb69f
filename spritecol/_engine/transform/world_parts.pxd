from spritecol._support.libc cimport fabs

from spritecol._engine.box cimport Box
from spritecol._engine.storage.layout cimport SYNC, LocalPart, Part, RowRecord

cdef extern from *:
    """
    #define SPRITECOL_LEAST_SCALE 1e-150
    #define SPRITECOL_WIDER 1e-11
    """
    # A scale below this is 0, because the squares of a shape's scaled numbers would underflow.
    const double LEAST_SCALE "SPRITECOL_LEAST_SCALE"
    # Relative to the size of the numbers: more than rounding changes where a part is.
    const double WIDER "SPRITECOL_WIDER"

cdef struct Map:
    # world = A (p - origin) + shift
    double a00
    double a01
    double a10
    double a11
    double origin_x
    double origin_y
    double shift_x
    double shift_y

cdef inline bint is_flat(const RowRecord* record) noexcept nogil:
    # Whether a scale of 0 flattens the shapes of a row.
    return (record.flags & SYNC) and (
        fabs(record.scale_x) < LEAST_SCALE or fabs(record.scale_y) < LEAST_SCALE
    )

# Structs are written through pointers. Returned by value, they would be copied right after their
# fields were stored one by one, which stalls store forwarding.
# The affine map of a collision record at (x, y), whose cosine and sine are up to date.
cdef RowRecord with_rotation(const RowRecord* record) noexcept nogil
cdef void put_map(const RowRecord* record, double x, double y, Map* m) noexcept nogil
cdef void flatten(const RowRecord* record, Map* m) noexcept nogil
# One point of local space in the world, by the numbers that the shapes of a record at (x, y) get;
# and back, False if the record is flattened. The cosine and the sine need not be up to date.
cdef void put_world_point(
    const RowRecord* record, double x, double y, double local_x, double local_y, double* out
) noexcept nogil
cdef bint put_local_point(
    const RowRecord* record, double x, double y, double world_x, double world_y, double* out
) noexcept nogil
cdef void extent(const Part* part, const double* v, Box* box) noexcept nogil
cdef void put_thin_way(
    const Part* part, const double* v, Box* box, double* dx, double* dy
) noexcept nogil
cdef void put_part(
    const RowRecord* record, const Map* m, const LocalPart* local, const double* v,
    Part* part, double* out, Box* box
) noexcept nogil
cdef void put_flattened(
    const Map* m, const LocalPart* local, const double* values, Part* part, double* out, Box* box
) noexcept nogil
