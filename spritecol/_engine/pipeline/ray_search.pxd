import cython
from spritecol._support.libc cimport fabs

from spritecol._engine.narrow_phase.ray_contact cimport Ray, RayContact, ray_of
from spritecol._engine.pipeline.row_index cimport KeptIndex
from spritecol._engine.storage.store cimport RowFilter, Store
from spritecol._support.fast_range_check cimport BOUND

cdef enum:
    NO_POSITION = -1

cdef struct RayAnswer:
    Py_ssize_t ray       # which of the rays
    Py_ssize_t position  # of the row that it enters, or NO_POSITION
    Py_ssize_t shape     # which of the row's shapes
    double delay         # how much later for each pixel of shift along x: see `delay_of`
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

cdef struct ManyRays:
    # Many rays: where they start and end, as pairs x, y. A step of 0 numbers is one place for all.
    const double* starts
    const double* ends
    Py_ssize_t start_step
    Py_ssize_t end_step

cdef struct RayColumns:
    # Where the answers to many rays go, by ray.
    Py_ssize_t* positions
    Py_ssize_t* shapes   # NULL if only positions are asked for
    double* fractions
    double* points       # two to a ray
    double* normals      # two to a ray
    char* insides
    char* hits

cdef inline bint is_within(const Ray* ray) noexcept nogil:
    # Whether a ray's numbers are within the limit; NaN is not.
    return (
        fabs(ray.x1) <= BOUND and fabs(ray.y1) <= BOUND
        and fabs(ray.x2) <= BOUND and fabs(ray.y2) <= BOUND
    )

cdef inline Ray ray_at(const ManyRays* rays, Py_ssize_t i) noexcept nogil:
    cdef const double* start = rays.starts + i * rays.start_step
    cdef const double* end = rays.ends + i * rays.end_step
    return ray_of(start[0], start[1], end[0], end[1])

cdef inline void put_answer(
    const RayColumns* columns, Py_ssize_t i, const RayAnswer* answer
) noexcept nogil:
    columns.positions[i] = answer.position
    if columns.shapes is NULL:
        return
    columns.shapes[i] = answer.shape
    columns.fractions[i] = answer.contact.fraction
    columns.points[2 * i] = answer.contact.x
    columns.points[2 * i + 1] = answer.contact.y
    columns.normals[2 * i] = answer.contact.nx
    columns.normals[2 * i + 1] = answer.contact.ny
    columns.insides[i] = answer.contact.inside
    columns.hits[i] = answer.position >= 0

cdef int first_on_ray(
    Store store, const Ray* ray, const RayQuestion* question, KeptIndex kept, RayAnswer* answer
) except -1
cdef bint first_on_rays(
    Store store, const ManyRays* rays, Py_ssize_t count, const RayQuestion* question,
    KeptIndex kept, const RayColumns* out
) except -1
cdef bint all_on_rays(
    Store store, const ManyRays* rays, Py_ssize_t count, const RayQuestion* question,
    KeptIndex kept, RayAnswers answers
) except -1
