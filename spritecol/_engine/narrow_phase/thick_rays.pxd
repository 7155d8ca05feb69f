from spritecol._engine.narrow_phase.ray_kernels cimport Ray, RayContact

# Where a disc that moves along a ray begins to hit a part; False if it does not.
cdef bint disc_enters(
    const Ray* ray, double radius, int kind, const double* v, int count, RayContact* out
) noexcept nogil
