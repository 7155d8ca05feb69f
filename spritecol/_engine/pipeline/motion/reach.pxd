from spritecol._engine.box cimport Box
from spritecol._engine.pipeline.shape_pair cimport ShapePair
from spritecol._engine.storage.store cimport RowFilter, Store

cdef double reach(
    Store store, int row, int first, int count, double dx, double dy, const ShapePair* against
) noexcept nogil
cdef bint mark_parts(
    Store store, const RowFilter* chosen, int row, const int* others, Py_ssize_t count,
    const Box* around, char* marks
) except -1
cdef Box box_of_marked(Store store, int row, const char* marks) noexcept nogil
