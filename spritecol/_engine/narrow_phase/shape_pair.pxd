from spritecol._engine.box cimport Box
from spritecol._engine.narrow_phase.row_shapes cimport ShapePair
from spritecol._engine.storage.store cimport RowFilter, Store
from spritecol._engine.transform.near_parts cimport NearPair, NearParts
from spritecol._support.libc cimport fabs

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
