from spritecol._engine.narrow_phase.ray_kernels cimport Ray, RayContact
from spritecol._engine.storage.layout cimport KINDS

ctypedef bint (*RayKernel)(
    const Ray* ray, const double* v, int count, RayContact* out
) noexcept nogil

cdef RayKernel[KINDS] RAY_KERNELS
