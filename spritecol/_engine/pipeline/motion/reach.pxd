from spritecol._engine.pipeline.shape_pair cimport ShapePair
from spritecol._engine.storage.store cimport Store

cdef double reach(
    Store store, int row, int first, int count, double dx, double dy, const ShapePair* against
) noexcept nogil
cdef double way_out(
    Store store, const ShapePair* pair, double dx, double dy, double far, double slack
) noexcept nogil
