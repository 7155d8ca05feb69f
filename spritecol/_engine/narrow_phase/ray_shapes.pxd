from spritecol._engine.narrow_phase.ray_kernels cimport Ray, RayContact
from spritecol._engine.storage.store cimport Store

# The next shape of an up-to-date row that a ray enters, counting parts from `part`, which moves on:
# its index, or -1. With a radius, the ray is a disc.
cdef int next_shape_on_ray(
    Store store, const Ray* ray, double radius, bint hit_from_inside, int row, int* part,
    RayContact* out
) noexcept nogil
