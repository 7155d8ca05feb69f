import cython

from spritecol._engine.narrow_phase.ray_kernels cimport Ray, RayContact
from spritecol._engine.pipeline.kept_index cimport KeptIndex
from spritecol._engine.storage.row_filter cimport RowFilter
from spritecol._engine.storage.store cimport Store

cdef enum:
    NO_POSITION = -1

cdef struct RayAnswer:
    Py_ssize_t ray       # which ray
    Py_ssize_t position  # of the row that it enters, or NO_POSITION
    Py_ssize_t shape     # which of the row's shapes
    RayContact contact

cdef struct RayQuestion:
    double radius        # of the disc that moves; 0 for a ray
    bint hit_from_inside # else shapes in which a ray starts are passed over
    bint any_hit         # stop at any hit: only whether there is one counts
    const RowFilter* row_filter
    const int* rows
    Py_ssize_t row_count

@cython.final
cdef class RayAnswers:
    # All answers to some rays, in order.
    cdef RayAnswer* items
    cdef Py_ssize_t count
    cdef Py_ssize_t capacity
    cdef bint failed     # an allocation failed
    cdef void add(self, const RayAnswer* answer) noexcept nogil

# The first hit of each of some rays. `kept` is an up-to-date index of the rows, or None.
cdef int first_on_rays(
    Store store, const Ray* rays, Py_ssize_t count, const RayQuestion* question, KeptIndex kept,
    RayAnswer* answers
) except -1
# All hits, by ray, fraction, position and shape.
cdef int all_on_rays(
    Store store, const Ray* rays, Py_ssize_t count, const RayQuestion* question, KeptIndex kept,
    RayAnswers answers
) except -1
