# The relation of two rotated boxes, measured along their four axes at once. Most questions about
# two polygons are about turned boxes, and most of these are decided by much more than rounding. So
# this is quick and good to eight digits; from it the exact test, the depth and the points of
# contact take which axis, edges and vertices count, where that is not in doubt.

from spritecol._engine.narrow_phase.two_lanes cimport (
    Lanes, at_once, bits_of, both, first_lane, is_less, lanes_at, lanes_of, lesser, magnitude,
    minus, plus, second_lane, times
)

cdef struct TurnedBoxes:
    # The sides that lead to the second and the third corner of a box are its axes: of each array the
    # first half belongs to the first box, and in `Lanes` the first number to its first axis.
    Lanes[2] squares     # of the lengths of the axes
    Lanes[2] ways        # along each, from the middle of the second box to that of the first
    Lanes[2] gaps        # along each, between the two boxes; below 0 if they overlap there
    Lanes[4] sides       # along each axis, the two sides of the other box
    double doubt         # all of these are products with an axis; less than this may be rounding

cdef inline Lanes firsts(Lanes a, Lanes b) noexcept nogil:
    return lanes_of(first_lane(a), first_lane(b))

cdef inline Lanes seconds(Lanes a, Lanes b) noexcept nogil:
    return lanes_of(second_lane(a), second_lane(b))

cdef inline Lanes products(Lanes a, Lanes b, Lanes c, Lanes d) noexcept nogil:
    # The scalar products of the vectors a and b, and of c and d.
    cdef Lanes first = times(a, b)
    cdef Lanes second = times(c, d)
    return plus(firsts(first, second), seconds(first, second))

cdef inline bint measure_boxes(const double* a, const double* b, TurnedBoxes* out) noexcept nogil:
    # Measure two polygons of four vertices. False if rounding has bent the sides of one of them by
    # more than 1e-10, or it never was a box, or is narrower than 1e-4 of both. Sides bent so far
    # change a gap by some 1e-10 of the extent of both, and `doubt` is much more.
    cdef Lanes ua = minus(lanes_at(a + 2), lanes_at(a))
    cdef Lanes wa = minus(lanes_at(a + 4), lanes_at(a + 2))
    cdef Lanes ub = minus(lanes_at(b + 2), lanes_at(b))
    cdef Lanes wb = minus(lanes_at(b + 4), lanes_at(b + 2))
    cdef Lanes ax = firsts(ua, wa)
    cdef Lanes ay = seconds(ua, wa)
    cdef Lanes bx = firsts(ub, wb)
    cdef Lanes by = seconds(ub, wb)
    cdef Lanes squares_a = plus(times(ax, ax), times(ay, ay))
    cdef Lanes squares_b = plus(times(bx, bx), times(by, by))
    cdef Lanes u_squares = firsts(squares_a, squares_b)
    cdef Lanes w_squares = seconds(squares_a, squares_b)
    cdef Lanes slants = products(ua, wa, ub, wb)
    if bits_of(is_less(times(slants, slants), times(both(1e-20), times(u_squares, w_squares)))) != 3:
        return False  # at once, because most polygons that are not boxes end here
    cdef Lanes skew_a = minus(minus(lanes_at(a + 4), lanes_at(a + 6)), ua)
    cdef Lanes skew_b = minus(minus(lanes_at(b + 4), lanes_at(b + 6)), ub)
    cdef Lanes skews = products(skew_a, skew_a, skew_b, skew_b)
    cdef Lanes way = times(
        both(0.5),
        plus(minus(lanes_at(a), lanes_at(b)), minus(lanes_at(a + 4), lanes_at(b + 4))),
    )
    cdef Lanes x = both(first_lane(way))
    cdef Lanes y = both(second_lane(way))
    # The sides of b along the sides of a, as products: on_u = (ub ua, ub wa) and on_w = (wb ua, wb
    # wa). The same for a on b: of_u = (ua ub, ua wb), of_w = (wa ub, wa wb).
    cdef Lanes on_u = plus(times(both(first_lane(ub)), ax), times(both(second_lane(ub)), ay))
    cdef Lanes on_w = plus(times(both(first_lane(wb)), ax), times(both(second_lane(wb)), ay))
    cdef Lanes of_u = firsts(on_u, on_w)
    cdef Lanes of_w = seconds(on_u, on_w)
    cdef Lanes sums = plus(squares_a, squares_b)
    cdef double total = first_lane(sums) + second_lane(sums)
    total += first_lane(way) * first_lane(way) + second_lane(way) * second_lane(way)
    out.doubt = 1e-8 * total + 1e-100  # far above what underflows
    out.squares[0] = squares_a
    out.squares[1] = squares_b
    out.ways[0] = plus(times(ax, x), times(ay, y))
    out.ways[1] = plus(times(bx, x), times(by, y))
    out.sides[0] = of_u
    out.sides[1] = of_w
    out.sides[2] = on_u
    out.sides[3] = on_w
    out.gaps[0] = minus(
        magnitude(out.ways[0]),
        times(both(0.5), plus(squares_a, plus(magnitude(on_u), magnitude(on_w)))),
    )
    out.gaps[1] = minus(
        magnitude(out.ways[1]),
        times(both(0.5), plus(squares_b, plus(magnitude(of_u), magnitude(of_w)))),
    )
    return bits_of(
        at_once(
            is_less(skews, times(both(1e-20), lesser(u_squares, w_squares))),
            is_less(both(out.doubt), lesser(squares_a, squares_b)),
        )
    ) == 3
