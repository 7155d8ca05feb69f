from spritecol._engine.narrow_phase.obstacles cimport Move, Obstacles
from spritecol._engine.storage.store cimport RowFilter, Store
import cython

cdef int least_way_out(
    Store store, int a, const int* b, Py_ssize_t nb, const RowFilter* selected,
    bint skips_one_way, const double* along, bint ahead, double longest, Move* out
) except -1
