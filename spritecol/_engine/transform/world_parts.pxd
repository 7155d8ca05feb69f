from spritecol._engine.box cimport Box
from spritecol._engine.storage.layout cimport LocalPart, Part, CollisionGroup

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

# Structs are written through pointers. Returned by value, they would be copied right after their
# fields were stored one by one, which stalls store forwarding.
cdef void extent(const Part* part, const double* v, Box* box) noexcept nogil
cdef void put_part(
    const CollisionGroup* group, const Map* m, const LocalPart* local, const double* v,
    Part* part, double* out, Box* box
) noexcept nogil
cdef void put_flattened(
    const CollisionGroup* group, const Map* m, const LocalPart* local, const double* values,
    Part* part, double* out, Box* box
) noexcept nogil
