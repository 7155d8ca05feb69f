cdef struct Ray:
    double x1
    double y1
    double x2
    double y2
    double dx            # x2 - x1: rounded, with the right sign
    double dy

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

cdef bint ray_never(const Ray* ray, const double* v, int count, RayContact* out) noexcept nogil
cdef bint ray_point(const Ray* ray, const double* v, int count, RayContact* out) noexcept nogil
cdef bint ray_segment(const Ray* ray, const double* v, int count, RayContact* out) noexcept nogil
cdef bint ray_box(const Ray* ray, const double* v, int count, RayContact* out) noexcept nogil
cdef bint ray_circle(const Ray* ray, const double* v, int count, RayContact* out) noexcept nogil
cdef bint ray_ellipse(const Ray* ray, const double* v, int count, RayContact* out) noexcept nogil
cdef bint ray_polygon(const Ray* ray, const double* v, int count, RayContact* out) noexcept nogil

cdef enum:
    BESIDE = 2           # plus 0 or 1: the ray starts beyond an edge, or ends before it, but only
                         # its line crosses the edge
    NEVER = 4            # not even its line does

# The fraction at which a ray enters a polygon through its edge from a to b, BESIDE or BESIDE + 1; if
# that is less than `before`. Then the normal is written too. Else returns `before`.
cdef double entry_through_edge(
    const Ray* ray, const double* a, const double* b, double before, RayContact* out
) noexcept nogil
