from spritecol._engine.narrow_phase.ray_contact cimport Ray, RayContact
from spritecol._engine.storage.store cimport Store
from spritecol._engine.transform.near_parts cimport NearParts

cdef enum:
    # In place of a fraction of the ray, which is at most 1:
    LINE_ONLY = 2           # plus 0 or 1: only the line of the ray crosses an edge, and the ray starts
                         # beyond it, or ends before it
    NEVER = 4            # not even its line does

cdef inline bint is_one_part(Store store, int row) noexcept nogil:
    # Whether a row is a single part, as most sprites of many games are.
    return store.single_part[row] >= 0 or store.records[row].count == 1

cdef bint ray_enters_one_part(
    Store store, const Ray* ray, bint hit_from_inside, int row, RayContact* out
) noexcept nogil
# Declared here so that it stays out of the loop that calls it: most shapes are not one-way.
cdef bint lets_through(
    Store store, int row, int first, const RayContact* out
) noexcept nogil
cdef int next_shape_on_ray(
    Store store, const Ray* ray, double radius, bint hit_from_inside, int row,
    const NearParts* near, int* part, RayContact* out
) noexcept nogil
