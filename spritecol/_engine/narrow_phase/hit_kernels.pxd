from spritecol._support.libc cimport fabs
from spritecol._engine.narrow_phase.exact_signs cimport ROUNDING, UNDERFLOW
from spritecol._engine.narrow_phase.two_lanes cimport Lanes, at_once, bits_of, both, either, greater
from spritecol._engine.narrow_phase.two_lanes cimport is_less, lanes_of, lesser, minus, plus, times

cdef bint overlap_point_point(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_point_segment(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_point_box(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_point_polygon(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_segment_segment(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_segment_box(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_segment_polygon(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_box_box(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_box_polygon(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_polygon_polygon(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_turned_boxes(const double* a, const double* b) noexcept nogil

cdef extern from *:
    """
    #define SPRITECOL_WELL_ABOVE 1e-14
    """
    # More than the relative error of a distance that is computed with a few more roundings.
    const double WELL_ABOVE "SPRITECOL_WELL_ABOVE"

cdef bint overlap_point_circle(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_point_capsule(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_segment_circle(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_segment_capsule(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_box_circle(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_box_capsule(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_circle_circle(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_circle_capsule(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_circle_polygon(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_capsule_capsule(const double* a, int na, const double* b, int nb) noexcept nogil
cdef bint overlap_capsule_polygon(const double* a, int na, const double* b, int nb) noexcept nogil

cdef inline double circles_gap(const double* a, const double* b) noexcept nogil:
    # Negative if two circles overlap, positive if not, 0 if rounding leaves it in doubt. Inline and
    # without branches: this decides most pairs of most games. The bounds are ROUNDING and UNDERFLOW
    # of `exact_signs`.
    cdef double dx = b[0] - a[0]
    cdef double dy = b[1] - a[1]
    cdef double r = a[2] + b[2]
    cdef double distance_squared = dx * dx + dy * dy
    cdef double r_squared = r * r
    cdef double gap = distance_squared - r_squared
    return gap if fabs(gap) > ROUNDING * (distance_squared + r_squared) + UNDERFLOW else 0.0

cdef inline Lanes end_gaps(Lanes squares, Lanes along, double length) noexcept nogil:
    # The squares of the distances of two ends from an edge, times `length`, the squared length of
    # the edge. Given those of their distances from its start, and how far they are along it, times
    # its length.
    cdef Lanes foot = greater(both(0.0), lesser(along, both(length)))
    return minus(times(squares, both(length)), times(foot, minus(plus(along, along), foot)))

cdef inline int segments_gap(const double* a, const double* b, double least) noexcept nogil:
    # Negative if two segments are nearer than `least`, positive if not, 0 if rounding leaves it in
    # doubt or only a crossing test could decide. Inline and without branches, as `circles_gap` is.
    #
    # Where rounding hides that they cross, an end is on the other segment: so that is in doubt.
    cdef double ax = a[2] - a[0]
    cdef double ay = a[3] - a[1]
    cdef double bx = b[2] - b[0]
    cdef double by = b[3] - b[1]
    cdef double x = a[0] - b[0]
    cdef double y = a[1] - b[1]
    cdef double aa = ax * ax + ay * ay
    cdef double bb = bx * bx + by * by
    cdef double ab = ax * bx + ay * by
    cdef double apart = x * x + y * y
    cdef double on_a = -(ax * x + ay * y)
    cdef double on_b = bx * x + by * y
    cdef double reach = least * least
    cdef double bound = WELL_ABOVE * (aa + bb + apart + reach)
    # The ends of a from b, then the ends of b from a: their distances, and on which side they are.
    cdef Lanes of_a = end_gaps(
        lanes_of(apart, apart - on_a - on_a + aa), lanes_of(on_b, on_b + ab), bb
    )
    cdef Lanes of_b = end_gaps(
        lanes_of(apart, apart - on_b - on_b + bb), lanes_of(on_a, on_a + ab), aa
    )
    cdef double turn = ax * by - ay * bx
    cdef double side_of_a = bx * y - by * x
    cdef double side_of_b = ax * y - ay * x
    cdef bint cross = ((side_of_a > 0.0) != (side_of_a > turn)) & (
        (side_of_b > 0.0) != (side_of_b > turn)
    )
    cdef double inner = reach - bound
    cdef double outer = reach + bound
    cdef int near = bits_of(
        either(is_less(of_a, both(inner * bb)), is_less(of_b, both(inner * aa)))
    )
    cdef int far = bits_of(
        at_once(is_less(both(outer * bb), of_a), is_less(both(outer * aa), of_b))
    )
    return ((far == 3) & (not cross)) - (near != 0) if min(aa, bb) * bound > UNDERFLOW else 0
