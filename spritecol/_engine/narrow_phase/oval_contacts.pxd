from spritecol._engine.narrow_phase.cores cimport Core
from spritecol._engine.narrow_phase.nearest_points cimport Nearest
from spritecol._engine.narrow_phase.ray_contact cimport Ray, RayContact
from spritecol._engine.pointers cimport Numbers

cdef int nearest_to_ellipse(Numbers core, int count, Numbers disc, double* points) noexcept nogil
cdef int in_ellipse(
    Numbers polygon, int count, Numbers disc, const Nearest* near, double* points
) noexcept nogil
cdef int between_ellipses(Numbers a, Numbers b, double* points) noexcept nogil
cdef int between_ovals(
    const Core* one, const Core* other, const Nearest* near, double* points
) noexcept nogil
cdef double chord_along(Numbers m, double nx, double ny) noexcept nogil

cdef bint ray_ellipse(const Ray* ray, Numbers v, RayContact* out) noexcept nogil
cdef bint enters_oval(
    const Ray* ray, double radius, int kind, Numbers v, int count, RayContact* out
) noexcept nogil
cdef double see_from_disc(
    const Ray* ray, const Core* core, Ray* seen, Core* inner
) noexcept nogil
cdef bint put_entry_back(const Ray* ray, Numbers m, RayContact* out) noexcept nogil
