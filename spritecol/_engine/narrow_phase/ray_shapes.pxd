from spritecol._engine.narrow_phase.ray_kernels cimport Ray, RayContact
from spritecol._engine.storage.store cimport Store

cdef inline bint is_one_part(Store store, int row) noexcept nogil:
    # Whether a row is a single part, as most sprites of many games are.
    return store.single_circle[row] >= 0 or store.groups[row].count == 1

# Whether a ray that meets the box of such a row enters its shape.
cdef bint ray_enters_one_part(
    Store store, const Ray* ray, bint hit_from_inside, int row, RayContact* out
) noexcept nogil
# The next shape of an up-to-date row that a ray enters, counting parts from `part`, which moves on:
# its index, or -1. With a radius, the ray is a disc.
cdef int next_shape_on_ray(
    Store store, const Ray* ray, double radius, bint hit_from_inside, int row, int* part,
    RayContact* out
) noexcept nogil
