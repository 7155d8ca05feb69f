from spritecol._support.libc cimport fabs

cdef extern from *:
    """
    #define SPRITECOL_ROUNDING 1.5e-15
    #define SPRITECOL_UNDERFLOW 1e-290
    #define SPRITECOL_ORIENT_ROUNDING 3.3306690738754716e-16
    """
    # Relative error bound for a few float operations. It is generous: a doubtful result only takes
    # longer to decide.
    const double ROUNDING "SPRITECOL_ROUNDING"
    # Below this, products may have lost digits to underflow: exact signs decide.
    const double UNDERFLOW "SPRITECOL_UNDERFLOW"
    # Relative error bound of an orientation: (3 + 16 u) u with u = 2**-53 (Shewchuk 1997, p. 338).
    const double ORIENT_ROUNDING "SPRITECOL_ORIENT_ROUNDING"

cdef double orient_exact(double ax, double ay, double bx, double by, double px, double py) noexcept nogil
cdef double discs_exact(double ax, double ay, double ar, double bx, double by, double br) noexcept nogil
cdef bint disc_point_exact(const double* disc, double px, double py, bint fill) noexcept nogil
# A number with the sign of the distance of p from a segment minus (r + extra).
cdef double edge_gap_exact(
    double px, double py, double x1, double y1, double x2, double y2, double r, double extra
) noexcept nogil
# Whether a capsule, or a stretched one, contains p + (e, e*e), e > 0 and vanishing.
cdef bint capsule_point_exact(const double* capsule, double px, double py) noexcept nogil
cdef bint stretched_point_exact(const double* stretched, double px, double py) noexcept nogil
cdef bint disc_edges_exact(const double* disc, const double* points, int count) noexcept nogil
cdef double cross_exact(
    double ax, double ay, double bx, double by, double cx, double cy, double ex, double ey
) noexcept nogil
cdef bint line_meets_disc_exact(
    const double* disc, double extra, double px, double py, double dx, double dy
) noexcept nogil
# Whether the shifted ray x1, y1, x2, y2 meets the open disc, given that it does not start inside.
cdef bint ray_disc_exact(const double* disc, const double* ray) noexcept nogil

cdef inline double orient(
    double ax, double ay, double bx, double by, double px, double py
) noexcept nogil:
    # A number with the exact sign of (b - a) x (p - a): positive if p is left of a -> b (y up).
    cdef double left = (bx - ax) * (py - ay)
    cdef double right = (by - ay) * (px - ax)
    cdef double det = left - right
    cdef double bound = ORIENT_ROUNDING * (fabs(left) + fabs(right)) + UNDERFLOW
    if det > bound or det < -bound:
        return det
    return orient_exact(ax, ay, bx, by, px, py)
