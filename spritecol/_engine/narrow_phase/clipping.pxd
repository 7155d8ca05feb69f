# The part of a segment that is inside of a polygon.

from spritecol._engine.narrow_phase.two_lanes cimport (
    Choice, Lanes, at_once, beyond, bits_of, both, choose, first_lane, greater, is_less, lanes_of,
    lesser, minus, over, second_lane
)
from spritecol._engine.pointers cimport Numbers

cdef inline bint clipped(
    Numbers p, Numbers q, Numbers polygon, int count, double* ends
) noexcept nogil:
    # The part of the segment p q inside a polygon, as two numbers from 0 to 1; False if none.
    #
    # Follows M. Cyrus and J. Beck, "Generalized two- and three-dimensional clipping" (1978), for two
    # edges at once and without a branch on the data.
    cdef double ax = polygon[2 * count - 2]
    cdef double ay = polygon[2 * count - 1]
    cdef int outside = 0
    cdef Lanes lows = both(0.0)
    cdef Lanes highs = both(1.0)
    cdef int i = 0
    cdef int k
    cdef Lanes x, y, nx, ny, at_p, at_q, t
    cdef Choice p_outside, q_outside
    while i < count:
        k = min(i + 1, count - 1)
        x = lanes_of(ax, polygon[2 * i])
        y = lanes_of(ay, polygon[2 * i + 1])
        nx = minus(y, lanes_of(polygon[2 * i + 1], polygon[2 * k + 1]))
        ny = minus(lanes_of(polygon[2 * i], polygon[2 * k]), x)
        at_p = beyond(p, 0, 0, x, y, nx, ny)  # positive inside
        at_q = beyond(q, 0, 0, x, y, nx, ny)
        p_outside = is_less(at_p, both(0.0))
        q_outside = is_less(at_q, both(0.0))
        outside |= bits_of(at_once(p_outside, q_outside))
        t = over(at_p, minus(at_p, at_q))
        lows = greater(choose(p_outside, t, both(0.0)), lows)
        highs = lesser(choose(p_outside, both(1.0), choose(q_outside, t, both(1.0))), highs)
        ax = polygon[2 * k]
        ay = polygon[2 * k + 1]
        i += 2
    cdef double low = max(first_lane(lows), second_lane(lows))
    cdef double high = min(first_lane(highs), second_lane(highs))
    ends[0] = low
    ends[1] = high
    return outside == 0 and low <= high

cdef inline void put_middle(Numbers p, Numbers q, Numbers ends, double* point) noexcept nogil:
    # Write the middle of the part of a segment, which is given by two numbers from 0 to 1.
    cdef double middle = 0.5 * (ends[0] + ends[1])
    point[0] = p[0] + middle * (q[0] - p[0])
    point[1] = p[1] + middle * (q[1] - p[1])
