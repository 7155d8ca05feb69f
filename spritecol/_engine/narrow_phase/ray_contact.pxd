# A ray, where it enters a part, and how that is written.

from spritecol._engine.narrow_phase.exact_signs cimport UNDERFLOW
from spritecol._support.libc cimport sqrt

cdef struct Ray:
    # The first two are also the numbers of a point, and the first four the numbers of a segment.
    double x1
    double y1
    double x2
    double y2
    double dx            # x2 - x1: rounded, with the right sign
    double dy

ctypedef const Ray* RayRef  # which is only read

cdef struct RayContact:
    # Where a ray enters a part.
    double fraction      # of the way, 0 to 1
    double x
    double y
    double nx            # unit vector, outward from the part; (0, 0) if the ray starts inside
    double ny
    bint inside

cdef inline Ray ray_of(double x1, double y1, double x2, double y2) noexcept nogil:
    cdef Ray ray
    ray.x1 = x1
    ray.y1 = y1
    ray.x2 = x2
    ray.y2 = y2
    ray.dx = x2 - x1
    ray.dy = y2 - y1
    return ray

cdef inline bint put_start_inside(const Ray* ray, RayContact* out) noexcept nogil:
    # Write the contact of a ray that starts inside; returns True.
    out.fraction = 0.0
    out.x = ray.x1
    out.y = ray.y1
    out.nx = 0.0
    out.ny = 0.0
    out.inside = True
    return True

cdef inline void put_normal(const Ray* ray, double nx, double ny, RayContact* out) noexcept nogil:
    # Write the normal, given with any length.
    cdef double length = sqrt(nx * nx + ny * ny)
    if not length > UNDERFLOW:  # an edge too short to have a direction
        nx = -ray.dx
        ny = -ray.dy
        length = sqrt(nx * nx + ny * ny)
    out.nx = nx / length if length > 0.0 else 0.0
    out.ny = ny / length if length > 0.0 else 0.0

cdef inline bint put_entry(
    const Ray* ray, double fraction, double nx, double ny, RayContact* out
) noexcept nogil:
    # Write the contact at a fraction, with a normal of any length; returns True.
    fraction = max(0.0, min(fraction, 1.0))
    out.fraction = fraction
    out.x = ray.x1 + fraction * ray.dx
    out.y = ray.y1 + fraction * ray.dy
    out.inside = False
    put_normal(ray, nx, ny, out)
    return True

cdef inline double circle_entry(
    double wx, double wy, double dx, double dy, double radius
) noexcept nogil:
    # The fraction at which w + t d enters the circle about 0, given that it does.
    #
    # The smaller root of t*t |d|**2 - 2 t foot + |w|**2 - radius**2, as a quotient without
    # cancellation ("Numerical Recipes", 5.6); the discriminant is computed from the foot point
    # (Box2D's b2RayCastCircle).
    cdef double start = sqrt(wx * wx + wy * wy)
    cdef double foot = -(wx * dx + wy * dy)
    cdef double cross = wx * dy - wy * dx
    cdef double root = sqrt(max(0.0, radius * radius * (dx * dx + dy * dy) - cross * cross))
    if not start > radius or not foot + root > 0.0:
        return 0.0
    return (start - radius) * (start + radius) / (foot + root)
