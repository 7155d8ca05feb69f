from spritecol._engine.broad_phase.quadtree cimport Quadtree
from spritecol._engine.broad_phase.walks cimport Visit

# Visit every item whose box is no farther from a point than `limit`, in rings that grow: each item
# once, those of an inner ring before those of an outer one; the last limit. The rings are made for
# somebody who looks for that many that are wanted, and shortens the limit.
cdef double walk_nearest(
    Quadtree tree, double x, double y, Py_ssize_t wanted, double limit, Visit visit, void* context
) noexcept nogil
