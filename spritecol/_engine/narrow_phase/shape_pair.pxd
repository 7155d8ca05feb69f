from spritecol._support.libc cimport fabs

from spritecol._engine.box cimport Box
from spritecol._engine.storage.layout cimport Part
from spritecol._engine.storage.store cimport RowFilter, Store
from spritecol._engine.transform.near_parts cimport NearPair, NearParts

cdef struct ShapePair:
    # One shape of row `a` and one of row `b`. The parts of a shape follow each other; they are
    # counted from the first part of the row. Where `count_a` and `count_b` span several shapes, only
    # those pairs of them count that `pair_roles_meet` accepts.
    int a
    int first_a
    int count_a
    int b
    int first_b
    int count_b
    const RowFilter* chosen      # which pairs of shapes count; NULL: those whose layers meet
    bint swapped                 # whether the two rows have changed places since

ctypedef const ShapePair* ShapePairRef  # which is only read

cdef void skip_far_shapes(Store store, ShapePair* pair, const NearPair* near) noexcept nogil

cdef inline Part* part_of(Store store, int row, int index) noexcept nogil:
    return store.parts + store.records[row].first + index

cdef inline double size_at(Store store, int row) noexcept nogil:
    # The size of the numbers of an up-to-date row: its largest coordinate.
    cdef const Box* box = store.boxes + row
    return max(fabs(box.left), fabs(box.right), fabs(box.top), fabs(box.bottom))

cdef double distance_to(
    Store store, int row, int first, int count, double x, double y
) noexcept nogil
cdef bint shapes_overlap(Store store, const RowFilter* chosen, int a, int b) noexcept nogil
cdef bint shapes_hit(Store store, const ShapePair* pair) noexcept nogil
cdef bint near_shapes_hit(
    Store store, const ShapePair* pair, const NearPair* near
) noexcept nogil
cdef bint hit_after_move(
    Store store, const ShapePair* pair, const NearPair* near, int row, double dx, double dy
) noexcept nogil
cdef void put_near(Store store, int row, double x, double y, const NearParts* near) noexcept nogil
cdef void shift_row(Store store, int row, double x, double y) noexcept nogil
cdef void place_row(Store store, int row, double x, double y, double angle) noexcept nogil
