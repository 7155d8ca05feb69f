from spritecol._engine.narrow_phase.ray_kernels cimport Ray, RayContact
from spritecol._engine.storage.layout cimport Collision
from spritecol._engine.storage.store cimport Store

cdef inline bint is_one_part(Store store, int row) noexcept nogil:
    # Whether a row is a single part, as most sprites of many games are.
    return store.single_part[row] >= 0 or store.groups[row].count == 1

cdef inline bint surely_starts_in_circle(Store store, const Ray* ray, int row) noexcept nogil:
    # Whether a row is a circle that holds a ray's start, by more than rounding (`ray_circle`).
    cdef const double* circle
    cdef double dx, dy, apart, near
    if store.single_part[row] < 0:
        return False
    circle = store.pool + store.single_part[row]
    dx = ray.x1 - circle[0]
    dy = ray.y1 - circle[1]
    apart = dx * dx + dy * dy
    near = circle[2] * circle[2]
    return near - apart > 1e-14 * (near + apart) + 1e-280

# Whether an edge of a piece is a seam of its shape: where the next piece begins.
cdef bint is_seam(
    const double* pool, const Collision* parts, int count, const double* a, const double* b
) noexcept nogil
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
