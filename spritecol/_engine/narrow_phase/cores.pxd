# Parts as convex cores about which there may be discs.

from spritecol._engine.narrow_phase.exact_signs cimport orient
from spritecol._engine.pointers cimport Numbers
from spritecol._engine.storage.layout cimport (
    BOX, CAPSULE, CIRCLE, ELLIPSE, POINT, POLYGON, SEAM, SEGMENT, STRETCHED, Part
)
from spritecol._support.libc cimport fabs, sqrt

cdef struct Core:
    # A part is all that a disc covers whose center is in a convex core.
    Numbers v            # the vertices of the core
    int count
    double r             # the radius of the disc, if it is a circle
    Numbers disc         # six numbers, the last four of which are its matrix, if it is an ellipse; or
                         # NULL
    double[8] corners    # of a box

ctypedef const Core* CoreRef  # which is only read

cdef inline bint is_disc(int kind) noexcept nogil:
    # Whether parts of a kind are discs.
    return kind == CIRCLE or kind == ELLIPSE

cdef inline bint is_long(int kind) noexcept nogil:
    # Whether parts of a kind are round about a segment.
    return kind == CAPSULE or kind == STRETCHED

cdef inline bint has_ellipse(int kind) noexcept nogil:
    # Whether parts of a kind are ellipses, or an ellipse covers them that moves.
    return kind == ELLIPSE or kind == STRETCHED

cdef inline bint has_vertices(int kind) noexcept nogil:
    # Whether parts of a kind are lists of vertices, and nothing else.
    return kind == POINT or kind == SEGMENT or kind == BOX or kind == POLYGON or kind == SEAM

cdef inline bint lie_flat(const Part* a, const Part* b, Numbers pool) noexcept nogil:
    # Whether two parts never get deep into each other: points and segments, but those that cross.
    cdef Numbers v = pool + a.first
    cdef Numbers w = pool + b.first
    if a.kind > SEGMENT or b.kind > SEGMENT:
        return False
    if a.kind != SEGMENT or b.kind != SEGMENT:
        return True
    cdef double turn = (v[2] - v[0]) * (w[3] - w[1]) - (v[3] - v[1]) * (w[2] - w[0])
    cdef double length = fabs(v[2] - v[0]) + fabs(v[3] - v[1])
    return fabs(turn) <= 1e-9 * length * (fabs(w[2] - w[0]) + fabs(w[3] - w[1]))

cdef inline void corners_of(Numbers box, double* corners) noexcept nogil:
    # Write the corners of a box in the order of a polygon with positive area.
    corners[0] = corners[6] = box[0]
    corners[1] = corners[3] = box[1]
    corners[2] = corners[4] = box[2]
    corners[5] = corners[7] = box[3]

cdef inline Numbers vertices_of(int kind, Numbers v, int* count, double* corners) noexcept nogil:
    # The vertices of a part: the center of a disc, or the ends of a long part's segment. The
    # corners of a box are written to `corners`, and `count`, the part's count, becomes 4.
    if kind != BOX:
        return v
    corners_of(v, corners)
    count[0] = 4
    return corners

cdef inline bint put_edge_normal(Numbers p, Numbers q, double* nx, double* ny) noexcept nogil:
    # Write the outward normal of the edge from p to q of a polygon. False if it has no length.
    cdef double x = q[0] - p[0]
    cdef double y = q[1] - p[1]
    cdef double length = fabs(x) + fabs(y) if x == 0.0 or y == 0.0 else sqrt(x * x + y * y)
    if length == 0.0:
        return False
    nx[0] = y / length
    ny[0] = -x / length
    return True

cdef inline Numbers disc_of(int kind, Numbers v, double* disc) noexcept nogil:
    # The six numbers of a disc. Those of a circle are written to `disc`.
    if kind != CIRCLE:
        return v
    as_disc(v, disc)
    return disc

cdef inline void as_disc(Numbers circle, double* disc) noexcept nogil:
    # Write the six numbers of a circle: c + M u with |u| <= 1, where M is r times the identity.
    disc[0] = circle[0]
    disc[1] = circle[1]
    disc[2] = circle[2]
    disc[3] = 0.0
    disc[4] = 0.0
    disc[5] = circle[2]

cdef inline void core_of(int kind, Numbers v, int count, Core* out) noexcept nogil:
    # Write the core of a part.
    out.r = 0.0
    out.disc = NULL
    out.count = count
    out.v = vertices_of(kind, v, &out.count, out.corners)
    if kind == CIRCLE or kind == CAPSULE:
        out.r = v[2 * count]
    elif kind == ELLIPSE or kind == STRETCHED:
        out.disc = v + 2 * count - 2

cdef inline void disc_at(const Core* core, Numbers center, double* disc) noexcept nogil:
    # Write the disc of a core about a point.
    disc[0] = center[0]
    disc[1] = center[1]
    disc[2] = core.r if core.disc is NULL else core.disc[2]
    disc[3] = 0.0 if core.disc is NULL else core.disc[3]
    disc[4] = 0.0 if core.disc is NULL else core.disc[4]
    disc[5] = core.r if core.disc is NULL else core.disc[5]

cdef inline bint is_round(const Core* core) noexcept nogil:
    # Whether a part goes on from its core.
    return core.r > 0.0 or core.disc is not NULL

cdef inline double extent_of_disc(Numbers disc, double nx, double ny) noexcept nogil:
    # How far a disc extends from its center along a unit vector n: |M^T n|.
    cdef double u = disc[2] * nx + disc[4] * ny
    cdef double v = disc[3] * nx + disc[5] * ny
    return sqrt(u * u + v * v)

cdef inline double farthest_of_disc(
    Numbers disc, double nx, double ny, double* point
) noexcept nogil:
    # Write the point of a disc that is farthest along n: c + M (M^T n) / |M^T n|. Returns how far
    # it is from the center along n, if that is a unit vector.
    cdef double u = disc[2] * nx + disc[4] * ny
    cdef double v = disc[3] * nx + disc[5] * ny
    cdef double length = sqrt(u * u + v * v)
    if length > 0.0:
        u /= length
        v /= length
    point[0] = disc[0] + disc[2] * u + disc[3] * v
    point[1] = disc[1] + disc[4] * u + disc[5] * v
    return length

cdef inline double overshoot(Numbers polygon, int count, int first, int second) noexcept nogil:
    # How far a polygon extends beyond the line along one of its edges, which is given by its two
    # vertices: 0, or by rounding a little less, in units of `orient`. These two are skipped, since
    # they would always need exact arithmetic.
    cdef double result = 0.0
    cdef double ax = polygon[2 * first]
    cdef double ay = polygon[2 * first + 1]
    cdef double bx = polygon[2 * second]
    cdef double by = polygon[2 * second + 1]
    cdef int k
    for k in range(count):
        if k != first and k != second:
            result = min(result, orient(ax, ay, bx, by, polygon[2 * k], polygon[2 * k + 1]))
    return result
