from spritecol.storage cimport Box, LocalPart, Part, Row

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

# Structs are written through pointers: returned, they would be read again as wholes right after
# their numbers were stored one by one, for which a processor must wait.
cdef void extent(const Part* part, const double* v, Box* box) noexcept nogil
cdef void put_part(
    const Row* row, const Map* m, const LocalPart* local, const double* v,
    Part* part, double* out, Box* box
) noexcept nogil
cdef void put_flattened(
    const Row* row, const Map* m, const LocalPart* local, const double* values,
    Part* part, double* out, Box* box
) noexcept nogil
