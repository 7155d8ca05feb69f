from spritecol._engine.narrow_phase.cores cimport Core
from spritecol._engine.narrow_phase.ray_contact cimport Ray, RayContact
from spritecol._engine.pointers cimport Numbers

cdef bint ray_ellipse(const Ray* ray, Numbers v, RayContact* out) noexcept nogil
cdef bint enters_oval(
    const Ray* ray, double radius, int kind, Numbers v, int count, RayContact* out
) noexcept nogil
cdef double see_from_disc(
    const Ray* ray, const Core* core, Ray* seen, Core* inner
) noexcept nogil
cdef bint put_entry_back(const Ray* ray, Numbers m, RayContact* out) noexcept nogil
